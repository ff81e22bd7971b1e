"""The ladder: every rung against the one below, and every rung among its equals; with a report."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from sanssouci.lab.match import Outcome, Settings, run_match
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.report import render
from sanssouci.lab.seating import equal, exchange
from sanssouci.lab.worker import save


def rungs() -> list[str]:
    """The names of the bots that are offered to players, weakest first."""
    from sanssouci.bots.registry import BOTS

    return [info.name for info in sorted(BOTS.values(), key=lambda info: info.level) if info.offered]


def run_ladder(
    names: list[str], games: int, equal_games: int, scenario: str, seed: int, rollouts: int | None, workers: int,
    folder: Path, records: bool, mix_code: bool, tell: Callable[[Outcome], None], ray: str | None = None,
) -> Path:  # fmt: skip
    """Play what is missing, tell each outcome, write `report.html`; answers its path."""
    if len(set(names)) != len(names):
        raise LabProblem("a rung stands on the ladder twice")
    designs = [(f"{low}-{high}", exchange(low, high), games) for low, high in itertools.pairwise(names)]
    designs += [(f"{name}-equal", equal(name), equal_games) for name in names if equal_games]
    if not designs:
        raise LabProblem("there is nothing to play: a ladder has two rungs or some games among equals")
    all_settings = [
        (name, Settings(design, number, scenario, None, {}, seed, rollouts, workers, records, False, mix_code, ray=ray))
        for name, design, number in designs
    ]
    for _, settings in all_settings:
        settings.check()
    outcomes: list[Outcome] = []
    path = folder / "report.html"
    for name, settings in all_settings:
        outcome = run_match(settings, folder / name)
        tell(outcome)
        outcomes.append(outcome)
        save(path, render(outcomes))  # after every match, so that a stopped ladder has a report of what there is
    return path
