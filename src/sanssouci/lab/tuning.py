"""Captain's weights by self-play: evolution strategies for all four roles against a pool of opponents.

Every game gives those who learn weights of their own, drawn around the present ones (in logarithms), and is played
twice, with the draw and with its mirror image. What a role wins more with the draw than with its image tells which way
to go; a weight moves only if its effect stands out of the noise. A game counts 1 for a winner; who loses is given a
little for lasting (Friedrich) or for the objectives he holds. `tools/tune_bots.py` is the command.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from sanssouci.bots import arena, openings, weights
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.cards import count, key_from_seed
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLES
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import SCENARIOS, named
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, HELD, State, role_of
from sanssouci.friedrich.rules.victory import needed
from sanssouci.lab import pool
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.progress import progress
from sanssouci.lab.worker import save

Figures = dict[str, dict[str, int]]
Result = tuple[list[float], list[float]]
#: Enemy hands that captain imagines in tuning games: fewer than at the table, for speed.
SAMPLES = 3
#: What winning all is worth is a convention, not a taste.
FIXED = ("win", "troop")
#: Who learns together.
SIDES = {"friedrich": tuple(ROLES[:1]), "attackers": tuple(ROLES[1:])}


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
    policies = [
        Policy(weights.vector(w), rng.getrandbits(60), SAMPLES, False, weights.late(w))
        for w in (figures[role] for role in ROLES)
    ]
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
        noise[role] = [0.0 if name in FIXED else rng.gauss(0, 1) for name in figures[role]]
        out[role] = {
            name: round(figure * math.exp(sign * spread * e))
            for (name, figure), e in zip(figures[role].items(), noise[role], strict=True)
        }
    return out, noise


class Pair(NamedTuple):
    """Two games: the learners with a draw and with its mirror image, the others with the figures they have."""

    seed: str
    table: Table
    figures: Figures
    learners: tuple[str, ...]
    spread: float

    def task(self, number: int) -> dict[str, Any]:
        """As the pool hands it out."""
        return {"task": "pair", "what": f"pair {number + 1} of '{self.seed}'", "number": number, **self._asdict()}


def play_pair(task: dict[str, Any]) -> Result:
    """What the two games counted for each role."""
    seed, figures, table = task["seed"], task["figures"], Table(*task["table"])
    both = []
    for sign in (1, -1):
        varied, _ = drawn(figures, random.Random(seed), task["spread"], sign)
        both.append(play(seed, {r: (varied if r in task["learners"] else figures)[r] for r in ROLES}, table))
    return both[0], both[1]


def play_trial(task: dict[str, Any]) -> list[float]:
    """What one game with these figures counted for each role."""
    return play(task["seed"], task["figures"], Table(*task["table"]))


def step(figures: Figures, pairs: list[Pair], results: list[Result], role: str) -> dict[str, int]:
    """The weights of a role, each moved if its effect stands out."""
    r = ROLES.index(role)
    out = dict(figures[role])
    gains = [(plus[r] - minus[r]) / 2 for plus, minus in results]
    noises = [drawn(pair.figures, random.Random(pair.seed), pair.spread, 1)[1][role] for pair in pairs]
    for i, name in enumerate(figures[role]):
        if name in FIXED or figures[role][name] == 0:
            continue
        products = [gain * noise[i] for gain, noise in zip(gains, noises, strict=True)]
        mean = sum(products) / len(products)
        error = math.sqrt(sum((p - mean) ** 2 for p in products)) / len(products)
        z = mean / max(error, 1e-9)
        if abs(z) > 1:
            way = max(min(0.6 * z * (1 - 1 / z**2), 1.5), -1.5)
            out[name] = max(round(figures[role][name] * math.exp(pairs[0].spread * way)), 1)
    return out


class Plan(NamedTuple):
    """How to tune: until so many seconds or rounds are over, so many pairs a round for either side."""

    table: Table
    seconds: float
    pairs: int
    spread: float
    seed: str
    rounds: int | None = None
    workers: int = 0
    ray: str | None = None
    side: str = "both"

    @property
    def learning(self) -> tuple[tuple[str, ...], ...]:
        """The roles of each side that learns."""
        return tuple(roles for side, roles in SIDES.items() if self.side in ("both", side))


def tune(plan: Plan, past: list[Figures], out: Path, say: Callable[[str], None]) -> None:
    """Rounds until the time is over; the file holds every round's weights.

    Half of the games let Friedrich learn against attackers of today or of any earlier round, the other half let the
    attackers learn against such a Friedrich: who learns only against today's opponents forgets how to beat others.
    A side that learns alone meets those it began with and nobody else.
    """
    if plan.pairs < 1:
        raise LabProblem("a round has at least one pair of games for either side")
    until = time.monotonic() + plan.seconds
    rounds: list[dict[str, object]] = []
    past = list(past)
    figures, spread = past[-1], plan.spread
    longest = 0.0
    while time.monotonic() + longest < until and len(rounds) != plan.rounds:
        began = time.monotonic()
        pairs = _pairs(plan, len(rounds), figures, past, spread)
        title = f"round {len(rounds) + 1}"
        found = _played([pair.task(i) for i, pair in enumerate(pairs)], plan.workers, plan.ray, title)
        credits = [0.0] * 4
        moved = dict(figures)
        for side, learners in enumerate(plan.learning):
            theirs = slice(side * plan.pairs, (side + 1) * plan.pairs)
            for role in learners:
                r = ROLES.index(role)
                credits[r] = sum(p[r] + m[r] for p, m in found[theirs]) / (2 * plan.pairs)
                if role in plan.table.roles:
                    moved[role] = step(figures, pairs[theirs], found[theirs], role)
        figures = moved
        if plan.side == "both":
            past.append(figures)
        rounds.append({"credits": credits, "weights": figures})
        save(out, json.dumps(rounds))
        longest = max(longest, time.monotonic() - began)
        shown = " ".join(f"{role} {x:.3f}" for role, x in zip(ROLES, credits, strict=True))
        say(f"{len(rounds)} {shown} {time.monotonic() - began:.0f} s")
        spread = max(spread * 0.96, 0.12)


def _pairs(plan: Plan, number: int, figures: Figures, past: list[Figures], spread: float) -> list[Pair]:
    """The games of a round: first those in which Friedrich learns, then those in which the attackers do."""
    rng = random.Random(f"{plan.seed} {number}")
    found = []
    for i in range(plan.pairs * len(plan.learning)):
        learners = plan.learning[i // plan.pairs]
        today = plan.side == "both" and rng.random() < 0.4
        others = figures if today else rng.choice(past)
        mixed = {role: (figures if role in learners else others)[role] for role in ROLES}
        found.append(Pair(f"tune {plan.seed} {number} {i}", plan.table, mixed, learners, spread))
    return found


def _played(tasks: list[dict[str, Any]], workers: int, ray: str | None, title: str) -> list[Any]:
    """The results of tasks in their order, whoever played them."""
    found: list[Any] = [None] * len(tasks)
    with progress(title, len(tasks)) as bar:
        for task, result in pool.run(tasks, workers, ray=ray):
            found[task["number"]] = result
            bar.done()
    return found


def packaged(table: Table) -> Figures:
    """Captain's figures in the package at a table."""
    name = f"{table.scenario}-3" if table.players == 3 else table.scenario
    return {role: weights.figures_of("captain", role, name) for role in ROLES}


