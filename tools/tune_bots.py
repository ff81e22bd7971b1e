"""Find captain's weights by self-play: evolution strategies for all four roles against a pool of opponents.

    python tools/tune_bots.py --seconds 600 --workers 16 --out tuned.json
    python tools/tune_bots.py --scenario west --players 2 --out west.json
    python tools/tune_bots.py --compare tuned.json --games 400        # against the weights of the package

Every game gives those who learn weights of their own, drawn around the present ones (in logarithms, spread
`--spread`), and is played twice, with the draw and with its mirror image. What a role wins more with the draw than
with its image tells which way to go; a weight moves only if its effect stands out of the noise. A game counts 1 for a
winner; who loses is given a little for lasting (Friedrich) or for the objectives he holds.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import random
import time
from multiprocessing import Pool
from typing import NamedTuple

from sanssouci.bots import arena, openings, weights
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.cards import count, key_from_seed
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLES
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import SCENARIOS, named
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, HELD, State, role_of
from sanssouci.friedrich.rules.victory import needed

Figures = dict[str, dict[str, int]]
Result = tuple[list[float], list[float]]
#: Enemy hands that captain imagines in tuning games: fewer than at the table, for speed.
SAMPLES = 3
#: What winning all is worth is a convention, not a taste.
FIXED = ("win", "troop")


class Table(NamedTuple):
    """What is played: a scenario and its number of players."""

    scenario: str
    players: int

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in play."""
        return tuple(named(self.scenario).roles)


def start(seed: str, table: Table) -> State:
    """A game after the first allotment."""
    s = scenarios.new_state(SCENARIOS.index(table.scenario), table.players, Options({}), key_from_seed(seed))
    turn.start(s)
    rng = random.Random(seed)
    while s.state == ALLOT:
        turn.allot(s, s.decider, openings.shares(s, int(s.decider), rng))
    return s


def play(seed: str, figures: Figures, table: Table) -> list[float]:
    """One game; what it counts for each role."""
    s = start(seed, table)
    rng = random.Random(seed + " policies")
    policies = [Policy(weights.vector(figures[role]), rng.getrandbits(60), SAMPLES, False) for role in ROLES]
    while s.state != GAME_OVER:
        arena.play_order(s, policies[role_of(s, s.decider)])
    return [credit(s, role) for role in range(4)]


def credit(s: State, role: int) -> float:
    """1 for a win, less than a third for a good try."""
    if s.winners >> role & 1:
        return 1.0
    if role == 0:
        return min(int(s.turn), 20) / 60
    best = 0.0
    for nation in range(2, NATION_COUNT):
        if role_of(s, nation) == role:
            need = int(needed(s, nation))
            best = max(best, int(count(s.sets[HELD + nation] & need)) / max(int(count(need)), 1))
    return best / 3


def drawn(figures: Figures, rng: random.Random, spread: float, sign: int) -> tuple[Figures, dict[str, list[float]]]:
    """Weights around the present ones, and the draw."""
    out: Figures = {}
    noise: dict[str, list[float]] = {}
    for role in ROLES:
        noise[role] = [0.0 if name in FIXED else rng.gauss(0, 1) for name in weights.NAMES]
        out[role] = {
            name: round(figures[role][name] * math.exp(sign * spread * e))
            for name, e in zip(weights.NAMES, noise[role], strict=True)
        }
    return out, noise


class Task(NamedTuple):
    """Two games: the learners with a draw and with its mirror image, the others with the figures they have."""

    seed: str
    table: Table
    figures: Figures
    learners: tuple[str, ...]
    spread: float


def pair(task: Task) -> Result:
    """What the two games counted for each role."""
    both = []
    for sign in (1, -1):
        varied, _ = drawn(task.figures, random.Random(task.seed), task.spread, sign)
        both.append(
            play(task.seed, {r: (varied if r in task.learners else task.figures)[r] for r in ROLES}, task.table)
        )
    return both[0], both[1]


def step(figures: Figures, tasks: list[Task], results: list[Result], role: str) -> dict[str, int]:
    """The weights of a role, each moved if its effect stands out."""
    r = ROLES.index(role)
    out = dict(figures[role])
    gains = [(plus[r] - minus[r]) / 2 for plus, minus in results]
    noises = [drawn(task.figures, random.Random(task.seed), task.spread, 1)[1][role] for task in tasks]
    for i, name in enumerate(weights.NAMES):
        if name in FIXED or figures[role][name] == 0:
            continue
        products = [gain * noise[i] for gain, noise in zip(gains, noises, strict=True)]
        mean = sum(products) / len(products)
        error = math.sqrt(sum((p - mean) ** 2 for p in products)) / len(products)
        z = mean / max(error, 1e-9)
        if abs(z) > 1:
            way = max(min(0.6 * z * (1 - 1 / z**2), 1.5), -1.5)
            out[name] = max(round(figures[role][name] * math.exp(tasks[0].spread * way)), 1)
    return out


