"""Notices: telling somebody who is not looking that it is his turn.

A row is written for a seat that begins to wait, at most one per version and way; a task sends what is
due, once, with a few careful retries. Nothing of it ever holds up a game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from sanssouci.friedrich import messages
from sanssouci.table import limits
from sanssouci.table.live.house import House
from sanssouci.table.live.model import GameRow, Seat
from sanssouci.table.live.room import Room
from sanssouci.table.notices import mail, webhook
from sanssouci.table.storage import store, store_people
from sanssouci.table.storage.packing import now
from sanssouci.table.storage.schema import notices
from sanssouci.table.tokens import digest, new_token

log = logging.getLogger("sanssouci.notices")

#: who looks within this time needs no notice
GRACE_SECONDS = 5.0
#: seconds until the next try; after the last the notice is given up
RETRIES = (30.0, 300.0, 3600.0)
#: the time at which something is never due: a notice that was sent stays known until the next
NEVER = 1e18
#: `mail_until` of an address that was given before addresses were confirmed, and how long it is written to then
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
            if seat.bot is not None or not (seat.webhook or seat.mail):
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
        for way, address in (("webhook", seat.webhook), ("mail", seat.mail)):
            if address is None:
                continue
            try:
                async with self.house.database.writing() as connection:
                    await connection.execute(
                        delete(notices).where(
                            notices.c.game == row.id,
                            notices.c.seat == seat.seat,
                            notices.c.way == way,
                            notices.c.version < version,
                        )
                    )
                    await connection.execute(
                        insert(notices).values(game=row.id, seat=seat.seat, version=version, way=way, tries=0, due=due)
                    )
            except IntegrityError:
                continue  # written down before a restart, or by another process
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                pause = await self._send_due()
            except Exception:
                log.exception("notices failed")
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
            found = (
                await connection.execute(select(notices).where(notices.c.due < NEVER).order_by(notices.c.due).limit(50))
            ).all()
        due = [row for row in found if row.due <= now()]
        if due:
            await asyncio.gather(*(self._one(row) for row in due))
            return 0.01
        return min(60.0, float(found[0].due) - now() + 0.01) if found else 60.0

    async def _one(self, notice: Row[Any]) -> None:
        # claimed before it is sent: a crash may lose a notice but never sends one twice
        after = RETRIES[notice.tries] if notice.tries < len(RETRIES) else None
        due = NEVER if after is None else now() + after
        async with self.house.database.writing() as connection:
            claimed = await connection.execute(
                update(notices)
                .where(notices.c.id == notice.id, notices.c.due == notice.due)
                .values(due=due, tries=notice.tries + 1)
            )
        if claimed.rowcount != 1:
            return
        outcome = await self._deliver(notice)
        if outcome != "failed":
            async with self.house.database.writing() as connection:
                await connection.execute(update(notices).where(notices.c.id == notice.id).values(due=NEVER))

    async def _deliver(self, notice: Row[Any]) -> str:
        async with self.house.room(notice.game) as room:
            row, seat = room.row, room.row.seats[notice.seat]
            if notice.seat not in row.waiting or row.versions[notice.seat] != notice.version:
                return "late"
            if notice.seat in room.present():
                return "looking"
        return await self.send(row, seat, str(notice.way))

    async def send(self, row: GameRow, seat: Seat, way: str) -> str:
        """Send one notice: `sent`, `refused`, `failed`, or `unconfirmed` where nobody said yes to it."""
        settings = self.house.settings
        link = f"{settings.public_url}game/{row.id}"
        language = await self._language(row, seat)
        title, text = written(row, seat, language)
        try:
            if way == "webhook" and seat.webhook is not None:
                message = webhook.body(seat.webhook, title, text, link)
                await self._away(webhook.send, seat.webhook, message, settings.private_webhooks)
            elif way == "mail" and seat.mail is not None and settings.smtp is not None:
                if not await self._may_mail(row, seat):
                    return "unconfirmed"
                body = f"{text}\n\n{link}\n"
                await self._away(mail.send, settings.smtp, settings.mail_from, seat.mail, title, body, language)
            else:
                return "refused"
        except webhook.WebhookRefused:
            return "refused"
        except (webhook.WebhookFailed, mail.MailFailed) as problem:
            log.info("a notice failed: %s", problem, extra={"game": row.id})
            return "failed"
        return "sent"

    async def _may_mail(self, row: GameRow, seat: Seat) -> bool:
        """Whether notices go to a seat's address: it is confirmed, or from before that was asked for."""
        until = seat.mail_until
        if until == FROM_BEFORE:
            until = now() + OLD_MAIL_SECONDS
            await self.ask_to_confirm(row, seat, until)
        return until is None or now() < until

    async def ask_to_confirm(self, row: GameRow, seat: Seat, until: float) -> None:
        """Send a mail that asks whether notices are wanted there; until then they go there until a time.

        Nothing that a player wrote stands in it: nobody writes to strangers through us.
        """
        settings = self.house.settings
        if seat.mail is None or settings.smtp is None:
            return
        token = new_token()
        async with self.house.database.writing() as connection:
            await store.set_seat(connection, row.id, seat.seat, mail_until=until, mail_token=digest(token))
        seat.mail_until = until
        language = await self._language(row, seat)
        said = messages.speaker(language)
        title = said.say("table.notice.confirmTitle", {})
        text = said.say("table.notice.confirm", {"scenario": row.scenario})
        body = f"{text}\n\n{settings.public_url}confirm#{token}\n"
        try:
            await self._away(mail.send, settings.smtp, settings.mail_from, seat.mail, title, body, language)
        except mail.MailFailed as problem:
            log.info("a mail to confirm an address failed: %s", problem, extra={"game": row.id})

    async def _language(self, row: GameRow, seat: Seat) -> str:
        async with self.house.database.reading() as connection:
            return await store_people.language_at(connection, row.id, seat.seat)

    async def _away(self, work: Callable[..., None], *arguments: object) -> None:
        """Do something that blocks in one of our own threads."""
        await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
