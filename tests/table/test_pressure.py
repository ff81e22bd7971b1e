"""More orders than the server can carry out: everybody waits about as long, and who comes anew sees the game soon.

Every game of many gives its next order as soon as its browsers have heard of the one before. Waits are counted in
orders of all games that were answered meanwhile, so that a slow machine makes no difference.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import bench_players

if TYPE_CHECKING:
    from conftest import Serve

GAMES = 60
#: so many times the median may anybody wait
FAIR = 5


def flooded(base: str, seconds: float = 5.0) -> dict[str, Any]:
    """What the players of a saturated table waited."""
    asked = argparse.Namespace(
        games=GAMES, seconds=seconds, scenario="west", seed="1756", deflate=True, scattered=False, newcomers=True
    )

    async def flood() -> dict[str, Any]:
        load = bench_players.Load([base], asked)
        await load.open()
        found = await load.flood()
        await load.close()
        return found

    return asyncio.run(flood())


def unfair(meanwhile: list[list[int]], newcomers: list[int]) -> str:
    """Who waited too long; nothing if nobody did."""
    median = statistics.median(wait for game in meanwhile for wait in game)
    counts = [len(game) for game in meanwhile]
    if min(counts) * FAIR < statistics.median(counts):
        return f"a game starved: {min(counts)} orders, others {statistics.median(counts)}"
    longest = max(wait for game in meanwhile for wait in game)
    if longest > FAIR * median:
        return f"an order waited for {longest} others, the median is {median}"
    # a newcomer has many steps to take where an order has few; he may wait as long as an order does, or a little longer
    if not newcomers or statistics.median(newcomers) > 2 * median:
        return f"newcomers waited for {newcomers} others, orders for {median}"
    return ""


def test_at_saturation_nobody_starves_and_newcomers_are_let_in(serve: Serve) -> None:
    base = serve().base
    for seconds in (5.0, 20.0, 60.0):  # a slow machine needs longer for as many orders
        found = flooded(base, seconds)
        if sum(map(len, found["meanwhile"])) >= 5 * GAMES:
            break
    else:
        pytest.fail("no pressure")
    assert not unfair(found["meanwhile"], [count for _seconds, count in found["newcomers"]])


@pytest.mark.parametrize(
    ("meanwhile", "newcomers", "why"),
    [
        ([[10] * 20] * 9 + [[10] * 3], [10], "starved"),
        ([[10] * 20] * 9 + [[10] * 19 + [51]], [10], "an order waited"),
        ([[10] * 20] * 10, [9, 21, 30], "newcomers waited"),
        ([[10] * 20] * 10, [], "newcomers waited"),
        ([[10] * 20] * 9 + [[10] * 19 + [50]], [9, 20, 30], ""),
    ],
)
def test_what_is_called_unfair(meanwhile: list[list[int]], newcomers: list[int], why: str) -> None:
    said = unfair(meanwhile, newcomers)
    assert why in said and bool(said) == bool(why)
