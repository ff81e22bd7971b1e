"""R10: recruitment and re-entry, in small steps: how many troops, who comes back where, with which
cards, and who gets the troops (ST23–ST26).

Pieces are put on their cities as they are named; nothing can fail afterwards, because every step only
offers what leaves a way to the end.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    DEPOTS,
    FRANCE_CLUBS_KOBLENZ,
    HALLE,
    HOME,
    PIECE_NATION,
    SUBSTITUTES,
    SUIT,
    SUPPLIED_IN_DEPOTS,
    distance,
    hostile,
)
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, bit, card_name, count, lowest, value_of
from sanssouci.friedrich.rules.combat import bonus
from sanssouci.friedrich.rules.decks import know, lay_away, take_from_hand
from sanssouci.friedrich.rules.effects import EV_3D, EV_3H, EV_4S, EV_7H, EV_10S, EV_11S
from sanssouci.friedrich.rules.encoding import DONE, PAY_DOUBLE
from sanssouci.friedrich.rules.events import city_id, tell, tell_some
from sanssouci.friedrich.rules.movement import cannot_attack, next_to_enemy
from sanssouci.friedrich.rules.names import (
    FRANCE,
    G_FRIEDRICH,
    G_SOUBISE,
    GENERAL_COUNT,
    GENERALS,
    NATIONS,
    PIECES,
    PRUSSIA,
)
from sanssouci.friedrich.rules.state import (
    HAND,
    HIGH,
    LOW,
    MOVE_MENU,
    OFF_MAP,
    POOL,
    PURSE,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    State,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.troops import (
    ceiling,
    end_general,
    end_train,
    first_general,
    first_train,
    generals_in,
    join,
    members,
    top_of,
    total,
)

_ELEVEN_OF_SPADES: int = 9


def depots_lost(s: State, nation: i64) -> bool:
    """R10.9, OP-43: do hostile pieces stand in every depot of the nation?"""
    for depot in DEPOTS[nation]:
        who = s.occ[depot]
        if who == 0 or not hostile(nation, PIECE_NATION[who - 1]):
            return False
    return True


def price(s: State, nation: i64) -> i64:
    """R10.2, R10.11: points per troop and per train."""
    return 8 if depots_lost(s, nation) else 6


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
    who = s.occ[city]
    if who != 0:
        if who > GENERAL_COUNT or PIECE_NATION[who - 1] != nation:
            return False
        if count(generals_in(s, nation, city)) >= 3:
            return False
    if s.events == 0:
        return True
    if general == G_FRIEDRICH and s.events & EV_7H != 0:
        return False  # OP-62
    banned = cannot_attack(s) & (bit(general)) != 0
    if nation == PRUSSIA and s.events & EV_10S != 0:
        banned = True  # OP-66: he would come with new troops
    if general == G_SOUBISE and s.events & EV_3H != 0 and s.hild_suits >> SUIT[city] & 1 == 1:
        banned = True
    if banned and next_to_enemy(s, nation, city):
        return False
    if s.events & EV_3D != 0:
        if city == HALLE and next_to_enemy(s, nation, city):
            return False
        if distance(city, HALLE) == 1:
            who = s.occ[HALLE]
            if who != 0 and who <= GENERAL_COUNT and hostile(nation, PIECE_NATION[who - 1]):
                return False
    return True


def stack_room(s: State, top: i64) -> i64:
    """R10.4, 7♥, 10♠: how many new troops a stack of the active nation may receive."""
    stack = members(s, top)
    n = count(stack)
    free = 8 * n - s.men[POOL + top]
    if s.events & EV_7H != 0 and stack >> G_FRIEDRICH & 1 == 1:
        # OP-62. While troops are assigned, `buy_last` counts those this stack got in this purchase.
        given: i64 = s.buy_last if s.state == RECRUIT_ASSIGN else 0
        free = min(free, 7 * (n - 1) - given)
    if s.events & EV_10S != 0 and PIECE_NATION[top] == PRUSSIA and s.moved & stack != 0:
        if next_to_enemy(s, PRUSSIA, s.city[top]):
            return 0  # OP-66: who moved into attack may not receive
    return free


def room_on_map(s: State, nation: i64) -> i64:
    """How many new troops the generals on the map may receive together."""
    free: i64 = 0
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        city = s.city[g]
        if city >= 0 and s.occ[city] == g + 1:
            free += stack_room(s, g)
        g += 1
    return free


def _slots(s: State, nation: i64, city: i64) -> i64:
    who = s.occ[city]
    if who == 0:
        return 3
    if who > GENERAL_COUNT or PIECE_NATION[who - 1] != nation:
        return 0
    return 3 - count(generals_in(s, nation, city))


def _placeable(s: State, nation: i64, start: i64, used_city: i64) -> i64:
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
            g = start
            while g < end:
                if s.city[g] == OFF_MAP and general_fits(s, g, city):
                    fit += 1
                g += 1
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
    g = start
    while g < end:
        if s.city[g] == OFF_MAP:
            in_a = a > 0 and general_fits(s, g, first)
            in_b = b > 0 and general_fits(s, g, second)
            if in_a and in_b:
                either += 1
            elif in_a:
                only_a += 1
            elif in_b:
                only_b += 1
        g += 1
    got_a = min(only_a, a)
    got_b = min(only_b, b)
    return got_a + got_b + min(either, a - got_a + b - got_b)


def capacity(s: State, nation: i64, start: i64) -> i64:
    """The most troops that could be bought if generals from `start` on come back too."""
    if s.events & EV_7H != 0 and nation == PRUSSIA:
        return _best_room(s, nation, start)
    return room_on_map(s, nation) + 8 * _placeable(s, nation, start, OFF_MAP)


def _best_room(s: State, nation: i64, start: i64) -> i64:
    """The same by trying it out: under 7♥ the room of Friedrich's stack does not grow by eights."""
    best = room_on_map(s, nation)
    end = end_general(nation)
    g = start
    while g < end:
        if s.city[g] == OFF_MAP:
            for city in sites(s, nation):
                if general_fits(s, g, city):
                    t = s.copy()
                    put_piece(t, g, city)
                    best = max(best, _best_room(t, nation, g + 1))
        g += 1
    return best


