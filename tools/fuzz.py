"""Plays whole games from seeds in all scenarios and options and checks every state it can afford.

Half of the games start from generated positions. The first violation stops everything and is written to a
file that reproduces it: the opening position, the choices taken, and the law that was broken.

    python tools/fuzz.py --games 2000 [--seed 1] [--workers 2] [--out fuzz-violation.json]
    python tools/fuzz.py --reproduce fuzz-violation.json
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "friedrich"))

from generated import beginning, generate
from laws import (
    Violation,
    demand,
    intervals_hold,
    keen_order,
    menu_is_honest,
    menus_in_order,
    next_to_enemies,
    orders_on,
    plain,
    reads_back,
    state_in_order,
)
from secrets_permuted import another_world
from situations import ROLES

from sanssouci.friedrich import Game, IllegalOrder

#: A game that lasts longer does not end.
MOST_STEPS = 40_000


def opening(seed: int) -> dict[str, Any]:
    """The opening of game number `seed`: odd numbers start from generated positions."""
    rng = random.Random(f"opening-{seed}")
    return generate(rng) if seed % 2 else beginning(rng)


def audit(game: Game, rng: random.Random, thorough: bool) -> None:
    """The checks of one state; a thorough one also reads the position back and looks for leaks."""
    position = plain(game)
    state_in_order(game, position)
    menus_in_order(game)
    menu_is_honest(game, rng)
    if not thorough:
        return
    reads_back(game, position)
    intervals_hold(game, position)
    role = rng.choice([*ROLES, None])
    other = Game.from_position(another_world(game, role, rng)[0])
    for here, there in ((game.view(role).json(), other.view(role).json()), (game.menu(role), other.menu(role))):
        demand(here == there, "R15 what a seat cannot know does not show", role)


def replays(game: Game) -> None:
    """The record of a finished game gives the same end."""
    again = Game.from_record(game.record())
    demand(again.result == game.result, "a record replays to the same end", again.result, game.result)
    here, there = plain(game), plain(again)
    for field in ("pieces", "conquered", "retired", "out", "turn"):
        demand(here[field] == there[field], "a record replays to the same position", field)


def quick(game: Game) -> list[int]:
    """The cheap checks, made at every step; gives the choices back."""
    choices: list[int] = game.choices()
    demand(bool(choices), "menus are never empty", game.decision)
    return choices


def play(seed: int, every: int, script: list[int] | None = None) -> tuple[int, Counter[str], list[Any]]:
    """Game number `seed`: how many steps, which states; `script` collects the choices for a report."""
    rng = random.Random(f"choices-{seed}")
    game = Game.from_position(opening(seed))
    by_orders = seed % 5 == 0
    keen = seed % 4 in (1, 2)
    taken: list[Any] = script if script is not None else []
    states: Counter[str] = Counter()
    next_audit = rng.randrange(every)
    audits = 0
    active, enemies = "", set()
    for step in range(MOST_STEPS):
        if game.result is not None:
            audit(game, rng, seed % 4 == 3)
            if seed % 10 == 3:
                replays(game)
            return step, states, taken
        decision = game.decision
        demand(decision is not None, "ST90 a running game waits for somebody")
        assert decision is not None
        states[decision.state] += 1
        if step >= next_audit:
            audits += 1
            audit(game, rng, audits % 4 == 1)
            next_audit = step + 1 + rng.randrange(2 * every)
        if keen and decision.state == "MOVE_MENU" and rng.random() < 0.2:
            if decision.nation != active:
                active, enemies = decision.nation, next_to_enemies(game, decision.nation)
            line = keen_order(game, rng, enemies)
            if line is not None:
                taken.append(line)
                game.play(line)
                continue
        if (
            by_orders
            and step % 3 == 0
            and decision.state not in ("MOVE_PATH", "SPLIT_ALLOT")
            and not decision.state.startswith("RECRUIT")
        ):
            lines = orders_on(game.menu(decision.roles[0]), rng, 3)
            demand(bool(lines), "every menu gives orders", decision)
            line = rng.choice(lines)
            taken.append(line)
            game.play(line)
            continue
        choice = rng.choice(quick(game))
        taken.append(choice)
        game.choose(choice)
    raise Violation(f"a game of more than {MOST_STEPS} steps")


def one(task: tuple[int, int]) -> dict[str, Any]:
    """One game in a worker: the counts, or the violation."""
    seed, every = task
    script: list[Any] = []
    try:
        steps, states, _ = play(seed, every, script)
        return {"seed": seed, "steps": steps, "states": dict(states)}
    except (Violation, IllegalOrder) as broken:
        return {"seed": seed, "every": every, "law": str(broken), "script": script}
    except Exception:
        return {"seed": seed, "every": every, "law": traceback.format_exc(), "script": script}


def report(found: dict[str, Any], path: Path) -> None:
    """Write what reproduces a violation."""
    data = {**found, "opening": opening(found["seed"])}
    try:
        game = Game.from_position(data["opening"])
        for entry in found["script"][:-1]:
            game.play(entry) if isinstance(entry, str) else game.choose(entry)
        data["position"] = plain(game)
    except Exception as problem:
        data["position"] = f"cannot be reached again: {problem!r}"
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")


def reproduce(path: Path) -> int:
    """Plays the game of a report again, with all checks at every step."""
    data = json.loads(path.read_text(encoding="utf-8"))
    rng = random.Random(0)
    game = Game.from_position(data["opening"])
    for number, entry in enumerate(data["script"]):
        try:
            audit(game, rng, True)
            game.play(entry) if isinstance(entry, str) else game.choose(entry)
        except Exception:
            print(f"step {number}, {entry!r} in {game.decision}:\n{traceback.format_exc()}")
            return 1
    try:
        audit(game, rng, True)
    except Exception:
        print(f"after the last step, in {game.decision}:\n{traceback.format_exc()}")
        return 1
    print("no violation when every state is checked; the law that was broken was:", data["law"], sep="\n")
    return 0


def main() -> int:
    """The command line."""
    words = argparse.ArgumentParser(description="Play whole games from seeds; stop at the first violation.")
    words.add_argument("--games", type=int, default=2000)
    words.add_argument("--seed", type=int, default=1, help="number of the first game")
    words.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    words.add_argument("--every", type=int, default=200, help="full checks every so many steps, on average")
    words.add_argument("--out", type=Path, default=Path("fuzz-violation.json"))
    words.add_argument("--reproduce", type=Path)
    given = words.parse_args()
    if given.reproduce:
        return reproduce(given.reproduce)
    began = time.monotonic()
    games = steps = 0
    states: Counter[str] = Counter()
    tasks = ((seed, given.every) for seed in range(given.seed, given.seed + given.games))
    with multiprocessing.Pool(given.workers) as pool:
        for found in pool.imap_unordered(one, tasks, chunksize=8):
            if "law" in found:
                pool.terminate()
                report(found, given.out)
                print(f"game {found['seed']} breaks a law after {len(found['script'])} steps: {found['law']}")
                print(f"written to {given.out}; again with: python tools/fuzz.py --reproduce {given.out}")
                return 1
            games += 1
            steps += found["steps"]
            states.update(found["states"])
            if games % 1000 == 0:
                print(f"{games} games, {steps} decisions, {time.monotonic() - began:.0f} s", flush=True)
    spent = time.monotonic() - began
    print(f"{games} games from seed {given.seed}, {steps} decisions, no violation, {spent:.0f} s")
    print("states seen: " + ", ".join(f"{name} {number}" for name, number in states.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
