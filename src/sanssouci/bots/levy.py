"""Recruiting: how many, who comes back where, with which cards, and who gets the troops."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.purse import hand_points, payment, suit_prices
from sanssouci.bots.value import evaluate
from sanssouci.bots.weights import W_GENERAL, W_RECRUIT, W_TRAIN, W_TROOP
from sanssouci.friedrich.rules import muster, recruitment
from sanssouci.friedrich.rules.cards import value_of
from sanssouci.friedrich.rules.encoding import DONE, RECRUIT, city_of, first_of
from sanssouci.friedrich.rules.names import GENERAL_COUNT
from sanssouci.friedrich.rules.state import (
    MOVE_MENU,
    OFF_MAP,
    POOL,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    State,
)
from sanssouci.friedrich.rules.supply import at_home
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, top_of, total

#: From so many points on a hand is rich, and a quarter of it can be spared for missing troops.
RICH: Final = 60


class Levy:
    """A purchase that seems worth its price; `gain` 0 or less: none does."""

    def __init__(self) -> None:
        """Nothing."""
        self.gain: i64 = 0
        self.troops: i64 = 0
        self.trains: i64 = 0
        self.cards: vec[i64] = vec[i64]()


def _off_map(s: State, nation: i64) -> i64:
    n: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] == OFF_MAP:
            n += 1
    return n


def _armies_abroad(s: State, nation: i64) -> i64:
    n: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] >= 0 and not at_home(nation, s.city[g]):
            n += 1
    return n


def worth_of(s: State, w: vec[i64], nation: i64, troops: i64, trains: i64) -> i64:
    """What so many troops and trains would be worth to a nation now."""
    full = ceiling(s, nation)
    have = total(s, nation)
    idle = _off_map(s, nation)
    sum_: i64 = 0
    for n in range(troops):
        # The fewer there are, the more the next one counts.
        sum_ += w[W_TROOP] * (55 + 90 * (full - have - n) // max(full, 1)) // 100
        if n < idle:
            sum_ += w[W_GENERAL]
    if trains > 0:
        sum_ += trains * w[W_TRAIN]
        if _armies_abroad(s, nation) > 0:
            sum_ += w[W_TRAIN]
    return sum_ * w[W_RECRUIT] // 100


def best_levy(s: State, b: Belief, w: vec[i64]) -> Levy:
    """The purchase with the greatest gain over its price, if any."""
    found = Levy()
    if not muster.can_recruit(s):
        return found
    nation = s.nation
    prices = suit_prices(s, b, w, nation)
    each = muster.price(s, nation)
    purse = muster.purse(s, nation)
    most = recruitment.most_troops(s)
    orders = recruitment.list_orders(s, vec[i64]())
    may_train = len(orders) > 0 and orders[0] == 0
    for trains in range(2 if may_train else 1):
        for troops in range(0 if trains > 0 else 1, most + 1):
            due = each * (troops + trains)
            if due > purse or due > 90:
                break
            paid = payment(s, prices, nation, due)
            n = len(paid)
            if n > 1:
                gain = worth_of(s, w, nation, troops, trains) * 100 - paid[n - 1]
                if gain > found.gain:
                    found.gain = gain
                    found.troops = troops
                    found.trains = trains
                    found.cards = paid[: n - 1]
    return found


def spare_levy(s: State, b: Belief, w: vec[i64]) -> Levy:
    """The missing troops that a rich hand can spare the cards for, whatever they seem worth just now."""
    found = Levy()
    if not muster.can_recruit(s):
        return found
    nation = s.nation
    points = hand_points(s, nation)
    if points < RICH:
        return found
    prices = suit_prices(s, b, w, nation)
    each = muster.price(s, nation)
    troops = min(recruitment.most_troops(s), min(points // 4, 90) // each)
    while troops > 0:
        paid = payment(s, prices, nation, each * troops)
        if len(paid) > 1:
            found.troops = troops
            found.cards = paid[: len(paid) - 1]
            break
        troops -= 1
    return found


def _place(s: State, menu: vec[i64], levy: Levy, b: Belief, w: vec[i64]) -> i64:
    """Generals as long as there are troops for them, each where it helps most; then the train."""
    best: i64 = -1
    most: i64 = 0
    for choice in menu:
        if choice == DONE:
            continue
        piece = first_of(choice)
        if piece >= GENERAL_COUNT and (levy.trains == 0 or s.buy_pieces >> GENERAL_COUNT != 0):
            continue
        if best >= 0 and first_of(best) != piece:
            continue  # the first one that may come comes first
        t = s.copy()
        muster.put_piece(t, piece, city_of(choice))
        if piece < GENERAL_COUNT:
            t.men[POOL + top_of(t, piece)] = t.men[POOL + top_of(t, piece)] + 1
        t.state = MOVE_MENU
        value = evaluate(t, b, w)
        if best < 0 or value > most:
            best = choice
            most = value
    if best < 0:
        return DONE
    return best


def _pay(menu: vec[i64], levy: Levy) -> i64:
    """The dearest card of the chosen set that is on the menu."""
    best: i64 = -1
    rank: i64 = -1
    i: i64 = 0
    while i < len(levy.cards):
        card = levy.cards[i]
        i += 1
        for k in range(len(menu)):
            if menu[k] == card and value_of(card) * 256 + card > rank:
                rank = value_of(card) * 256 + card
                best = card
    return best if best >= 0 else menu[0]


def _receiver(s: State, menu: vec[i64], b: Belief, w: vec[i64]) -> i64:
    """Who gets the next troop: where the position gains most."""
    best = menu[0]
    most: i64 = 0
    for i in range(len(menu)):
        t = s.copy()
        top = top_of(t, menu[i])
        t.men[POOL + top] = t.men[POOL + top] + 1
        t.state = MOVE_MENU
        value = evaluate(t, b, w)
        if i == 0 or value > most:
            most = value
            best = menu[i]
    return best


def carry_out(s: State, levy: Levy, b: Belief, w: vec[i64]) -> vec[i64]:
    """The small choices of the purchase, from the movement menu on."""
    t = s.copy()
    out = append(vec[i64](), RECRUIT)
    recruitment.begin(t)
    while t.state != MOVE_MENU:
        state = t.state
        if state == RECRUIT_ORDER:
            choice = levy.troops
            recruitment.order_troops(t, choice)
        elif state == RECRUIT_PLACE:
            choice = _place(t, recruitment.list_places(t, vec[i64]()), levy, b, w)
            recruitment.place(t, choice)
        elif state == RECRUIT_PAY:
            choice = _pay(recruitment.list_payments(t, vec[i64]()), levy)
            recruitment.pay(t, choice)
        elif state == RECRUIT_ASSIGN:
            choice = _receiver(t, recruitment.list_recipients(t, vec[i64]()), b, w)
            recruitment.assign(t, choice)
        else:
            break
        out = append(out, choice)
    return out
