"""A quick estimate of combats: who would win, what it would cost, who has nowhere to go."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.friedrich.rules.board import CITY_COUNT, NB, NB_FROM, NB_MAIN, PIECE_NATION, SUIT
from sanssouci.friedrich.rules.state import POOL, State, who_at

#: Chance in thousandths that a standard normal variable stays below x / 20, for x = −80 … 80.
_CHANCE: Final[vec[i64]] = vec[i64]([round(500 * (1 + math.erf(x / 20 / math.sqrt(2)))) for x in range(-80, 81)])


def _near_suits() -> vec[i64]:
    """For every city the suits of its neighbours, as a set of four bits."""
    found = vec[i64]()
    for city in range(CITY_COUNT):
        suits = 0
        for i in range(NB_FROM[city], NB_FROM[city + 1]):
            suits |= 1 << SUIT[NB[i]]
        found = append(found, suits)
    return found


NEAR_SUITS: Final[vec[i64]] = _near_suits()


def _within_a_move(city: int) -> list[int]:
    """R4.2: where a general can be after one move, pieces ignored: three steps, four on main roads."""
    found = {city}
    on_main = {city}
    for _ in range(3):
        found |= {NB[i] for at in found for i in range(NB_FROM[at], NB_FROM[at + 1])}
    for _ in range(4):
        on_main |= {NB[i] for at in on_main for i in range(NB_FROM[at], NB_FROM[at + 1]) if NB_MAIN[i]}
    return sorted(found | on_main)


def _strikes() -> bytes:
    """For every two cities the suits in which a general in the first could attack one in the second after a move."""
    table = bytearray(CITY_COUNT * CITY_COUNT)
    for city in range(CITY_COUNT):
        row = city * CITY_COUNT
        for at in _within_a_move(city):
            for i in range(NB_FROM[at], NB_FROM[at + 1]):
                table[row + NB[i]] |= 1 << SUIT[at]
    return bytes(table)


STRIKES: Final[bytes] = _strikes()


def chance(margin: i64, spread: i64) -> i64:
    """Chance in thousandths that a normal variable with mean `margin` and this spread is above zero."""
    x = margin * 20 // max(spread, 1)
    if x < -80:
        x = -80
    if x > 80:
        x = 80
    return _CHANCE[x + 80]


def best_near(b: Belief, nation: i64, city: i64) -> i64:
    """The suit among those next to a city in which a nation is strongest."""
    return strongest(b, nation, NEAR_SUITS[city])


def strongest(b: Belief, nation: i64, suits: i64) -> i64:
    """The suit of a set in which a nation is strongest."""
    best: i64 = -1
    most: i64 = -1
    for suit in range(4):
        if suits >> suit & 1 == 1 and b.suit[nation * 4 + suit] > most:
            most = b.suit[nation * 4 + suit]
            best = suit
    return best


def ways_out(s: State, city: i64) -> i64:
    """How many free neighbours a city has."""
    n: i64 = 0
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        if s.occ[NB[i]] == 0:
            n += 1
    return n


def can_retreat(s: State, city: i64, length: i64) -> bool:
    """Is there a simple path of `length` free cities from here?"""
    return _walk_on(s, city, -1, -1, length)


def _walk_on(s: State, city: i64, last: i64, before: i64, left: i64) -> bool:
    """Short paths only: no turning back over the last two cities is all that simplicity asks up to three steps."""
    if left == 0:
        return True
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        to = NB[i]
        if s.occ[to] == 0 and to != last and to != before:
            if _walk_on(s, to, city, last, left - 1):
                return True
    return False


def is_top(s: State, general: i64) -> bool:
    """Does a general command a stack on the map?"""
    where = s.city[general]
    return where >= 0 and who_at(s, where) == general + 1


def odds(b: Belief, s: State, mine: i64, my_suit: i64, theirs: i64, their_suit: i64, share: i64, doubt: i64) -> i64:
    """Chance in thousandths that stack `mine` is stronger than `theirs`, both played out in these suits."""
    me = PIECE_NATION[mine] * 4 + my_suit
    they = PIECE_NATION[theirs] * 4 + their_suit
    margin = s.men[POOL + mine] + b.suit[me] * share // 100 - s.men[POOL + theirs] - b.suit[they]
    return chance(margin, b.spread[me] + b.spread[they] + doubt)


def expected_loss(troops: i64, foes: i64, points: i64) -> i64:
    """Troops a beaten stack may expect to lose: who holds cards of his suit gets away at −1, who has none does not."""
    loss: i64 = 2
    if points < 8:
        loss = 5
    elif points < 16:
        loss = 3
    loss += max(foes - troops, 0) // 2
    return max(min(troops, loss), 1)
