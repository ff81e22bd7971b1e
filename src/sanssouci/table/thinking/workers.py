"""A few worker processes for bots: started when needed, recycled, replaced when they hang or die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from sanssouci.table.thinking.job import ChartsJob, Job, written
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

    async def ask(self, job: Job | ChartsJob, seconds: float) -> Thought:
        """One decision or piece of advice, within so many seconds of wall-clock time."""
        if self.process is None or self.process.returncode is not None or self.done >= DECISIONS_PER_WORKER:
            await self.start()
        try:
            async with asyncio.timeout(seconds):
                answer = await self._exchange(job)
        except BaseException as problem:
            # also when cancelled: an answer left in the pipe would be taken for the next job's
            self.stop()
            if isinstance(problem, OSError | EOFError | TimeoutError | asyncio.IncompleteReadError):
                failure = TookTooLong if isinstance(problem, TimeoutError) else BotFailed
                raise failure(f"{job.label}: {type(problem).__name__}") from None
            raise
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

    async def _exchange(self, job: Job | ChartsJob) -> Answer:
        process = self.process
        assert process is not None and process.stdin is not None and process.stdout is not None
        body = written(job)
        process.stdin.write(len(body).to_bytes(4, "big") + body)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(4), "big")
        answer: Answer = json.loads(await process.stdout.readexactly(size))
        return answer

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

    async def ask(self, job: Job | ChartsJob, seconds: float, who: Asker = NOBODY, bounded: bool = False) -> Thought:
        """One decision or piece of advice by the next free worker; `bounded`: refused to who waits for many."""
        worker = self._free.pop() if self._free else await self._in_turn(who, bounded)
        try:
            return await worker.ask(job, seconds)
        finally:
            self._give_back(worker)

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
