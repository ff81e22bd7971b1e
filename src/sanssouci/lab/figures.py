"""The arithmetic of proof: intervals, quantiles, a sequential test. Everything is exact and repeats.

Intervals are percentile bootstraps over seeds. What is averaged here takes few whole values (a seed's
difference is −1, 0 or 1), so the bootstrap distribution of the sum of n draws with replacement is the
n-fold convolution of the observed frequencies and is computed outright: no resampling noise, no seed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    count: int


def _convolve(a: list[float], b: list[float]) -> list[float]:
    out = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                out[i + j] += x * y
    return out


def _power(base: list[float], n: int) -> list[float]:
    """The distribution of the sum of n independent draws, by repeated squaring; negligible tails dropped as zero."""
    result = [1.0]
    while n:
        if n & 1:
            result = _convolve(result, base)
        n >>= 1
        if n:
            base = [x if x > 1e-18 else 0.0 for x in _convolve(base, base)]
    return result


def bootstrap(values: Sequence[int], level: float = 0.95) -> Estimate:
    """The mean of whole numbers (few distinct ones) with its percentile-bootstrap interval."""
    n = len(values)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    counts = Counter(values)
    least, most = min(counts), max(counts)
    mean = sum(values) / n
    if least == most:
        return Estimate(mean, mean, mean, n)
    frequencies = [counts.get(v, 0) / n for v in range(least, most + 1)]
    sums = _power(frequencies, n)
    whole = math.fsum(sums)
    tail = (1 - level) / 2
    low = high = n * least
    reached, found_low = 0.0, False
    for i, chance in enumerate(sums):
        reached += chance / whole
        if not found_low and reached > tail:
            low, found_low = n * least + i, True
        if reached >= 1 - tail:
            high = n * least + i
            break
    return Estimate(mean, low / n, high / n, n)


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed."""
    ordered = sorted(values)
    if not ordered:
        return math.nan
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


# Times are kept in narrow logarithmic bins, 2 % wide, so that results of many games add up.
_BIN = math.log(1.02)


def time_bin(seconds: float) -> int:
    """The bin of a duration, counted from one microsecond."""
    return max(0, round(math.log(max(seconds, 1e-6) / 1e-6) / _BIN))


def bin_time(number: int) -> float:
    """The middle of a bin, in seconds."""
    return 1e-6 * math.exp(number * _BIN)


def binned_quantile(bins: Mapping[int, int], share: float) -> float:
    """A quantile of binned durations, in seconds."""
    total = sum(bins.values())
    if total == 0:
        return math.nan
    wanted = max(1, math.ceil(share * total))
    for number in sorted(bins):
        wanted -= bins[number]
        if wanted <= 0:
            return bin_time(number)
    return math.nan


#: Normal quantiles: 97.5 % for an interval of 95 %, and 80 % of the matches in which it is wanted above zero.
_TWO_SIDED = 1.959964
_POWER = 0.841621
#: How many of the pairs of a seed end differently, before anything is known: as many as two fair coins.
DIFFERING = 0.5


def half_width(seeds: int, differing: float = DIFFERING) -> float:
    """Half the 95 % interval of a difference over so many seeds, if so many of their pairs differ."""
    return _TWO_SIDED * math.sqrt(differing / seeds)


def seeds_needed(difference: float, differing: float = DIFFERING) -> int:
    """The seeds after which the interval of a true difference lies above zero in four matches of five."""
    return math.ceil(((_TWO_SIDED + _POWER) / difference) ** 2 * differing)


@dataclass(frozen=True)
class Sequential:
    """Wald's test of the pairs that differ: is the stronger bot's share of them one half, or `share`?

    Evaluated in seed order only. It decides for the difference when the likelihood ratio of `share`
    against one half exceeds (1 − error) / error, against it below error / (1 − error).
    """

    share: float = 0.62
    error: float = 0.01

    def stated(self) -> str:
        """The rule in words, for the report."""
        return (
            f"sequential probability ratio test on the seeds whose two games differ, in seed order: "
            f"share 1/2 against {self.share:g}, both errors {self.error:g}"
        )

    def decided_at(self, differences: Sequence[int]) -> tuple[int, bool] | None:
        """How many seeds it took and what was decided; None if it is still open."""
        bound = math.log((1 - self.error) / self.error)
        win, loss = math.log(self.share / 0.5), math.log((1 - self.share) / 0.5)
        ratio = 0.0
        for i, difference in enumerate(differences):
            ratio += win if difference > 0 else loss if difference < 0 else 0.0
            if ratio >= bound:
                return i + 1, True
            if ratio <= -bound:
                return i + 1, False
        return None
