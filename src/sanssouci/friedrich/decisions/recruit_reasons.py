"""Why a purchase is refused (R10, OP-40 to OP-49, OP-62, OP-66), in the order of its steps."""

from __future__ import annotations

from sanssouci.friedrich.decisions.hand import held, why_not_held
from sanssouci.friedrich.decisions.reasons import (
    check_active,
    check_in_play,
    hostile_generals_near,
    refuse_attack,
    stack_in,
)
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.words import CardName
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_IDS, PIECE_NATION, hostile
from sanssouci.friedrich.rules.cards import DECK_SIZE, ELEVEN_OF_SPADES, card_name, is_reserve, value_of
from sanssouci.friedrich.rules.duel import bonus
from sanssouci.friedrich.rules.effects import EV_7H, EV_10S, EV_11S
from sanssouci.friedrich.rules.muster import depots_lost, price, purse, room_on_map, sites, stack_room
from sanssouci.friedrich.rules.names import (
    G_FRIEDRICH,
    GENERAL_COUNT,
    GENERALS,
    MOST_TROOPS,
    NATIONS,
    PIECES,
    PRUSSIA,
    TRAINS_FROM,
)
from sanssouci.friedrich.rules.restrictions import next_to_enemy
from sanssouci.friedrich.rules.state import OFF_MAP, RECRUIT_ASSIGN, State
from sanssouci.friedrich.rules.troops import ceiling, members, standing, top_of, total

Shares = tuple[tuple[int, int], ...]


def why_not_bought(s: State, troops: int, generals: Shares, trains: tuple[int, ...], give: Shares) -> None:
    """Nothing at all, beyond the ceiling, more than the hand is worth."""
    nation = int(s.nation)
    name = NATIONS[nation]
    if troops + len(trains) == 0:
        if generals:
            refuse("recruit_too_many", "R10.2", count=len(generals), troops=0)
        refuse("recruit_nothing", "R10.2")
    for general, _ in generals:
        _why_not_back(s, general)
    if len(trains) > len(trains_off(s)):
        refuse("trains_all_on", "R10.2", nation=name)
    if len(generals) > troops:
        refuse("recruit_too_many", "R10.2", count=len(generals), troops=troops)
    now, most = int(total(s, nation)), int(ceiling(s, nation))
    if troops and now >= most:
        refuse("recruit_full", "R6.6", nation=name, ceiling=most)
    if now + troops > most:
        refuse("recruit_ceiling", "R6.6", nation=name, total=now, ceiling=most, count=most - now)
    if troops:
        space = int(room_on_map(s, nation)) + MOST_TROOPS * len(generals)
        here = standing(s, nation)
        if not here and not generals:
            refuse("recruit_nobody", "OP-49")
        if troops > space:
            for general in [g for g, _ in give if g in here] + here:
                _why_not_by_fate(s, general)
            refuse("recruit_room", "R10.4", nation=name, count=space)
    money, due = int(purse(s, nation)), int(price(s, nation)) * (troops + len(trains))
    if money < due:
        refuse("recruit_poor", "R10.3", price=due, count=money)


def trains_off(s: State) -> list[int]:
    """The trains of the active nation that could come back."""
    return [t for t in range(TRAINS_FROM[s.nation], TRAINS_FROM[s.nation + 1]) if s.city[t] == OFF_MAP]


def _why_not_back(s: State, general: int) -> None:
    """A general who cannot come back."""
    check_active(s, general)
    if s.city[general] >= 0:
        refuse("recruit_on_map", "R10.6", general=GENERALS[general])
    if general == G_FRIEDRICH and s.events & EV_7H:
        refuse("recruit_king", "OP-62")


def why_not_placed(s: State, generals: Shares, trains: tuple[int, ...]) -> None:
    """The cities where pieces would come back, one piece after the other."""
    used = [city for _, city in generals] + list(trains)
    lost = bool(depots_lost(s, s.nation))
    if s.substitute >= 0 and lost and any(city != s.substitute for city in used):
        refuse("substitute_one", "R10.10", to=CITY_IDS[s.substitute])
    by_city: dict[int, int] = {}
    for general, city in generals:
        _why_not_site(s, city)
        _why_not_held_city(s, city, general)
        by_city[city] = by_city.get(city, 0) + 1
        holder = int(s.occ[city]) - 1
        stack = stack_in(s, holder) if holder >= 0 else 0
        there = by_city[city] + stack.bit_count()
        if there > 3:
            refuse("depot_full", "R10.6", city=CITY_IDS[city], count=there)
        near = hostile_generals_near(s, city, int(s.nation))
        if s.events & EV_10S and s.nation == PRUSSIA and near:
            told: dict[str, object] = {"city": CITY_IDS[city], "other": PIECES[near[0]]}
            refuse("bound_end", "OP-66", general=GENERALS[general], **told)
        refuse_attack(s, 1 << general | stack, city, "enter")
    for i, city in enumerate(trains):
        _why_not_site(s, city)
        _why_not_held_city(s, city, GENERAL_COUNT)
        if city in by_city:
            refuse("depot_both", "R10.6", city=CITY_IDS[city])
        if city in trains[:i]:
            refuse("depot_two_trains", "R10.6", city=CITY_IDS[city])
    for city in used if lost else []:
        if city != used[0]:
            refuse("substitute_two", "R10.10", city=CITY_IDS[used[0]], to=CITY_IDS[city])


