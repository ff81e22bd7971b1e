"""What happened, as keys with arguments: a public part, and a part for those who may know it.

The engine tells only when somebody listens (`State.log`), so that search pays nothing for it.
"""

from __future__ import annotations

from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.cards import card_name
from sanssouci.friedrich.rules.names import GENERAL_COUNT, PIECES
from sanssouci.friedrich.rules.state import State


def tell(s: State, key: str, rule: str, args: dict[str, object]) -> None:
    """Add an event that everybody may know."""
    log = s.log
    if log is not None:
        log.append((key, rule, args, {}, 0))


def tell_some(s: State, key: str, rule: str, args: dict[str, object], secret: dict[str, object], who: int) -> None:
    """Add an event whose second half only the roles of the set `who` may know."""
    log = s.log
    if log is not None:
        log.append((key, rule, args, secret, who))


def city_id(city: int) -> str:
    """The name of a city in positions and orders."""
    return CITY_IDS[city]


def piece_names(pieces: int) -> list[str]:
    """The names of a set of pieces, top general first."""
    return [PIECES[p] for p in range(len(PIECES)) if pieces >> p & 1]


def general_names(generals: int) -> list[str]:
    """The names of a set of generals, highest rank first."""
    return [PIECES[p] for p in range(GENERAL_COUNT) if generals >> p & 1]


def card_names(cards: list[int]) -> list[str]:
    """The names of cards, with their decks."""
    return [card_name(card) for card in cards]
