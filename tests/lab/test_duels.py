"""The combat positions against a plain solver: with open hands nothing is better than the right orders."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from certain import sure
from sanssouci.friedrich import Game
from sanssouci.lab.tactics import Puzzle, load

Cards = tuple[int, ...]
DUELS = [p for p in load() if p.theme in ("stop at −1", "play to zero")]


@cache
def worth(mine: Cards, wild: int, theirs: Cards, their_wild: int, score: int, troops: int, others: int) -> int:
    """Troops the other side loses less troops I lose, both playing best, when I hold the right at `score` ≤ 0."""
    best = None if score == 0 and mine else -min(-score, troops)
    for number, named in moves(mine, wild):
        value = after(mine, wild, theirs, their_wild, score, troops, others, number, named)
        best = value if best is None else max(best, value)
    assert best is not None
    return best


def moves(mine: Cards, wild: int) -> list[tuple[int, int]]:
    """(index of a suit card or −1 for a Reserve, value)."""
    return [(i, v) for i, v in enumerate(mine)] + ([(-1, v) for v in range(1, 11)] if wild else [])


def after(
    mine: Cards, wild: int, theirs: Cards, their_wild: int, score: int, troops: int, others: int, card: int, value: int
) -> int:
    """What a play is worth."""
    mine, wild = (mine[:card] + mine[card + 1 :], wild) if card >= 0 else (mine, wild - 1)
    score += value
    if score < 0:
        return worth(mine, wild, theirs, their_wild, score, troops, others)
    return -worth(theirs, their_wild, mine, wild, -score, others, troops)


def suit_cards(hand: list[str], suit: str) -> Cards:
    """The values of one suit in a hand, ascending."""
    return tuple(sorted(int(card.split("/")[0][:-1]) for card in hand if card.split("/")[0].endswith(suit)))


def duel(puzzle: Puzzle) -> tuple[Cards, int, Cards, int, int, int, int]:
    """The open cards and strengths at the puzzle's first decision."""
    game = Game.from_position(puzzle.position)
    shown: Any = sure(game.view(puzzle.role).json()["combat"])["current"]
    own, other = (shown[side] for side in sorted(("attacker", "defender"), key=lambda side: side != shown["right"]))
    hands = game.position()["hands"]
    mine, theirs = hands.get(own["nation"], []), hands.get(other["nation"], [])
    wild, their_wild = (sum(card.startswith("R") for card in hand) for hand in (mine, theirs))
    return (
        suit_cards(mine, own["suit"]), wild, suit_cards(theirs, other["suit"]), their_wild, shown["score"],
        own["troops"], other["troops"],
    )  # fmt: skip


@pytest.mark.parametrize("puzzle", DUELS, ids=lambda p: p.id)
def test_nothing_is_better_than_the_right_order(puzzle: Puzzle) -> None:
    mine, wild, theirs, their_wild, score, troops, others = duel(puzzle)
    values = {"pass": -min(-score, troops)}
    for number, value in moves(mine, wild):
        name = f"R={value}" if number < 0 else str(mine[number])
        values[f"play {name}"] = after(mine, wild, theirs, their_wild, score, troops, others, number, value)
    best = max(values.values())
    right = {order.rstrip("SCHD") if "R=" not in order else order for order in puzzle.orders[0]}
    assert {values[order] for order in right} == {best}
    others_as_good = {order for order, value in values.items() if value == best} - right
    assert others_as_good == set(), values


def test_the_solver_on_small_duels() -> None:
    assert worth((5,), 0, (), 0, -5, 3, 8) == 0  # to zero: a draw
    assert worth((), 1, (), 0, -8, 9, 17) == 2  # a Reserve of 10 against empty hands
    assert worth((), 1, (9, 12), 0, -8, 9, 17) == -1  # stop at −1
    assert worth((2,), 0, (3,), 0, 0, 5, 5) == -1  # at zero a suit card must be played
