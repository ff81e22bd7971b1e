"""R11.17: can a hand still lift the score above zero?"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64


def king_reaches(values: vec[i64], spent: i64, reserves: i64, need: i64, most: i64) -> bool:
    """Can cards from `need` below zero reach a positive score, never landing on zero (where the right passes)?

    `values` are the suit cards in hand, one card of value `spent` taken out (−1: none); each Reserve counts
    1 … `most` as its owner likes. A last card of value v works after cards that sum to more than need − v
    and less than need.
    """
    n = len(values)
    skipped: i64 = -1
    if spent >= 0:
        i: i64 = 0
        while i < n:
            if values[i] == spent:
                skipped = i
                break
            i += 1
    last: i64 = 0
    while last <= n:
        if last < n:
            if last == skipped:
                last += 1
                continue
            final = values[last]
            spare = reserves
        else:
            if reserves == 0:
                break
            final = most
            spare = reserves - 1
        if _some_sum(values, skipped, last, spare, need - final + 1, need - 1, most):
            return True
        last += 1
    return False


def _some_sum(values: vec[i64], skipped: i64, last: i64, reserves: i64, low: i64, high: i64, most: i64) -> bool:
    """Is there a choice of the other cards with a sum from `low` to `high`?"""
    if high < 0:
        return False
    if low <= 0:
        return True
    sums: list[bool] = [False] * (high + 1)
    sums[0] = True
    i: i64 = 0
    while i < len(values):
        if i != skipped and i != last:
            total = high
            while total >= values[i]:
                if sums[total - values[i]]:
                    sums[total] = True
                total -= 1
        i += 1
    while reserves > 0:
        total = high
        while total >= 1:
            named: i64 = 1
            while named <= most and named <= total:
                if sums[total - named]:
                    sums[total] = True
                    break
                named += 1
            total -= 1
        reserves -= 1
    total = low
    while total <= high:
        if sums[total]:
            return True
        total += 1
    return False
