"""Settings and games for the tests of the environments."""

from __future__ import annotations

import random
from collections.abc import Iterator

from generated import generate, some_options

from sanssouci.env.play import Play
from sanssouci.env.setting import setting
from sanssouci.friedrich import Game

SETTINGS = [("standard", 4), ("standard", 3), ("expert", 4), ("expert", 3), ("west", 2), ("austria", 2)]


def beginnings(rng: random.Random, games: int) -> Iterator[Play]:
    """Games of every scenario, number of players and some options, from their start."""
    for game in range(games):
        scenario, players = SETTINGS[game % len(SETTINGS)]
        yield setting(scenario, players, some_options(rng)).play(f"{rng.random()}")


def middles(rng: random.Random, games: int) -> Iterator[Play]:
    """Crowded, late and strange games (`generated`): there all kinds of decisions occur."""
    for _ in range(games):
        yield Play(Game.from_position(generate(rng)).state, True)


def some_row(play: Play, rng: random.Random) -> int:
    """Any legal action."""
    return int(play.rows[rng.randrange(len(play.rows))])
