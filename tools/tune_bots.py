"""Find captain's weights by self-play (`sanssouci.lab.tuning` says how).

python tools/tune_bots.py --seconds 600 --out tuned.json
python tools/tune_bots.py --scenario west --players 2 --out west.json
python tools/tune_bots.py --side friedrich --past pool.json        # the pool stays as it is
python tools/tune_bots.py --seconds 600 --ray 10.0.0.7:6379        # on a cluster (docs/research.md)
python tools/tune_bots.py --compare tuned.json --games 400         # against the weights of the package
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.lab import actions
from sanssouci.lab.tuning import SIDES, Plan, Table, compare, packaged, rounds_of, tune


def main(words: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="standard", choices=SCENARIOS)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rounds", type=int, help="no more rounds than these")
    parser.add_argument("--workers", type=int, default=2, help="processes; 0: one for every core")
    parser.add_argument("--ray", metavar="[HOST:PORT]", help="play on a Ray cluster; without an address: a local one")
    parser.add_argument("--pairs", type=int, default=400, help="pairs of games a round, for either side")
    parser.add_argument("--side", default="both", choices=("both", *SIDES), help="who learns")
    parser.add_argument("--spread", type=float, default=0.3)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, default=Path("tuned.json"))
    parser.add_argument("--past", type=Path, help="earlier rounds: opponents, the last one the point to start from")
    parser.add_argument("--compare", type=Path, help="compare the last round of this file with the package's weights")
    parser.add_argument("--games", type=int, default=400)
    args = parser.parse_args(actions.with_address(words))

    def say(line: str) -> None:
        print(line, flush=True)

    def run() -> int:
        table = Table(args.scenario, args.players)
        if args.compare:
            compare(table, rounds_of(args.compare)[-1], args.games, args.seed, args.workers, args.ray, say)
            return 0
        past = rounds_of(args.past) if args.past else [packaged(table)]
        plan = Plan(
            table, args.seconds, args.pairs, args.spread, args.seed, args.rounds, args.workers, args.ray, args.side
        )  # fmt: skip
        tune(plan, past, args.out, say)
        return 0

    return actions.guarded(run)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
