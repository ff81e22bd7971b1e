"""R10: what a nation may recruit, where its pieces may come back, and what it can pay."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import (
    DEPOTS,
    FRANCE_CLUBS_KOBLENZ,
    HOME,
    PIECE_NATION,
    SUBSTITUTES,
    SUPPLIED_IN_DEPOTS,
    hostile,
)
from sanssouci.friedrich.rules.cards import ELEVEN_OF_SPADES, MAX_DECKS, bit, count
from sanssouci.friedrich.rules.duel import bonus
from sanssouci.friedrich.rules.effects import EV_7H, EV_10S, EV_11S
from sanssouci.friedrich.rules.names import FRANCE, G_FRIEDRICH, GENERAL_COUNT, MOST_TROOPS, PRUSSIA
from sanssouci.friedrich.rules.restrictions import fate_lets, next_to_enemy
from sanssouci.friedrich.rules.state import HAND, OFF_MAP, POOL, PURSE, RECRUIT_ASSIGN, State, who_at
from sanssouci.friedrich.rules.troops import (
    ceiling,
    end_general,
    end_train,
    first_general,
    first_train,
    generals_in,
    join,
    members,
    total,
)

PRICE: Final = 6


DEAR_PRICE: Final = 8


def depots_lost(s: State, nation: i64) -> bool:
    """R10.9, OP-43: do hostile pieces stand in every depot of the nation?"""
    for depot in DEPOTS[nation]:
        who = who_at(s, depot)
        if who == 0 or not hostile(nation, PIECE_NATION[who - 1]):
            return False
    return True


def price(s: State, nation: i64) -> i64:
    """R10.2, R10.11: points per troop and per train."""
    return DEAR_PRICE if depots_lost(s, nation) else PRICE


def sites(s: State, nation: i64) -> list[int]:
    """R10.6, R10.9, R10.10: the cities where pieces may come back, as far as the place itself is concerned."""
    if not depots_lost(s, nation):
        return DEPOTS[nation]
    if s.substitute >= 0:
        return [int(s.substitute)]
    cities = SUBSTITUTES[nation]
    if nation == FRANCE and s.options.clubs_koblenz:
        cities = FRANCE_CLUBS_KOBLENZ
    if s.options.substitute_home_only and SUPPLIED_IN_DEPOTS >> nation & 1 == 0:
        cities = [c for c in cities if HOME[c] == nation]
    return cities


def general_fits(s: State, general: i64, city: i64) -> bool:
    """R4.5, R10.6, R11.8: may an off-map general re-enter here?"""
    nation = PIECE_NATION[general]
    if _slots(s, nation, city) <= 0:
        return False
    if s.events == 0:
        return True
    if general == G_FRIEDRICH and s.events & EV_7H != 0:
        return False  # OP-62
    if nation == PRUSSIA and s.events & EV_10S != 0 and next_to_enemy(s, nation, city):
        return False  # OP-66: he would come with new troops
    return fate_lets(s, nation, bit(general), city)


def stack_room(s: State, top: i64) -> i64:
    """R10.4, 7♥, 10♠: how many new troops a stack of the active nation may receive."""
    stack = members(s, top)
    n = count(stack)
    free = MOST_TROOPS * n - s.men[POOL + top]
    if s.events & EV_7H != 0 and stack >> G_FRIEDRICH & 1 == 1:
        # OP-62. While troops are assigned, `buy_last` counts those this stack got in this purchase.
        given: i64 = s.buy_last if s.state == RECRUIT_ASSIGN else 0
        free = min(free, (MOST_TROOPS - 1) * (n - 1) - given)
    if s.events & EV_10S != 0 and PIECE_NATION[top] == PRUSSIA and s.moved & stack != 0:
        if next_to_enemy(s, PRUSSIA, s.city[top]):
            return 0  # OP-66: who moved into attack may not receive
    return free


def room_on_map(s: State, nation: i64) -> i64:
    """How many new troops the generals on the map may receive together."""
    free: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        city = s.city[g]
        if city >= 0 and who_at(s, city) == g + 1:
            free += stack_room(s, g)
    return free


def _some_room(s: State, nation: i64) -> bool:
    """May anybody on the map receive a new troop?"""
    for g in range(first_general(nation), end_general(nation)):
        city = s.city[g]
        if city >= 0 and who_at(s, city) == g + 1 and stack_room(s, g) > 0:
            return True
    return False


def _slots(s: State, nation: i64, city: i64) -> i64:
    """R4.5, R10.6: how many generals of a nation may still come to stand in a city."""
    who = who_at(s, city)
    if who == 0:
        return 3
    if who > GENERAL_COUNT or PIECE_NATION[who - 1] != nation:
        return 0
    return 3 - count(generals_in(s, nation, city))


def placeable(s: State, nation: i64, start: i64, used_city: i64) -> i64:
    """How many generals from `start` on could come back together, one slot of `used_city` being taken."""
    where = sites(s, nation)
    end = end_general(nation)
    if depots_lost(s, nation):
        most: i64 = 0
        for city_ in where:
            city: i64 = city_
            if used_city >= 0 and city != used_city:
                continue
            fit: i64 = 0
            for g in range(start, end):
                if s.city[g] == OFF_MAP and general_fits(s, g, city):
                    fit += 1
            slots = _slots(s, nation, city)
            if city == used_city:
                slots -= 1
            most = max(most, min(fit, slots))
        return most
    first: i64 = where[0]
    second: i64 = where[len(where) - 1]
    a = _slots(s, nation, first) - (1 if used_city == first else 0)
    b: i64 = 0
    if second != first:
        b = _slots(s, nation, second) - (1 if used_city == second else 0)
    only_a: i64 = 0
    only_b: i64 = 0
    either: i64 = 0
    for g in range(start, end):
        if s.city[g] == OFF_MAP:
            in_a = a > 0 and general_fits(s, g, first)
            in_b = b > 0 and general_fits(s, g, second)
            if in_a and in_b:
                either += 1
            elif in_a:
                only_a += 1
            elif in_b:
                only_b += 1
    got_a = min(only_a, a)
    got_b = min(only_b, b)
    return got_a + got_b + min(either, a - got_a + b - got_b)


def capacity(s: State, nation: i64, start: i64) -> i64:
    """The most troops that could be bought if generals from `start` on come back too."""
    if s.events & EV_7H != 0 and nation == PRUSSIA:
        return best_room(s, nation, start)
    return room_on_map(s, nation) + MOST_TROOPS * placeable(s, nation, start, OFF_MAP)


def best_room(s: State, nation: i64, start: i64) -> i64:
    """The same by trying it out: under 7♥ the room of Friedrich's stack does not grow by eights."""
    best = room_on_map(s, nation)
    for g in range(start, end_general(nation)):
        if s.city[g] == OFF_MAP:
            for city in sites(s, nation):
                if general_fits(s, g, city):
                    t = s.copy()
                    put_piece(t, g, city)
                    best = max(best, best_room(t, nation, g + 1))
    return best


