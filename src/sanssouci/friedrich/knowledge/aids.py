"""Aids to the eye, computed from what a seat may know: reach, protection, supply, threats, warnings.

Everything works on `View.known_state`, which holds what is public and the seat's own secrets, and nothing
else; the rules are the engine's own functions.
"""

from __future__ import annotations

from sanssouci.friedrich.decisions.phase import protectors
from sanssouci.friedrich.decisions.walks import ends_of
from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    CITY_IDS,
    CITY_INDEX,
    DIST,
    NB,
    NB_FROM,
    OBJECTIVE_AT,
    OBJECTIVE_BIT,
    OBJECTIVE_CITY,
    OBJECTIVE_NATION,
    PIECE_NATION,
    hostile,
)
from sanssouci.friedrich.rules.names import (
    GENERAL_COUNT,
    GENERALS,
    GENERALS_FROM,
    IMPERIAL,
    NATION_COUNT,
    NATIONS,
    PIECES,
    TRAINS_FROM,
)
from sanssouci.friedrich.rules.objectives import guard_of, protected
from sanssouci.friedrich.rules.retreat import retreat_ends
from sanssouci.friedrich.rules.state import HELD, POOL, State
from sanssouci.friedrich.rules.supply import SUPPLY_RANGE, at_home, supplied, supply_path
from sanssouci.friedrich.rules.troops import members
from sanssouci.friedrich.shapes import ObjectiveAid, PieceAid, Protector, SupplyAid, Warning


def reach(s: State, piece: int) -> dict[int, list[int]]:
    """Every city a piece could move to from where it stands, with one shortest path."""
    return ends_of(taken_up(s, piece))


def taken_up(s: State, piece: int) -> State:
    """A copy in which a piece is on the march, whoever's stage it is."""
    t = s.copy()
    t.group, t.at, t.steps = 1 << piece, t.city[piece], 0
    if piece >= GENERAL_COUNT or members(s, piece) == 1 << piece:
        t.occ[t.at] = 0  # it does not stand in its own way
    return t


def about_piece(s: State, piece: int) -> PieceAid:
    """Reach, what it protects, and its supply."""
    return {
        "reach": sorted(CITY_IDS[end] for end in reach(s, piece)),
        "protects": [CITY_IDS[one] for one in protects(s, piece)],
        "supply": supply(s, piece),
        "range": [CITY_IDS[one] for one in supply_range(s, piece)],
    }


def supply_range(s: State, train: int) -> list[int]:
    """R9.3, R9.4: the cities in which a general would be supplied by a train where it stands; none for a general."""
    if train < GENERAL_COUNT:
        return []
    nation = PIECE_NATION[train]
    found = {int(s.city[train])}
    edge = found
    for _ in range(SUPPLY_RANGE):
        beyond = {int(NB[i]) for city in edge for i in range(NB_FROM[city], NB_FROM[city + 1])} - found
        edge = {city for city in beyond if not (s.occ[city] and hostile(nation, PIECE_NATION[int(s.occ[city]) - 1]))}
        found |= edge
    return sorted(found)


def protects(s: State, piece: int) -> list[int]:
    """The objectives that a piece keeps from being taken (R5.4, R5.8)."""
    nation = int(PIECE_NATION[piece])
    if piece >= GENERAL_COUNT and nation != IMPERIAL:
        return []
    alone = s.copy()
    for other in range(len(PIECES)):
        if other != piece and PIECE_NATION[other] == nation:
            alone.city[other] = -1
    found = []
    for city in OBJECTIVE_CITY:
        takers = (other for other in range(NATION_COUNT) if hostile(other, nation))
        if any(guard_of(s, taker, city) == nation for taker in takers) and protected(alone, city, nation):
            found.append(int(city))
    return found


