"""Why an order is good: keys of the catalogue with arguments."""

from __future__ import annotations

from typing import Any

from sanssouci.bots.battle import own_cards
from sanssouci.bots.belief import Belief
from sanssouci.bots.clash import odds
from sanssouci.friedrich import messages
from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    CITY_IDS,
    DIST,
    FIRST_OBJECTIVE,
    NB,
    NB_FROM,
    OBJECTIVE_CITY,
    OBJECTIVE_DEFENDER,
    PIECE_NATION,
    SUIT,
)
from sanssouci.friedrich.rules.cards import is_reserve, lowest, value_of
from sanssouci.friedrich.rules.names import GENERAL_COUNT, GENERALS, NATION_COUNT, SUITS
from sanssouci.friedrich.rules.state import ASKED, HELD, State
from sanssouci.friedrich.rules.supply import at_home, train_distance
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, top_of, total
from sanssouci.friedrich.rules.victory import needed

Reason = tuple[str, dict[str, Any]]

#: How far a train feeds (R9.2).
REACH = 6


def sentence(reasons: list[Reason], language: str = "en") -> str:
    """Reasons as one clause after another."""
    return ", ".join(messages.speaker(language).say(key, args) for key, args in reasons)


def _changed(before: State, after: State, row: int) -> list[tuple[int, int]]:
    """(nation, objective) bits that differ in a row of sets."""
    found = []
    for nation in range(NATION_COUNT):
        bits = int(before.sets[row + nation] ^ after.sets[row + nation])
        while bits:
            low = (bits & -bits).bit_length() - 1
            found.append((nation, int(FIRST_OBJECTIVE[nation]) + low))
            bits &= bits - 1
    return found


def of_move(before: State, after: State, group: int, b: Belief) -> list[Reason]:
    """What a move does, most telling first."""
    found: list[Reason] = []
    nation = int(before.nation)
    held = _changed(before, after, HELD)
    own = [CITY_IDS[OBJECTIVE_CITY[o]] for n, o in held if n == nation]
    freed = [CITY_IDS[OBJECTIVE_CITY[o]] for n, o in held if n != nation]
    if own:
        found.append(("hint.conquers", {"cities": own}))
    if freed:
        found.append(("hint.frees", {"cities": freed}))
    asked = [CITY_IDS[OBJECTIVE_CITY[o]] for _, o in _changed(before, after, ASKED)]
    if asked:
        found.append(("hint.asks", {"cities": asked}))
    if sum(1 for p in range(GENERAL_COUNT, 35) if after.city[p] < 0) > sum(
        1 for p in range(GENERAL_COUNT, 35) if before.city[p] < 0
    ):
        found.append(("hint.kills_train", {}))
    piece = int(lowest(group))
    if piece >= GENERAL_COUNT:
        return [*found, *_train(after, nation, int(after.city[piece]))]
    city = int(after.city[piece])
    found += _attacks(after, piece, city, b)
    if nation <= 1:
        guarded = _guarded(after, nation, city)
        if guarded:
            found.append(("hint.protects", {"cities": guarded[:3]}))
    else:
        near = _goals(after, nation, city)
        if near and not own:
            found.append(("hint.nearer", {"cities": near[:2]}))
    out = [CITY_IDS[NB[i]] for i in range(NB_FROM[city], NB_FROM[city + 1]) if after.occ[NB[i]] == 0]
    if out and _enemy_near(after, nation, city):
        found.append(("hint.retreat", {"cities": out[:2]}))
    found += _strength(after, nation, city)
    if at_home(nation, city):
        found.append(("hint.home", {}))
    else:
        away = int(train_distance(after, nation, city))
        if away <= REACH:
            found.append(("hint.supply", {"steps": away}))
    return found[:4]


def of_combat(s: State, mine: int, theirs: int, b: Belief) -> list[Reason]:
    """What speaks for fighting this combat next."""
    return [_attack(s, mine, theirs, b), *_strength(s, int(PIECE_NATION[mine]), int(s.city[mine]))]


def _attack(s: State, mine: int, theirs: int, b: Belief) -> Reason:
    chance = odds(b, s, mine, SUIT[s.city[mine]], theirs, SUIT[s.city[theirs]], 100, 3)
    return "hint.attacks", {"general": GENERALS[theirs], "percent": round(int(chance) / 10)}


def in_hand(s: State, nation: int, suit: int, spent: int = -1) -> dict[str, Any]:
    """What a nation holds in a suit as the table shows it, Reserves apart; `spent`: not that card."""
    cards = [int(card) for card in own_cards(s, nation, suit) if card != spent]
    reserves = sum(is_reserve(card) for card in cards)
    held: dict[str, Any] = {
        "points": sum(int(value_of(card)) for card in cards if not is_reserve(card)),
        "suit": SUITS[suit],
    }
    return held | ({"reserves": reserves} if reserves else {})


