"""What a decision is: everything the program knows about it, side by side, in one class of one module.

The rules' chapter decides what is legal (`turn.choices`) and what happens (`turn.apply`); a decision reads, plans,
writes, offers and explains; it says what must be there in a position that waits for it, and what everybody sees of it.
Adding one is adding a module; `registry` finds it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.effects import asked_in
from sanssouci.friedrich.rules.names import NATION_COUNT, NATIONS
from sanssouci.friedrich.rules.state import PHASES, STATE_NAMES, State
from sanssouci.friedrich.shapes import Nation, RetreatView

#: What is wrong with a position: a key of `problems` and the field.
Fault = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Order:
    """One order as read; each decision adds what its orders say."""

    verb: str


@dataclass(slots=True)
class Choice:
    """One thing that may be done: the order that does it, and what it names.

    An order may hold gaps in braces, filled from the menu: `{takes}`, `{value}`, `{path}`, `{troops}`.
    """

    order: str
    general: str | None = None
    attacker: str | None = None
    defender: str | None = None
    city: str | None = None
    path: list[str] | None = None
    cities: list[str] | None = None
    card: str | None = None
    double: bool = False
    values: list[int] | None = None  # what may stand for {value}


@dataclass(slots=True)
class Menu:
    """What travels: contract, page, terminal and robots know a decision from its menu.

    A field without a default is always there; one with a default is left out where it has that value.
    """

    state: str
    nation: Nation


O = TypeVar("O", bound=Order)  # noqa: E741  (the order of a decision)


class Part(ABC):
    """What a question and an answer share: the state and the rule they belong to, and how choices are written."""

    #: The state in which it is asked, and the rule under which.
    state: ClassVar[int]
    rule: ClassVar[str]

    #: Is it asked before the two strengths of a combat are named (R7.5)?
    unnamed: ClassVar[bool] = False

    @abstractmethod
    def write(self, s: State, choices: list[int]) -> str:
        """The order that small choices stand for, in its canonical words (every card with its deck)."""

    def offered(self, s: State) -> list[int]:
        """The engine's menu."""
        return [int(choice) for choice in turn.choices(s)]

    def amiss(self, s: State) -> Fault | None:
        """Why a position cannot wait here, as a key of `problems` and the field; None if it can.

        As a rule the nation decides whose stage it is, and in the fate step one that the card asks.
        """
        if PHASES[self.state] == "fate":
            if s.nation != NATION_COUNT or s.decider not in self.asked():
                return "fate_step_other", "state"
        elif s.nation == NATION_COUNT:
            return "not_fate_step", "state"
        elif s.decider != s.nation:
            return "stage_decides", "decider"
        return None

    def asked(self) -> list[int]:
        """The nations that a decision of the fate step may ask."""
        return asked_in(self.state)

    def retreat(self, s: State) -> RetreatView | None:
        """What everybody sees of a retreat while it is waited for."""
        return None


class Asked(Part):
    """A question of the game: what is offered in its state."""

    #: Do several nations decide at once, each order naming its own?
    together: ClassVar[bool] = False

    @abstractmethod
    def menu(self, s: State, own: list[int]) -> Menu:
        """What the role with these deciding nations may do, all of it read off the engine's menus."""

    def head(self, own: list[int]) -> tuple[str, str]:
        """What every menu begins with."""
        return STATE_NAMES[self.state], NATIONS[own[0]]


class Answer(Part, Generic[O]):
    """A kind of order: read, planned, carried out, explained."""

    #: Its verbs, and how each order is written.
    forms: ClassVar[dict[str, str]]
    #: The small steps between its beginning and its end, with their rules.
    inner: ClassVar[dict[int, str]] = {}
    #: The word that declines, where the answer is one name; None where something must be named.
    decline: ClassVar[str | None] = None
    #: Is that name for the nation's eyes only?
    secret: ClassVar[bool] = False

    @property
    def verb(self) -> str:
        """The one verb."""
        return next(iter(self.forms))

    @abstractmethod
    def read(self, verb: str, words: list[str]) -> O:
        """The order that these words after the verb stand for; looks at no game."""

    @abstractmethod
    def plan(self, s: State, order: O) -> list[int]:
        """The small choices an order stands for, each looked for on the engine's menu; raises `OffMenu`."""

    def why_not(self, s: State, order: O, at: State) -> None:
        """Explain an order that is not on the menu by refusing it; `at` is the step where it was not there.

        Explains and never decides: if it finds nothing, a general reason is given.
        """

    def speaks_for(self, s: State, order: O) -> int:
        """The nation whose order it is."""
        return int(s.decider)

    def carry_out(self, s: State, order: O, choices: list[int]) -> None:
        """Do what was planned."""
        for choice in choices:
            turn.apply(s, choice)

    def canonical(self, s: State, order: O) -> str:
        """A legal order in the words the engine itself would use."""
        return self.write(s, self.plan(s, order))

    def hide(self, s: State, words: list[str]) -> str:
        """The order as those see it who may not know its secret parts (R15); its form gives nothing away either.

        A name that is secret is hidden, not that there is one.
        """
        return f"{self.verb} ?" if self.secret and words[1] != self.decline else " ".join(words)

    # ------------------------------------------------------------ helpers

    def exactly(self, verb: str, words: list[str], wanted: int) -> None:
        """Refuse an order with too few or too many words, showing how it is written."""
        if len(words) != wanted:
            self.misshapen(verb)

    def misshapen(self, verb: str) -> NoReturn:
        """Refuse an order that is not written as it should be."""
        refuse("form", verb=verb, form=self.forms[verb])


class Decision(Asked, Answer[O]):
    """A decision of the game that has its state to itself: the question and its one kind of answer."""


def plain(value: Any) -> Any:
    """A menu as plain dictionaries and lists."""
    if isinstance(value, list):
        return [plain(part) for part in value] if value and _lines(type(value[0])) is not None else value
    lines = _lines(type(value))
    if lines is None:
        return value
    said = {}
    for name, called, default in lines:
        part = getattr(value, name)
        if default is MISSING or part != default:
            said[called] = plain(part)
    return said


def _lines(kind: type) -> _Lines | None:
    """Of a dataclass: each field's name, what it is called in a menu, and what need not be said; else None."""
    if kind not in _LINES:
        of_it = fields(kind) if is_dataclass(kind) else ()
        _LINES[kind] = tuple((one.name, one.name.rstrip("_"), one.default) for one in of_it) or None
    return _LINES[kind]


_Lines = tuple[tuple[str, str, Any], ...]
#: looked up once for each kind of thing in menus
_LINES: dict[type, _Lines | None] = {}
