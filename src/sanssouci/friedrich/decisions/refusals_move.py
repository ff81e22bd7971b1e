"""Why a move is refused (R4, R9.9, R11.8, R11.9, OP-08): the first reason along the order.

Legality itself comes from the engine's small steps alone; this module only explains what they do not offer.
"""

from __future__ import annotations

from sanssouci.friedrich.decisions.parse import Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.refusals import check_in_play, check_on_map, hostile_generals_near, names_of
from sanssouci.friedrich.rules.board import (
    CITY_IDS,
    HALLE,
    OBJECTIVE_AT,
    OBJECTIVE_NATION,
    PIECE_NATION,
    ROADS,
    SUIT,
    hostile,
)
from sanssouci.friedrich.rules.effects import (
    CLOCK,
    EV_3D,
    EV_3H,
    EV_10S,
    sign,
)
from sanssouci.friedrich.rules.movement import allowance, keeps_chevert, least_share, may_end, most_share
from sanssouci.friedrich.rules.names import (
    G_CHEVERT,
    G_SOUBISE,
    GENERAL_COUNT,
    NATIONS,
    PIECES,
    SUITS,
)
from sanssouci.friedrich.rules.state import State, role_of
from sanssouci.friedrich.rules.troops import generals_in, pool_of


def group_of(order: Order) -> int:
    """The set of pieces an order moves."""
    group = 0
    for piece in order.pieces:
        group |= 1 << piece
    return group


def refuse_group(s: State, order: Order) -> None:
    """Refuse pieces that cannot set out, or not together."""
    first = order.pieces[0]
    if len(order.pieces) > 1 and order.pieces[-1] >= GENERAL_COUNT:
        refuse("train_mixed", "R4.5")
    nation = int(s.nation)
    for piece in order.pieces:
        check_in_play(s, piece)
        if PIECE_NATION[piece] != nation:
            owner = NATIONS[PIECE_NATION[piece]]
            refuse("not_active", "R2.1", piece=PIECES[piece], owner=owner, nation=NATIONS[nation])
        check_on_map(s, piece, "R4.1")
    for piece in order.pieces:
        if s.city[piece] != s.city[first]:
            refuse("not_together", "R4.8", piece=PIECES[piece], other=PIECES[first])
        if s.moved >> piece & 1:
            refuse("moved", "R4.1", piece=PIECES[piece])
        if s.fixed >> piece & 1:
            refuse("fixed", "OP-58", general=PIECES[piece])
    group = group_of(order)
    if first < GENERAL_COUNT and not keeps_chevert(s, stack_in(s, first), group):
        refuse("chevert" if group >> G_CHEVERT & 1 else "chevert_alone", "OP-60")


def stack_in(s: State, piece: int) -> int:
    """The set of generals in a general's city; a train alone."""
    if piece >= GENERAL_COUNT:
        return 1 << piece
    return int(generals_in(s, PIECE_NATION[piece], s.city[piece])) | 1 << piece


def refuse_share(s: State, order: Order) -> None:
    """Refuse a division of the pool that is missing, needless or out of range."""
    group, stack = group_of(order), stack_in(s, order.pieces[0])
    if order.pieces[0] >= GENERAL_COUNT:
        if order.number >= 0:
            refuse("takes_train", "R6.2")
        return
    if group == stack:
        if order.number >= 0:
            refuse("takes_whole", "R4.8")
        return
    low, high = int(least_share(s, stack, group)), int(most_share(s, stack, group))
    if order.number < 0:
        if low != high:
            refuse("takes_needed", "R4.8", low=low, high=high)
    elif not low <= order.number <= high:
        pool = int(pool_of(s, order.pieces[0]))
        told: dict[str, object] = {"generals": names_of(group), "low": low, "pool": pool}
        told["count"] = order.number
        if low == high:
            refuse("takes_only", "R4.8", **told)
        refuse("takes_range", "R4.8", high=high, **told)


def refuse_path(s: State, order: Order) -> None:
    """Refuse a walk at its first step that breaks a rule."""
    train = order.pieces[0] >= GENERAL_COUNT
    limit = int(allowance(s, group_of(order)))
    main = limit + 1
    rule = "R11.9" if limit == 2 and not train else "R4.2"
    lead = PIECES[order.pieces[0]]
    here = int(s.city[order.pieces[0]])
    minor: tuple[int, int] | None = None
    for step, city in enumerate(order.cities, 1):
        if city == here:
            refuse("same_city", "R4.3", city=CITY_IDS[city])
        road = next((is_main for other, is_main in ROADS[here] if other == city), None)
        if road is None:
            refuse("no_road", "R4.3", start=CITY_IDS[here], city=CITY_IDS[city])
        if not road and minor is None:
            minor = (here, city)
        if step > main:
            refuse("too_far_at_all", rule, piece=lead, main=main)
        if step > limit and minor is not None:
            start, end = (CITY_IDS[c] for c in minor)
            refuse("too_far_main", rule, piece=lead, main=main, start=start, city=end)
        if step < len(order.cities) and _occupant(s, order, city) >= 0:
            refuse("pass_piece", "R4.4", city=CITY_IDS[city])
        here = city
    refuse_entry(s, order, here)
    refuse_end(s, order, here)


