"""R5: conquest, protection, reconquest and the question marks of retroactive conquest."""

from __future__ import annotations

from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    DIST,
    FIRST_OBJECTIVE,
    FIRST_TRAIN,
    OBJECTIVE_AT,
    OBJECTIVE_BIT,
    OBJECTIVE_CITY,
    OBJECTIVE_DEFENDER,
    OBJECTIVE_NATION,
)
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.effects import EV_11H
from sanssouci.friedrich.rules.events import city_id, tell
from sanssouci.friedrich.rules.names import (
    G_HEINRICH,
    IMPERIAL,
    NATION_COUNT,
    NATIONS,
    PRUSSIA,
)
from sanssouci.friedrich.rules.scenario import ALWAYS, OFFENSIVELY
from sanssouci.friedrich.rules.state import ASKED, HELD, OO_DECLARED, OO_TAKEN, State
from sanssouci.friedrich.rules.troops import end_general, first_general


def protected(s: State, city: i64, by: i64) -> bool:
    """R5.4, R5.8: is a general of `by` (or an Imperial train) within distance 3?  OP-09: distance 0 counts."""
    row = city * CITY_COUNT
    for g in range(first_general(by), end_general(by)):
        where = s.city[g]
        if where >= 0:
            away: i64 = DIST[row + where]
            if away <= 3:
                return True
            if away == 4 and g == G_HEINRICH and s.events & EV_11H != 0:
                return True  # 11♥
    if by == IMPERIAL:
        where = s.city[FIRST_TRAIN[IMPERIAL]]
        if where >= 0:
            away = DIST[row + where]
            return away <= 3
    return False


def prussia_may_conquer(s: State) -> bool:
    """R13.5, R14.8: when Prussia may take its Bohemian objectives."""
    when = s.scenario.conquers
    if when != OFFENSIVELY:
        return when == ALWAYS
    return s.turn <= 3 or s.oo_state == OO_DECLARED or s.oo_state == OO_TAKEN


def guard_of(s: State, nation: i64, city: i64) -> i64:
    """Who could protect a city from being taken by `nation` now; −1 if there is nothing to take."""
    o = OBJECTIVE_AT[city]
    if o < 0:
        return -1
    owner = OBJECTIVE_NATION[o]
    held = s.sets[HELD + owner] & OBJECTIVE_BIT[o] != 0
    if owner == nation:
        if held or (nation == PRUSSIA and not prussia_may_conquer(s)):
            return -1
        return OBJECTIVE_DEFENDER[o]  # R5.3
    if held and OBJECTIVE_DEFENDER[o] == nation:
        return owner  # R5.7
    return -1


def take(s: State, nation: i64, o: i64, rule: str) -> None:
    """Put the nation's marker on an objective of its own, or remove its conqueror's."""
    owner = OBJECTIVE_NATION[o]
    bit = OBJECTIVE_BIT[o]
    s.sets[ASKED + owner] = s.sets[ASKED + owner] & ~bit
    if owner == nation:
        s.sets[HELD + owner] = s.sets[HELD + owner] | bit
        if s.log is not None:
            tell(s, "conquest", rule, {"nation": NATIONS[nation], "city": city_id(OBJECTIVE_CITY[o])})
    else:
        s.sets[HELD + owner] = s.sets[HELD + owner] & ~bit
        if s.log is not None:
            tell(s, "reconquest", rule, {
                "nation": NATIONS[nation], "city": city_id(OBJECTIVE_CITY[o]), "from": NATIONS[owner],
            })  # fmt: skip


def depart(s: State, nation: i64, city: i64) -> None:
    """R5.2, R5.6, R5.7: a general leaves a city during movement."""
    if OBJECTIVE_AT[city] < 0:
        return
    guard = guard_of(s, nation, city)
    if guard < 0:
        return
    o = OBJECTIVE_AT[city]
    if not protected(s, city, guard):
        take(s, nation, o, "R5.2")
        return
    owner = OBJECTIVE_NATION[o]
    if s.sets[ASKED + owner] & OBJECTIVE_BIT[o] == 0:
        s.sets[ASKED + owner] = s.sets[ASKED + owner] | OBJECTIVE_BIT[o]
        if s.log is not None:
            tell(s, "question", "R5.6", {"nation": NATIONS[nation], "city": city_id(city)})


def settle_questions(s: State) -> None:
    """R5.6: examine every "?" of this stage; all of them belong to the active nation."""
    for owner in range(NATION_COUNT):
        asked = s.sets[ASKED + owner]
        while asked != 0:
            o = FIRST_OBJECTIVE[owner] + lowest(asked)
            asked &= asked - 1
            city = OBJECTIVE_CITY[o]
            guard = guard_of(s, s.nation, city)
            if guard >= 0 and not protected(s, city, guard):
                take(s, s.nation, o, "R5.6")
            elif s.log is not None:
                tell(s, "question_fails", "R5.6", {"nation": NATIONS[s.nation], "city": city_id(city)})
        s.sets[ASKED + owner] = 0