def compare(
    table: Table, other: Figures, games: int, seed: str, workers: int, ray: str | None, say: Callable[[str], None]
) -> None:
    """The other weights as Friedrich against the package's attackers, and the other way round, on the same seeds."""
    mine = packaged(table)
    seats = {
        "package both": mine,
        "tuned both": other,
        "tuned Friedrich": {role: (other if role == "friedrich" else mine)[role] for role in ROLES},
        "tuned attackers": {role: (mine if role == "friedrich" else other)[role] for role in ROLES},
    }
    for name, figures in seats.items():
        trial = {"task": "trial", "what": f"a game of '{name}'", "table": table, "figures": figures}
        tasks = [{**trial, "number": i, "seed": f"compare {seed} {i}"} for i in range(games)]
        found = _played(tasks, workers, ray, name)
        wins = [sum(x[r] == 1 for x in found) / games for r in range(4)]
        say(f"{name:16} " + " ".join(f"{role} {100 * x:5.1f} %" for role, x in zip(ROLES, wins, strict=True)))


def rounds_of(path: Path) -> list[Figures]:
    """The weights of all rounds of a file."""
    try:
        found: list[Figures] = [entry["weights"] for entry in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise LabProblem(f"{path} holds no rounds of a tuning ({type(problem).__name__})") from None
    if not found:
        raise LabProblem(f"{path} holds no round yet")
    return found
