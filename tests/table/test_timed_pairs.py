"""Pairs of games timed through real sockets: does a bot's answer come later when it holds a card?

Both games of a pair look alike; in one the bot can answer the card that was played, in the other it cannot. They are
played one after the other in random order. A busy machine makes answers late and never early, so what is compared is
when the soonest fifth of each kind has come, with an interval from drawing the answers again (bootstrap). Those that
came a slot too late are counted apart. A leak of 5 ms that is planted in the server must be found, or the measurement
is worth nothing.

So that a busy machine says something at all, server and players go before everything else where the system lets them;
bots think as they always do.

`make test` asks the statistics; the real pairs are counted by SANSSOUCI_TIMED (`make siege`).
"""

from __future__ import annotations

import contextlib
import os
import random
import threading
import time
from collections.abc import Callable, Sequence
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
#: what is compared of each kind: when this part of it has come
SOONEST = 0.2
#: who answers so much later than the soonest has missed the slot
SLOT = 0.25
#: how often answers are drawn again
DRAWN = 4_000
#: in the server: it goes before everything else, and the bots do not
AHEAD = """
import asyncio, os
_spawn = asyncio.create_subprocess_exec
def _like_others(): os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
def spawn(*given, **more): return _spawn(*given, preexec_fn=_like_others, **more)
try:
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    asyncio.create_subprocess_exec = spawn
except OSError:
    pass
"""
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
    """How much later the first kind comes, in seconds, with an interval that holds it in 999 of 1,000 measurements."""

    middle: float
    low: float
    high: float
    #: how many answers of each kind came a slot too late
    late: tuple[int, int]

    @property
    def blind(self) -> bool:
        """Whether a leak could hide in it."""
        return self.high - self.low > LEAK

    @property
    def found(self) -> bool:
        """Whether there is a leak."""
        return abs(self.middle) >= LEAK / 2 and (self.low > 0 or self.high < 0)

    def __str__(self) -> str:
        interval = f"99.9 %: {self.low * 1000:+.2f} to {self.high * 1000:+.2f} ms"
        return f"{self.middle * 1000:+.2f} ms ({interval}); {self.late[0]} and {self.late[1]} a slot late"


def shift(times: Sequence[Sequence[float]]) -> Shift:
    """What the times of both kinds say."""
    soonest = min(map(min, times))
    in_slot = [sorted(one for one in kind if one < soonest + SLOT) for kind in times]
    at = [int(len(kind) * SOONEST) for kind in in_slot]
    rng = random.Random(1756)
    drawn = []
    for _ in range(DRAWN):
        # which of the sorted times is in that place when all of them are drawn again
        places = [rng.betavariate(n + 1, len(kind) - n) for n, kind in zip(at, in_slot, strict=True)]
        one, other = (kind[int(place * len(kind))] for place, kind in zip(places, in_slot, strict=True))
        drawn.append(one - other)
    drawn.sort()
    aside = int(DRAWN * 0.0005)
    return Shift(
        in_slot[0][at[0]] - in_slot[1][at[1]],
        drawn[aside],
        drawn[-1 - aside],
        (len(times[0]) - len(in_slot[0]), len(times[1]) - len(in_slot[1])),
    )


def noise(rng: random.Random) -> float:
    """How late an answer comes on a machine that does something else much of the time."""
    return rng.expovariate(1 / 0.01) + (rng.random() < 0.2) * rng.uniform(0.02, 0.6)


@pytest.mark.parametrize(("late", "found"), [(0.0, False), (LEAK, True), (-LEAK, True), (0.001, False)])
def test_a_difference_of_five_milliseconds_is_found_and_noise_is_not(late: float, found: bool) -> None:
    rng = random.Random(1756)
    for _ in range(20):
        told = shift([[0.5 + late + noise(rng) for _ in range(500)], [0.5 + noise(rng) for _ in range(500)]])
        assert not told.blind and told.found is found, told
        assert told.late[0] > 10 and told.late[1] > 10
    assert shift([[noise(rng) for _ in range(10)] for _ in range(2)]).blind, "ten pairs say nothing"


class Pairs:
    """Timed pairs at one server."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.times: tuple[list[float], list[float]] = ([], [])
        self.problems: list[BaseException] = []
        self._left = PAIRS

    def run(self, number: int) -> None:
        """Pairs until enough are timed."""
        rng = random.Random(f"{SEED}/{number}")
        with contextlib.suppress(OSError):  # not everybody may
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
        try:
            while self._left > 0:
                self._left -= 1
                for which in rng.sample([0, 1], 2):
                    self.times[which].append(self.one(HANDS[which]))
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
    server = serve("--slot-factor", "1", "--bot-workers", "2", "--metrics", first=AHEAD + first)
    pairs = Pairs(server)
    threads = [threading.Thread(target=pairs.run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not pairs.problems, pairs.problems
    metrics = server.browser().call("GET", "metrics")[2].decode()
    overruns = [line for line in metrics.splitlines() if line.startswith("sanssouci_slot_overruns_total")]
    found = shift(pairs.times)
    tell(f"{len(pairs.times[0])} pairs: {found}; {overruns or 'no slot was overrun'}")
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
