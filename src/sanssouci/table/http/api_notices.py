"""HTTP: how a seat wants to be told that it is its turn."""

from __future__ import annotations

from msgspec import UNSET

from sanssouci.table.contract.bodies import SetNotices
from sanssouci.table.contract.results import Notices, NoticesTested
from sanssouci.table.errors import Refusal, one_of
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live.model import Seat
from sanssouci.table.notices import mail, webhook
from sanssouci.table.storage import store


async def test(call: Call) -> NoticesTested:
    """Send a notice now, to see whether it arrives."""
    async with call.house.room(call.game) as room:
        number = await call.seat(room)
        call.house.buckets.spend("notice_test", (room.row.id, number))
        seat = room.row.seats[number]
    return NoticesTested(
        webhook=None if seat.webhook is None else await call.notifier.send(room.row, seat, "webhook"),
        mail=None if seat.mail is None else await call.notifier.send(room.row, seat, "mail"),
    )


async def show(call: Call) -> Notices:
    """Whether addresses are set; they are not sent back."""
    async with call.house.room(call.game) as room:
        seat = room.row.seats[await call.seat(room)]
    return _settings(seat)


async def change(call: Call, body: SetNotices) -> Notices:
    """Set or remove the addresses that are named, and the language of the notices."""
    changed: dict[str, str | None] = {}
    if body.webhook is not UNSET:
        changed["webhook"] = _webhook(body.webhook)
    if body.mail is not UNSET:
        changed["mail"] = _mail(call, body.mail)
    if body.language is not UNSET:
        if body.language not in LANGUAGES:
            raise one_of("language", LANGUAGES)
        changed["language"] = body.language
    async with call.house.room(call.game) as room:
        number = await call.seat(room)
        if changed:
            async with room.lock:
                async with call.house.database.writing() as connection:
                    await store.set_seat(connection, room.row.id, number, **changed)
                for name, value in changed.items():
                    setattr(room.row.seats[number], name, value)
                call.house.spread(room.row.id, "quiet")
        seat = room.row.seats[number]
    return _settings(seat)


def _settings(seat: Seat) -> Notices:
    return Notices(seat.webhook is not None, seat.mail is not None, seat.language)


def _webhook(url: str | None) -> str | None:
    if url is None:
        return None
    try:
        webhook.read_address(url)
    except webhook.WebhookRefused:
        raise Refusal("table.bad_webhook") from None
    return url


def _mail(call: Call, address: str | None) -> str | None:
    if address is None:
        return None
    if call.house.settings.smtp is None:
        raise Refusal("table.no_mail")
    if not mail.is_address(address):
        raise Refusal("table.bad_mail")
    return address


_PATH = "games/{game}/seats/{seat:seat}/notices"

ENDPOINTS = [
    Endpoint("GET", _PATH, show),
    Endpoint("PUT", _PATH, change),
    Endpoint("POST", f"{_PATH}/test", test),
]