def tune(
    table: Table,
    seconds: float,
    workers: int,
    pairs: int,
    spread: float,
    out: pathlib.Path,
    past: list[Figures],
    seed: str,
) -> None:
    """Rounds until the time is over; the file holds every round's weights.

    Half of the games let Friedrich learn against attackers of today or of any earlier round, the other half let the
    attackers learn against such a Friedrich: who learns only against today's opponents forgets how to beat others.
    """
    until = time.monotonic() + seconds
    rounds: list[dict[str, object]] = []
    past = list(past)
    figures = past[-1]
    longest = 0.0
    with Pool(workers) as pool:
        while time.monotonic() + longest < until:
            began = time.monotonic()
            rng = random.Random(f"{seed} {len(rounds)}")
            tasks = []
            for i in range(2 * pairs):
                learners = ROLES[:1] if i < pairs else ROLES[1:]
                others = figures if rng.random() < 0.4 else rng.choice(past)
                mixed = {role: (figures if role in learners else others)[role] for role in ROLES}
                tasks.append(Task(f"tune {seed} {len(rounds)} {i}", table, mixed, tuple(learners), spread))
            found = pool.map(pair, tasks, chunksize=2)
            first, second = found[:pairs], found[pairs:]
            credits = [sum(p[r] + m[r] for p, m in (first if r == 0 else second)) / (2 * pairs) for r in range(4)]
            figures = {
                role: step(figures, *((tasks[:pairs], first) if r == 0 else (tasks[pairs:], second)), role)
                if role in table.roles
                else figures[role]
                for r, role in enumerate(ROLES)
            }
            past.append(figures)
            rounds.append({"credits": credits, "weights": figures})
            out.write_text(json.dumps(rounds), encoding="utf-8")
            longest = max(longest, time.monotonic() - began)
            named = " ".join(f"{role} {x:.3f}" for role, x in zip(ROLES, credits, strict=True))
            print(len(rounds), named, f"{time.monotonic() - began:.0f} s", flush=True)
            spread = max(spread * 0.96, 0.12)


def packaged(table: Table) -> Figures:
    """Captain's figures in the package at a table."""
    name = f"{table.scenario}-3" if table.players == 3 else table.scenario
    return {role: weights.figures_of("captain", role, name) for role in ROLES}


def compare(table: Table, other: Figures, games: int, workers: int, seed: str) -> None:
    """The other weights as Friedrich against the package's attackers, and the other way round, on the same seeds."""
    mine = packaged(table)
    seats = {
        "package both": mine,
        "tuned both": other,
        "tuned Friedrich": {role: (other if role == "friedrich" else mine)[role] for role in ROLES},
        "tuned attackers": {role: (mine if role == "friedrich" else other)[role] for role in ROLES},
    }
    with Pool(workers) as pool:
        for name, figures in seats.items():
            found = pool.starmap(play, [(f"compare {seed} {i}", figures, table) for i in range(games)], chunksize=2)
            wins = [sum(x[r] == 1 for x in found) / games for r in range(4)]
            named = " ".join(f"{role} {100 * x:5.1f} %" for role, x in zip(ROLES, wins, strict=True))
            print(f"{name:16}", named, flush=True)


def rounds_of(path: str) -> list[Figures]:
    """The weights of all rounds of a file."""
    return [entry["weights"] for entry in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="standard", choices=SCENARIOS)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=400, help="pairs of games a round, for either side")
    parser.add_argument("--spread", type=float, default=0.3)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tuned.json"))
    parser.add_argument("--past", help="a file of earlier rounds: opponents, the last one the point to start from")
    parser.add_argument("--compare", help="compare the last round of this file with the package's weights")
    parser.add_argument("--games", type=int, default=400)
    args = parser.parse_args()
    table = Table(args.scenario, args.players)
    if args.compare:
        compare(table, rounds_of(args.compare)[-1], args.games, args.workers, args.seed)
        return
    past = rounds_of(args.past) if args.past else [packaged(table)]
    tune(table, args.seconds, args.workers, args.pairs, args.spread, args.out, past, args.seed)


if __name__ == "__main__":
    main()
