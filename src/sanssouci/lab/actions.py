"""What the laboratory's commands do, without any command-line library: `command` and `plain` both call these."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from sanssouci.lab import seating
from sanssouci.lab.figures import seeds_needed
from sanssouci.lab.match import Outcome, Settings, run_match
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.report import render
from sanssouci.lab.seating import ROLES_OF, Design, equal, exchange, opposition, single
from sanssouci.lab.show import announcement, summary
from sanssouci.lab.worker import save

#: Where results go unless --out says otherwise.
RESULTS = Path("lab-results")


def guarded(action: Callable[[], int]) -> int:
    """Run an action; what it cannot do is told in one sentence on standard error, with exit status 2."""
    try:
        return action()
    except LabProblem as problem:
        print(f"sanssouci lab: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("sanssouci lab: interrupted; the same command goes on where this one stopped", file=sys.stderr)
        return 130


def with_address(words: list[str]) -> list[str]:
    """A command line whose `--ray` has an address: alone it is a cluster of this machine."""
    found = []
    for word, following in zip(words, [*words[1:], ""][: len(words)], strict=True):
        found.append(word)
        if word == "--ray" and ":" not in following and following not in ("auto", "local"):
            found.append("local")
    return found


def match(
    bots: list[str],
    games: int,
    scenario: str,
    seed: int,
    budget: int | None = None,
    workers: int = 0,
    out: str | None = None,
    against: str | None = None,
    equal_seats: bool = False,
    early_stop: bool = False,
    records: bool = True,
    mix_code: bool = False,
    players: int | None = None,
    seconds: float | None = None,
    single_seats: bool = False,
    resolution: float | None = None,
    ray: str | None = None,
) -> int:
    """One match; prints its conclusions."""
    design = design_of(bots, against, equal_seats)
    if single_seats:
        if not design.claims:
            raise LabProblem("--single compares two bots: name them, without --equal")
        if scenario not in ROLES_OF:
            raise LabProblem(f"there is no scenario '{scenario}': the scenarios are {', '.join(ROLES_OF)}")
        design = single(design, scenario, players)
    if resolution is not None:
        if not 0 < resolution <= 100:
            raise LabProblem(f"a resolution is a number of points from 0 to 100, not {resolution:g}")
        games = seeds_needed(resolution / 100)
    settings = Settings(
        design, games, scenario, players, {}, seed, budget, workers, records, early_stop, mix_code, seconds, ray,
    )  # fmt: skip
    name = folder_name(design, settings) + ("-single" if single_seats else "")
    return _play(settings, Path(out) if out else RESULTS / name)


def _play(settings: Settings, folder: Path) -> int:
    """Say what the match can show, play it, and say what it has shown."""
    settings.check()
    design = settings.design
    print(announcement(settings.games, len(design.seatings), len(design.claims)), flush=True)
    outcome = run_match(settings, folder)
    text = summary(outcome)
    save(folder / "summary.txt", text + "\n")
    save(folder / "report.html", render([outcome], f"Match {folder.name}"))
    print(text)
    print(f"\nresults in {folder}")
    return 0


def curve(
    bot: str, budgets: str, games: int, scenario: str, seed: int, workers: int, out: str | None, against: str | None,
    players: int | None = None, mix_code: bool = False, ray: str | None = None,
) -> int:  # fmt: skip
    """A bot's strength by its budget, against an opposition that stays the same (default: captain)."""
    words = budgets.split(",")
    unit = "ms" if all(word.strip().endswith("ms") for word in words) else ""
    try:
        numbers = [int(word.strip().removesuffix(unit)) for word in words]
    except ValueError:
        raise LabProblem(
            f"'{budgets}' names no budgets: write numbers of roll-outs, --budgets 24,96,384, or times, 50ms,200ms"
        ) from None
    attackers, friedrich = opposition(against or "captain")
    design = seating.curve(bot, numbers, attackers or "captain", friedrich or "captain", unit)
    settings = Settings(
        design, games, scenario, players, {}, seed, None, workers, False, False, mix_code, ray=ray,
    )  # fmt: skip
    name = f"curve-{scenario}-{bot}-{'-'.join(map(str, numbers))}{unit}-s{seed}"
    return _play(settings, Path(out) if out else RESULTS / name)


