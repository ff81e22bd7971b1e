"""OP-57, 1♥: Russia and Austria each name a card for a trade, or refuse, unseen and in any order."""

from __future__ import annotations

from dataclasses import dataclass

from sanssouci.friedrich.decisions.answers import CardsMenu
from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Order
from sanssouci.friedrich.decisions.hand import held, why_not_held
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import OffMenu, single
from sanssouci.friedrich.decisions.words import CardName, card, nation
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.cards import card_name, lowest
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.names import AUSTRIA, NATIONS, RUSSIA
from sanssouci.friedrich.rules.state import TRADE, State, in_game


@dataclass(frozen=True, slots=True)
class TradeOrder(Order):
    """What a nation offers; None: nothing."""

    nation: int
    card: CardName | None


class Trade(Decision[TradeOrder]):
    """`trade NATION CARD`, or `trade NATION none`."""

    state, rule = TRADE, "OP-57"
    forms = {"trade": "trade russia 5S, or trade russia none"}
    together = True

    def read(self, verb: str, words: list[str]) -> TradeOrder:
        """The nation and its card."""
        self.exactly(verb, words, 2)
        return TradeOrder(verb, nation(words[0]), None if words[1] == "none" else card(words[1]))

    def speaks_for(self, s: State, order: TradeOrder) -> int:
        """The nation it names."""
        return order.nation

    def plan(self, s: State, order: TradeOrder) -> list[int]:
        """NONE or the card, on the menu that this nation has."""
        if not turn.deciders(s) >> order.nation & 1:
            raise OffMenu(s)
        return single(_asked(s, order.nation), NONE if order.card is None else held(s, order.nation, (order.card,))[0])

    def carry_out(self, s: State, order: TradeOrder, choices: list[int]) -> None:
        """The nation need not be the one that is asked first."""
        turn.name_offer(s, order.nation, choices[0])

    def write(self, s: State, choices: list[int]) -> str:
        """Of the nation that `choices` asks, the first that has not answered."""
        who = NATIONS[lowest(turn.deciders(s))]
        return f"trade {who} {'none' if choices[0] == NONE else card_name(choices[0])}"

    def canonical(self, s: State, order: TradeOrder) -> str:
        """In the words of the order: a deck that was not said stays unsaid."""
        return f"trade {NATIONS[order.nation]} {order.card or 'none'}"

    def menu(self, s: State, own: list[int]) -> CardsMenu:
        """The hand of the nation, or nothing."""
        verb = f"trade {NATIONS[own[0]]}"
        offered = self.offered(_asked(s, own[0]))
        cards = [card_name(c) for c in offered if c != NONE]
        orders = [Choice(f"{verb} {name}", card=name) for name in cards]
        return CardsMenu(*self.head(own), cards, NONE in offered, [*orders, Choice(f"{verb} none")])

    def why_not(self, s: State, order: TradeOrder, at: State) -> None:
        """A nation that is not asked, or has answered; a card that it does not hold."""
        if order.nation not in (RUSSIA, AUSTRIA):
            refuse("trade_not_asked", "OP-57", nation=NATIONS[order.nation])
        if s.offers >> order.nation & 1:
            refuse("trade_done", "OP-57", nation=NATIONS[order.nation])
        if order.card is not None:
            why_not_held(s, order.nation, (order.card,))

    def hide(self, s: State, words: list[str]) -> str:
        """Nobody else sees what is offered, or whether anything is."""
        return f"trade {words[1]} ?"

    def amiss(self, s: State) -> Fault | None:
        """Both play, and who is asked has not answered."""
        fault = super().amiss(s)
        if fault is None and (not in_game(s, RUSSIA) or not in_game(s, AUSTRIA) or not turn.deciders(s)):
            return "nobody_left", "fate_choice.named"
        return fault or (("answered", "decider") if s.offers >> s.decider & 1 else None)


def _asked(s: State, who: int) -> State:
    """The game as if this nation were asked first."""
    t = s.copy()
    t.decider = who
    return t
