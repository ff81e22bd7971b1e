"""Advice for people, from what the asker may know: the best orders with reasons, and the odds of a battle."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from sanssouci.bots import exchange, openings, registry, sense
from sanssouci.bots.base import allot_order
from sanssouci.bots.belief import Belief, belief_of
from sanssouci.bots.budget import Budget
from sanssouci.bots.chances import chances
from sanssouci.bots.exchange import CardOdds
from sanssouci.bots.levy import best_levy, carry_out, spare_levy
from sanssouci.bots.marches import best_march
from sanssouci.bots.policy import Policy
from sanssouci.bots.purse import card_price, suit_prices
from sanssouci.bots.reasons import Reason, in_hand, kept_for, of_combat, of_levy, of_move, of_retreat, sentence
from sanssouci.bots.sayings import saying
from sanssouci.bots.value import combat_gain, evaluate, settle
from sanssouci.bots.weights import load, table_of
from sanssouci.friedrich.decisions.orders import plan, text_of
from sanssouci.friedrich.rules import combat, turn
from sanssouci.friedrich.rules.board import PIECE_NATION, SUIT
from sanssouci.friedrich.rules.cards import is_reserve, suit_of
from sanssouci.friedrich.rules.duel import acting
from sanssouci.friedrich.rules.encoding import (
    MOVE_GENERALS,
    MOVE_TRAIN,
    PASS,
    attacker_of,
    defender_of,
    kind_of,
    marching,
)
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.friedrich.rules.state import CARD, COMBAT_PICK, FORCED_DISCARD, MOVE_MENU, POOL, RETREAT_PICK, State

__all__ = ["CardOdds", "Hint", "battle_odds", "chances", "hints", "sentence"]

#: Whose weights rank the orders beside the adviser's own choice, and how many are told.
RANKED_BY = "general"
TOLD = 3
#: The best marches that are looked at for one that saves what would fall.
LOOKED_AT = 60


class Hint(NamedTuple):
    """An order, what it is worth in troops against the best one (0), why it is good, and in a battle its odds."""

    order: str
    score: float
    reasons: list[Reason]
    odds: CardOdds | None = None

    def json(self) -> dict[str, Any]:
        """As it travels to a page."""
        key, args = saying(self.order)
        return {
            "order": self.order, "score": self.score, "saying": {"key": key, "args": args},
            "reasons": [{"key": key, "args": args} for key, args in self.reasons], "text": sentence(self.reasons),
            "odds": None if self.odds is None else self.odds._asdict(),
        }  # fmt: skip


def ranking(b: Belief, role: str) -> Policy:
    """The policy by which orders are ranked beside the adviser's own choice."""
    return Policy(load(RANKED_BY, role, table=table_of(b.state)), 0, 6, False)


def hints(view: Any, menu: dict[str, Any], rng: random.Random, budget: Budget | float | None = None) -> list[Hint]:
    """The best three orders with reasons, best first, none of them absurd. Scores are in troops."""
    adviser = registry.make(registry.strongest().name, "hint")
    first = adviser.decide(view, menu, random.Random(rng.getrandbits(64)), Budget.of(budget))
    if menu["state"] == "ALLOT":
        return _plans(view, menu, first, rng)
    if menu["state"] == "TRADE":
        return [Hint(first, 0.0, [("hint.spare" if not first.endswith(" none") else "hint.best", {})])]
    b = belief_of(view)
    s = b.state
    before = view.known_state
    policy = ranking(b, view.role)
    if s.state == MOVE_MENU:
        if first.startswith("move "):
            first = _straight(before, plan(before, first), menu)
        ranked = _moves(before, s, b, policy, menu, first)
    elif s.state == CARD:
        ranked = _cards(view, s, b, policy)
    elif s.state == COMBAT_PICK:
        ranked = _combats(before, s, b, policy)
    elif s.state == RETREAT_PICK:
        ranked = _retreats(before, s, b, policy)
    elif s.state == FORCED_DISCARD:
        ranked = _discards(before, s, b, policy)
    else:
        ranked = [Hint(first, 0.0, [("hint.best", {})])]
    # What the search prefers stands first, whatever the static reckoning says.
    chosen = [hint for hint in ranked if hint.order == first] or ranked[:1]
    if not chosen:
        return [Hint(first, 0.0, [("hint.best", {})])]
    others = [hint for hint in ranked if hint.order != chosen[0].order][: TOLD - 1]
    top = max(hint.score for hint in (*chosen, *others))
    return [chosen[0]._replace(score=0.0), *(h._replace(score=round(min(h.score - top, 0.0), 2)) for h in others)]


def battle_odds(view: Any, _rng: random.Random | None = None) -> list[CardOdds]:
    """For each play of the asker in the battle at hand (or for standing by, if he is not to act): the odds."""
    b = belief_of(view)
    return [play.odds for play in exchange.plays(view, b, ranking(b, view.role).weights)]


