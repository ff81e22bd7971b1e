"""What a nation could do in one stage by marching and by the number of its troops alone: everything, tried out.

Cards are left aside: all hands are taken away first, so that every combat is decided by strength. What is
safe in this sense is safe as far as a position on the map can be.
"""

from __future__ import annotations

from collections.abc import Callable

from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.encoding import MOVE_TRAIN, kind_of
from sanssouci.friedrich.rules.names import GENERAL_COUNT, PIECES
from sanssouci.friedrich.rules.state import (
    ASKED,
    CARD,
    COMBAT_PICK,
    HAND,
    HELD,
    KNOWN,
    MOVE_MENU,
    MOVE_PATH,
    OFF_MAP,
    POOL,
    PURSE,
    RETREAT_PICK,
    SPLIT_ALLOT,
    State,
)

#: Positions are small; one that is not is a mistake in the position.
MOST = 400_000
_INSIDE = (MOVE_MENU, MOVE_PATH, SPLIT_ALLOT, COMBAT_PICK, CARD, RETREAT_PICK)


def stage_of(state: State, nation: int) -> State:
    """The same board at the beginning of a nation's movement, without any cards."""
    s = state.copy()
    for row in (*range(HAND, KNOWN), *range(PURSE, PURSE + 7)):
        s.sets[row] = 0
    for row in range(ASKED, ASKED + 7):
        s.sets[row] = 0
    s.log = None
    s.nation = s.decider = nation
    s.state = MOVE_MENU
    s.moved = s.fixed = s.bound = s.group = s.share = s.recruits = 0
    s.at = OFF_MAP
    s.attacker = s.defender = s.loser = -1
    return s


def _key(s: State) -> tuple[object, ...]:
    return (
        int(s.state), tuple(s.city), tuple(s.men[POOL + g] for g in range(GENERAL_COUNT)), int(s.moved),
        tuple(s.sets[HELD + n] for n in range(7)), tuple(s.sets[ASKED + n] for n in range(7)), int(s.group),
        int(s.share), int(s.at), int(s.steps), int(s.all_main), tuple(s.pairs), int(s.attacker), int(s.defender),
        int(s.score), int(s.right),
    )  # fmt: skip


def some_end(state: State, nation: int, wanted: Callable[[State], bool]) -> bool:
    """Is there a way for the nation to play its stage after which `wanted` is true?"""
    start = stage_of(state, nation)
    whose = (int(start.turn), int(start.nation))
    seen: set[tuple[object, ...]] = set()
    stack = [start]
    while stack:
        s = stack.pop()
        if (int(s.turn), int(s.nation)) != whose or s.state not in _INSIDE:
            if wanted(s):
                return True
            continue
        key = _key(s)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST:
            raise ValueError("there are too many ways to play this stage")
        for choice in turn.choices(s):
            if s.state == MOVE_MENU and kind_of(choice) == MOVE_TRAIN:
                continue  # trains threaten nobody
            after = s.copy()
            turn.apply(after, choice)
            stack.append(after)
    return False


def can_remove(state: State, nation: int, piece: str) -> bool:
    """Can the nation drive this piece off the map in one stage?"""
    p = PIECES.index(piece)
    return some_end(state, nation, lambda s: s.city[p] < 0)


def can_complete(state: State, nation: int, wanted: int) -> bool:
    """Can the nation hold this set of its objectives after one stage?"""
    return some_end(state, nation, lambda s: s.sets[HELD + nation] & wanted == wanted)
