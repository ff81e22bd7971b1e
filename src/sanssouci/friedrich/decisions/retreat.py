"""R8.5: the winner says where the beaten stack goes."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.fights import no_fight, not_his
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.words import city
from sanssouci.friedrich.rules.board import CITY_IDS, ROADS, distance
from sanssouci.friedrich.rules.names import GENERALS
from sanssouci.friedrich.rules.state import RETREAT_PICK, State
from sanssouci.friedrich.shapes import RetreatView


@dataclass(frozen=True, slots=True)
class RetreatOrder(Order):
    """The last city of the retreat."""

    city: int


@dataclass(slots=True)
class RetreatMenu(Menu):
    """Who goes, how far, and the cities he may be sent to."""

    general: str
    loss: int
    cities: list[str]
    orders: list[Choice] = field(default_factory=list)


class Retreat(Decision[RetreatOrder]):
    """`retreat CITY`."""

    state, rule = RETREAT_PICK, "R8.5"
    forms = {"retreat": "retreat glatz"}

    def read(self, verb: str, words: list[str]) -> RetreatOrder:
        """One city."""
        self.exactly(verb, words, 1)
        return RetreatOrder(verb, city(words[0]))

    def plan(self, s: State, order: RetreatOrder) -> list[int]:
        """The city."""
        return single(s, order.city)

    def write(self, s: State, choices: list[int]) -> str:
        """The city."""
        return f"retreat {CITY_IDS[choices[0]]}"

    def menu(self, s: State, own: list[int]) -> RetreatMenu:
        """The farthest ends."""
        cities = [CITY_IDS[c] for c in self.offered(s)]
        orders = [Choice(f"retreat {name}", city=name) for name in cities]
        return RetreatMenu(*self.head(own), GENERALS[s.loser], int(s.loss), cities, orders)

    def why_not(self, s: State, order: RetreatOrder, at: State) -> None:
        """R8.3, R8.4: where it stands, held, not the farthest, or out of reach."""
        loss, start = int(s.loss), int(s.city[s.loser])
        victor = int(s.city[s.defender if s.loser == s.attacker else s.attacker])
        told: dict[str, object] = {"city": CITY_IDS[order.city]}
        if order.city == start:
            refuse("retreat_same", "R8.3", loss=loss, **told)
        if s.occ[order.city]:
            refuse("retreat_held", "R8.3", **told)
        farthest = int(distance(victor, self.offered(s)[0]))
        near = int(distance(victor, order.city))
        if near < farthest and _reachable(s, start, order.city, loss):
            refuse("retreat_not_farthest", "R8.4", count=near, farthest=farthest, **told)
        refuse("retreat_unreachable", "R8.3", loss=loss, **told)

    def amiss(self, s: State) -> Fault | None:
        """One of the two has lost, and the other decides."""
        fault = no_fight(s)
        if fault is None and s.loser not in (s.attacker, s.defender):
            return "one_lost", "combat.loser"
        return fault or not_his(s, s.defender if s.loser == s.attacker else s.attacker)

    def retreat(self, s: State) -> RetreatView:
        """The ends are as public as the board."""
        return {"loser": GENERALS[s.loser], "loss": int(s.loss), "cities": [CITY_IDS[c] for c in self.offered(s)]}


def _reachable(s: State, start: int, end: int, steps: int, effort: int = 20000) -> bool:
    """Does a simple path of exactly so many steps through empty cities lead there?

    Gives up after a bounded search, so that a strange question costs no more than a blink.
    """
    budget = [effort]
    used = {start}

    def walk(here: int, left: int) -> bool:
        if left == 0:
            return here == end
        budget[0] -= 1
        if budget[0] < 0 or distance(here, end) > left:
            return False
        for other, _ in ROADS[here]:
            if other not in used and not s.occ[other] and (other != end or left == 1):
                used.add(other)
                if walk(other, left - 1):
                    return True
                used.discard(other)
        return False

    return walk(start, steps)
