"""Bots at the table: whenever a seat that a bot plays is to act, a worker is asked for its order.

A bot gets its view and its menu and nothing else. Its order goes through the same door as a
person's. A bot that fails is helped out by the simplest one, so that no game stands still for ever.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from sanssouci.bots.registry import BOTS
from sanssouci.table.errors import Refusal
from sanssouci.table.live.house import House
from sanssouci.table.live.room import Room
from sanssouci.table.thinking.workers import BotFailed, Workers

log = logging.getLogger("sanssouci.bots")

#: how long after its budget a bot's process is taken for hung
GRACE_SECONDS = 30.0
#: pause before a game whose bots all failed is tried again
RETRY_SECONDS = 30.0
#: who helps out
SIMPLEST = "random"


def registered() -> list[dict[str, Any]]:
    """Every bot that is offered to players, with its level, for the start page."""
    return [
        {"name": bot.name, "level": bot.level, "description": bot.description_key}
        for bot in BOTS.values()
        if bot.offered
    ]


def names() -> list[str]:
    """The names of the registered bots."""
    return [str(bot["name"]) for bot in registered()]


def substitute() -> str:
    """The bot that plays on for somebody who gave up: the strongest there is."""
    return max((bot for bot in BOTS.values() if bot.offered), key=lambda bot: bot.level).name


class BotDesk:
    """Looks at every commit and asks the workers for what the bots' seats do next."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.workers = Workers(house.settings.bot_workers)
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        house.listeners.append(self.look)
        house.advise = self.advise

    async def look(self, room: Room) -> None:
        """Start a bot for every seat that waits for one and has none at work."""
        if self.house.closing:
            return
        for seat in room.row.waiting:
            if room.row.seats[seat].bot is None or (room.row.id, seat) in self._thinking:
                continue
            task = asyncio.create_task(self._play(room.row.id, seat))
            self._thinking[room.row.id, seat] = task

    async def _play(self, game: str, seat: int) -> None:
        try:
            async with self.house.room(game) as room:
                while not self.house.closing and await self._one(room, seat):
                    pass
        except Refusal:
            pass  # the game was deleted meanwhile
        finally:
            if self._thinking.get((game, seat)) is asyncio.current_task():
                del self._thinking[game, seat]

    async def _one(self, room: Room, seat: int) -> bool:
        """One decision; False when this seat has nothing more to decide."""
        async with room.lock:
            row, referee = room.row, room.referee
            bot = row.seats[seat].bot
            role = next((role for role in referee.deciding if role in row.seats[seat].roles), None)
            if room.gone or bot is None or role is None or seat not in row.waiting:
                # forget this task before the lock is free: who commits next starts a new one
                self._thinking.pop((row.id, seat), None)
                return False
            version = row.versions[seat]
            view, menu = referee.game.view(role), referee.menu(role)
        for name in (bot, SIMPLEST):
            if await self._try(room, seat, version, bot, name, view, menu):
                return True
        await asyncio.sleep(RETRY_SECONDS)
        return True

    async def _try(
        self, room: Room, seat: int, version: int, bot: str, name: str, view: Any, menu: dict[str, Any]
    ) -> bool:
        """Ask one bot; True unless it failed."""
        seconds = self.house.settings.bot_seconds
        job = {
            "what": "order",
            "bot": name,
            "character": f"{room.row.id}/{seat}",  # one temperament for the whole game
            "seed": secrets.randbits(63),
            "view": view,
            "menu": menu,
            "budget": seconds,
        }
        try:
            order = str(await self.workers.ask(job, seconds + GRACE_SECONDS))
            await room.order(seat, order, version, f"bot-{secrets.token_hex(12)}", bot)
        except BotFailed as problem:
            log.error("a bot failed: %s", problem, extra={"game": room.row.id})
            return False
        except Refusal as refusal:
            if refusal.key.startswith("table."):
                return True  # taken back, undone or ended while it thought
            log.error("%s gave an illegal order: %r: %s", name, order, refusal, extra={"game": room.row.id})
            return False
        return True

    async def advise(self, what: str, view: Any, menu: dict[str, Any]) -> Any:
        """Advice from a view: `hints` for the decision at hand, or `odds` of the battle."""
        seconds = self.house.settings.bot_seconds
        seed = secrets.randbits(63)
        job = {"what": what, "bot": what, "seed": seed, "view": view, "menu": menu, "budget": seconds}
        try:
            return await self.workers.ask(job, seconds + GRACE_SECONDS)
        except BotFailed as problem:
            log.error("advice failed: %s", problem)
            raise Refusal("table.unavailable") from None

    async def close(self) -> None:
        """Stop thinking; a restart resumes it."""
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        await self.workers.close()
