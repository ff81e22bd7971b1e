"""Names of the game (formats.md, section 1) and the numbers the engine uses for them.

A nation, role, general or train is a small integer inside the engine; its position in the lists
below is that integer. Nations stand in the order of their stages (R2.1), generals of a nation in the
order of their rank (R1.9, OP-82), so that a lower number always outranks a higher one.
"""

from __future__ import annotations

from typing import Final

NATIONS: Final[list[str]] = ["prussia", "hanover", "russia", "sweden", "austria", "imperial", "france"]
PRUSSIA: Final = 0
HANOVER: Final = 1
RUSSIA: Final = 2
SWEDEN: Final = 3
AUSTRIA: Final = 4
IMPERIAL: Final = 5
FRANCE: Final = 6
NATION_COUNT: Final = 7

ROLES: Final[list[str]] = ["friedrich", "elisabeth", "maria-theresa", "pompadour"]
ROLE_FRIEDRICH: Final = 0
ROLE_ELISABETH: Final = 1
ROLE_MARIA_THERESA: Final = 2
ROLE_POMPADOUR: Final = 3

GENERALS: Final[list[str]] = [
    "friedrich", "winterfeldt", "heinrich", "schwerin", "keith", "seydlitz", "dohna", "lehwaldt",
    "ferdinand", "cumberland",
    "saltikov", "fermor", "apraxin", "tottleben",
    "ehrensvaerd",
    "daun", "browne", "karl", "laudon", "lacy",
    "hildburghausen",
    "richelieu", "soubise", "chevert",
]  # fmt: skip
TRAINS: Final[list[str]] = [
    "prussia-train-1", "prussia-train-2", "hanover-train-1", "russia-train-1", "russia-train-2",
    "sweden-train-1", "austria-train-1", "austria-train-2", "imperial-train-1",
    "france-train-1", "france-train-2",
]  # fmt: skip
PIECES: Final[list[str]] = GENERALS + TRAINS
GENERAL_COUNT: Final = 24
MOST_TROOPS: Final = 8  # R6.2: under one general
PIECE_COUNT: Final = 35

#: First general and first train of each nation, with one entry more as the end of the last.
GENERALS_FROM: Final[list[int]] = [0, 8, 10, 14, 15, 20, 21, 24]
TRAINS_FROM: Final[list[int]] = [24, 26, 27, 29, 30, 32, 33, 35]

G_FRIEDRICH: Final = 0
G_HEINRICH: Final = 2
G_SEYDLITZ: Final = 5
G_LEHWALDT: Final = 7
G_CUMBERLAND: Final = 9
G_SALTIKOV: Final = 10
G_FERMOR: Final = 11
G_APRAXIN: Final = 12
G_TOTTLEBEN: Final = 13
G_EHRENSVAERD: Final = 14
G_DAUN: Final = 15
G_KARL: Final = 17
G_LAUDON: Final = 18
G_HILDBURGHAUSEN: Final = 20
G_RICHELIEU: Final = 21
G_SOUBISE: Final = 22
G_CHEVERT: Final = 23

SUITS: Final = "SCHD"
SUIT_NAMES: Final[list[str]] = ["spades", "clubs", "hearts", "diamonds"]

#: Fate cards: the twelve numbered ones, then the six strokes (R11.1).
FATE: Final[list[str]] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
    "elisabeth", "sweden", "india", "america", "lord-bute", "poems",
]  # fmt: skip
FATE_COUNT: Final = 18
FATE_ELISABETH: Final = 12
FATE_SWEDEN: Final = 13
FATE_INDIA: Final = 14
FATE_AMERICA: Final = 15
FATE_LORD_BUTE: Final = 16
FATE_POEMS: Final = 17


class Stroke:
    """R11.10–R11.13: the strokes that together drive a nation out, and the general who leaves with it."""

    def __init__(self, nation: int, cards: list[int], general: int, rule: str) -> None:
        """`general` is −1 where nobody is named."""
        self.nation = nation
        self.cards = cards
        self.general = general
        self.rule = rule


STROKES: Final[list[Stroke]] = [
    Stroke(RUSSIA, [FATE_ELISABETH], G_LEHWALDT, "R11.10"),
    Stroke(SWEDEN, [FATE_SWEDEN], -1, "R11.13"),
    Stroke(FRANCE, [FATE_INDIA, FATE_AMERICA], G_CUMBERLAND, "R11.12"),
]


def nation_of(piece: int) -> int:
    """The nation a piece belongs to."""
    table = GENERALS_FROM if piece < GENERAL_COUNT else TRAINS_FROM
    nation = 0
    while table[nation + 1] <= piece:
        nation += 1
    return nation
