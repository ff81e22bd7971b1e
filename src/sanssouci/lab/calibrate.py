"""Are the chances that players are shown true? Brier score and reliability on self-play held out for it.

The chances of every role are asked once a turn, at the first movement of the turn, in the way the page
after a game asks `bots.hints.chances`. Seeds of this command must not be those that the chances were fitted on.
"""

from __future__ import annotations

import importlib
import json
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sanssouci.friedrich import Game
from sanssouci.lab import pool
from sanssouci.lab.one_game import Job, budget_of, decide, make_bot, number_from
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.progress import progress
from sanssouci.lab.seating import ROLES_OF
from sanssouci.lab.show import table
from sanssouci.lab.worker import save

BINS = 10
#: By what chances are named.
KINDS = ("shown", "net", "truth")
#: Draws of the bootstrap over games.
DRAWS = 400
#: A tenth of the chances with rows of at least so many games should not be farther off than this beyond its interval.
ENOUGH_GAMES = 150
TOLERANCE = 0.04


def brier(pairs: Sequence[tuple[float, int]]) -> float:
    """The mean square of chance minus result."""
    return sum((chance - result) ** 2 for chance, result in pairs) / len(pairs) if pairs else math.nan


def reference_brier(pairs: Sequence[tuple[float, int]]) -> float:
    """The score of always naming the share that really won: what a chance has to beat."""
    if not pairs:
        return math.nan
    rate = sum(result for _, result in pairs) / len(pairs)
    return rate * (1 - rate)


def reliability(pairs: Sequence[tuple[float, int]]) -> list[tuple[float, float, float, float, int]]:
    """Per tenth of chance: its bounds, the mean chance named, the share that won, how many."""
    rows: list[tuple[float, float, float, float, int]] = []
    for i in range(BINS):
        inside = [(c, r) for c, r in pairs if min(BINS - 1, int(c * BINS)) == i]
        if inside:
            n = len(inside)
            rows.append((i / BINS, (i + 1) / BINS, sum(c for c, _ in inside) / n, sum(r for _, r in inside) / n, n))
    return rows


def chance_function(by: str = "shown") -> Callable[[Game], dict[str, float]]:
    """What answers every role's chance to win a game as it stands.

    shown: `bots.hints.chances`, which people see. net: what the net foresees from a spectator's view. truth: the net on
    the true state, which nobody may be shown: the bound that full information sets.
    """
    if by != "shown":
        return _by_net(by)
    try:
        found: Callable[[Game], dict[str, float]] = importlib.import_module("sanssouci.bots.hints").chances
    except (ImportError, AttributeError):
        raise LabProblem("the bots name no chances: there is no `chances` in bots.hints") from None
    return found


def _by_net(by: str) -> Callable[[Game], dict[str, float]]:
    from sanssouci.bots import registry
    from sanssouci.bots.foresight import foreseen, in_world
    from sanssouci.bots.netfile import packaged

    if by not in KINDS:
        raise LabProblem(f"chances come by {', '.join(KINDS)}, not by '{by}'")
    if "scholar" not in registry.BOTS:
        raise LabProblem("the package holds no net to name chances by")
    learned = packaged(registry.NET)
    if by == "truth":
        return lambda game: in_world(game.state, learned)
    return lambda game: foreseen(game.view(None), learned)


def sample_game(
    seed: int, number: int, bot: str, scenario: str, rollouts: int | None, by: str = "shown", players: int | None = None
) -> dict[str, Any]:
    """One game of self-play with the chances named at the beginning of each turn."""
    chances = chance_function(by)
    job = Job(seed, number, bot, bot, scenario, players, rollouts=rollouts)
    game = Game.new(scenario=scenario, players=players, seed=f"calibration/{job.game_seed}")
    budget = budget_of(rollouts)
    bots: dict[str, Any] = {}
    streams: dict[str, random.Random] = {}
    for role in ROLES_OF[scenario]:
        own = number_from(f"calibration/{job.game_seed}/{role}")
        bots[role], streams[role] = make_bot(bot, own), random.Random(own)
    named: list[dict[str, float]] = []
    turn = 0
    while (decision := game.decision) is not None:
        if game.state.turn != turn and decision.state == "MOVE_MENU":
            turn = int(game.state.turn)
            named.append({role: float(chance) for role, chance in chances(game).items()})
        role = decision.roles[0]
        game.play(decide(bots[role], game, role, streams[role], budget), role)
    ended = game.result
    assert ended is not None
    return {"number": number, "winners": list(ended.winners), "turn": ended.turn, "chances": named}


