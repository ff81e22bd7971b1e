"""The table under siege, for hours: kills, strangers, leaks, networks, outages. Goes on where it stopped.

    python tools/siege.py [PART …] [--minutes 60] [--report]

Each part is a number of stones, each a run of the tests that `make test` runs in a short form, with more of
everything and another seed. What a stone gave is written to `out/siege/stones.jsonl` at once, with the version it
was thrown at; a stone that was thrown is not thrown again at the same version.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "out/siege/stones.jsonl"


class Part(NamedTuple):
    """So many stones of one kind; each gives `amount` of `what`."""

    stones: int
    amount: int
    what: str
    tests: tuple[str, ...]
    environment: dict[str, str]


PARTS: dict[str, Part] = {
    "kill-sqlite": Part(
        20, 50, "SIGKILLs", ("tests/table/test_kill.py",),
        {"SANSSOUCI_KILLS": "50", "SANSSOUCI_TEST_DATABASES": "sqlite"},
    ),
    "kill-postgres": Part(
        4, 50, "SIGKILLs", ("tests/table/test_kill.py",),
        {"SANSSOUCI_KILLS": "50", "SANSSOUCI_TEST_DATABASES": "postgres"},
    ),
    "hostile": Part(
        20, 1_000, "hostile examples for each address and kind of message", ("tests/table/test_fuzz.py",),
        {"SANSSOUCI_EXAMPLES": "1000", "SANSSOUCI_TEST_DATABASES": "sqlite"},
    ),
    "memory": Part(
        2, 100, "rounds of hostile requests", ("tests/table/test_soak.py",),
        {"SANSSOUCI_SOAK": "1", "SANSSOUCI_TEST_DATABASES": "sqlite"},
    ),
    "worlds": Part(
        20, 5_000, "pairs of worlds, contents and sizes", ("tests/table/test_worlds.py",),
        {"SANSSOUCI_PAIRS": "5000"},
    ),
    "timed": Part(
        4, 500, "timed pairs through real sockets, and as many with a planted leak",
        ("tests/table/test_timed_pairs.py",), {"SANSSOUCI_TIMED": "500"},
    ),
    "network": Part(
        10, 500, "cut or silent connections",
        ("tests/table/test_network.py::test_cut_and_silent_connections_lose_nothing",),
        {"SANSSOUCI_CUTS": "500"},
    ),
    "half-open": Part(
        10, 300, "half-open sockets", ("tests/table/test_network.py::test_half_open_sockets_are_let_go",),
        {"SANSSOUCI_HALF_OPEN": "300"},
    ),
    "outages": Part(
        10, 20, "outages of PostgreSQL, Redis or both",
        ("tests/table/test_network.py::test_database_and_redis_come_and_go",),
        {"SANSSOUCI_OUTAGES": "20"},
    ),
    "clocks": Part(
        10, 100, "jumps of the clock", ("tests/table/test_network.py::test_clocks_that_jump_change_nothing",),
        {"SANSSOUCI_JUMPS": "100"},
    ),
}  # fmt: skip

#: characters kept of what was printed at a stone after which the table stood
SAID = 600

#: throws one stone: part, number; whether the table stood, and what was printed
Throw = Callable[[Part, int], tuple[bool, str]]


def throw(part: Part, number: int) -> tuple[bool, str]:
    """Run the tests of a part once, with a seed of its own."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-s",  # the figures that a test prints are kept with its stone
        f"--hypothesis-seed={number}",
        *part.tests,
    ]
    environment = os.environ | part.environment | {"SANSSOUCI_SEED": str(number)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
    )
    return done.returncode == 0, (done.stdout + done.stderr)[-4_000:]


def version() -> str:
    """What the stones are thrown at."""
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def thrown(kept: Path) -> list[dict[str, object]]:
    """Everything thrown so far."""
    if not kept.exists():
        return []
    return [json.loads(line) for line in kept.read_text().splitlines() if line.strip()]


def besiege(names: Iterable[str], at: str, minutes: float, kept: Path = KEPT, by: Throw = throw) -> bool:
    """Throw what has not been thrown at this version, for so many minutes; whether everything stood."""
    end = time.monotonic() + minutes * 60
    stood = True
    done = {(one["part"], one["stone"]) for one in thrown(kept) if one["version"] == at}
    kept.parent.mkdir(parents=True, exist_ok=True)
    for name in names:
        for number in range(1, PARTS[name].stones + 1):
            if (name, number) in done:
                continue
            if time.monotonic() >= end:
                return stood
            begun = time.monotonic()
            ok, said = by(PARTS[name], number)
            stone = {
                "part": name, "stone": number, "version": at, "stood": ok,
                "seconds": round(time.monotonic() - begun, 1), "date": time.strftime("%Y-%m-%d", time.gmtime()),
            }  # fmt: skip
            with kept.open("a") as file:
                file.write(json.dumps(stone | {"said": said[-SAID:] if ok else said}) + "\n")
            print(
                f"{name} {number}/{PARTS[name].stones}: {'stood' if ok else 'FELL'} in {stone['seconds']} s", flush=True
            )
            stood = stood and ok
    return stood


def report(at: str, kept: Path = KEPT) -> list[str]:
    """How far each part is at this version."""
    lines = []
    for name, part in PARTS.items():
        here = [one for one in thrown(kept) if one["part"] == name and one["version"] == at]
        fell = sum(1 for one in here if not one["stood"])
        seconds = sum(float(str(one["seconds"])) for one in here)
        lines.append(
            f"{name}: {len(here) * part.amount:,} of {part.stones * part.amount:,} {part.what}, "
            f"{fell} of {len(here)} stones fell, {seconds:.0f} s"
        )
    return lines


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", help="parts; all without")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--report", action="store_true")
    asked = parser.parse_args()
    unknown = [name for name in asked.parts if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    at = version()
    stood = True if asked.report else besiege(asked.parts or list(PARTS), at, asked.minutes)
    print("\n".join([f"version {at}", *report(at)]))
    sys.exit(0 if stood else 1)


if __name__ == "__main__":
    main()
