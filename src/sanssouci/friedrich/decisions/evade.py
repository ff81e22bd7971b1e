"""OP-64, 8♣: attacked by Daun, a stack fights or withdraws one city."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.fights import no_fight, not_his
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.words import city
from sanssouci.friedrich.rules.board import CITY_IDS, ROADS
from sanssouci.friedrich.rules.encoding import FIGHT
from sanssouci.friedrich.rules.names import GENERALS
from sanssouci.friedrich.rules.state import EVADE, State


@dataclass(frozen=True, slots=True)
class EvadeOrder(Order):
    """Where the stack goes; None: it fights."""

    city: int | None


@dataclass(slots=True)
class EvadeMenu(Menu):
    """Where it may go, and whether it may fight."""

    general: str
    cities: list[str]
    fight: bool
    orders: list[Choice] = field(default_factory=list)


class Evade(Decision[EvadeOrder]):
    """`fight`, or `evade CITY`."""

    state, rule = EVADE, "OP-64"
    forms = {"fight": "fight", "evade": "evade neisse"}
    unnamed = True

    def read(self, verb: str, words: list[str]) -> EvadeOrder:
        """Nothing, or one city."""
        self.exactly(verb, words, 0 if verb == "fight" else 1)
        return EvadeOrder(verb, None if verb == "fight" else city(words[0]))

    def plan(self, s: State, order: EvadeOrder) -> list[int]:
        """FIGHT or the city."""
        return single(s, FIGHT if order.city is None else order.city)

    def write(self, s: State, choices: list[int]) -> str:
        """What was chosen."""
        return "fight" if choices[0] == FIGHT else f"evade {CITY_IDS[choices[0]]}"

    def menu(self, s: State, own: list[int]) -> EvadeMenu:
        """The cities, and the fight."""
        offered = self.offered(s)
        cities = [CITY_IDS[c] for c in offered if c != FIGHT]
        orders = [Choice("fight")] if FIGHT in offered else []
        orders += [Choice(f"evade {name}", city=name) for name in cities]
        return EvadeMenu(*self.head(own), GENERALS[s.defender], cities, FIGHT in offered, orders)

    def why_not(self, s: State, order: EvadeOrder, at: State) -> None:
        """Too far, held, or nearer to the enemy than it may be."""
        if order.city is None:
            return
        here, name = int(s.city[s.defender]), CITY_IDS[order.city]
        if all(other != order.city for other, _ in ROADS[here]):
            refuse("evade_far", "OP-64", city=name, start=CITY_IDS[here])
        if s.occ[order.city]:
            refuse("evade_held", "OP-64", city=name)
        open_to = [CITY_IDS[c] for c in self.offered(s) if c != FIGHT]
        refuse("evade_near", "OP-64", city=name, cities=open_to)

    def amiss(self, s: State) -> Fault | None:
        """The attacked stack decides."""
        return no_fight(s) or not_his(s, s.defender)