def run_calibration(
    bot: str, games: int, scenario: str, seed: int, rollouts: int | None, workers: int, out: Path | None,
    ray: str | None = None, by: str = "shown", players: int | None = None,
) -> str:  # fmt: skip
    """Play and answer the report."""
    make_bot(bot, 0)
    if scenario not in ROLES_OF:
        raise LabProblem(f"there is no scenario '{scenario}': the scenarios are {', '.join(ROLES_OF)}")
    if games < 1:
        raise LabProblem(f"a calibration needs at least one game, not {games}")
    chance_function(by)
    tasks = [
        {"task": "chances", "what": f"game {n}", "seed": seed, "number": n, "bot": bot, "scenario": scenario,
         "rollouts": rollouts, "by": by, "players": players} for n in range(1, games + 1)
    ]  # fmt: skip
    results: list[dict[str, Any]] = []
    with progress(f"calibrate {bot}", games) as bar:
        for _, result in pool.run(tasks, workers, ray=ray):
            results.append(result)
            bar.done()
    results.sort(key=lambda r: int(r["number"]))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        save(out / "calibration.jsonl", "".join(json.dumps(r) + "\n" for r in results))
    return report(bot, seed, results, by)


def bootstrapped(sums: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """95 % of a mean, by bootstrap over games: sum and number of the rows of each, since those hang together."""
    rng = random.Random(7)
    found = []
    for _ in range(DRAWS):
        drawn = rng.choices(sums, k=len(sums))
        found.append(sum(s for s, _ in drawn) / max(sum(n for _, n in drawn), 1))
    found.sort()
    return found[DRAWS // 40], found[-DRAWS // 40 - 1]


def interval(results: list[dict[str, Any]]) -> tuple[float, float]:
    """95 % of the Brier score in all."""
    sums = []
    for result in results:
        wrong = [(chance - (role in result["winners"])) ** 2 for c in result["chances"] for role, chance in c.items()]
        sums.append((sum(wrong), len(wrong)))
    return bootstrapped(sums)


class Tenth(NamedTuple):
    """Chances of one tenth: from, to, mean, share that won, rows, games with rows, 95 % of won less named."""

    low: float
    high: float
    mean: float
    won: float
    rows: int
    games: int
    less: float
    more: float

    @property
    def off(self) -> float:
        """How far zero lies outside the interval."""
        return max(self.less, -self.more, 0.0)

    @property
    def wrong(self) -> bool:
        """Is it off by more than is allowed, in enough games?"""
        return self.games >= ENOUGH_GAMES and self.off > TOLERANCE


def tenths(results: list[dict[str, Any]]) -> list[Tenth]:
    """What was named and what came of it by tenth of chance, with intervals over games."""
    pairs = [
        (c, int(r in result["winners"])) for result in results for named in result["chances"] for r, c in named.items()
    ]
    found = []
    for low, high, mean, won, rows in reliability(pairs):
        sums = []
        for result in results:
            inside = [
                int(role in result["winners"]) - chance
                for named in result["chances"]
                for role, chance in named.items()
                if min(BINS - 1, int(chance * BINS)) == round(low * BINS)
            ]
            if inside:
                sums.append((sum(inside), len(inside)))
        found.append(Tenth(low, high, mean, won, rows, len(sums), *bootstrapped(sums)))
    return found


def report(bot: str, seed: int | str, results: list[dict[str, Any]], by: str = "shown") -> str:
    """Scores in all and per role, and the reliability table."""
    by_role: dict[str, list[tuple[float, int]]] = {}
    for result in results:
        for named in result["chances"]:
            for role, chance in named.items():
                by_role.setdefault(role, []).append((chance, int(role in result["winners"])))
    every = [pair for pairs in by_role.values() for pair in pairs]
    rows = [["role", "chances", "Brier score", "naming the base rate"]]
    for role, pairs in [*by_role.items(), ("all", every)]:
        rows.append([role, str(len(pairs)), f"{brier(pairs):.4f}", f"{reference_brier(pairs):.4f}"])
    low, high = interval(results)
    lines = [f"{len(results)} games of {bot} in every seat, seed {seed}, chances by {by}", *table(rows)]
    lines += [f"95 % of the score in all: {low:.4f} to {high:.4f}", ""]
    rows = [["chance named", "mean", "won", "chances", "games", "won less named, 95 % over games", ""]]
    for one in tenths(results):
        rows.append([
            f"{100 * one.low:.0f}–{100 * one.high:.0f} %", f"{100 * one.mean:.1f} %", f"{100 * one.won:.1f} %",
            str(one.rows), str(one.games), f"[{100 * one.less:+.1f}, {100 * one.more:+.1f}]",
            "off" if one.wrong else "",
        ])  # fmt: skip
    return "\n".join([*lines, *table(rows)])
