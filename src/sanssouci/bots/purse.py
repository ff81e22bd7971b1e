"""What cards are worth to their owner: by suit, by the size of the hand, by the time that is left."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.goals import missing
from sanssouci.bots.weights import W_DEAREST, W_ENEMY_POINT, W_HOARD, W_POINT, W_RESERVE, W_URGENT
from sanssouci.friedrich.rules.board import CITY_COUNT, DIST, FIRST_OBJECTIVE, NB, NB_FROM, OBJECTIVE_CITY, SUIT
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, lowest, value_of
from sanssouci.friedrich.rules.names import (
    FATE_AMERICA,
    FATE_COUNT,
    FATE_ELISABETH,
    FATE_INDIA,
    FATE_SWEDEN,
    NATION_COUNT,
)
from sanssouci.friedrich.rules.state import FATE_DECK, HELD, State, hand_of, in_game
from sanssouci.friedrich.rules.troops import end_general, first_general
from sanssouci.friedrich.rules.victory import needed


def turns_left(s: State, nation: i64) -> i64:
    """Turns a nation may expect to play on, in tenths, from the fate cards not yet drawn."""
    left = FATE_COUNT - s.fate_drawn
    india = False
    america = False
    russia = False
    sweden = False
    for i in range(s.fate_drawn):
        card = i64(s.pile[FATE_DECK + i])
        if card == FATE_INDIA:
            india = True
        elif card == FATE_AMERICA:
            america = True
        elif card == FATE_ELISABETH:
            russia = True
        elif card == FATE_SWEDEN:
            sweden = True
    wait = max(6 - s.turn, 0) * 10
    open_: i64 = (0 if india else 1) + (0 if america else 1)
    colonial = (left + 1) * 10 * open_ // (open_ + 1)
    if nation == 6:
        return wait + colonial
    if nation == 2:
        return wait + (0 if russia else (left + 1) * 5)
    if nation == 3:
        return wait + (0 if sweden else (left + 1) * 5)
    # The others play until the last of the four exits.
    last = open_ + (0 if russia else 1) + (0 if sweden else 1)
    return wait + (left + 1) * 10 * last // (last + 1)


def lacking_least(s: State, nation: i64) -> i64:
    """How many objectives a nation of the Attack still lacks; for the Defence: the enemy nearest to victory."""
    if nation > 1:
        return missing(s, nation)
    least: i64 = 99
    for foe in range(2, NATION_COUNT):
        if in_game(s, foe):
            least = min(least, missing(s, foe))
    return least


def suit_prices(s: State, b: Belief, w: vec[i64], nation: i64) -> vec[i64]:
    """Price in hundredths per point of each suit, and of a Reserve as fifth."""
    need = vec[i64]([2, 2, 2, 2])
    all_: i64 = 8
    for g in range(first_general(nation), end_general(nation)):
        city = s.city[g]
        if city >= 0:
            need[SUIT[city]] = need[SUIT[city]] + 4
            all_ += 4
            for i in range(NB_FROM[city], NB_FROM[city + 1]):
                need[SUIT[NB[i]]] = need[SUIT[NB[i]]] + 1
                all_ += 1
            if nation > 1:
                # Where it wants to go: the nearest objectives still to be taken.
                left = needed(s, nation) & ~s.sets[HELD + nation]
                while left != 0:
                    goal = OBJECTIVE_CITY[FIRST_OBJECTIVE[nation] + lowest(left)]
                    left &= left - 1
                    away: i64 = DIST[city * CITY_COUNT + goal]
                    if away <= 6:
                        need[SUIT[goal]] = need[SUIT[goal]] + 1
                        all_ += 1
    points = (b.suit[nation * 4] + b.suit[nation * 4 + 1] + b.suit[nation * 4 + 2] + b.suit[nation * 4 + 3]) + 1
    rich = 6000 // (25 + points * w[W_HOARD] // 200)
    rich = max(rich, 4000 // max(w[W_HOARD], 1))
    if rich > 170:
        rich = 170
    late: i64 = 100
    if nation > 1:
        late = min(30 + turns_left(s, nation) * 7 // 10, late)
    # Who is about to win, or sees another about to win, spares nothing.
    late -= w[W_URGENT] * max(4 - lacking_least(s, nation), 0) // 4
    late = max(late, 5)
    prices = vec[i64]([0] * 5)
    base = w[W_POINT] * rich * late // 1000
    for suit in range(4):
        prices[suit] = base * (55 + 180 * need[suit] // all_) // 100
    prices[4] = base * w[W_RESERVE] // 100
    return prices


def combat_prices(s: State, b: Belief, w: vec[i64], nation: i64) -> vec[i64]:
    """The prices of a nation's own cards where troops are at stake: even a miser spends a 4 to save an army."""
    prices = suit_prices(s, b, w, nation)
    most = w[W_DEAREST] * (40 + hand_points(s, nation)) * 100 // 40
    for suit in range(5):
        limit = most if suit < 4 else most * 5 // 4
        if prices[suit] > limit:
            prices[suit] = limit
    return prices


