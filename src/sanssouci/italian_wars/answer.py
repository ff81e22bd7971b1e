"""The answer of a resolver (section 1.3): nothing left to look up, nothing hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .words import Signed, Text, catalogue, say


def cell_in_words(cell: str) -> Text | str:
    """A cell for people: codes stay as they are printed, words are said in their language."""
    if cell.startswith("reroll "):
        return say("cell.reroll", value=cell.split()[1])
    known = f"cell.{cell}"
    return say(known) if known in catalogue("en") else cell


@dataclass(frozen=True)
class Modifier:
    """One line of a modifier list, whether it applied or not, and why."""

    id: str
    value: int | Fraction
    applied: bool
    why: Text


@dataclass(frozen=True)
class Effect:
    """One thing that happens, in order. `facts` is the same for programs."""

    kind: str
    text: Text
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class FollowUp:
    """A roll this answer demands next: on which table, for whom; `facts["inputs"]` is what is known of its inputs."""

    table: str
    text: Text
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """What another ruling, one more pip or a few more SP would make of this."""

    kind: str
    text: Text
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Answer:
    """What a table says. `total` is the sum of the applied modifiers, `values` the figures by name."""

    table: str
    inputs: dict[str, Any]
    modifiers: list[Modifier] = field(default_factory=list)
    natural: int | None = None
    modified: int | None = None
    row: int | str | None = None
    row_label: str | None = None
    column_before: str | None = None
    column_shift: int = 0
    column: str | int | None = None
    cell: str | None = None
    loser: str | None = None
    reconstructed: str | None = None
    effects: list[Effect] = field(default_factory=list)
    follow_ups: list[FollowUp] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    notes: list[Text] = field(default_factory=list)
    #: events (probabilities) and counts (means) this answer contributes to the odds
    events: set[str] = field(default_factory=set)
    counts: dict[str, int | Fraction] = field(default_factory=dict)
    assumptions: dict[str, Any] = field(default_factory=dict)
    #: inputs that were given and do not count: name → the other input, or the ruling, that leaves them out
    ignored: dict[str, str] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    #: lines of chapter 2 this answer rests on (L1 …), whether or not a ruling can change them
    readings: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    nearest: list[Change] = field(default_factory=list)
    would_change: list[Change] = field(default_factory=list)
    result: str | None = None
    steps: list[Answer] = field(default_factory=list)
    log: list[Text] = field(default_factory=list)
    pending: dict[str, Any] | None = None
    after: dict[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int | Fraction:
        """The sum of the modifiers that apply (Quality reductions belong to the column, not to the die)."""
        return sum((one.value for one in self.modifiers if one.applied and not one.id.startswith("ASQ-")), 0)

    def consider(
        self, id_: str, value: int | Fraction, applies: bool, /, reason: str | None = None, **blanks: object
    ) -> bool:
        """Note one modifier with its reason; tells whether it applied.

        The reason is `why.ID.yes` or `why.ID.no` of the catalogue unless `reason` names a special one.
        """
        key = f"why.{id_}.{reason or ('yes' if applies else 'no')}"
        self.modifiers.append(Modifier(id_, value, applies, say(key, **blanks)))
        return applies

    def rests_on(self, *lost: str) -> None:
        """Note readings the extraction lost."""
        self.readings += [one for one in lost if one not in self.readings]

    def effect(self, kind: str, text: Text, **facts: Any) -> None:
        """Add what happens next."""
        self.effects.append(Effect(kind, text, facts))

    def follow(self, table: str, text: Text, **facts: Any) -> None:
        """Demand a roll."""
        self.follow_ups.append(FollowUp(table, text, facts))

    @property
    def outcome(self) -> str:
        """The name of this result among the outcomes of the odds."""
        return self.result if self.result is not None else str(self.cell)

    def fingerprint(self) -> tuple[Any, ...]:
        """What must be equal for two answers to count as the same to a player."""
        return (
            self.modified,
            self.row,
            self.column,
            self.cell,
            self.loser,
            tuple((one.kind, str(sorted(one.facts.items(), key=str))) for one in self.effects),
            tuple((one.table, str(sorted(one.facts.items(), key=str))) for one in self.follow_ups),
            str(self.values),
            tuple(self.log),
            str(self.after),
        )

    def explain(self, lang: str = "en") -> str:
        """The whole answer as plain text, line by line, for both players to check."""
        from .explain import explain

        return explain(self, lang)

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        """The object of `sanssouci charts resolve --json`."""
        from .explain import as_json

        return as_json(self, lang)


def pips(value: int | Fraction) -> Signed:
    """A modifier's value for a sentence."""
    return Signed(value)


def who(side: str) -> Text:
    """The name of a side: attacker, defender, pursuers …"""
    return say(f"who.{side}")
