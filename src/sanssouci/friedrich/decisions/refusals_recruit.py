"""Why a purchase is refused (R10, OP-40 to OP-49, OP-62, OP-66)."""

from __future__ import annotations

from sanssouci.friedrich.decisions.parse import Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.refusals import check_in_play, held, hostile_generals_near, shown
from sanssouci.friedrich.decisions.refusals_move import refuse_attack, stack_in
from sanssouci.friedrich.rules.board import CITY_IDS, PIECE_NATION, hostile
from sanssouci.friedrich.rules.cards import is_reserve, value_of
from sanssouci.friedrich.rules.combat import bonus
from sanssouci.friedrich.rules.effects import EV_7H, EV_10S, EV_11S
from sanssouci.friedrich.rules.movement import next_to_enemy
from sanssouci.friedrich.rules.names import (
    G_FRIEDRICH,
    GENERAL_COUNT,
    GENERALS_FROM,
    NATIONS,
    PIECES,
    PRUSSIA,
    TRAINS_FROM,
)
from sanssouci.friedrich.rules.recruitment import depots_lost, price, purse, room_on_map, sites, stack_room
from sanssouci.friedrich.rules.state import OFF_MAP, State
from sanssouci.friedrich.rules.troops import ceiling, members, top_of, total

ELEVEN_OF_SPADES = 9


def refuse_purchase(s: State, order: Order) -> None:
    """Refuse what is bought: nothing at all, beyond the ceiling, more than the hand is worth."""
    nation = int(s.nation)
    name = NATIONS[nation]
    troops, trains = order.number, len(order.trains)
    if troops + trains == 0:
        if order.entering:
            refuse("recruit_too_many", "R10.2", count=len(order.entering), troops=0)
        refuse("recruit_nothing", "R10.2")
    for general, _ in order.entering:
        _refuse_return(s, general)
    missing = sum(1 for t in range(TRAINS_FROM[nation], TRAINS_FROM[nation + 1]) if s.city[t] == OFF_MAP)
    if trains > missing:
        refuse("trains_all_on", "R10.2", nation=name)
    if len(order.entering) > troops:
        refuse("recruit_too_many", "R10.2", count=len(order.entering), troops=troops)
    now, most = int(total(s, nation)), int(ceiling(s, nation))
    if troops and now >= most:
        refuse("recruit_full", "R6.6", nation=name, ceiling=most)
    if now + troops > most:
        refuse("recruit_ceiling", "R6.6", nation=name, total=now, ceiling=most, count=most - now)
    if troops:
        space = int(room_on_map(s, nation)) + 8 * len(order.entering)
        here = [g for g in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]) if s.city[g] >= 0]
        if not here and not order.entering:
            refuse("recruit_nobody", "OP-49")
        if troops > space:
            for general in [g for g, _ in order.troops if g in here] + here:
                _refuse_by_fate(s, general)
            refuse("recruit_room", "R10.4", nation=name, count=space)
    money, due = int(purse(s, nation)), int(price(s, nation)) * (troops + trains)
    if money < due:
        refuse("recruit_poor", "R10.3", price=due, count=money)


def _refuse_return(s: State, general: int) -> None:
    """Refuse a general who cannot come back."""
    nation = int(s.nation)
    check_in_play(s, general)
    if PIECE_NATION[general] != nation:
        owner = NATIONS[PIECE_NATION[general]]
        refuse("not_active", "R2.1", piece=PIECES[general], owner=owner, nation=NATIONS[nation])
    if s.city[general] >= 0:
        refuse("recruit_on_map", "R10.6", general=PIECES[general])
    if general == G_FRIEDRICH and s.events & EV_7H:
        refuse("recruit_king", "OP-62")


def refuse_places(s: State, order: Order) -> None:
    """Refuse the cities where pieces would come back, one piece after the other."""
    if s.substitute >= 0 and depots_lost(s, s.nation):
        for city in [city for _, city in order.entering] + list(order.trains):
            if city != s.substitute:
                refuse("substitute_one", "R10.10", to=CITY_IDS[s.substitute])
    open_to = sites(s, s.nation)
    by_city: dict[int, int] = {}
    for general, city in order.entering:
        _refuse_site(s, city, open_to)
        _refuse_holder(s, city, general)
        by_city[city] = by_city.get(city, 0) + 1
        holder = int(s.occ[city]) - 1
        there = by_city[city] + (stack_in(s, holder).bit_count() if holder >= 0 else 0)
        if there > 3:
            refuse("depot_full", "R10.6", city=CITY_IDS[city], count=there)
        group = 1 << general | (stack_in(s, holder) if holder >= 0 else 0)
        if s.events & EV_10S and s.nation == PRUSSIA and hostile_generals_near(s, city, int(s.nation)):
            other = PIECES[hostile_generals_near(s, city, int(s.nation))[0]]
            refuse("bound_end", "OP-66", general=PIECES[general], city=CITY_IDS[city], other=other)
        refuse_attack(s, group, city, "enter")
    for i, city in enumerate(order.trains):
        _refuse_site(s, city, open_to)
        _refuse_holder(s, city, GENERAL_COUNT)
        if city in by_city:
            refuse("depot_both", "R10.6", city=CITY_IDS[city])
        if city in order.trains[:i]:
            refuse("depot_two_trains", "R10.6", city=CITY_IDS[city])
    used = [city for _, city in order.entering] + list(order.trains)
    if depots_lost(s, s.nation):
        for city in used:
            if city != used[0]:
                refuse("substitute_two", "R10.10", city=CITY_IDS[used[0]], to=CITY_IDS[city])


