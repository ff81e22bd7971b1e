"""How long a bot takes to answer: a time that follows from what everybody knows, whatever it holds and thinks.

A bot that gives up at once because it has no card, and ponders when it has one, tells its hand by its speed.
So it answers at the end of a slot. The slot's length is made from a spectator's view and nothing else. Who has to
wait for a process to think in keeps his slot while enough of it is left, else he has the next one: that is settled
before the thought begins. Thinking is cut to fit; what takes longer is told at the end of a later slot of the same
length, and counted.
"""

from __future__ import annotations

from math import ceil

from sanssouci.friedrich import View
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.names import GENERAL_COUNT, PIECE_COUNT

#: seconds of all bots' slots in one nation's stage together, at most
STAGE_SECONDS = 6.0
#: the part of what is left of them that one slot may take
SHARE = 0.1
#: seconds for a decision
MOVE, CARD, OTHER = 0.6, 0.5, 0.4
#: … in which only trains can still move, and one of which everybody knows that there is no choice
TRAINS, FORCED = 0.2, 0.1
#: seconds of a slot that the way to the thinking process and back may take
SPARE = 0.06
#: seconds of thinking that every slot leaves
LEAST = 0.01
#: seconds of a slot in a long stage, as long as some are left: enough for the way and a thought
SHORT = 0.1


def length(spectator: View, state: str) -> float:
    """Seconds of the slot for a decision, from what a spectator knows."""
    s = spectator.known_state
    if state == "MOVE_MENU":
        left = [
            piece
            for piece in range(PIECE_COUNT)
            if PIECE_NATION[piece] == s.nation and s.city[piece] >= 0 and not s.moved >> piece & 1
        ]
        if not left:
            return FORCED
        return MOVE if left[0] < GENERAL_COUNT else TRAINS
    if state == "CARD":
        return CARD if sum(spectator.hand_counts[s.decider]) else FORCED
    return OTHER


class Slots:
    """The slots of one game's present stage."""

    def __init__(self) -> None:
        self._stage = ""
        self._left = STAGE_SECONDS

    def take(self, stage: str, wanted: float, factor: float) -> float:
        """A slot as long as wanted, or a part of what the stage has left: all of them stay within `STAGE_SECONDS`."""
        if stage != self._stage:
            self._stage, self._left = stage, STAGE_SECONDS
        taken = min(wanted, max(self._left * SHARE, SHORT) if self._left > 2 * SHORT else self._left * SHARE)
        self._left -= taken
        return taken * factor


def answering(begun: float, slot: float, now: float) -> float:
    """The moment to answer for who can begin to think now: the end of the first slot that leaves time for it."""
    return end(begun, slot, now + min(SPARE + LEAST, slot / 2))


def end(begun: float, slot: float, now: float) -> float:
    """The moment to answer: the end of the slot, or of the first later one that has not passed."""
    return begun + slot * max(1, ceil((now - begun) / slot))
