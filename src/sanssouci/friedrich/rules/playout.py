"""Uniformly random play in compiled code: the bench, the fuzzer and random roll-outs use it."""

from __future__ import annotations

from mypy_extensions import i64

from sanssouci.friedrich.rules.state import GAME_OVER, State
from sanssouci.friedrich.rules.turn import apply, choices


class SmallRandom:
    """A small fast generator (32-bit sfc) for play-outs; never the game's own source of chance."""

    def __init__(self, seed: int) -> None:
        """Mix a seed of any size into the state."""
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = seed >> 32 & 0xFFFFFFFF
        self.c: i64 = seed >> 64 & 0xFFFFFFFF
        self.n: i64 = 1
        for _ in range(15):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        out = (self.a + self.b + self.n) & 0xFFFFFFFF
        self.n = (self.n + 1) & 0xFFFFFFFF
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & 0xFFFFFFFF
        self.c = ((self.c << 21 | self.c >> 11) + out) & 0xFFFFFFFF
        return out

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n − 1."""
        return (self.word() * n) >> 32


def random_game(s: State, rng: SmallRandom) -> i64:
    """Play to the end; answers the number of decisions."""
    decisions: i64 = 0
    while s.state != GAME_OVER:
        menu = choices(s)
        apply(s, menu[rng.below(len(menu))])
        decisions += 1
    return decisions


def random_games(start: State, games: i64, seed: int) -> i64:
    """Play `games` copies of a position to their ends with fresh chance; answers the decisions in all."""
    rng = SmallRandom(seed)
    total: i64 = 0
    for _ in range(games):
        s = start.copy()
        number: int = rng.word()
        s.key = number.to_bytes(8, "big")
        total += random_game(s, rng)
    return total


def copy_many(s: State, times: i64) -> None:
    """Copy a state again and again: what the bench times."""
    for _ in range(times):
        s.copy()
