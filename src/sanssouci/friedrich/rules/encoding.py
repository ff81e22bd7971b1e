"""Numbers that stand for choices in the engine's small steps, where they are not simply a city, card or general:
their parts, and how two numbers are put into one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit, lowest
from sanssouci.friedrich.rules.names import GENERAL_COUNT

END: Final = 0  # MOVE_MENU: end the movement phase
RECRUIT: Final = 1  # MOVE_MENU: begin a purchase
MOVE_GENERALS: Final = 2  # MOVE_MENU: a kind, of a set of generals
MOVE_TRAIN: Final = 3  # MOVE_MENU: a kind, of a piece
REMOVE: Final = 4  # MOVE_MENU: a kind, of a general (option voluntary_removal)
STOP: Final = 1000  # MOVE_PATH: the move ends here
FIGHT: Final = 1000  # EVADE: no withdrawal
PASS: Final = 0  # CARD: give up, or stop at zero
DOUBLE: Final = 15  # CARD: an 11♠ played for 22
PAY_DOUBLE: Final = 1024  # RECRUIT_PAY: an 11♠ paid for 22
DONE: Final = 1 << 20  # RECRUIT_PLACE: no further piece
NONE: Final = 1 << 20  # a fate or Offensive decision declined
UNPAID: Final = 1 << 20  # `State.buy_last` before the first card is paid: higher than any
ALL_GENERALS: Final = (1 << GENERAL_COUNT) - 1
_KIND_BITS: Final = 8
_KIND: Final = 255
_PLACE: Final = 1024
_VALUES: Final = 32
_CARDS: Final = 256


def kind_of(choice: i64) -> i64:
    """MOVE_MENU: END, RECRUIT, MOVE_GENERALS, MOVE_TRAIN or REMOVE."""
    return choice & _KIND


def subject_of(choice: i64) -> i64:
    """MOVE_MENU: the set of generals, the piece or the general that it is about."""
    return choice >> _KIND_BITS


def about(kind: i64, subject: i64) -> i64:
    """MOVE_MENU: the choice of this kind about a set of generals, a piece or a general."""
    return subject << _KIND_BITS | kind


def marching(choice: i64) -> i64:
    """MOVE_GENERALS, MOVE_TRAIN: the set of pieces that would move."""
    return bit(choice >> _KIND_BITS) if kind_of(choice) == MOVE_TRAIN else choice >> _KIND_BITS


def march_of(group: i64) -> i64:
    """MOVE_GENERALS, MOVE_TRAIN: the choice by which a set of pieces would move; on no menu if they cannot together."""
    first = lowest(group)
    if first >= GENERAL_COUNT and group == bit(first):
        return about(MOVE_TRAIN, first)
    return about(MOVE_GENERALS, group)


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


def played_as(card: i64, value: i64, side: i64) -> i64:
    """`State.played`: a card on the table, what it counted, and whose it was (0: the attacker's)."""
    return (card * _VALUES + value) * 2 + side


def played_card(played: i64) -> i64:
    """The card."""
    return played // (2 * _VALUES)


def played_value(played: i64) -> i64:
    """What it counted."""
    return played // 2 % _VALUES


def played_side(played: i64) -> i64:
    """0: the attacker's; 1: the defender's."""
    return played % 2


def paid_as(card: i64, value: i64) -> i64:
    """`State.buy_last`: a card paid for so many points; the lower ones follow it."""
    return value * _CARDS + card
