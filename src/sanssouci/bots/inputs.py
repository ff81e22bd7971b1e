"""What the net sees: some six hundred whole numbers from −127 to 127 that describe a full state for all roles at once.

`inputs_table.names` says in their order what they are. The terms are those of the hand-made
value, nation by nation, and what strong play asks for besides: draws and turns that are left, the purse beside
missing troops, who guards an objective and what becomes of him, enemies by exact reach, ways to retreat, who lives on
which train. The state must be a whole one: a true one in training, one imagined from a view at the table.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.clash import STRIKES, can_retreat, chance, is_top, ways_out
from sanssouci.bots.goals import FREE_REACH, HELD_OFF, guards_near, missing, nearest_general
from sanssouci.bots.inputs_table import (
    FROM_GENERALS,
    FROM_NATIONS,
    FROM_OBJECTIVES,
    FROM_TRAINS,
    G_TERMS,
    INPUTS,
    MOST,
    N_TERMS,
    O_TERMS,
    SCENARIOS,
    T_TERMS,
)
from sanssouci.bots.purse import turns_left
from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    DEPOTS,
    DIST,
    FIRST_OBJECTIVE,
    NB,
    NB_FROM,
    OBJECTIVE_CITY,
    OBJECTIVE_COUNT,
    OBJECTIVE_DEFENDER,
    OBJECTIVE_NATION,
    PIECE_NATION,
    SUIT,
    hostile,
)
from sanssouci.friedrich.rules.cards import MAX_DECKS, RESERVES, SUIT_SET, bit, count, lowest
from sanssouci.friedrich.rules.muster import depots_lost, price, purse
from sanssouci.friedrich.rules.names import (
    FATE_COUNT,
    FATE_ELISABETH,
    GENERAL_COUNT,
    NATION_COUNT,
    PIECE_COUNT,
    PRUSSIA,
)
from sanssouci.friedrich.rules.objectives import prussia_may_conquer
from sanssouci.friedrich.rules.scenarios import draw_number
from sanssouci.friedrich.rules.state import (
    ASKED,
    CARD,
    COMBAT_PICK,
    FATE_DECK,
    HELD,
    MOVE_MENU,
    OFF_MAP,
    OO_DEAD,
    OO_DECLARED,
    OO_TAKEN,
    POOL,
    State,
    hand_of,
    in_game,
)
from sanssouci.friedrich.rules.supply import at_home, train_distance
from sanssouci.friedrich.rules.troops import ceiling, end_general, end_train, first_general, first_train, total
from sanssouci.friedrich.rules.victory import needed


def points(s: State) -> vec[i64]:
    """Points of every nation in every suit, a Reserve counting 8 in each, as the hand-made value counts them."""
    found = vec[i64]([0] * 28)
    for nation in range(NATION_COUNT):
        for deck in range(MAX_DECKS):
            hand = hand_of(s, nation, deck)
            if hand != 0:
                wild = count(hand & RESERVES) * 8
                for suit in range(4):
                    cards = hand & SUIT_SET[suit]
                    sum_ = wild
                    while cards != 0:
                        sum_ += lowest(cards) % 12 + 2
                        cards &= cards - 1
                    found[nation * 4 + suit] = found[nation * 4 + suit] + sum_
    return found


def inputs(s: State) -> vec[i64]:
    """The whole row."""
    x = vec[i64]([0] * INPUTS)
    hands = points(s)
    _globals(s, x)
    for nation in range(NATION_COUNT):
        if in_game(s, nation):
            at = FROM_NATIONS + nation * N_TERMS
            _nation(s, x, at, nation, hands)
            if nation > 1 or (nation == PRUSSIA and prussia_may_conquer(s)):
                _aims(s, x, at, nation)
    _trains(s, x)
    for g in range(GENERAL_COUNT):
        if in_game(s, PIECE_NATION[g]):
            _general(s, x, g, hands)
    for o in range(OBJECTIVE_COUNT):
        owner = OBJECTIVE_NATION[o]
        if in_game(s, owner) and (owner > 1 or prussia_may_conquer(s)):
            _objective(s, x, o, hands)
    for i in range(INPUTS):
        if x[i] > MOST:
            x[i] = MOST
        elif x[i] < -MOST:
            x[i] = -MOST
    return x


def _globals(s: State, x: vec[i64]) -> None:
    if s.scenario.number < SCENARIOS:
        x[s.scenario.number] = 100
    at: i64 = SCENARIOS
    x[at] = 100 if s.players == 3 else 0
    x[at + 1] = s.turn * 4
    x[at + 2] = (FATE_COUNT - s.fate_drawn) * 7
    at += 3
    for card in range(FATE_ELISABETH, FATE_COUNT):
        x[at + card - FATE_ELISABETH] = 100
    for i in range(s.fate_drawn):
        drawn: i64 = i64(s.pile[FATE_DECK + i])
        if drawn >= FATE_ELISABETH:
            x[at + drawn - FATE_ELISABETH] = 0
    at += FATE_COUNT - FATE_ELISABETH
    x[at] = s.cuts * 50
    x[at + 1] = s.colonial * 50
    x[at + 2] = s.changed_hands * 100
    x[at + 3] = 100 if s.oo_state == OO_DECLARED else 0
    x[at + 4] = 100 if s.oo_state == OO_TAKEN else 0
    x[at + 5] = 100 if s.oo_state == OO_DEAD else 0
    at += 6
    x[at + s.nation] = 100
    at += NATION_COUNT + 1
    x[at] = 100 if s.state == MOVE_MENU else 0
    x[at + 1] = 100 if s.state == COMBAT_PICK or s.state == CARD else 0
    x[at + 2] = count(s.moved & (bit(GENERAL_COUNT) - 1)) * 12


def _nation(s: State, x: vec[i64], at: i64, nation: i64, hands: vec[i64]) -> None:
    """Turns, cards, troops."""
    x[at] = 100
    x[at + 1] = turns_left(s, nation) // 2
    x[at + 2] = draw_number(s, nation) * 16
    cards: i64 = 0
    wild: i64 = 0
    for deck in range(MAX_DECKS):
        hand = hand_of(s, nation, deck)
        cards += count(hand)
        wild += count(hand & RESERVES)
    x[at + 3] = cards * 2
    for suit in range(4):
        x[at + 4 + suit] = hands[nation * 4 + suit] // 2
    x[at + 8] = wild * 15
    coins = purse(s, nation)
    x[at + 9] = coins // 5
    have = total(s, nation)
    lack = ceiling(s, nation) - have
    x[at + 10] = have * 3
    x[at + 11] = lack * 4
    x[at + 12] = min(lack, coins // price(s, nation)) * 4
    idle: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] == OFF_MAP:
            idle += 1
    x[at + 13] = idle * 25
    idle = 0
    for t in range(first_train(nation), end_train(nation)):
        if s.city[t] == OFF_MAP:
            idle += 1
    x[at + 14] = idle * 50
    x[at + 15] = 100 if depots_lost(s, nation) else 0
    nearest: i64 = 21
    for depot in DEPOTS[nation]:
        row: i64 = depot * CITY_COUNT
        for g in range(GENERAL_COUNT):
            if s.city[g] >= 0 and hostile(nation, PIECE_NATION[g]):
                away: i64 = DIST[row + s.city[g]]
                if away < nearest:
                    nearest = away
    x[at + 23] = nearest * 6


def _aims(s: State, x: vec[i64], at: i64, nation: i64) -> None:
    """What a nation that conquers still lacks, and how near it is."""
    lacking = missing(s, nation)
    x[at + 16] = lacking * 7
    x[at + 17] = 100 // (1 + lacking)
    x[at + 19] = count(s.sets[ASKED + nation]) * 30
    x[at + 20] = x[at + 9] // (1 + lacking)
    base = FIRST_OBJECTIVE[nation]
    need = needed(s, nation)
    held = s.sets[HELD + nation]
    left = need
    steps: i64 = 0
    while left != 0:
        i = lowest(left)
        left &= left - 1
        row = OBJECTIVE_CITY[base + i] * CITY_COUNT
        defender = OBJECTIVE_DEFENDER[base + i]
        near = nearest_general(s, nation, row)
        if held >> i & 1 == 1:
            if near > 3:
                back = nearest_general(s, defender, row)
                if back <= 6:
                    x[at + 27] = x[at + 27] + 12
        elif near < 99:
            reach = near if near < 19 else 19
            guards = guards_near(s, defender, row)
            if guards == 0:
                x[at + 24] = x[at + 24] + FREE_REACH[reach] // 4
                if near <= 3:
                    x[at + 18] = x[at + 18] + 30
            elif guards == 1:
                x[at + 25] = x[at + 25] + HELD_OFF[reach] // 4
            else:
                x[at + 26] = x[at + 26] + HELD_OFF[reach] // 4
    wanted = need & ~held
    if wanted != 0:
        for g in range(first_general(nation), end_general(nation)):
            where = s.city[g]
            if where >= 0:
                best: i64 = 30
                left = wanted
                while left != 0:
                    away: i64 = DIST[where * CITY_COUNT + OBJECTIVE_CITY[base + lowest(left)]]
                    left &= left - 1
                    if away < best:
                        best = away
                steps += best
    x[at + 28] = steps


def _worst(s: State, g: i64, hands: vec[i64], x: vec[i64]) -> i64:
    """The worst chance in thousandths to lose against one enemy by exact reach; counts who reaches him at `x`."""
    nation = PIECE_NATION[g]
    city = s.city[g]
    row = city * CITY_COUNT
    stand = s.men[POOL + g] + hands[nation * 4 + SUIT[city]] * 7 // 10
    worst: i64 = 0
    many: i64 = 0
    for foe in range(GENERAL_COUNT):
        if s.city[foe] >= 0 and hostile(nation, PIECE_NATION[foe]):
            away: i64 = DIST[row + s.city[foe]]
            if away <= 5 and is_top(s, foe):
                strikes: i64 = STRIKES[s.city[foe] * CITY_COUNT + city]
                if strikes != 0:
                    many += 1
                    they = PIECE_NATION[foe]
                    most: i64 = 0
                    for suit in range(4):
                        if strikes >> suit & 1 == 1 and hands[they * 4 + suit] > most:
                            most = hands[they * 4 + suit]
                    lose = 1000 - chance(stand - s.men[POOL + foe] - most, 8)
                    if lose > worst:
                        worst = lose
                    at = FROM_NATIONS + they * N_TERMS + 29
                    if lose > 500:
                        x[at] = x[at] + (lose - 500) // 50
    at = FROM_GENERALS + g * G_TERMS
    x[at + 3] = many * 20
    return worst


def _general(s: State, x: vec[i64], g: i64, hands: vec[i64]) -> None:
    """One stack, told at its highest general."""
    at = FROM_GENERALS + g * G_TERMS
    city = s.city[g]
    if city == OFF_MAP:
        x[at] = -40
        return
    if not is_top(s, g):
        return
    nation = PIECE_NATION[g]
    troops = s.men[POOL + g]
    x[at] = troops * 7
    x[at + 1] = hands[nation * 4 + SUIT[city]] // 2
    worst = _worst(s, g, hands, x)
    x[at + 2] = worst // 10
    of = FROM_NATIONS + nation * N_TERMS
    x[of + 30] = x[of + 30] + troops * worst // 500
    x[at + 4] = ways_out(s, city) * 12 + (40 if can_retreat(s, city, 3) else 0)
    if not at_home(nation, city):
        away = train_distance(s, nation, city)
        x[at + 5] = away * 14
        if away > 6:
            x[of + 21] = x[of + 21] + troops * 5
            if s.face_down >> g & 1 == 1:
                x[at + 5] = x[at + 5] + 20
                x[of + 22] = x[of + 22] + troops * 5


def _trains(s: State, x: vec[i64]) -> None:
    for t in range(GENERAL_COUNT, PIECE_COUNT):
        nation = PIECE_NATION[t]
        if in_game(s, nation):
            at = FROM_TRAINS + (t - GENERAL_COUNT) * T_TERMS
            where = s.city[t]
            if where == OFF_MAP:
                x[at] = -60
            elif where >= 0:
                x[at] = 60
                x[at + 1] = _alone(s, t, nation) * 4
                raider: i64 = 9
                guard: i64 = 9
                for g in range(GENERAL_COUNT):
                    if s.city[g] >= 0:
                        away: i64 = DIST[where * CITY_COUNT + s.city[g]]
                        if hostile(nation, PIECE_NATION[g]):
                            raider = min(raider, away)
                        elif PIECE_NATION[g] == nation:
                            guard = min(guard, away)
                x[at + 2] = (9 - raider) * 12
                x[at + 3] = (9 - guard) * 12


def _alone(s: State, train: i64, nation: i64) -> i64:
    """Troops abroad within six steps of a train and of no other of their nation."""
    sum_: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if is_top(s, g) and not at_home(nation, s.city[g]):
            row = s.city[g] * CITY_COUNT
            near: i64 = DIST[row + s.city[train]]
            if near <= 6:
                other = False
                for t in range(first_train(nation), end_train(nation)):
                    if t != train and s.city[t] >= 0:
                        away: i64 = DIST[row + s.city[t]]
                        if away <= 6:
                            other = True
                if not other:
                    sum_ += s.men[POOL + g]
    return sum_


def _objective(s: State, x: vec[i64], o: i64, hands: vec[i64]) -> None:
    owner = OBJECTIVE_NATION[o]
    i = o - FIRST_OBJECTIVE[owner]
    if needed(s, owner) >> i & 1 == 0:
        return
    at = FROM_OBJECTIVES + o * O_TERMS
    row = OBJECTIVE_CITY[o] * CITY_COUNT
    defender = OBJECTIVE_DEFENDER[o]
    if s.sets[HELD + owner] >> i & 1 == 1:
        x[at] = 90 if s.sets[ASKED + owner] >> i & 1 == 1 else 120
        back = nearest_general(s, defender, row)
        if back < 7:
            x[at + 1] = -20 * (7 - back)
        return
    near = nearest_general(s, owner, row)
    if s.sets[ASKED + owner] >> i & 1 == 1:
        x[at] = 90
    elif near < 99:
        x[at] = FREE_REACH[near if near < 19 else 19]
    guards = guards_near(s, defender, row)
    if guards >= 2:
        x[at + 1] = 100
        return
    if guards == 0:
        return
    for g in range(first_general(defender), end_general(defender)):
        if is_top(s, g):
            away: i64 = DIST[row + s.city[g]]
            if away <= 3:
                x[at + 1] = 80 - x[FROM_GENERALS + g * G_TERMS + 2] * 8 // 10
                stays: i64 = 0
                for length in range(1, 4):
                    if not _driven_off(s, s.city[g], -1, -1, length, row):
                        stays += 33
                x[at + 2] = stays
                return


def _driven_off(s: State, city: i64, last: i64, before: i64, left: i64, row: i64) -> bool:
    """Does some retreat of so many steps end where its city is protected no longer?"""
    away: i64 = DIST[row + city]
    if left == 0:
        return away > 3
    if away + left <= 3:
        return False
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        to = NB[i]
        if s.occ[to] == 0 and to != last and to != before:
            if _driven_off(s, to, city, last, left - 1, row):
                return True
    return False
