"""Has it become slower? Two commits, built and measured in turn on one machine.

    python tools/compare.py OLD NEW [--runs 10] [--table-runs 5] [--keep FOLDER]

Each commit is built in a work tree and an environment of its own; `make bench` of both runs alternately, then the
one-minute form of `make bench-table`: games of the standard scenario with four browsers each. For every figure that
both print: the medians, their ratio (above 1: NEW is slower) and the ratio's interval (95 %, bootstrap over the pairs
of runs). A figure whose interval lies wholly above 1.05 is a loss: the exit status is 1. On a busy machine the
intervals are wide; the ratio stays fair, since both commits meet the same noise.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

#: So much slower at least, with all of the interval, is a loss.
LOSS = 1.05
DRAWS = 4000
#: A minute, more or less. A hundred games with four browsers each: what the first of them loads hardly counts.
TABLE = ["--games", "96", "--more", "0", "--rate", "80", "--seconds", "8", "--scenario", "standard"]
#: What only younger commits know, and would begin by themselves: games at saturation.
YOUNGER = {"--flood": "0"}


class Figure(NamedTuple):
    """A number that a bench prints: where it stands, and whether more of it is better.

    A pattern with two groups finds a rate and the part of a processor it took, in percent, once a round: the figure
    is the milliseconds of one, in the mean of the rounds.
    """

    name: str
    pattern: str
    more_is_better: bool = False


BENCH = (
    Figure("random games a second", r"random games per second\s+([\d.]+)", True),
    Figure("games a second through the API", r"random games per second.*public API ([\d.]+)", True),
    Figure("decisions a second", r"decisions per second\s+([\d.]+)", True),
    Figure("nanoseconds a copy", r"nanoseconds per copy\s+([\d.]+)"),
    Figure("nanoseconds a told step", r"nanoseconds a told step\s+([\d.]+)"),
    Figure("nanoseconds a quiet step", r"nanoseconds a quiet step\s+([\d.]+)"),
    Figure("mean retreat, µs", r"retreat of 5 to 23.*mean ([\d.]+)"),
    Figure("plain build, games a second", r"plain build, same run\s+([\d.]+)", True),
)
BENCH_TABLE = (
    Figure("start-up with a new database, s", r"start-up until it says ready: ([\d.]+)"),
    Figure("first playable screen, KB", r"first playable screen: ([\d.]+)"),
    Figure("order to the other browsers, p50 ms", r"other browsers, median of.*?p50 ([\d.]+)"),
    Figure("order to its reply, p50 ms", r"to its reply, median of.*?p50 ([\d.]+)"),
    Figure("one game alone, orders a second", r"one game alone.*?: ([\d.]+) orders/s", True),
    Figure("processor time of an order, ms", r"round \d+: ([\d.]+) orders/s[^\n]*\n +server: (\d+)% of a processor"),
    Figure("the same, one game alone, ms", r"processor time of an order: ([\d.]+)"),
    Figure("memory of a live game, KB", r"games open: ([\d.]+) KB"),
    Figure("a long game opened, ms", r"opened in ([\d.]+) ms"),
)


def read(text: str, figures: Sequence[Figure]) -> dict[str, float]:
    """The figures that an output has."""
    found: dict[str, float] = {}
    for figure in figures:
        matches = list(re.finditer(figure.pattern, text))
        if matches and matches[0].re.groups == 2:
            found[figure.name] = statistics.mean(10 * float(match[2]) / float(match[1]) for match in matches)
        elif matches:
            found[figure.name] = float(matches[0][1])
    return found


class Ratio(NamedTuple):
    """How much slower the new one is: 1 is the same, the interval holds 19 times of 20."""

    old: float
    new: float
    ratio: float
    low: float
    high: float

    @property
    def loss(self) -> bool:
        """Whether it is slower beyond doubt and beyond what is allowed."""
        return self.low > LOSS


def compare(old: Sequence[float], new: Sequence[float], more_is_better: bool, seed: int = 1756) -> Ratio:
    """The ratio of the medians of runs that were made in pairs."""

    def slower(pairs: Sequence[tuple[float, float]]) -> float:
        before, after = statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)
        return before / after if more_is_better else after / before

    pairs = list(zip(old, new, strict=True))
    rng = random.Random(seed)
    drawn = sorted(slower(rng.choices(pairs, k=len(pairs))) for _ in range(DRAWS))
    low, high = drawn[DRAWS // 40], drawn[-DRAWS // 40 - 1]
    return Ratio(statistics.median(old), statistics.median(new), slower(pairs), low, high)


def report(runs: Mapping[str, list[dict[str, float]]], figures: Sequence[Figure]) -> bool:
    """Print every figure that both have; whether one is a loss."""
    lost = False
    for figure in figures:
        old, new = ([run[figure.name] for run in runs[side] if figure.name in run] for side in ("old", "new"))
        if not old or len(old) != len(new):
            print(f"{figure.name:<38} not printed by both")
            continue
        found = compare(old, new, figure.more_is_better)
        verdict = "SLOWER" if found.loss else ""
        print(
            f"{figure.name:<38} {_short(found.old):>11} {_short(found.new):>11}   "
            f"{found.ratio:.3f} [{found.low:.3f}, {found.high:.3f}] {verdict}"
        )
        lost |= found.loss
    return lost


def _short(value: float) -> str:
    """Three digits, or all before the point."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}"