def _why_not_site(s: State, city: int) -> None:
    open_to = sites(s, s.nation)
    if city not in open_to:
        name = NATIONS[s.nation]
        if depots_lost(s, s.nation):
            refuse("not_substitute", "R10.9", city=CITY_IDS[city], nation=name)
        refuse("not_depot", "R10.6", city=CITY_IDS[city], nation=name, cities=[CITY_IDS[c] for c in open_to])


def _why_not_held_city(s: State, city: int, piece: int) -> None:
    """A city that somebody holds against the piece (R4.5, R10.6)."""
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


def worth(card: int, double: bool) -> int:
    """What a card counts in payment."""
    return 22 if double else int(value_of(card))


def why_not_paid(s: State, bought: int, named: tuple[CardName, ...]) -> None:
    """R10.3, OP-41, OP-42: too little, and cards that are not needed."""
    due = int(price(s, s.nation)) * bought
    if not named:
        refuse("pay_missing", "R10.3", price=due)
    why_not_held(s, int(s.nation), named)
    cards = held(s, int(s.nation), named)
    values = [worth(card, name.double) for card, name in zip(cards, named, strict=True)]
    doubled = [card for card, name in zip(cards, named, strict=True) if name.double]
    for card in doubled:
        _why_not_double(s, card)
    if len(doubled) > 1:
        refuse("pay_double_used", "OP-70")
    points = sum(values) + (int(bonus(s, s.nation)) if s.options.modifiers_on_payment else 0)
    if points < due:
        refuse("pay_short", "R10.3", price=due, count=points)
    spare = min(range(len(values)), key=lambda i: values[i])
    if points - values[spare] >= due:
        rest = points - values[spare]
        refuse("pay_superfluous", "OP-42", card=card_name(cards[spare]), count=rest, price=due)


def _why_not_double(s: State, card: int) -> None:
    if is_reserve(card) or card % DECK_SIZE != ELEVEN_OF_SPADES:
        refuse("pay_double_card", "OP-70", card=card_name(card))
    if not s.options.modifiers_on_payment or not s.events & EV_11S or s.nation != PRUSSIA:
        refuse("pay_double", "OP-70")
    if s.events_used & EV_11S:
        refuse("pay_double_used", "OP-70")


def why_not_given(s: State, troops: int, generals: Shares, give: Shares | None) -> None:
    """R10.5: who would receive the new troops."""
    if give is None:
        return
    back = [general for general, _ in generals]
    given = dict(give)
    if troops == 0:
        refuse("give_nothing", "R10.5")
    for general, count in given.items():
        name = GENERALS[general]
        check_in_play(s, general)
        if PIECE_NATION[general] != s.nation:
            refuse("give_foreign", "R10.5", general=name, nation=NATIONS[s.nation])
        if s.city[general] < 0 and general not in back:
            refuse("give_off_map", "R10.5", general=name)
        if general == G_FRIEDRICH and s.events & EV_7H and count:
            refuse("give_king", "OP-62")
        if count == 0 and general not in back:
            refuse("give_zero", "R10.5", general=name)
    for general in back:
        if given.get(general, 0) < 1:
            refuse("give_minimum", "R10.2", general=GENERALS[general])
    if sum(given.values()) != troops:
        refuse("give_sum", "R10.5", wanted=troops, count=sum(given.values()))


def _why_not_by_fate(s: State, general: int) -> None:
    """7♥, 10♠: new troops to a general whom a fate card keeps from them."""
    if general == G_FRIEDRICH and s.events & EV_7H:
        refuse("give_king", "OP-62")
    ten_spades = s.events & EV_10S and s.nation == PRUSSIA and s.moved & members(s, general)
    if ten_spades and next_to_enemy(s, PRUSSIA, s.city[general]):
        refuse("give_bound", "OP-66", general=GENERALS[general])


def why_not_received(at: State, generals: Shares, give: Shares | None) -> None:
    """R10.4, 10♠: the first who cannot take a further troop; `at` is the game after the troops assigned before."""
    if at.state != RECRUIT_ASSIGN:
        return
    if give is None:
        refuse("give_needed", "R10.5", general=GENERALS[turn.choices(at)[0]])
    left = dict(give)
    for general, _ in generals:
        left[general] -= 1  # those who come back have one already
    in_turn = [general for general in sorted(left) for _ in range(left[general])]
    general = in_turn[len(in_turn) - at.buy_left]
    _why_not_by_fate(at, general)
    refuse("give_full", "R10.4", general=GENERALS[general], count=int(stack_room(at, top_of(at, general))))


def matters(s: State, generals: list[int]) -> bool:
    """Does it matter which of these generals gets a troop? Inside a stack only 10♠ asks for a name."""
    named = s.nation == PRUSSIA and s.events & EV_10S
    return len({g if named else int(top_of(s, g)) for g in generals}) > 1
