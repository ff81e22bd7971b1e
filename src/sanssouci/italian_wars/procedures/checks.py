"""Exact odds of chained Discipline Checks: each unit's check, then all of them together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from ..forces import Force, Unit
from ..question import Question
from ..resolvers.discipline import DISCIPLINE
from .run import apply_check, check_inputs, checking, quiet


@dataclass(frozen=True, order=True)
class Toll:
    """What checks cost a Force: SP, units newly demoralised, units eliminated."""

    sp: int = 0
    demoralised: int = 0
    eliminated: int = 0

    def __add__(self, other: Toll) -> Toll:
        return Toll(self.sp + other.sp, self.demoralised + other.demoralised, self.eliminated + other.eliminated)


Tolls = dict[Toll, Fraction]


def toll_of(question: Question, force: Force, unit: Unit, die: int) -> Toll:
    """What one die does to one unit."""
    step = quiet(question, DISCIPLINE, **check_inputs(force, unit), die=die)
    after = apply_check(force, unit, step).unit(unit.id)
    return Toll(unit.sp - after.sp, int(after.demoralised and not unit.demoralised), int(after.sp == 0))


def force_tolls(question: Question, force: Force) -> Tolls:
    """All the checks of a Force, one die each or one die for all (`discipline.scope`)."""
    units = checking(force)
    if not units:
        return {Toll(): Fraction(1)}
    if question.options["discipline.scope"] == "per_force":
        found: Tolls = {}
        for die in range(1, 7):
            total = Toll()
            for unit in units:
                total += toll_of(question, force, unit, die)
            found[total] = found.get(total, Fraction(0)) + Fraction(1, 6)
        return found
    # whole numbers of ways out of 6 ** units: much faster than fractions for a large Force
    ways = {Toll(): 1}
    for unit in units:
        faces = Counter(toll_of(question, force, unit, die) for die in range(1, 7))
        grown: dict[Toll, int] = {}
        for before, count in ways.items():
            for mine, times in faces.items():
                grown[before + mine] = grown.get(before + mine, 0) + count * times
        ways = grown
    return {toll: Fraction(count, 6 ** len(units)) for toll, count in ways.items()}
