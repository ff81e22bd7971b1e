"""Captain's eye for objectives: what is held, within reach and guarded, and what that is worth."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.weights import (
    W_NEAR,
    W_OBJECTIVE,
    W_PULL,
    W_RECONQUEST,
    W_SCREEN,
    W_SECOND,
    W_WIN,
)
from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    DIST,
    FIRST_OBJECTIVE,
    OBJECTIVE_CITY,
    OBJECTIVE_DEFENDER,
    PIECE_NATION,
)
from sanssouci.friedrich.rules.cards import count, lowest
from sanssouci.friedrich.rules.names import AUSTRIA, NATION_COUNT
from sanssouci.friedrich.rules.state import ASKED, HELD, OO_NONE, State, in_game
from sanssouci.friedrich.rules.troops import end_general, first_general
from sanssouci.friedrich.rules.victory import needed

#: So few objectives an own nation lacks when an attacker plays for the end, and an enemy when Friedrich does.
NEAR_FOR_ATTACKERS: Final = 3
NEAR_FOR_FRIEDRICH: Final = 2

#: Per cent of an objective's worth to its nation while not held, by steps from its nearest general.
FREE_REACH: Final[vec[i64]] = vec[i64]([72, 70, 66, 60, 48, 38, 32, 27, 23, 20, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5])


HELD_OFF: Final[vec[i64]] = vec[i64]([36, 35, 33, 30, 26, 22, 19, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])


def missing(s: State, nation: i64) -> i64:
    """How many objectives a nation still needs; four may be claimed against the Offensive Option (R13.8)."""
    lacking = count(needed(s, nation) & ~s.sets[HELD + nation])
    if nation == AUSTRIA and s.oo_state != OO_NONE:
        lacking = max(lacking - 4, 0)
    return lacking


def end_is_near(s: State, own: i64) -> bool:
    """Could this be one of the last stages? One of the Attack's own nations lacks few, or for the Defence an enemy."""
    defence = own & 3 != 0
    few: i64 = NEAR_FOR_FRIEDRICH if defence else NEAR_FOR_ATTACKERS
    for nation in range(2, NATION_COUNT):
        if in_game(s, nation) and (defence or own >> nation & 1 == 1) and missing(s, nation) <= few:
            return True
    return False


def worth_at(w: vec[i64], k: i64) -> i64:
    """What one objective is worth to a nation that lacks k."""
    return w[W_OBJECTIVE] + w[W_NEAR] // (k + 1)


def nearest_general(s: State, nation: i64, row: i64) -> i64:
    """Steps from the city of `row` to the nearest general of a nation."""
    best: i64 = 99
    for g in range(first_general(nation), end_general(nation)):
        where = s.city[g]
        if where >= 0:
            away: i64 = DIST[row + where]
            if away < best:
                best = away
    return best


def guards_near(s: State, nation: i64, row: i64) -> i64:
    """How many stacks of a nation stand within three steps, at most two."""
    first: i64 = -1
    for g in range(first_general(nation), end_general(nation)):
        where = s.city[g]
        if where >= 0:
            away: i64 = DIST[row + where]
            if away <= 3 and where != first:
                if first >= 0:
                    return 2
                first = where
    return 0 if first < 0 else 1


