"""What can be claimed about a position after a bot has played: small named tests, written in JSON.

| name | value | true if |
|---|---|---|
| `holds` | {nation: [cities]} | the nation has conquered all of them |
| `free` | [cities] | nobody holds them |
| `protected` | {nation: [cities]} | a general of the nation stands within three of each |
| `at` | {piece: [cities]} | the piece stands in one of them |
| `off_map` | [pieces] | none of them is on the map |
| `on_map` | [pieces] | all of them are on the map |
| `troops` | {general: number} | his stack has at least so many troops |
| `supplied` | [generals] | they are on the map and in supply |
| `face_up` | [generals] | they are on the map and were supplied at the last check |
| `keeps` | {nation: [cards]} | the hand still holds them |
| `winners` | [roles] | the game is over and these have won |
| `cannot_remove` | {nation: [pieces]} | by marches and strength alone the nation's next stage removes none of them |
| `cannot_complete` | [nations] | by marches and strength alone its next stage does not give it all it needs |
| `any` | [tests] | one of them is true |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.board import CITY_INDEX, OBJECTIVE_AT, OBJECTIVE_BIT, OBJECTIVE_NATION
from sanssouci.friedrich.rules.cards import DECK_SIZE, card_name
from sanssouci.friedrich.rules.names import GENERALS, NATION_COUNT, NATIONS, PIECES
from sanssouci.friedrich.rules.objectives import protected
from sanssouci.friedrich.rules.state import HAND, HELD, State
from sanssouci.friedrich.rules.supply import supplied
from sanssouci.friedrich.rules.troops import pool_of
from sanssouci.friedrich.rules.victory import needed
from sanssouci.lab.threats import can_complete, can_remove


def holder(s: State, city: str) -> str | None:
    """The nation whose marker lies on an objective."""
    o = OBJECTIVE_AT[CITY_INDEX[city]]
    n = int(OBJECTIVE_NATION[o])
    return NATIONS[n] if o >= 0 and s.sets[HELD + n] & OBJECTIVE_BIT[o] else None


def _where(s: State, piece: str) -> int:
    return int(s.city[PIECES.index(piece)])


def _hand(s: State, nation: str) -> list[str]:
    row = HAND + NATIONS.index(nation) * 5
    return [
        card_name(d * DECK_SIZE + k, deck=False) for d in range(5) for k in range(DECK_SIZE) if s.sets[row + d] >> k & 1
    ]


def _keeps(s: State, nation: str, cards: list[str]) -> bool:
    hand = _hand(s, nation)
    return all(hand.count(card) >= cards.count(card) for card in cards)


def _winners(game: Game, roles: list[str]) -> bool:
    result = game.result
    return result is not None and set(result.winners) == set(roles)


TESTS: dict[str, Callable[[Game, Any], bool]] = {
    "holds": lambda g, v: all(holder(g.state, c) == n for n, cities in v.items() for c in cities),
    "free": lambda g, v: all(holder(g.state, c) is None for c in v),
    "protected": lambda g, v: all(
        protected(g.state, CITY_INDEX[c], NATIONS.index(n)) for n, cities in v.items() for c in cities
    ),
    "at": lambda g, v: all(_where(g.state, p) in [CITY_INDEX[c] for c in cities] for p, cities in v.items()),
    "off_map": lambda g, v: all(_where(g.state, p) < 0 for p in v),
    "on_map": lambda g, v: all(_where(g.state, p) >= 0 for p in v),
    "troops": lambda g, v: all(
        _where(g.state, p) >= 0 and pool_of(g.state, GENERALS.index(p)) >= n for p, n in v.items()
    ),
    "supplied": lambda g, v: all(_where(g.state, p) >= 0 and supplied(g.state, GENERALS.index(p)) for p in v),
    "face_up": lambda g, v: all(_where(g.state, p) >= 0 and not g.state.face_down >> GENERALS.index(p) & 1 for p in v),
    "keeps": lambda g, v: all(_keeps(g.state, n, cards) for n, cards in v.items()),
    "winners": _winners,
    "cannot_remove": lambda g, v: (
        not any(can_remove(g.state, NATIONS.index(n), p) for n, pieces in v.items() for p in pieces)
    ),
    "cannot_complete": lambda g, v: (
        not any(can_complete(g.state, NATIONS.index(n), int(needed(g.state, NATIONS.index(n)))) for n in v)
    ),
    "any": lambda g, v: any(true(g, one) for one in v),
}
assert len(NATIONS) == NATION_COUNT


def true(game: Game, tests: dict[str, Any]) -> bool:
    """Are all these tests true now?"""
    return all(TESTS[name](game, value) for name, value in tests.items())