def purse(s: State, nation: i64) -> i64:
    """What a nation can pay with its whole hand."""
    points = s.sets[PURSE + nation]
    if s.options.modifiers_on_payment:
        points += bonus(s, nation)
        if _double_open(s, nation):
            points += 11
    return points


def _double_open(s: State, nation: i64) -> bool:
    """OP-70 as an option: may Prussia pay an 11♠ for 22?"""
    if nation != PRUSSIA or not s.options.modifiers_on_payment or s.events & ~s.events_used & EV_11S == 0:
        return False
    deck: i64 = 0
    while deck < MAX_DECKS:
        if s.sets[HAND + deck] >> _ELEVEN_OF_SPADES & 1 == 1:
            return True
        deck += 1
    return False


def next_train(s: State, nation: i64) -> i64:
    """The lowest-numbered train off the map, −1 if none."""
    t = first_train(nation)
    end = end_train(nation)
    while t < end:
        if s.city[t] == OFF_MAP:
            return t
        t += 1
    return -1


def _train_site(s: State, nation: i64) -> bool:
    for city in sites(s, nation):
        if s.occ[city] == 0:
            return True
    return False


def can_recruit(s: State) -> bool:
    """ST20 (c): can the active nation pay for anything it could use?"""
    nation = s.nation
    if purse(s, nation) < 6:
        return False
    lacking = total(s, nation) < ceiling(s, nation)
    train = next_train(s, nation)
    if not lacking and train < 0:
        return False
    if purse(s, nation) < price(s, nation):
        return False
    if train >= 0 and _train_site(s, nation):
        return True
    return lacking and capacity(s, nation, first_general(nation)) > 0


def begin(s: State) -> None:
    """A purchase begins."""
    s.buy_troops = 0
    s.buy_pieces = 0
    s.buy_paid = 0
    s.buy_last = 0
    s.buy_left = 0
    s.buy_to = 0
    s.state = RECRUIT_ORDER


