"""A full game that agrees with a view: everything the seat cannot know is dealt at random.

* Cards: the unseen cards of each deck go at random into the hands (every hand's number of cards by deck back
  is public), the used piles and the draw pile, whose order is random too.
* Troops: each foreign nation's pools are one vector chosen uniformly among all that agree with the public
  bounds of its stacks and with its total.
* The rest of the fate deck, offers and sheets not yet shown, and the key of chance are random.

What others know of the cards is taken to be their own hands and what everybody knows. Where a purchase is
half done in small steps, hands that could not pay for it are dealt again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sanssouci.friedrich.knowledge.view import View
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, WHOLE_DECK, value_of
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.effects import EV_10S
from sanssouci.friedrich.rules.encoding import NONE, UNPAID
from sanssouci.friedrich.rules.fate_cards import keep_offer
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FATE_COUNT,
    GENERALS_FROM,
    MOST_TROOPS,
    NATION_COUNT,
    PRUSSIA,
    RUSSIA,
)
from sanssouci.friedrich.rules.state import (
    DRAW,
    FATE_DECK,
    FORCED_DISCARD,
    FREE_TROOP,
    FRESH,
    HAND,
    HIGH,
    KNOWN,
    LOW,
    POOL,
    PURSE,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    TABLE,
    USED,
    State,
    role_of,
    seers,
)

if TYPE_CHECKING:
    from sanssouci.friedrich.game import Game

#: Decisions that a dealt hand or sheet might leave without any choice.
_DELICATE: Final = (RECRUIT_ORDER, RECRUIT_PLACE, RECRUIT_PAY, RECRUIT_ASSIGN, FREE_TROOP)
_TRIES: Final = 90
_VALUES: Final = [int(value_of(card)) for card in range(DECK_SIZE * MAX_DECKS)]


class _Deck(NamedTuple):
    """The unseen cards of one deck, and how many of them lie where."""

    cards: list[int]
    hands: list[tuple[int, int]]  # row of `sets`, number
    used: int
    draw: int


class _Plan(NamedTuple):
    """What is the same in every sample of one view."""

    decks: list[_Deck]
    pile: list[int]  # cards known to be in the draw pile
    fates: list[int]  # fate cards not drawn
    stacks: list[tuple[tuple[int, ...], tuple[tuple[int, int], ...], int]]  # tops, bounds, total of a nation
    foreign: list[int]
    base: list[tuple[int, int]]  # rows of KNOWN of the other roles with what everybody knows
    known_hands: list[tuple[int, int]]  # rows of foreign hands with the cards known to be there
    worth: list[int]  # what those are worth in payment, by nation
    learners: list[tuple[int, int]]  # row of a foreign hand, row of KNOWN that learns it


def resample(view: View, rng: random.Random) -> Game:
    """A game the seat of this view could be in; `resample(v, rng).view(role).json() == v.json()`."""
    from sanssouci.friedrich.game import Game

    plan = view.plan
    if not isinstance(plan, _Plan):
        plan = view.plan = _prepare(view)
    s = _deal(view, plan, rng)
    if s.state in _DELICATE and not view.own >> s.decider & 1:
        tries = 0
        while not _can_finish(s) and tries < _TRIES:
            tries += 1
            s = _deal(view, plan, rng, -1 if tries < _TRIES // 3 else int(s.decider))
    return Game(s, view.chronicle, keeps_record=False)


def _can_finish(s: State) -> bool:
    """Can the purchase (or gift of a troop) that is under way be brought to an end, whatever is chosen first?"""
    for last in (False, True):
        t = s.copy()
        while t.state in _DELICATE and t.decider == s.decider:
            choices = turn.choices(t)
            if not len(choices):
                return False
            turn.apply(t, choices[len(choices) - 1 if last else 0])
    return True


def _prepare(view: View) -> _Plan:
    m = view.known_state
    foreign = [n for n in range(NATION_COUNT) if m.playing >> n & 1 and not view.own >> n & 1]
    decks = []
    pile = []
    known_hands = []
    worth = [0] * NATION_COUNT
    learners: list[tuple[int, int]] = []
    for d in range(m.decks_open):
        placed = m.sets[TABLE + d] | m.sets[USED + d] | view.known_draw[d]
        if m.oo_card >= 0 and m.oo_card // DECK_SIZE == d:
            placed |= 1 << m.oo_card % DECK_SIZE
        hands = []
        for n in range(NATION_COUNT):
            row = HAND + n * MAX_DECKS + d
            placed |= m.sets[row] | view.known_cards[n][d]
            if n in foreign:
                known = view.known_cards[n][d]
                if known:
                    known_hands.append((row, known))
                    worth[n] += sum(_VALUES[k] for k in range(DECK_SIZE) if known >> k & 1)
                eyes = seers(m, role_of(m, n))
                learners += [(row, KNOWN + r * MAX_DECKS + d) for r in range(4) if eyes >> r & 1]
                number = view.hand_counts[n][d] - known.bit_count()
                if number:
                    hands.append((row, number))
        pile += [d * DECK_SIZE + k for k in range(DECK_SIZE) if view.known_draw[d] >> k & 1]
        unseen = [k for k in range(DECK_SIZE) if (WHOLE_DECK & ~placed) >> k & 1]
        used = view.used_counts[d] - int(m.sets[USED + d]).bit_count()
        draw = view.draw_counts[d] - view.known_draw[d].bit_count()
        decks.append(_Deck(unseen, hands, used, draw))
    stacks = []
    for n in foreign:
        if not m.allotted >> n & 1:
            continue
        tops, bounds = _bounds(m, n)
        if tops:
            stacks.append((tops, bounds, view.totals[n]))
    base = []
    for r in range(4):
        if not view.eyes >> r & 1:
            base += [(KNOWN + r * MAX_DECKS + d, view.public_cards[d]) for d in range(MAX_DECKS)]
    drawn = {int(m.pile[FATE_DECK + i]) for i in range(m.fate_drawn)}
    fates = [card for card in range(FATE_COUNT) if card not in drawn]
    return _Plan(decks, pile, fates, stacks, foreign, base, known_hands, worth, learners)


def _bounds(m: State, nation: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The stacks of a nation by their top generals, and the bounds of each that everybody knows."""
    tops = tuple(g for g in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]) if m.men[HIGH + g])
    return tops, tuple((int(m.men[LOW + g]), int(m.men[HIGH + g])) for g in tops)


