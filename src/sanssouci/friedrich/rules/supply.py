"""R9: supply."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    DEPOT_OF,
    DIST,
    HOME,
    LINE_5_EDGE,
    LINE_5_LABEL,
    NB,
    NB_FROM,
    PIECE_NATION,
    SUPPLIED_IN_DEPOTS,
    Y,
    hostile,
)
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.events import general_names, tell
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATIONS, PIECE_COUNT, PRUSSIA
from sanssouci.friedrich.rules.state import POOL, State, who_at
from sanssouci.friedrich.rules.troops import end_general, end_train, first_general, first_train, members, take_off

SUPPLY_RANGE: Final = 6
_BEYOND: Final = SUPPLY_RANGE + 1


def at_home(nation: i64, city: i64) -> bool:
    """R9.2: at home, or for Russia and France in an own depot, a general needs no train."""
    if HOME[city] == nation:
        return True
    return SUPPLIED_IN_DEPOTS >> nation & 1 == 1 and DEPOT_OF[city] == nation


def train_distance(s: State, nation: i64, city: i64) -> i64:
    """R9.3, R9.4: steps of the shortest open path to an own train, 7 if there is none of six or less."""
    nearest = _nearest(s, nation, city)
    if nearest > SUPPLY_RANGE:
        return _BEYOND
    # Does any hostile piece lie on some path of six steps or less?
    if not _enemy_between(s, nation, city):
        return nearest
    return _search(s, nation, city)


def _nearest(s: State, nation: i64, city: i64) -> i64:
    """Steps to the nearest own train whoever stands between, 7 if it is farther."""
    nearest: i64 = _BEYOND
    row = city * CITY_COUNT
    for t in range(first_train(nation), end_train(nation)):
        where = s.city[t]
        if where >= 0:
            away: i64 = DIST[row + where]
            if away < nearest:
                nearest = away
    return nearest


def _enemy_between(s: State, nation: i64, city: i64) -> bool:
    row = city * CITY_COUNT
    for p in range(PIECE_COUNT):
        where = s.city[p]
        if where >= 0 and hostile(nation, PIECE_NATION[p]):
            away: i64 = DIST[row + where]
            if away < SUPPLY_RANGE and away + _nearest(s, nation, where) <= SUPPLY_RANGE:
                return True
    return False


def _search(s: State, nation: i64, city: i64) -> i64:
    """Breadth-first over cities without hostile pieces that are no detour too long."""
    seen = vec[u8]([0] * CITY_COUNT)
    seen[city] = 1
    queue = vec[i64](capacity=32)
    queue = append(queue, city)
    head: i64 = 0
    steps: i64 = 0
    while head < len(queue) and steps < SUPPLY_RANGE:
        steps += 1
        level = len(queue)
        while head < level:
            here = queue[head]
            head += 1
            for i in range(NB_FROM[here], NB_FROM[here + 1]):
                to = NB[i]
                if seen[to] != 0:
                    continue
                seen[to] = 1
                if steps + _nearest(s, nation, to) > SUPPLY_RANGE:
                    continue
                who = who_at(s, to)
                if who != 0:
                    owner = PIECE_NATION[who - 1]
                    if hostile(nation, owner):
                        continue
                    if who > GENERAL_COUNT and owner == nation:
                        return steps
                queue = append(queue, to)
    return _BEYOND


def supplied(s: State, general: i64) -> bool:
    """R9.2–R9.5: is a general on the map supplied where he stands?"""
    nation = PIECE_NATION[general]
    city = s.city[general]
    return at_home(nation, city) or train_distance(s, nation, city) <= SUPPLY_RANGE


def check_supply(s: State) -> bool:
    """R9.6, R9.7: phase 5 of the active nation. All are evaluated before anything is removed (OP-35).

    Answers whether a Prussian general was lost south of coordinate line 5 (R13.6).
    """
    nation = s.nation
    good: i64 = 0
    bad: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] >= 0 and s.men[POOL + g] > 0:
            stack = members(s, g)
            if supplied(s, g):
                good |= stack
            else:
                bad |= stack
    restored = good & s.face_down
    starved = bad & s.face_down
    turned = bad & ~s.face_down
    lost_south = False
    if nation == PRUSSIA and starved != 0:
        line: i64 = LINE_5_EDGE if s.options.line_5_edge else LINE_5_LABEL
        left = starved
        while left != 0:
            if Y[s.city[lowest(left)]] > line:
                lost_south = True
            left &= left - 1
    s.face_down = (s.face_down & ~restored) | turned
    if s.log is not None:
        name = NATIONS[nation]
        if restored != 0:
            tell(s, "supply_restored", "R9.6", {"nation": name, "generals": general_names(restored)})
        if turned != 0:
            tell(s, "supply_lost", "R9.6", {"nation": name, "generals": general_names(turned)})
        if starved != 0:
            tell(s, "supply_starved", "R9.6", {"nation": name, "generals": general_names(starved)})
    if starved != 0:
        take_off(s, starved)
    return lost_south


def supply_path(s: State, general: i64) -> list[int]:
    """The cities of one shortest open path from a general to a train of his, both ends included; [] if none."""
    nation = PIECE_NATION[general]
    start = s.city[general]
    came: dict[int, int] = {int(start): -1}
    frontier: list[int] = [int(start)]
    for _ in range(SUPPLY_RANGE):
        beyond: list[int] = []
        for here in frontier:
            for i in range(NB_FROM[here], NB_FROM[here + 1]):
                to: int = NB[i]
                if to in came:
                    continue
                who = who_at(s, to)
                if who != 0 and hostile(nation, PIECE_NATION[who - 1]):
                    continue
                came[to] = here
                if who > GENERAL_COUNT and PIECE_NATION[who - 1] == nation:
                    path = [to]
                    while came[path[-1]] >= 0:
                        path.append(came[path[-1]])
                    return path[::-1]
                beyond.append(to)
        frontier = beyond
    return []
