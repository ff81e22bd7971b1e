"""R7.3: the active nation chooses which of several combats comes next."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Menu, Order
from sanssouci.friedrich.decisions.reasons import check_in_play, stack_top
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.words import general
from sanssouci.friedrich.rules.board import PIECE_NATION, distance, hostile
from sanssouci.friedrich.rules.names import GENERAL_COUNT, GENERALS, NATIONS
from sanssouci.friedrich.rules.state import COMBAT_PICK, State
from sanssouci.friedrich.shapes import Names


@dataclass(frozen=True, slots=True)
class AttackOrder(Order):
    """Who attacks whom."""

    attacker: int
    defender: int


@dataclass(slots=True)
class AttackMenu(Menu):
    """The combats still to be fought, attacker first."""

    pairs: list[Names]
    orders: list[Choice] = field(default_factory=list)


class Attack(Decision[AttackOrder]):
    """`attack GENERAL GENERAL`; any general names his stack."""

    state, rule = COMBAT_PICK, "R7.3"
    forms = {"attack": "attack daun keith"}

    def read(self, verb: str, words: list[str]) -> AttackOrder:
        """Two generals."""
        self.exactly(verb, words, 2)
        return AttackOrder(verb, general(words[0]), general(words[1]))

    def plan(self, s: State, order: AttackOrder) -> list[int]:
        """The pair of the two highest generals."""
        return single(s, stack_top(s, order.attacker) * GENERAL_COUNT + stack_top(s, order.defender))

    def write(self, s: State, choices: list[int]) -> str:
        """The two names."""
        return "attack {} {}".format(*_names(choices[0]))

    def menu(self, s: State, own: list[int]) -> AttackMenu:
        """The pairs."""
        pairs = [_names(pair) for pair in self.offered(s)]
        orders = [Choice(f"attack {one} {other}", attacker=one, defender=other) for one, other in pairs]
        return AttackMenu(*self.head(own), pairs, orders)

    def why_not(self, s: State, order: AttackOrder, at: State) -> None:
        """R7.1–R7.4: somebody is not there, not hostile, not adjacent, or it has been fought."""
        attacker, defender = order.attacker, order.defender
        for who in (attacker, defender):
            check_in_play(s, who)
            if s.city[who] < 0:
                refuse("attack_off", "R7.1", general=GENERALS[who])
        if PIECE_NATION[attacker] != s.nation:
            refuse("attack_own", "R7.3", general=GENERALS[attacker], owner=NATIONS[PIECE_NATION[attacker]])
        told: dict[str, object] = {"general": GENERALS[attacker], "other": GENERALS[defender]}
        if not hostile(PIECE_NATION[attacker], PIECE_NATION[defender]):
            refuse("attack_friend", "R1.2", **told)
        if distance(s.city[attacker], s.city[defender]) != 1:
            refuse("attack_far", "R7.1", **told)
        refuse("attack_done", "R7.2", **told)


def _names(pair: int) -> list[str]:
    return [GENERALS[pair // GENERAL_COUNT], GENERALS[pair % GENERAL_COUNT]]
