"""R7.7: the side with the right to play a card plays one, or gives up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.fights import no_fight, not_his
from sanssouci.friedrich.decisions.hand import held, why_not_held
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import OffMenu, single
from sanssouci.friedrich.decisions.words import CardName, card, number
from sanssouci.friedrich.rules.board import PIECE_NATION, SUIT
from sanssouci.friedrich.rules.cards import (
    DECK_SIZE,
    ELEVEN_OF_SPADES,
    RESERVE_VALUE,
    card_name,
    is_reserve,
    suit_of,
    value_of,
)
from sanssouci.friedrich.rules.duel import LIMIT_3C, acting, bonus, hobbled, king_bound, worth
from sanssouci.friedrich.rules.effects import EV_7D, EV_11S
from sanssouci.friedrich.rules.encoding import DOUBLE, PASS
from sanssouci.friedrich.rules.names import PRUSSIA, SUITS
from sanssouci.friedrich.rules.state import CARD, State
from sanssouci.friedrich.shapes import Suit


@dataclass(frozen=True, slots=True)
class PlayOrder(Order):
    """The card, and the value of a Reserve if one is said; no card: giving up."""

    card: CardName | None
    value: int | None


@dataclass(slots=True)
class CardPlay:
    """A card with what it makes of the score."""

    card: str
    value: int
    score: int
    double: bool = False


@dataclass(slots=True)
class PlayMenu(Menu):
    """The cards of the suit, the Reserves and their values, and whether one may stop."""

    score: int
    suit: Suit
    plays: list[CardPlay]
    reserves: list[str]
    reserve_values: list[int]
    bonus: int
    pass_: bool
    duty: Literal["zero", "king"] | None
    orders: list[Choice] = field(default_factory=list)


class PlayCard(Decision[PlayOrder]):
    """`play CARD`, `play R=7`, `play 11S double`, or `pass`."""

    state, rule = CARD, "R7.7"
    forms = {"play": "play 10D, play R=7, or play 11S double", "pass": "pass"}

    def read(self, verb: str, words: list[str]) -> PlayOrder:
        """A card, with a value behind `=` or the word `double`."""
        if verb == "pass":
            self.exactly(verb, words, 0)
            return PlayOrder(verb, None, None)
        if len(words) == 2 and words[1] == "double":
            return PlayOrder(verb, replace(card(words[0]), double=True), None)
        self.exactly(verb, words, 1)
        face, equals, value = words[0].partition("=")
        return PlayOrder(verb, card(face), number(value, "value") if equals else None)

    def plan(self, s: State, order: PlayOrder) -> list[int]:
        """PASS, or the card with the value it is played for."""
        if order.card is None:
            return single(s, PASS)
        found = held(s, int(s.decider), (order.card,))[0]
        if found < 0 or (order.value is not None and not (is_reserve(found) and 0 < order.value < DOUBLE)):
            raise OffMenu(s)
        value = DOUBLE if order.card.double else order.value or 0
        return single(s, 1 + (found << 4 | value))

    def write(self, s: State, choices: list[int]) -> str:
        """The card with its deck."""
        return "pass" if choices[0] == PASS else _text(*_parts(choices[0]))

    def menu(self, s: State, own: list[int]) -> PlayMenu:
        """Cards with what they make of the score."""
        offered = self.offered(s)
        top = acting(s)
        nation = PIECE_NATION[top]
        plays: list[CardPlay] = []
        orders: list[Choice] = []
        reserves: dict[int, list[int]] = {}
        for played, named in map(_parts, (choice for choice in offered if choice != PASS)):
            if is_reserve(played):
                reserves.setdefault(played, []).append(named)
                continue
            value, name, double = int(worth(s, nation, played, named)), card_name(played), named == DOUBLE
            plays.append(CardPlay(name, value, int(s.score) + value, double))
            orders.append(Choice(_text(played, named), card=name, double=double))
        for reserve, values in reserves.items():
            name = card_name(reserve)
            orders.append(Choice(f"play {name}={{value}}", card=name, values=sorted(values)))
        if PASS in offered:
            orders.append(Choice("pass"))
        return PlayMenu(
            *self.head(own),
            int(s.score),
            SUITS[SUIT[s.city[top]]],
            plays,
            [card_name(reserve) for reserve in reserves],
            sorted({value for values in reserves.values() for value in values}),
            int(bonus(s, nation)),
            PASS in offered,
            None if PASS in offered else "king" if king_bound(s) else "zero",
            orders,
        )

    def why_not(self, s: State, order: PlayOrder, at: State) -> None:
        """R7.6–R7.9, R3.6, 3♣, 7♦, 11♠: stopping where a card is due, or a card that may not be played now."""
        if order.card is None:
            if s.score == 0:
                refuse("pass_zero", "R7.9")
            refuse("pass_king", "R11.17")
        why_not_held(s, int(s.decider), (order.card,))
        found, suit = held(s, int(s.decider), (order.card,))[0], int(SUIT[s.city[acting(s)]])
        if is_reserve(found):
            _why_not_reserve(s, order, found)
        if order.value is not None:
            refuse("value_fixed", "R3.6", card=card_name(found))
        if suit_of(found) != suit:
            refuse("play_suit", "R7.6", card=card_name(found), suit=SUITS[suit])
        if hobbled(s) and value_of(found) > LIMIT_3C:
            refuse("play_high", "R11.4")
        if order.card.double:
            if found % DECK_SIZE != ELEVEN_OF_SPADES:
                refuse("double_card", "R11.4", card=card_name(found))
            if s.events_used & EV_11S:
                refuse("double_used", "R11.4")
            if not s.events & EV_11S or s.decider != PRUSSIA:
                refuse("double_not", "R11.4")
        if s.events & EV_7D:
            refuse("king_card", "R11.17", card=card_name(found))

    def amiss(self, s: State) -> Fault | None:
        """The side with the right decides."""
        return no_fight(s) or not_his(s, int(acting(s)))


def _why_not_reserve(s: State, order: PlayOrder, reserve: int) -> None:
    if order.card is not None and order.card.double:
        refuse("double_card", "R11.4", card=card_name(reserve))
    if order.value is None:
        refuse("reserve_needs_value", "R3.6")
    if not 1 <= order.value <= RESERVE_VALUE:
        refuse("reserve_value", "R3.6", count=order.value)
    if hobbled(s) and order.value > LIMIT_3C:
        refuse("reserve_high", "R11.4")
    refuse("king_reserve", "R11.17", count=order.value)


def _parts(choice: int) -> tuple[int, int]:
    """The card of a choice, and the value it is played for."""
    return (choice - 1) >> 4, (choice - 1) & 15


def _text(played: int, value: int) -> str:
    if is_reserve(played):
        return f"play {card_name(played)}={value}"
    return f"play {card_name(played)}{' double' if value == DOUBLE else ''}"
