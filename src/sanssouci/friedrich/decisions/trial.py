"""Looking for small choices on the engine's menus, the only source of legality."""

from __future__ import annotations

from typing import NoReturn

from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import State


class OffMenu(Exception):
    """A choice is not on the menu, so the order is not legal. `at` is the game at that step, for who explains it."""

    def __init__(self, at: State) -> None:
        """The game after the choices that were there."""
        super().__init__()
        self.at = at


def single(s: State, choice: int) -> list[int]:
    """An order that is one choice, if it is on the menu."""
    if choice not in turn.choices(s):
        raise OffMenu(s)
    return [choice]


class Trial:
    """A copy of the game that an order is tried on, choice by choice.

    A choice is applied only when somebody looks further, so that the last one costs nothing.
    """

    def __init__(self, s: State) -> None:
        """Begin at the decision the order answers."""
        self._state = s.copy()
        self._waiting = -1
        self.taken: list[int] = []

    @property
    def state(self) -> State:
        """The game after the choices taken so far."""
        if self._waiting >= 0:
            turn.apply(self._state, self._waiting)
            self._waiting = -1
        return self._state

    def at(self, state: int) -> bool:
        """Is this the decision that is asked now?"""
        return bool(self.state.state == state)

    def menu(self) -> list[int]:
        """What may be chosen now."""
        return [int(choice) for choice in turn.choices(self.state)]

    def take(self, state: int, choice: int) -> None:
        """Take a choice of a decision, if that is asked and the choice is on its menu."""
        if not self.at(state) or choice not in turn.choices(self._state):
            self.fail()
        self._waiting = choice
        self.taken.append(choice)

    def fail(self) -> NoReturn:
        """The order says something that the engine does not ask, or leaves out what it asks."""
        raise OffMenu(self.state)
