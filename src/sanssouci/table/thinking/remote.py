"""Thinking on other machines: jobs travel through Redis to whoever runs `sanssouci think`, and answers come back.

What travels is the checked JSON of `job`. A job that nobody takes at once, or a Redis that is away, costs a moment: the
table then thinks by itself, as it does without thinkers. With a job travels the moment at which its thought must end,
so that a bot's answer comes in its slot wherever it was thought about (`slots`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any

from sanssouci.table.settings import Settings
from sanssouci.table.thinking.job import ChartsJob, Job, NoJob, read, written
from sanssouci.table.thinking.workers import Answer, BotFailed, Thought, TookTooLong, Worker

log = logging.getLogger("sanssouci.bots")

#: what waits to be thought about; bots come before hints
THOUGHTS, HINTS = "sanssouci:thoughts:bots", "sanssouci:thoughts:hints"
#: a thought that nobody has taken for so long is thought at the table
TAKEN_SECONDS = 0.25
#: answers that nobody fetches are forgotten after so long
FORGOTTEN_SECONDS = 60
#: how long a thinker waits for a job before it asks again, and for a Redis that is away
ASK_SECONDS, AWAY_SECONDS = 5, 1.0


def connect(url: str, patience: float | None = None) -> Any:
    """A client of Redis that waits so many seconds for an answer: longer than any command of it takes."""
    import redis.asyncio  # no part of the light installation

    return redis.asyncio.from_url(url, socket_connect_timeout=AWAY_SECONDS, socket_timeout=patience)


class RemoteWorker(Worker):
    """A place for one thought: somewhere else if somebody takes it, else in a process of its own."""

    def __init__(self, nice: int, url: str, line: str) -> None:
        super().__init__(nice)
        self._url, self._line = url, line
        self._redis: Any = None

    async def ready(self) -> None:
        """Somebody else may be: a process is begun only when nobody takes the thought."""

    async def ask(self, job: Job | ChartsJob, seconds: float, until: float | None = None) -> Thought:
        """One decision or piece of advice, within so many seconds of wall-clock time."""
        try:
            async with asyncio.timeout(seconds + TAKEN_SECONDS + AWAY_SECONDS):
                answer = await self._elsewhere(job, seconds, until)
        except TookTooLong:
            raise
        except Exception as problem:
            log.warning("thinkers cannot be asked: %s", type(problem).__name__)
            answer = None
        if answer is None:
            await super().ready()
            return await super().ask(job, seconds, until)
        if "answer" not in answer:
            raise BotFailed(f"{job.label}: {answer.get('error')}")
        return answer["answer"]

    async def _elsewhere(self, job: Job | ChartsJob, seconds: float, until: float | None) -> Answer | None:
        """The answer of a thinker; None where nobody takes the job."""
        self._redis = self._redis or connect(self._url)
        back = f"sanssouci:thought:{secrets.token_hex(12)}"
        # by the clock that both have: how long the job waits to be taken comes off the thought, too
        end = inf if until is None else await _time(self._redis) + until - self.clock()
        thought = f"{back} {seconds} {end}\n".encode() + written(job)
        await self._redis.rpush(self._line, thought)
        try:
            found = await self._redis.blpop([back], timeout=TAKEN_SECONDS)
            if found is None:
                if await self._redis.lrem(self._line, 1, thought):
                    return None  # nobody has taken it
                found = await self._redis.blpop([back], timeout=seconds)
        except asyncio.CancelledError:
            with suppress(Exception):
                await asyncio.shield(self._redis.lrem(self._line, 1, thought))
            raise
        if found is None:
            raise TookTooLong(f"{job.label}: no thinker has answered")
        answer: Answer = json.loads(found[1])
        return answer


def thinking_at(settings: Settings, line: str) -> Callable[[int], Worker]:
    """Where the bots (or hints) of a server think."""
    url = settings.thinkers
    return Worker if url is None else lambda nice: RemoteWorker(nice, url, line)


class Thinker:
    """Takes jobs from Redis and gives them to processes of its own: `sanssouci think`."""

    def __init__(self, url: str, count: int) -> None:
        self._url = url
        self._workers = [Worker(0) for _ in range(count or os.cpu_count() or 1)]

    async def run(self) -> None:
        """Until cancelled."""
        try:
            await asyncio.gather(*(self._work(worker) for worker in self._workers))
        finally:
            for worker in self._workers:
                worker.stop()

    async def _work(self, worker: Worker) -> None:
        redis = connect(self._url, 2 * ASK_SECONDS)
        me = asyncio.current_task()
        # Redis' client may take a cancellation for a connection that broke
        while me is None or not me.cancelling():
            try:
                found = await redis.blpop([THOUGHTS, HINTS], timeout=ASK_SECONDS)
                if found is not None:
                    head, _, body = found[1].partition(b"\n")
                    back, seconds, end = head.decode().split(" ")
                    until = worker.clock() + float(end) - await _time(redis)
                    await redis.rpush(back, json.dumps(await _thought(worker, body, float(seconds), until)))
                    await redis.expire(back, FORGOTTEN_SECONDS)
            except Exception as problem:
                log.warning("no thoughts are to be had: %s", type(problem).__name__)
                await asyncio.sleep(AWAY_SECONDS)


async def _time(redis: Any) -> float:
    """Redis' clock: the table's and a thinker's may differ."""
    seconds, millionths = await redis.time()
    return float(seconds + millionths / 1_000_000)


async def _thought(worker: Worker, body: bytes, seconds: float, until: float) -> Answer:
    try:
        return {"answer": await worker.ask(read(body), seconds, until)}
    except (NoJob, BotFailed) as problem:
        return {"error": str(problem)}
