"""The recipe, step by step; every step goes on where it was stopped.

A folder holds `games/` (shards), `rows/` (inputs, computed from them), `checkpoint.npz`, `scholar.net` and
`metrics.json`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sanssouci.lab import pool
from sanssouci.lab.problems import LabProblem
from sanssouci.learn.export import write_net
from sanssouci.learn.fit import (
    Params,
    Say,
    Settings,
    Trainer,
    best_of,
    brier,
    calibration,
    logistic,
    offsets,
    playing,
    predict,
    sigmoid,
    split,
)
from sanssouci.learn.games import TABLES, Played, read_shard, rules_fingerprint
from sanssouci.learn.generation import LAMBDA, aimed, joined
from sanssouci.learn.rows import Arrays, read_rows
from sanssouci.learn.values import present

#: games of a shard
BLOCK = 20


def shard_path(folder: Path, run: str, first: int) -> Path:
    """Where a block of games lies."""
    return folder / "games" / f"{run}-{first:07d}.games"


def make_games(
    folder: Path, run: str, numbers: range, workers: int, seconds: float, say: Say, net: str = "", block: int = BLOCK
) -> int:
    """Play the blocks that are missing, as long as there is time; answers how many games are there."""
    (folder / "games").mkdir(parents=True, exist_ok=True)
    began = time.monotonic()

    def tasks() -> Iterator[dict[str, Any]]:
        for first in range(numbers.start, numbers.stop, block):
            path = shard_path(folder, run, first)
            if not path.exists():
                number = min(block, numbers.stop - first)
                yield {
                    "task": "learn-games", "what": f"games {first} to {first + number - 1} of {run}", "run": run,
                    "first": first, "number": number, "path": str(path), "net": net,
                }  # fmt: skip

    games = size = 0
    for _, result in pool.run(tasks(), workers, enough=lambda: time.monotonic() - began > seconds):
        games, size = games + result["games"], size + result["bytes"]
    if games:
        say(f"{games} games in {time.monotonic() - began:.0f} s, {size / games:.0f} bytes a game")
    return games


def make_rows(folder: Path, workers: int, seconds: float, say: Say) -> int:
    """Compute the rows that are missing, as long as there is time; answers how many are new."""
    (folder / "rows").mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    found = 0
    shards = sorted((folder / "games").glob("*.games"))
    wanted = [(shard, folder / "rows" / f"{shard.stem}.npz") for shard in shards]
    tasks = (
        {"task": "learn-rows", "what": f"the rows of {shard.name}", "games": str(shard), "path": str(out)}
        for shard, out in wanted
        if not out.exists()
    )
    for _, result in pool.run(tasks, workers, enough=lambda: time.monotonic() - began > seconds):
        found += result["rows"]
    say(f"{found} rows in {time.monotonic() - began:.0f} s")
    return found


def load_rows(folder: Path) -> Arrays:
    """All rows of a folder."""
    paths = sorted((folder / "rows").glob("*.npz"))
    if not paths:
        raise LabProblem(f"{folder} holds no rows yet: play games and compute their rows first")
    return read_rows(paths)


class Ground(NamedTuple):
    """What a training begins from; empty: from nothing."""

    rows: Arrays
    fitted: Any
    start: Params | None = None
    targets: Any = None


def sharpened(fitted: Any, gain: float) -> Any:
    """The hand-made value counting `gain` times what calibration gives it.

    Over whole games it tells little of who wins, between two orders of one position a good deal. A net on top learns
    what is too much of it in general and leaves what it cannot see itself.
    """
    found = fitted.copy()
    found[:, :, 0] *= gain
    return found


def from_games(folder: Path, gain: float = 1.0) -> Ground:
    """The rows of a folder, the results of its games."""
    rows = load_rows(folder)
    return Ground(rows, sharpened(calibration(rows, split(rows).train), gain))


def from_generation(folder: Path, before: Path, gain: float = 1.0, trace: float = LAMBDA) -> Ground:
    """New rows and as many of the generation before, whose net is where training begins and what it trusts."""
    old = load_rows(before)
    fitted = sharpened(calibration(old, split(old).train), gain)
    start = best_of(before / "checkpoint.npz")
    rows = joined(load_rows(folder), old)
    return Ground(rows, fitted, start, aimed(start, rows, fitted, trace))


def train(folder: Path, how: Settings, say: Say, ground: Ground | None = None) -> dict[str, Any]:
    """Calibrate, fit the baseline, train the net, write its file; answers the figures."""
    rows, fitted, start, targets = ground or from_games(folder)
    plain = calibration(rows, split(rows).train)
    figures: dict[str, Any] = {
        "rules": rules_fingerprint(), "games": int(rows["game"][-1]) + 1, "rows": len(rows["x"]),
        "settings": {k: v for k, v in how._asdict().items() if v != float("inf")},
    }  # fmt: skip
    say(f"{figures['games']} games, {figures['rows']} rows")
    baseline, _ = logistic(rows, plain, how._replace(seconds=how.seconds / 5), say)
    aimed = rows["won"].astype(np.float32) if targets is None else targets
    trainer = Trainer(rows, aimed, fitted, how, start)
    best = trainer.run(folder / "checkpoint.npz", say)
    figures["chosen by"] = trainer.best_score
    figures["brier"] = compare(rows, plain, fitted, baseline, best)
    hands = present([table.name for table in TABLES])
    about = {"games": figures["games"], "rows": figures["rows"], "brier": figures["brier"]["all"]}
    figures["bytes"] = write_net(folder / "scholar.net", best, hands, fitted, about)
    (folder / "metrics.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    for name, row in figures["brier"].items():
        say(f"{name}: " + ", ".join(f"{k} {v:.4f}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()))
    return figures


def compare(rows: Arrays, plain: Any, fitted: Any, baseline: Any, best: Params) -> dict[str, dict[str, Any]]:
    """Brier scores on the measured games: base rates, hand-made value, baseline, net; in all, by table, by role."""
    from sanssouci.friedrich.rules.names import ROLES

    parts = split(rows)
    numbers = parts.measure
    offset, mask = offsets(rows, fitted), playing(rows["table"])
    won = rows["won"].astype(np.float64)
    rate = np.zeros((len(TABLES), 4))
    for t in range(len(TABLES)):
        own = parts.train[rows["table"][parts.train] == t]
        rate[t] = won[own].mean(0) if len(own) else 0.5
    chances = {
        "base rate": rate[rows["table"][numbers]], "hand-made": sigmoid(offsets(rows, plain)[numbers]),
        "logistic": baseline, "net": predict(best, rows, offset, numbers),
    }  # fmt: skip
    kinds: dict[str, Any] = {"all": mask[numbers]}
    for t, table in enumerate(TABLES):
        kinds[table.name] = mask[numbers] & (rows["table"][numbers] == t)[:, None]
    for r, role in enumerate(ROLES):
        kinds[f"standard {role}"] = kinds["standard"] & (np.arange(4) == r)[None, :]
    found: dict[str, dict[str, Any]] = {}
    for name, kind in kinds.items():
        if kind.any():
            games = len(np.unique(rows["game"][numbers][kind.any(1)]))
            found[name] = {"games": games, **{k: brier(c, won[numbers], kind) for k, c in chances.items()}}
    found["all"]["interval"] = interval(chances["net"], won[numbers], mask[numbers], rows["game"][numbers])
    return found


def interval(chance: Any, won: Any, mask: Any, games: Any, draws: int = 400) -> str:
    """95 % of the Brier score by bootstrap over games."""
    numbers, index = np.unique(games, return_inverse=True)
    wrong = (((chance - won) ** 2) * mask).sum(1)
    sums = np.bincount(index, wrong, len(numbers))
    counts = np.bincount(index, mask.sum(1), len(numbers))
    rng = np.random.default_rng(7)
    found = []
    for _ in range(draws):
        pick = rng.integers(0, len(numbers), len(numbers))
        found.append(sums[pick].sum() / max(counts[pick].sum(), 1))
    low, high = np.percentile(found, [2.5, 97.5])
    return f"{low:.4f}–{high:.4f}"


def bench(folder: Path, net: str, number: int, workers: int, seconds: float, say: Say) -> dict[str, float]:
    """Play out the candidates of the positions that are missing, and tell the regret of choosing by a net."""
    from sanssouci.bots.netfile import packaged
    from sanssouci.learn import bench as screen

    began = time.monotonic()
    (folder / "bench").mkdir(parents=True, exist_ok=True)
    shards = sorted((folder / "games").glob("*.games"))
    wanted = [(shard, folder / "bench" / f"{shard.stem}.jsonl") for shard in shards]
    done = [sum(len(screen.read(out)) for _, out in wanted if out.exists())]
    tasks = (
        {"task": "learn-bench", "what": f"positions of {shard.name}", "games": str(shard), "path": str(out)}
        for shard, out in wanted
        if not out.exists() and sum(done) < number
    )
    for _, result in pool.run(tasks, workers, enough=lambda: time.monotonic() - began > seconds):
        done.append(result["positions"])
    entries: list[dict[str, Any]] = []
    games: list[Played] = []
    for shard, out in wanted:
        if out.exists() and len(entries) < number:
            entries += screen.read(out)
            games += read_shard(shard)
    found = screen.regret(entries[:number], games, packaged(net))
    named = ", ".join(f"{kind} {value:.4f}" for kind, value in found.items())
    say(f"regret on {min(len(entries), number)} positions: {named} ({time.monotonic() - began:.0f} s)")
    return found


def duel(net: str, run: str, numbers: range, workers: int, seconds: float, say: Say) -> str:
    """Learners with a net in the seats of captains, as long as there is time; what came of it."""
    from sanssouci.learn.duel import verdict

    began = time.monotonic()
    tasks = (
        {"task": "learn-duel", "what": f"numbers from {first}", "net": net, "run": run,
         "numbers": list(range(first, min(first + 4, numbers.stop)))} for first in range(numbers.start, numbers.stop, 4)
    )  # fmt: skip
    found: dict[int, list[list[int]]] = {}
    for task, result in pool.run(tasks, workers, enough=lambda: time.monotonic() - began > seconds):
        found[task["numbers"][0]] = result["winners"]
    told = verdict([one for first in sorted(found) for one in found[first]])
    say(f"{told} ({time.monotonic() - began:.0f} s)")
    return told
