"""What a role may do now, complete but factored (docs/view.md): what a page lights up.

Everything here is read off the engine's small steps, so that a menu cannot promise what is then refused.
"""

from __future__ import annotations

from typing import Any, Final

from sanssouci.friedrich.rules import recruitment, turn
from sanssouci.friedrich.rules.board import (
    CITY_IDS,
    EAST_PRUSSIAN,
    OBJECTIVE_CITY,
    PIECE_NATION,
    ROADS,
    SUIT,
)
from sanssouci.friedrich.rules.cards import card_name, is_reserve, lowest, value_of
from sanssouci.friedrich.rules.combat import acting, bonus, king_bound, worth
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.encoding import (
    DOUBLE,
    FIGHT,
    MOVE_GENERALS,
    MOVE_TRAIN,
    NONE,
    PASS,
    RECRUIT,
    REMOVE,
)
from sanssouci.friedrich.rules.movement import allowance, entering, least_share, may_end, most_share
from sanssouci.friedrich.rules.names import (
    G_LAUDON,
    GENERAL_COUNT,
    GENERALS,
    GENERALS_FROM,
    NATION_COUNT,
    NATIONS,
    PIECES,
    SUITS,
    TRAINS_FROM,
)
from sanssouci.friedrich.rules.state import (
    ALLOT,
    CARD,
    COMBAT_PICK,
    EAST_PRUSSIA,
    EVADE,
    FLIP,
    FORCED_DISCARD,
    FREE_TROOP,
    GAME_OVER,
    GIFT,
    LAUDON,
    LOSE_TROOP,
    MOVE_MENU,
    OFF_MAP,
    OFFENSIVE,
    REDRAW,
    RETIRE,
    RETREAT_PICK,
    SPLIT_ALLOT,
    STATE_NAMES,
    TRADE,
    WEST_STEP,
    State,
    role_of,
)
from sanssouci.friedrich.rules.troops import ceiling, generals_in, members
from sanssouci.friedrich.shapes import NoWalk, Walk

Menu = dict[str, Any]
#: What entering a city means to a walk (`movement.entering`): only an open city lets it go on.
_OPEN: Final = 1
_CARD_STATES: Final = (FORCED_DISCARD, OFFENSIVE, REDRAW, GIFT)
_GENERAL_STATES: Final = (FREE_TROOP, RETIRE, LOSE_TROOP, FLIP)


