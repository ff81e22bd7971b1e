"""HTTP: how a seat wants to be told that it is its turn."""

from __future__ import annotations

from typing import Any

from starlette.routing import BaseRoute

from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.calls import Answer, Call, route
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live.house import House
from sanssouci.table.live.model import Seat
from sanssouci.table.notices import mail, webhook
from sanssouci.table.notices.notifier import Notifier
from sanssouci.table.storage import store


def routes(house: House, notifier: Notifier) -> list[BaseRoute]:
    """The routes of this module."""

    async def test(call: Call) -> Answer:
        """Send a notice now, to see whether it arrives."""
        async with call.house.room(call.game) as room:
            number = await call.seat(room)
            call.house.buckets.spend("notice_test", (room.row.id, number))
            seat = room.row.seats[number]
        return {
            "webhook": None if seat.webhook is None else await notifier.send(room.row, seat, "webhook"),
            "mail": None if seat.mail is None else await notifier.send(room.row, seat, "mail"),
        }

    path = "games/{game}/seats/{seat:seat}/notices"
    return [
        route(house, "GET", path, show),
        route(house, "PUT", path, change),
        route(house, "POST", f"{path}/test", test),
    ]


async def show(call: Call) -> Answer:
    """Whether addresses are set; they are not sent back."""
    async with call.house.room(call.game) as room:
        seat = room.row.seats[await call.seat(room)]
    return _settings(seat)


async def change(call: Call) -> Answer:
    """Set or remove the addresses that are named, and the language of the notices."""
    changed: dict[str, Any] = {}
    if "webhook" in call.body:
        changed["webhook"] = _webhook(call.body)
    if "mail" in call.body:
        changed["mail"] = _mail(call)
    if "language" in call.body:
        changed["language"] = _language(call.body)
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


def _settings(seat: Seat) -> dict[str, Any]:
    return {"webhook": seat.webhook is not None, "mail": seat.mail is not None, "language": seat.language}


def _language(body: dict[str, Any]) -> str:
    language = body["language"]
    if not isinstance(language, str) or language not in LANGUAGES:
        raise bad("language", f"is not one of {', '.join(LANGUAGES)}")
    return language


def _webhook(body: dict[str, Any]) -> str | None:
    url = body["webhook"]
    if url is None:
        return None
    try:
        webhook.read_address(url if isinstance(url, str) else "")
    except webhook.WebhookRefused:
        raise Refusal("table.bad_webhook") from None
    return str(url)


def _mail(call: Call) -> str | None:
    address = call.body["mail"]
    if address is None:
        return None
    if call.house.settings.smtp is None:
        raise Refusal("table.no_mail")
    if not isinstance(address, str) or not mail.is_address(address):
        raise Refusal("table.bad_mail")
    return address
