"""A game being played in small steps: its menu, what is done, what is told of it, and what its record will need.

The half of `game.Game` that random play and search call again and again, compiled with the engine.
"""

from __future__ import annotations

from operator import index
from typing import Any, Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.happening import Happening
from sanssouci.friedrich.rules.state import State
from sanssouci.friedrich.rules.victory import Result, result_of


class History:
    """What was done, in order. Copies share one list as long as none of them goes another way."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._entries: list[Any] = []
        self._count: i64 = 0

    def add(self, entry: object) -> None:
        """Something was done."""
        if len(self._entries) != self._count:  # a copy has gone on: part from it
            self._entries = self.entries()
        self._entries.append(entry)
        self._count += 1

    def entries(self) -> list[Any]:
        """All of it, oldest first."""
        return self._entries[: self._count]

    def copy(self) -> History:
        """The same so far, with a way of its own from here on."""
        other = History()
        other._entries = self._entries
        other._count = self._count
        return other


@mypyc_attr(allow_interpreted_subclasses=True)
class Played:
    """A state, its present menu, and what has been done since the beginning."""

    def __init__(self, state: State, keeps_record: bool) -> None:
        """Go on from a state; `keeps_record`: remember what is done."""
        self.state: State = state
        self.keeps_record: bool = keeps_record
        self.unrecorded: bool = False  # a quiet step was taken: no record can tell how the game came about
        #: What was told and the chronicle has not heard yet: fates, and the move under way.
        self.fates: list[Happening] = []
        self.way: list[Happening] = []
        self.done: History = History()
        self._listed: bool = False
        self._menu: vec[i64] = vec[i64]()

    def choices(self) -> list[int]:
        """The present decision in the engine's small steps; empty only when the game is over."""
        _list(self)
        found: list[int] = [0] * len(self._menu)
        for place, choice in enumerate(self._menu):
            found[place] = choice
        return found

    def _refuse(self, choice: object) -> None:
        """Say that a choice is none of the menu's."""
        raise ValueError(f"{choice!r} is none of the present choices")

    def choose(self, choice: SupportsIndex) -> list[Happening]:
        """Take one of `choices()`; answers what happened."""
        known = _known(self, choice)
        s = self.state
        s.log = []
        self._listed = False
        try:
            turn.apply(s, known)
            return note(self, known)
        finally:
            s.log = None

    def step(self, choice: SupportsIndex) -> None:
        """Take one of `choices()` quietly: no events, no chronicle, and no record from here on."""
        known = _known(self, choice)
        self.keeps_record = False
        self.unrecorded = True
        self._listed = False
        turn.apply(self.state, known)

    def remember(self, other: Played) -> None:
        """Take over what another game remembers of what was done."""
        self.keeps_record = other.keeps_record
        self.unrecorded = other.unrecorded
        self.done = other.done.copy()

    def news(self) -> list[Happening]:
        """What the chronicle has not heard yet; from now on it has."""
        found = self.fates + self.way
        self.fates = []
        self.way = []
        return found

    @property
    def result(self) -> Result | None:
        """None while the game runs; then winners, nations, turn and reason."""
        return result_of(self.state)


# Functions, not methods: a method that a plain Python class may override is called by its name.


#: No choice of any menu is so large.
_BEYOND: Final = 1 << 60


def _list(game: Played) -> None:
    """Ask for the present menu, unless it was asked for before."""
    if not game._listed:
        game._menu = turn.choices(game.state)
        game._listed = True


def _known(game: Played, choice: object) -> i64:
    """A choice as the present menu knows it; refused if it is not there."""
    _list(game)
    if isinstance(choice, int):
        wanted = choice
    else:
        wanted = index(choice) if isinstance(choice, SupportsIndex) else -1  # NumPy's numbers
    if -1 < wanted < _BEYOND:
        number: i64 = wanted
        for known in game._menu:
            if number == known:
                return known
    game._refuse(choice)
    return -1


def note(game: Played, entry: object) -> list[Happening]:
    """Note what was done to a game and answer what happened."""
    game._listed = False
    if game.keeps_record:
        game.done.add(entry)
    log = game.state.log
    if log is None:
        return []
    for event in log:
        key = event.key
        if key == "step":
            game.way.append(event)
        elif key == "move":
            game.way = [event]
        elif key == "fate_card":
            game.fates.append(event)
    return log


__all__ = ["Happening", "History", "Played", "Result", "note"]
