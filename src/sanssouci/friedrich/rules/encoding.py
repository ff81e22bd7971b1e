"""Numbers that stand for choices in the engine's small steps, where they are not simply a city, card or general."""

from __future__ import annotations

from typing import Final

END: Final = 0  # MOVE_MENU: end the movement phase
RECRUIT: Final = 1  # MOVE_MENU: begin a purchase
MOVE_GENERALS: Final = 2  # MOVE_MENU: set of generals << 8 | 2
MOVE_TRAIN: Final = 3  # MOVE_MENU: piece << 8 | 3
REMOVE: Final = 4  # MOVE_MENU: general << 8 | 4 (option voluntary_removal)
STOP: Final = 1000  # MOVE_PATH: the move ends here
FIGHT: Final = 1000  # EVADE: no withdrawal
PASS: Final = 0  # CARD: give up, or stop at zero
DOUBLE: Final = 15  # CARD: an 11♠ played for 22
PAY_DOUBLE: Final = 1024  # RECRUIT_PAY: an 11♠ paid for 22
DONE: Final = 1 << 20  # RECRUIT_PLACE: no further piece
NONE: Final = 1 << 20  # a fate or Offensive decision declined
