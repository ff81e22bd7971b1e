"""No hint is absurd: a hundred positions with verdicts fixed before the adviser was tuned (tools/absurd.py)."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sanssouci.bots import hints
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game

SHELF = Path(__file__).parent / "absurd"
KINDS = {"surrender": 50, "idle": 30, "supply": 20}
#: Positions looked at by one test.
BATCH = 10


def shelf(kind: str) -> list[dict[str, Any]]:
    """The entries of one kind."""
    found: list[dict[str, Any]] = json.loads((SHELF / f"{kind}.json").read_text("utf-8"))
    assert len(found) == KINDS[kind]
    return found


def is_explained(hint: hints.Hint, odds: list[hints.CardOdds]) -> bool:
    """Does a surrender say what the cards are kept for, while the odds show that none of them would save a troop?"""
    if (
        hint.order != "pass"
        or hint.odds not in odds
        or not {"hint.kept", "hint.lost"} & {key for key, _ in hint.reasons}
    ):
        return False
    return min(one.own_loss for one in odds) > hint.odds.own_loss - 0.1


def words(order: str) -> str:
    """An order as the verdicts write it: a move by its pieces and its last city, anything else as it is."""
    parts = order.split()
    return f"{parts[1]} {parts[-1]}" if parts[0] == "move" else order


@pytest.mark.parametrize(("kind", "first"), [(kind, n) for kind, size in KINDS.items() for n in range(0, size, BATCH)])
def test_no_hint_is_absurd(kind: str, first: int) -> None:
    for number, one in enumerate(shelf(kind)[first : first + BATCH], first):
        game = Game.from_position(one["position"])
        view = game.view(one["role"])
        found = hints.hints(view, game.menu(one["role"]), random.Random(number), Budget(rollouts=12))
        odds = hints.battle_odds(view)
        named = [words(hint.order) for hint in found if not is_explained(hint, odds)]
        assert found and not set(named) & set(one["absurd"]), (kind, number, named)
