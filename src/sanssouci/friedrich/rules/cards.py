"""R3: tactical cards, decks and the explicit source of chance.

A card is a number: deck · 50 + kind; kinds 0–47 are suit · 12 + (value − 2), kinds 48 and 49 the two
Reserves. A set of cards is one 50-bit set per deck. Chance is a key and a counter: event k of a game
uses SHAKE-128 of key and k and nothing else, so that the same key gives the same game everywhere and
for ever, and no player can compute what is to come from what he has seen.
"""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.names import SUITS

DECK_SIZE: Final = 50
KINDS: Final = 48
MAX_DECKS: Final = 5
CARD_COUNT: Final = 250
LOWEST: Final = 2
HIGHEST: Final = 13
RESERVES: Final = 3 << 48
RESERVE_VALUE: Final = 10  # R3.6, OP-41: the highest value it may be named, and what it pays
ELEVEN_OF_SPADES: Final = 9  # as a kind of card
WHOLE_DECK: Final = (1 << 50) - 1
#: The cards of each suit; those of values 2–9, and of values 10–13.
SUIT_SET: Final[vec[i64]] = vec[i64]([0xFFF << suit * 12 for suit in range(len(SUITS))])
LOW_CARDS: Final[vec[i64]] = vec[i64]([0x0FF << suit * 12 for suit in range(len(SUITS))])
HIGH_CARDS: Final = sum(0xF00 << suit * 12 for suit in range(len(SUITS)))
#: The cards of a deck by their value in payment (OP-41: a Reserve is 10).
OF_VALUE: Final[vec[i64]] = vec[i64](
    [
        sum(1 << kind for kind in range(DECK_SIZE) if (RESERVE_VALUE if kind >= KINDS else kind % 12 + 2) == v)
        for v in range(14)
    ]
)
#: The number of a bit by its remainder modulo 67.
_NUMBER_OF: Final[vec[i64]] = vec[i64]([0] * 67)
for _n in range(62):
    _NUMBER_OF[(1 << _n) % 67] = _n


def bit(n: i64) -> i64:
    """The set of one member. No literal 1, because mypyc shifts that as a 32-bit number."""
    return ((n & 0) + 1) << n


def value_of(card: i64) -> i64:
    """Face value in payment: 2–13, and 10 for a Reserve (OP-41)."""
    kind = card % DECK_SIZE
    if kind >= KINDS:
        return RESERVE_VALUE
    return kind % 12 + 2


def is_reserve(card: i64) -> bool:
    """Is the card one of the two wild cards of its deck (R3.5)?"""
    return card % DECK_SIZE >= KINDS


def suit_of(card: i64) -> i64:
    """0–3 for a suit card, 4 for a Reserve."""
    return card % DECK_SIZE // 12


def card_name(card: int, deck: bool = True) -> str:
    """`13S/1`, `R/2`; without the deck `13S`, `R`."""
    kind = card % DECK_SIZE
    face = "R" if kind >= KINDS else f"{kind % 12 + 2}{SUITS[kind // 12]}"
    return f"{face}/{card // DECK_SIZE + 1}" if deck else face


#: Every card's name, with its deck.
CARD_NAMES: Final[list[str]] = [card_name(card) for card in range(CARD_COUNT)]


def lowest(cards: i64) -> i64:
    """The number of the lowest bit of a non-empty set: powers of two differ modulo 67."""
    return _NUMBER_OF[(cards & -cards) % 67]


def count(cards: i64) -> i64:
    """How many bits a set has."""
    n: i64 = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


def stream(key: bytes, event: i64, words: i64) -> bytes:
    """The random bytes of one chance event: four for each word."""
    counter: int = event
    length: int = words * 4
    return hashlib.shake_128(key + counter.to_bytes(8, "big")).digest(length)


def word(data: bytes, index: i64, below: i64) -> i64:
    """Word `index` of a stream, scaled to 0 … below − 1."""
    at = index * 4
    high: i64 = data[at]
    second: i64 = data[at + 1]
    third: i64 = data[at + 2]
    low: i64 = data[at + 3]
    return (((high << 24) | (second << 16) | (third << 8) | low) * below) >> 32


def shuffle(cards: vec[u8], size: i64, key: bytes, event: i64) -> None:
    """Put the first `size` entries into a random order (Fisher–Yates)."""
    data = stream(key, event, size)
    i = size - 1
    while i > 0:
        j = word(data, i, i + 1)
        here = cards[i]
        cards[i] = cards[j]
        cards[j] = here
        i -= 1


def key_from_seed(seed: str) -> bytes:
    """The 32 bytes that a game's chance grows from."""
    return hashlib.sha256(b"sanssouci/friedrich/1:" + seed.encode()).digest()
