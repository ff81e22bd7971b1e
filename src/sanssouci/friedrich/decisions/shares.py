"""R4.8: a part that leaves its stack takes troops along. Shared by moves and Laudon's step."""

from __future__ import annotations

from sanssouci.friedrich.decisions.reasons import stack_in
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import Trial
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.events import piece_names
from sanssouci.friedrich.rules.movement import least_share, most_share
from sanssouci.friedrich.rules.names import GENERAL_COUNT
from sanssouci.friedrich.rules.state import SPLIT_ALLOT, State
from sanssouci.friedrich.rules.troops import generals_in, pool_of


def _left_behind(s: State, part: int) -> bool:
    first = int(lowest(part))
    if first >= GENERAL_COUNT:
        return False
    return bool(generals_in(s, PIECE_NATION[first], s.city[first]) & ~part)


def shares(s: State, part: int) -> list[int] | None:
    """The least and the most a part of a stack may take along, None if nothing is to be divided."""
    if not _left_behind(s, part):
        return None
    first = lowest(part)
    whole = generals_in(s, PIECE_NATION[first], s.city[first])
    return [int(least_share(s, whole, part)), int(most_share(s, whole, part))]


def divide(s: State, trial: Trial, part: int, takes: int | None) -> None:
    """The share an order says, taken from the engine's menu; where only one is possible the engine does not ask."""
    if trial.at(SPLIT_ALLOT):
        trial.take(SPLIT_ALLOT, -1 if takes is None else takes)
    elif takes is not None and takes not in (shares(s, part) or []):
        trial.fail()


def why_not_share(s: State, pieces: list[int], takes: int | None) -> None:
    """Refuse a division of the pool that is missing, needless or out of range."""
    part = sum(1 << piece for piece in pieces)
    if pieces[0] >= GENERAL_COUNT:
        if takes is not None:
            refuse("takes_train", "R6.2")
        return
    if part == stack_in(s, pieces[0]):
        if takes is not None:
            refuse("takes_whole", "R4.8")
        return
    low, high = shares(s, part) or [0, 0]
    if takes is None:
        if low != high:
            refuse("takes_needed", "R4.8", low=low, high=high)
    elif not low <= takes <= high:
        pool = int(pool_of(s, pieces[0]))
        told: dict[str, object] = {"generals": piece_names(part), "low": low, "pool": pool, "count": takes}
        if low == high:
            refuse("takes_only", "R4.8", **told)
        refuse("takes_range", "R4.8", high=high, **told)


def hidden_share(s: State, part: int) -> list[str]:
    """R15: that a stack divides is seen, not how."""
    return ["takes", "?"] if _left_behind(s, part) else []