def most_troops(s: State) -> i64:
    """R10.4: how many troops may be bought at most in this purchase."""
    nation = s.nation
    most = min(ceiling(s, nation) - total(s, nation), purse(s, nation) // price(s, nation))
    if most <= 0:
        return 0
    return min(most, capacity(s, nation, first_general(nation)))


def list_orders(s: State, out: vec[i64]) -> vec[i64]:
    """ST23: the number of troops; none only if a train can be bought."""
    nation = s.nation
    if next_train(s, nation) >= 0 and _train_site(s, nation):
        out = append(out, 0)
    most = most_troops(s)
    n: i64 = 1
    while n <= most:
        out = append(out, n)
        n += 1
    return out


def order_troops(s: State, troops: i64) -> None:
    """The number is named; if no piece can come back, payment follows."""
    s.buy_troops = troops
    s.state = RECRUIT_PLACE
    _pay_if_placed(s)


def _pay_if_placed(s: State) -> None:
    """Payment begins without asking when no further piece can come back."""
    places = list_places(s, vec[i64]())
    if len(places) == 1 and places[0] == DONE:
        begin_payment(s)


def list_places(s: State, out: vec[i64]) -> vec[i64]:
    """ST25: which piece comes back where, generals before trains, in ascending order; or no more."""
    nation = s.nation
    placed_generals = count(s.buy_pieces & 0xFFFFFF)
    placed_trains = count(s.buy_pieces >> GENERAL_COUNT)
    troops = s.buy_troops
    room = room_on_map(s, nation)
    where = sites(s, nation)
    if placed_trains == 0 and placed_generals < troops:
        seven_hearts = s.events & EV_7H != 0 and nation == PRUSSIA
        g = first_general(nation)
        end = end_general(nation)
        while g < end:
            if s.city[g] == OFF_MAP and s.buy_pieces >> g == 0:
                for city in where:
                    if general_fits(s, g, city):
                        if seven_hearts:
                            t = s.copy()
                            put_piece(t, g, city)
                            ahead = _best_room(t, nation, g + 1)
                        else:
                            ahead = room + 8
                            if ahead < troops:
                                ahead += 8 * _placeable(s, nation, g + 1, city)
                        if ahead >= troops:
                            out = append(out, g * 1024 + city)
            g += 1
    if room >= troops:
        train = next_train(s, nation)
        if train >= 0 and price(s, nation) * (troops + placed_trains + 1) <= purse(s, nation):
            for city in where:
                if s.occ[city] == 0:
                    out = append(out, train * 1024 + city)
        if troops + placed_trains > 0:
            out = append(out, DONE)
    return out


def put_piece(s: State, piece: i64, city: i64) -> None:
    """R4.10, R10.8: a piece comes back; neither it nor those it joins move any more in this phase."""
    if depots_lost(s, PIECE_NATION[piece]):
        s.substitute = city
    s.city[piece] = city
    s.buy_pieces |= bit(piece)
    s.moved |= bit(piece)
    if piece >= GENERAL_COUNT:
        s.occ[city] = piece + 1
        return
    s.moved |= join(s, city, bit(piece))


def place(s: State, choice: i64) -> None:
    """One piece is placed, or no more are wanted."""
    if choice == DONE:
        begin_payment(s)
        return
    put_piece(s, choice // 1024, choice % 1024)
    _pay_if_placed(s)


def cost(s: State) -> i64:
    """R10.2: what the purchase costs."""
    return price(s, s.nation) * (s.buy_troops + count(s.buy_pieces >> GENERAL_COUNT))


def begin_payment(s: State) -> None:
    """ST24 begins. OP-44: the price is fixed now."""
    s.state = RECRUIT_PAY
    s.buy_last = 1 << 20
    s.buy_paid = 0
    if s.options.modifiers_on_payment and bonus(s, s.nation) > 0:
        s.buy_paid = 1
        s.events_used |= EV_4S


def list_payments(s: State, out: vec[i64]) -> vec[i64]:
    """R10.3, OP-42: the next card, in descending order of value.

    Paid so, a set is legal exactly if every card was needed when it was laid down; a card is offered only
    if those below it can still make up the price.
    """
    nation = s.nation
    due = cost(s) - s.buy_paid
    keys = vec[i64]()
    deck: i64 = 0
    while deck < MAX_DECKS:
        cards = s.sets[HAND + nation * 5 + deck]
        while cards != 0:
            card = deck * DECK_SIZE + lowest(cards)
            cards &= cards - 1
            keys = append(keys, value_of(card) * 256 + card)
        deck += 1
    i: i64 = 0
    while i < len(keys):
        key = keys[i]
        if key < s.buy_last:
            card = key % 256
            below: i64 = 0
            j: i64 = 0
            while j < len(keys):
                if keys[j] < key:
                    below += keys[j] // 256
                j += 1
            if key // 256 + below >= due:
                out = append(out, card)
        i += 1
    if s.buy_last == 1 << 20 and _double_open(s, nation):
        i = 0
        while i < len(keys):
            card = keys[i] % 256
            if card % DECK_SIZE == _ELEVEN_OF_SPADES:
                below = 0
                j = 0
                while j < len(keys):
                    if j != i:
                        below += keys[j] // 256
                    j += 1
                if 22 + below >= due:
                    out = append(out, card + PAY_DOUBLE)
            i += 1
    return out


def pay(s: State, choice: i64) -> None:
    """A card is paid and shown (R15.6)."""
    nation = s.nation
    card = choice % PAY_DOUBLE
    if choice >= PAY_DOUBLE:
        s.events_used |= EV_11S
        s.buy_paid += 22
        s.buy_last = 22 * 256 + card
    else:
        s.buy_paid += value_of(card)
        s.buy_last = value_of(card) * 256 + card
    take_from_hand(s, nation, card)
    lay_away(s, card)
    know(s, 15, card)
    s.revealed += 1
    if s.log is not None:
        tell(s, "paid", "R10.3", {
            "nation": NATIONS[nation], "card": card_name(card), "value": int(s.buy_last) // 256,
        })  # fmt: skip
    if s.buy_paid >= cost(s):
        _paid(s)


def _paid(s: State) -> None:
    """The purchase is paid: the new pieces stand, each general with one troop; the rest is assigned (ST26)."""
    nation = s.nation
    entered = s.buy_pieces & 0xFFFFFF
    rest = s.buy_troops - count(entered)
    if s.log is not None:
        tell(s, "recruited", "R10.2", {
            "nation": NATIONS[nation], "troops": int(s.buy_troops),
            "trains": int(count(s.buy_pieces >> GENERAL_COUNT)), "price": int(cost(s)), "paid": int(s.buy_paid),
            "total": int(total(s, nation) + s.buy_troops),
        })  # fmt: skip
        for piece in range(len(PIECES)):
            if s.buy_pieces >> piece & 1:
                tell(s, "entered", "R10.6", {"piece": PIECES[piece], "city": city_id(s.city[piece])})
    g = first_general(nation)
    end = end_general(nation)
    ten_spades = nation == PRUSSIA and s.events & EV_10S != 0
    while g < end:
        city = s.city[g]
        if city >= 0 and s.occ[city] == g + 1:
            stack = members(s, g)
            new = count(stack & entered)
            s.men[POOL + g] = s.men[POOL + g] + new
            s.men[LOW + g] = s.men[LOW + g] + new
            s.men[HIGH + g] = min(8 * count(stack), s.men[HIGH + g] + new + rest)
        g += 1
    if ten_spades:
        s.bound |= entered
    s.buy_last = 0
    if s.events & EV_7H != 0 and nation == PRUSSIA and s.city[G_FRIEDRICH] >= 0:
        s.buy_last = count(members(s, G_FRIEDRICH) & entered)
    s.recruits += s.buy_troops
    s.buy_left = rest
    s.buy_to = first_general(nation)
    if rest == 0:
        finish(s)
    else:
        s.state = RECRUIT_ASSIGN


def may_receive(s: State, general: i64) -> bool:
    """R10.5, 7♥, 10♠: may a general be named for a new troop?"""
    if s.city[general] < 0:
        return False
    if general == G_FRIEDRICH and s.events & EV_7H != 0:
        return False
    return stack_room(s, top_of(s, general)) > 0


def _room_from(s: State, start: i64) -> i64:
    """The room of all stacks with a general from `start` on who may receive."""
    free: i64 = 0
    counted: i64 = 0
    g = start
    end = end_general(s.nation)
    while g < end:
        if may_receive(s, g):
            top = top_of(s, g)
            if counted >> top & 1 == 0:
                counted |= bit(top)
                free += stack_room(s, top)
        g += 1
    return free


def list_recipients(s: State, out: vec[i64]) -> vec[i64]:
    """ST26: who may get the next troop, in non-descending order, so that the rest still fits."""
    g = s.buy_to
    end = end_general(s.nation)
    while g < end:
        if may_receive(s, g) and _room_from(s, g) >= s.buy_left:
            out = append(out, g)
        g += 1
    return out


def assign(s: State, general: i64) -> None:
    """A general gets the next of the new troops, in secret."""
    top = top_of(s, general)
    s.men[POOL + top] = s.men[POOL + top] + 1
    if PIECE_NATION[general] == PRUSSIA and s.events & EV_10S != 0:
        s.bound |= bit(general)
    if s.log is not None:
        tell_some(
            s, "received", "R10.5", {"nation": NATIONS[s.nation]}, {"general": GENERALS[general]},
            int(seers(s, role_of(s, s.nation))),
        )  # fmt: skip
    if s.events & EV_7H != 0 and top == G_FRIEDRICH:
        s.buy_last += 1
    s.buy_left -= 1
    s.buy_to = general
    if s.buy_left == 0:
        finish(s)


def finish(s: State) -> None:
    """The purchase is over."""
    s.buy_troops = 0
    s.buy_pieces = 0
    s.buy_paid = 0
    s.buy_last = 0
    s.buy_left = 0
    s.buy_to = 0
    s.state = MOVE_MENU
