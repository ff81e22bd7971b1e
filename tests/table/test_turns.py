"""Thinking in turn: who asks much waits behind himself, not others behind him (S5)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table import limits
from sanssouci.table.client import Refused, Seat
from sanssouci.table.errors import Refusal
from sanssouci.table.thinking.turns import Asker
from sanssouci.table.thinking.workers import Workers

if TYPE_CHECKING:
    from conftest import Serve


class OneWorker:
    """A worker that answers when it is told to, and notes who was served."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.go = asyncio.Semaphore(0)

    async def ready(self) -> None:
        """It always is."""

    async def ask(self, job: Any, _seconds: float) -> Any:
        """Think until told to stop."""
        self.served.append(job)
        await self.go.acquire()
        return job


def workers_of(worker: OneWorker) -> Workers:
    """Workers of which there is one."""
    workers = Workers(1)
    workers._all.clear()
    workers._free[:] = [worker]  # type: ignore[list-item]
    return workers


def test_one_address_does_not_starve_the_others() -> None:
    async def run() -> list[str]:
        worker = OneWorker()
        workers = workers_of(worker)
        flood = [
            asyncio.create_task(workers.ask(f"flood {n}", 1, Asker("1.2.3.4", n % 2)))  # type: ignore[arg-type]
            for n in range(25)
        ]
        await asyncio.sleep(0)
        other = asyncio.create_task(workers.ask("other", 1, Asker("5.6.7.8", 9)))  # type: ignore[arg-type]
        neighbour = asyncio.create_task(workers.ask("neighbour", 1, Asker("1.2.3.4", 3)))  # type: ignore[arg-type]
        for _ in range(27):
            await asyncio.sleep(0)
            worker.go.release()
        await asyncio.gather(*flood, other, neighbour)
        return worker.served

    served = asyncio.run(run())
    assert served.index("other") <= 2, "after the one that was being thought about, and one turn of the other address"
    assert served.index("neighbour") <= 5, "each browser of an address in turn"
    assert len(served) == 27


def test_who_goes_away_while_he_waits_takes_no_worker_along() -> None:
    async def run() -> str:
        worker = OneWorker()
        workers = workers_of(worker)
        first = asyncio.create_task(workers.ask("first", 1, Asker("a", 1)))  # type: ignore[arg-type]
        gone = asyncio.create_task(workers.ask("gone", 1, Asker("b", 2)))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        worker.go.release()
        await first
        gone.cancel()  # in the very moment in which the worker was given to it
        await asyncio.gather(gone, return_exceptions=True)
        worker.go.release()
        async with asyncio.timeout(5):
            return str(await workers.ask("last", 1, Asker("c", 3)))  # type: ignore[arg-type]

    assert asyncio.run(run()) == "last"


def test_a_browser_has_few_questions_waiting() -> None:
    async def run() -> str:
        worker = OneWorker()
        workers = workers_of(worker)
        asked = [
            asyncio.create_task(workers.ask(str(n), 1, Asker("a", 1), bounded=True))  # type: ignore[arg-type]
            for n in range(limits.THOUGHTS_PER_PERSON + 1)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as caught:
            await workers.ask("more", 1, Asker("a", 1), bounded=True)  # type: ignore[arg-type]
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        return caught.value.key

    assert asyncio.run(run()) == "table.too_fast"


def test_more_sockets_ask_no_more(serve: Serve) -> None:
    """The rate of hints is one for the browser, at all its games and sockets together."""
    server = serve("--rate-factor", "1")
    match = server.match()
    refused = 0
    for _ in range(6):
        with match.host.open(match.game) as seat:
            try:
                seat.ask("ask", what="chances")
            except Refused as problem:
                assert problem.error["args"]["limit"] == "think"
                refused += 1
    assert refused >= 2


def test_many_sockets_of_an_address_are_one_address(serve: Serve) -> None:
    """They may say together what a few could; another address says what it likes."""
    server = serve("--rate-factor", "1", first="limits.RATES['chat'] = limits.Rate(10, 1e-6)")  # nothing comes back
    match = server.match()
    together = 10 * limits.SOCKETS_TOGETHER
    sockets = [match.host.open(match.game) for _ in range(2 * limits.SOCKETS_TOGETHER)]
    said, refused = 0, set()
    for n in range(together + 20):
        try:
            sockets[n % len(sockets)].ask("chat", text=str(n))
            said += 1
        except Refused as problem:
            refused.add(problem.error["args"]["limit"])
    assert said == together and refused == {"chat"}
    elsewhere = Seat(match.guest, match.game, source_address=("127.0.0.2", 0))
    elsewhere.hello()
    for n in range(10):
        elsewhere.ask("chat", text=f"I am {n}")
    for seat in (*sockets, elsewhere):
        seat.close()