def purse(s: State, nation: i64) -> i64:
    """What a nation can pay with its whole hand."""
    points = s.sets[PURSE + nation]
    if s.options.modifiers_on_payment:
        points += bonus(s, nation)
        if double_open(s, nation):
            points += 11
    return points


def double_open(s: State, nation: i64) -> bool:
    """OP-70 as an option: may Prussia pay an 11♠ for 22?"""
    if nation != PRUSSIA or not s.options.modifiers_on_payment or s.events & ~s.events_used & EV_11S == 0:
        return False
    for deck in range(MAX_DECKS):
        if s.sets[HAND + deck] >> ELEVEN_OF_SPADES & 1 == 1:
            return True
    return False


def next_train(s: State, nation: i64) -> i64:
    """The lowest-numbered train off the map, −1 if none."""
    for t in range(first_train(nation), end_train(nation)):
        if s.city[t] == OFF_MAP:
            return t
    return -1


def train_site(s: State, nation: i64) -> bool:
    """Is there a free city where a train may come back?"""
    for city in sites(s, nation):
        if s.occ[city] == 0:
            return True
    return False


def can_recruit(s: State) -> bool:
    """ST20 (c): can the active nation pay for anything it could use?"""
    nation = s.nation
    if purse(s, nation) < PRICE:
        return False
    lacking = total(s, nation) < ceiling(s, nation)
    train = next_train(s, nation)
    if not lacking and train < 0:
        return False
    if purse(s, nation) < price(s, nation):
        return False
    if train >= 0 and train_site(s, nation):
        return True
    return lacking and (_some_room(s, nation) or capacity(s, nation, first_general(nation)) > 0)


def put_piece(s: State, piece: i64, city: i64) -> None:
    """R4.10, R10.8: a piece comes back; neither it nor those it joins move any more in this phase."""
    if depots_lost(s, PIECE_NATION[piece]):
        s.substitute = city
    s.city[piece] = city
    s.buy_pieces |= bit(piece)
    s.moved |= bit(piece)
    if piece >= GENERAL_COUNT:
        s.occ[city] = u8(piece + 1)
        return
    s.moved |= join(s, city, bit(piece))
