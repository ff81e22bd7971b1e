"""Notices: telling somebody who is not looking that it is his turn.

A row is written for a seat that begins to wait, at most one per version and way; a task sends what is
due, once, with a few careful retries. Nothing of it ever holds up a game.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from sanssouci.friedrich import messages
from sanssouci.table import limits
from sanssouci.table.live.house import House
from sanssouci.table.live.model import Address, GameRow, Seat
from sanssouci.table.live.room import Room
from sanssouci.table.logs import failed
from sanssouci.table.notices.channel import Channel, Message, NotAllowed, NotSent
from sanssouci.table.notices.channels import channels
from sanssouci.table.storage import store_notices, store_people
from sanssouci.table.storage.packing import now
from sanssouci.table.storage.schema import Found
from sanssouci.table.storage.store_notices import NEVER
from sanssouci.table.tokens import digest, new_token

log = logging.getLogger("sanssouci.notices")

#: who looks within this time needs no notice
GRACE_SECONDS = 5.0
#: seconds until the next try; after the last the notice is given up
RETRIES = (30.0, 300.0, 3600.0)
#: `until` of an address that was given before addresses were confirmed, and how long it is written to then
FROM_BEFORE, OLD_MAIL_SECONDS = -1.0, 14 * 24 * 3600.0
#: notices that are on their way at the same time
SENDERS = 8


def written(row: GameRow, seat: Seat, language: str) -> tuple[str, str]:
    """Title and text of a notice, in the language of who reads it."""
    said = messages.speaker(language)
    told = {"name": seat.name, "scenario": row.scenario, "turn": row.summary["turn"]}
    return said.say("table.notice.title", told), said.say("table.notice.turn", told)


class Notifier:
    """Writes down notices and sends them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.channels = channels(house.settings)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writing: set[asyncio.Task[None]] = set()
        # threads of their own: who answers slowly keeps nobody waiting but other notices
        self._threads = ThreadPoolExecutor(SENDERS, "sanssouci-notices")
        self._known: dict[tuple[str, int], int] = {}  # (game, seat) → version written down
        house.listeners.append(self.look)

    def start(self) -> None:
        """Begin to send."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is not sent is sent after the next start."""
        await asyncio.gather(*self._writing, return_exceptions=True)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def look(self, room: Room) -> None:
        """After a commit: who begins to wait and has asked to be told?"""
        row = room.row
        for number in row.waiting:
            seat = row.seats[number]
            if seat.bot is not None or not seat.addresses:
                continue
            version = row.versions[number]
            if self._known.get((row.id, number)) == version:
                continue
            if len(self._known) >= limits.NOTICES_KNOWN:
                self._known.clear()  # the database knows what was written down
            self._known[row.id, number] = version
            # written beside the game, not in its way
            task = asyncio.create_task(self._write(row, seat, version))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _write(self, row: GameRow, seat: Seat, version: int) -> None:
        due = now() + GRACE_SECONDS
        await store_notices.write_down(self.house.database, row.id, seat.seat, version, list(seat.addresses), due)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                pause = await self._send_due()
            except Exception as problem:
                failed(log, "notices failed", problem)
                pause = 60.0
            self._wake.clear()
            try:
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _send_due(self) -> float:
        """Send what is due; seconds until something else is."""
        async with self.house.database.reading() as connection:
            found = await store_notices.soonest(connection, 50)
        due = [row for row in found if row.due <= now()]
        if due:
            await asyncio.gather(*(self._one(row) for row in due))
            return 0.01
        return min(60.0, float(found[0].due) - now() + 0.01) if found else 60.0

    async def _one(self, notice: Found) -> None:
        # claimed before it is sent: a crash may lose a notice but never sends one twice
        after = RETRIES[notice.tries] if notice.tries < len(RETRIES) else None
        async with self.house.database.writing() as connection:
            if not await store_notices.claim(connection, notice, NEVER if after is None else now() + after):
                return
        if await self._deliver(notice) != "failed":
            async with self.house.database.writing() as connection:
                await store_notices.done(connection, notice)

    async def _deliver(self, notice: Found) -> str:
        async with self.house.room(notice.game) as room:
            row, seat = room.row, room.row.seats[notice.seat]
            if notice.seat not in row.waiting or row.versions[notice.seat] != notice.version:
                return "late"
            if notice.seat in room.present():
                return "looking"
        return await self.send(row, seat, str(notice.way))

    async def send(self, row: GameRow, seat: Seat, way: str) -> str:
        """Send one notice: `sent`, `refused`, `failed`, or `unconfirmed` where nobody said yes to it."""
        channel, address = self.channels.get(way), seat.addresses.get(way)
        if channel is None or address is None or not channel.there:
            return "refused"
        if channel.asks and not await self._may_write(row, seat, way, address):
            return "unconfirmed"
        language = await self._language(row, seat)
        title, text = written(row, seat, language)
        message = Message(title, text, f"{self.house.settings.public_url}game/{row.id}", language)
        try:
            await self._away(channel, address, message)
        except NotAllowed:
            return "refused"
        except NotSent as problem:
            log.info("a notice failed: %s", problem, extra={"game": row.id})
            return "failed"
        return "sent"

    async def _may_write(self, row: GameRow, seat: Seat, way: str, address: Address) -> bool:
        """Whether notices go to a seat's address: it is confirmed, or from before that was asked for."""
        until = address.until
        if until == FROM_BEFORE:
            until = now() + OLD_MAIL_SECONDS
            await self.ask_to_confirm(row, seat, way, until)
        return until is None or now() < until

    async def ask_to_confirm(self, row: GameRow, seat: Seat, way: str, until: float) -> None:
        """Ask at an address whether notices are wanted there; until then they go there until a time.

        Nothing that a player wrote stands in it: nobody writes to strangers through us.
        """
        channel = self.channels[way]
        if way not in seat.addresses or not channel.there:
            return
        token = new_token()
        address = seat.addresses[way]._replace(until=until)
        async with self.house.database.writing() as connection:
            await store_notices.set_address(connection, row.id, seat.seat, way, address, digest(token))
        seat.addresses[way] = address
        language = await self._language(row, seat)
        said = messages.speaker(language)
        title = said.say("table.notice.confirmTitle", {})
        text = said.say("table.notice.confirm", {"scenario": row.scenario})
        message = Message(title, text, f"{self.house.settings.public_url}confirm#{token}", language)
        try:
            await self._away(channel, address, message)
        except (NotAllowed, NotSent) as problem:
            log.info("asking to confirm an address failed: %s", problem, extra={"game": row.id})

    async def _language(self, row: GameRow, seat: Seat) -> str:
        async with self.house.database.reading() as connection:
            return await store_people.language_at(connection, row.id, seat.seat)

    async def _away(self, channel: Channel, address: Address, message: Message) -> None:
        """Send in one of our own threads, since it blocks."""
        await asyncio.get_running_loop().run_in_executor(self._threads, channel.send, address.text, message)
