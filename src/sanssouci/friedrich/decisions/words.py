"""The words of an order: names of cities, pieces, nations and cards as players write them.

Case does not matter. Beside the ids of formats.md a city may be called by its name where that is
unmistakable (`Brünn`), and suits by their signs (`10♦`).
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NoReturn

from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, CITY_NAMES
from sanssouci.friedrich.rules.cards import KINDS
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATIONS, PIECES, SUITS

#: No order of the game is longer: a payment of sixty cards has some 500 letters.
LONGEST: Final = 2000
RESERVE: Final = KINDS
_CARD: Final = re.compile(r"(?:(r)|(1[0-3]|[2-9])([schd]))(?:/([1-5]))?")
_SIGNS: Final = str.maketrans({"♠": "s", "♣": "c", "♥": "h", "♦": "d", "\ufe0e": None, "\ufe0f": None})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ł": "l"})
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True)
class CardName:
    """A card as an order names it: its kind (RESERVE for both Reserves), its deck from 0 or −1 for any."""

    kind: int
    deck: int = -1
    double: bool = False

    def __str__(self) -> str:
        face = "R" if self.kind == RESERVE else f"{self.kind % 12 + 2}{SUITS[self.kind // 12]}"
        return face if self.deck < 0 else f"{face}/{self.deck + 1}"


def fold(word: str) -> str:
    """A word as names are spelled: small letters, no accents (`Königgrätz` → `koeniggraetz`)."""
    word = word.casefold().translate(_SIGNS).translate(_UMLAUTS)
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def _by_name() -> dict[str, int]:
    names = [fold(name).replace(" ", "-") for name in CITY_NAMES]
    return {name: i for i, name in enumerate(names) if names.count(name) == 1 and name not in CITY_INDEX}


_CITY_BY_NAME: Final = _by_name()
_CITY_DOUBLES: Final[dict[str, list[str]]] = {}
for _i, _name in enumerate(CITY_NAMES):
    _CITY_DOUBLES.setdefault(fold(_name), []).append(CITY_IDS[_i])


def shown_word(word: str) -> str:
    """A word of the input, safe to repeat in an answer."""
    return "".join(c if c.isprintable() else "?" for c in word)[:40]


def city(word: str) -> int:
    """A city by its id, or by its name where that is unmistakable."""
    index = CITY_INDEX.get(word, _CITY_BY_NAME.get(word, -1))
    if index < 0:
        several = _CITY_DOUBLES.get(word, [])
        if len(several) > 1:
            refuse("city_ambiguous", word=shown_word(word), names=several)
        near = difflib.get_close_matches(word[:40], CITY_IDS, n=1, cutoff=0.75)
        if near:
            refuse("city_unknown_near", word=shown_word(word), city=near[0])
        refuse("city_unknown", word=shown_word(word))
    return index


def piece(word: str) -> int:
    """A general or a train."""
    if word not in PIECES:
        near = difflib.get_close_matches(word[:40], PIECES, n=1, cutoff=0.7)
        if near:
            refuse("piece_unknown_near", word=shown_word(word), piece=near[0])
        refuse("piece_unknown", word=shown_word(word))
    return PIECES.index(word)


def general(word: str) -> int:
    """A general; a train is refused as such."""
    index = piece(word)
    if index >= GENERAL_COUNT:
        refuse("general_wanted", piece=PIECES[index])
    return index


def nation(word: str) -> int:
    """A nation."""
    if word not in NATIONS:
        refuse("nation_unknown", word=shown_word(word), nations=list(NATIONS))
    return NATIONS.index(word)


def card(word: str) -> CardName:
    """`13S`, `10D/2`, `R`, `R/1`."""
    match = _CARD.fullmatch(word)
    if match is None:
        refuse("card_unknown", word=shown_word(word))
    deck = int(match.group(4)) - 1 if match.group(4) else -1
    if match.group(1):
        return CardName(RESERVE, deck)
    return CardName(SUITS.index(match.group(3).upper()) * 12 + int(match.group(2)) - 2, deck)


def number(word: str, what: str) -> int:
    """A whole number from 0 to 999."""
    if not _NUMBER.fullmatch(word):
        refuse("number_wanted", word=shown_word(word), what=what)
    return int(word)


def shares(words: list[str], misshapen: Callable[[], NoReturn]) -> tuple[tuple[int, int], ...]:
    """`friedrich=8 winterfeldt=2 …`, each general once."""
    found: list[tuple[int, int]] = []
    for word in words:
        who, equals, count = word.partition("=")
        if not equals:
            misshapen()
        index = general(who)
        if any(index == other for other, _ in found):
            refuse("named_twice", piece=PIECES[index])
        found.append((index, number(count, "troops")))
    return tuple(found)


def words_of(text: str) -> list[str]:
    """The words of a line; what cannot be an order at all is refused."""
    if not isinstance(text, str):
        refuse("unreadable")
    if len(text) > LONGEST:
        refuse("too_long", count=len(text), limit=LONGEST)
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c not in "\t\r\n" for c in text):
        refuse("unreadable")
    words = fold(text).split()
    if not words:
        refuse("empty")
    return words
