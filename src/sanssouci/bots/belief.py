"""What a seat believes about the hands and stacks it cannot see.

A `Belief` holds a working copy of the state in which foreign pools are estimates, and for every nation
and suit the points it may be expected to hold there with their spread. Own figures are exact; foreign
ones follow from the number of cards by deck back and from the cards the seat has not seen.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import MAX_DECKS, RESERVES, SUIT_SET, WHOLE_DECK, bit, count, lowest
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLES
from sanssouci.friedrich.rules.state import HAND, HIGH, KNOWN, LOW, POOL, State, hand_of, role_of, seers
from sanssouci.friedrich.rules.troops import end_general, first_general, total

#: What a Reserve counts for in an estimate: it fits everywhere, but only once.
RESERVE_POINTS: Final = 8


class Belief:
    """A seat's picture of the game."""

    def __init__(self, role: i64, own: i64, state: State, counts: vec[i64]) -> None:
        """Take over a working state; `imagine` fills the rest."""
        self.role: i64 = role
        self.own: i64 = own
        self.state: State = state
        self.counts: vec[i64] = counts
        self.open: bool = False  # every hand lies open: only the oracle's do
        self.size: vec[i64] = vec[i64]([0] * 7)
        self.suit: vec[i64] = vec[i64]([0] * 28)
        self.spread: vec[i64] = vec[i64]([0] * 28)


def isqrt(n: i64) -> i64:
    """The whole part of a square root."""
    if n <= 0:
        return 0
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x


def _own_hand(s: State, b: Belief, nation: i64) -> None:
    for deck in range(MAX_DECKS):
        hand = hand_of(s, nation, deck)
        wild = count(hand & RESERVES) * RESERVE_POINTS
        for suit in range(4):
            at = nation * 4 + suit
            cards = hand & SUIT_SET[suit]
            points = wild
            while cards != 0:
                points += lowest(cards) % 12 + 2
                cards &= cards - 1
            b.suit[at] = b.suit[at] + points


def _foreign_hands(s: State, b: Belief) -> None:
    """Expected points and their variance, deck by deck, from the cards not seen."""
    variance = vec[i64]([0] * 28)
    for deck in range(MAX_DECKS):
        needed: i64 = 0
        for nation in range(NATION_COUNT):
            if b.own >> nation & 1 == 0:
                needed += b.counts[nation * MAX_DECKS + deck]
        if needed > 0:
            unseen = WHOLE_DECK & ~s.sets[KNOWN + b.role * MAX_DECKS + deck]
            size = max(count(unseen), 1)
            wild = count(unseen & RESERVES)
            for suit in range(4):
                cards = unseen & SUIT_SET[suit]
                points = wild * RESERVE_POINTS
                squares = wild * RESERVE_POINTS * RESERVE_POINTS
                while cards != 0:
                    value = lowest(cards) % 12 + 2
                    cards &= cards - 1
                    points += value
                    squares += value * value
                mean = points * 100 // size
                var = squares * 100 // size - mean * mean // 100
                for nation in range(NATION_COUNT):
                    n = b.counts[nation * MAX_DECKS + deck]
                    if n > 0 and b.own >> nation & 1 == 0:
                        at = nation * 4 + suit
                        b.suit[at] = b.suit[at] + n * mean
                        variance[at] = variance[at] + n * var
    for i in range(28):
        if b.own >> (i // 4) & 1 == 0:
            b.suit[i] = b.suit[i] // 100
            b.spread[i] = isqrt(variance[i] // 100)


def _foreign_pools(s: State, nation: i64, sum_: i64) -> None:
    """Spread a national total over the stacks inside their public bounds."""
    low: i64 = 0
    high: i64 = 0
    end = end_general(nation)
    for g in range(first_general(nation), end):
        low += s.men[LOW + g]
        high += s.men[HIGH + g]
    spare = max(sum_ - low, 0)
    room = high - low
    for g in range(first_general(nation), end):
        if s.men[HIGH + g] > 0:
            mine = s.men[HIGH + g] - s.men[LOW + g]
            share = spare * mine // room if room > 0 else 0
            s.men[POOL + g] = max(s.men[LOW + g] + min(share, mine), 1)
        else:
            s.men[POOL + g] = 0


def imagine(w: State, role: i64, own: i64, counts: vec[i64], totals: vec[i64]) -> Belief:
    """A belief on a working state that belongs to it: foreign pools in it are overwritten."""
    b = Belief(role, own, w, counts)
    for nation in range(NATION_COUNT):
        for deck in range(MAX_DECKS):
            b.size[nation] = b.size[nation] + counts[nation * MAX_DECKS + deck]
        if own >> nation & 1 == 1:
            _own_hand(w, b, nation)
        elif w.playing >> nation & 1 == 1 and w.allotted >> nation & 1 == 1:
            _foreign_pools(w, nation, totals[nation])
    _foreign_hands(w, b)
    return b


def own_nations(s: State, role: i64) -> i64:
    """The nations whose secrets a role shares."""
    eyes = seers(s, role)
    own: i64 = 0
    for nation in range(NATION_COUNT):
        if s.playing >> nation & 1 == 1 and eyes >> role_of(s, nation) & 1 == 1:
            own |= bit(nation)
    return own


def hand_counts(s: State) -> vec[i64]:
    """How many cards of each deck every nation holds."""
    counts = vec[i64]([0] * 35)
    for i in range(35):
        counts[i] = count(s.sets[HAND + i])
    return counts


def look(s: State, role: i64) -> Belief:
    """What a role believes, from a full state of which only what it may know is used."""
    totals = vec[i64]([0] * 7)
    for nation in range(NATION_COUNT):
        totals[nation] = total(s, nation)
    return imagine(s.copy(), role, own_nations(s, role), hand_counts(s), totals)


def see_all(s: State, role: i64) -> Belief:
    """No belief but the truth: every stack and every hand as it is. For the oracle alone."""
    b = Belief(role, own_nations(s, role), s.copy(), hand_counts(s))
    b.open = True
    for i in range(35):
        b.size[i // 5] = b.size[i // 5] + b.counts[i]
    for nation in range(NATION_COUNT):
        _own_hand(s, b, nation)
    return b


def belief_of(view: Any) -> Belief:
    """What a seat believes, from its view."""
    counts = vec[i64]([n for row in view.hand_counts for n in row])
    totals = vec[i64](list(view.totals))
    return imagine(view.known_state.copy(), ROLES.index(view.role), view.own, counts, totals)
