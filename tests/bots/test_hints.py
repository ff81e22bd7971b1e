"""Hints are legal and explained, odds are probabilities, chances end with the result."""

from __future__ import annotations

import json
import random

import pytest

from certain import sure
from sanssouci.bots import chances, hints, registry
from sanssouci.bots.base import Bot
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game, resample

ROLES = ["friedrich", "elisabeth", "maria-theresa", "pompadour"]


def test_hints_odds_and_chances_along_a_game() -> None:
    game = Game.new(seed="advice")
    bots = {role: registry.make("captain", role) for role in ROLES}
    rng = random.Random(5)
    advised = battles = 0
    number = 0
    while game.result is None:
        role = sure(game.decision).roles[0]
        view, menu = game.view(role), game.menu(role)
        named = hints.chances(view)
        assert set(named) == set(ROLES)
        assert all(0 <= chance <= 1 for chance in named.values())
        if menu["state"] == "CARD" and battles < 6:
            battles += 1
            for odds in hints.battle_odds(view, rng):
                assert game.check(odds.order, role) is None
                assert 0 <= odds.win + odds.draw <= 1
                assert odds.own_loss >= 0 and odds.enemy_loss >= 0
        if number % 40 == 3 and advised < 6:
            advised += 1
            found = hints.hints(view, menu, rng, Budget(rollouts=8))
            assert 1 <= len(found) <= 3
            assert found[0].score == 0
            for hint in found:
                assert game.check(hint.order, role) is None
                assert hint.reasons and "{" not in hints.sentence(hint.reasons)
        game.play(bots[role].decide(view, menu, rng, None), role)
        number += 1
    assert battles and advised
    final = hints.chances(game)
    assert {role for role in ROLES if final[role] == 1.0} == set(game.result.winners)


def test_every_kind_of_decision_is_advised_with_a_reason() -> None:
    """Combats, retreats, discards, allotments: as many as three legal orders, none without words of its own."""
    seen: dict[str, int] = {}
    keys: set[str] = set()
    rng = random.Random(8)
    for seed in range(6):
        game = Game.new(seed=f"kinds {seed}")
        bots = {role: registry.make("captain", role) for role in ROLES}
        while game.result is None:
            role = sure(game.decision).roles[0]
            view, menu = game.view(role), game.menu(role)
            kind = menu["state"]
            wanted = kind in ("COMBAT_PICK", "RETREAT_PICK", "FORCED_DISCARD", "ALLOT")
            if wanted and seen.get(kind, 0) < 4:
                seen[kind] = seen.get(kind, 0) + 1
                found = hints.hints(view, menu, rng, Budget(rollouts=0))
                assert 1 <= len(found) <= 3 and len({hint.order for hint in found}) == len(found)
                for hint in found:
                    assert game.check(hint.order, role) is None
                    keys.update(key for key, _ in hint.reasons)
            game.play(bots[role].decide(view, menu, rng, None), role)
        if len(seen) == 4 and min(seen.values()) == 4:
            break
    assert set(seen) == {"COMBAT_PICK", "RETREAT_PICK", "FORCED_DISCARD", "ALLOT"}
    assert {"hint.attacks", "hint.drives", "hint.spare", "hint.plan"} <= keys
    assert "hint.best" not in keys


def test_advice_is_the_strongest_rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest rung that players may choose thinks for whoever asks."""
    asked: list[str] = []
    make = registry.make

    def noted(name: str, seed: int | str = 0) -> Bot:
        asked.append(name)
        return make(name, seed)

    monkeypatch.setattr(registry, "make", noted)
    game = Game.new(seed="advice")
    role = sure(game.decision).roles[0]
    hints.hints(game.view(role), game.menu(role), random.Random(1), Budget(rollouts=0))
    offered = [bot for bot in registry.BOTS.values() if bot.offered]
    assert asked == [max(offered, key=lambda bot: bot.level).name] == ["general"]


@pytest.mark.parametrize(
    ("scenario", "players"), [("standard", 4), ("standard", 3), ("expert", 4), ("west", 2), ("austria", 2)]
)
def test_chances_tell_nothing_that_a_viewer_may_not_know(scenario: str, players: int) -> None:
    """Worlds that a viewer cannot tell apart have one set of chances, and everybody at the table is told the same."""
    game = Game.new(scenario=scenario, players=players, seed="chances")
    roles = list(game.state.scenario.roles)
    bots = {role: registry.make("random", role) for role in roles}
    rng = random.Random(4)
    hidden: set[str] = set()
    asked = number = 0
    while game.result is None and asked < 3:
        role = sure(game.decision).roles[0]
        if number % 50 == 30:
            asked += 1
            told = hints.chances(game.view(None))
            assert hints.chances(game) == told
            for viewer in (*roles, None):
                view = game.view(viewer)
                assert hints.chances(view) == told
                for _ in range(3):
                    world = resample(view, rng)
                    hidden.add(json.dumps([world.position()["hands"], world.position()["pieces"]], sort_keys=True))
                    assert hints.chances(world) == told
        game.play(bots[role].decide(game.view(role), game.menu(role), rng, None), role)
        number += 1
    assert asked and len(hidden) > 6 * asked, "the worlds do not differ"


def test_scenarios_have_chances_of_their_own() -> None:
    """What is true in the standard game is not in the scenarios of two; a table that was not fitted goes by it."""
    rows = chances.fitted()
    assert {"standard", "west", "austria"} <= set(rows) <= {"standard", "standard-3", "expert", "west", "austria"}
    for table, roles in rows.items():
        assert len({len(weights) for weights in roles.values()}) == 1
        assert "friedrich" in roles and len(roles) == (2 if table in ("west", "austria") else 4)
    named = [hints.chances(Game.new(scenario=scenario, seed="x")) for scenario in ("standard", "west", "austria")]
    assert len({one["friedrich"] for one in named}) == 3
