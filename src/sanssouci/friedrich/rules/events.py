"""What happened, as keys with arguments: a public part, and a part for those who may know it.

The engine tells only when somebody listens (`State.log`), so that search pays nothing for it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.cards import card_name, lowest
from sanssouci.friedrich.rules.encoding import ALL_GENERALS
from sanssouci.friedrich.rules.happening import Happening
from sanssouci.friedrich.rules.names import PIECES
from sanssouci.friedrich.rules.state import State

#: What is secret of an event that everybody may know.
_NOTHING: Final[dict[str, object]] = {}


def tell(s: State, key: str, rule: str, args: dict[str, object]) -> None:
    """Add an event that everybody may know."""
    log = s.log
    if log is not None:
        log.append(Happening(key, rule, args, _NOTHING, 0))


def tell_some(s: State, key: str, rule: str, args: dict[str, object], secret: dict[str, object], who: int) -> None:
    """Add an event whose second half only the roles of the set `who` may know."""
    log = s.log
    if log is not None:
        log.append(Happening(key, rule, args, secret, who))


def city_id(city: i64) -> str:
    """The name of a city in positions and orders."""
    return CITY_IDS[city]


def piece_names(pieces: i64) -> list[str]:
    """The names of a set of pieces, top general first."""
    if pieces == 0:
        return []
    found = [PIECES[lowest(pieces)]]  # most often it is alone
    pieces &= pieces - 1
    while pieces != 0:
        found.append(PIECES[lowest(pieces)])
        pieces &= pieces - 1
    return found


def general_names(generals: i64) -> list[str]:
    """The names of a set of generals, highest rank first."""
    return piece_names(generals & ALL_GENERALS)


def card_names(cards: list[int]) -> list[str]:
    """The names of cards, with their decks."""
    return [card_name(card) for card in cards]
