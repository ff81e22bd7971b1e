"""R6.5, option `voluntary_removal`: a general is taken off the map."""

from __future__ import annotations

from dataclasses import dataclass

from sanssouci.friedrich.decisions.decision import Answer, Choice, Order
from sanssouci.friedrich.decisions.reasons import check_active, check_on_map
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.words import general
from sanssouci.friedrich.rules.encoding import REMOVE, about, subject_of
from sanssouci.friedrich.rules.names import GENERALS
from sanssouci.friedrich.rules.state import MOVE_MENU, State


@dataclass(frozen=True, slots=True)
class RemoveOrder(Order):
    """Who goes."""

    general: int


class Remove(Answer[RemoveOrder]):
    """`remove GENERAL`."""

    state, rule = MOVE_MENU, "R6.5"
    forms = {"remove": "remove keith"}

    def read(self, verb: str, words: list[str]) -> RemoveOrder:
        """One general."""
        self.exactly(verb, words, 1)
        return RemoveOrder(verb, general(words[0]))

    def plan(self, s: State, order: RemoveOrder) -> list[int]:
        """The choice."""
        return single(s, about(REMOVE, order.general))

    def write(self, s: State, choices: list[int]) -> str:
        """His name."""
        return f"remove {GENERALS[subject_of(choices[0])]}"

    def choice(self, general: str) -> Choice:
        """What the menu of the movement phase tells."""
        return Choice(f"remove {general}", general=general)

    def why_not(self, s: State, order: RemoveOrder, at: State) -> None:
        """The option is off, he is not of the active nation, or off the map."""
        if not s.options.voluntary_removal:
            refuse("remove_off", "R6.5")
        check_active(s, order.general)
        check_on_map(s, order.general, "R6.5")
        refuse("remove_moved", "R6.5", general=GENERALS[order.general])