def supply(s: State, piece: int) -> SupplyAid | None:
    """How a general is supplied; None for a train."""
    if piece >= GENERAL_COUNT:
        return None
    nation = PIECE_NATION[piece]
    if at_home(nation, s.city[piece]):
        return {"state": "home", "train": None, "path": []}
    path = supply_path(s, piece)
    if path:
        train = next(t for t in range(TRAINS_FROM[nation], TRAINS_FROM[nation + 1]) if s.city[t] == path[-1])
        return {"state": "train", "train": PIECES[train], "path": [CITY_IDS[one] for one in path]}
    trains = any(s.city[t] >= 0 for t in range(TRAINS_FROM[nation], TRAINS_FROM[nation + 1]))
    return {"state": "cut" if trains else "none", "train": None, "path": []}


def about_objective(s: State, city: int) -> ObjectiveAid | None:
    """Who holds an objective, who may take it, and who keeps them from it; None if it is none."""
    objective = OBJECTIVE_AT[city]
    if objective < 0:
        return None
    owner = OBJECTIVE_NATION[objective]
    held = s.sets[HELD + owner] & OBJECTIVE_BIT[objective] != 0
    takers, guards = [], set()
    for nation in range(NATION_COUNT):
        guard = guard_of(s, nation, city)
        if guard >= 0 and s.playing >> nation & 1 and not s.out >> nation & 1:
            takers.append(NATIONS[nation])
            guards.add(int(guard))
    kept: list[Protector] = []
    for piece in sorted(one for guard in guards for one in protectors(s, city, guard)):
        away = DIST[city * CITY_COUNT + s.city[piece]]
        kept.append({"general": PIECES[piece], "nation": NATIONS[PIECE_NATION[piece]], "distance": away})
    return {"owner": NATIONS[owner] if held else None, "for": takers, "protected": kept}


def threats(s: State, own: int) -> dict[int, list[int]]:
    """City → hostile generals that could stand next to it after their next move; `own`: the seat's nations."""
    found: dict[int, list[int]] = {}
    sides = [nation for nation in range(NATION_COUNT) if own >> nation & 1]
    if not sides:
        return found
    for general in range(GENERAL_COUNT):
        if s.city[general] < 0 or not hostile(sides[0], PIECE_NATION[general]):
            continue
        stands = {int(s.city[general]), *reach(s, general)}
        for near in {int(NB[i]) for stand in stands for i in range(NB_FROM[stand], NB_FROM[stand + 1])}:
            found.setdefault(near, []).append(general)
    return found


def warnings(s: State, own: int) -> list[Warning]:
    """What the active nation might regret: generals without supply, and stacks that could not retreat."""
    nation = int(s.nation)
    if nation >= NATION_COUNT or not own >> nation & 1:
        return []
    found: list[Warning] = []
    dangers = threats(s, own)
    for general in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]):
        if s.city[general] < 0:
            continue
        if not supplied(s, general):
            starves = bool(s.face_down >> general & 1)
            key = "warn.starves" if starves else "warn.unsupplied"
            found.append({"key": key, "args": {"general": GENERALS[general]}})
        if s.men[POOL + general] > 0 and dangers.get(int(s.city[general])) and trapped(s, general, dangers):
            found.append({"key": "warn.trapped", "args": {"general": GENERALS[general]}})
    return found


def trapped(s: State, general: int, dangers: dict[int, list[int]]) -> bool:
    """Is there an attack on this stack and a loss it survives after which it has nowhere to go (R8.4)?"""
    city = int(s.city[general])
    pool = int(s.men[POOL + general])
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        beside = int(NB[i])
        attacker = next((g for g in dangers[city] if s.city[g] == beside), None)
        t = s.copy()
        if attacker is None:
            attacker = next((g for g in dangers[city] if s.occ[beside] == 0 and beside in reach(s, g)), None)
            if attacker is None:
                continue
            left = members(s, attacker) & ~(1 << attacker)
            if left == 0:
                t.occ[t.city[attacker]] = 0
            t.city[attacker] = beside
            t.occ[beside] = 1 + attacker
        if any(len(retreat_ends(t, city, loss, beside)) == 0 for loss in range(1, pool)):
            return True
    return False


def city_number(name: str) -> int | None:
    """The number of a city, None if there is none of that name."""
    return CITY_INDEX.get(name)
