"""R6: troops, stacks and pools.

A stack's troops are one number, kept at its top general (R6.7). Beside the true number stands the
interval that everybody can deduce (formats.md, section 5): it is kept by the same functions that
change the pool, so that the two cannot drift apart.
"""

from __future__ import annotations

from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import FIRST_GENERAL, FIRST_TRAIN, PIECE_NATION
from sanssouci.friedrich.rules.cards import bit, count, lowest
from sanssouci.friedrich.rules.events import general_names, tell
from sanssouci.friedrich.rules.names import GENERAL_COUNT, MOST_TROOPS, NATIONS
from sanssouci.friedrich.rules.state import HIGH, LOW, OFF_MAP, POOL, RETIRED, TOLD, TOLD_TURN, State


def ceiling(s: State, nation: i64) -> i64:
    """R6.6: a nation never has more troops than it started with (R14.2, R14.6 in the scenarios)."""
    return s.scenario.strength[nation]


def first_general(nation: i64) -> i64:
    """The nation's highest general."""
    return FIRST_GENERAL[nation]


def end_general(nation: i64) -> i64:
    """One more than the nation's lowest general."""
    return FIRST_GENERAL[nation + 1]


def first_train(nation: i64) -> i64:
    """The nation's first train."""
    return FIRST_TRAIN[nation]


def end_train(nation: i64) -> i64:
    """One more than the nation's last train."""
    return FIRST_TRAIN[nation + 1]


def standing(s: State, nation: i64) -> list[int]:
    """A nation's generals on the map."""
    return [int(g) for g in range(first_general(nation), end_general(nation)) if s.city[g] >= 0]


def generals_in(s: State, nation: i64, city: i64) -> i64:
    """The set of a nation's generals in a city, those on the march left out."""
    found: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] == city:
            found |= bit(g)
    return found & ~s.group


def members(s: State, general: i64) -> i64:
    """The set of generals in the stack of a general on the map."""
    if s.group >> general & 1 == 1:
        return s.group
    return generals_in(s, PIECE_NATION[general], s.city[general]) | bit(general)


def top_of(s: State, general: i64) -> i64:
    """R4.7: the supreme commander of a general's stack."""
    return lowest(members(s, general))


def pool_of(s: State, general: i64) -> i64:
    """R6.2: the troops of a general's stack."""
    return s.men[POOL + top_of(s, general)]


def total(s: State, nation: i64) -> i64:
    """R6.1: the sum of a nation's troops, which anybody may ask."""
    sum_: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        sum_ += s.men[POOL + g]
    return sum_


def generals_on_map(s: State, nation: i64) -> i64:
    """The set of a nation's generals on the map."""
    found: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] >= 0:
            found |= bit(g)
    return found


def set_pool(s: State, top: i64, pool: i64, low: i64, high: i64) -> None:
    """Write a stack's true strength and what everybody may deduce of it."""
    s.men[POOL + top] = pool
    s.men[LOW + top] = low
    s.men[HIGH + top] = high


def reveal(s: State, top: i64) -> None:
    """R7.5: the strength of a stack becomes known to all."""
    pool = s.men[POOL + top]
    s.men[LOW + top] = pool
    s.men[HIGH + top] = pool


def _clear(s: State, general: i64) -> None:
    s.men[POOL + general] = 0
    s.men[LOW + general] = 0
    s.men[HIGH + general] = 0
    s.men[TOLD + general] = 0
    s.men[TOLD_TURN + general] = 0


def _pass_on(s: State, old: i64, new: i64) -> None:
    """Hand the figures of a stack to its new top general."""
    if old == new:
        return
    s.men[POOL + new] = s.men[POOL + old]
    s.men[LOW + new] = s.men[LOW + old]
    s.men[HIGH + new] = s.men[HIGH + old]
    s.men[TOLD + new] = s.men[TOLD + old]
    s.men[TOLD_TURN + new] = s.men[TOLD_TURN + old]
    _clear(s, old)


def split(s: State, city: i64, group: i64, share: i64) -> None:
    """R4.8: a group leaves its stack with a secret share of the pool; the city keeps the rest.

    The group is not on the map's `occ` any more; its figures stand at its own top general.
    """
    whole = group | generals_in(s, PIECE_NATION[lowest(group)], city)
    rest = whole & ~group
    top = lowest(whole)
    group_top = lowest(group)
    if rest == 0:
        s.occ[city] = 0
        return
    rest_top = lowest(rest)
    k = count(group)
    n = count(whole)
    pool: i64 = s.men[POOL + top]
    low: i64 = s.men[LOW + top]
    high: i64 = s.men[HIGH + top]
    _clear(s, top)
    set_pool(s, group_top, share, max(k, low - MOST_TROOPS * (n - k)), min(MOST_TROOPS * k, high - (n - k)))
    set_pool(s, rest_top, pool - share, max(n - k, low - MOST_TROOPS * k), min(MOST_TROOPS * (n - k), high - k))
    s.occ[city] = u8(rest_top + 1)


