"""R13.2: in the expert game Prussia frees two of the four objectives in East Prussia."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import OffMenu, single
from sanssouci.friedrich.decisions.words import city
from sanssouci.friedrich.rules.board import CITY_IDS, EAST_PRUSSIAN, OBJECTIVE_CITY
from sanssouci.friedrich.rules.names import NATION_COUNT, PRUSSIA, RUSSIA
from sanssouci.friedrich.rules.state import EAST_PRUSSIA, State

#: The four cities, in the order of the engine's bits.
CITIES = [int(OBJECTIVE_CITY[objective]) for objective in EAST_PRUSSIAN]


@dataclass(frozen=True, slots=True)
class LiberateOrder(Order):
    """The cities that are freed."""

    cities: tuple[int, int]


@dataclass(slots=True)
class LiberateMenu(Menu):
    """How many of which."""

    choose: int
    cities: list[str]
    orders: list[Choice] = field(default_factory=list)


class Liberate(Decision[LiberateOrder]):
    """`liberate CITY CITY`."""

    state, rule = EAST_PRUSSIA, "R13.2"
    forms = {"liberate": "liberate koenigsberg rastenburg"}

    def read(self, verb: str, words: list[str]) -> LiberateOrder:
        """Two cities."""
        self.exactly(verb, words, 2)
        return LiberateOrder(verb, (city(words[0]), city(words[1])))

    def plan(self, s: State, order: LiberateOrder) -> list[int]:
        """The set of the two."""
        if not set(order.cities) <= set(CITIES):
            raise OffMenu(s)
        return single(s, sum(1 << CITIES.index(one) for one in set(order.cities)))

    def write(self, s: State, choices: list[int]) -> str:
        """The two cities."""
        return "liberate " + " ".join(_names(choices[0]))

    def menu(self, s: State, own: list[int]) -> LiberateMenu:
        """Every pair."""
        pairs = [_names(pair) for pair in self.offered(s)]
        orders = [Choice("liberate " + " ".join(pair), cities=pair) for pair in pairs]
        return LiberateMenu(*self.head(own), 2, [CITY_IDS[c] for c in CITIES], orders)

    def why_not(self, s: State, order: LiberateOrder, at: State) -> None:
        """Another city, or one twice."""
        for one in order.cities:
            if one not in CITIES:
                refuse("liberate_not", "R13.2", city=CITY_IDS[one])
        refuse("liberate_same", "R13.2")

    def amiss(self, s: State) -> Fault | None:
        """Prussia, in Russia's stage of the expert game."""
        if s.nation == NATION_COUNT:
            return "not_fate_step", "state"
        if s.decider != PRUSSIA or s.nation != RUSSIA or not s.scenario.expert:
            return "only_prussia", "state"
        return None


def _names(pair: int) -> list[str]:
    return [CITY_IDS[CITIES[i]] for i in range(len(CITIES)) if pair >> i & 1]
