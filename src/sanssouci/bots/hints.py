"""Advice for people, from what the asker may know: the best orders with reasons, and the odds of a battle."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots import openings
from sanssouci.bots.base import allot_order
from sanssouci.bots.battle import face_of, own_cards, sample_cards, weigh_cards
from sanssouci.bots.belief import belief_of
from sanssouci.bots.budget import Budget
from sanssouci.bots.chances import chances
from sanssouci.bots.general import GeneralBot
from sanssouci.bots.marches import best_march
from sanssouci.bots.policy import Policy
from sanssouci.bots.purse import card_price, suit_prices
from sanssouci.bots.reasons import Reason, of_combat, of_move, of_retreat, sentence
from sanssouci.bots.solver import DEEPEST, EXACT, PACKED, Duel, pack
from sanssouci.bots.value import combat_gain, evaluate, settle
from sanssouci.bots.weights import load, table_of
from sanssouci.friedrich.decisions.orders import text_of
from sanssouci.friedrich.rules import combat, turn
from sanssouci.friedrich.rules.board import PIECE_NATION, SUIT
from sanssouci.friedrich.rules.cards import bit
from sanssouci.friedrich.rules.duel import acting, list_cards, worth
from sanssouci.friedrich.rules.encoding import MOVE_TRAIN, PASS, attacker_of, defender_of, kind_of
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import CARD, COMBAT_PICK, FORCED_DISCARD, MOVE_MENU, POOL, RETREAT_PICK, State

__all__ = ["CardOdds", "Hint", "battle_odds", "chances", "hints", "sentence"]

#: Enemy hands that are imagined for the odds of a battle.
HANDS = 40


class Hint(NamedTuple):
    """An order, what it is worth against the best one (0), and why it is good."""

    order: str
    score: float
    reasons: list[Reason]

    def json(self) -> dict[str, Any]:
        """As it travels to a page."""
        return {
            "order": self.order, "score": self.score,
            "reasons": [{"key": key, "args": args} for key, args in self.reasons], "text": sentence(self.reasons),
        }  # fmt: skip


def hints(view: Any, menu: dict[str, Any], rng: random.Random, budget: Budget | float | None = None) -> list[Hint]:
    """The best three orders with reasons, best first. Scores are in troops."""
    allowed = Budget.of(budget)
    bot = GeneralBot("hint")
    bot.temperament = ""
    first = bot.decide(view, menu, random.Random(rng.getrandbits(64)), allowed)
    if menu["state"] == "ALLOT":
        return _plans(view, menu, first, rng)
    if menu["state"] == "TRADE":
        return [Hint(first, 0.0, [("hint.spare" if not first.endswith(" none") else "hint.best", {})])]
    b = belief_of(view)
    s = b.state
    before = view.known_state
    policy = bot.policy(int(b.role))
    if s.state == MOVE_MENU:
        ranked = _moves(before, s, b, policy)
    elif s.state == CARD:
        ranked = _cards(before, s, b, policy, rng)
    elif s.state == COMBAT_PICK:
        ranked = _combats(before, s, b, policy)
    elif s.state == RETREAT_PICK:
        ranked = _retreats(before, s, b, policy)
    elif s.state == FORCED_DISCARD:
        ranked = _discards(before, s, b, policy)
    else:
        ranked = []
    chosen = [hint for hint in ranked if hint.order == first]
    if not chosen:
        key = {"end": "hint.end", "recruit": "hint.recruits"}.get(first.split()[0], "hint.best")
        chosen = [Hint(first, 0.0, [(key, {})])]
    best = chosen[0]
    others = [hint for hint in ranked if hint.order != first][:2]
    top = max([best.score, *(hint.score for hint in others)])
    # What the search prefers stands first, whatever the static reckoning says.
    return [best._replace(score=0.0), *(h._replace(score=round(min(h.score - top, 0.0), 2)) for h in others)]


def _moves(before: State, s: State, b: Any, policy: Policy) -> list[Hint]:
    w = policy.weights
    m = best_march(s, b, w, True)
    now = int(evaluate(s, b, w))
    found: list[Hint] = []
    pieces: dict[int, int] = {}
    for value, choices in sorted(m.kept, key=lambda kept: -kept[0])[:40]:
        first = choices[0]
        pieces[first] = pieces.get(first, 0) + 1
        if pieces[first] > 1 and len(found) > 1:
            continue
        after = s.copy()
        for choice in choices:
            turn.apply(after, choice)
        group = int(bit(first >> 8)) if kind_of(first) == MOVE_TRAIN else first >> 8
        found.append(Hint(text_of(before, choices), (value - now) / 30, of_move(s, after, group, b)))
        if len(found) >= 6:
            break
    found.append(Hint("end", 0.0, [("hint.end", {})]))
    found.sort(key=lambda hint: -hint.score)
    return found


def _cards(before: State, s: State, b: Any, policy: Policy, rng: random.Random) -> list[Hint]:
    weighed = weigh_cards(s, b, policy.weights, policy.duel, SmallRandom(rng.getrandbits(64)), policy.samples)
    found = []
    nation = PIECE_NATION[acting(s)]
    suit = int(SUIT[s.city[acting(s)]])
    for choice, value in zip(weighed.choices, weighed.values, strict=True):
        if choice == PASS:
            why: list[Reason] = [("hint.gives_up", {"troops": int(min(-s.score, s.men[POOL + acting(s)]))})]
        else:
            card, named = (choice - 1) >> 4, (choice - 1) & 15
            why = [
                ("hint.card", {"score": int(s.score + worth(s, nation, card, named))}),
                ("hint.cards", {"points": int(b.suit[nation * 4 + suit]), "suit": "SCHD"[suit]}),
            ]
        found.append(Hint(text_of(before, [int(choice)]), int(value) / 3000, why))
    found.sort(key=lambda hint: -hint.score)
    return found


def _combats(before: State, s: State, b: Any, policy: Policy) -> list[Hint]:
    """The combats to choose from, the most promising first."""
    found = []
    for pair in s.pairs:
        mine, theirs = int(attacker_of(pair)), int(defender_of(pair))
        gain = int(combat_gain(s, b, policy.weights, mine, theirs))
        found.append(Hint(text_of(before, [int(pair)]), gain / 30, of_combat(s, mine, theirs, b)))
    return sorted(found, key=lambda hint: -hint.score)


def _retreats(before: State, s: State, b: Any, policy: Policy) -> list[Hint]:
    """Where the beaten stack may be sent, the worst place for it first."""
    found = []
    for end in combat.pending_ends(s):
        after = s.copy()
        combat.choose_retreat(after, end)
        settle(after)
        value = int(evaluate(after, b, policy.weights))
        found.append(Hint(text_of(before, [int(end)]), value / 30, of_retreat(s, after, int(s.nation))))
    return sorted(found, key=lambda hint: -hint.score)


def _discards(before: State, s: State, b: Any, policy: Policy) -> list[Hint]:
    """The cards just drawn, the least missed first (R3.2)."""
    prices = suit_prices(s, b, policy.weights, s.nation)
    cards = [int(card) for card in turn.choices(s)]
    cards.sort(key=lambda card: int(card_price(prices, card)))
    return [
        Hint(text_of(before, [card]), -int(card_price(prices, card)) / 3000, [("hint.spare", {})]) for card in cards
    ]


def _plans(view: Any, menu: dict[str, Any], first: str, rng: random.Random) -> list[Hint]:
    """A few sound first allotments."""
    s, nation = view.known_state, NATIONS.index(menu["nation"])
    orders = [first]
    for _ in range(12):
        order = allot_order(s, nation, openings.shares(s, nation, rng))
        if order not in orders and len(orders) < 3:
            orders.append(order)
    return [Hint(order, 0.0, [("hint.plan", {})]) for order in orders]


class CardOdds(NamedTuple):
    """What to expect of one play: chances in 1 to win and to draw, troops lost by either side on the average."""

    order: str
    win: float
    draw: float
    own_loss: float
    enemy_loss: float


def battle_odds(view: Any, rng: random.Random) -> list[CardOdds]:
    """For each play of the asker in the battle at hand (or for standing by, if he is not to act): the odds.

    Both sides are taken to play their best with open cards, over hands the enemy may hold.
    """
    b = belief_of(view)
    s = b.state
    if s.state != CARD or s.attacker < 0:
        return []
    side = 0 if b.own >> PIECE_NATION[s.attacker] & 1 else 1
    mine, theirs = (s.attacker, s.defender) if side == 0 else (s.defender, s.attacker)
    if not b.own >> PIECE_NATION[mine] & 1:
        return []
    rng_ = SmallRandom(rng.getrandbits(64))
    duel = Duel()
    duel.thrifty = True
    duel.budget = 20000
    policy = Policy(load("captain", view.role, table=table_of(s)), 0, 1, False)
    lose, win = stakes(s, mine, theirs, policy.weights)
    duel.end0, duel.end1 = lose, win
    hand = own_cards(s, PIECE_NATION[mine], SUIT[s.city[mine]])
    hands = [sample_cards(s, b, PIECE_NATION[theirs], SUIT[s.city[theirs]], rng_) for _ in range(HANDS)]
    acts = s.right == side
    plays = [int(c) for c in list_cards(s, vec[i64]())] if acts else [-1]
    found = []
    seen: set[tuple[int, int]] = set()
    for choice in plays:
        if choice > 0:
            card, named = (choice - 1) >> 4, (choice - 1) & 15
            mark = (int(face_of(card)), named)
            if mark in seen:
                continue
            seen.add(mark)
        found.append(_odds(s, duel, choice, side, mine, theirs, hand, hands))
    return [
        one._replace(order="" if one.order == "-1" else text_of(view.known_state, [int(one.order)])) for one in found
    ]


def stakes(s: State, mine: int, theirs: int, w: vec[i64]) -> tuple[vec[i64], vec[i64]]:
    """Plain stakes: troops, in hundredths, and the end of a stack."""
    lose, win = vec[i64](), vec[i64]()
    for k in range(DEEPEST + 1):
        own, foe = min(k, s.men[POOL + mine]), min(k, s.men[POOL + theirs])
        lose = append(lose, -3000 * own - (2000 if k else 0))
        win = append(win, 3000 * foe + (2000 if k else 0))
    return lose, win


def _odds(
    s: State, duel: Duel, choice: int, side: int, mine: int, theirs: int, hand: vec[i64], hands: list[vec[i64]]
) -> CardOdds:
    score, right = int(s.score), 0 if s.right == side else 1
    spent = -1
    if choice > 0:
        spent = (choice - 1) >> 4
        score += int(worth(s, PIECE_NATION[mine], spent, (choice - 1) & 15))
        if score >= 0:
            score, right = -score, 1
    values, costs = _packed(hand, spent)
    wins = draws = own = foe = 0
    for cards in hands:
        if choice == PASS:
            result = min(-score, 63)
        else:
            duel.value0, duel.price0 = values, costs
            duel.value1, duel.price1 = _packed(cards, -1)
            result = int(duel.outcome(score, right))
        loser, by = result // 64, result % 64
        if by == 0:
            draws += 1
        elif loser == 0:
            own += min(by, int(s.men[POOL + mine]))
        else:
            wins += 1
            foe += min(by, int(s.men[POOL + theirs]))
    n = len(hands)
    return CardOdds(str(choice), wins / n, draws / n, own / n, foe / n)


def _packed(cards: vec[i64], spent: int) -> tuple[vec[i64], vec[i64]]:
    values, costs = vec[i64](), vec[i64]()
    for card in cards:
        if card != spent:
            face = face_of(card)
            values = append(values, face)
            costs = append(costs, 300 * (face if face else 12))
    return pack(values, costs, EXACT if len(values) <= EXACT + 1 else PACKED, 1)