def progress(s: State, w: vec[i64], nation: i64) -> i64:
    """How far a nation that conquers has come: objectives held, less what may be lost, plus what may be got."""
    need = needed(s, nation)
    held = s.sets[HELD + nation] & need
    lacking = missing(s, nation)
    worth = worth_at(w, lacking)
    sum_: i64 = 0
    for k in range(lacking, count(need)):
        sum_ += worth_at(w, k)
    if lacking == 0:
        sum_ += w[W_WIN]
    base = FIRST_OBJECTIVE[nation]
    hundredths: i64 = 0
    left = need
    while left != 0:
        i = lowest(left)
        left &= left - 1
        row = OBJECTIVE_CITY[base + i] * CITY_COUNT
        defender = OBJECTIVE_DEFENDER[base + i]
        near = nearest_general(s, nation, row)
        if held >> i & 1 == 1:
            if near > 3:
                back = nearest_general(s, defender, row)
                if back <= 3:
                    hundredths -= w[W_RECONQUEST]
                elif back <= 6:
                    hundredths -= w[W_RECONQUEST] * (7 - back) // 8
        elif near < 99:
            at = near if near < 19 else 19
            guards = guards_near(s, defender, row)
            if guards == 0:
                # Who is near can still step in: that is worth a little to the defender.
                hundredths += FREE_REACH[at]
                back = nearest_general(s, defender, row)
                if back <= 6:
                    hundredths -= (7 - back) * w[W_SCREEN] // 8
            elif guards == 1:
                hundredths += HELD_OFF[at]
            else:
                hundredths += HELD_OFF[at] * (100 - w[W_SECOND]) // 100
    return sum_ + hundredths * worth // 100


def imminent(s: State, w: vec[i64], nation: i64) -> i64:
    """What it counts that a nation could take all it lacks in one stage: nobody guards it, somebody is near."""
    lacking = missing(s, nation)
    if lacking == 0 or lacking > 3:
        return 0
    free: i64 = 0
    base = FIRST_OBJECTIVE[nation]
    left = needed(s, nation) & ~s.sets[HELD + nation]
    while left != 0:
        i = lowest(left)
        left &= left - 1
        row = OBJECTIVE_CITY[base + i] * CITY_COUNT
        if nearest_general(s, nation, row) <= 3 and guards_near(s, OBJECTIVE_DEFENDER[base + i], row) == 0:
            free += 1
    if free < lacking:
        return 0
    return w[W_WIN] * (60 if lacking == 1 else 30 if lacking == 2 else 12) // 100


def pull(s: State, w: vec[i64], nation: i64) -> i64:
    """Every general should have somewhere to go: steps to the nearest objective still to be taken."""
    left = needed(s, nation) & ~s.sets[HELD + nation]
    base = FIRST_OBJECTIVE[nation]
    if left == 0:
        return 0
    sum_: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        where = s.city[g]
        if where >= 0:
            row = where * CITY_COUNT
            best: i64 = 30
            rest = left
            while rest != 0:
                away: i64 = DIST[row + OBJECTIVE_CITY[base + lowest(rest)]]
                rest &= rest - 1
                if away < best:
                    best = away
            if best > 1:
                sum_ -= w[W_PULL] * (best - 1) // 10
    return sum_


def sole_guard_value(s: State, w: vec[i64], guard: i64, taker: i64) -> i64:
    """What it would give `taker` if the stack of `guard` were driven away: objectives only it protects."""
    nation = PIECE_NATION[guard]
    row0 = s.city[guard] * CITY_COUNT
    sum_: i64 = 0
    if taker <= 1:
        # The Defence drives a conqueror's general from his prey: what lies "?" comes back.
        asked = s.sets[ASKED + nation]
        base = FIRST_OBJECTIVE[nation]
        worth = worth_at(w, missing(s, nation))
        while asked != 0:
            i = lowest(asked)
            asked &= asked - 1
            city = OBJECTIVE_CITY[base + i]
            if OBJECTIVE_DEFENDER[base + i] == taker:
                away: i64 = DIST[row0 + city]
                if away <= 3 and guards_near(s, nation, city * CITY_COUNT) == 1:
                    sum_ += worth * 70 // 100
        return sum_
    worth = worth_at(w, missing(s, taker))
    base = FIRST_OBJECTIVE[taker]
    left = needed(s, taker) & ~s.sets[HELD + taker]
    asked = s.sets[ASKED + taker]
    while left != 0:
        i = lowest(left)
        left &= left - 1
        if OBJECTIVE_DEFENDER[base + i] != nation:
            continue
        city = OBJECTIVE_CITY[base + i]
        away = DIST[row0 + city]
        if away <= 3 and guards_near(s, nation, city * CITY_COUNT) == 1:
            if asked >> i & 1 == 1:
                sum_ += worth * 60 // 100
            else:
                sum_ += worth * 12 // 100
    return sum_
