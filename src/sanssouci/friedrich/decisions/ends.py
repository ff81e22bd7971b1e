"""Why a group may not enter a city, or end there (R4.4–R4.6, R5.10, R11.8). Shared by moves and Laudon's step."""

from __future__ import annotations

from sanssouci.friedrich.decisions.reasons import barred, refuse_attack, stack_in
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import (
    CITY_IDS,
    HALLE,
    OBJECTIVE_AT,
    OBJECTIVE_NATION,
    PIECE_NATION,
    ROADS,
    hostile,
)
from sanssouci.friedrich.rules.effects import EV_3D
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATIONS, PIECES
from sanssouci.friedrich.rules.restrictions import may_end
from sanssouci.friedrich.rules.state import State, role_of


def occupant(s: State, pieces: list[int], city: int) -> int:
    """The piece in a city, or the highest general there, the moving group left out; −1 for nobody."""
    piece = int(s.occ[city]) - 1
    if piece < 0 or city != s.city[pieces[0]]:
        return piece
    rest = stack_in(s, pieces[0]) & ~sum(1 << one for one in pieces)
    return (rest & -rest).bit_length() - 1


def why_not_end(s: State, pieces: list[int], city: int) -> None:
    """Refuse the last city: who stands there, fate cards and fair play."""
    _why_not_entered(s, pieces, city)
    nation = PIECE_NATION[pieces[0]]
    group = sum(1 << one for one in pieces)
    if pieces[0] < GENERAL_COUNT:
        there = occupant(s, pieces, city)
        joined = stack_in(s, there) if 0 <= there < GENERAL_COUNT else 0
        refuse_attack(s, group | joined, city, "end")
    end: dict[str, object] = {"city": CITY_IDS[city]}
    if not may_end(s, nation, group, city):
        ally = _ally_after(s, nation, city)
        if ally >= 0:
            refuse("fair_play", "R5.10", nation=NATIONS[ally], **end)
        for other, _ in ROADS[city]:
            ally = _ally_after(s, nation, other)
            if ally >= 0:
                refuse("fair_play_block", "R5.10", to=CITY_IDS[other], nation=NATIONS[ally], **end)
    refuse("end_here", "R4.6", **end)


def _why_not_entered(s: State, pieces: list[int], city: int) -> None:
    """R4.5, R4.6: who stands there does not let the group in."""
    there = occupant(s, pieces, city)
    if there < 0:
        return
    name, train, nation = PIECES[there], pieces[0] >= GENERAL_COUNT, PIECE_NATION[pieces[0]]
    group = sum(1 << one for one in pieces)
    told: dict[str, object] = {"city": CITY_IDS[city]}
    if PIECE_NATION[there] == nation:
        if there < GENERAL_COUNT:
            if train:
                refuse("enter_own_general", "R4.5", general=name, **told)
            number = (stack_in(s, there) & ~group).bit_count() + len(pieces)
            if number > 3:
                refuse("stack_full", "R4.5", count=number, **told)
        else:
            refuse("enter_two_trains" if train else "enter_own_train", "R4.5", piece=name, **told)
    elif hostile(PIECE_NATION[there], nation):
        if there < GENERAL_COUNT:
            refuse("enter_hostile", "R4.6", general=name, **told)
        if train:
            refuse("enter_train_train", "R4.6", piece=name, **told)
        if s.events & EV_3D and city == HALLE:
            refuse("halle_train", "R11.8")
        for general, fate in barred(s, group):
            refuse("no_attack_train", "R11.8", general=PIECES[general], fate=fate)
    else:
        refuse("enter_allied", "R4.5", piece=name, **told)


def _ally_after(s: State, nation: int, city: int) -> int:
    """The other role's allied nation that has an objective in a city, or −1."""
    objective = int(OBJECTIVE_AT[city])
    if objective < 0:
        return -1
    ally = int(OBJECTIVE_NATION[objective])
    return ally if ally > 1 and role_of(s, ally) != role_of(s, nation) else -1
