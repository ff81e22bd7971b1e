"""Learn the value of positions: `python -m sanssouci.learn recipe --out learned --games 2000`.

games: play games of the pool and keep them; rows: compute inputs from them; train: baseline and net from the rows;
recipe: all three. Whatever was stopped goes on when the same command is given again. With --before FOLDER it is a
generation of TD(λ): that folder's net ranks the orders of the learners and is where training begins, and half of what
is learned from are its games. bench: positions whose candidates are played out to the end, and the regret of choosing
by a net. duel: learners with a net in the seats of captains. inputs: what every input is.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sanssouci.lab.problems import LabProblem


def say(text: str) -> None:
    """Tell what goes on."""
    print(text, flush=True)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m sanssouci.learn", description=__doc__)
    top.add_argument("step", choices=["games", "rows", "train", "recipe", "bench", "duel", "inputs"])
    top.add_argument("--out", type=Path, default=Path("learned"))
    top.add_argument("--run", default="pool-1", help="name of the games; with their numbers it gives their seeds")
    top.add_argument("--first", type=int, default=0)
    top.add_argument("--games", type=int, default=1000)
    top.add_argument("--net", default="", help="a net file: learners rank their orders by it")
    top.add_argument("--before", type=Path, help="the folder of the generation before, to begin and to mix with")
    top.add_argument("--workers", type=int, default=0)
    top.add_argument("--seconds", type=float, default=float("inf"), help="for each step")
    top.add_argument("--epochs", type=int, default=8)
    top.add_argument("--batch", type=int, default=2048)
    top.add_argument("--speed", type=float, default=1e-3)
    top.add_argument("--decay", type=float, default=1e-2)
    top.add_argument("--gain", type=float, default=1.0, help="how often the hand-made value counts under the net")
    top.add_argument("--first-layer", type=int, default=256)
    top.add_argument("--second-layer", type=int, default=64)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run a step; a problem is told in one sentence."""
    a = parser().parse_args(arguments)
    try:
        if a.step == "inputs":
            from sanssouci.learn.inputs_page import page

            print(page(), end="")
            return 0
        try:
            from sanssouci.learn import recipe
            from sanssouci.learn.fit import Settings
        except ImportError:
            raise LabProblem("NumPy is not installed: pip install numpy, or the extra `learn`") from None
        if a.step in ("games", "recipe"):
            numbers = range(a.first, a.first + a.games)
            net = a.net or (str(a.before / "scholar.net") if a.before else "")
            recipe.make_games(a.out, a.run, numbers, a.workers, a.seconds, say, net)
        if a.step in ("rows", "recipe"):
            recipe.make_rows(a.out, a.workers, a.seconds, say)
        if a.step in ("train", "recipe"):
            how = Settings(
                first=a.first_layer, second=a.second_layer, epochs=a.epochs, batch=a.batch, speed=a.speed,
                decay=a.decay, seconds=a.seconds,
            )  # fmt: skip
            if a.before:
                ground = recipe.from_generation(a.out, a.before, a.gain)
            else:
                ground = recipe.from_games(a.out, a.gain)
            recipe.train(a.out, how, say, ground)
        if a.step == "duel":
            numbers = range(a.first, a.first + a.games)
            recipe.duel(a.net or str(a.out / "scholar.net"), a.run, numbers, a.workers, a.seconds, say)
        if a.step == "bench":
            recipe.bench(a.out, a.net or str(a.out / "scholar.net"), a.games, a.workers, a.seconds, say)
    except LabProblem as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
