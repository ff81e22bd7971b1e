"""HTTP: how a seat wants to be told that it is its turn."""

from __future__ import annotations

from msgspec import UNSET

from sanssouci.table.contract.bodies import SetNotices, Token
from sanssouci.table.contract.results import Done, Notices, NoticesTested
from sanssouci.table.errors import Refusal, one_of
from sanssouci.table.http.calls import Call, Endpoint, address
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live.model import Seat
from sanssouci.table.notices import mail, webhook
from sanssouci.table.storage import store, store_people
from sanssouci.table.tokens import digest


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
    return await _settings(call, room.row.id, seat)


async def change(call: Call, body: SetNotices) -> Notices:
    """Set or remove the addresses that are named; the language is that of all notices of who sits here."""
    changed: dict[str, str | None] = {}
    if body.webhook is not UNSET:
        changed["webhook"] = _webhook(body.webhook)
    if body.mail is not UNSET:
        changed["mail"] = _mail(call, body.mail)
    if body.language is not UNSET and body.language not in LANGUAGES:
        raise one_of("language", LANGUAGES)
    async with call.house.room(call.game) as room, room.lock:
        number = await call.seat(room)
        seat = room.row.seats[number]
        asks = "mail" in changed and not await _confirmed(call, seat, changed["mail"])
        if asks:
            _spend(call, str(changed["mail"]))
        if body.language is not UNSET:
            async with call.house.database.writing() as connection:
                await store_people.set_language(connection, room.row.id, number, body.language)
        if changed:
            async with call.house.database.writing() as connection:
                await store.set_seat(connection, room.row.id, number, **changed)
                if "mail" in changed:
                    await store.set_seat(connection, room.row.id, number, mail_until=0.0 if asks else None)
            for name, value in changed.items():
                setattr(seat, name, value)
            if "mail" in changed:
                seat.mail_until = 0.0 if asks else None
            call.house.spread(room.row.id, "quiet")
        if asks:
            await call.notifier.ask_to_confirm(room.row, seat, 0.0)
    return await _settings(call, room.row.id, seat)


async def _confirmed(call: Call, seat: Seat, address: str | None) -> bool:
    """Whether mail may go to an address: there is none, or this browser has confirmed it."""
    if address is None or (address == seat.mail and seat.mail_until is None):
        return True
    async with call.house.database.reading() as connection:
        return await store_people.has_confirmed(connection, call.person or 0, address)


def _spend(call: Call, mail_address: str) -> None:
    """Few such mails for who asks, and few for who gets them, whoever asks."""
    call.house.buckets.spend("confirm", address(call.request))
    call.house.buckets.spend("confirm_mail", digest(mail_address.lower()))


async def confirm(call: Call, body: Token) -> Done:
    """Whoever reads the mails of an address wants notices there."""
    async with call.house.database.reading() as connection:
        found = await store_people.find_mail(connection, digest(body.token))
    if found is None:
        raise Refusal("table.no_such_link")
    async with call.house.room(found[0]) as room, room.lock:
        async with call.house.database.writing() as connection:
            await store.set_seat(connection, *found, mail_until=None, mail_token=None)
        room.row.seats[found[1]].mail_until = None
        call.house.spread(room.row.id, "quiet")
    return Done()


async def _settings(call: Call, game: str, seat: Seat) -> Notices:
    async with call.house.database.reading() as connection:
        language = await store_people.language_at(connection, game, seat.seat)
    waits = seat.mail is not None and seat.mail_until is not None
    return Notices(seat.webhook is not None, seat.mail is not None, language, True if waits else UNSET)


def _webhook(url: str | None) -> str | None:
    if url is None:
        return None
    try:
        webhook.read_address(url)
    except webhook.WebhookRefused:
        raise Refusal("table.bad_webhook") from None
    return url


def _mail(call: Call, given: str | None) -> str | None:
    if given is None:
        return None
    if call.house.settings.smtp is None:
        raise Refusal("table.no_mail")
    if not mail.is_address(given):
        raise Refusal("table.bad_mail")
    return given


_PATH = "games/{game}/seats/{seat:seat}/notices"

ENDPOINTS = [
    Endpoint("GET", _PATH, show),
    Endpoint("PUT", _PATH, change),
    Endpoint("POST", f"{_PATH}/test", test),
    Endpoint("POST", "confirm", confirm, "join"),
]
