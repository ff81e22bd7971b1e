"""A copy of the game that an order is tried on, choice by choice."""

from __future__ import annotations

from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import State


class Trial:
    """The copy. A choice is applied only when somebody looks further, so that the last one costs nothing."""

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

    def menu(self) -> list[int]:
        """What may be chosen now."""
        return [int(choice) for choice in turn.choices(self.state)]

    def take(self, choice: int) -> None:
        """Take a choice that is on the menu."""
        if self._waiting >= 0:
            turn.apply(self._state, self._waiting)
        self._waiting = choice
        self.taken.append(choice)

    def at(self, state: int) -> bool:
        """Is this the decision that is asked now?"""
        return bool(self.state.state == state)
