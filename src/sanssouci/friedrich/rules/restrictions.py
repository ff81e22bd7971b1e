"""R5.10, R11.8: what fate and fair play forbid to those who move, re-enter or attack."""

from __future__ import annotations

from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    HALLE,
    KUESTRIN,
    NB,
    NB_FROM,
    OBJECTIVE_AT,
    OBJECTIVE_BIT,
    OBJECTIVE_NATION,
    PIECE_NATION,
    SUIT,
    distance,
    hostile,
)
from sanssouci.friedrich.rules.cards import bit, count
from sanssouci.friedrich.rules.effects import (
    EV_2C,
    EV_3D,
    EV_3H,
    EV_5D,
    HAMPERING,
    barred,
)
from sanssouci.friedrich.rules.names import (
    FRANCE,
    G_CHEVERT,
    G_FERMOR,
    G_SOUBISE,
    GENERAL_COUNT,
    RUSSIA,
)
from sanssouci.friedrich.rules.state import (
    HELD,
    State,
    in_game,
    role_of,
    who_at,
)
from sanssouci.friedrich.rules.troops import (
    members,
)
from sanssouci.friedrich.rules.victory import needed


def cannot_attack(s: State) -> i64:
    """R11.8, 10♠: the generals that may not be brought into an attacking position this turn."""
    return s.bound | barred(s.events)


def next_to_enemy(s: State, nation: i64, city: i64) -> bool:
    """Is a hostile general in a neighbouring city?"""
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        who = who_at(s, NB[i])
        if who != 0 and who <= GENERAL_COUNT and hostile(nation, PIECE_NATION[who - 1]):
            return True
    return False


def _unfair(s: State, nation: i64, city: i64) -> bool:
    """R5.10 with option `fair_play`: would a piece here bar an ally from an objective it still needs (OP-08)?"""
    if nation <= 1:
        return False
    if _spoils(s, nation, city, city):
        return True
    if s.options.fair_strict:
        return False
    # The sole unoccupied neighbour of such an objective.
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        goal = NB[i]
        if _spoils(s, nation, goal, city):
            free: i64 = 0
            for j in range(NB_FROM[goal], NB_FROM[goal + 1]):
                if s.occ[NB[j]] == 0:
                    free += 1
            if free <= 1:
                return True
    return False


def _spoils(s: State, nation: i64, goal: i64, city: i64) -> bool:
    o = OBJECTIVE_AT[goal]
    if o < 0:
        return False
    ally = OBJECTIVE_NATION[o]
    if ally <= 1 or ally == nation or not in_game(s, ally) or role_of(s, ally) == role_of(s, nation):
        return False
    lacking = needed(s, ally) & ~s.sets[HELD + ally]
    if lacking & OBJECTIVE_BIT[o] == 0:
        return False
    return s.options.fair_strict or count(lacking) <= 2


def may_end(s: State, nation: i64, group: i64, city: i64) -> bool:
    """May a group end its move here, as far as fate and fair play are concerned? (R4.6 is checked by `entering`.)"""
    if group >> GENERAL_COUNT == 0 and (s.events & HAMPERING != 0 or s.bound != 0):
        if not fate_lets(s, nation, group, city):
            return False
    if s.options.fair_strict or s.options.fair_winning_move:
        return not _unfair(s, nation, city)
    return True


def fate_lets(s: State, nation: i64, group: i64, city: i64) -> bool:
    """R11.8, 3♥, 3♦, 10♠: may these generals come to stand in a city, from which they might have to attack?"""
    if s.events & EV_3D != 0:
        if city == HALLE:
            if next_to_enemy(s, nation, city):
                return False
        elif distance(city, HALLE) == 1:
            who = who_at(s, HALLE)
            if who != 0 and who <= GENERAL_COUNT and hostile(nation, PIECE_NATION[who - 1]):
                return False
    banned = group & cannot_attack(s) != 0
    if group >> G_SOUBISE & 1 == 1 and s.events & EV_3H != 0 and s.hild_suits >> SUIT[city] & 1 == 1:
        banned = True
    return not banned or not next_to_enemy(s, nation, city)


def hampered(s: State) -> bool:
    """Can any end of a move be forbidden by fate or fair play now?"""
    return s.events & HAMPERING != 0 or s.bound != 0 or s.options.fair_strict or s.options.fair_winning_move


def keeps_chevert(s: State, stack: i64, group: i64) -> bool:
    """5♦, OP-60: Chevert stays with at least one of those he was stacked with."""
    if s.events & EV_5D == 0 or stack >> G_CHEVERT & 1 == 0:
        return True
    friends = s.chevert_with & stack
    if friends == 0:
        return True
    if group >> G_CHEVERT & 1 == 1:
        return group & friends != 0
    return friends & ~group != 0


def fix_restrictions(s: State) -> None:
    """ST10: what the fate cards forbid in this stage, fixed when it begins (2♣, 5♦)."""
    s.fixed = 0
    s.chevert_with = 0
    if s.nation == RUSSIA and s.events & EV_2C != 0:
        where = s.city[G_FERMOR]
        if where >= 0 and distance(where, KUESTRIN) <= 1:
            s.fixed = bit(G_FERMOR)
    if s.nation == FRANCE and s.events & EV_5D != 0 and s.city[G_CHEVERT] >= 0:
        s.chevert_with = members(s, G_CHEVERT) & ~(bit(G_CHEVERT))