def menu(s: State, role: int) -> Menu:
    """The menu of a role; empty if it is not to act."""
    if s.state == GAME_OVER:
        return {}
    waiting = turn.deciders(s)
    own = [n for n in range(NATION_COUNT) if waiting >> n & 1 and role_of(s, n) == role]
    if not own:
        return {}
    found: Menu = {"state": STATE_NAMES[s.state], "nation": NATIONS[own[0]]}
    if s.state == ALLOT:
        found["nations"] = [_allotment(s, n) for n in own]
        return found
    if s.state == TRADE:
        found["cards"] = [card_name(card) for card in hand_cards(s, own[0])]
        found["none"] = True
        return found
    choices = [int(choice) for choice in turn.choices(s)]
    if s.state == MOVE_MENU:
        found.update(_movement(s, choices))
    elif s.state == CARD:
        found.update(_card(s, choices))
    elif s.state in _CARD_STATES:
        found["cards"] = [card_name(c) for c in choices if c != NONE]
        if s.state != FORCED_DISCARD:
            found["none"] = NONE in choices
    elif s.state in _GENERAL_STATES:
        found["generals"] = [GENERALS[c] for c in choices if c != NONE]
        found["none"] = NONE in choices
    elif s.state == COMBAT_PICK:
        found["pairs"] = [[GENERALS[c // GENERAL_COUNT], GENERALS[c % GENERAL_COUNT]] for c in choices]
    elif s.state == EVADE:
        found["general"] = GENERALS[s.defender]
        found["cities"] = [CITY_IDS[c] for c in choices if c != FIGHT]
        found["fight"] = FIGHT in choices
    elif s.state == RETREAT_PICK:
        found["general"] = GENERALS[s.loser]
        found["loss"] = int(s.loss)
        found["cities"] = [CITY_IDS[c] for c in choices]
    elif s.state == EAST_PRUSSIA:
        found["choose"] = 2
        found["cities"] = [CITY_IDS[OBJECTIVE_CITY[o]] for o in EAST_PRUSSIAN]
    elif s.state == LAUDON:
        found["cities"] = [CITY_IDS[c] for c in choices if c != NONE]
        found["takes"] = _takes(s, 1 << G_LAUDON)
        found["none"] = NONE in choices
    elif s.state == WEST_STEP:
        found["paths"] = [[CITY_IDS[c // 1024], CITY_IDS[c % 1024]] for c in choices if c != NONE]
        found["none"] = NONE in choices
    else:
        found["choices"] = choices
    return found


def _allotment(s: State, nation: int) -> Menu:
    own = range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1])
    return {
        "nation": NATIONS[nation],
        "troops": int(ceiling(s, nation)),
        "generals": [GENERALS[g] for g in own if s.city[g] >= 0],
        "min": 1,
        "max": 8,
    }


def _card(s: State, choices: list[int]) -> Menu:
    """ST34: cards with what they make of the score."""
    top = acting(s)
    nation = PIECE_NATION[top]
    plays: list[Menu] = []
    reserves: list[str] = []
    values: list[int] = []
    seen: list[int] = []
    for choice in choices:
        if choice == PASS:
            continue
        card, named = (choice - 1) >> 4, (choice - 1) & 15
        if is_reserve(card):
            if card not in seen:
                seen.append(card)
                reserves.append(card_name(card))
            if named not in values:
                values.append(named)
            continue
        value = int(worth(s, nation, card, named))
        play: Menu = {"card": card_name(card), "value": value, "score": int(s.score) + value}
        if named == DOUBLE:
            play["double"] = True
        plays.append(play)
    duty = None
    if PASS not in choices:
        duty = "king" if king_bound(s) else "zero"
    return {
        "score": int(s.score),
        "suit": SUITS[SUIT[s.city[top]]],
        "plays": plays,
        "reserves": reserves,
        "reserve_values": sorted(values),
        "bonus": int(bonus(s, nation)),
        "pass": PASS in choices,
        "duty": duty,
    }


# ---------------------------------------------------------------- movement


def _movement(s: State, choices: list[int]) -> Menu:
    groups = []
    remove = []
    for choice in choices:
        kind, what = choice & 255, choice >> 8
        if kind == MOVE_GENERALS:
            groups.append(_group(s, what, choice))
        elif kind == MOVE_TRAIN:
            groups.append(_group(s, 1 << what, choice))
        elif kind == REMOVE:
            remove.append(GENERALS[what])
    return {
        "groups": groups,
        "recruit": _recruit(s) if RECRUIT in choices else None,
        "remove": remove,
        "end": True,
    }


def on_the_march(s: State, choice: int) -> State:
    """A copy in which a group has been picked up; how a stack divides does not change where it may go."""
    t = s.copy()
    turn.apply(t, choice)
    if t.state == SPLIT_ALLOT:
        turn.apply(t, turn.choices(t)[0])
    return t


def _group(s: State, group: int, choice: int) -> Menu:
    t = on_the_march(s, choice)
    far = int(allowance(s, group))
    return {
        "pieces": [PIECES[p] for p in range(len(PIECES)) if group >> p & 1],
        "city": CITY_IDS[s.city[lowest(group)]],
        "takes": None if group >> GENERAL_COUNT else _takes(s, group),
        "steps": far,
        "main_steps": far + 1,
        "ends": {CITY_IDS[city]: [CITY_IDS[c] for c in path] for city, path in ends_of(t).items()},
    }


def _takes(s: State, part: int) -> list[int] | None:
    """R4.8: the bounds of what a part of a stack may take along, None if nothing is to be divided."""
    nation = PIECE_NATION[lowest(part)]
    whole = generals_in(s, nation, s.city[lowest(part)])
    if whole & ~part == 0:
        return None
    return [int(least_share(s, whole, part)), int(most_share(s, whole, part))]


def ends_of(t: State) -> dict[int, list[int]]:
    """Every legal last city of the group on the march, with one shortest path to it."""
    group, start = t.group, t.at
    nation = PIECE_NATION[lowest(group)]
    far = int(allowance(t, group))
    ends: dict[int, list[int]] = {}
    seen = {(int(start), 1): 0}
    level: list[tuple[int, int, list[int]]] = [(int(start), 1, [])]
    for steps in range(far + 1):
        following: list[tuple[int, int, list[int]]] = []
        for city, main, path in level:
            for to, road in ROADS[city]:
                still = main & road
                if steps == far and not still:
                    continue
                kind = entering(t, group, to)
                if kind == 0:
                    continue
                way = [*path, to]
                if to not in ends and may_end(t, nation, group, to):
                    ends[to] = way
                if kind == _OPEN and (to, still) not in seen and (to, 1) not in seen:
                    seen[to, still] = steps + 1
                    following.append((to, still, way))
        level = following
    return ends


def walk(s: State, pieces: list[str]) -> Walk | NoWalk:
    """The exact step graph of one group: nodes `city/steps/m` while every road was a main road, else `/-`."""
    if s.state != MOVE_MENU or not pieces or any(name not in PIECES for name in pieces):
        return {}
    numbers = {PIECES.index(name) for name in pieces}
    group = sum(1 << p for p in numbers)
    if min(numbers) >= GENERAL_COUNT:
        choice = min(numbers) << 8 | MOVE_TRAIN
        if len(numbers) > 1:
            return {}
    else:
        choice = group << 8 | MOVE_GENERALS
    if choice not in turn.choices(s):
        return {}
    t = on_the_march(s, choice)
    far = int(allowance(t, group))
    nation = PIECE_NATION[lowest(group)]
    start = (int(t.at), 0, 1)
    steps: dict[str, list[str]] = {}
    ends: list[str] = []
    waiting = [start]
    reached = {start}
    # Backwards afterwards: a step that leads to no legal end is not offered.
    graph: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    stops: set[tuple[int, int, int]] = set()
    while waiting:
        node = waiting.pop()
        city, used, main = node
        graph[node] = []
        for to, road in ROADS[city]:
            still = main & road
            if used > far or (used == far and not still):
                continue
            kind = entering(t, group, to)
            if kind == 0:
                continue
            beyond = (to, used + 1, still)
            graph[node].append(beyond)
            if beyond in reached:
                continue
            reached.add(beyond)
            if may_end(t, nation, group, to):
                stops.add(beyond)
            if kind == _OPEN:
                waiting.append(beyond)
            else:
                graph[beyond] = []
    useful = _leading_to(graph, stops)
    for node in sorted(useful):
        onward = [_label(n) for n in sorted(graph[node]) if n in useful]
        if onward:
            steps[_label(node)] = onward
        if node in stops:
            ends.append(_label(node))
    return {"start": _label(start), "steps": steps, "ends": ends}


def _label(node: tuple[int, int, int]) -> str:
    city, used, main = node
    return f"{CITY_IDS[city]}/{used}/{'m' if main else '-'}"


def _leading_to(
    graph: dict[tuple[int, int, int], list[tuple[int, int, int]]], stops: set[tuple[int, int, int]]
) -> set[tuple[int, int, int]]:
    """The nodes from which a stop can be reached; steps only grow, so that one pass from the far end does."""
    useful = set(stops)
    for node in sorted(graph, key=lambda n: -n[1]):
        if any(beyond in useful for beyond in graph[node]):
            useful.add(node)
    return useful


# ---------------------------------------------------------------- recruitment


def _recruit(s: State) -> Menu:
    nation = s.nation
    sites = [int(city) for city in recruitment.sites(s, nation)]
    generals = {}
    room = {}
    for g in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]):
        if s.city[g] == OFF_MAP:
            cities = [CITY_IDS[c] for c in sites if recruitment.general_fits(s, g, c)]
            if cities:
                generals[GENERALS[g]] = cities
        elif s.city[g] >= 0 and s.occ[s.city[g]] == g + 1:
            able = [o for o in range(GENERAL_COUNT) if members(s, g) >> o & 1 and recruitment.may_receive(s, o)]
            if able:
                room[GENERALS[able[0]]] = int(recruitment.stack_room(s, g))
    trains = [t for t in range(TRAINS_FROM[nation], TRAINS_FROM[nation + 1]) if s.city[t] == OFF_MAP]
    return {
        "price": int(recruitment.price(s, nation)),
        "max_troops": int(recruitment.most_troops(s)),
        "purse": int(recruitment.purse(s, nation)),
        "bonus": int(bonus(s, nation)) if s.options.modifiers_on_payment else 0,
        "cards": [{"card": card_name(c), "value": int(value_of(c))} for c in hand_cards(s, nation)],
        "generals": generals,
        "trains": {
            "count": len(trains),
            "cities": [CITY_IDS[c] for c in sites if s.occ[c] == 0] if trains else [],
        },
        "room": room,
        "substitute": bool(recruitment.depots_lost(s, nation)),
    }
