"""Two shapes that several decisions share: the answer is one card, or one general, or none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from sanssouci.friedrich.decisions.decision import Choice, Decision, Menu, Order
from sanssouci.friedrich.decisions.hand import held, twin, why_not_held
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.words import CardName, card, general
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.cards import card_name, is_reserve
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.names import GENERALS
from sanssouci.friedrich.rules.state import State


@dataclass(frozen=True, slots=True)
class CardOrder(Order):
    """The card that is named; None declines."""

    card: CardName | None


@dataclass(slots=True)
class CardsMenu(Menu):
    """The cards that may be named, and whether none may."""

    cards: list[str]
    none: bool
    orders: list[Choice] = field(default_factory=list)


class OneCard(Decision[CardOrder]):
    """`verb CARD`, or `verb none`."""

    decline: ClassVar[str | None] = "none"
    secret: ClassVar[bool] = True

    def read(self, verb: str, words: list[str]) -> CardOrder:
        """One word: a card, or the decline."""
        self.exactly(verb, words, 1)
        if self.decline is not None and words[0] in ("no", "none"):
            return CardOrder(verb, None)
        return CardOrder(verb, card(words[0]))

    def plan(self, s: State, order: CardOrder) -> list[int]:
        """NONE or the card; of two Reserves of a deck one is like the other."""
        if order.card is None:
            return single(s, NONE)
        found = held(s, int(s.decider), (order.card,))[0]
        if found >= 0 and is_reserve(found) and found not in turn.choices(s):
            found = twin(found)
        return single(s, found)

    def write(self, s: State, choices: list[int]) -> str:
        """The card with its deck."""
        return f"{self.verb} {self.decline if choices[0] == NONE else card_name(choices[0])}"

    def menu(self, s: State, own: list[int]) -> CardsMenu:
        """Cards and decline, each with its order."""
        offered = self.offered(s)
        cards = [card_name(c) for c in offered if c != NONE]
        orders = [Choice(f"{self.verb} {name}", card=name) for name in cards]
        if NONE in offered:
            orders.append(Choice(f"{self.verb} {self.decline}"))
        return CardsMenu(*self.head(own), cards, NONE in offered, orders)

    def why_not(self, s: State, order: CardOrder, at: State) -> None:
        """A decline where none is allowed, a card that is not there, or one that will not do."""
        if order.card is None:
            refuse("none_not_allowed", self.rule)
        why_not_held(s, int(s.decider), (order.card,))
        self.why_not_card(held(s, int(s.decider), (order.card,))[0])

    def why_not_card(self, card: int) -> None:
        """Why a card of the hand will not do."""


@dataclass(frozen=True, slots=True)
class GeneralOrder(Order):
    """The general who is named; None declines."""

    general: int | None


@dataclass(slots=True)
class GeneralsMenu(Menu):
    """The generals who may be named, and whether none may."""

    generals: list[str]
    none: bool
    orders: list[Choice] = field(default_factory=list)


class OneGeneral(Decision[GeneralOrder]):
    """`verb GENERAL`, or `verb none`."""

    def read(self, verb: str, words: list[str]) -> GeneralOrder:
        """One word: a general, or `none`."""
        self.exactly(verb, words, 1)
        if words[0] == self.decline:
            return GeneralOrder(verb, None)
        return GeneralOrder(verb, general(words[0]))

    def plan(self, s: State, order: GeneralOrder) -> list[int]:
        """NONE or the general."""
        return single(s, NONE if order.general is None else order.general)

    def write(self, s: State, choices: list[int]) -> str:
        """His name."""
        return f"{self.verb} {'none' if choices[0] == NONE else GENERALS[choices[0]]}"

    def menu(self, s: State, own: list[int]) -> GeneralsMenu:
        """Generals and decline, each with its order."""
        offered = self.offered(s)
        names = [GENERALS[c] for c in offered if c != NONE]
        orders = [Choice(f"{self.verb} {name}", general=name) for name in names]
        if NONE in offered:
            orders.append(Choice(f"{self.verb} none"))
        return GeneralsMenu(*self.head(own), names, NONE in offered, orders)

    def why_not(self, s: State, order: GeneralOrder, at: State) -> None:
        """A decline where none is allowed, or a general who will not do."""
        if order.general is None:
            refuse("none_not_allowed", self.rule)
        self.why_not_him(s, order.general)

    def why_not_him(self, s: State, general: int) -> None:
        """Why a general will not do."""
