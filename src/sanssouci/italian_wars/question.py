"""One question to a table: complete inputs, the rulings in force, the sheet they are read from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .answer import Answer, Modifier
from .fields import Field
from .options import Options
from .sheet import Sheet
from .words import say


@dataclass(frozen=True)
class Question:
    """What a resolver is asked; `question["weather"]` is that input."""

    table: str
    given: dict[str, Any]
    options: Options
    sheet: Sheet

    def __getitem__(self, name: str) -> Any:
        return self.given[name]

    def get(self, name: str, default: Any = None) -> Any:
        """An input that this table may not have."""
        return self.given.get(name, default)

    def but(self, **changed: Any) -> Question:
        """The same question with some inputs changed."""
        return replace(self, given={**self.given, **changed})

    def begin(self) -> Answer:
        """An answer with the inputs noted."""
        return Answer(self.table, self.given)

    def weather(self, what: str) -> Any:
        """What today's weather does (3.15)."""
        return self.sheet["weather"]["weather"][self.given["weather"]][what]


Resolver = Callable[[Question], Answer]


@dataclass(frozen=True)
class Table:
    """A table of the desk: its inputs, how it is resolved, and which dice it takes.

    `dice` lists the natural rolls with their weights (six faces, or the sums of two dice).
    `odds` replaces plain enumeration where a table has its own loop.
    """

    name: str
    section: str
    fields: tuple[Field, ...]
    resolve: Resolver
    dice: tuple[tuple[int, int], ...] = ()
    odds: Callable[[Question], Any] | None = None

    def field(self, name: str) -> Field:
        """One of its inputs."""
        return next(one for one in self.fields if one.name == name)


D6 = tuple((face, 1) for face in range(1, 7))
TWO_D6 = tuple((total, 6 - abs(7 - total)) for total in range(2, 13))


def add_extras(question: Question, answer: Answer) -> None:
    """The user's own modifiers (chapter 6), printed like the built-in ones."""
    for index, (label, value) in enumerate(question.get("extra") or (), 1):
        answer.modifiers.append(Modifier(f"EXTRA-{index}", value, True, say("why.EXTRA", label=label)))


def roll(question: Question, answer: Answer) -> int | None:
    """Note the natural and the modified roll; None while no die has been thrown."""
    answer.natural = question["die"]
    answer.modified = None if answer.natural is None else answer.natural + int(answer.total)
    return answer.modified


def rounded(question: Question, exact: Fraction) -> int:
    """To the nearest whole number; an exact half as `rounding.half` says."""
    below = exact.numerator // exact.denominator
    rest = exact - below
    if rest != Fraction(1, 2):
        return below + (rest > Fraction(1, 2))
    ruling = question.options["rounding.half"]
    if ruling == "even":
        return below + below % 2
    return below + int(ruling == "up")
