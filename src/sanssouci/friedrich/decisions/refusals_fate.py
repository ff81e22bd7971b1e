"""Why an answer to a fate card, a first allotment or an expert-game decision is refused (R1.10, R11, R13)."""

from __future__ import annotations

from sanssouci.friedrich.decisions.parse import Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.refusals import check_in_play, shown
from sanssouci.friedrich.decisions.refusals_move import refuse_end, refuse_entry
from sanssouci.friedrich.rules.board import (
    CITY_IDS,
    COUNTRY,
    EAST_PRUSSIAN,
    IN_AUSTRIA,
    IN_SAXONY,
    OBJECTIVE_CITY,
    PIECE_NATION,
    ROADS,
    X,
)
from sanssouci.friedrich.rules.cards import is_reserve
from sanssouci.friedrich.rules.effects import EV_7H
from sanssouci.friedrich.rules.names import (
    G_FRIEDRICH,
    G_HILDBURGHAUSEN,
    G_LAUDON,
    GENERALS_FROM,
    NATIONS,
    PIECES,
    PRUSSIA,
)
from sanssouci.friedrich.rules.state import OFF_MAP, State
from sanssouci.friedrich.rules.troops import ceiling


def allotment(s: State, order: Order) -> list[int]:
    """R1.10: the troops of each general of the nation in order; refused if this is no legal allotment."""
    nation = order.nation
    name = NATIONS[nation]
    if not s.playing >> nation & 1:
        refuse("nation_not_in_scenario", "R14.10", nation=name, scenario=s.scenario.name)
    if s.allotted >> nation & 1:
        refuse("allot_done", "R1.10", nation=name)
    given = dict(order.troops)
    for general, count in given.items():
        check_in_play(s, general)
        if PIECE_NATION[general] != nation:
            refuse("allot_foreign", "R1.10", general=PIECES[general], nation=name)
        if count < 1:
            refuse("allot_minimum", "R6.2", general=PIECES[general])
        if count > 8:
            refuse("allot_maximum", "R6.2", general=PIECES[general], count=count)
    generals = [g for g in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]) if s.city[g] >= 0]
    missing = [PIECES[g] for g in generals if g not in given]
    if missing:
        refuse("allot_missing", "R1.10", nation=name, generals=missing)
    wanted, count = int(ceiling(s, nation)), sum(given.values())
    if count != wanted:
        refuse("allot_sum", "R1.10", nation=name, wanted=wanted, count=count)
    return [given[g] for g in generals]


def refuse_discard(card: int) -> None:
    """R3.2: refuse a card of the older hand."""
    refuse("discard_old", "R3.2", card=shown(card))


def refuse_offensive(card: int) -> None:
    """R13.3, OP-84: refuse a card that cannot carry the Offensive Option."""
    if is_reserve(card):
        refuse("offensive_reserve", "OP-84")
    refuse("offensive_low", "R13.3", card=shown(card))


def refuse_removal(s: State, order: Order) -> None:
    """R6.5: refuse to take a general off the map."""
    general = order.pieces[0]
    if not s.options.voluntary_removal:
        refuse("remove_off", "R6.5")
    check_in_play(s, general)
    if PIECE_NATION[general] != s.nation:
        owner = NATIONS[PIECE_NATION[general]]
        refuse("not_active", "R2.1", piece=PIECES[general], owner=owner, nation=NATIONS[s.nation])
    if s.city[general] == OFF_MAP:
        refuse("off_map", "R6.5", piece=PIECES[general])
    refuse("remove_moved", "R6.5", general=PIECES[general])


def refuse_reinforcement(s: State, order: Order) -> None:
    """R11.6: refuse the recipient of a free troop."""
    general = order.pieces[0]
    name = PIECES[general]
    check_in_play(s, general)
    if PIECE_NATION[general] != s.decider:
        owner = NATIONS[PIECE_NATION[general]]
        refuse("reinforce_foreign", "R11.6", general=name, owner=owner, nation=NATIONS[s.decider])
    if s.city[general] == OFF_MAP:
        refuse("reinforce_off", "R11.5", general=name)
    if general == G_FRIEDRICH and s.events & EV_7H:
        refuse("reinforce_king", "OP-50", general=name)
    refuse("reinforce_full", "R11.6", general=name)


def refuse_retirement(s: State, order: Order) -> None:
    """R11.13: refuse the general who would retire."""
    general = order.pieces[0]
    if PIECE_NATION[general] != PRUSSIA:
        refuse("retire_foreign", "R11.13", general=PIECES[general])
    check_in_play(s, general)
    refuse("retire_friedrich", "R11.13")


def refuse_laudon(s: State, order: Order) -> None:
    """6♠, OP-61: refuse Laudon's step."""
    city, here = order.cities[0], int(s.city[G_LAUDON])
    if all(other != city for other, _ in ROADS[here]):
        refuse("laudon_no_road", "OP-61", start=CITY_IDS[here], city=CITY_IDS[city])
    step = Order("move", pieces=(G_LAUDON,), cities=(city,))
    refuse_entry(s, step, city)
    refuse_end(s, step, city)


def refuse_flip(s: State, order: Order) -> None:
    """6♦: refuse a stack that cannot be turned face-down."""
    general = order.pieces[0]
    name = PIECES[general]
    check_in_play(s, general)
    if PIECE_NATION[general] != PRUSSIA:
        refuse("flip_foreign", "R11.3", general=name)
    if s.city[general] == OFF_MAP:
        refuse("flip_off", "R11.5", general=name)
    if COUNTRY[s.city[general]] not in (IN_AUSTRIA, IN_SAXONY):
        refuse("flip_elsewhere", "R11.3", general=name)
    refuse("flip_already", "OP-38", general=name)


def refuse_loss(s: State, order: Order) -> None:
    """10♣: refuse the general who would lose a troop."""
    general = order.pieces[0]
    name = PIECES[general]
    check_in_play(s, general)
    if PIECE_NATION[general] != PRUSSIA:
        refuse("lose_foreign", "OP-68", general=name)
    if s.city[general] == OFF_MAP:
        refuse("lose_off", "R11.7", general=name)
    refuse("lose_last", "R11.7", general=name)


def refuse_west(s: State, order: Order) -> None:
    """12♥, OP-69: refuse Hildburghausen's path."""
    here = int(s.city[G_HILDBURGHAUSEN])
    for city in order.cities:
        told: dict[str, object] = {"start": CITY_IDS[here], "city": CITY_IDS[city]}
        if all(other != city for other, _ in ROADS[here]):
            refuse("west_no_road", "OP-69", **told)
        if X[city] >= X[here]:
            refuse("west_not_west", "OP-69", **told)
        if s.occ[city]:
            refuse("west_held", "OP-69", city=CITY_IDS[city])
        here = city
    refuse("not_legal", "OP-69")


def liberated(order: Order) -> int:
    """R13.2: the set of two objectives that are freed, as bits of `board.EAST_PRUSSIAN`."""
    cities = [int(OBJECTIVE_CITY[objective]) for objective in EAST_PRUSSIAN]
    chosen = 0
    for city in order.cities:
        if city not in cities:
            refuse("liberate_not", "R13.2", city=CITY_IDS[city])
        chosen |= 1 << cities.index(city)
    if chosen.bit_count() != 2:
        refuse("liberate_same", "R13.2")
    return chosen
