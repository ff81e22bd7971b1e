"""The same commands with nothing but the standard library: `python -m sanssouci.lab.plain match captain general`.

For machines on which nothing can be installed: the tree on PYTHONPATH is enough.
"""

from __future__ import annotations

import argparse
import sys

from sanssouci.lab import actions


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m sanssouci.lab.plain", description="Matches of the bots.")
    commands = top.add_subparsers(dest="command", required=True)

    def command(name: str, help_: str, games: int, seed: int = 1) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help_)
        if games:
            made.add_argument("--games", type=int, default=games)
            made.add_argument("--scenario", default="standard")
            made.add_argument("--out")
            made.add_argument("--ray", metavar="HOST:PORT")
        made.add_argument("--seed", type=int, default=seed)
        made.add_argument("--budget", type=int)
        made.add_argument("--workers", type=int, default=0)
        return made

    match = command("match", "compare two bots", 400)
    match.add_argument("bots", nargs="+")
    match.add_argument("--opposition")
    match.add_argument("--equal", action="store_true")
    match.add_argument("--early-stop", action="store_true")
    match.add_argument("--no-records", action="store_true")
    match.add_argument("--mix-code", action="store_true")
    match.add_argument("--players", type=int)
    match.add_argument("--seconds", type=float)
    match.add_argument("--single", action="store_true")
    match.add_argument("--resolution", type=float)
    curve = command("curve", "a bot with growing budgets", 100)
    curve.add_argument("bot")
    curve.add_argument("--budgets", default="24,96,384")
    curve.add_argument("--opposition")
    matrix = command("matrix", "every bot of a pool against every one", 100)
    matrix.add_argument("bots", nargs="+")
    for made in (curve, matrix):
        made.add_argument("--players", type=int)
        made.add_argument("--mix-code", action="store_true")
    ladder = command("ladder", "every neighbouring pair, with a report", 100)
    ladder.add_argument("bots", nargs="*")
    ladder.add_argument("--equal-games", type=int)
    ladder.add_argument("--records", action="store_true")
    ladder.add_argument("--mix-code", action="store_true")
    tactics = command("tactics", "the forty positions", 0)
    tactics.add_argument("bot")
    tactics.add_argument("--tries", type=int, default=1)
    tactics.add_argument("--only")
    calibrate = command("calibrate", "chances against results", 200, 90001)
    calibrate.add_argument("--bot", default="captain")
    calibrate.add_argument("--by", default="shown")
    calibrate.add_argument("--players", type=int)
    generate = command("generate", "self-play as a data set", 100)
    generate.add_argument("--bot", default="captain")
    return top


def run(words: list[str] | None = None) -> int:
    """Carry out a command line; answers the exit status."""
    a = parser().parse_args(actions.with_address(sys.argv[1:] if words is None else words))
    if a.command == "match":
        return actions.guarded(lambda: actions.match(
            a.bots, a.games, a.scenario, a.seed, a.budget, a.workers, a.out, a.opposition, a.equal, a.early_stop,
            not a.no_records, a.mix_code, a.players, a.seconds, a.single, a.resolution, a.ray,
        ))  # fmt: skip
    if a.command == "curve":
        return actions.guarded(lambda: actions.curve(
            a.bot, a.budgets, a.games, a.scenario, a.seed, a.workers, a.out, a.opposition, a.players, a.mix_code, a.ray,
        ))  # fmt: skip
    if a.command == "matrix":
        return actions.guarded(lambda: actions.matrix(
            a.bots, a.games, a.scenario, a.seed, a.budget, a.workers, a.out, a.players, a.mix_code, a.ray,
        ))  # fmt: skip
    if a.command == "ladder":
        return actions.guarded(lambda: actions.ladder(
            a.games, a.scenario, a.seed, a.budget, a.workers, a.out, a.bots, a.equal_games, a.records, a.mix_code,
            a.ray,
        ))  # fmt: skip
    if a.command == "tactics":
        return actions.guarded(lambda: actions.tactics(a.bot, a.budget, a.workers, a.seed, a.tries, a.only))
    if a.command == "generate":
        return actions.guarded(lambda: actions.generate(
            a.bot, a.games, a.scenario, a.seed, a.budget, a.workers, a.out or "data", a.ray,
        ))  # fmt: skip
    return actions.guarded(lambda: actions.calibrate(
        a.bot, a.games, a.scenario, a.seed, a.budget, a.workers, a.out, a.ray, a.by, a.players,
    ))  # fmt: skip


if __name__ == "__main__":
    sys.exit(run())
