"""One reckoning of the battle at hand: what each play is worth and what to expect of it.

Hints and odds are both read off it, so that they cannot contradict each other: the same hands of the enemy, the same
stakes, the same play of both sides. It depends on the view alone; whoever asks twice gets the same figures.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.battle import after_defeat, ends_of, face_of, own_cards, sample_cards
from sanssouci.bots.belief import Belief
from sanssouci.bots.purse import card_price, combat_prices, suit_prices
from sanssouci.bots.solver import EXACT, PACKED, Duel, pack
from sanssouci.bots.weights import W_ENEMY_POINT, W_POINT
from sanssouci.friedrich.decisions.orders import text_of
from sanssouci.friedrich.rules.board import PIECE_NATION, SUIT
from sanssouci.friedrich.rules.duel import list_cards, worth
from sanssouci.friedrich.rules.encoding import PASS
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import CARD, POOL, State

#: Hands of the enemy that are imagined.
HANDS = 40
#: Less than this is nothing, in troops and in chances.
WASTED = 0.1
#: The choice that stands for waiting while the other side has the right.
WAIT = -1


class CardOdds(NamedTuple):
    """What to expect of one play: chances in 1 to win and to draw, troops lost by either side on the average."""

    order: str
    win: float
    draw: float
    own_loss: float
    enemy_loss: float


class Play(NamedTuple):
    """A play with its worth in troops, cards spent counted in, what to expect of it, and the score it leads to."""

    choice: int
    worth: float
    odds: CardOdds
    score: int


def plays(view: Any, b: Belief, w: vec[i64]) -> list[Play]:
    """Every play of the asker in the battle at hand (or waiting, if the other side has the right), best first."""
    s = b.state
    if s.state != CARD or s.attacker < 0:
        return []
    side = 0 if b.own >> PIECE_NATION[s.attacker] & 1 else 1
    mine, theirs = (s.attacker, s.defender) if side == 0 else (s.defender, s.attacker)
    if not b.own >> PIECE_NATION[mine] & 1:
        return []
    said = json.dumps(view.json(), sort_keys=True).encode()
    rng = SmallRandom(int.from_bytes(hashlib.sha256(said).digest()[:7], "big"))
    desk = _Desk(s, b, w, side, int(mine), int(theirs))
    hands = [sample_cards(s, b, desk.foe, SUIT[s.city[theirs]], rng) for _ in range(HANDS)]
    choices = _distinct(s) if s.right == side else [WAIT]
    found = [desk.weigh(choice, hands, view.known_state) for choice in choices]
    return sorted(found, key=lambda play: -play.worth)


def _distinct(s: State) -> list[int]:
    """The legal choices, cards that are alike once."""
    found: dict[tuple[int, int], int] = {}
    for choice in list_cards(s, vec[i64]()):
        mark = (-1, 0) if choice == PASS else (int(face_of((choice - 1) >> 4)), (int(choice) - 1) & 15)
        found.setdefault(mark, int(choice))
    return list(found.values())


class _Desk:
    """What all plays of one battle share."""

    def __init__(self, s: State, b: Belief, w: vec[i64], side: int, mine: int, theirs: int) -> None:
        self.s = s
        self.side, self.mine, self.theirs = side, mine, theirs
        self.nation: i64 = PIECE_NATION[mine]
        self.foe: i64 = PIECE_NATION[theirs]
        self.hand = own_cards(s, self.nation, SUIT[s.city[mine]])
        self.prices = combat_prices(s, b, w, self.nation)
        self.foe_prices = suit_prices(s, b, w, self.foe)
        self.ratio = w[W_ENEMY_POINT] * 100 // max(w[W_POINT], 1)
        base = after_defeat(s, side, 0, b, w)
        self.duel = Duel()
        self.duel.thrifty = True
        self.duel.budget = 20000
        self.duel.end0 = ends_of(s, side, b, w, base)
        self.duel.end1 = ends_of(s, 1 - side, b, w, base)

    def weigh(self, choice: int, hands: list[vec[i64]], known: State) -> Play:
        """One play over all imagined hands."""
        s, duel = self.s, self.duel
        score, right = int(s.score), 0 if s.right == self.side else 1
        spent, cost = -1, 0
        if choice > 0:
            spent = (choice - 1) >> 4
            cost = int(card_price(self.prices, spent))
            score += int(worth(s, self.nation, spent, (choice - 1) & 15))
        reached = score
        if choice > 0 and score >= 0:
            score, right = -score, 1
        duel.value0, duel.price0 = self._packed(self.hand, spent, self.prices, 100)
        wins = draws = own = foe = value = 0
        for cards in hands:
            if choice == PASS:
                result = min(-score, 63)
                value += int(duel.end0[min(-score, len(duel.end0) - 1)])
            else:
                duel.value1, duel.price1 = self._packed(cards, -1, self.foe_prices, int(self.ratio))
                value += int(duel.solve(score, right)) - cost
                result = int(duel.outcome(score, right))
            loser, by = result // 64, result % 64
            if by == 0:
                draws += 1
            elif loser == 0:
                own += min(by, int(s.men[POOL + self.mine]))
            else:
                wins += 1
                foe += min(by, int(s.men[POOL + self.theirs]))
        n = len(hands)
        order = "" if choice == WAIT else text_of(known, [choice])
        return Play(choice, value / n / 3000, CardOdds(order, wins / n, draws / n, own / n, foe / n), reached)

    def _packed(self, cards: vec[i64], spent: int, prices: vec[i64], percent: int) -> tuple[vec[i64], vec[i64]]:
        values, costs = vec[i64](), vec[i64]()
        for card in cards:
            if card != spent:
                values = append(values, face_of(card))
                costs = append(costs, card_price(prices, card) * percent // 100)
        return pack(values, costs, EXACT if len(values) <= EXACT + 1 else PACKED, 1)


def is_wasted(s: State, play: Play) -> bool:
    """Would a card be spent for nothing: by the odds no troop is saved, none of the enemy's lost, nothing won?"""
    if play.choice <= 0 or s.score >= 0:
        return False
    loss = min(-int(s.score), int(s.men[POOL + (s.attacker if s.right == 0 else s.defender)]))
    odds = play.odds
    return odds.own_loss > loss - WASTED and odds.enemy_loss < WASTED and odds.win + odds.draw < WASTED


def is_overbid(play: Play, found: list[Play]) -> bool:
    """Would the same card at another value (a Reserve, R3.6) save three troops more, at no real loss of chances?"""
    if play.choice <= 0:
        return False
    hopes = play.odds.win + play.odds.draw
    return any(
        other.choice > 0
        and other.choice - 1 >> 4 == play.choice - 1 >> 4
        and other.odds.own_loss <= play.odds.own_loss - 3
        and hopes < other.odds.win + other.odds.draw + WASTED
        for other in found
    )


def absurd_surrender(s: State, found: list[Play]) -> bool:
    """Would giving up cost three troops or the last ones, where a single card at least halves the loss?"""
    mine = s.attacker if s.right == 0 else s.defender
    troops = int(s.men[POOL + mine])
    loss = min(-int(s.score), troops)
    if loss < 3 and loss < troops:
        return False
    saved = [min(max(-play.score, 0), troops) for play in found if play.choice > 0]
    return bool(saved) and 2 * min(saved) <= loss
