"""Advice for players, given by worker processes from what a seat may know."""

from __future__ import annotations

import logging
import secrets

from sanssouci.friedrich import View
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.errors import Refusal
from sanssouci.table.settings import Settings
from sanssouci.table.thinking.job import Job
from sanssouci.table.thinking.remote import HINTS, thinking_at
from sanssouci.table.thinking.turns import ASKER
from sanssouci.table.thinking.workers import GRACE_SECONDS, BotFailed, Thought, Workers

log = logging.getLogger("sanssouci.bots")

#: how far hints stand behind people and bots
ADVISER_NICE = 10


class Adviser:
    """Answers with hints, odds and chances. It knows no game but what it is handed."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.bot_seconds
        # processes of their own, and behind the bots': who asks for hints changes nothing that others see
        self.workers = Workers(settings.bot_workers, ADVISER_NICE, thinking_at(settings, HINTS))

    async def advise(self, what: str, view: View, menu: MenuJson) -> Thought:
        """Advice from a view: `hints` for the decision at hand, `odds` of the battle, `chances` of all roles."""
        job = Job(what, what, secrets.randbits(63), view, menu, self.seconds)
        try:
            return await self.workers.ask(job, self.seconds + GRACE_SECONDS, ASKER.get(), bounded=True)
        except BotFailed as problem:
            log.error("advice failed: %s", problem)
            raise Refusal("table.unavailable") from None

    async def close(self) -> None:
        """End the processes."""
        await self.workers.close()
