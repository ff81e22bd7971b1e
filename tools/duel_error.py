"""How much is lost by packing large hands in the duel solver, and how long a solution takes.

    python tools/duel_error.py [number of duels, default 400]

Hands of seven and eight suit cards a side are searched exactly and packed (as the bots do beyond six). Printed in
troops: how far the packed value of the duel is off, and the regret: what the first card that the packed search
prefers gives away against the best one. Larger hands cannot be searched exactly; their times are printed.
"""

from __future__ import annotations

import random
import sys
import time

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.solver import DEEPEST, PACKED, Duel, pack

#: What a troop is worth in the hundredths that the bots reckon in, and a point of a card.
TROOP, POINT = 3000, 400


def quantiles(figures: list[float]) -> str:
    """Mean, median and the worst twentieth."""
    figures = sorted(figures)
    n = len(figures)
    return f"mean {sum(figures) / n:.2f}, median {figures[n // 2]:.2f}, 95 % under {figures[int(n * 0.95)]:.2f}"


def hand(rng: random.Random, size: int) -> list[int]:
    """Suit cards of several decks, descending."""
    return sorted((rng.randint(2, 13) for _ in range(size)), reverse=True)


def fill(duel: Duel, mine: list[int], theirs: list[int], size: int) -> None:
    """Both hands, packed to so many cards."""
    duel.value0, duel.price0 = pack(vec[i64](mine), vec[i64]([POINT * v for v in mine]), size, 1)
    duel.value1, duel.price1 = pack(vec[i64](theirs), vec[i64]([POINT * v for v in theirs]), size, 1)


def value(duel: Duel, mine: list[int], theirs: list[int], score: int, right: int, size: int) -> int:
    """The duel's value to the first hand."""
    fill(duel, mine, theirs, size)
    return int(duel.solve(score, right))


def first_cards(duel: Duel, mine: list[int], theirs: list[int], score: int, size: int) -> dict[int, int]:
    """What each first card (0: giving up) is worth."""
    found = {0: int(duel.end0[-score])} if score < 0 else {}
    for card in set(mine):
        rest = list(mine)
        rest.remove(card)
        after = score + card
        found[card] = value(duel, rest, theirs, *((after, 0) if after < 0 else (-after, 1)), size) - POINT * card
    return found


def main(number: int) -> None:
    """Measure and print."""
    rng = random.Random(1)
    duel = Duel()
    for size in (7, 8):
        off, regret, times = [], [], []
        for _ in range(number):
            mine, theirs = hand(rng, size), hand(rng, size)
            troops = rng.randint(2, 8), rng.randint(2, 8)
            duel.end0 = vec[i64]([-TROOP * min(k, troops[0]) - (600 if k else 0) for k in range(DEEPEST + 1)])
            duel.end1 = vec[i64]([TROOP * min(k, troops[1]) + (600 if k else 0) for k in range(DEEPEST + 1)])
            score = -rng.randint(0, 6)
            duel.thrifty = True
            duel.budget = 1 << 40
            exact = first_cards(duel, mine, theirs, score, size)
            duel.budget = 20000
            began = time.perf_counter()
            packed = first_cards(duel, mine, theirs, score, PACKED)
            times.append((time.perf_counter() - began) * 1000 / len(packed))
            off.append(abs(max(exact.values()) - max(packed.values())) / TROOP)
            chosen = max(packed, key=lambda card: (packed[card], card))
            regret.append((max(exact.values()) - exact[chosen]) / TROOP)
        print(f"{size} cards a side, {number} duels: value off by {quantiles(off)} troops")
        print(f"  regret of the first card: {quantiles(regret)} troops; one solution {quantiles(times)} ms")
    for size in (10, 14):
        times = []
        for _ in range(number):
            began = time.perf_counter()
            value(duel, hand(rng, size), hand(rng, size), -rng.randint(0, 6), 0, PACKED)
            times.append((time.perf_counter() - began) * 1000)
        print(f"{size} cards a side: one solution {quantiles(times)}, at most {max(times):.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 400)
