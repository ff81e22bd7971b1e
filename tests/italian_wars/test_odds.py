"""Exact odds against exhaustive enumeration of the dice, and long procedures against a seeded simulation."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sanssouci.italian_wars import (
    ask,
    assault_run,
    battle_run,
    captain,
    compare,
    odds,
    pursuit_run,
    siege_run,
    turn_run,
)
from sanssouci.italian_wars.book import TABLES
from sanssouci.italian_wars.chances import captains_lost
from sanssouci.italian_wars.procedures.hand import Waiting

SMALL: dict[str, Any] = {
    "name": "Small",
    "units": [
        {"id": "foot", "type": "infantry", "sp": 4, "quality": 1},
        {"id": "horse", "type": "light_cavalry", "sp": 3, "quality": 2},
    ],
    "captains": [{"name": "A", "rank": "captain_general", "initiative": 2}],
}
LARGE: dict[str, Any] = {
    "name": "Large",
    "quality": 3,
    "units": [
        {"id": "pikes", "type": "swiss", "sp": 9, "quality": 3},
        {"id": "lances", "type": "gendarmes", "sp": 5, "quality": 3},
        {"id": "guns", "type": "artillery", "sp": 4},
    ],
    "captains": [{"name": "B", "rank": "captain_general", "initiative": 3, "stars": 1}],
}
SMALL["quality"] = 1


def every_run(procedure: Any, **inputs: Any) -> list[tuple[Fraction, Any]]:
    """Follow a procedure down every sequence of dice: each end with its probability."""
    ends = []
    open_: list[tuple[Fraction, list[int]]] = [(Fraction(1), [])]
    while open_:
        chance, dice = open_.pop()
        answer = procedure(**inputs, dice=dice, auto=True)
        if answer.pending:
            assert answer.pending["ask"] == "die"
            open_ += [(chance / 6, [*dice, face]) for face in range(1, 7)]
        else:
            ends.append((chance, answer))
    assert sum(chance for chance, _ in ends) == 1
    return ends


def strength(force: dict[str, Any]) -> int:
    return sum(unit["sp"] for unit in force["units"])


def demoralised(force: dict[str, Any]) -> int:
    return sum(unit.get("demoralised", False) for unit in force["units"])


INPUTS: dict[str, dict[str, Any]] = {
    "artillery": {"sp": 8, "siege_level": 1, "siege_artillery": True, "siege_captain": True},
    "charge": {"sp": 8, "cavalry": "heavy", "quality": 2, "firearms": True},
    "discipline": {"phase": "combat", "quality": 1, "sp": 3},
    "recovery": {"reliability": "V", "mp_spent": 1},
    "pursuit": {"cavalry_sp": 9, "infantry_sp": 13, "star": True, "artillery_sp": 1, "good_sp": 9},
    "assault": {"attacker_sp": 12, "defender_sp": 5, "attacker_quality": 3, "defender_quality": 1},
    "attrition": {"sp": 40, "mp": 3},
}


@pytest.mark.parametrize("name", INPUTS)
def test_a_table_against_its_six_faces(name: str) -> None:
    found = odds(name, INPUTS[name])
    faces = [ask(name, {**INPUTS[name], "die": die}) for die in range(1, 7)]
    expected = Counter(answer.outcome for answer in faces)
    assert {result: found.chance(result) for result in expected} == {
        result: Fraction(count, 6) for result, count in expected.items()
    }
    for event, chance in found.chances.items():
        assert chance == Fraction(sum(event in answer.events for answer in faces), 6)
    for count, mean in found.means.items():
        assert mean == Fraction(sum(answer.counts[count] for answer in faces), 6)


def test_loc_against_thirty_six_throws() -> None:
    inputs = {"hexes": 30, "nominal": 3}
    throws = [ask("loc", {**inputs, "die": a + b}) for a, b in itertools.product(range(1, 7), repeat=2)]
    expected = Counter(answer.values["received"] for answer in throws)
    found: Counter[int] = Counter()
    for one in odds("loc", inputs).outcomes:
        found[int(one.counts["ap"])] += int(one.probability * 36)
    assert found == expected


def follow_rerolls(modifier: int, depth: int) -> tuple[dict[int, Fraction], Fraction]:
    """Final results of O4 by following rerolls `depth` deep, and the weight still rerolling then."""
    ends: dict[int, Fraction] = {}
    rest = Fraction(0)
    open_ = [(Fraction(1), modifier, depth)]
    while open_:
        chance, value, left = open_.pop()
        if left == 0:
            rest += chance
            continue
        for die in range(1, 7):
            answer = ask("optional", {"modifier": value, "die": [die]})
            if str(answer.cell).startswith("reroll"):
                open_.append((chance / 6, int(str(answer.cell).split()[1]), left - 1))
            else:
                row = int(answer.values["result"])
                ends[row] = ends.get(row, Fraction(0)) + chance / 6
    return ends, rest


@pytest.mark.parametrize("modifier", [-9, -5, -2, 0, 1, 5, 9])
def test_rerolls_against_following_them(modifier: int) -> None:
    """Each final result is exact: following rerolls eight deep leaves less than what may be missing."""
    ends, rest = follow_rerolls(modifier, 8)
    exact = {int(one.result): one.probability for one in odds("optional", {"modifier": modifier}).outcomes}
    assert exact.keys() == ends.keys()
    assert rest < Fraction(1, 10**5)
    for row, chance in ends.items():
        assert chance <= exact[row] <= chance + rest
    assert sum(exact.values()) == 1


def test_the_reroll_loops_of_the_specification() -> None:
    """E0 and E7, after -4 and after +11, in the closed form of 3.9."""

    def lost(modifier: int) -> Fraction:
        return odds("optional", {"modifier": modifier}).chances.get("attacker_loses", Fraction(0))

    # E0 is d6+1, E7 is d6-1, after -4 comes d6+3, after +11 comes d6-3
    assert (lost(1), lost(-1), lost(3), lost(-3)) == (
        Fraction(3, 7), Fraction(4, 7), Fraction(2, 21), Fraction(19, 21),
    )  # fmt: skip


def test_assault_run_against_every_sequence_of_dice() -> None:
    inputs = {"attacker": LARGE, "defender": SMALL}
    found: dict[tuple[Any, ...], Fraction] = {}
    for chance, answer in every_run(assault_run, **inputs):
        after = answer.after
        key = (
            answer.loser,
            strength(LARGE) - strength(after["attacker"]),
            strength(SMALL) - strength(after["defender"]),
            demoralised(after["attacker"]) + demoralised(after["defender"]),
        )
        found[key] = found.get(key, Fraction(0)) + chance
    exact = {
        (
            one.loser,
            one.counts["attacker_sp"],
            one.counts["defender_sp"],
            one.counts["units_demoralised"],
        ): one.probability
        for one in odds("assault-run", inputs).outcomes
    }
    assert exact == found


def test_assault_run_with_one_die_for_all() -> None:
    inputs = {"attacker": SMALL, "defender": LARGE, "options": {"discipline.scope": "per_force"}}
    options = inputs.pop("options")
    lost: dict[int, Fraction] = {}
    for chance, answer in every_run(assault_run, **inputs, options=options):
        gone = strength(SMALL) - strength(answer.after["attacker"])
        lost[gone] = lost.get(gone, Fraction(0)) + chance
    exact: dict[int, Fraction] = {}
    for one in odds("assault-run", inputs, options).outcomes:
        gone = int(one.counts["attacker_sp"])
        exact[gone] = exact.get(gone, Fraction(0)) + one.probability
    assert exact == lost


@pytest.mark.parametrize("rule", ["ask", "2-"])
def test_pursuit_run_against_every_sequence_of_dice(rule: str) -> None:
    inputs = {"attacker": LARGE, "defender": SMALL}
    found: dict[tuple[int, int], Fraction] = {}
    for chance, answer in every_run(pursuit_run, **inputs, options={"captain.rule": rule}):
        gone = sum(chief.get("eliminated", False) for side in answer.after.values() for chief in side["captains"])
        key = (strength(SMALL) - strength(answer.after["defender"]), gone)
        found[key] = found.get(key, Fraction(0)) + chance
    exact: dict[tuple[int, int], Fraction] = {}
    for one in odds("pursuit-run", inputs, {"captain.rule": rule}).outcomes:
        key = (int(one.counts["pursued_sp"]), int(one.counts["captains_lost"]))
        exact[key] = exact.get(key, Fraction(0)) + one.probability
    assert exact == found


def test_breach_within_turns_against_every_sequence_of_dice() -> None:
    """Two turns of bombardment, besieged with guns that make checks, so that `(b)` can change meaning."""
    besieged = {
        "name": "City",
        "units": [
            {"id": "foot", "type": "infantry", "sp": 30},
            {"id": "gun", "type": "artillery", "sp": 1, "quality": 0},
        ],
    }
    besieger = {"name": "Camp", "units": [{"id": "guns", "type": "artillery", "sp": 2}]}
    inputs = {"attacker": besieger, "defender": besieged, "turns": 2, "siege_level": 1}
    first: dict[int, Fraction] = {}
    lost = Fraction(0)
    for chance, answer in every_run(siege_run, **inputs):
        fires = [step for step in answer.steps if step.table == "artillery"]
        turn = next((number for number, step in enumerate(fires, 1) if "breach" in step.events), 0)
        first[turn] = first.get(turn, Fraction(0)) + chance
        lost += chance * (2 - strength(answer.after["attacker"]))
    found = odds("siege-run", inputs)
    assert found.chances["breach"] == 1 - first[0]
    assert found.means["own_artillery"] == lost
    for turn in (1, 2):
        assert found.chance(f"first breach on turn {turn}") == first[turn]
    assert found.chance("no breach") == first[0]


@pytest.mark.parametrize(("turns", "scope", "units"), [
    (1, "per_unit", [("swiss", 3, 2, False), ("infantry", 2, 2, True), ("infantry", 2, 2, False)]),
    (2, "per_unit", [("landsknechts", 4, 3, False), ("artillery", 1, None, False)]),
    (2, "per_force", [("swiss", 2, 1, False), ("infantry", 1, 2, False)]),
    (3, "per_unit", [("infantry", 2, 1, False)]),
])  # fmt: skip
def test_the_end_of_a_siege_against_every_sequence_of_dice(
    turns: int, scope: str, units: list[tuple[str, int, int | None, bool]]
) -> None:
    """What is left of both sides: level, guns, SP and units demoralised, each as a distribution."""
    besieged = {
        "name": "City",
        "units": [
            {"id": f"u{n}", "type": kind, "sp": sp, "quality": quality, "demoralised": shaken}
            for n, (kind, sp, quality, shaken) in enumerate(units)
        ],
    }
    besieger = {"name": "Camp", "units": [{"id": "guns", "type": "siege_artillery", "sp": 9}]}
    inputs = {"attacker": besieger, "defender": besieged, "turns": turns, "siege_level": 1}
    found: dict[str, dict[int, Fraction]] = {}
    for chance, answer in every_run(siege_run, **inputs, options={"discipline.scope": scope}):
        city = answer.after["defender"]
        shaken = sum(unit.get("demoralised", False) for unit in city["units"])
        ends = {
            "siege_level": answer.values["siege_level"],
            "own_artillery": 9 - strength(answer.after["attacker"]),
            "defender_sp": strength(besieged) - strength(city),
            "units_demoralised": shaken - sum(one[3] for one in units),
        }
        for name, value in ends.items():
            spread = found.setdefault(name, {})
            spread[value] = spread.get(value, Fraction(0)) + chance
    exact = odds("siege-run", inputs, {"discipline.scope": scope})
    assert exact.spreads == {name: dict(sorted(spread.items())) for name, spread in found.items()}
    assert exact.means["defender_sp"] == sum(value * chance for value, chance in found["defender_sp"].items())


def test_a_siege_too_large_to_follow_still_tells_level_and_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    from sanssouci.italian_wars.procedures import siege_odds

    foot = [{"id": f"foot{n}", "type": "infantry", "sp": 5 + n, "quality": 2} for n in range(3)]
    besieger = {"name": "Camp", "units": [{"id": "guns", "type": "artillery", "sp": 8}]}
    inputs = {"attacker": besieger, "defender": {"name": "City", "units": foot}, "turns": 3}
    whole = odds("siege-run", inputs)
    monkeypatch.setattr(siege_odds, "MOST_STEPS", 500)
    less = odds("siege-run", inputs)
    assert whole.spreads.keys() - less.spreads.keys() == {"defender_sp", "units_demoralised"}
    assert less.outcomes == whole.outcomes
    assert all(whole.spreads[name] == spread for name, spread in less.spreads.items())


def test_turn_run_against_thirty_six_throws() -> None:
    inputs = {"hexes": 50, "nominal": 5, "orders": [{"force": "major", "new": "attack"}]}
    paid = sum(turn_run(**inputs, dice=[a, b]).values["left"] >= 0 for a, b in itertools.product(range(1, 7), repeat=2))
    assert odds("turn-run", inputs).chances["orders_paid"] == Fraction(paid, 36)


def interval(chance: float, count: int) -> float:
    """Half the width of an interval a right simulation leaves once in about 16,000 times (four sigma)."""
    return 4 * math.sqrt(max(chance * (1 - chance), 1e-9) / count)


def test_battle_run_against_a_seeded_simulation() -> None:
    inputs = {"attacker": LARGE, "defender": SMALL}
    options = {"captain.rule": "1-"}
    exact = odds("battle-run", inputs, options)
    assert sum(one.probability for one in exact.outcomes) == 1
    count = 3000
    loses = gone = 0
    total = 0
    for seed in range(count):
        answer = battle_run_quickly(inputs, options, seed)
        loses += answer.loser == "attacker"
        gone += any(chief.get("eliminated") for side in answer.after.values() for chief in side["captains"])
        total += strength(SMALL) - strength(answer.after["defender"])
    for found, event in ((loses, "attacker_loses"), (gone, "captain_eliminated")):
        chance = float(exact.chances[event])
        assert abs(found / count - chance) < interval(chance, count)
    mean = float(exact.means["defender_sp"])
    square = sum(float(one.probability) * float(one.counts["defender_sp"]) ** 2 for one in exact.outcomes)
    assert abs(total / count - mean) < 4 * math.sqrt((square - mean**2) / count)


def battle_run_quickly(inputs: dict[str, Any], options: dict[str, Any], seed: int) -> Any:
    """The procedure itself, without the explanations that are not needed a thousand times."""
    from sanssouci.italian_wars.desk import question

    table, asked = question("battle-run", {**inputs, "seed": str(seed), "auto": True}, options)
    return table.resolve(asked)


def test_siege_run_against_a_seeded_simulation() -> None:
    from sanssouci.italian_wars.desk import question

    inputs = {
        "attacker": LARGE,
        "defender": SMALL,
        "turns": 4,
        "weather": ["fine", "rain"],
        "fortress": "fort_city",
    }
    exact = odds("siege-run", inputs)
    count, breached, full = 2000, 0, 0
    for seed in range(count):
        table, asked = question("siege-run", {**inputs, "seed": str(seed), "auto": True})
        answer = table.resolve(asked)
        breached += any("breach" in step.events for step in answer.steps)
        full += answer.values["siege_level"] == 2
    for found, event in ((breached, "breach"), (full, "siege_level_2")):
        chance = float(exact.chances[event])
        assert abs(found / count - chance) < interval(chance, count)


def test_captain_checks_need_a_rule_first() -> None:
    assert captains_lost(2, "1-") == {0: Fraction(25, 36), 1: Fraction(10, 36), 2: Fraction(1, 36)}
    assert odds("captain", {"rule": "5+"}).chances["captain_eliminated"] == Fraction(1, 3)
    assert captain(rule="5+", die=5).cell == "eliminated"
    assert captain(rule="5+", die=4).cell == "survives"


def test_two_plans_side_by_side() -> None:
    now = {**INPUTS["assault"], "weather": "rain"}
    both = compare("assault", now, {**now, "weather": "fine"})
    first, second = both.chances["defender_loses"]
    assert first == odds("assault", now).chances["defender_loses"]
    assert second == odds("assault", {**now, "weather": "fine"}).chances["defender_loses"]
    assert second > first
    assert "weather" in both.explain("en")
    assert both.as_json("it")["chances"][0]["difference"]


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table.dice])
def test_odds_have_bars_and_add_up(name: str) -> None:
    inputs = {**INPUTS, "optional": {"modifier": 1}, "loc": {"hexes": 5}, "captain": {"rule": "1-"}}[name]
    found = odds(name, inputs)
    assert sum(one.probability for one in found.outcomes) == 1
    assert "█" in found.explain("it")
    assert sum(Fraction(one["probability"]) for one in found.as_json()["outcomes"]) == 1


def test_waiting_is_no_error_for_users() -> None:
    """The exception of a procedure that waits never leaves it."""
    answer = assault_run(attacker=LARGE, defender=SMALL)
    assert answer.pending is not None
    assert issubclass(Waiting, Exception)
    assert battle_run(attacker=LARGE, defender=SMALL, dice=[3]).pending is not None
