"""A match: every seed played with every seating of the design, on all cores, resumable; then the conclusions."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanssouci.friedrich import BadPosition, Game
from sanssouci.lab import pool
from sanssouci.lab.figures import Estimate, Sequential, binned_quantile, bootstrap, quantile
from sanssouci.lab.ledger import RECORDS, Ledger, code_fingerprint
from sanssouci.lab.one_game import Job, make_bot
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.progress import progress
from sanssouci.lab.seating import FRIEDRICH, ROLES_OF, Claim, Design, Seating
from sanssouci.lab.watch import BLUNDERS
from sanssouci.lab.worker import save

#: Outside of this a base rate leaves too little room for a difference.
BASE_RATE = (0.10, 0.90)


@dataclass
class Settings:
    """What is asked of a match."""

    design: Design
    games: int
    scenario: str = "standard"
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    rollouts: int | None = None
    workers: int = 0
    records: bool = True
    early_stop: bool = False
    mix_code: bool = False
    seconds: float | None = None
    ray: str | None = None

    def check(self) -> None:
        """Refuse what cannot be, in one sentence."""
        if self.scenario not in ROLES_OF:
            raise LabProblem(f"there is no scenario '{self.scenario}': the scenarios are {', '.join(ROLES_OF)}")
        if self.games < 1:
            raise LabProblem(f"a match has at least one game, not {self.games}")
        if self.seconds is not None and not self.seconds > 0:
            raise LabProblem(f"{self.seconds:g} seconds are no time to play in")
        if self.workers < 0:
            raise LabProblem(f"{self.workers} workers are less than none")
        if self.rollouts is not None and self.rollouts < 0:
            raise LabProblem(f"a budget of {self.rollouts} roll-outs is less than none")
        try:
            Game.new(scenario=self.scenario, players=self.players, seed="0", options=self.options)
        except BadPosition as problem:
            raise LabProblem(str(problem)) from None
        for seating in self.design.seatings:
            for bot in seating.bots():
                make_bot(bot, 0)

    def identity(self) -> dict[str, Any]:
        """What a result depends on, besides the number of games played so far."""
        return {
            "seatings": [s.key for s in self.design.seatings],
            "scenario": self.scenario,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "rollouts": self.rollouts,
            "code": code_fingerprint(),
        }


@dataclass
class Compared:
    """One claim's outcome."""

    claim: Claim
    better: Estimate
    worse: Estimate
    difference: Estimate
    by_role: dict[str, tuple[Estimate, Estimate, Estimate]]
    stopped: tuple[int, bool] | None

    @property
    def holds(self) -> bool:
        """Is the whole interval of the difference above zero?"""
        return self.difference.low > 0

    @property
    def base_rate_out(self) -> bool:
        """Does the reference rate lie where differences cannot show?"""
        return not BASE_RATE[0] <= self.better.mean <= BASE_RATE[1]


@dataclass
class Shares:
    """What happened in one seating."""

    seating: Seating
    games: int
    wins: dict[str, int]
    attackers: int
    shared: int
    turns: list[int]
    decisions: float
    battles: float
    blunders: dict[str, dict[str, float]]
    reasons: dict[str, int]


@dataclass
class Outcome:
    """Everything a match concludes."""

    settings: Settings
    seeds: int
    compared: list[Compared]
    mean_difference: Estimate | None
    shares: list[Shares]
    times: dict[str, dict[int, int]]
    results: list[dict[str, Any]]

    def median_time(self, bot: str) -> float:
        """Seconds of the median decision."""
        return binned_quantile(self.times[bot], 0.5)

    def slow_time(self, bot: str) -> float:
        """Seconds that 99 % of the decisions do not exceed."""
        return binned_quantile(self.times[bot], 0.99)


def won(result: dict[str, Any], side: str) -> int:
    """1 if the side (a role, two roles of one person, or all attackers together) has won."""
    winners = result["winners"]
    if side == "attackers":
        return int(any(role != FRIEDRICH for role in winners))
    return int(any(role in winners for role in side.split("+")))


