"""R10: recruitment and re-entry, in small steps: how many troops, who comes back where, with which
cards, and who gets the troops (ST23–ST26).

Pieces are put on their cities as they are named; nothing can fail afterwards, because every step only
offers what leaves a way to the end.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.cards import (
    CARD_NAMES,
    DECK_SIZE,
    ELEVEN_OF_SPADES,
    HIGHEST,
    LOWEST,
    OF_VALUE,
    bit,
    count,
    lowest,
    value_of,
)
from sanssouci.friedrich.rules.decks import know, lay_away, take_from_hand
from sanssouci.friedrich.rules.duel import bonus
from sanssouci.friedrich.rules.effects import EV_4S, EV_7H, EV_10S, EV_11S
from sanssouci.friedrich.rules.encoding import (
    ALL_GENERALS,
    DONE,
    PAY_DOUBLE,
    UNPAID,
    city_of,
    first_of,
    paid_as,
    placing,
)
from sanssouci.friedrich.rules.events import city_id, tell, tell_some
from sanssouci.friedrich.rules.muster import (
    best_room,
    capacity,
    double_open,
    general_fits,
    next_train,
    placeable,
    price,
    purse,
    put_piece,
    room_on_map,
    sites,
    stack_room,
    train_site,
)
from sanssouci.friedrich.rules.names import G_FRIEDRICH, GENERAL_COUNT, GENERALS, MOST_TROOPS, NATIONS, PIECES, PRUSSIA
from sanssouci.friedrich.rules.state import (
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
    hand_of,
    role_of,
    seers,
    who_at,
)
from sanssouci.friedrich.rules.steps import STEPS, Step, new_menu
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, members, top_of, total


def _nothing_bought(s: State) -> None:
    s.buy_troops = 0
    s.buy_pieces = 0
    s.buy_paid = 0
    s.buy_last = 0
    s.buy_left = 0
    s.buy_to = 0


def begin(s: State) -> None:
    """A purchase begins."""
    _nothing_bought(s)
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
    if next_train(s, nation) >= 0 and train_site(s, nation):
        out = append(out, 0)
    for n in range(1, most_troops(s) + 1):
        out = append(out, n)
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
    placed_generals = count(s.buy_pieces & ALL_GENERALS)
    placed_trains = count(s.buy_pieces >> GENERAL_COUNT)
    troops = s.buy_troops
    room = room_on_map(s, nation)
    where = sites(s, nation)
    if placed_trains == 0 and placed_generals < troops:
        seven_hearts = s.events & EV_7H != 0 and nation == PRUSSIA
        for g in range(first_general(nation), end_general(nation)):
            if s.city[g] == OFF_MAP and s.buy_pieces >> g == 0:
                for city in where:
                    if general_fits(s, g, city):
                        if seven_hearts:
                            t = s.copy()
                            put_piece(t, g, city)
                            ahead = best_room(t, nation, g + 1)
                        else:
                            ahead = room + MOST_TROOPS
                            if ahead < troops:
                                ahead += MOST_TROOPS * placeable(s, nation, g + 1, city)
                        if ahead >= troops:
                            out = append(out, placing(g, city))
    if room >= troops:
        train = next_train(s, nation)
        if train >= 0 and price(s, nation) * (troops + placed_trains + 1) <= purse(s, nation):
            for city in where:
                if s.occ[city] == 0:
                    out = append(out, placing(train, city))
        if troops + placed_trains > 0:
            out = append(out, DONE)
    return out


def place(s: State, choice: i64) -> None:
    """One piece is placed, or no more are wanted."""
    if choice == DONE:
        begin_payment(s)
        return
    put_piece(s, first_of(choice), city_of(choice))
    _pay_if_placed(s)


def cost(s: State) -> i64:
    """R10.2: what the purchase costs."""
    return price(s, s.nation) * (s.buy_troops + count(s.buy_pieces >> GENERAL_COUNT))


def begin_payment(s: State) -> None:
    """ST24 begins. OP-44: the price is fixed now."""
    s.state = RECRUIT_PAY
    s.buy_last = UNPAID
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
    last = s.buy_last
    least = _least_payment(s, nation, due)
    for deck in range(s.decks_open):
        cards = hand_of(s, nation, deck)
        while cards != 0:
            card = deck * DECK_SIZE + lowest(cards)
            cards &= cards - 1
            key = paid_as(card, value_of(card))
            if least <= key < last:
                out = append(out, card)
    if last == UNPAID and double_open(s, nation):
        points = s.sets[PURSE + nation]
        for deck in range(s.decks_open):
            if hand_of(s, nation, deck) >> ELEVEN_OF_SPADES & 1 == 1 and points + 11 >= due:
                out = append(out, deck * DECK_SIZE + ELEVEN_OF_SPADES + PAY_DOUBLE)
    return out


def _least_payment(s: State, nation: i64, due: i64) -> i64:
    """The lowest card, by value and then by its number, that makes up what is due with all those below it."""
    points: i64 = 0
    for value in range(LOWEST, HIGHEST + 1):
        for deck in range(s.decks_open):
            cards = hand_of(s, nation, deck) & OF_VALUE[value]
            while cards != 0:
                points += value
                if points >= due:
                    return paid_as(deck * DECK_SIZE + lowest(cards), value)
                cards &= cards - 1
    return UNPAID


def pay(s: State, choice: i64) -> None:
    """A card is paid and shown (R15.6)."""
    nation = s.nation
    card = choice % PAY_DOUBLE
    if choice >= PAY_DOUBLE:
        s.events_used |= EV_11S
    value: i64 = 22 if choice >= PAY_DOUBLE else value_of(card)
    s.buy_paid += value
    s.buy_last = paid_as(card, value)
    take_from_hand(s, nation, card)
    lay_away(s, card)
    know(s, 15, card)
    s.revealed += 1
    if s.log is not None:
        tell(s, "paid", "R10.3", {
            "nation": NATIONS[nation], "card": CARD_NAMES[card], "value": int(value),
        })  # fmt: skip
    if s.buy_paid >= cost(s):
        _paid(s)


def _paid(s: State) -> None:
    """The purchase is paid: the new pieces stand, each general with one troop; the rest is assigned (ST26)."""
    nation = s.nation
    entered = s.buy_pieces & ALL_GENERALS
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
    for g in range(first_general(nation), end_general(nation)):
        city = s.city[g]
        if city >= 0 and who_at(s, city) == g + 1:
            stack = members(s, g)
            new = count(stack & entered)
            s.men[POOL + g] = s.men[POOL + g] + new
            s.men[LOW + g] = s.men[LOW + g] + new
            s.men[HIGH + g] = min(MOST_TROOPS * count(stack), s.men[HIGH + g] + new + rest)
    if nation == PRUSSIA and s.events & EV_10S != 0:
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


def list_recipients(s: State, out: vec[i64]) -> vec[i64]:
    """ST26: who may get the next troop, in non-descending order, so that the rest still fits.

    The room of all stacks with a general from here on shrinks along the generals: look for the last whose rest fits.
    """
    free: i64 = 0
    counted: i64 = 0
    end = end_general(s.nation)
    last = end
    while free < s.buy_left and last > s.buy_to:
        last -= 1
        if may_receive(s, last):
            top = top_of(s, last)
            if counted >> top & 1 == 0:
                counted |= bit(top)
                free += stack_room(s, top)
    if free < s.buy_left:
        return out
    for g in range(s.buy_to, min(last + 1, end)):
        if may_receive(s, g):
            out = append(out, g)
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
    _nothing_bought(s)
    s.state = MOVE_MENU


class Ordering(Step):
    """ST23: how many troops are bought."""

    def choices(self, s: State) -> vec[i64]:
        """None, if a piece comes."""
        return list_orders(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """R10.4."""
        order_troops(s, choice)


class Placing(Step):
    """ST25: what comes back, and where."""

    def choices(self, s: State) -> vec[i64]:
        """R10.6."""
        return list_places(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """A piece, or no further one."""
        place(s, choice)


class Paying(Step):
    """ST24: card by card."""

    def choices(self, s: State) -> vec[i64]:
        """R10.5."""
        return list_payments(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """A card is paid."""
        pay(s, choice)


class Assigning(Step):
    """ST26: who gets a troop."""

    def choices(self, s: State) -> vec[i64]:
        """R10.8."""
        return list_recipients(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """A general gets it."""
        assign(s, choice)


STEPS[RECRUIT_ORDER] = Ordering()
STEPS[RECRUIT_PLACE] = Placing()
STEPS[RECRUIT_PAY] = Paying()
STEPS[RECRUIT_ASSIGN] = Assigning()
