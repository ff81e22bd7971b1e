"""Numbers that stand for choices in the engine's small steps, where they are not simply a city, card or general:
their parts, and how two numbers are put into one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sanssouci.friedrich.rules.names import GENERAL_COUNT

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
UNPAID: Final = 1 << 20  # `State.buy_last` before the first card is paid: higher than any
ALL_GENERALS: Final = (1 << GENERAL_COUNT) - 1
_PLACE: Final = 1024


def kind_of(choice: i64) -> i64:
    """MOVE_MENU: END, RECRUIT, MOVE_GENERALS, MOVE_TRAIN or REMOVE; the piece or set stands above it."""
    return choice & 255


def placing(first: i64, city: i64) -> i64:
    """RECRUIT_PLACE: a piece and its city; WEST_STEP: the two cities."""
    return first * _PLACE + city


def first_of(choice: i64) -> i64:
    """The piece, or the first city, of a placing."""
    return choice // _PLACE


def city_of(choice: i64) -> i64:
    """The last city of a placing."""
    return choice % _PLACE


def pair_of(attacker: i64, defender: i64) -> i64:
    """COMBAT_PICK: two stacks by their top generals."""
    return attacker * GENERAL_COUNT + defender


def attacker_of(pair: i64) -> i64:
    """The top general of the attacking stack."""
    return pair // GENERAL_COUNT


def defender_of(pair: i64) -> i64:
    """The top general of the attacked stack."""
    return pair % GENERAL_COUNT