def _occupant(s: State, order: Order, city: int) -> int:
    """The piece in a city, or the highest general there, the moving group left out; −1 for nobody."""
    piece = int(s.occ[city]) - 1
    if piece < 0 or city != s.city[order.pieces[0]]:
        return piece
    rest = stack_in(s, order.pieces[0]) & ~group_of(order)
    return (rest & -rest).bit_length() - 1


def refuse_entry(s: State, order: Order, city: int) -> None:
    """R4.5, R4.6: refuse the last city if who stands there does not let the group in."""
    piece = _occupant(s, order, city)
    if piece < 0:
        return
    name, train = PIECES[piece], order.pieces[0] >= GENERAL_COUNT
    told: dict[str, object] = {"city": CITY_IDS[city]}
    if PIECE_NATION[piece] == s.nation:
        if piece < GENERAL_COUNT:
            if train:
                refuse("enter_own_general", "R4.5", general=name, **told)
            there = (stack_in(s, piece) & ~group_of(order)).bit_count() + len(order.pieces)
            if there > 3:
                refuse("stack_full", "R4.5", count=there, **told)
        else:
            refuse("enter_two_trains" if train else "enter_own_train", "R4.5", piece=name, **told)
    elif hostile(PIECE_NATION[piece], s.nation):
        if piece < GENERAL_COUNT:
            refuse("enter_hostile", "R4.6", general=name, **told)
        if train:
            refuse("enter_train_train", "R4.6", piece=name, **told)
        if s.events & EV_3D and city == HALLE:
            refuse("halle_train", "R11.8")
        for general, fate in barred(s, group_of(order)):
            refuse("no_attack_train", "R11.8", general=PIECES[general], fate=fate)
    else:
        refuse("enter_allied", "R4.5", piece=name, **told)


def barred(s: State, group: int) -> list[tuple[int, str]]:
    """R11.8: the generals of a set that cannot attack at all, with the fate card that says so."""
    rows = [version for i, version in enumerate(CLOCK) if version.barred and s.events >> i & 1]
    return [(int(row.general), sign(row.name)) for row in rows if group >> row.general & 1]


def refuse_end(s: State, order: Order, city: int) -> None:
    """R11.8, OP-08: refuse a last city where the group would stand as a fate card or fair play forbids."""
    end: dict[str, object] = {"city": CITY_IDS[city]}
    if order.pieces[0] < GENERAL_COUNT:
        group = group_of(order)
        piece = _occupant(s, order, city)
        if 0 <= piece < GENERAL_COUNT:
            group |= stack_in(s, piece)
        refuse_attack(s, group, city, "end")
    if not may_end(s, s.nation, group_of(order), city):
        ally = _ally_after(s, city)
        if ally >= 0:
            refuse("fair_play", "R5.10", nation=NATIONS[ally], **end)
        for other, _ in ROADS[city]:
            ally = _ally_after(s, other)
            if ally >= 0:
                refuse("fair_play_block", "R5.10", to=CITY_IDS[other], nation=NATIONS[ally], **end)
    refuse("end_here", "R4.6", **end)


def _ally_after(s: State, city: int) -> int:
    """The other role's allied nation that has an objective in a city, or −1."""
    objective = int(OBJECTIVE_AT[city])
    if objective < 0:
        return -1
    ally = int(OBJECTIVE_NATION[objective])
    return ally if ally > 1 and role_of(s, ally) != role_of(s, s.nation) else -1


def refuse_attack(s: State, group: int, city: int, what: str) -> None:
    """R11.8 and its kin: refuse a city next to the enemy to generals that cannot attack there.

    `what` is `end` for a move and `enter` for a re-entry.
    """
    near = hostile_generals_near(s, city, int(s.nation))
    if not near:
        return
    told: dict[str, object] = {"city": CITY_IDS[city], "other": PIECES[near[0]]}
    for general, fate in barred(s, group):
        refuse(f"no_attack_{what}", "R11.8", general=PIECES[general], fate=fate, **told)
    if s.events & EV_10S and group & s.bound:
        general = (group & int(s.bound)).bit_length() - 1
        refuse("bound_end", "OP-66", general=PIECES[general], **told)
    if s.events & EV_3H and group >> G_SOUBISE & 1 and s.hild_suits >> SUIT[city] & 1:
        refuse("soubise_suit", "OP-59", suit=SUITS[SUIT[city]])
    if s.events & EV_3D and (city == HALLE or any(s.city[g] == HALLE for g in near)):
        refuse(f"halle_{what}", "R11.8", **told)
