"""Pairs of games timed through real sockets: does a bot's answer come later when it holds a card?

Both games of a pair look alike; in one the bot can answer the card that was played, in the other it cannot. They are
played one after the other in random order, and the median of the differences is told with its interval, which is made
of order statistics and needs no assumption about how such times are spread. A leak of 5 ms that is planted in the
server must be found, or the measurement is worth nothing.

`make test` asks the statistics; the real pairs are counted by SANSSOUCI_TIMED (`make siege`).
"""

from __future__ import annotations

import math
import os
import random
import statistics
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from conftest import Serve, ServerProcess

PAIRS = int(os.environ.get("SANSSOUCI_TIMED", "0"))
SEED = int(os.environ.get("SANSSOUCI_SEED", "1"))
#: what must be found, in seconds
LEAK = 0.005
#: Friedrich plays a card, and Austria answers: with clubs, or without any
DUEL: dict[str, Any] = {
    "format": "friedrich-position/1", "turn": 5, "nation": "prussia", "phase": "combat",
    "pieces": {"keith": {"city": "cottbus", "troops": 3}, "daun": {"city": "forst", "troops": 6}},
}  # fmt: skip
HANDS = (["9C", "2H"], ["9S", "2H"])
#: in the server: a bot that can play is 5 ms late
PLANTED = f"""
import asyncio
from sanssouci.table.thinking import bots
_ask, _wait = bots.BotDesk._ask, bots.BotDesk._wait
async def ask(self, room, seat, name, view, menu, *slot):
    asyncio.current_task().late = {LEAK} if menu.get("plays") else 0
    return await _ask(self, room, seat, name, view, menu, *slot)
async def wait(self, *slot):
    await _wait(self, *slot)
    await asyncio.sleep(asyncio.current_task().late)
bots.BotDesk._ask, bots.BotDesk._wait = ask, wait
"""


class Shift(NamedTuple):
    """The median of differences, in seconds, with an interval that holds it in 999 of 1,000 measurements."""

    middle: float
    low: float
    high: float

    @property
    def blind(self) -> bool:
        """Whether a leak could hide in it."""
        return self.high - self.low > LEAK

    @property
    def found(self) -> bool:
        """Whether there is a leak."""
        return abs(self.middle) >= LEAK / 2 and (self.low > 0 or self.high < 0)

    def __str__(self) -> str:
        return f"{self.middle * 1000:+.2f} ms (99.9 %: {self.low * 1000:+.2f} to {self.high * 1000:+.2f} ms)"


def shift(differences: list[float]) -> Shift:
    """What the differences of pairs say."""
    ordered = sorted(differences)
    n = len(ordered)
    aside = math.ceil(3.29 * math.sqrt(n) / 2)
    low, high = max(0, n // 2 - aside), min(n - 1, n // 2 + aside)
    return Shift(statistics.median(ordered), ordered[low], ordered[high])


def noise(rng: random.Random) -> float:
    """How late an answer comes on a machine that does something else at times."""
    return rng.expovariate(1 / 0.003) + (rng.random() < 0.03) * rng.uniform(0.02, 0.5)


@pytest.mark.parametrize(("late", "found"), [(0.0, False), (LEAK, True), (-LEAK, True), (0.001, False)])
def test_a_difference_of_five_milliseconds_is_found_and_noise_is_not(late: float, found: bool) -> None:
    rng = random.Random(1756)
    for _ in range(20):
        told = shift([late + noise(rng) - noise(rng) for _ in range(500)])
        assert not told.blind and told.found is found, told
    assert shift([noise(rng) - noise(rng) for _ in range(10)]).blind, "ten pairs say nothing"


class Pairs:
    """Timed pairs at one server."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.differences: list[float] = []
        self.problems: list[BaseException] = []
        self._left = PAIRS

    def run(self, number: int) -> None:
        """Pairs until enough are timed."""
        rng = random.Random(f"{SEED}/{number}")
        try:
            while self._left > 0:
                self._left -= 1
                took = {}
                for which in rng.sample([0, 1], 2):
                    took[which] = self.one(HANDS[which])
                self.differences.append(took[0] - took[1])
        except BaseException as problem:
            self.problems.append(problem)

    def one(self, hand: list[str]) -> float:
        """Seconds from Friedrich's order to the bot's answer."""
        bots = [{"kind": "bot", "bot": "general", "roles": [role]} for role in ROLES[1:]]
        seats = [{"kind": "here", "roles": ["friedrich"]}, *bots]
        position = DUEL | {"hands": {"prussia": ["13S", "4H", "7D"], "austria": hand}}
        browser = self.server.browser()
        made = browser.post(
            "api/games",
            {"scenario": "standard", "players": 4, "roles": "chosen", "seats": seats, "position": position},
        )
        with browser.open(made["game"]) as seat:
            assert seat.state["menu"]["plays"], seat.state["menu"]
            begun = time.perf_counter()
            seat.order("play 7D/1")
            seat.until(lambda one: one.state["orders"] >= 2)
            took = time.perf_counter() - begun
        browser.delete(f"api/games/{made['game']}")
        return took


ROLES = ["friedrich", "elisabeth", "maria-theresa", "pompadour"]
timed = pytest.mark.skipif(
    not PAIRS, reason="long: thousands of bots' answers, each of half a second (SANSSOUCI_TIMED)"
)


def measured(serve: Serve, tell: Callable[[str], None], first: str = "") -> Shift:
    """All pairs at a server of their own."""
    server = serve("--slot-factor", "1", "--bot-workers", "2", "--metrics", first=first)
    pairs = Pairs(server)
    threads = [threading.Thread(target=pairs.run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not pairs.problems, pairs.problems
    metrics = server.browser().call("GET", "metrics")[2].decode()
    overruns = [line for line in metrics.splitlines() if line.startswith("sanssouci_slot_overruns_total")]
    found = shift(pairs.differences)
    tell(f"{len(pairs.differences)} pairs: {found}; {overruns or 'no slot was overrun'}")
    return found


@timed
def test_a_bots_answer_comes_no_sooner_without_a_card(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        found = measured(serve, print)
    assert not found.blind, f"too few pairs for this machine: {found}"
    assert not found.found, found


@timed
def test_a_planted_leak_is_found(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        found = measured(serve, print, PLANTED)
    assert found.found and found.middle > 0, found