def run_match(settings: Settings, folder: Path) -> Outcome:
    """Play what is missing and conclude."""
    settings.check()
    ledger = Ledger(folder, settings.identity(), settings.mix_code)
    try:
        records = folder / RECORDS
        if settings.records:
            records.mkdir(exist_ok=True)
        wanted = settings.games * len(settings.design.seatings)
        there = sum(1 for number, _ in ledger.results if 1 <= number <= settings.games)
        title = " ".join(seating.key for seating in settings.design.seatings[:1])
        with progress(title, wanted, there) as bar:
            tasks = _missing(settings, ledger)
            end = math.inf if settings.seconds is None else time.monotonic() + settings.seconds
            for _, found in pool.run(tasks, settings.workers, lambda: _enough(settings, ledger, end), settings.ray):
                game = found["game"]
                # before the ledger: a game that is in it is not played again
                if settings.records:
                    save(records / f"{game['number']:05d}-{game['seating']}.friedrich", found["record"])
                ledger.add(game)
                bar.done()
        seeds = stop_at(settings, ledger) or _complete(settings, ledger)
        if seeds == 0:
            raise LabProblem("the time was over before the first seed was complete; the same command goes on")
        outcome = conclude(settings, ledger.results, seeds)
        ledger.write_tables(outcome.results)
        return outcome
    finally:
        ledger.close()


def _enough(settings: Settings, ledger: Ledger, end: float) -> bool:
    """Should no further game be begun?"""
    return time.monotonic() > end or stop_at(settings, ledger) is not None


def _complete(settings: Settings, ledger: Ledger) -> int:
    """How many seeds, from the first on, have all their games."""
    for number in range(1, settings.games + 1):
        if any((number, seating.key) not in ledger.results for seating in settings.design.seatings):
            return number - 1
    return settings.games


def _missing(settings: Settings, ledger: Ledger) -> Iterator[dict[str, Any]]:
    for number in range(1, settings.games + 1):
        for seating in settings.design.seatings:
            if (number, seating.key) in ledger.results:
                continue
            job = Job(
                settings.seed, number, seating.friedrich, seating.attackers, settings.scenario, settings.players,
                settings.options, settings.rollouts,
            )  # fmt: skip
            what = f"game {number} of {seating.key}"
            yield {"task": "game", "what": what, "job": job.json(), "record": settings.records}


def _differences(claim: Claim, results: dict[tuple[int, str], dict[str, Any]], side: str, seeds: int) -> list[int]:
    """The seeds' differences in seed order, as far as they are complete from the first on."""
    found: list[int] = []
    for number in range(1, seeds + 1):
        one, other = results.get((number, claim.better.key)), results.get((number, claim.worse.key))
        if one is None or other is None:
            break
        found.append(won(one, side) - won(other, side))
    return found


def stop_at(settings: Settings, ledger: Ledger) -> int | None:
    """The seed after which the sequential test has decided every claim; None if it has not, or is not used."""
    if not settings.early_stop or not settings.design.claims:
        return None
    latest = 0
    for claim in settings.design.claims:
        decided = Sequential().decided_at(_differences(claim, ledger.results, claim.side, settings.games))
        if decided is None:
            return None
        latest = max(latest, decided[0])
    return latest


