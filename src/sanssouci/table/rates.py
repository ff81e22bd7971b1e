"""Token buckets for the named rates of `limits.RATES`."""

from __future__ import annotations

import time
from collections import OrderedDict
from math import ceil

from sanssouci.table.errors import Refusal
from sanssouci.table.limits import BUCKETS_KEPT, RATES


class Buckets:
    """Buckets by (name, who); those not asked for longest are forgotten when there are too many."""

    def __init__(self, factor: float = 1.0, most: int = BUCKETS_KEPT) -> None:
        self._factor = factor
        self._filled: OrderedDict[tuple[str, object], tuple[float, float]] = OrderedDict()
        self._most = most

    def spend(self, name: str, who: object, times: float = 1, cost: float = 1) -> None:
        """Take so many tokens, or raise `table.too_fast`; the bucket is so many times as large as its name says."""
        factor = self._factor * times
        burst, refill = RATES[name].burst * factor, RATES[name].per_second * factor
        cost = min(cost, burst)
        at = time.monotonic()
        left, then = self._filled.pop((name, who), (burst, at))
        left = min(burst, left + (at - then) * refill)
        if left < cost:
            self._filled[(name, who)] = (left, at)
            raise Refusal("table.too_fast", limit=name, seconds=ceil((cost - left) / refill))
        self._filled[(name, who)] = (left - cost, at)
        if len(self._filled) > self._most:
            self._filled.popitem(last=False)