def _deal(view: View, plan: _Plan, rng: random.Random, favoured: int = -1) -> State:
    """Deal once; a favoured nation gets the best cards it could pay with."""
    s = view.known_state.copy()
    sets = s.sets
    chance = rng.random
    s.key = rng.getrandbits(128).to_bytes(16, "big")
    for row, known in plan.known_hands:
        sets[row] = known
    pile: list[int] = []
    worth = list(plan.worth)
    for d, deck in enumerate(plan.decks):
        order = _mixed(deck.cards, chance)
        if favoured >= 0:
            order = _best_first(s, deck, favoured, d, order)
        at = 0
        for row, number in deck.hands:
            held = sets[row]
            points = 0
            for k in order[at : at + number]:
                held |= 1 << k
                points += _VALUES[k]
            sets[row] = held
            worth[(row - HAND) // MAX_DECKS] += points
            at += number
        if deck.used:
            laid = sets[USED + d]
            for k in order[at : at + deck.used]:
                laid |= 1 << k
            sets[USED + d] = laid
            at += deck.used
        first = d * DECK_SIZE
        pile += [first + k for k in order[at:]]
    several = sum(1 for deck in plan.decks if deck.draw) > 1
    if several or plan.pile:
        pile = _mixed(pile + plan.pile, chance)
    at = DRAW
    drawing = s.pile
    for card in pile:
        drawing[at] = card
        at += 1
    at = FATE_DECK + s.fate_drawn
    for card in _mixed(plan.fates, chance):
        drawing[at] = card
        at += 1
    for tops, bounds, total in plan.stacks:
        for top, pool in zip(tops, _pools(bounds, total, rng), strict=True):
            s.men[POOL + top] = pool
    for n in plan.foreign:
        sets[PURSE + n] = worth[n]
    _minds(view, plan, s, rng)
    return s


def _mixed(cards: list[int], chance: Callable[[], float]) -> list[int]:
    """The cards in a random order."""
    keyed = [(chance(), card) for card in cards]
    keyed.sort()
    return [card for _, card in keyed]


# ---------------------------------------------------------------- troops


@lru_cache(maxsize=8192)
def _ways(bounds: tuple[tuple[int, int], ...], total: int) -> tuple[tuple[int, ...], ...]:
    """For each stack: in how many ways those from it on can make up 0 … total."""
    rows: list[tuple[int, ...]] = [tuple(1 if left == 0 else 0 for left in range(total + 1))]
    for low, high in reversed(bounds):
        after = rows[-1]
        rows.append(
            tuple(sum(after[left - pool] for pool in range(low, min(high, left) + 1)) for left in range(total + 1))
        )
    rows.reverse()
    return tuple(rows)


def _pools(bounds: tuple[tuple[int, int], ...], total: int, rng: random.Random) -> list[int]:
    """One of the vectors within the bounds that add up to the total, each as likely as any other."""
    ways = _ways(bounds, total)
    left = total
    pools = []
    for i, (low, high) in enumerate(bounds):
        after = ways[i + 1]
        pool = low
        count = ways[i][left]
        if count > 1:
            pick = int(rng.random() * count)
            while pool < high and left - pool >= 0:
                pick -= after[left - pool]
                if pick < 0:
                    break
                pool += 1
        else:
            while pool < high and after[left - pool] == 0:
                pool += 1
        pools.append(pool)
        left -= pool
    return pools


# ---------------------------------------------------------------- what others know and mean


def _minds(view: View, plan: _Plan, s: State, rng: random.Random) -> None:
    """The knowledge of the other roles, and decisions they have taken in secret."""
    sets = s.sets
    for row, public in plan.base:
        sets[row] = public
    for hand, known in plan.learners:
        sets[known] = sets[known] | sets[hand]
    if s.state == FORCED_DISCARD and s.nation in plan.foreign:
        _fresh(view, s, rng)
    for n in (RUSSIA, AUSTRIA):
        if s.offers >> n & 1 and n in plan.foreign:
            keep_offer(s, n, rng.choice([*hand_cards(s, n), NONE]))
    if s.events & EV_10S and s.recruits and s.nation == PRUSSIA and PRUSSIA in plan.foreign:
        able = [g for g in range(GENERALS_FROM[PRUSSIA + 1]) if s.city[g] >= 0]
        for _ in range(min(s.recruits, MOST_TROOPS)):
            if able:
                s.bound |= 1 << rng.choice(able)


def _fresh(view: View, s: State, rng: random.Random) -> None:
    """Which cards of a foreign hand were just drawn: their backs are known, and they were never seen before."""
    for d in range(MAX_DECKS):
        number = view.fresh_counts[d]
        if number:
            row = HAND + s.nation * MAX_DECKS + d
            unseen = s.sets[row] & ~view.known_cards[s.nation][d]
            for k in rng.sample([k for k in range(DECK_SIZE) if unseen >> k & 1], number):
                s.sets[FRESH + d] = s.sets[FRESH + d] | 1 << k


def _best_first(s: State, deck: _Deck, nation: int, d: int, order: list[int]) -> list[int]:
    """The order in which a deck is dealt so that a nation gets the most valuable cards it may still pay with."""
    row = HAND + nation * MAX_DECKS + d
    at = 0
    for other, number in deck.hands:
        if other == row:
            limit = s.buy_last if s.state == RECRUIT_PAY else UNPAID
            good = [k for k in order if _VALUES[k] * 256 + d * DECK_SIZE + k < limit]
            best = sorted(good, key=lambda k: -_VALUES[k])[:number]
            rest = [k for k in order if k not in best]
            missing = number - len(best)
            return rest[:at] + best + rest[at : at + missing] + rest[at + missing :]
        at += number
    return order


def feasible(view: View, nation: int) -> int:
    """In how many ways a foreign nation's troops may be spread over its stacks, as far as the seat knows."""
    _, bounds = _bounds(view.known_state, nation)
    return _ways(bounds, view.totals[nation])[0][view.totals[nation]]


__all__ = ["feasible", "resample"]
