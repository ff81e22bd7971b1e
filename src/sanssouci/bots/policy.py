"""Captain's policy: one whole order for every decision of the game, on a seat's belief."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.battle import weigh_cards
from sanssouci.bots.belief import Belief
from sanssouci.bots.goals import end_is_near
from sanssouci.bots.levy import best_levy, carry_out
from sanssouci.bots.marches import best_march, first_march
from sanssouci.bots.purse import card_price, cheapest, suit_prices
from sanssouci.bots.solver import Duel
from sanssouci.bots.value import combat_gain, evaluate, settle
from sanssouci.bots.weights import W_STAY
from sanssouci.friedrich.rules import combat, fate_moves, turn
from sanssouci.friedrich.rules.board import EAST_PRUSSIAN, OBJECTIVE_CITY, distance
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, bit, count, lowest, value_of
from sanssouci.friedrich.rules.encoding import END, FIGHT, NONE, attacker_of, defender_of, marching
from sanssouci.friedrich.rules.movement import least_share, most_share
from sanssouci.friedrich.rules.names import AUSTRIA, G_LAUDON, PRUSSIA, RUSSIA
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import (
    ALLOT,
    CARD,
    COMBAT_PICK,
    EAST_PRUSSIA,
    EVADE,
    FLIP,
    FORCED_DISCARD,
    FREE_TROOP,
    FRESH,
    GIFT,
    HELD,
    LAUDON,
    LOSE_TROOP,
    MOVE_MENU,
    OFF_MAP,
    OFFENSIVE,
    POOL,
    REDRAW,
    RETIRE,
    RETREAT_PICK,
    SPLIT_ALLOT,
    TRADE,
    State,
)
from sanssouci.friedrich.rules.steps import STEPS
from sanssouci.friedrich.rules.troops import end_general, first_general, generals_in, members, top_of

#: Bohemian objectives that Prussia holds before it thinks of the Offensive Option.
_FOOTING: int = 4


class Policy:
    """A way to play: weights, how many enemy hands to imagine, how thoroughly to look at moves."""

    def __init__(self, weights: vec[i64], seed: int, samples: i64, quick: bool, late: vec[i64] | None = None) -> None:
        """`quick`: stacks are thought about once and in order, as roll-outs do. `late`: weights for near the end."""
        self.weights: vec[i64] = weights  # those of the moment
        self.calm: vec[i64] = weights
        self.late: vec[i64] = weights if late is None else late
        self.changes: bool = late is not None
        self.hurried: bool = False  # is the end near?
        self.rng: SmallRandom = SmallRandom(seed)
        self.duel: Duel = Duel()
        if quick:
            self.duel.exact = 4
            self.duel.packed = 4
        self.samples: i64 = samples
        self.quick: bool = quick
        self.done: i64 = 0  # quick: pieces thought about in this stage
        self.stage: i64 = -1

    def feel(self, b: Belief) -> None:
        """Take up the weights of the moment: near the end other things count."""
        if self.changes:
            self.hurried = end_is_near(b.state, b.own)
            self.weights = self.late if self.hurried else self.calm

    def order(self, b: Belief) -> vec[i64]:
        """The small choices of one whole order for the decision at hand."""
        self.feel(b)
        s = b.state
        state = s.state
        if state == MOVE_MENU:
            return self._movement(s, b)
        if state == CARD:
            return one(weigh_cards(s, b, self.weights, self.duel, self.rng, self.samples).best)
        if state == COMBAT_PICK:
            return one(self._combat(s, b))
        if state == RETREAT_PICK:
            return one(self._retreat(s, b))
        if state == FORCED_DISCARD:
            return one(_discard(s, b, self.weights))
        return self._rare(s, b)

    def _movement(self, s: State, b: Belief) -> vec[i64]:
        w = self.weights
        now = evaluate(s, b, w) + w[W_STAY]
        if self.quick:
            stage = s.turn * 8 + s.nation
            if stage != self.stage:
                self.stage = stage
                self.done = 0
            while True:
                m = first_march(s, b, w, self.done)
                if m.looked == 0:
                    break
                first = m.choices[0]
                pieces = marching(first)
                self.done |= pieces
                if m.value > now:
                    return m.choices
        else:
            m = best_march(s, b, w, False)
            if m.looked > 0 and m.value > now:
                return m.choices
        levy = best_levy(s, b, w)
        if levy.gain > 0:
            return carry_out(s, levy, b, w)
        return one(END)

    def _combat(self, s: State, b: Belief) -> i64:
        """The combat that promises most comes first: its outcome can only help the others."""
        best = s.pairs[0]
        most: i64 = -(1 << 40)
        for pair in s.pairs:
            gain = combat_gain(s, b, self.weights, attacker_of(pair), defender_of(pair))
            if gain > most:
                most = gain
                best = pair
        return best

    def _retreat(self, s: State, b: Belief) -> i64:
        """Send the beaten stack where it hurts most."""
        ends = combat.pending_ends(s)
        best = ends[0]
        most: i64 = -(1 << 40)
        for end in ends:
            t = s.copy()
            combat.choose_retreat(t, end)
            settle(t)
            value = evaluate(t, b, self.weights)
            if value > most:
                most = value
                best = end
        return best

    def _rare(self, s: State, b: Belief) -> vec[i64]:
        state = s.state
        w = self.weights
        if state == LAUDON:
            return _laudon(s, b, w)
        if state == OFFENSIVE:
            return one(_offensive(s, b, w))
        if state == ALLOT:
            return one(turn.choices(s)[0])
        if state == TRADE or state == REDRAW or state == GIFT:
            return one(_swap(s, b, w))
        if state == EAST_PRUSSIA:
            return one(_liberate(s))
        menu = turn.choices(s)
        best = menu[0]
        most: i64 = -(1 << 50)
        for i in range(len(menu)):
            value = _consider(s, b, w, menu[i])
            if value > most:
                most = value
                best = menu[i]
        return one(best)


def one(choice: i64) -> vec[i64]:
    """An order of a single choice."""
    return append(vec[i64](), choice)


def _discard(s: State, b: Belief, w: vec[i64]) -> i64:
    """Of the cards just drawn the one that is missed least."""
    prices = suit_prices(s, b, w, s.nation)
    best: i64 = -1
    least: i64 = 0
    for deck in range(MAX_DECKS):
        cards = s.sets[FRESH + deck]
        while cards != 0:
            card = deck * DECK_SIZE + lowest(cards)
            cards &= cards - 1
            price = card_price(prices, card)
            if best < 0 or price < least:
                best = card
                least = price
    return best


def _swap(s: State, b: Belief, w: vec[i64]) -> i64:
    """1♥, 4♥, 9♦: a poor card for one that can only be better; a hand of good cards is kept."""
    nation = s.decider
    card = cheapest(s, suit_prices(s, b, w, nation), nation)
    if card < 0 or (value_of(card) > 5 and not s.options.must_000 and not s.options.must_003):
        return NONE
    return card


def _offensive(s: State, b: Belief, w: vec[i64]) -> i64:
    """R13.3: only with a footing in Bohemia and cards enough to march on: Austria is given four objectives for it."""
    points: i64 = 0
    theirs: i64 = 0
    for suit in range(4):
        points += b.suit[PRUSSIA * 4 + suit]
        theirs += b.suit[AUSTRIA * 4 + suit]
    if count(s.sets[HELD + PRUSSIA]) < _FOOTING or points < 2 * theirs:
        return NONE
    prices = suit_prices(s, b, w, PRUSSIA)
    best: i64 = NONE
    least: i64 = 1 << 40
    menu = turn.choices(s)
    for i in range(len(menu)):
        if menu[i] != NONE and card_price(prices, menu[i]) < least:
            least = card_price(prices, menu[i])
            best = menu[i]
    return best


def _liberate(s: State) -> i64:
    """R13.2: the two of the four that lie farthest from Russian generals."""
    worst = vec[i64]([0, 0, 0, 0])
    for k in range(4):
        city = OBJECTIVE_CITY[EAST_PRUSSIAN[k]]
        near: i64 = 99
        for g in range(first_general(RUSSIA), end_general(RUSSIA)):
            if s.city[g] >= 0:
                away = distance(city, s.city[g])
                if away < near:
                    near = away
        worst[k] = near
    first: i64 = 0
    for k in range(1, 4):
        if worst[k] > worst[first]:
            first = k
    second: i64 = 1 if first == 0 else 0
    for k in range(4):
        if k != first and worst[k] > worst[second]:
            second = k
    return bit(first) | bit(second)


def _consider(s: State, b: Belief, w: vec[i64], choice: i64) -> i64:
    """The value of a rare choice: what it does is tried out on a copy, without running the game on."""
    state = s.state
    if choice == NONE:
        return evaluate(s, b, w)
    if state == EVADE and choice == FIGHT:
        return evaluate(s, b, w) - combat_gain(s, b, w, s.attacker, s.defender)
    if state == FLIP:
        # The larger the stack and the farther from home, the better.
        return evaluate(s, b, w) + s.men[POOL + choice] * count(members(s, choice))
    if state == RETIRE and s.city[choice] == OFF_MAP:
        return evaluate(s, b, w) + 1
    t = s.copy()
    if state == FREE_TROOP or state == LOSE_TROOP:
        top = top_of(t, choice)
        t.men[POOL + top] = t.men[POOL + top] + (1 if state == FREE_TROOP else -1)
    else:
        STEPS[state].take(t, choice)
        settle(t)
    return evaluate(t, b, w)


def _laudon(s: State, b: Belief, w: vec[i64]) -> vec[i64]:
    """6♠: his step, if any is better than staying."""
    cities = fate_moves.laudon_cities(s)
    whole = generals_in(s, 4, s.city[G_LAUDON])
    best = one(NONE)
    most = evaluate(s, b, w)
    for city in cities:
        t = s.copy()
        fate_moves.laudon(t, city)
        path = one(city)
        if t.state == SPLIT_ALLOT:
            share = least_share(s, whole, bit(G_LAUDON))
            share = max(share, min(most_share(s, whole, bit(G_LAUDON)), s.men[POOL + lowest(whole)] // count(whole)))
            path = append(path, share)
            fate_moves.laudon_share(t, share)
        value = evaluate(t, b, w)
        if value > most:
            most = value
            best = path
    return best
