"""What may come of it: the place where a planned move ends, what the enemy could take or attack next, all objectives.

Everything is worked out on `View.known_state`, like the other `aids`; the rules are the engine's own functions.
"""

from __future__ import annotations

from sanssouci.friedrich.decisions.orders import plan as steps_of
from sanssouci.friedrich.decisions.phase import protectors
from sanssouci.friedrich.decisions.walks import graph_of
from sanssouci.friedrich.knowledge.aids import protects, reach, supply, taken_up
from sanssouci.friedrich.knowledge.view import View
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    CITY_IDS,
    CITY_INDEX,
    DIST,
    FIRST_OBJECTIVES,
    NB,
    NB_FROM,
    OBJECTIVE_BIT,
    OBJECTIVE_CITY,
    OBJECTIVE_NATION,
    PIECE_NATION,
    SUIT,
    hostile,
)
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.combat import list_pairs
from sanssouci.friedrich.rules.encoding import MOVE_GENERALS, MOVE_TRAIN, attacker_of, defender_of, kind_of, marching
from sanssouci.friedrich.rules.movement import allowance
from sanssouci.friedrich.rules.names import (
    GENERAL_COUNT,
    GENERALS,
    GENERALS_FROM,
    NATION_COUNT,
    NATIONS,
    PIECES,
    PRUSSIA,
    SUITS,
)
from sanssouci.friedrich.rules.objectives import guard_of, prussia_may_conquer
from sanssouci.friedrich.rules.retreat import retreat_ends
from sanssouci.friedrich.rules.state import HELD, HIGH, LOW, MOVE_MENU, POOL, State, in_game
from sanssouci.friedrich.rules.supply import at_home
from sanssouci.friedrich.rules.troops import members, top_of
from sanssouci.friedrich.rules.victory import needed
from sanssouci.friedrich.shapes import Clash, Fall, Goal, Peril, PlanAid, Protector, WayBack

#: Losses for which a retreat is shown: every simple path is then tried in no time.
SHOWN_LOSS = 4


def judge(view: View, order: str) -> PlanAid | None:
    """The place where a move of one's own would end; None if the order is no move. Raises `IllegalOrder`."""
    s = view.known_state
    choices = steps_of(s, order)
    if kind_of(choices[0]) not in (MOVE_GENERALS, MOVE_TRAIN):
        return None
    after = s.copy()
    for choice in choices:
        turn.apply(after, choice)
    if after.state != MOVE_MENU:
        return None
    piece = int(lowest(marching(choices[0])))
    city = int(after.city[piece])
    nation = int(PIECE_NATION[piece])
    fights = [] if piece >= GENERAL_COUNT else _fights(after, int(top_of(after, piece)))
    attackers = attackers_of(after, nation, city)
    victors = sorted(
        {int(CITY_INDEX[one["city"]]) for one in fights} | {spot for _, spots in attackers for spot in spots}
    )
    return {
        "city": CITY_IDS[city],
        "suit": SUITS[SUIT[city]],
        "supply": supply(after, piece),
        "feeds": _fed(after, piece),
        "protects": [CITY_IDS[one] for one in protects(after, piece)],
        "uncovers": _uncovered(s, after, nation),
        "fights": fights,
        "attackers": [_could(after, general, spots) for general, spots in attackers],
        "retreats": _ways_back(after, piece, city, victors) if piece < GENERAL_COUNT else [],
    }


def _clash(s: State, top: int, spots: list[int]) -> Clash:
    stack = int(members(s, top))
    return {
        "generals": [GENERALS[g] for g in range(GENERAL_COUNT) if stack >> g & 1],
        "nation": NATIONS[PIECE_NATION[top]],
        "city": CITY_IDS[s.city[top]],
        "suits": [SUITS[suit] for suit in sorted({int(SUIT[spot]) for spot in spots})],
        "strength": [int(s.men[LOW + top]), int(s.men[HIGH + top])],
    }


def _could(s: State, general: int, spots: list[int]) -> Clash:
    """A single general as attacker: his whole stack may come, so that its strength is what is known of him."""
    found = _clash(s, int(top_of(s, general)), spots)
    found["generals"] = [GENERALS[general]]
    return found


def _fights(s: State, top: int) -> list[Clash]:
    """R7.1: whom the stack must fight at the end of movement."""
    t = s.copy()
    list_pairs(t)
    foes = [int(defender_of(pair)) for pair in t.pairs if attacker_of(pair) == top]
    return [_clash(s, foe, [int(s.city[foe])]) for foe in foes]


def attackers_of(s: State, nation: int, city: int) -> list[tuple[int, list[int]]]:
    """Hostile generals that could stand beside a city after their next move, and in which cities beside it."""
    beside = {int(NB[i]) for i in range(NB_FROM[city], NB_FROM[city + 1])}
    found = []
    for general in range(GENERAL_COUNT):
        if s.city[general] < 0 or not hostile(nation, PIECE_NATION[general]):
            continue
        # his pace, one more on main roads, and he attacks from the next city
        if DIST[city * CITY_COUNT + s.city[general]] > allowance(s, 1 << general) + 2:
            continue
        spots = sorted(beside & {int(s.city[general]), *reach(s, general)})
        if spots:
            found.append((general, spots))
    return found


def _ways_back(s: State, piece: int, city: int, victors: list[int]) -> list[WayBack]:
    """R8.3, R8.4: where the stack could be driven by whoever wins from a city beside it."""
    pool = int(s.men[POOL + top_of(s, piece)])
    found: list[WayBack] = []
    for victor in victors:
        t = s.copy()
        if t.occ[victor] == 0:
            t.occ[victor] = 1  # somebody hostile stands there by then
        ends: set[int] = set()
        nowhere = []
        for loss in range(1, min(pool, SHOWN_LOSS + 1)):
            there = [int(end) for end in retreat_ends(t, city, loss, victor)]
            ends.update(there)
            if not there:
                nowhere.append(loss)
        found.append(
            {"victor": CITY_IDS[victor], "cities": [CITY_IDS[one] for one in sorted(ends)], "nowhere": nowhere}
        )
    return found


