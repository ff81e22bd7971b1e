"""One game in small steps, as an environment plays it: rows in, and what each seat may see out.

The engine's small steps are not public: whether a share is asked for tells of the pool, whether a place is asked
for tells of the purse. At the table orders are whole. So here, too, a seat that is not to act sees the game as it
stood when the last order was complete: `whole` is that moment, and nothing half done, no name of a decision and no
number of steps is in it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.env.rows import CITY, NO, ROW_NAMES, row_of
from sanssouci.env.sight import Sight
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.encoding import first_of
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.friedrich.rules.state import (
    GAME_OVER,
    LAUDON,
    MOVE_MENU,
    MOVE_PATH,
    RECRUIT_ASSIGN,
    WEST_STEP,
    State,
    role_of,
)

NOT_YET: Final = -1


def persons(scenario: int, players: int) -> list[int]:
    """The people of a game, each by a role: with three players Pompadour plays Elisabeth too."""
    return sorted(max(ROLES.index(role) for role in roles) for roles in BOOK[scenario].seats[players])


class Play:
    """A game with its present menu in rows."""

    def __init__(self, state: State, watched: bool) -> None:
        """Go on from a state. Only if it is `watched` may seats look that are not to act."""
        self.s: State = state
        self.watched: bool = watched
        self.whole: State = state
        self.first: i64 = NOT_YET  # the first city of 12♥'s march
        self.choices: vec[i64] = vec[i64]()
        self.rows: vec[i64] = vec[i64]()
        self.look()

    def look(self) -> None:
        """List what may be chosen now, as the engine's choices and as rows, in the same order."""
        s = self.s
        choices = turn.choices(s)
        rows = vec[i64]()
        i: i64 = 0
        if s.state == WEST_STEP:
            choices = self._ways(choices)
        while i < len(choices):
            rows = append(rows, row_of(s, choices[i], self.first))
            i += 1
        self.choices = choices
        self.rows = rows

    def _ways(self, choices: vec[i64]) -> vec[i64]:
        """12♥: one way for each first city, or the ways that begin with the one chosen."""
        found = vec[i64]()
        seen: i64 = NOT_YET
        i: i64 = 0
        while i < len(choices):
            way = choices[i]
            i += 1
            if row_of(self.s, way, NOT_YET) == NO:
                if self.first < 0:
                    found = append(found, way)
            elif self.first < 0:
                if first_of(way) != seen:
                    found = append(found, way)
                    seen = first_of(way)
            elif first_of(way) == self.first:
                found = append(found, way)
        return found

    def over(self) -> bool:
        """Is the game at its end?"""
        return self.s.state == GAME_OVER

    def person(self) -> i64:
        """Who is to act, by the role that names him; −1 when the game is over."""
        s = self.s
        if s.state == GAME_OVER:
            return -1
        role = role_of(s, s.decider)
        return 3 if role == 1 and s.players == 3 else role

    def index(self, row: i64) -> i64:
        """Where a row stands in the menu, −1 if it is not there."""
        i: i64 = 0
        while i < len(self.rows):
            if self.rows[i] == row:
                return i
            i += 1
        return -1

    def step(self, row: i64) -> None:
        """Take a row of the menu; a row that is not there changes nothing."""
        at = self.index(row)
        if at < 0:
            number: int = row
            name = f" ({ROW_NAMES[number]})" if 0 <= number < len(ROW_NAMES) else ""
            raise ValueError(f"action {number}{name} is not legal now; the action mask tells what is")
        self.step_at(at)

    def step_at(self, index: i64) -> None:
        """Take the row that stands at a place of the menu."""
        s = self.s
        state = s.state
        if state == WEST_STEP and self.first < 0 and self.rows[index] != NO:
            self.first = self.rows[index] - CITY
            self.look()
            return
        if self.watched and (state == MOVE_MENU or state == LAUDON):
            self.whole = s.copy()
        self.first = NOT_YET
        turn.apply(s, self.choices[index])
        if s.state < MOVE_PATH or s.state > RECRUIT_ASSIGN:
            self.whole = s
        self.look()

    def observe(self, person: i64, sight: Sight) -> None:
        """Write what a person may see now."""
        if person == self.person():
            sight.write(self.s, person, True, self.first)
        else:
            sight.write(self.whole, person, False, NOT_YET)

    def copy(self, key: bytes) -> Play:
        """An independent game at the same point whose further chance grows from another key."""
        other = Play(self.s.copy(), self.watched)
        other.s.key = key
        other.first = self.first
        if self.whole is not self.s:
            other.whole = self.whole.copy()
        other.look()
        return other


def new_play(scenario: int, players: int, options: Options, key: bytes, watched: bool) -> Play:
    """The start of a scenario."""
    s = scenarios.new_state(scenario, players, options, key)
    turn.start(s)
    return Play(s, watched)
