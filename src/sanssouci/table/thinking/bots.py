"""Bots at the table: whenever a seat that a bot plays is to act, a worker is asked for its order.

A bot gets its view and its menu and nothing else. Its order goes through the same door as a person's, at the end
of a slot whose length tells nothing (`slots`). A bot that fails is helped out by the simplest one, so that no game
stands still for ever.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from weakref import WeakKeyDictionary

from sanssouci.bots.registry import BOTS, strongest
from sanssouci.friedrich import View
from sanssouci.table import limits
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.contract.results import BotCard
from sanssouci.table.errors import Refusal
from sanssouci.table.live.dealing import parts_missing
from sanssouci.table.live.house import House
from sanssouci.table.live.room import Room
from sanssouci.table.logs import failed
from sanssouci.table.measure import METRICS
from sanssouci.table.thinking import slots
from sanssouci.table.thinking.job import Job
from sanssouci.table.thinking.remote import THOUGHTS, thinking_at
from sanssouci.table.thinking.turns import Asker
from sanssouci.table.thinking.workers import GRACE_SECONDS, BotFailed, Workers

log = logging.getLogger("sanssouci.bots")

#: pause before a game whose bots all failed is tried again
RETRY_SECONDS = 30.0
#: how often a bot that has the first order looks whether everybody has added to the seed
PART_LOOK = 0.1
#: who helps out
SIMPLEST = "random"


def registered() -> list[BotCard]:
    """Every bot that is offered to players, with its level, for the start page."""
    return [BotCard(bot.name, bot.level, bot.description_key) for bot in BOTS.values() if bot.offered]


def names() -> list[str]:
    """The names of the registered bots."""
    return [bot.name for bot in registered()]


def substitute() -> str:
    """The bot that plays on for somebody who gave up: the strongest there is."""
    return strongest().name


class BotDesk:
    """Looks at every commit and asks the workers for what the bots' seats do next."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.workers = Workers(house.settings.bot_workers, make=thinking_at(house.settings, THOUGHTS))
        self._slots: WeakKeyDictionary[Room, slots.Slots] = WeakKeyDictionary()
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        house.listeners.append(self.look)

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
                while not self.house.closing and await self._safely(room, seat):
                    pass
        except Refusal:
            pass  # the game was deleted meanwhile
        finally:
            if self._thinking.get((game, seat)) is asyncio.current_task():
                del self._thinking[game, seat]

    async def _safely(self, room: Room, seat: int) -> bool:
        """One decision; what nobody foresaw is told to the log and tried again, so that the game does not stand."""
        try:
            return await self._one(room, seat)
        except Refusal:
            raise
        except Exception as problem:
            failed(log, "a bot's seat failed", problem, game=room.row.id)
            await asyncio.sleep(RETRY_SECONDS)
            return True

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
            settings = self.house.settings
            wanted = slots.length(referee.game.view(None), referee.state)
            slot = self._slots.setdefault(room, slots.Slots()).take(referee.stage, wanted, settings.slot_factor)
        if settings.slot_factor > 0:
            await self._parts(room)
        begun = self.house.watch.now()
        # a process may die of what has nothing to do with the bot: it is asked once more before another helps out
        for name in (bot, bot, SIMPLEST):
            order = await self._ask(room, seat, name, view, menu, begun, slot)
            if order is None:
                continue
            if await self._give(room, seat, order, version, bot, name):
                return True
        await asyncio.sleep(RETRY_SECONDS)
        return True

    async def _parts(self, room: Room) -> None:
        """Leave the people at a table the time to add to the seed: who bots play with has just come."""
        watch = self.house.watch
        latest = watch.now() + limits.PART_SECONDS
        while parts_missing(room.row) and not room.gone and watch.now() < latest:
            await watch.until(min(latest, watch.now() + PART_LOOK))

    async def _ask(
        self, room: Room, seat: int, name: str, view: View, menu: MenuJson, begun: float, slot: float
    ) -> str | None:
        """Ask one bot, and wait for the end of its slot; None if it failed."""
        seconds = self.house.settings.bot_seconds
        job = Job("order", name, secrets.randbits(63), view, menu, seconds, character=f"{room.row.id}/{seat}")
        # the bots of each host's games in turn: who begins fifty games keeps his own waiting
        who = Asker("", room.row.host)
        at: float | None = None
        try:
            async with self.workers.turn(who) as worker:
                if slot > 0:
                    at = slots.answering(begun, slot, self.house.watch.now())
                until = None if at is None else at - slots.SPARE
                order = str(await worker.ask(job, seconds + GRACE_SECONDS, until))
        except BotFailed as problem:
            log.error("a bot failed: %s", problem, extra={"game": room.row.id})
            return None
        if at is not None:
            await self._wait(begun, slot, at)
        return order

    async def _wait(self, begun: float, slot: float, at: float) -> None:
        """Wait for the moment to answer; thoughts that took longer are counted."""
        watch = self.house.watch
        if watch.now() > at:
            METRICS.count("slot_overruns")
            at = slots.end(begun, slot, watch.now())
        await watch.until(at)

    async def _give(self, room: Room, seat: int, order: str, version: int, bot: str, name: str) -> bool:
        """Give a bot's order; False if it was illegal."""
        try:
            await room.order(seat, order, version, f"bot-{secrets.token_hex(12)}", bot)
        except Refusal as refusal:
            if refusal.key.startswith("table."):
                return True  # taken back, undone or ended while it thought
            log.error("%s gave an illegal order: %r: %s", name, order, refusal, extra={"game": room.row.id})
            return False
        return True

    async def close(self) -> None:
        """Stop thinking; a restart resumes it."""
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        await self.workers.close()
