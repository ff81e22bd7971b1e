"""The duel solver against a plain brute force that shares no code with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.solver import DEEPEST, Duel, pack

#: What belongs to either side.
Sides = Sequence[list[int]]


def brute(hands: Sides, prices: Sides, score: int, right: int, ends: Sides) -> int:
    """Every line of play, by the rules alone. Hands: values, 0 for a Reserve. Answers side 0's value."""

    @cache
    def value(left: tuple[tuple[int, ...], tuple[int, ...]], score: int, right: int) -> int:
        options = []
        sign = 1 if right == 0 else -1
        suit = any(hands[right][i] for i in left[right])
        if score < 0 or not suit:
            options.append(ends[right][min(-score, DEEPEST)])
        for i in left[right]:
            face = hands[right][i]
            for worth in range(1, 11) if face == 0 else (face,):
                rest = tuple(k for k in left[right] if k != i)
                after = (rest, left[1]) if right == 0 else (left[0], rest)
                total = score + worth
                found = value(after, total, right) if total < 0 else value(after, -total, 1 - right)
                options.append(found - sign * prices[right][i])
        return max(options) if right == 0 else min(options)

    return value((tuple(range(len(hands[0]))), tuple(range(len(hands[1])))), score, right)


def fill(duel: Duel, hands: Sides, prices: Sides, ends: Sides) -> None:
    duel.value0, duel.price0 = pack(vec[i64](hands[0]), vec[i64](prices[0]), 6, 2)
    duel.value1, duel.price1 = pack(vec[i64](hands[1]), vec[i64](prices[1]), 6, 2)
    duel.end0, duel.end1 = vec[i64](ends[0]), vec[i64](ends[1])


def stakes(rng: random.Random) -> Sides:
    """Losing is bad for the loser, the more the deeper."""
    lose, win = [0], [0]
    for _ in range(DEEPEST):
        lose.append(lose[-1] - rng.randint(0, 900))
        win.append(win[-1] + rng.randint(0, 900))
    return lose, win


cards = st.lists(st.integers(2, 13), max_size=4)


@given(cards, cards, st.integers(0, 1), st.integers(-12, 0), st.integers(0, 1), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_solver_equals_brute_force(
    mine: list[int], theirs: list[int], wild: int, score: int, right: int, seed: int
) -> None:
    rng = random.Random(seed)
    hands = (sorted(mine, reverse=True) + [0] * wild, sorted(theirs, reverse=True))
    prices = tuple([rng.randint(0, 200) for _ in hand] for hand in hands)
    ends = stakes(rng)
    duel = Duel()
    fill(duel, hands, prices, ends)
    assert duel.solve(score, right) == brute(hands, prices, score, right, ends)


def test_six_suit_cards_a_side_are_exact() -> None:
    rng = random.Random(7)
    for _ in range(6):
        hands = tuple(sorted((rng.randint(2, 13) for _ in range(6)), reverse=True) for _ in range(2))
        prices = tuple([rng.randint(0, 100) for _ in hand] for hand in hands)
        ends = stakes(rng)
        duel = Duel()
        fill(duel, hands, prices, ends)
        score, right = -rng.randint(0, 9), rng.randint(0, 1)
        assert duel.solve(score, right) == brute(hands, prices, score, right, ends)


def test_a_reserve_stops_at_minus_one() -> None:
    """At −8 with one Reserve against a strong hand: 7, then give up for one troop."""
    duel = Duel()
    lose = [-1000 * k for k in range(DEEPEST + 1)]
    win = [1000 * k for k in range(DEEPEST + 1)]
    fill(duel, ([0], [13, 13, 12, 11]), ([10], [0, 0, 0, 0]), (lose, win))
    assert duel.solve(-8, 0) == -1000 - 10


def test_packing_keeps_the_sums() -> None:
    rng = random.Random(3)
    for size in range(1, 20):
        values = [rng.randint(2, 13) for _ in range(size)]
        prices = [rng.randint(1, 99) for _ in range(size)]
        v, p = pack(vec[i64](values), vec[i64](prices), 5, 1)
        assert len(v) == min(size, 5)
        assert sum(v) == sum(values)
        assert sum(p) == sum(prices)
        assert list(v) == sorted(v, reverse=True)
