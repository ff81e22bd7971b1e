"""The arithmetic of proof."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanssouci.lab.figures import Sequential, bin_time, binned_quantile, bootstrap, quantile, time_bin


def test_the_exact_bootstrap_agrees_with_resampling() -> None:
    rng = random.Random(3)
    values = [rng.choice([-1, 0, 0, 0, 1, 1]) for _ in range(200)]
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(4000))
    exact = bootstrap(values)
    assert exact.mean == pytest.approx(sum(values) / 200)
    assert exact.low == pytest.approx(means[100], abs=0.02)
    assert exact.high == pytest.approx(means[3899], abs=0.02)


def test_the_bootstrap_of_two_values_is_binomial() -> None:
    values = [1] * 3 + [0] * 7
    chances = [math.comb(10, k) * 0.3**k * 0.7 ** (10 - k) for k in range(11)]
    low = next(k for k in range(11) if sum(chances[: k + 1]) > 0.025)
    high = next(k for k in range(11) if sum(chances[: k + 1]) >= 0.975)
    found = bootstrap(values)
    assert (found.low, found.high) == (low / 10, high / 10)


def test_equal_values_have_no_spread_and_none_have_no_mean() -> None:
    assert bootstrap([1, 1, 1]).low == bootstrap([1, 1, 1]).high == 1
    assert math.isnan(bootstrap([]).mean)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(-2, 2), min_size=1, max_size=60))
def test_the_mean_lies_in_its_interval(values: list[int]) -> None:
    found = bootstrap(values)
    assert found.low - 1e-12 <= found.mean <= found.high + 1e-12
    mirrored = bootstrap([-v for v in values])
    assert mirrored.mean == pytest.approx(-found.mean)


def test_quantiles() -> None:
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile(range(1, 101), 0.99) == 99
    assert quantile([5], 0.1) == 5


@given(st.floats(1e-5, 100))
def test_time_bins_are_two_percent_wide(seconds: float) -> None:
    assert bin_time(time_bin(seconds)) == pytest.approx(seconds, rel=0.0101)


def test_binned_quantiles() -> None:
    bins = {time_bin(0.001): 98, time_bin(0.5): 2}
    assert binned_quantile(bins, 0.5) == pytest.approx(0.001, rel=0.011)
    assert binned_quantile(bins, 0.99) == pytest.approx(0.5, rel=0.011)


def test_the_sequential_test_decides_and_knows_when() -> None:
    rule = Sequential()
    decided = rule.decided_at([1] * 100)
    assert decided is not None and decided[1]
    needed = math.ceil(math.log(99) / math.log(rule.share / 0.5))
    assert decided[0] == needed
    assert rule.decided_at([1] * (needed - 1)) is None
    assert rule.decided_at([0] * 1000) is None
    against = rule.decided_at([-1, 1] * 1000)
    assert against is not None and not against[1]
    assert rule.decided_at([0, 1] * needed) == (2 * needed, True)


def test_the_sequential_test_keeps_its_error() -> None:
    """Without any difference it decides for one in about one case of a hundred or fewer."""
    rng = random.Random(8)
    wrong = 0
    for _ in range(500):
        decided = Sequential().decided_at([rng.choice([-1, 1]) for _ in range(3000)])
        wrong += decided is not None and decided[1]
    assert wrong <= 15
