"""Speed of the research environments, all in one process, so that the figures can be compared."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel

from sanssouci.env import friedrich_v0, openspiel  # noqa: F401 - registers the game
from sanssouci.env.arena import Arena
from sanssouci.friedrich import BUILD, Game
from sanssouci.friedrich.rules import playout, scenarios, turn
from sanssouci.friedrich.rules.options import Options

GAMES = 64


def raw() -> int:
    """The bare engine: choices and apply, random."""
    state = scenarios.new_state(0, 4, Options({}), b"bench")
    turn.start(state)
    return int(playout.random_games(state, 200, 1))


def inside(arena: Arena) -> int:
    """The arena draws its actions itself."""
    arena.run(2000)
    return GAMES * 2000


def short_list(arena: Arena, chance: np.random.Generator) -> int:
    """NumPy draws from the short list of legal rows."""
    offsets, legal = np.asarray(arena.offsets), np.asarray(arena.legal)
    for _ in range(1000):
        first = offsets[:-1]
        arena.step(legal[first + (chance.random(GAMES) * (offsets[1:] - first)).astype(np.int64)])
    return GAMES * 1000


def from_mask(arena: Arena, chance: np.random.Generator) -> int:
    """NumPy draws from the mask."""
    masks = np.asarray(arena.masks)
    for _ in range(50):
        arena.step(np.array([chance.choice(np.flatnonzero(mask)) for mask in masks]))
    return GAMES * 50


def pettingzoo(env: object, rng: random.Random) -> int:
    """One game through PettingZoo: `last`, a legal action, `step`."""
    steps = 0
    for _ in env.agent_iter(5000):  # type: ignore[attr-defined]
        seen, _, ended, _, _ = env.last()  # type: ignore[attr-defined]
        if ended:
            env.reset()  # type: ignore[attr-defined]
            continue
        env.step(rng.choice(np.flatnonzero(seen["action_mask"])))  # type: ignore[attr-defined]
        steps += 1
    return steps


def spiel(game: object, rng: random.Random) -> int:
    """One game through OpenSpiel, legal actions and apply only."""
    state = game.new_initial_state()  # type: ignore[attr-defined]
    steps = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    return steps


def surface(rng: random.Random) -> int:
    """`Game.choices` and `Game.choose`, with events and record."""
    game = Game.new(seed=str(rng.random()))
    steps = 0
    while game.result is None:
        game.choose(rng.choice(game.choices()))
        steps += 1
    return steps


def quiet(rng: random.Random) -> int:
    """`Game.choices` and the quiet `Game.step`."""
    game = Game.new(seed=str(rng.random()))
    steps = 0
    while game.result is None:
        game.step(rng.choice(game.choices()))
        steps += 1
    return steps


def main() -> None:
    """Each in turn, five times; the best of each counts, and its share of the bare engine."""
    rng, chance = random.Random(1), np.random.default_rng(1)
    arena = Arena(GAMES, seeds=1)
    env = friedrich_v0.env()
    env.reset(seed=1)
    game = pyspiel.load_game("python_friedrich")
    runs: dict[str, Callable[[], int]] = {
        "bare engine": raw,
        f"Arena({GAMES}), actions drawn inside": lambda: inside(arena),
        f"Arena({GAMES}), NumPy from the short list": lambda: short_list(arena, chance),
        f"Arena({GAMES}), NumPy from the mask": lambda: from_mask(arena, chance),
        "PettingZoo, one game": lambda: pettingzoo(env, rng),
        "OpenSpiel, one game": lambda: spiel(game, rng),
        "Game.choices, Game.choose": lambda: surface(rng),
        "Game.choices, Game.step": lambda: quiet(rng),
    }
    best = dict.fromkeys(runs, 0.0)
    for _ in range(5):
        for name, run in runs.items():
            began = time.process_time()
            steps = run()
            best[name] = max(best[name], steps / (time.process_time() - began))
    print(f"build: {BUILD}; steps a second on one core, observation and mask of the agent to act included in arenas")
    for name, rate in best.items():
        print(f"{name:42} {rate:12,.0f}   {rate / best['bare engine']:.4f}")


if __name__ == "__main__":
    main()
