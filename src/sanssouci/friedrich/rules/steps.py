"""17.2: what every decision lists and does. Its chapter says so where the rule stands, and puts it on this table."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit
from sanssouci.friedrich.rules.state import GAME_OVER, State

#: Few menus are longer; those that are grow.
_USUAL: Final = 16


def new_menu() -> vec[i64]:
    """An empty menu with room for what is usual."""
    return vec[i64](capacity=_USUAL)


def ask(s: State, state: i64, nation: i64) -> None:
    """A nation is to decide."""
    s.state = state
    s.decider = nation


class Step:
    """One small step of a decision: who is asked, what may be chosen, and what a choice does."""

    def begin(self, s: State, state: i64, nation: i64) -> None:
        """Ask a nation, in the state of this step; a fate card may find that there is nothing to ask."""
        ask(s, state, nation)

    def deciders(self, s: State) -> i64:
        """The set of nations that may decide now."""
        return bit(s.decider)

    def choices(self, s: State) -> vec[i64]:
        """What the decider may choose."""
        return vec[i64]()

    def take(self, s: State, choice: i64) -> None:
        """What happens then; the game runs on by itself."""


#: The step of every decision, by its number.
STEPS: Final[vec[Step]] = vec[Step]([Step() for _ in range(GAME_OVER + 1)])