def build(commit: str, folder: Path) -> Path:
    """A work tree of a commit with an environment of its own."""
    if not (folder / "Makefile").exists():
        subprocess.run(["git", "worktree", "add", "--force", "--detach", str(folder), commit], check=True)
    else:
        subprocess.run(["git", "checkout", "-q", "--detach", commit], cwd=folder, check=True)
    subprocess.run(["make", "-s", ".venv/.test"], cwd=folder, check=True)
    return folder


def bench(folder: Path, tool: str, figures: Sequence[Figure], *arguments: str) -> dict[str, float]:
    """One run of a bench of a commit."""
    known = (folder / "tools" / f"{tool}.py").read_text(encoding="utf-8")
    more = [word for option, value in YOUNGER.items() if f'"{option}"' in known for word in (option, value)]
    command = [str(folder / ".venv/bin/python"), f"tools/{tool}.py", *arguments, *more]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{tool} of {folder.name} failed: {(done.stderr.strip().splitlines() or ['no word'])[-1]}")
    return read(done.stdout, figures)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=10, help="pairs of runs of `make bench`")
    parser.add_argument("--table-runs", type=int, default=5, help="pairs of runs of the short `make bench-table`")
    parser.add_argument("--keep", type=Path, help="build here and leave it for the next time")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        place = asked.keep or Path(scratch)
        sides = {side: build(commit, place / side) for side, commit in (("old", asked.old), ("new", asked.new))}
        lost = False
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start")
        for tool, figures, times, arguments in (
            ("bench", BENCH, asked.runs, []),
            ("bench_table", BENCH_TABLE, asked.table_runs, TABLE),
        ):
            runs: dict[str, list[dict[str, float]]] = {"old": [], "new": []}
            for number in range(times):
                # who goes first changes: a machine that warms up or slows down favours neither
                for side in ("old", "new") if number % 2 == 0 else ("new", "old"):
                    runs[side].append(bench(sides[side], tool, figures, *arguments))
            if times:
                print(f"{tool}, {times} runs each{'':<17} {'old':>11} {'new':>11}   new/old (above 1: slower)")
                lost |= report(runs, figures)
        print(f"load {os.getloadavg()[0]:.1f} at the end")
        if not asked.keep:
            for folder in sides.values():
                subprocess.run(["git", "worktree", "remove", "--force", str(folder)], check=True)
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
