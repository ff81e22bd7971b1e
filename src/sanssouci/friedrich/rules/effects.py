"""R11.3: the clock of fate as a table. A numbered card has four versions, one for each suit: a row each of `CLOCK`.

A version's number is its row, (card − 1) · 4 + suit with the suits in the order ♠ ♣ ♥ ♦; in `State.events` it is
the bit of that number. What only one version does stands in its chapter and asks for its bit (EV_…).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit, lowest
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FRANCE,
    G_APRAXIN,
    G_CUMBERLAND,
    G_DAUN,
    G_FRIEDRICH,
    G_KARL,
    G_RICHELIEU,
    G_SALTIKOV,
    G_SOUBISE,
    G_TOTTLEBEN,
    HANOVER,
    PRUSSIA,
    RUSSIA,
    SUITS,
    SWEDEN,
)
from sanssouci.friedrich.rules.state import (
    FLIP,
    FREE_TROOP,
    GIFT,
    LAUDON,
    LOSE_TROOP,
    NOBODY,
    REDRAW,
    TRADE,
    WEST_STEP,
)

# What a version does when it is revealed; a decision's number stands for asking `asked` for it.
NOTHING: Final = 100
LASTS: Final = 101  # R11.4: in force in the next turn
GAINS: Final = 102  # R11.6: `general` gets a troop
LOSES: Final = 103  # R11.7: `general` loses one
STRETCHED: Final = 104  # R9.1: `nation`'s generals far from their trains are turned


class Version:
    """What one face of a numbered fate card does."""

    def __init__(
        self,
        name: str,
        does: int = NOTHING,
        *,
        nation: int = NOBODY,
        also: int = NOBODY,
        general: int = NOBODY,
        barred: bool = False,
        pace: int = 0,
        hampers: bool = False,
    ) -> None:
        """A row of the table; absent arguments mean that it does no such thing."""
        self.name = name
        self.does: i64 = does
        #: Who is asked, helped or turned, and who is asked beside him.
        self.nation: i64 = nation
        self.also: i64 = also
        self.general: i64 = general
        #: R11.8: `general` may not attack.
        self.barred = barred
        #: R11.9: how many cities `general` may go.
        self.pace: i64 = pace
        #: May it forbid a group to end its move somewhere?
        self.hampers = hampers or barred


CLOCK: Final[list[Version]] = [
    Version("1S"),
    Version("1C", FREE_TROOP, nation=RUSSIA),
    Version("1H", TRADE, nation=RUSSIA, also=AUSTRIA),
    Version("1D", GAINS, general=G_TOTTLEBEN),
    Version("2S"),
    Version("2C", LASTS),
    Version("2H", LOSES, general=G_APRAXIN),
    Version("2D", LASTS, general=G_SALTIKOV, pace=2),
    Version("3S"),
    Version("3C", LASTS),
    Version("3H", LASTS, hampers=True),
    Version("3D", LASTS, hampers=True),
    Version("4S", LASTS),
    Version("4C"),
    Version("4H", REDRAW, nation=FRANCE),
    Version("4D", LASTS, general=G_CUMBERLAND, barred=True),
    Version("5S", LASTS, general=G_SOUBISE, barred=True),
    Version("5C"),
    Version("5H", LASTS, general=G_RICHELIEU, pace=2),
    Version("5D", LASTS),
    Version("6S", LAUDON, nation=AUSTRIA),
    Version("6C", GAINS, general=G_DAUN),
    Version("6H"),
    Version("6D", FLIP, nation=AUSTRIA),
    Version("7S", LASTS, general=G_FRIEDRICH, barred=True),
    Version("7C"),
    Version("7H", LASTS),
    Version("7D", LASTS),
    Version("8S", FREE_TROOP, nation=PRUSSIA),
    Version("8C", LASTS),
    Version("8H"),
    Version("8D", LOSES, general=G_KARL),
    Version("9S", STRETCHED, nation=RUSSIA),
    Version("9C", LASTS, general=G_FRIEDRICH, pace=4),
    Version("9H"),
    Version("9D", GIFT, nation=PRUSSIA),
    Version("10S", LASTS, hampers=True),
    Version("10C", LOSE_TROOP, nation=PRUSSIA),
    Version("10H", LASTS),
    Version("10D"),
    Version("11S", LASTS),
    Version("11C", FREE_TROOP, nation=HANOVER),
    Version("11H", LASTS),
    Version("11D"),
    Version("12S", LASTS, general=G_DAUN, pace=2),
    Version("12C", STRETCHED, nation=SWEDEN),
    Version("12H", WEST_STEP, nation=PRUSSIA),
    Version("12D"),
]
VERSION_NAMES: Final[list[str]] = [version.name for version in CLOCK]

# The versions that a chapter of the rules asks for by name; a test holds them to their rows.
EV_2C: Final = 1 << 5
EV_3C: Final = 1 << 9
EV_3H: Final = 1 << 10
EV_3D: Final = 1 << 11
EV_4S: Final = 1 << 12
EV_5D: Final = 1 << 19
EV_7H: Final = 1 << 26
EV_7D: Final = 1 << 27
EV_8C: Final = 1 << 29
EV_10S: Final = 1 << 36
EV_10H: Final = 1 << 38
EV_11S: Final = 1 << 40
EV_11H: Final = 1 << 42


def event(name: str) -> int:
    """The bit of a version by its name: `event("5S")`."""
    return 1 << VERSION_NAMES.index(name)


def _events(wanted: list[bool]) -> int:
    return sum(1 << number for number, is_wanted in enumerate(wanted) if is_wanted)


#: Versions that may forbid a group to end its move somewhere, that bar a general, that change a pace.
HAMPERING: Final[i64] = _events([version.hampers for version in CLOCK])
BARRING: Final[i64] = _events([version.barred for version in CLOCK])
PACING: Final[i64] = _events([version.pace > 0 for version in CLOCK])
_GENERAL: Final[vec[i64]] = vec[i64]([int(version.general) for version in CLOCK])
_PACE: Final[vec[i64]] = vec[i64]([int(version.pace) for version in CLOCK])


def barred(events: i64) -> i64:
    """R11.8: the generals that may not attack under these events."""
    found: i64 = 0
    left = events & BARRING
    while left != 0:
        found |= bit(_GENERAL[lowest(left)])
        left &= left - 1
    return found


def pace(events: i64, group: i64, usual: i64) -> i64:
    """R11.9, 9♣: how many cities a group of generals may go under these events."""
    left = events & PACING
    while left != 0:
        number = lowest(left)
        if group >> _GENERAL[number] & 1 == 1:
            usual = _PACE[number]
        left &= left - 1
    return usual


def sign(name: str) -> str:
    """A version as people write it: `5♠` for `5S`."""
    return name[:-1] + "♠♣♥♦"[SUITS.index(name[-1])]


def asked_in(state: int) -> list[int]:
    """The nations that a decision of the fate step may ask."""
    rows = [version for version in CLOCK if version.does == state]
    return [int(n) for version in rows for n in (version.nation, version.also) if n != NOBODY]
