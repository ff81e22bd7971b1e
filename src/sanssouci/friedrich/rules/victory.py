"""R12, R13.4, R13.8, R14.4, R14.8: when the game ends and who has won."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64

from sanssouci.friedrich.rules.board import ALL_OBJECTIVES, AUSTRIA_IN_SAXONY, FIRST_OBJECTIVES
from sanssouci.friedrich.rules.cards import bit, count
from sanssouci.friedrich.rules.events import tell
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    HANOVER,
    IMPERIAL,
    NATION_COUNT,
    NATIONS,
    PRUSSIA,
    ROLES,
    RUSSIA,
    SWEDEN,
)
from sanssouci.friedrich.rules.scenario import ALWAYS, BOOK
from sanssouci.friedrich.rules.state import (
    GAME_OVER,
    HELD,
    OO_DECLARED,
    OO_NONE,
    OO_TAKEN,
    State,
    in_game,
    role_of,
)

#: What `State.reason` stands for.
REASONS: Final[list[str]] = ["", "R12.2", "R12.3", "R12.4", "R13.4", *[one.ends for one in BOOK if one.ends]]
BY_OBJECTIVES_BEFORE: Final = 1
BY_OBJECTIVES_AFTER: Final = 2
BY_FATE: Final = 3
BY_OFFENSIVE: Final = 4


class Result(NamedTuple):
    """How the game ended."""

    winners: tuple[str, ...]
    nations: tuple[str, ...]
    turn: int
    reason: str


def result_of(s: State) -> Result | None:
    """Who has won and why; None while the game runs."""
    if s.state != GAME_OVER:
        return None
    winners = tuple([role for r, role in enumerate(ROLES) if s.winners >> r & 1])
    nations = tuple([name for n, name in enumerate(NATIONS) if s.winning >> n & 1])
    return Result(winners, nations, int(s.turn), REASONS[s.reason])


def eased(s: State, nation: i64) -> bool:
    """R11.20: do first-order objectives suffice for the nation? Never in the scenarios (R14.10)."""
    if not s.scenario.inherits:
        return False
    if nation == SWEDEN:
        return s.out >> RUSSIA & 1 == 1
    if nation == AUSTRIA or nation == IMPERIAL:
        return s.changed_hands == 1
    return False


def needed(s: State, nation: i64) -> i64:
    """R1.3: the set of objectives a nation must hold to win."""
    if eased(s, nation):
        return FIRST_OBJECTIVES[nation]
    return ALL_OBJECTIVES[nation]


def satisfied(s: State, nation: i64) -> bool:
    """R12.2, R13.8: does an Attack nation hold what it needs?"""
    held = s.sets[HELD + nation]
    lacking = needed(s, nation) & ~held
    if lacking == 0:
        return True
    if nation == AUSTRIA and s.oo_state != OO_NONE:
        # R13.8, OP-88: up to four may be claimed, one in Saxony must be real.
        return count(lacking) <= 4 and held & AUSTRIA_IN_SAXONY != 0
    return False


def offensive_goal(s: State) -> bool:
    """R13.4: with the option in force, does Prussia hold its fourteen Bohemian objectives?"""
    if s.oo_state != OO_DECLARED and s.oo_state != OO_TAKEN:
        return False
    return s.sets[HELD + PRUSSIA] == ALL_OBJECTIVES[PRUSSIA]


def end_game(s: State, nations: i64, roles: i64, reason: i64) -> None:
    """The game is over (ST90). R14.4, R14.8: a scenario may name its own rule for every end."""
    if s.scenario.ends != "":
        reason = REASONS.index(s.scenario.ends)
    s.winning = nations
    s.winners = roles
    s.reason = reason
    s.state = GAME_OVER
    ended = None if s.log is None else result_of(s)
    if ended is not None:
        told = {"winners": list(ended.winners), "nations": list(ended.nations)}
        tell(s, "victory", ended.reason, {**told, "turn": ended.turn, "reason": ended.reason})


def won_by_objectives(s: State, reason: i64) -> bool:
    """R12.2, R12.3, R12.5: everybody who holds all he needs wins, together."""
    nations: i64 = 0
    roles: i64 = 0
    for n in range(RUSSIA, NATION_COUNT):
        if in_game(s, n) and satisfied(s, n):
            nations |= bit(n)
            roles |= bit(role_of(s, n))
    if reason == BY_OBJECTIVES_BEFORE:
        if s.scenario.conquers == ALWAYS and s.sets[HELD + PRUSSIA] == ALL_OBJECTIVES[PRUSSIA]:
            nations |= bit(PRUSSIA)  # R14.8, OP-92
            roles |= 1
        if offensive_goal(s) and not s.options.oo_immediate:
            nations |= bit(PRUSSIA)
            roles |= 1
            if nations == bit(PRUSSIA):
                reason = BY_OFFENSIVE
    if nations == 0:
        return False
    end_game(s, nations, roles, reason)
    return True


def won_by_fate(s: State) -> bool:
    """R12.4, R14.4, R14.8: has fate driven away everybody Friedrich had to outlast?"""
    if s.scenario.outlasts & ~(s.out | s.virtual_out) != 0:
        return False
    end_game(s, s.playing & (1 << PRUSSIA | 1 << HANOVER), 1, BY_FATE)
    return True
