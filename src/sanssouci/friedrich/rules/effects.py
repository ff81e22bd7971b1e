"""Chapter 11.3: the effects that stay in force for the next turn, each as one bit.

Bit (card − 1) · 4 + suit, suits in the order ♠ ♣ ♥ ♦: the same numbering as in `State.events`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit

EV_2C: Final = 1 << 5
EV_2D: Final = 1 << 7
EV_3C: Final = 1 << 9
EV_3H: Final = 1 << 10
EV_3D: Final = 1 << 11
EV_4S: Final = 1 << 12
EV_4D: Final = 1 << 15
EV_5S: Final = 1 << 16
EV_5H: Final = 1 << 18
EV_5D: Final = 1 << 19
EV_7S: Final = 1 << 24
EV_7H: Final = 1 << 26
EV_7D: Final = 1 << 27
EV_8C: Final = 1 << 29
EV_9C: Final = 1 << 33
EV_10S: Final = 1 << 36
EV_10H: Final = 1 << 38
EV_11S: Final = 1 << 40
EV_11H: Final = 1 << 42
EV_12S: Final = 1 << 44

#: Every version that is registered for the next turn; the others act at once or not at all.
LASTING: Final = (
    EV_2C | EV_2D | EV_3C | EV_3H | EV_3D | EV_4S | EV_4D | EV_5S | EV_5H | EV_5D | EV_7S | EV_7H | EV_7D
    | EV_8C | EV_9C | EV_10S | EV_10H | EV_11S | EV_11H | EV_12S
)  # fmt: skip
#: Versions that change how a group moves or where it may end.
HAMPERING: Final = EV_3H | EV_3D | EV_4D | EV_5S | EV_7S | EV_10S
#: Versions that spend themselves.
ONCE: Final = EV_4S | EV_7D | EV_10H | EV_11S


def effect_bit(card: i64, suit: i64) -> i64:
    """The bit of version `suit` (0–3) of numbered card `card` (0–11)."""
    return bit(card * 4 + suit)