def _strength(s: State, nation: int, city: int) -> list[Reason]:
    held = in_hand(s, nation, int(SUIT[city]))
    return [("hint.cards", held)] if held["points"] or "reserves" in held else []


def kept_for(s: State, nation: int, suit: int, fighting: int) -> list[Reason]:
    """What cards that are not played stay for: the other stacks of the nation that stand in the suit."""
    held = in_hand(s, nation, suit)
    others = [
        GENERALS[g]
        for g in range(first_general(nation), end_general(nation))
        if s.city[g] >= 0 and top_of(s, g) == g and g != top_of(s, fighting) and SUIT[s.city[g]] == suit
    ]
    return [("hint.kept", {**held, "generals": others})] if held["points"] and others else []


def of_levy(s: State, order: str) -> list[Reason]:
    """What a purchase brings."""
    words = order.split()
    troops = int(words[words.index("troops") + 1]) if "troops" in words else 0
    nation = int(s.nation)
    lacking = int(ceiling(s, nation) - total(s, nation))
    found: list[Reason] = [("hint.recruits", {})]
    if troops:
        found.insert(0, ("hint.fills", {"count": troops, "lacking": lacking}))
    return found


def of_retreat(before: State, after: State, nation: int) -> list[Reason]:
    """What sending the beaten stack to a city brings about."""
    beaten = next((g for g in range(GENERAL_COUNT) if before.city[g] != after.city[g] and after.city[g] >= 0), -1)
    found: list[Reason] = []
    if beaten >= 0:
        found.append(("hint.drives", {"general": GENERALS[beaten], "cities": [CITY_IDS[after.city[beaten]]]}))
    for key, mine in (("hint.conquers", True), ("hint.frees", False)):
        cities = [CITY_IDS[OBJECTIVE_CITY[o]] for n, o in _changed(before, after, HELD) if (n == nation) is mine]
        if cities:
            found.append((key, {"cities": cities}))
    return found or [("hint.best", {})]


def _train(s: State, nation: int, city: int) -> list[Reason]:
    """How near a train is to the army it feeds."""
    away = [
        int(DIST[city * CITY_COUNT + s.city[g]])
        for g in range(first_general(nation), end_general(nation))
        if s.city[g] >= 0
    ]
    return [("hint.follows", {"steps": min(away)})] if away and min(away) <= REACH else [("hint.best", {})]


def _attacks(s: State, piece: int, city: int, b: Belief) -> list[Reason]:
    found: list[Reason] = []
    top = int(top_of(s, piece))
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        who = int(s.occ[NB[i]])
        if 0 < who <= GENERAL_COUNT and (PIECE_NATION[who - 1] <= 1) != (PIECE_NATION[top] <= 1):
            found.append(_attack(s, top, who - 1, b))
    return found


def _guarded(s: State, nation: int, city: int) -> list[str]:
    """Objectives a general here protects, those that hostile generals are near first."""
    found = []
    for taker in range(2, NATION_COUNT):
        bits = int(needed(s, taker) & ~s.sets[HELD + taker])
        while bits:
            low = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            o = int(FIRST_OBJECTIVE[taker]) + low
            goal = int(OBJECTIVE_CITY[o])
            if OBJECTIVE_DEFENDER[o] == nation and DIST[goal * CITY_COUNT + city] <= 3:
                near = min(
                    (DIST[goal * CITY_COUNT + s.city[g]]
                     for g in range(first_general(taker), end_general(taker)) if s.city[g] >= 0),
                    default=99,
                )  # fmt: skip
                found.append((near, CITY_IDS[goal]))
    return [name for near, name in sorted(found) if near <= 9]


def _goals(s: State, nation: int, city: int) -> list[str]:
    bits = int(needed(s, nation) & ~s.sets[HELD + nation])
    found = []
    while bits:
        low = (bits & -bits).bit_length() - 1
        bits &= bits - 1
        goal = int(OBJECTIVE_CITY[int(FIRST_OBJECTIVE[nation]) + low])
        found.append((DIST[goal * CITY_COUNT + city], CITY_IDS[goal]))
    return [name for _, name in sorted(found)]


def _enemy_near(s: State, nation: int, city: int) -> bool:
    return any(
        s.city[g] >= 0 and (PIECE_NATION[g] <= 1) != (nation <= 1) and DIST[city * CITY_COUNT + s.city[g]] <= 4
        for g in range(GENERAL_COUNT)
    )
