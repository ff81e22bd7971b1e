"""Several server processes on one PostgreSQL: a line (`lines`) carries word of what one of them committed.

Only the name of a game and what kind of thing happened travels; everything else is read from the database.
A message that is lost (the line broken, a process killed) costs time and nothing else: every few seconds each
process looks whether its open games are still true, and whether somebody else's bots stand still.

Who is looking stands in no database: each process tells the others at every change and again every few
seconds, and whoever is not heard of any more is taken to look no longer.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msgspec import convert

from sanssouci.table.contract.cards import ChatLine
from sanssouci.table.contract.messages import Chat
from sanssouci.table.errors import Refusal
from sanssouci.table.live.house import House
from sanssouci.table.live.model import Looking
from sanssouci.table.live.processes import Processes
from sanssouci.table.logs import failed
from sanssouci.table.storage import store
from sanssouci.table.storage.packing import now

log = logging.getLogger("sanssouci.table")

#: games in one message about who looks: a line carries short ones
GAMES_AT_ONCE = 60
#: how often a process looks by itself, and tells who looks through it
LOOK_SECONDS = 2.0
#: a process that was not heard of for so long is gone, and everybody who looked through it
SILENT_SECONDS = 7.0
#: a bot that has not moved for so long belongs to a process that is gone
STANDS_STILL_SECONDS = 20.0

#: what one process tells the others
Message = dict[str, Any]


class Fanout:
    """Publishes this process's commits and hears of the others'."""

    house: House

    def __init__(self, processes: Processes) -> None:
        self.processes = processes
        self.name = processes.name
        #: whether there are others
        self.several = False
        self._tasks: list[asyncio.Task[None]] = []
        self._news: asyncio.Queue[str] = asyncio.Queue(10_000)
        #: process → when it was last heard of, and who looks at which game through it
        self._others: dict[str, tuple[float, dict[str, Looking]]] = {}
        #: process → what it has told so far of all its games
        self._telling: dict[str, dict[str, Looking]] = {}

    def start(self, house: House) -> None:
        """Begin to publish, to hear for a house and to look."""
        self.house = house
        self._tasks = [asyncio.create_task(work()) for work in (self._send, self._hear, self._look, self._beat)]

    async def close(self) -> None:
        """Stop; whoever looked through us does so no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            async with asyncio.timeout(1):
                await self.processes.line.say(self._message("", "here", games={}, more=False))
        await self.processes.leave()

    def publish(self, game: str, kind: str, **more: object) -> None:
        """Say that something happened; never waits, never fails."""
        if (self.several or not game) and not self._news.full():
            self._news.put_nowait(self._message(game, kind, **more))

    def _message(self, game: str, kind: str, **more: object) -> str:
        return json.dumps({"from": self.name, "game": game, "kind": kind, **more}, default=list, ensure_ascii=False)

    async def _send(self) -> None:
        while True:
            message = await self._news.get()
            try:
                await self.processes.line.say(message)
            except Exception as problem:
                log.warning("the other processes cannot be told: %s", type(problem).__name__)

    async def _hear(self) -> None:
        while True:
            try:
                async for text in self.processes.line.hear():
                    if text:
                        await self._heard(json.loads(text))
                    else:
                        self.publish("", "who")  # what was said before is not heard any more
            except asyncio.CancelledError:
                raise
            except Exception as problem:
                log.warning("the other processes are not heard: %s", type(problem).__name__)
            await asyncio.sleep(1.0)

    async def _heard(self, message: Message) -> None:
        if message.get("from", self.name) == self.name:
            return
        self.several = True
        if message["kind"] in ("present", "here", "who"):
            self._told_of_others(message)
            return
        room = self.house.live(str(message["game"]))
        if room is None:
            return
        async with room.lock:
            if message["kind"] == "chat":
                for connection in list(room.connections):
                    if connection.greeted:
                        connection.send(Chat(convert(message["line"], ChatLine)))
                return
            if message["kind"] == "quiet":
                # something that only its seat may know of, and the adjutant
                if await room.refresh():
                    await self.house.heard(room)
                return
            await self.house.catch_up(room, message.get("first"))
            if message["kind"] == "table" and await room.refresh():
                await self.house.let_go(room, str(message.get("why", "link")))
                self.house.tell_table(room, here_only=True)

    # Who is looking ------------------------------------------------------------------------------

    def elsewhere(self, game: str) -> Looking:
        """Who looks at a game through the other processes."""
        seats: frozenset[int] = frozenset()
        spectators = 0
        for _heard, games in self._others.values():
            there = games.get(game, Looking())
            seats, spectators = seats | there.seats, spectators + there.spectators
        return Looking(seats, spectators)

    def _told_of_others(self, message: Message) -> None:
        """Another process tells of one game, or of all it has, or asks who is here."""
        if message["kind"] == "who":
            self._tell_who_is_here()
            return
        now_ = asyncio.get_running_loop().time()
        known = self._others.get(message["from"], (0.0, {}))[1]
        if message["kind"] == "here":
            games = self._telling.pop(message["from"], {})
            games |= {str(game): _looking(told) for game, told in message["games"].items()}
            if message["more"]:
                self._telling[message["from"]] = games
                return
        else:
            games = known | {str(message["game"]): _looking(message["looking"])}
        self._others[message["from"]] = (now_, games)
        self._retell(games.keys() | known.keys())

    def _retell(self, games: Iterable[str]) -> None:
        """Tell who is looking at these games, where that has changed."""
        for game in games:
            room = self.house.live(game)
            if room is not None and room.elsewhere != (found := self.elsewhere(game)):
                room.elsewhere = found
                self.house.tell_table(room, here_only=True)

    def _tell_who_is_here(self) -> None:
        looked_at = [(room.row.id, room.here()) for room in self.house.rooms if room.connections]
        for first in range(0, max(1, len(looked_at)), GAMES_AT_ONCE):
            part = dict(looked_at[first : first + GAMES_AT_ONCE])
            self.publish("", "here", games=part, more=first + GAMES_AT_ONCE < len(looked_at))

    async def _beat(self) -> None:
        """Again and again: we are here, with these; and who has fallen silent?"""
        while True:
            try:
                self.several = bool(await self.processes.beat())
            except Exception as problem:
                log.warning("the heart does not beat: %s", type(problem).__name__)
            if self.several:
                self._tell_who_is_here()
            await asyncio.sleep(LOOK_SECONDS)
            silent = asyncio.get_running_loop().time() - SILENT_SECONDS
            for name in [name for name, (heard, _games) in self._others.items() if heard < silent]:
                self._telling.pop(name, None)
                self._retell(self._others.pop(name)[1])

    # What was lost -------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Now and then: are the open games still true, and does somebody's bot stand still?"""
        turns = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            turns += 1
            try:
                for room in self.house.rooms:
                    if room.connections and not room.lock.locked():
                        async with room.lock:
                            await self.house.catch_up(room)
                if turns % 5 == 0:
                    await self._wake_bots()
            except Exception as problem:
                failed(log, "looking around failed", problem)

    async def _wake_bots(self) -> None:
        last = ""
        while True:
            async with self.house.database.reading() as connection:
                rows = await store.running_games(connection, last, 200)
            if not rows:
                return
            for row in rows:
                last = row.id
                left = any(row.seats[seat].bot or row.seats[seat].instruction for seat in row.waiting)
                if (left and row.changed < now() - STANDS_STILL_SECONDS) or row.pace is not None:
                    try:
                        async with self.house.room(row.id) as room, room.lock:
                            await self.house.catch_up(room)
                            await self.house.heard(room)
                    except Refusal:
                        continue


def _looking(told: Any) -> Looking:
    return Looking(frozenset(int(seat) for seat in told[0]), int(told[1]))
