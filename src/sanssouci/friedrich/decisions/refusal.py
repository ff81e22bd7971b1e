"""A refusal: why an order is not legal, as a key of the message catalogue, arguments and a rule number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from sanssouci.friedrich import messages


@dataclass(frozen=True, slots=True, repr=False)
class Refusal:
    """One reason. `rule` is None for input that is no order at all (formats.md, section 3)."""

    key: str  #: names a sentence of the catalogue, without its prefix `refusal.`
    arguments: dict[str, object] = field(hash=False)
    rule: str | None

    def __repr__(self) -> str:
        return f"Refusal({self.key!r}, {self.arguments!r}, {self.rule!r})"

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, language: str = "en") -> str:
        """The refusal in words, its rule number in brackets at the end."""
        text = messages.render("refusal." + self.key, self.arguments, language)
        return text if self.rule is None else f"{text} ({self.rule})"


class IllegalOrder(ValueError):
    """Raised for an order that is not carried out; the game is unchanged. Its four kinds say what is wrong."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal; its parts are attributes of the exception too."""
        super().__init__(refusal)
        self.refusal = refusal
        self.key = refusal.key
        self.arguments = refusal.arguments
        self.rule = refusal.rule

    def __str__(self) -> str:
        return self.refusal.sentence()


class NoSuchOrder(IllegalOrder):
    """These words are no order of the game at all, whatever the position."""


class NotNow(IllegalOrder):
    """An order, but it answers another decision than the present one."""


class NotYours(IllegalOrder):
    """An order for now, but another role gives it."""


class AgainstTheRules(IllegalOrder):
    """An order for now and for this role, and a rule forbids it."""


def refuse(key: str, rule: str | None = None, **arguments: object) -> NoReturn:
    """Raise the refusal `refusal.<key>`: a rule forbids it, or, without one, it is no order."""
    kind = NoSuchOrder if rule is None else AgainstTheRules
    raise kind(Refusal(key, arguments, rule))