def _moves(before: State, s: State, b: Belief, policy: Policy, menu: dict[str, Any], first: str) -> list[Hint]:
    """Marches, the purchase that is worth its price, and the end of movement; the adviser's own choice among them."""
    w = policy.weights
    now = int(evaluate(s, b, w))
    own = int(b.own)
    marches = [([int(c) for c in choices], (value - now) / 30) for value, choices in best_march(s, b, w, True).kept]
    marches.sort(key=lambda march: -march[1])
    wanted = plan(before, first) if first.startswith("move ") else None
    found: list[Hint] = []
    if wanted is not None and not _senseless(s, own, wanted):
        score = next((score for choices, score in marches if choices == wanted), marches[0][1] if marches else 0.0)
        found.append(_march(before, s, b, wanted, score, menu))
    pieces: dict[int, int] = {}
    for choices, score in marches:
        pieces[choices[0]] = pieces.get(choices[0], 0) + 1
        if (pieces[choices[0]] > 1 and len(found) > 1) or _senseless(s, own, choices):
            continue
        hint = _march(before, s, b, choices, score, menu)
        if hint.order not in {known.order for known in found}:
            found.append(hint)
        if len(found) > 2 * TOLD:
            break
    bought = _purchase(before, s, b, policy, first)
    if bought is not None:
        found.append(bought)
    rescue = _rescue(before, s, b, [choices for choices, _ in marches], menu)
    if rescue is not None:
        found = [rescue, *(hint for hint in found if hint.order != rescue.order)]
    elif menu["end"] and not (first == "end" and bought is not None):
        found.append(Hint("end", 0.0, [("hint.end", {})]))
    first_words = [hint for hint in found if hint.order == first]
    if first_words or rescue is None:
        found.sort(key=lambda hint: -hint.score)
    # A purchase that costs nothing one would miss is told, however many marches there are.
    if bought is not None and bought in found[TOLD - 1 :]:
        found.remove(bought)
        found.insert(1, bought)
    return found if found else [Hint(first, 0.0, [("hint.best", {})])]


def _senseless(s: State, own: int, choices: list[int]) -> bool:
    return sense.goes_nowhere(s, choices) or sense.leaves_supply_for_nothing(s, own, choices)


def _march(before: State, s: State, b: Belief, choices: list[int], score: float, menu: dict[str, Any]) -> Hint:
    after = sense.after_move(s, choices)
    group = int(marching(choices[0]))
    return Hint(_straight(before, choices, menu), score, of_move(s, after, group, b))


def _straight(before: State, choices: list[int], menu: dict[str, Any]) -> str:
    """The order of a move without its detours."""
    words = text_of(before, choices).split()
    ways: list[str] = next(
        (g["ends"].get(words[-1], []) for g in menu["groups"] if "+".join(g["pieces"]) == words[1]), []
    )
    return sense.straightened(before, choices, ways)


def _purchase(before: State, s: State, b: Belief, policy: Policy, first: str) -> Hint | None:
    """What seems worth its price, or what a rich hand can spare; the adviser's own purchase if he has chosen one."""
    levy = best_levy(s, b, policy.weights)
    if levy.gain <= 0 and not first.startswith("recruit"):
        levy = spare_levy(s, b, policy.weights)
        if levy.troops == 0:
            return None
    order = (
        first
        if first.startswith("recruit")
        else text_of(before, [int(c) for c in carry_out(s, levy, b, policy.weights)])
    )
    return Hint(order, int(levy.gain) / 3000, of_levy(s, order))


def _rescue(before: State, s: State, b: Belief, marches: list[list[int]], menu: dict[str, Any]) -> Hint | None:
    """Before anything is done: the best move that keeps an open objective from falling, if one does."""
    if not sense.untouched(s):
        return None
    own = int(b.own)
    falls = sense.open_falls(s, own)
    if not falls:
        return None
    known = [choices for choices in marches[:LOOKED_AT] if kind_of(choices[0]) in (MOVE_GENERALS, MOVE_TRAIN)]
    rest = (plan(before, f"move {'+'.join(g['pieces'])} {' '.join(way)}")
            for g in menu["groups"] if not g.get("takes") for way in g["ends"].values())  # fmt: skip
    for choices in (*known, *rest):
        saved = sense.saves(s, own, falls, choices)
        if saved and not sense.leaves_supply_for_nothing(s, own, choices):
            hint = _march(before, s, b, choices, 0.0, menu)
            return hint._replace(reasons=[("hint.saves", {"cities": sorted(saved)}), *hint.reasons])
    return None


def _cards(view: Any, s: State, b: Belief, policy: Policy) -> list[Hint]:
    """The plays as `exchange` weighs them; no surrender that a single card would halve, no card for nothing."""
    plays = exchange.plays(view, b, policy.weights)
    helping = [play for play in plays if not exchange.is_wasted(s, play) and not exchange.is_overbid(play, plays)]
    absurd = exchange.absurd_surrender(s, plays) and any(play.choice != PASS for play in helping)
    plays = helping or plays
    nation = PIECE_NATION[acting(s)]
    suit = int(SUIT[s.city[acting(s)]])
    found = []
    for play in plays:
        if play.choice == PASS:
            if absurd:
                continue
            why: list[Reason] = [("hint.gives_up", {"troops": int(min(-s.score, s.men[POOL + acting(s)]))})]
            if s.score >= 0:
                why = [("hint.stops", {})]
            elif helping == [play]:
                why.append(("hint.lost", {}))
            why += kept_for(s, int(nation), suit, int(acting(s)))
        else:
            why = [("hint.card", {"score": play.score})]
            left = in_hand(s, int(nation), suit, (play.choice - 1) >> 4)
            if left["points"] or "reserves" in left:
                why.append(("hint.stay", left))
        found.append(Hint(play.odds.order, play.worth, why, play.odds))
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
    found = []
    for card in cards:
        why: list[Reason] = [("hint.spare", {})]
        if not is_reserve(card):
            why.append(("hint.stay", in_hand(s, int(s.nation), int(suit_of(card)), card)))
        found.append(Hint(text_of(before, [card]), -int(card_price(prices, card)) / 3000, why))
    return found


def _plans(view: Any, menu: dict[str, Any], first: str, rng: random.Random) -> list[Hint]:
    """A few sound first allotments."""
    s, nation = view.known_state, NATIONS.index(menu["nation"])
    orders = [first]
    for _ in range(12):
        order = allot_order(s, nation, openings.shares(s, nation, rng))
        if order not in orders and len(orders) < 3:
            orders.append(order)
    return [Hint(order, 0.0, [("hint.plan", {})]) for order in orders]