def conclude(settings: Settings, results: dict[tuple[int, str], dict[str, Any]], seeds: int) -> Outcome:
    """Conclusions from the first `seeds` seeds; games beyond them, played before the stop was known, do not count."""
    compared = [_compare(settings, claim, results, seeds) for claim in settings.design.claims]
    mean: Estimate | None = None
    sides = [c for c in compared if c.claim.side in (FRIEDRICH, "attackers")]
    if len(sides) == 2:
        both = [_differences(c.claim, results, c.claim.side, seeds) for c in sides]
        doubled = bootstrap([a + b for a, b in zip(*both, strict=True)])
        mean = Estimate(doubled.mean / 2, doubled.low / 2, doubled.high / 2, doubled.count)
    kept = [
        results[number, seating.key]
        for number in range(1, seeds + 1) for seating in settings.design.seatings if (number, seating.key) in results
    ]  # fmt: skip
    times: dict[str, dict[int, int]] = {}
    for result in kept:
        for bot, bins in result["times"].items():
            into = times.setdefault(bot, {})
            for number, count in bins.items():
                into[number] = into.get(number, 0) + count
    shares = [_share(settings, seating, [r for r in kept if r["seating"] == seating.key])
              for seating in settings.design.seatings]  # fmt: skip
    return Outcome(settings, seeds, compared, mean, shares, times, kept)


def _compare(settings: Settings, claim: Claim, results: dict[tuple[int, str], dict[str, Any]], seeds: int) -> Compared:
    def three(side: str) -> tuple[Estimate, Estimate, Estimate]:
        better = bootstrap([won(results[n, claim.better.key], side) for n in range(1, seeds + 1)])
        worse = bootstrap([won(results[n, claim.worse.key], side) for n in range(1, seeds + 1)])
        return better, worse, bootstrap(_differences(claim, results, side, seeds))

    better, worse, difference = three(claim.side)
    if claim.side in (FRIEDRICH, "attackers"):
        roles = [role for role in ROLES_OF[settings.scenario] if (role == FRIEDRICH) == (claim.side == FRIEDRICH)]
    else:
        roles = [claim.side]
    stopped = None
    if settings.early_stop:
        stopped = Sequential().decided_at(_differences(claim, results, claim.side, seeds))
    return Compared(claim, better, worse, difference, {role: three(role) for role in roles}, stopped)


def _share(settings: Settings, seating: Seating, results: list[dict[str, Any]]) -> Shares:
    roles = ROLES_OF[settings.scenario]
    count = max(1, len(results))
    reasons: dict[str, int] = {}
    for result in results:
        reasons[result["reason"]] = reasons.get(result["reason"], 0) + 1
    return Shares(
        seating,
        len(results),
        {role: sum(won(r, role) for r in results) for role in roles},
        sum(won(r, "attackers") for r in results),
        sum(1 for r in results if len(r["winners"]) > 1),
        [r["turn"] for r in results],
        sum(sum(r["decisions"].values()) for r in results) / count,
        sum(len(r["battles"]) for r in results) / count,
        {role: {kind: sum(r["blunders"][role][kind] for r in results) / count for kind in BLUNDERS} for role in roles},
        reasons,
    )  # fmt: skip


def pool_of(outcome: Outcome) -> list[str]:
    """The bots of a matrix; none if the match was none."""
    pairs = {(s.seating.friedrich, s.seating.attackers) for s in outcome.shares}
    bots = list(dict.fromkeys(s.seating.friedrich for s in outcome.shares))
    return bots if len(bots) > 1 and len(pairs) == len(bots) ** 2 else []


def ratings(outcome: Outcome) -> list[tuple[str, str, Estimate]]:
    """Bot, role and its share of wins against everybody in the pool, with the interval over seeds."""
    bots = pool_of(outcome)
    results = {(r["number"], r["seating"]): r for r in outcome.results}
    found = []
    for bot in bots:
        for role in ROLES_OF[outcome.settings.scenario]:
            seatings = [Seating(bot, other) if role == FRIEDRICH else Seating(other, bot) for other in bots]
            sums = [sum(won(results[n, s.key], role) for s in seatings) for n in range(1, outcome.seeds + 1)]
            whole = bootstrap(sums)
            k = len(bots)
            found.append((bot, role, Estimate(whole.mean / k, whole.low / k, whole.high / k, whole.count)))
    return found


def median_turns(shares: Shares) -> float:
    """The median length of the games."""
    return quantile(shares.turns, 0.5)
