"""Fit the chances of `bots.chances` on self-play of captains and write `bots/chances.json`.

    python tools/fit_chances.py 1200
    python tools/fit_chances.py 600 west austria          # these tables only; the others stay as they are
    python tools/fit_chances.py 3000 --check held-1       # score the chances on other games, named by this word

Once a turn the public features are noted; each role's logistic weights follow from the winners, with a small pull
towards zero, and are then calibrated on games left out. `--check` plays straight on the engine's states and prints what
`sanssouci lab calibrate` prints, without the making of views and menus.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import random
import sys
from functools import partial
from multiprocessing import Pool
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots import arena, chances, openings, weights
from sanssouci.bots.captain import TEMPERAMENTS, CaptainBot
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.cards import key_from_seed
from sanssouci.friedrich.rules.decks import hand_size
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLES
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import SCENARIOS, named
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, State, role_of
from sanssouci.friedrich.rules.troops import total
from sanssouci.lab.calibrate import report

#: Table, scenario, players.
TABLES = {
    "standard": ("standard", 4),
    "standard-3": ("standard", 3),
    "expert": ("expert", 4),
    "west": ("west", 2),
    "austria": ("austria", 2),
}
#: Pull towards zero, a row; steps of Newton's method at most, and the step that is none.
PULL, STEPS, STILL = 1e-3, 30, 1e-6
Rows = list[tuple[list[float], int]]


def row_of(s: State) -> list[float]:
    """The public features of a state."""
    nations = range(NATION_COUNT)
    return chances.features(s, [int(hand_size(s, n)) for n in nations], [int(total(s, n)) for n in nations])


def _weights(role: str, table: str, rng: random.Random) -> vec[i64]:
    return weights.load("captain", role, rng.choice(TEMPERAMENTS), table=table)


def turns(table: str, name: str) -> tuple[list[State], int]:
    """One game of captains: the state at the beginning of each turn, and the winners."""
    scenario, players = TABLES[table]
    s = scenarios.new_state(SCENARIOS.index(scenario), players, Options({}), key_from_seed(name))
    turn.start(s)
    rng = random.Random(name)
    while s.state == ALLOT:
        turn.allot(s, s.decider, openings.shares(s, int(s.decider), rng))
    policies = [Policy(_weights(role, table, rng), rng.getrandbits(60), CaptainBot.samples, False) for role in ROLES]
    found = []
    last = 0
    while s.state != GAME_OVER:
        if s.turn != last:
            last = int(s.turn)
            found.append(s.copy())
        arena.play_order(s, policies[role_of(s, s.decider)])
    return found, int(s.winners)


def game(table: str, seed: int) -> Rows:
    """One game to learn from: the features at the beginning of each turn, with the winners."""
    states, winners = turns(table, f"fit {table} {seed}")
    return [(row_of(s), winners) for s in states]


def held_out(table: str, word: str, seed: int) -> dict[str, Any]:
    """One game that was not learned from, with the chances named at the beginning of each turn."""
    states, winners = turns(table, f"{word} {table} {seed}")
    return {
        "number": seed, "winners": [role for r, role in enumerate(ROLES) if winners >> r & 1],
        "chances": [chances.chances(s) for s in states],
    }  # fmt: skip


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The answer to a system of linear equations, by elimination; the matrix is symmetric and positive."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        for k in range(i + 1, size):
            part = rows[k][i] / rows[i][i]
            if part:
                rows[k] = [x - part * y for x, y in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][k] * found[k] for k in range(i + 1, size))) / rows[i][i]
    return found


def fit(rows: Rows, role: int, pull: float = PULL) -> list[float]:
    """Logistic weights by Newton's method, with a pull towards zero of all but the first."""
    size = len(rows[0][0])
    found = [0.0] * size
    for _ in range(STEPS):
        held = [pull * len(rows) + 1e-9 if i else 1e-9 for i in range(size)]
        slope = [-h * w for h, w in zip(held, found, strict=True)]
        bend = [[held[i] if i == k else 0.0 for k in range(size)] for i in range(size)]
        for row, winners in rows:
            chance = 1 / (1 + math.exp(-max(min(sum(x * w for x, w in zip(row, found, strict=True)), 30), -30)))
            wrong, sure = (winners >> role & 1) - chance, chance * (1 - chance)
            told = [(i, x) for i, x in enumerate(row) if x]
            for i, x in told:
                slope[i] += wrong * x
                line, part = bend[i], sure * x
                for k, y in told:
                    line[k] += part * y
        step = solved(bend, slope)
        found = [w + d for w, d in zip(found, step, strict=True)]
        if max(abs(d) for d in step) < STILL:
            break
    return found


def calibrated(games: list[Rows], role: int) -> list[float]:
    """Fitted on four fifths of the games; the rest says how far the chances named must be drawn towards the middle."""
    kept = len(games) * 4 // 5
    found = fit([row for game in games[:kept] for row in game], role)
    scores = [
        ([1.0, sum(x * w for x, w in zip(row, found, strict=True))], winners)
        for game in games[kept:]
        for row, winners in game
    ]
    shift, slope = fit(scores, role, pull=0.0)
    return [round(w * slope + (shift if i == 0 else 0.0), 4) for i, w in enumerate(found)]


def main(words: list[str]) -> None:
    """Play, fit, write; or play and score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int)
    parser.add_argument("tables", nargs="*", metavar="table", help=", ".join(TABLES))
    parser.add_argument("--check", metavar="WORD")
    parser.add_argument("--workers", type=int)
    args = parser.parse_args(words)
    if args.games < 10 or not set(args.tables) <= set(TABLES):
        parser.error(f"ten games at least; the tables are {', '.join(TABLES)}")
    path = pathlib.Path(chances.__file__).parent / "chances.json"
    out = {table: rows for table, rows in chances.fitted().items() if table in TABLES and args.tables}
    with Pool(args.workers) as pool:
        for table in args.tables or TABLES:
            if args.check:
                results = pool.map(partial(held_out, table, args.check), range(args.games), chunksize=2)
                print(table, report("captain", args.check, results), "", sep="\n", flush=True)
                continue
            roles = named(TABLES[table][0]).roles
            played = pool.map(partial(game, table), range(args.games), chunksize=2)
            fits = pool.map(partial(calibrated, played), [ROLES.index(role) for role in roles])
            out[table] = dict(zip(roles, fits, strict=True))
            print(table, args.games, "games", sum(map(len, played)), "rows", flush=True)
            path.write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
