"""OP-61, 6♠: Austria may move Laudon one city."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.ends import why_not_end
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.shares import divide, hidden_share, shares, why_not_share
from sanssouci.friedrich.decisions.trial import Trial, single
from sanssouci.friedrich.decisions.words import city, number
from sanssouci.friedrich.rules.board import CITY_IDS, ROADS
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.names import AUSTRIA, G_LAUDON
from sanssouci.friedrich.rules.state import LAUDON, OFF_MAP, SPLIT_ALLOT, State
from sanssouci.friedrich.shapes import Numbers

ALONE = 1 << G_LAUDON


@dataclass(frozen=True, slots=True)
class LaudonOrder(Order):
    """Where he goes (None: he stays), and how many troops of his stack he takes along, if that is said."""

    city: int | None
    takes: int | None = None


@dataclass(slots=True)
class LaudonMenu(Menu):
    """Where he may go, the bounds of his share if he leaves a stack, and whether he may stay."""

    cities: list[str]
    takes: Numbers | None
    none: bool
    orders: list[Choice] = field(default_factory=list)


class Laudon(Decision[LaudonOrder]):
    """`laudon CITY`, `laudon CITY takes NUMBER`, or `laudon none`."""

    state, rule = LAUDON, "OP-61"
    forms = {"laudon": "laudon neisse, laudon neisse takes 2, or laudon none"}
    inner = {SPLIT_ALLOT: "R4.8"}

    def read(self, verb: str, words: list[str]) -> LaudonOrder:
        """A city and perhaps a share."""
        if words == ["none"]:
            return LaudonOrder(verb, None)
        if len(words) == 3 and words[1] == "takes":
            return LaudonOrder(verb, city(words[0]), number(words[2], "troops"))
        self.exactly(verb, words, 1)
        return LaudonOrder(verb, city(words[0]))

    def plan(self, s: State, order: LaudonOrder) -> list[int]:
        """NONE, or the city and his share if the engine asks for it."""
        if order.city is None:
            return single(s, NONE)
        trial = Trial(s)
        trial.take(LAUDON, order.city)
        divide(s, trial, ALONE, order.takes)
        return trial.taken

    def write(self, s: State, choices: list[int]) -> str:
        """City and share."""
        if choices[0] == NONE:
            return "laudon none"
        return f"laudon {CITY_IDS[choices[0]]}" + (f" takes {choices[1]}" if len(choices) > 1 else "")

    def menu(self, s: State, own: list[int]) -> LaudonMenu:
        """The neighbouring cities he may enter."""
        offered = self.offered(s)
        cities, takes = [CITY_IDS[c] for c in offered if c != NONE], shares(s, ALONE)
        share = " takes {takes}" if takes else ""
        orders = [Choice(f"laudon {name}{share}", city=name) for name in cities]
        if NONE in offered:
            orders.append(Choice("laudon none"))
        return LaudonMenu(*self.head(own), cities, takes, NONE in offered, orders)

    def why_not(self, s: State, order: LaudonOrder, at: State) -> None:
        """No road, a city he may not enter or end in, or a share that cannot be."""
        if order.city is None:
            refuse("none_not_allowed", self.rule)
        here = int(s.city[G_LAUDON])
        if order.city not in self.offered(s):
            if all(other != order.city for other, _ in ROADS[here]):
                refuse("laudon_no_road", "OP-61", start=CITY_IDS[here], city=CITY_IDS[order.city])
            why_not_end(s, [G_LAUDON], order.city)
        why_not_share(s, [G_LAUDON], order.takes)

    def hide(self, s: State, words: list[str]) -> str:
        """His share is hidden, and whether one was named."""
        return " ".join([*words[:2], *hidden_share(s, ALONE)]) if words[1] != "none" else " ".join(words)

    def amiss(self, s: State) -> Fault | None:
        """He is on the map; where his share is asked, he and nobody else is leaving a city."""
        if s.state == SPLIT_ALLOT:
            if s.decider != AUSTRIA or s.share != ALONE:
                return "not_fate_step", "state"
            return ("part_leaves", "moving.part") if s.at == OFF_MAP else None
        return super().amiss(s) or (("he_is_off", "pieces.laudon") if s.city[G_LAUDON] < 0 else None)