def matrix(
    bots: list[str], games: int, scenario: str, seed: int, budget: int | None, workers: int, out: str | None,
    players: int | None = None, mix_code: bool = False, ray: str | None = None,
) -> int:  # fmt: skip
    """Every bot of a pool as Friedrich against every one as the attackers, and the minimum of each."""
    settings = Settings(
        seating.matrix(bots), games, scenario, players, {}, seed, budget, workers, False, False, mix_code, ray=ray,
    )  # fmt: skip
    folder = Path(out) if out else RESULTS / f"matrix-{scenario}-{'-'.join(bots)}-s{seed}"
    return _play(settings, folder)


def design_of(bots: list[str], against: str | None, equal_seats: bool) -> Design:
    """The design that the command line asks for."""
    if equal_seats:
        if len(bots) != 1 or against:
            raise LabProblem("with --equal one bot takes every seat: name one bot and no opposition")
        return equal(bots[0])
    if len(bots) != 2 or bots[0] == bots[1]:
        raise LabProblem("a match compares two bots: name the weaker, then the stronger (or one bot and --equal)")
    attackers, friedrich = opposition(against)
    return exchange(bots[0], bots[1], attackers, friedrich)


def folder_name(design: Design, settings: Settings) -> str:
    """A folder name that says what is inside."""
    budget = "" if settings.rollouts is None else f"-b{settings.rollouts}"
    return f"{settings.scenario}-{'-'.join(_names(design))}-s{settings.seed}{budget}"


def _names(design: Design) -> list[str]:
    if not design.claims:
        return [design.seatings[0].friedrich, "equal"]
    defence, attack = design.claims[:2]
    names = [defence.worse.friedrich, defence.better.friedrich]
    if defence.better.attackers != names[1] or attack.better.friedrich != names[1]:
        names += ["against", defence.better.attackers, attack.better.friedrich]
    return names


def ladder(
    games: int, scenario: str, seed: int, budget: int | None, workers: int, out: str | None, bots: list[str] | None,
    equal_games: int | None, records: bool, mix_code: bool, ray: str | None = None,
) -> int:  # fmt: skip
    """Every neighbouring pair, and every rung among its equals; writes a report."""
    from sanssouci.lab.ladder import run_ladder, rungs

    names = bots or rungs()
    folder = Path(out) if out else RESULTS / f"ladder-{scenario}-s{seed}"

    def tell(outcome: Outcome) -> None:
        print(summary(outcome) + "\n", flush=True)

    path = run_ladder(
        names, games, games if equal_games is None else equal_games, scenario, seed, budget, workers, folder, records,
        mix_code, tell, ray,
    )  # fmt: skip
    print(f"report in {path}")
    return 0


def tactics(bot: str, budget: int | None, workers: int, seed: int, tries: int, only: str | None) -> int:
    """The tactical positions; exit status 1 if the bot's threshold is missed."""
    from sanssouci.lab.tactics import examine

    text, passed = examine(bot, budget, workers, seed, tries, only)
    print(text)
    return 0 if passed else 1


def calibrate(
    bot: str, games: int, scenario: str, seed: int, budget: int | None, workers: int, out: str | None,
    ray: str | None = None, by: str = "shown", players: int | None = None,
) -> int:  # fmt: skip
    """Chances against results on self-play."""
    from sanssouci.lab.calibrate import run_calibration

    text = run_calibration(bot, games, scenario, seed, budget, workers, Path(out) if out else None, ray, by, players)
    print(text)
    return 0


def generate(
    bot: str, games: int, scenario: str, seed: int, budget: int | None, workers: int, out: str, ray: str | None = None
) -> int:
    """Self-play as a data set."""
    from sanssouci.lab.generate import run_generate

    print(run_generate(bot, games, Path(out), scenario, seed, budget, workers, ray))
    return 0
