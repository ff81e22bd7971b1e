"""Card by card: the solver's duel averaged over hands the enemy may hold, with what defeat would mean here."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.purse import card_price, combat_prices, suit_prices
from sanssouci.bots.solver import DEEPEST, Duel, pack
from sanssouci.bots.value import evaluate, settle
from sanssouci.bots.weights import W_ENEMY_POINT, W_ENEMY_TROOP, W_POINT, W_TROOP
from sanssouci.friedrich.rules import combat
from sanssouci.friedrich.rules.board import PIECE_NATION, SUIT
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, RESERVES, SUIT_SET, WHOLE_DECK, bit, count, lowest
from sanssouci.friedrich.rules.duel import acting, list_cards, suit_cards, worth
from sanssouci.friedrich.rules.encoding import PASS
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import KNOWN, POOL, RETREAT_PICK, State, hand_of

#: Retreats up to this length are tried out, longer ones estimated.
_FAR_RETREAT: int = 4


def after_defeat(s: State, side: i64, by: i64, b: Belief, w: vec[i64]) -> i64:
    """What the position is worth if `side` (0 attacker, 1 defender) gives up at −by; 0: a draw."""
    t = s.copy()
    t.right = side
    t.score = -by
    loser = acting(t)
    mine = b.own >> PIECE_NATION[loser] & 1 == 1
    combat.give_up(t)
    if t.state != RETREAT_PICK:
        settle(t)
        return evaluate(t, b, w)
    ends = combat.pending_ends(t)
    best: i64 = 0
    i: i64 = 0
    while i < len(ends) and i < 3:
        u = t.copy()
        combat.choose_retreat(u, ends[i])
        settle(u)
        found = evaluate(u, b, w)
        # The winner chooses where the loser goes.
        if i == 0 or (mine and found < best) or (not mine and found > best):
            best = found
        i += 1
    return best


def ends_of(s: State, side: i64, b: Belief, w: vec[i64], base: i64) -> vec[i64]:
    """For each deficit what giving up means to the role, in hundredths, against a draw."""
    top = s.attacker if side == 0 else s.defender
    pool = s.men[POOL + top]
    mine = b.own >> PIECE_NATION[top] & 1 == 1
    each = (-w[W_TROOP] if mine else w[W_ENEMY_TROOP]) * 100
    out = vec[i64]([0] * (DEEPEST + 1))
    last: i64 = 0
    for k in range(1, DEEPEST + 1):
        if k <= _FAR_RETREAT or k == pool:
            if k <= pool:
                last = (after_defeat(s, side, k, b, w) - base) * 100
        elif k < pool:
            last += each  # a long retreat differs little from one step less
        out[k] = last
    return out


def own_cards(s: State, nation: i64, suit: i64) -> vec[i64]:
    """The cards of a hand that fit a suit, Reserves included."""
    found = vec[i64]()
    for deck in range(MAX_DECKS):
        cards = suit_cards(s, nation, suit, deck) | (hand_of(s, nation, deck) & RESERVES)
        while cards != 0:
            found = append(found, deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
    return found


def sample_cards(s: State, b: Belief, nation: i64, suit: i64, rng: SmallRandom) -> vec[i64]:
    """Cards of one suit, Reserves included, that a nation may hold: drawn from what the seat has not seen."""
    found = vec[i64]()
    for deck in range(MAX_DECKS):
        to_draw = b.counts[nation * MAX_DECKS + deck]
        if to_draw > 0:
            unseen = WHOLE_DECK & ~s.sets[KNOWN + b.role * MAX_DECKS + deck]
            left = count(unseen)
            wanted = SUIT_SET[suit] | RESERVES
            while unseen != 0 and to_draw > 0:
                kind = lowest(unseen)
                unseen &= unseen - 1
                if rng.below(left) < to_draw:
                    to_draw -= 1
                    if wanted >> kind & 1 == 1:
                        found = append(found, deck * DECK_SIZE + kind)
                left -= 1
    return found


def face_of(card: i64) -> i64:
    """Value of a suit card, 0 for a Reserve, as the solver wants it."""
    kind = card % DECK_SIZE
    return 0 if kind >= 48 else kind % 12 + 2


class CardChoice:
    """What came out: the choices with their values against giving a draw, and the chance to win."""

    def __init__(self) -> None:
        """Empty."""
        self.best: i64 = PASS
        self.choices: vec[i64] = vec[i64]()
        self.values: vec[i64] = vec[i64]()


def _root_choices(s: State) -> vec[i64]:
    """The legal plays, equal cards once, Reserves with the values that matter."""
    legal = list_cards(s, vec[i64]())
    out = vec[i64]()
    seen: i64 = 0
    wild: i64 = -1
    for choice in legal:
        if choice == PASS:
            out = append(out, choice)
            continue
        card = (choice - 1) >> 4
        named = (choice - 1) & 15
        if card % DECK_SIZE < 48:
            mark = bit(face_of(card) + (16 if named > 0 else 0))
            if seen & mark == 0:
                seen |= mark
                out = append(out, choice)
            continue
        if wild >= 0 and card != wild:
            continue
        wild = card
        landing = s.score + named
        if named == 10 or (landing >= -1 and landing <= 3) or named == 1:
            out = append(out, choice)
    return out


def weigh_cards(s: State, b: Belief, w: vec[i64], duel: Duel, rng: SmallRandom, samples: i64) -> CardChoice:
    """Every play of the side with the right, valued by the solver over sampled enemy hands."""
    me = s.right
    mine = acting(s)
    theirs = s.defender if me == 0 else s.attacker
    my_nation = PIECE_NATION[mine]
    foe = PIECE_NATION[theirs]
    base = after_defeat(s, me, 0, b, w)
    lose = ends_of(s, me, b, w, base)
    win = ends_of(s, 1 - me, b, w, base)
    prices = combat_prices(s, b, w, my_nation)
    foe_prices = suit_prices(s, b, w, foe)
    ratio = w[W_ENEMY_POINT] * 100 // max(w[W_POINT], 1)
    hand = own_cards(s, my_nation, SUIT[s.city[mine]])
    result = CardChoice()
    result.choices = _root_choices(s)
    n = len(result.choices)
    result.values = vec[i64]([0] * n)
    duel.end0 = lose
    duel.end1 = win
    duel.most = 10
    duel.thrifty = True
    duel.budget = 20000
    for _ in range(samples):
        if b.open or b.own >> foe & 1 == 1:
            their_cards = own_cards(s, foe, SUIT[s.city[theirs]])
        else:
            their_cards = sample_cards(s, b, foe, SUIT[s.city[theirs]], rng)
        values = vec[i64]()
        costs = vec[i64]()
        for their_card in their_cards:
            values = append(values, face_of(their_card))
            costs = append(costs, card_price(foe_prices, their_card) * ratio // 100)
        duel.value1, duel.price1 = pack(values, costs, _size(values, duel), 1)
        for i in range(n):
            result.values[i] = result.values[i] + _play_value(s, duel, result.choices[i], hand, prices, my_nation)
    top: i64 = 0
    for i in range(n):
        result.values[i] = result.values[i] // max(samples, 1)
        if result.values[i] > result.values[top]:
            top = i
    result.best = result.choices[top]
    return result


def _size(values: vec[i64], duel: Duel) -> i64:
    """How many cards of the suit are told apart: all of them if that can be searched."""
    suit: i64 = 0
    for value in values:
        if value > 0:
            suit += 1
    return duel.exact if suit <= duel.exact else duel.packed


def _play_value(s: State, duel: Duel, choice: i64, hand: vec[i64], prices: vec[i64], nation: i64) -> i64:
    """What one play leads to, in hundredths, for the side with the right (side 0 of the duel)."""
    if choice == PASS:
        k = -s.score
        return duel.end0[k if k < DEEPEST else DEEPEST]
    card = (choice - 1) >> 4
    named = (choice - 1) & 15
    value = worth(s, nation, card, named)
    values = vec[i64]()
    costs = vec[i64]()
    for i in range(len(hand)):
        if hand[i] != card:
            values = append(values, face_of(hand[i]))
            costs = append(costs, card_price(prices, hand[i]))
    duel.value0, duel.price0 = pack(values, costs, _size(values, duel), 1)
    score = s.score + value
    if score < 0:
        return duel.solve(score, 0) - card_price(prices, card)
    return duel.solve(-score, 1) - card_price(prices, card)
