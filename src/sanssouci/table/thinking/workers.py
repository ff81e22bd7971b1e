"""A few worker processes for bots: started when needed, recycled, replaced when they hang or die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

from sanssouci.table.thinking.job import ChartsJob, Job, written
from sanssouci.table.thinking.slots import LEAST
from sanssouci.table.thinking.turns import NOBODY, Asker, Turns

log = logging.getLogger("sanssouci.bots")

#: a worker is replaced after so many decisions: whatever a bot leaks is gone with it
DECISIONS_PER_WORKER = 2_000
#: how long after its budget a bot's process is taken for hung
GRACE_SECONDS = 30.0
#: people's clicks come before bots' thoughts
NICE = 5

#: what is thought: an order, hints, odds, or what the charts desk reckons
Thought = Any
#: what a worker process answers
Answer = dict[str, Thought]


class BotFailed(Exception):
    """A bot gave no order: it raised, hung, or its process died."""


class TookTooLong(BotFailed):
    """It was not ready in time."""


class Worker:
    """One process."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self.process: asyncio.subprocess.Process | None = None
        self.done = 0
        self.clock = time.monotonic

    async def ready(self) -> None:
        """Have a process that waits for its next job; a fresh one has told that it does."""
        process = self.process
        if process is None or process.returncode is not None or self.done >= DECISIONS_PER_WORKER:
            async with self._watched("a new process", GRACE_SECONDS):
                await self.start()
                await self._read()

    async def ask(self, job: Job | ChartsJob, seconds: float, until: float | None = None) -> Thought:
        """One decision or piece of advice, within so many seconds of wall-clock time.

        `until`: a moment of the clock at which thinking should end; the job's budget is cut to what is left.
        """
        await self.ready()
        if until is not None and isinstance(job, Job):
            job = replace(job, budget=max(LEAST, min(job.budget, until - self.clock())))
        async with self._watched(job.label, seconds):
            answer = await self._exchange(job)
        self.done += 1
        if "answer" not in answer:
            raise BotFailed(f"{job.label}: {answer.get('error')}")
        return answer["answer"]

    async def start(self) -> None:
        """Begin with a fresh process."""
        self.stop()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sanssouci.table.thinking.bot_worker",
            str(self.nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self.done = 0

    @contextlib.asynccontextmanager
    async def _watched(self, label: str, seconds: float) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except BaseException as problem:
            # also when cancelled: an answer left in the pipe would be taken for the next job's
            self.stop()
            if isinstance(problem, OSError | EOFError | TimeoutError | asyncio.IncompleteReadError):
                failure = TookTooLong if isinstance(problem, TimeoutError) else BotFailed
                raise failure(f"{label}: {type(problem).__name__}") from None
            raise

    async def _exchange(self, job: Job | ChartsJob) -> Answer:
        process = self.process
        assert process is not None and process.stdin is not None
        body = written(job)
        process.stdin.write(len(body).to_bytes(4, "big") + body)
        await process.stdin.drain()
        answer: Answer = json.loads(await self._read())
        return answer

    async def _read(self) -> bytes:
        assert self.process is not None and self.process.stdout is not None
        size = int.from_bytes(await self.process.stdout.readexactly(4), "big")
        return await self.process.stdout.readexactly(size)

    def stop(self) -> None:
        """End the process, whatever it does."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


class Workers:
    """The workers of one server; who waits for one gets it in turn."""

    def __init__(self, count: int, nice: int = NICE, make: Callable[[int], Worker] = Worker) -> None:
        count = count or min(4, max(1, (os.cpu_count() or 1) // 2))
        self._all = [make(nice) for _ in range(count)]
        self._free = list(self._all)
        self._turns: Turns[Worker] = Turns()

    @contextlib.asynccontextmanager
    async def turn(self, who: Asker = NOBODY, bounded: bool = False) -> AsyncIterator[Worker]:
        """The next free worker, ready to think, as long as it is needed; `bounded`: refused to who waits for many."""
        worker = self._free.pop() if self._free else await self._in_turn(who, bounded)
        try:
            await worker.ready()
            yield worker
        finally:
            self._give_back(worker)

    async def ask(self, job: Job | ChartsJob, seconds: float, who: Asker = NOBODY, bounded: bool = False) -> Thought:
        """One decision or piece of advice by the next free worker."""
        async with self.turn(who, bounded) as worker:
            return await worker.ask(job, seconds)

    async def _in_turn(self, who: Asker, bounded: bool) -> Worker:
        turn = self._turns.wait(who, bounded)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())  # it came in the moment in which nobody waited any more
            raise

    def _give_back(self, worker: Worker) -> None:
        if not self._turns.give(worker):
            self._free.append(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            process = worker.process
            worker.stop()
            if process is not None:
                with contextlib.suppress(TimeoutError, ProcessLookupError):
                    async with asyncio.timeout(5):
                        await process.wait()
