"""Why an order in combat is refused (R3.6, R7, R8, R11.17)."""

from __future__ import annotations

from sanssouci.friedrich.decisions.parse import Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.refusals import check_in_play, shown
from sanssouci.friedrich.decisions.refusals_recruit import ELEVEN_OF_SPADES
from sanssouci.friedrich.rules.board import CITY_IDS, PIECE_NATION, ROADS, SUIT, distance, hostile
from sanssouci.friedrich.rules.cards import is_reserve, suit_of, value_of
from sanssouci.friedrich.rules.combat import acting, hobbled
from sanssouci.friedrich.rules.effects import EV_7D, EV_11S
from sanssouci.friedrich.rules.names import NATIONS, PIECES, PRUSSIA, SUITS
from sanssouci.friedrich.rules.state import State
from sanssouci.friedrich.rules.troops import top_of


def refuse_pair(s: State, order: Order) -> None:
    """R7.1–R7.4: refuse a combat that is not on the list."""
    attacker, defender = order.pieces
    for general in order.pieces:
        check_in_play(s, general)
        if s.city[general] < 0:
            refuse("attack_off", "R7.1", general=PIECES[general])
    if PIECE_NATION[attacker] != s.nation:
        refuse("attack_own", "R7.3", general=PIECES[attacker], owner=NATIONS[PIECE_NATION[attacker]])
    told: dict[str, object] = {"general": PIECES[attacker], "other": PIECES[defender]}
    if not hostile(PIECE_NATION[attacker], PIECE_NATION[defender]):
        refuse("attack_friend", "R1.2", **told)
    if distance(s.city[attacker], s.city[defender]) != 1:
        refuse("attack_far", "R7.1", **told)
    refuse("attack_done", "R7.2", **told)


def refuse_evasion(s: State, order: Order, offered: list[int]) -> None:
    """OP-64: refuse a city the attacked stack cannot withdraw to."""
    city, here = order.cities[0], int(s.city[s.defender])
    if all(other != city for other, _ in ROADS[here]):
        refuse("evade_far", "OP-64", city=CITY_IDS[city], start=CITY_IDS[here])
    if s.occ[city]:
        refuse("evade_held", "OP-64", city=CITY_IDS[city])
    refuse("evade_near", "OP-64", city=CITY_IDS[city], cities=[CITY_IDS[c] for c in offered])


def refuse_card(s: State, order: Order, card: int) -> None:
    """R7.6–R7.9, R3.6, 3♣, 7♦, 11♠: refuse a card that may not be played now."""
    name, suit = order.cards[0], int(SUIT[s.city[acting(s)]])
    capped = hobbled(s)
    if is_reserve(card):
        if name.double:
            refuse("double_card", "R11.4", card=shown(card))
        if order.number < 0:
            refuse("reserve_needs_value", "R3.6")
        if not 1 <= order.number <= 10:
            refuse("reserve_value", "R3.6", count=order.number)
        if capped and order.number > 9:
            refuse("reserve_high", "R11.4")
        refuse("king_reserve", "R11.17", count=order.number)
    if order.number >= 0:
        refuse("value_fixed", "R3.6", card=shown(card))
    if suit_of(card) != suit:
        refuse("play_suit", "R7.6", card=shown(card), suit=SUITS[suit])
    if capped and value_of(card) >= 10:
        refuse("play_high", "R11.4")
    if name.double:
        if card % 50 != ELEVEN_OF_SPADES:
            refuse("double_card", "R11.4", card=shown(card))
        if s.events_used & EV_11S:
            refuse("double_used", "R11.4")
        if not s.events & EV_11S or s.decider != PRUSSIA:
            refuse("double_not", "R11.4")
    if s.events & EV_7D:
        refuse("king_card", "R11.17", card=shown(card))
    refuse("not_legal", "R7.8")


def refuse_pass(s: State) -> None:
    """R7.9, R11.17: refuse to stop where a card must be played."""
    if s.score == 0:
        refuse("pass_zero", "R7.9")
    refuse("pass_king", "R11.17")


def refuse_retreat(s: State, order: Order, offered: list[int]) -> None:
    """R8.3, R8.4: refuse an end the beaten stack may not be sent to."""
    city, loss = order.cities[0], int(s.loss)
    loser = int(s.loser)
    victor = int(s.defender if loser == s.attacker else s.attacker)
    told: dict[str, object] = {"city": CITY_IDS[city]}
    if city == s.city[loser]:
        refuse("retreat_same", "R8.3", loss=loss, **told)
    if s.occ[city]:
        refuse("retreat_held", "R8.3", **told)
    farthest = int(distance(s.city[victor], offered[0]))
    near = int(distance(s.city[victor], city))
    if near < farthest and _reachable(s, int(s.city[loser]), city, loss):
        refuse("retreat_not_farthest", "R8.4", count=near, farthest=farthest, **told)
    refuse("retreat_unreachable", "R8.3", loss=loss, **told)


def _reachable(s: State, start: int, end: int, steps: int, effort: int = 20000) -> bool:
    """Does a simple path of exactly so many steps through empty cities lead there?

    Gives up after a bounded search, so that a strange question costs no more than a blink.
    """
    budget = [effort]
    used = {start}

    def walk(here: int, left: int) -> bool:
        if left == 0:
            return here == end
        budget[0] -= 1
        if budget[0] < 0 or distance(here, end) > left:
            return False
        for city, _ in ROADS[here]:
            if city not in used and not s.occ[city] and (city != end or left == 1):
                used.add(city)
                if walk(city, left - 1):
                    return True
                used.discard(city)
        return False

    return walk(start, steps)


def stack_top(s: State, general: int) -> int:
    """The highest general of a general's stack; himself if he is off the map."""
    return int(top_of(s, general)) if s.city[general] >= 0 else general
