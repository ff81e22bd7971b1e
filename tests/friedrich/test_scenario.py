"""A scenario is one record: whatever depends on it reads that record."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanssouci.bots.chances import chances
from sanssouci.friedrich import BadPosition, Game
from sanssouci.friedrich.rules.scenario import BOOK, SCENARIOS, Scenario, enter
from sanssouci.lab.seating import ROLES_OF
from sanssouci.table.live import seats
from sanssouci.text.seats import people_of


@pytest.fixture
def east() -> Iterator[str]:
    """A scenario nobody has heard of: Russia and Sweden against a part of Prussia."""
    scenario = Scenario(
        "east",
        {2: [["friedrich"], ["elisabeth"]]},
        nations=["prussia", "russia", "sweden"],
        prussians=["dohna", "lehwaldt", "prussia-train-2"],
        prussian_troops=11,
        prussian_draws=[3, 2, 1],
        discards=["sweden"],
        inherits=False,
        outlasts=["russia"],
        ends="R14.4",
    )
    BOOK.append(scenario)
    enter(scenario)
    yield scenario.name
    BOOK.pop()
    SCENARIOS.pop()


def test_a_new_scenario_needs_nothing_but_its_record(east: str) -> None:
    """Set-up, ceilings, draws, discards, seats, ends, views and positions follow."""
    game = Game.new(scenario=east, seed="east")
    seen = game.view(None).json()
    assert set(seen["nations"]) == {"prussia", "russia", "sweden"}
    assert set(seen["pieces"]) >= {"dohna", "lehwaldt", "prussia-train-2", "saltikov", "ehrensvaerd"}
    assert not set(seen["pieces"]) & {"friedrich", "prussia-train-1", "daun"}
    nations = seen["nations"]
    assert (nations["prussia"]["ceiling"], nations["prussia"]["draw"], nations["prussia"]["needed"]) == (11, 3, 0)
    assert nations["russia"]["ceiling"] == 16
    asked = set()
    rng = random.Random(1)
    while game.result is None:
        decision = game.decision
        assert decision is not None
        asked.add((decision.nation, decision.state))
        game.choose(rng.choice(game.choices()))
    assert ("sweden", "FORCED_DISCARD") in asked and ("prussia", "FORCED_DISCARD") not in asked
    assert game.result.reason == "R14.4"
    position = json.loads(json.dumps(game.position()))
    assert Game.from_position(position).position() == game.position()


def test_the_seats_of_a_new_scenario(east: str) -> None:
    """Only as many players as it has seats for; the table's number comes from the record."""
    assert people_of(east, 2) == [("friedrich",), ("elisabeth",)]
    with pytest.raises(BadPosition, match="2 players"):
        Game.new(scenario=east, players=3)


def test_one_table_of_roles() -> None:
    """Table, laboratory and terminal seat people as the records say (R1.1, R14)."""
    assert [one.name for one in seats.scenarios()] == SCENARIOS == list(ROLES_OF)
    for scenario in BOOK:
        for players, roles in scenario.seats.items():
            assert seats.ROLES[scenario.name][players] == roles
            assert people_of(scenario.name, players) == [tuple(person) for person in roles]
            assert sorted(role for person in roles for role in person) == sorted(ROLES_OF[scenario.name])
    assert ROLES_OF["standard"] == ("friedrich", "elisabeth", "maria-theresa", "pompadour")
    assert ROLES_OF["west"] == ("friedrich", "pompadour") and ROLES_OF["austria"] == ("friedrich", "maria-theresa")


def test_chances_of_a_new_scenario(east: str) -> None:
    """A table the weights were not fitted for has chances all the same."""
    game = Game.new(scenario=east, seed="east")
    found = chances(game)
    assert list(found) == ["friedrich", "elisabeth"] and all(0 < chance < 1 for chance in found.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_view_tells_of_the_scenario(scenario: str) -> None:
    """R11.2, R13.3: faces of the small fate cards and the Offensive Option are read, not concluded from a name."""
    expert = scenario == "expert"
    seen = Game.new(scenario=scenario, seed="faces").view(None).json()
    assert seen["fate"]["suits"] == (["S", "C", "H", "D"] if expert else ["S"])
    assert seen["offensive_option"]["in_play"] is expert


def test_no_scenario_is_named_where_something_is_decided() -> None:
    """Neither the program nor the page compares with the name of a scenario: they ask its record."""
    root = Path(__file__).parents[2]
    sources = [*root.glob("src/sanssouci/**/*.py"), *root.glob("web/src/**/*.ts"), *root.glob("web/src/**/*.svelte")]
    named = re.compile(rf"""(===?|!==?) *['"]({"|".join(SCENARIOS)})['"]""")
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in sources
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line)
    ]
    assert len(sources) > 300
    assert not found
