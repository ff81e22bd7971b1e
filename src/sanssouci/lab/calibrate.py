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
from typing import Any

from sanssouci.friedrich import Game
from sanssouci.lab import pool
from sanssouci.lab.one_game import Job, budget_of, decide, make_bot, number_from
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.progress import progress
from sanssouci.lab.seating import ROLES_OF
from sanssouci.lab.show import table
from sanssouci.lab.worker import save

BINS = 10


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


def chance_function() -> Callable[[Game], dict[str, float]]:
    """`bots.hints.chances`, which answers every role's chance to win a game as it stands."""
    try:
        found: Callable[[Game], dict[str, float]] = importlib.import_module("sanssouci.bots.hints").chances
    except (ImportError, AttributeError):
        raise LabProblem("the bots name no chances: there is no `chances` in bots.hints") from None
    return found


def sample_game(seed: int, number: int, bot: str, scenario: str, rollouts: int | None) -> dict[str, Any]:
    """One game of self-play with the chances named at the beginning of each turn."""
    chances = chance_function()
    job = Job(seed, number, bot, bot, scenario, rollouts=rollouts)
    game = Game.new(scenario=scenario, seed=f"calibration/{job.game_seed}")
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
    ray: str | None = None,
) -> str:  # fmt: skip
    """Play and answer the report."""
    make_bot(bot, 0)
    if scenario not in ROLES_OF:
        raise LabProblem(f"there is no scenario '{scenario}': the scenarios are {', '.join(ROLES_OF)}")
    if games < 1:
        raise LabProblem(f"a calibration needs at least one game, not {games}")
    chance_function()
    tasks = [
        {"task": "chances", "what": f"game {n}", "seed": seed, "number": n, "bot": bot, "scenario": scenario,
         "rollouts": rollouts} for n in range(1, games + 1)
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
    return report(bot, seed, results)


def report(bot: str, seed: int, results: list[dict[str, Any]]) -> str:
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
    lines = [f"{len(results)} games of four {bot} seats, seed {seed}", *table(rows), ""]
    rows = [["chance named", "mean", "won", "number"]]
    for low, high, mean, won, count in reliability(every):
        rows.append([f"{100 * low:.0f}–{100 * high:.0f} %", f"{100 * mean:.1f} %", f"{100 * won:.1f} %", str(count)])
    return "\n".join([*lines, *table(rows)])
