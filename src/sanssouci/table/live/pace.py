"""A pace for games that want one: deadlines per move, a bank of time, and a bot for who is overdue."""

from __future__ import annotations

import asyncio
import logging

from sanssouci.table.contract.bodies import NewPace
from sanssouci.table.contract.cards import Pace
from sanssouci.table.errors import Refusal, bad, one_of
from sanssouci.table.live.clock import DAY
from sanssouci.table.live.handing import hand_over
from sanssouci.table.live.house import House
from sanssouci.table.live.room import Room
from sanssouci.table.storage.packing import now

log = logging.getLogger("sanssouci.table")


def read(given: NewPace | None, bots: list[str]) -> Pace | None:
    """The pace asked for in a new game, or None."""
    if given is None:
        return None
    if not bots:
        raise bad("pace", "no_bot")
    bot = bots[0] if given.bot is None else given.bot
    if bot not in bots:
        raise one_of("bot", bots)
    if given.kind == "bank":
        if given.seconds is None:
            raise bad("seconds", "range", low=1, high=DAY)
        if given.bank is None:
            raise bad("bank", "range", low=0, high=30 * DAY)
        return {"kind": "bank", "seconds": given.seconds, "bank": given.bank, "bot": bot}
    if given.days is None:
        raise bad("days", "range", low=1, high=90)
    return {"kind": "days", "days": given.days, "bot": bot}


class Timekeeper:
    """Waits for deadlines and hands overdue seats to the bot of the pace."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._waiting: dict[str, dict[int, asyncio.TimerHandle]] = {}  # by game and seat
        self._tasks: set[asyncio.Task[None]] = set()
        house.listeners.append(self.look)

    async def look(self, room: Room) -> None:
        """After a commit: set the alarms of a game anew."""
        game = room.row.id
        for handle in self._waiting.pop(game, {}).values():
            handle.cancel()
        if room.row.clock is None or room.row.result is not None or self.house.closing:
            return
        loop = asyncio.get_running_loop()
        for seat, at in room.row.clock["deadlines"].items():
            # long waits are cut: timers are not made for months
            left = min(max(0.0, at - now()), float(DAY))
            alarm = loop.call_later(left + 0.05, self._ring, game, int(seat))
            self._waiting.setdefault(game, {})[int(seat)] = alarm

    def _ring(self, game: str, seat: int) -> None:
        alarms = self._waiting.get(game, {})
        alarms.pop(seat, None)
        if not alarms:
            self._waiting.pop(game, None)
        task = asyncio.create_task(self._overdue(game, seat))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _overdue(self, game: str, seat: int) -> None:
        try:
            async with self.house.room(game) as room:
                row = room.row
                deadline = None if row.clock is None else row.clock["deadlines"].get(str(seat))
                if deadline is None or row.result is not None or row.pace is None:
                    return
                if deadline > now():
                    async with room.lock:
                        await self.look(room)
                    return
                log.info("a seat is overdue", extra={"game": game})
                async with room.lock:
                    await hand_over(self.house, room, seat, str(row.pace["bot"]), "clock")
        except Refusal:
            return  # deleted or changed meanwhile: the next commit sets the alarms anew

    def close(self) -> None:
        """No more alarms."""
        for alarms in self._waiting.values():
            for handle in alarms.values():
                handle.cancel()
        for task in self._tasks:
            task.cancel()