def hand_points(s: State, nation: i64) -> i64:
    """What the cards in a hand add up to, a Reserve counting 10."""
    sum_: i64 = 0
    for deck in range(MAX_DECKS):
        cards = hand_of(s, nation, deck)
        while cards != 0:
            sum_ += value_of(lowest(cards))
            cards &= cards - 1
    return sum_


def card_price(prices: vec[i64], card: i64) -> i64:
    """What a card is worth to its owner, in hundredths."""
    kind = card % DECK_SIZE
    if kind >= 48:
        return prices[4] * 10
    return prices[kind // 12] * (kind % 12 + 2)


def cheapest(s: State, prices: vec[i64], nation: i64) -> i64:
    """The card of a hand that is missed least, −1 for an empty hand."""
    best: i64 = -1
    least: i64 = 1 << 40
    for deck in range(MAX_DECKS):
        cards = hand_of(s, nation, deck)
        while cards != 0:
            card = deck * DECK_SIZE + lowest(cards)
            cards &= cards - 1
            price = card_price(prices, card)
            if price < least:
                least = price
                best = card
    return best


def payment(s: State, prices: vec[i64], nation: i64, due: i64) -> vec[i64]:
    """A set of cards worth at least `due` that is missed little: a small knapsack, cheapest total price first.

    Answers the cards with their summed price as last entry; only that entry if the hand cannot pay.
    """
    cards = vec[i64]([0] * 250)
    n: i64 = 0
    for deck in range(MAX_DECKS):
        left = hand_of(s, nation, deck)
        while left != 0:
            cards[n] = deck * DECK_SIZE + lowest(left)
            n += 1
            left &= left - 1
    far: i64 = 1 << 40
    best = vec[i64]([far] * (due + 1))
    last = vec[i64]([-1] * ((due + 1) * max(n, 1)))
    best[0] = 0
    for i in range(n):
        value = value_of(cards[i])
        price = card_price(prices, cards[i])
        to = due
        while to > 0:
            source = to - value
            if source < 0:
                source = 0
            if best[source] + price < best[to]:
                best[to] = best[source] + price
                last[i * (due + 1) + to] = source
            to -= 1
    found = vec[i64]([0] * 250)
    k: i64 = 0
    if best[due] < far:
        to = due
        i = n - 1
        while i >= 0 and to > 0:
            source = last[i * (due + 1) + to]
            if source >= 0:
                found[k] = cards[i]
                k += 1
                to = source
            i -= 1
    found[k] = best[due]
    return found[: k + 1]


def hands_worth(s: State, b: Belief, w: vec[i64]) -> i64:
    """What the cards on both sides are worth to a role: its own hands at their prices, less those of its enemies."""
    sum_: i64 = 0
    defence = b.own & 3 != 0
    ratio = w[W_ENEMY_POINT] * 100 // max(w[W_POINT], 1)
    for nation in range(NATION_COUNT):
        mine = b.own >> nation & 1 == 1
        if in_game(s, nation) and (mine or (nation <= 1) != defence):
            prices = combat_prices(s, b, w, nation) if mine else suit_prices(s, b, w, nation)
            hand: i64 = 0
            for deck in range(MAX_DECKS):
                cards = hand_of(s, nation, deck)
                while cards != 0:
                    hand += card_price(prices, deck * DECK_SIZE + lowest(cards))
                    cards &= cards - 1
            if mine:
                sum_ += hand
            else:
                sum_ -= hand * ratio // 100
    return sum_ // 100
