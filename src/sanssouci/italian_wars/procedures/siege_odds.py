"""How a bombardment ends (3.2, 3.4): every die of every turn, and what it leaves of both sides, exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from ..answer import Answer
from ..chances import Odds, Outcome
from ..forces import Force
from ..question import Question
from ..resolvers import artillery
from ..resolvers.discipline import DISCIPLINE
from ..words import say
from .run import apply_check, check_inputs, loss_rank, quiet
from .siege_run import inputs

#: beyond so many steps the losses of the besieged are not followed, only level and guns: a large garrison, a long siege
MOST_STEPS = 1_000_000


class Body(NamedTuple):
    """A unit of the besieged as far as it changes."""

    sp: int
    demoralised: bool


Garrison = tuple[Body, ...]


class Works(NamedTuple):
    """A siege between two turns, apart from the garrison: its level, the firing SP, whether there was a breach."""

    level: int
    firing: int
    breached: bool


class Shot(NamedTuple):
    """What a die of the guns does: the works after it, SP that the garrison loses, whether it checks its discipline."""

    after: Works
    lost: int
    extra: tuple[int, ...]  # for 1, 2, 3 Swiss or landsknecht units hit
    check: bool


class TooMany(Exception):
    """More steps than are worth it."""


@dataclass
class Besieged:
    """The defending Force: what does not change of its units, and what dice do to them."""

    question: Question
    force: Force

    def __post_init__(self) -> None:
        force = self.force
        self.guns = [force.trait(unit, "arm") == "artillery" for unit in force.units]
        self.swiss = [bool(force.trait(unit, "swiss_landsknechts")) for unit in force.units]
        # units alike stand in order of strength: which of them is which makes no difference to what is left
        alike: dict[tuple[str, int | None], list[int]] = {}
        for number, unit in enumerate(force.units):
            alike.setdefault((unit.type, unit.quality), []).append(number)
        self.alike = [numbers for numbers in alike.values() if len(numbers) > 1]
        self.start = self.ordered(tuple(Body(unit.sp, unit.demoralised) for unit in force.units))
        self.one_die = self.question.options["discipline.scope"] == "per_force"
        self.checks: dict[tuple[int, Body], list[Body]] = {}
        self.struck: dict[tuple[Garrison, int, tuple[int, ...], bool], dict[Garrison, int]] = {}
        self.steps = 0
        #: the ways of all checks together
        self.ways = 6 if self.one_die else 6 ** len(force.units)

    def walk(self, steps: int) -> None:
        """So much more was done."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMany

    def ordered(self, garrison: Garrison) -> Garrison:
        """The garrison with units alike in order."""
        if not self.alike:
            return garrison
        found = list(garrison)
        for numbers in self.alike:
            for number, body in zip(numbers, sorted(garrison[n] for n in numbers), strict=True):
                found[number] = body
        return tuple(found)

    def artillery(self, garrison: Garrison) -> int:
        """Its artillery SP."""
        return sum(body.sp for body, gun in zip(garrison, self.guns, strict=True) if gun)

    def after(self, garrison: Garrison, shot: Shot) -> dict[Garrison, int]:
        """What a shot leaves of a garrison, in `ways`: the default losses, then the checks."""
        key = (garrison, shot.lost, shot.extra, shot.check)
        if key not in self.struck:
            left = self.hit(garrison, shot)
            found = self.checked(left) if shot.check else {left: 1}
            scale = self.ways // sum(found.values())
            self.struck[key] = {one: count * scale for one, count in found.items()}
        return self.struck[key]

    def hit(self, garrison: Garrison, shot: Shot) -> Garrison:
        """The losses of a shot, one SP after the other, and those that Swiss or landsknechts have beside."""
        left, struck = list(garrison), []
        for _ in range(shot.lost):
            able = [number for number, body in enumerate(left) if body.sp]
            if not able:
                break
            struck.append(min(able, key=lambda n: self.rank(n, left[n])))
            left[struck[-1]] = _less(left[struck[-1]])
        swiss = [number for number in dict.fromkeys(struck) if self.swiss[number]]
        if swiss:
            for number in swiss[: shot.extra[len(swiss) - 1]]:
                left[number] = _less(left[number])
        return self.ordered(tuple(left))

    def rank(self, number: int, body: Body) -> tuple[bool, bool, int, int]:
        """Who loses first."""
        return loss_rank(self.guns[number], body.demoralised, self.force.units[number].quality, body.sp)

    def check(self, number: int, body: Body) -> list[Body]:
        """A unit after each face of its Discipline Check."""
        found = self.checks.get((number, body))
        if found is None:
            unit = replace(self.force.units[number], sp=body.sp, demoralised=body.demoralised)
            force = self.force.with_unit(unit.id, sp=body.sp, demoralised=body.demoralised)
            found = []
            for die in range(1, 7):
                step = quiet(self.question, DISCIPLINE, **check_inputs(force, unit), die=die)
                after = apply_check(force, unit, step).unit(unit.id)
                found.append(Body(after.sp, after.demoralised))
            self.checks[number, body] = found
        return found

    def checked(self, garrison: Garrison) -> dict[Garrison, int]:
        """All checks of a garrison: ways out of 6 for each unit, or out of 6 for one die that all read."""
        checking = [n for n, unit in enumerate(self.force.units) if garrison[n].sp and unit.quality is not None]
        if self.one_die:
            together: Counter[Garrison] = Counter()
            for die in range(6):
                left = list(garrison)
                for number in checking:
                    left[number] = self.check(number, left[number])[die]
                together[self.ordered(tuple(left))] += 1
            return together
        ways: dict[Garrison, int] = {garrison: 1}
        for number in checking:
            grown: Counter[Garrison] = Counter()
            for before, count in ways.items():
                for after, times in Counter(self.check(number, before[number])).items():
                    grown[(*before[:number], after, *before[number + 1 :])] += count * times
            ways = grown
            self.walk(len(ways) * 4)  # a check costs more than a sum
        found: Counter[Garrison] = Counter()
        for one, count in ways.items():
            found[self.ordered(one)] += count
        return found


