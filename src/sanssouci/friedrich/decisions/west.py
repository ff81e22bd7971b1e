"""OP-69, 12♥: Prussia may move Hildburghausen two cities westward."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.words import city
from sanssouci.friedrich.rules.board import CITY_IDS, ROADS, X
from sanssouci.friedrich.rules.encoding import NONE, city_of, first_of, placing
from sanssouci.friedrich.rules.names import G_HILDBURGHAUSEN
from sanssouci.friedrich.rules.state import WEST_STEP, State
from sanssouci.friedrich.shapes import Names


@dataclass(frozen=True, slots=True)
class WestOrder(Order):
    """The two cities; None: he stays."""

    path: tuple[int, int] | None


@dataclass(slots=True)
class WestMenu(Menu):
    """Every way, and whether he may stay."""

    paths: list[Names]
    none: bool
    orders: list[Choice] = field(default_factory=list)


class West(Decision[WestOrder]):
    """`west CITY CITY`, or `west none`."""

    state, rule = WEST_STEP, "OP-69"
    forms = {"west": "west meiningen salzungen, or west none"}

    def read(self, verb: str, words: list[str]) -> WestOrder:
        """Two cities."""
        if words == ["none"]:
            return WestOrder(verb, None)
        self.exactly(verb, words, 2)
        return WestOrder(verb, (city(words[0]), city(words[1])))

    def plan(self, s: State, order: WestOrder) -> list[int]:
        """NONE or the way."""
        return single(s, NONE if order.path is None else placing(order.path[0], order.path[1]))

    def write(self, s: State, choices: list[int]) -> str:
        """The way."""
        return "west " + ("none" if choices[0] == NONE else " ".join(_names(choices[0])))

    def menu(self, s: State, own: list[int]) -> WestMenu:
        """Every way."""
        offered = self.offered(s)
        paths = [_names(c) for c in offered if c != NONE]
        orders = [Choice("west " + " ".join(path), path=path) for path in paths]
        if NONE in offered:
            orders.append(Choice("west none"))
        return WestMenu(*self.head(own), paths, NONE in offered, orders)

    def why_not(self, s: State, order: WestOrder, at: State) -> None:
        """No road, not westward, or held."""
        if order.path is None:
            refuse("none_not_allowed", self.rule)
        here = int(s.city[G_HILDBURGHAUSEN])
        for one in order.path:
            told: dict[str, object] = {"start": CITY_IDS[here], "city": CITY_IDS[one]}
            if all(other != one for other, _ in ROADS[here]):
                refuse("west_no_road", "OP-69", **told)
            if X[one] >= X[here]:
                refuse("west_not_west", "OP-69", **told)
            if s.occ[one]:
                refuse("west_held", "OP-69", city=CITY_IDS[one])
            here = one

    def amiss(self, s: State) -> Fault | None:
        """He is on the map."""
        off = s.city[G_HILDBURGHAUSEN] < 0
        return super().amiss(s) or (("he_is_off", "pieces.hildburghausen") if off else None)


def _names(way: int) -> list[str]:
    return [CITY_IDS[first_of(way)], CITY_IDS[city_of(way)]]
