"""A small net in whole numbers: inputs → two hidden layers → one head for each role's chance to win.

What a head gives is added to the calibrated hand-made value, both as logarithms of odds in units of 2⁻²⁰; so an
untrained net leaves the hand-made value as it is. Two weights share one word (a low and a high half), exactly: the
sums are bounded when a net is made, so that compiled and plain code give the same numbers on every machine.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.belief import look
from sanssouci.bots.inputs import inputs
from sanssouci.bots.inputs_table import INPUTS, MOST
from sanssouci.bots.purse import hands_worth
from sanssouci.bots.value import evaluate
from sanssouci.friedrich.rules.state import GAME_OVER, State

#: Weights of both hidden layers are in units of 2⁻¹², an input counts a 64th, a hidden unit is in units of 2⁻⁸.
WEIGHT_BITS: Final = 12
INPUT_BITS: Final = 6
UNIT_BITS: Final = 8
ODDS_BITS: Final = 20
#: A hidden unit lies between 0 and just under 8.
FULL: Final = 2047
#: The hand-made value counts up to so many thirtieths of a troop.
FARTHEST: Final = 12000
#: A chance that is certain.
SURE: Final = 1_000_000
_HALF: Final[i64] = 1 << 31
_LOW: Final[i64] = (1 << 32) - 1

#: Chance in millionths by logarithm of odds, from −12 to 12 in steps of 1/64.
_CHANCE: Final[vec[i64]] = vec[i64]([round(SURE / (1 + math.exp(-x / 64))) for x in range(-768, 769)])


def chance_of(odds: i64) -> i64:
    """Chance in millionths from a logarithm of odds in units of 2⁻²⁰, straight between the steps of a table."""
    x = odds + (12 << ODDS_BITS)
    if x <= 0:
        return _CHANCE[0]
    step = x >> (ODDS_BITS - 6)
    if step >= 1536:
        return _CHANCE[1536]
    rest = x & ((1 << (ODDS_BITS - 6)) - 1)
    low = _CHANCE[step]
    return low + ((_CHANCE[step + 1] - low) * rest >> (ODDS_BITS - 6))


def pack(weights: list[int], rows: int, units: int, most: int, what: str) -> vec[i64]:
    """A matrix of `rows` × `units`, two neighbours of a row in one word; refuses sums that leave a half."""
    for unit in range(units):
        if most * sum(abs(weights[row * units + unit]) for row in range(rows)) >= 1 << 30:
            raise ValueError(f"unit {unit} of {what} has weights too large for whole numbers of 31 bits")
    packed = vec[i64]()
    for at in range(0, rows * units, 2):
        packed = append(packed, weights[at] + (weights[at + 1] << 32))
    return packed


class Net:
    """Weights of a net; nothing changes them."""

    def __init__(self, first: int, second: int, weights: list[list[int]]) -> None:
        """`weights`: matrix and biases of the first layer, of the second and of the four heads."""
        w1, b1, w2, b2, w3, b3 = weights
        sizes = [INPUTS * first, first, first * second, second, second * 4, 4]
        if [len(part) for part in weights] != sizes:
            raise ValueError(f"a net of {INPUTS} inputs, {first} and {second} units has other numbers of weights")
        if first % 2 or second % 2:
            raise ValueError("a layer has an even number of units")
        if max(abs(b) for b in b1 + b2) >= 1 << 30:
            raise ValueError("a bias is too large for whole numbers of 31 bits")
        self.first: i64 = first // 2
        self.second: i64 = second // 2
        self.w1: vec[i64] = pack(w1, int(INPUTS), first, MOST, "the first layer")
        self.b1: vec[i64] = pack(b1, 1, first, 1, "the first layer's biases")
        self.w2: vec[i64] = pack(w2, first, second, FULL, "the second layer")
        self.b2: vec[i64] = pack(b2, 1, second, 1, "the second layer's biases")
        self.w3: vec[i64] = vec[i64](w3)
        self.b3: vec[i64] = vec[i64](b3)

    def hidden(self, x: vec[i64]) -> vec[i64]:
        """The second hidden layer for a row of inputs."""
        one = unfold(gather(x, self.w1, self.b1, self.first), WEIGHT_BITS + INPUT_BITS - UNIT_BITS)
        return unfold(gather(one, self.w2, self.b2, self.second), WEIGHT_BITS)

    def head(self, hidden: vec[i64], role: i64) -> i64:
        """What the net adds to a role's logarithm of odds."""
        sum_ = self.b3[role]
        n = self.second * 2
        at = role * n
        for k in range(n):
            sum_ += hidden[k] * self.w3[at + k]
        return sum_


def gather(x: vec[i64], weights: vec[i64], biases: vec[i64], words: i64) -> vec[i64]:
    """One layer's sums, two in a word; inputs that are zero cost nothing."""
    sums = biases[:]
    n: i64 = len(x)
    i: i64 = 0
    at: i64 = 0
    while i < n:
        by = x[i]
        if by != 0:
            j: i64 = 0
            while j < words:
                sums[j] = sums[j] + by * weights[at + j]
                j += 1
        at += words
        i += 1
    return sums


def unfold(sums: vec[i64], bits: i64) -> vec[i64]:
    """The units of a layer from its sums: scaled down, none below zero, none above `FULL`."""
    words: i64 = len(sums)
    out = vec[i64]([0] * (2 * words))
    for j in range(words):
        word = sums[j]
        low = ((word + _HALF) & _LOW) - _HALF
        high = (word - low) >> 32
        low >>= bits
        high >>= bits
        out[2 * j] = 0 if low < 0 else FULL if low > FULL else low
        out[2 * j + 1] = 0 if high < 0 else FULL if high > FULL else high
    return out


def hand_made(s: State, role: i64, w: vec[i64]) -> i64:
    """The hand-made value of a position to a role, cards included, within bounds."""
    seen = look(s, role)
    value = evaluate(s, seen, w) + hands_worth(s, seen, w)
    return max(min(value, FARTHEST), -FARTHEST)


def odds_of(s: State, net: Net, role: i64, w: vec[i64], slope: i64, shift: i64) -> i64:
    """A role's logarithm of odds in a full state: the calibrated hand-made value and what the net adds."""
    return hand_made(s, role, w) * slope + shift + net.head(net.hidden(inputs(s)), role)


def leaf(s: State, net: Net, role: i64, w: vec[i64], slope: i64, shift: i64) -> i64:
    """A role's chance in millionths in a full state, or what came of the game."""
    if s.state == GAME_OVER:
        return SURE if s.winners >> role & 1 == 1 else 0
    return chance_of(odds_of(s, net, role, w, slope, shift))