def _less(body: Body) -> Body:
    return body._replace(sp=max(0, body.sp - 1))


class Bombardment:
    """All states of a siege, turn after turn. Chances are whole numbers of ways; `of` is their sum."""

    def __init__(self, question: Question, forces: dict[str, Force], follow: bool) -> None:
        self.question, self.forces, self.follow = question, forces, follow
        self.besieged = Besieged(question, forces["defender"])
        self.firing = sum(unit.sp for unit in forces["attacker"].artillery)
        start = Works(question["siege_level"], self.firing, False)
        self.spread: dict[Works, Counter[Garrison]] = {start: Counter({self.besieged.start: 1})}
        self.of = 1
        #: the chance of no breach after each turn
        self.unbreached = [Fraction(1)]

    def turn(self, turn: int) -> None:
        """One turn for every state."""
        found: dict[Works, Counter[Garrison]] = {}
        checks = self.besieged.ways if self.follow else 1
        for works, garrisons in self.spread.items():
            shots = {armed: self.shots(turn, works, armed) for armed in (False, True)} if works.firing else {}
            for garrison, ways in garrisons.items():
                if not works.firing or not any(body.sp for body in garrison):
                    found.setdefault(works, Counter())[garrison] += ways * 6 * checks
                    continue
                for shot, times in shots[self.besieged.artillery(garrison) > 0].items():
                    here = found.setdefault(shot.after, Counter())
                    left = self.besieged.after(garrison, shot) if self.follow else {garrison: 1}
                    for after, count in left.items():
                        here[after] += ways * times * count
                    if self.follow:
                        self.besieged.walk(len(left))
        self.spread = found
        self.of *= 6 * checks
        without = sum(sum(some.values()) for works, some in found.items() if not works.breached)
        self.unbreached.append(Fraction(without, self.of))

    def shots(self, turn: int, works: Works, armed: bool) -> Counter[Shot]:
        """What the six faces do, against a garrison with guns or without."""
        asked = inputs(self.question, self.forces, turn, works.level)
        asked |= {"sp": works.firing, "besieged_artillery_sp": int(armed)}
        found: Counter[Shot] = Counter()
        for die in range(1, 7):
            step = quiet(self.question, artillery.TABLE, **asked, die=die)
            breached = works.breached or "breach" in step.events
            level = int(step.values.get("siege_level", works.level))
            after = Works(level, works.firing - int(step.counts["own_artillery"]), breached)
            lost = _facts(step, "lose_sp")
            extra = tuple(
                _facts(quiet(self.question, artillery.TABLE, **asked, die=die, sl_units_hit=hit), "sl_extra")
                for hit in (1, 2, 3)
                if lost
            )
            found[Shot(after, lost, extra, "discipline_check" in step.events)] += 1
        return found


def _facts(step: Answer, kind: str) -> int:
    return next((int(effect.facts["sp"]) for effect in step.effects if effect.kind == kind), 0)


def bombardment(question: Question, forces: dict[str, Force]) -> Odds:
    """On which turn the first breach falls; level, guns and garrison at the end."""
    try:
        return _told(question, _run(Bombardment(question, forces, follow=True)))
    except TooMany:
        return _told(question, _run(Bombardment(question, forces, follow=False)))


def _run(siege: Bombardment) -> Bombardment:
    for turn in range(1, siege.question["turns"] + 1):
        siege.turn(turn)
    return siege


def _told(question: Question, siege: Bombardment) -> Odds:
    turns = question["turns"]
    outcomes = []
    for turn in range(1, turns + 1):
        chance = siege.unbreached[turn - 1] - siege.unbreached[turn]
        if chance:
            text, breach = say("outcome.breach", turn=turn), frozenset({"breach"})
            outcomes.append(Outcome(f"first breach on turn {turn}", chance, (text,), events=breach))
    if siege.unbreached[-1]:
        outcomes.append(Outcome("no breach", siege.unbreached[-1], (say("outcome.no_breach", turns=turns),)))
    highest = question.sheet["artillery"]["highest_siege_level"]
    ends = _ends(siege)
    full = {"siege_level_2": ends["siege_level"].get(highest, Fraction(0))}
    return Odds(question.table, question.given, outcomes, more=full, spreads=ends)


def _ends(siege: Bombardment) -> dict[str, dict[int, Fraction]]:
    """How often each number of guns lost, level, SP lost and units demoralised comes at the end."""
    start = siege.besieged.start
    strength, shaken = sum(body.sp for body in start), sum(body.demoralised for body in start)
    ends: dict[str, Counter[int]] = {"siege_level": Counter(), "own_artillery": Counter()}
    for works, garrisons in siege.spread.items():
        together = sum(garrisons.values())
        ends["siege_level"][works.level] += together
        ends["own_artillery"][siege.firing - works.firing] += together
        if siege.follow:
            for garrison, ways in garrisons.items():
                lost = strength - sum(body.sp for body in garrison)
                ends.setdefault("defender_sp", Counter())[lost] += ways
                fresh = sum(body.demoralised for body in garrison) - shaken
                ends.setdefault("units_demoralised", Counter())[fresh] += ways
    return {
        name: {value: Fraction(ways, siege.of) for value, ways in sorted(found.items())} for name, found in ends.items()
    }