def join(s: State, city: i64, group: i64) -> i64:
    """R4.9, R9.7: a group comes to stand in a city, empty or held by own generals; answers all who are there."""
    group_top = lowest(group)
    there = generals_in(s, PIECE_NATION[group_top], city) & ~group
    everybody = group | there
    top = lowest(everybody)
    if there != 0:
        other = lowest(there)
        pool: i64 = s.men[POOL + group_top] + s.men[POOL + other]
        low: i64 = s.men[LOW + group_top] + s.men[LOW + other]
        high: i64 = s.men[HIGH + group_top] + s.men[HIGH + other]
        _clear(s, group_top)
        _clear(s, other)
        set_pool(s, top, pool, low, high)
        if s.face_down & everybody != 0:
            s.face_down |= everybody  # contagion
    s.occ[city] = u8(top + 1)
    return everybody


def take_off(s: State, generals: i64, retired: bool = False) -> None:
    """Take single generals off the map or out of the game, leaving their stack's pool to the companions.

    With nobody left the pool is lost. The caller says so; this only keeps the books.
    """
    left = generals
    while left != 0:
        g = lowest(left)
        left &= left - 1
        where: i64 = s.city[g]
        if where >= 0:
            whole = members(s, g)
            rest = whole & ~(bit(g))
            if rest == 0:
                _clear(s, g)
                s.occ[where] = 0
            else:
                top = lowest(rest)
                _pass_on(s, lowest(whole), top)
                s.occ[where] = u8(top + 1)
        s.city[g] = RETIRED if retired else OFF_MAP
        s.face_down &= ~(bit(g))
        s.moved &= ~(bit(g))


def part_with(s: State, general: i64, retired: bool) -> i64:
    """R6.8: a general on the map goes; companions keep his troops as far as they can carry them (OP-16).

    Answers the troops that are lost.
    """
    stack = members(s, general)
    rest = stack & ~(bit(general))
    top = lowest(stack)
    pool = s.men[POOL + top]
    low = s.men[LOW + top]
    high = s.men[HIGH + top]
    cap = MOST_TROOPS * count(rest)
    take_off(s, bit(general), retired)
    if pool > cap:
        if rest != 0:
            set_pool(s, lowest(rest), cap, cap, cap)
        return pool - cap
    set_pool(s, lowest(rest), pool, max(low, count(rest)), min(high, cap))
    return 0


def lose(s: State, top: i64, loss: i64) -> i64:
    """R7.11, R6.4: a stack loses troops; generals it can no longer carry leave from the bottom up.

    The strength was declared just before. Answers the generals that stay.
    """
    whole = members(s, top)
    pool: i64 = s.men[POOL + top] - loss
    set_pool(s, top, pool, pool, pool)
    leaving: i64 = 0
    staying = whole
    while count(staying) > pool:
        bottom: i64 = GENERAL_COUNT - 1
        while staying >> bottom & 1 == 0:
            bottom -= 1
        staying &= ~(bit(bottom))
        leaving |= bit(bottom)
    if leaving != 0:
        if s.log is not None:
            tell(s, "generals_leave", "R6.4", {
                "nation": NATIONS[PIECE_NATION[top]], "generals": general_names(leaving),
            })  # fmt: skip
        take_off(s, leaving)
    return staying


def free_troop(s: State, general: i64, secret: bool) -> None:
    """R11.6: a troop for nothing. A secret recipient widens every interval of the nation."""
    nation: i64 = PIECE_NATION[general]
    top = top_of(s, general)
    s.men[POOL + top] = s.men[POOL + top] + 1
    if secret:
        widen(s, nation, 0, 1)
    else:
        s.men[LOW + top] = s.men[LOW + top] + 1
        cap = MOST_TROOPS * count(members(s, top))
        if s.men[HIGH + top] < cap:
            s.men[HIGH + top] = s.men[HIGH + top] + 1


def widen(s: State, nation: i64, down: i64, up: i64) -> None:
    """Widen what is known of every stack of a nation: somebody there lost or got troops in secret."""
    for g in range(first_general(nation), end_general(nation)):
        if s.men[POOL + g] > 0:
            n = count(members(s, g))
            s.men[LOW + g] = max(n, s.men[LOW + g] - down)
            s.men[HIGH + g] = min(MOST_TROOPS * n, s.men[HIGH + g] + up)


def room(s: State, general: i64) -> i64:
    """How many more troops a general's stack can carry (R6.2)."""
    top = top_of(s, general)
    return MOST_TROOPS * count(members(s, top)) - s.men[POOL + top]
