"""The charts desk at a table that strangers reach: rates by address; long work apart, capped, and done once.

One table is looked up at the rate of `ask`. What a whole procedure takes (`work.is_long`) is worked out by a process of
its own; new odds have a rate of their own, and what was worked out before is answered again without any.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter, OrderedDict
from collections.abc import Mapping

from starlette.requests import Request

from sanssouci.italian_wars.words import Refusal as ChartsRefusal
from sanssouci.italian_wars.work import Answered, answered, is_long, language, refusal_json
from sanssouci.table import limits
from sanssouci.table.errors import Refusal
from sanssouci.table.http.calls import address
from sanssouci.table.rates import Buckets
from sanssouci.table.thinking.advice import ADVISER_NICE
from sanssouci.table.thinking.job import ChartsJob
from sanssouci.table.thinking.workers import BotFailed, TookTooLong, Workers


class ChartsDoor:
    """`pages.Doorkeeper` of the table."""

    def __init__(self, buckets: Buckets) -> None:
        self.buckets = buckets
        self.workers = Workers(1, nice=ADVISER_NICE)
        self._kept: OrderedDict[bytes, Answered] = OrderedDict()
        self._asked: dict[bytes, asyncio.Task[Answered]] = {}
        self._of: Counter[str] = Counter()

    def knock(self, request: Request) -> None:
        """Somebody asks for something of the desk."""
        self._spend("ask", request)

    async def answer(self, request: Request, what: str, name: str, body: Mapping[str, object]) -> Answered:
        """Looked up here; or worked out by the desk's own process, once for all who ask the same."""
        if not is_long(what, name):
            return await asyncio.to_thread(answered, what, name, body)
        text = json.dumps([what, name, body], sort_keys=True)
        key = hashlib.sha256(text.encode()).digest()
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._asked.get(key)
        if task is None:
            if what != "resolve":
                self._spend("charts", request)
            task = self._begin(key, address(request), ChartsJob(what, name, dict(body)))
        # who goes away does not take the answer from the others who wait for it
        return await asyncio.shield(task)

    def _spend(self, rate: str, request: Request) -> None:
        try:
            self.buckets.spend(rate, ("charts", address(request)))
        except Refusal as refusal:
            raise ChartsRefusal("bad.too_fast", None, seconds=refusal.args_["seconds"]) from None

    def _begin(self, key: bytes, where: str, job: ChartsJob) -> asyncio.Task[Answered]:
        if len(self._asked) >= limits.CHARTS_WAITING or self._of[where] >= limits.CHARTS_PER_ADDRESS:
            raise ChartsRefusal("bad.too_fast", None, seconds=1)
        task = self._asked[key] = asyncio.create_task(self._work(key, where, job))
        # a failure is told to those who wait; if they have all gone, to nobody
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._of[where] += 1
        return task

    async def _work(self, key: bytes, where: str, job: ChartsJob) -> Answered:
        try:
            content, status = await self.workers.ask(job, limits.CHARTS_SECONDS)
        except TookTooLong:
            # kept as well: asking again would take as long
            refusal = ChartsRefusal("bad.too_long", None, seconds=limits.CHARTS_SECONDS)
            content, status = refusal_json(refusal, language(job.body.get("lang"))), 400
        except BotFailed:
            raise ChartsRefusal("bad.unavailable") from None
        finally:
            del self._asked[key]
            self._of[where] -= 1
            if not self._of[where]:
                del self._of[where]
        self._kept[key] = content, status
        while len(self._kept) > limits.CHARTS_KEPT:
            self._kept.popitem(last=False)
        return content, status

    async def close(self) -> None:
        """End the process."""
        await self.workers.close()