def _fed(s: State, train: int) -> list[str]:
    """R9.3: the generals of a train's nation that live on it, or could: those not at home within its reach."""
    if train < GENERAL_COUNT:
        return []
    nation = int(PIECE_NATION[train])
    t = s.copy()
    for other in range(GENERAL_COUNT, len(PIECES)):
        if other != train and PIECE_NATION[other] == nation and t.city[other] >= 0:
            t.occ[t.city[other]] = 0  # the others feed nobody now
            t.city[other] = -1
    found = []
    for general in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]):
        if t.city[general] >= 0 and not at_home(nation, t.city[general]):
            fed = supply(t, general)
            if fed is not None and fed["state"] == "train":
                found.append(GENERALS[general])
    return found


def _uncovered(before: State, after: State, nation: int) -> list[str]:
    """The objectives that the nation kept before the move and does not keep after it."""
    found = []
    for city in OBJECTIVE_CITY:
        for taker in range(NATION_COUNT):
            if in_game(before, taker) and guard_of(before, taker, city) == nation:
                if protectors(before, int(city), nation) and not protectors(after, int(city), nation):
                    found.append(CITY_IDS[city])
                break
    return found


def crossed(s: State, general: int) -> set[str]:
    """The cities that a general could leave behind on his next move: what is a taker's in passing (R5.2)."""
    walk = graph_of(taken_up(s, general))
    return {node.split("/", 1)[0] for node in walk["steps"]}


def perils(s: State, own: int) -> tuple[list[Fall], list[Peril]]:
    """What could fall by the enemy's next move, and which of one's own stacks could be attacked by whom."""
    sides = [nation for nation in range(NATION_COUNT) if own >> nation & 1]
    attacked: list[Peril] = []
    endangered: set[int] = set()
    for nation in sides:
        for top in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]):
            if s.city[top] >= 0 and top_of(s, top) == top:
                by = [_could(s, general, spots) for general, spots in attackers_of(s, nation, int(s.city[top]))]
                if by:
                    stack = [g for g in range(GENERAL_COUNT) if members(s, top) >> g & 1]
                    endangered.update(stack)
                    names = [GENERALS[g] for g in stack]
                    attacked.append({"city": CITY_IDS[s.city[top]], "generals": names, "by": by})
    falls: list[Fall] = []
    ways: dict[int, set[str]] = {}
    for objective, city in enumerate(OBJECTIVE_CITY):
        for taker in range(NATION_COUNT):
            guard = int(guard_of(s, taker, city)) if in_game(s, taker) else -1
            if guard < 0 or not own >> guard & 1:
                continue
            if OBJECTIVE_NATION[objective] == taker and not counts(s, objective):
                continue
            kept = protectors(s, int(city), guard)
            if any(piece not in endangered for piece in kept):
                continue
            takers = _takers(s, taker, int(city), ways)
            if takers:
                falls.append({
                    "city": CITY_IDS[city], "taker": NATIONS[taker], "by": [GENERALS[g] for g in takers],
                    "guards": [PIECES[piece] for piece in kept],
                })  # fmt: skip
    return sorted(falls, key=lambda fall: (len(fall["guards"]), fall["city"])), attacked


def _takers(s: State, taker: int, city: int, ways: dict[int, set[str]]) -> list[int]:
    """The generals of a nation that could leave a city behind on their next move."""
    found = []
    for general in range(GENERALS_FROM[taker], GENERALS_FROM[taker + 1]):
        if s.city[general] < 0 or DIST[city * CITY_COUNT + s.city[general]] > allowance(s, 1 << general) + 1:
            continue
        if general not in ways:
            ways[general] = crossed(s, general)
        if CITY_IDS[city] in ways[general]:
            found.append(general)
    return found


def counts(s: State, objective: int) -> bool:
    """Does an objective count towards its nation's victory in this game, as it stands now?"""
    nation = int(OBJECTIVE_NATION[objective])
    if not in_game(s, nation):
        return False
    if nation == PRUSSIA:
        return bool(prussia_may_conquer(s))
    return needed(s, nation) & OBJECTIVE_BIT[objective] != 0


def objectives(s: State) -> dict[str, list[Goal]]:
    """For every nation that wants some: its objectives, whether taken, by whom protected, who could take them next."""
    found: dict[str, list[Goal]] = {}
    ways: dict[int, set[str]] = {}
    for objective, city in enumerate(OBJECTIVE_CITY):
        nation = int(OBJECTIVE_NATION[objective])
        if not counts(s, objective):
            continue
        held = s.sets[HELD + nation] & OBJECTIVE_BIT[objective] != 0
        guard = int(guard_of(s, nation, city))
        kept: list[Protector] = [
            {
                "general": PIECES[piece],
                "nation": NATIONS[guard],
                "distance": int(DIST[city * CITY_COUNT + s.city[piece]]),
            }
            for piece in (protectors(s, int(city), guard) if guard >= 0 else [])
        ]
        first = FIRST_OBJECTIVES[nation] & OBJECTIVE_BIT[objective] != 0
        found.setdefault(NATIONS[nation], []).append({
            "city": CITY_IDS[city],
            "order": 1 if first else 2,
            "held": held,
            "protected": kept,
            "reach": [] if held else [GENERALS[g] for g in _takers(s, nation, int(city), ways)],
        })  # fmt: skip
    return found
