"""The duel of cards as an alternating game with open hands (R7.7–R7.10).

Exact for up to `EXACT` suit cards a side besides Reserves: an alpha-beta search with a memory. Larger
hands are packed: the two smallest cards are joined until few enough are left, so that the sums stay
right and only the fine change is lost. Hidden hands are the caller's business: he samples them and
averages.

Values are those of side 0. A side that gives up at −k costs or brings `ends[side][k]`; every card played
costs its owner its price, which the other side gains.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit, lowest

#: Suit cards a side up to which the search is exact.
EXACT: Final = 6
#: To how many cards hands are packed that are too large for the exact search.
PACKED: Final = 5
#: Deficits beyond this count as this.
DEEPEST: Final = 63
_TABLE: Final = 1 << 14
_NAMED: Final = 10
_BEYOND: Final = 1 << 40  # more than any value
# What is remembered of a position: its value, or only a bound of it.
_EXACTLY: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2


class Duel:
    """One duel. Cards of a side: `value` 0 marks a Reserve; `price` is what its owner loses with it."""

    def __init__(self) -> None:
        """An empty table; it may be used again and again."""
        self.value0: vec[i64] = vec[i64]()
        self.value1: vec[i64] = vec[i64]()
        self.price0: vec[i64] = vec[i64]()
        self.price1: vec[i64] = vec[i64]()
        self.end0: vec[i64] = vec[i64]([0] * (DEEPEST + 1))
        self.end1: vec[i64] = vec[i64]([0] * (DEEPEST + 1))
        self.most: i64 = _NAMED
        self.thrifty: bool = False  # name Reserves only so as to land next to zero, or in full
        self.budget: i64 = 1 << 40  # nodes after which the search stops looking ahead
        self.exact: i64 = EXACT  # suit cards a side up to which hands are left as they are
        self.packed: i64 = PACKED  # to how many larger hands are packed
        self.nodes: i64 = 0
        self._round: i64 = 0
        self._keys: vec[i64] = vec[i64]([-1] * _TABLE)
        self._found: vec[i64] = vec[i64]([0] * _TABLE)

    def solve(self, score: i64, right: i64) -> i64:
        """The value to side 0 when `right` has the right to play at `score` (zero or less)."""
        self._round += 1
        self.nodes = 0
        full0 = bit(len(self.value0)) - 1
        full1 = bit(len(self.value1)) - 1
        return self._value(full0, full1, score, right, -_BEYOND, _BEYOND)

    def _stop(self, score: i64, right: i64) -> i64:
        k = -score
        if k > DEEPEST:
            k = DEEPEST
        return self.end0[k] if right == 0 else self.end1[k]

    def _value(self, left0: i64, left1: i64, score: i64, right: i64, alpha: i64, beta: i64) -> i64:
        """Exact between `alpha` and `beta`, a bound outside them. Remembered: four times the value, plus its kind."""
        key = (((self._round << 8 | left0) << 8 | left1) << 9 | (score + 256)) << 1 | right
        slot = (((key & 0xFFFFFFFFF) * 40503) >> 9 ^ key) & (_TABLE - 1)
        if self._keys[slot] == key:
            known = self._found[slot]
            kind = known & 3
            known >>= 2
            if kind == _EXACTLY or (kind == _AT_LEAST and known >= beta) or (kind == _AT_MOST and known <= alpha):
                return known
        self.nodes += 1
        if self.nodes > self.budget:
            return self._stop(score, right)
        best = self._best(left0, left1, score, right, alpha, beta)
        kind = _EXACTLY
        if best <= alpha:
            kind = _AT_MOST
        elif best >= beta:
            kind = _AT_LEAST
        self._keys[slot] = key
        self._found[slot] = best << 2 | kind
        return best

    def _best(self, left0: i64, left1: i64, score: i64, right: i64, alpha: i64, beta: i64) -> i64:
        """The best that the side with the right can do. Giving up is looked at first: it costs nothing to try."""
        # Inside, figures are those of the side with the right.
        sign: i64 = 1 if right == 0 else -1
        low = alpha if right == 0 else -beta
        high = beta if right == 0 else -alpha
        values = self.value0 if right == 0 else self.value1
        prices = self.price0 if right == 0 else self.price1
        left = left0 if right == 0 else left1
        n: i64 = len(values)
        best: i64 = -_BEYOND
        if score < 0 or not _any_suit(values, left):
            best = self._stop(score, right) * sign
        last: i64 = -1
        last_price: i64 = -1
        i: i64 = 0
        while i < n and best < high:
            value = values[i]
            price = prices[i]
            if left >> i & 1 == 1 and (value != last or price != last_price):
                last = value
                last_price = price
                rest = left & ~bit(i)
                now0 = rest if right == 0 else left0
                now1 = left1 if right == 0 else rest
                named: i64 = value if value > 0 else 1
                most = value if value > 0 else self.most
                while named <= most and best < high:
                    landing = score + named
                    if value > 0 or not self.thrifty or named == most or (landing >= -1 and landing <= 2):
                        floor = max(low, best) + price
                        to = right if landing < 0 else 1 - right
                        after = landing if landing < 0 else -landing
                        if right == 0:
                            found = self._value(now0, now1, after, to, floor, high + price) - price
                        else:
                            found = -self._value(now0, now1, after, to, -high - price, -floor) - price
                        best = max(best, found)
                    named += 1
            i += 1
        return best * sign

    def outcome(self, score: i64, right: i64) -> i64:
        """How the duel ends if both play their best: 64 · loser + deficit; a draw is any deficit of 0."""
        self._round += 1
        self.nodes = 0
        left0 = bit(len(self.value0)) - 1
        left1 = bit(len(self.value1)) - 1
        while True:
            values = self.value0 if right == 0 else self.value1
            prices = self.price0 if right == 0 else self.price1
            sign: i64 = 1 if right == 0 else -1
            best: i64 = -(1 << 40)
            best_card: i64 = -1
            best_named: i64 = 0
            has_suit = False
            rest = left0 if right == 0 else left1
            while rest != 0:
                i = lowest(rest)
                rest &= rest - 1
                named: i64 = values[i]
                most = named
                if named == 0:
                    named = 1
                    most = self.most
                else:
                    has_suit = True
                while named <= most:
                    found = self._after(left0, left1, score, right, i, named) * sign - prices[i]
                    if found > best:
                        best = found
                        best_card = i
                        best_named = named
                    named += 1
            if score < 0 or not has_suit:
                if self._stop(score, right) * sign >= best:
                    return right * 64 + min(-score, 63)
            if right == 0:
                left0 &= ~bit(best_card)
            else:
                left1 &= ~bit(best_card)
            score += best_named
            if score >= 0:
                score = -score
                right = 1 - right

    def _after(self, left0: i64, left1: i64, score: i64, right: i64, card: i64, value: i64) -> i64:
        """The exact value to side 0 of a card played."""
        if right == 0:
            left0 &= ~bit(card)
        else:
            left1 &= ~bit(card)
        score += value
        if score < 0:
            return self._value(left0, left1, score, right, -_BEYOND, _BEYOND)
        return self._value(left0, left1, -score, 1 - right, -_BEYOND, _BEYOND)


def _any_suit(values: vec[i64], left: i64) -> bool:
    """Does a side still hold a card of the suit besides Reserves? Those stand last."""
    return left != 0 and values[lowest(left)] > 0


def pack(values: vec[i64], prices: vec[i64], size: i64, wild: i64) -> tuple[vec[i64], vec[i64]]:
    """Join the smallest suit cards two by two until `size` are left; Reserves beyond `wild` become cards of 8."""
    vs = vec[i64]()
    ps = vec[i64]()
    wild_v = vec[i64]()
    wild_p = vec[i64]()
    for i in range(len(values)):
        if values[i] == 0 and len(wild_v) < wild:
            wild_v = append(wild_v, 0)
            wild_p = append(wild_p, prices[i])
        else:
            vs = append(vs, values[i] if values[i] > 0 else 8)
            ps = append(ps, prices[i])
    n = len(vs)
    while n > size:
        low: i64 = 0
        for i in range(1, n):
            if vs[i] < vs[low]:
                low = i
        value = vs[low]
        price = ps[low]
        vs[low] = vs[n - 1]
        ps[low] = ps[n - 1]
        n -= 1
        low = 0
        for i in range(1, n):
            if vs[i] < vs[low]:
                low = i
        vs[low] = vs[low] + value
        ps[low] = ps[low] + price
    out_v = vec[i64]()
    out_p = vec[i64]()
    # Descending, so that equal cards stand together and large ones are tried first.
    for _ in range(n):
        top: i64 = -1
        for i in range(n):
            if vs[i] >= 0 and (top < 0 or vs[i] > vs[top]):
                top = i
        out_v = append(out_v, vs[top])
        out_p = append(out_p, ps[top])
        vs[top] = -1
    for i in range(len(wild_v)):
        out_v = append(out_v, 0)
        out_p = append(out_p, wild_p[i])
    return out_v, out_p