def _refuse_site(s: State, city: int, open_to: list[int]) -> None:
    if city not in open_to:
        name = NATIONS[s.nation]
        if depots_lost(s, s.nation):
            refuse("not_substitute", "R10.9", city=CITY_IDS[city], nation=name)
        refuse("not_depot", "R10.6", city=CITY_IDS[city], nation=name, cities=[CITY_IDS[c] for c in open_to])


def _refuse_holder(s: State, city: int, piece: int) -> None:
    """Refuse a city that somebody holds against the piece (R4.5, R10.6)."""
    holder = int(s.occ[city]) - 1
    if holder < 0:
        return
    told: dict[str, object] = {"city": CITY_IDS[city]}
    if PIECE_NATION[holder] != s.nation:
        enemy = hostile(PIECE_NATION[holder], s.nation)
        refuse("depot_hostile" if enemy else "depot_allied", "R10.6", piece=PIECES[holder], **told)
    if holder >= GENERAL_COUNT:
        key = "depot_train" if piece < GENERAL_COUNT else "depot_two_trains"
        refuse(key, "R10.6", piece=PIECES[holder], **told)
    if piece >= GENERAL_COUNT:
        refuse("depot_general", "R10.6", general=PIECES[holder], **told)


def refuse_payment(s: State, order: Order) -> None:
    """R10.3, OP-41, OP-42: refuse too little, and cards that are not needed."""
    due = int(price(s, s.nation)) * (order.number + len(order.trains))
    if not order.cards:
        refuse("pay_missing", "R10.3", price=due)
    cards = held(s, int(s.nation), order.cards)
    values = [worth(card, name.double) for card, name in zip(cards, order.cards, strict=True)]
    for card, name in zip(cards, order.cards, strict=True):
        if name.double:
            _refuse_double(s, card)
    worth_all = sum(values) + (int(bonus(s, s.nation)) if s.options.modifiers_on_payment else 0)
    if worth_all < due:
        refuse("pay_short", "R10.3", price=due, count=worth_all)
    spare = min(range(len(values)), key=lambda i: values[i])
    if worth_all - values[spare] >= due:
        rest = worth_all - values[spare]
        refuse("pay_superfluous", "OP-42", card=shown(cards[spare]), count=rest, price=due)


def worth(card: int, double: bool) -> int:
    """What a card counts in payment."""
    return 22 if double else int(value_of(card))


def _refuse_double(s: State, card: int) -> None:
    if is_reserve(card) or card % 50 != ELEVEN_OF_SPADES:
        refuse("pay_double_card", "OP-70", card=shown(card))
    if not s.options.modifiers_on_payment or not s.events & EV_11S or s.nation != PRUSSIA:
        refuse("pay_double", "OP-70")
    if s.events_used & EV_11S:
        refuse("pay_double_used", "OP-70")


def refuse_gifts(s: State, order: Order) -> None:
    """R10.5: refuse who receives the new troops."""
    nation = int(s.nation)
    back = [general for general, _ in order.entering]
    given = dict(order.troops)
    if order.given and order.number == 0:
        refuse("give_nothing", "R10.5")
    for general, count in given.items():
        name = PIECES[general]
        check_in_play(s, general)
        if PIECE_NATION[general] != nation:
            refuse("give_foreign", "R10.5", general=name, nation=NATIONS[nation])
        if s.city[general] < 0 and general not in back:
            refuse("give_off_map", "R10.5", general=name)
        if general == G_FRIEDRICH and s.events & EV_7H and count:
            refuse("give_king", "OP-62")
        if count == 0 and general not in back:
            refuse("give_zero", "R10.5", general=name)
    if order.given:
        for general in back:
            if given.get(general, 0) < 1:
                refuse("give_minimum", "R10.2", general=PIECES[general])
        if sum(given.values()) != order.number:
            refuse("give_sum", "R10.5", wanted=order.number, count=sum(given.values()))


def _refuse_by_fate(s: State, general: int) -> None:
    """7♥, 10♠: refuse new troops to a general whom a fate card keeps from them."""
    if general == G_FRIEDRICH and s.events & EV_7H:
        refuse("give_king", "OP-62")
    ten_spades = s.events & EV_10S and s.nation == PRUSSIA and s.moved & members(s, general)
    if ten_spades and next_to_enemy(s, PRUSSIA, s.city[general]):
        refuse("give_bound", "OP-66", general=PIECES[general])


def refuse_recipient(s: State, general: int) -> None:
    """R10.4, 10♠: refuse a further troop to a general; `s` is the game after the troops assigned before."""
    _refuse_by_fate(s, general)
    refuse("give_full", "R10.4", general=PIECES[general], count=int(stack_room(s, top_of(s, general))))
