"""Hints are legal and explained, odds are probabilities, chances end with the result."""

from __future__ import annotations

import random

from certain import sure
from sanssouci.bots import hints, registry
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game

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
