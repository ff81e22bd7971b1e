"""HTTP: how a seat wants to be told that it is its turn."""

from __future__ import annotations

from msgspec import UNSET

from sanssouci.table.contract.bodies import Token
from sanssouci.table.contract.notices import Notices, NoticesTested, Reads, SetNotices
from sanssouci.table.contract.results import Done
from sanssouci.table.errors import Refusal, one_of
from sanssouci.table.http.calls import Call, Endpoint, address
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live.model import Address, Seat
from sanssouci.table.storage import store_notices, store_people
from sanssouci.table.tokens import digest


async def test(call: Call) -> NoticesTested:
    """Send a notice now, to see whether it arrives."""
    async with call.house.room(call.game) as room:
        number = await call.seat(room)
        call.house.buckets.spend("notice_test", (room.row.id, number))
        seat = room.row.seats[number]
    return NoticesTested(**{way: await call.notifier.send(room.row, seat, way) for way in seat.addresses})


async def show(call: Call) -> Notices:
    """Whether addresses are set; they are not sent back."""
    async with call.house.room(call.game) as room:
        seat = room.row.seats[await call.seat(room)]
    return await _settings(call, room.row.id, seat)


async def change(call: Call, body: SetNotices) -> Notices:
    """Set or remove the addresses that are named; the language is that of all notices of who sits here."""
    wanted = _wanted(call, body)
    if body.language is not UNSET:
        _known(body.language)
    async with call.house.room(call.game) as room, room.lock:
        number = await call.seat(room)
        seat = room.row.seats[number]
        asked: list[str] = []
        for way, given in wanted.items():
            if given is not None and not await _confirmed(call, seat, way, given):
                _spend(call, given)
                asked.append(way)
        if body.language is not UNSET:
            async with call.house.database.writing() as connection:
                await store_people.set_language(connection, room.row.id, number, body.language)
        if wanted:
            kept = dict(seat.addresses)
            async with call.house.database.writing() as connection:
                for way, given in wanted.items():
                    kept.pop(way, None)
                    if given is not None:
                        kept[way] = Address(given, 0.0 if way in asked else None)
                    await store_notices.set_address(connection, room.row.id, number, way, kept.get(way))
            seat.addresses = kept
            call.house.spread(room.row.id, "quiet")
        for way in asked:
            await call.notifier.ask_to_confirm(room.row, seat, way, 0.0)
    return await _settings(call, room.row.id, seat)


async def reads(call: Call, body: Reads) -> Done:
    """The page was switched to another language: notices and mails follow it. Nothing is kept of a stranger."""
    _known(body.language)
    if call.person is not None:
        async with call.house.database.writing() as connection:
            await store_people.reads(connection, call.person, body.language)
    return Done()


def _known(language: str) -> None:
    """Refuse a language that is not spoken here."""
    if language not in LANGUAGES:
        raise one_of("language", LANGUAGES)


def _wanted(call: Call, body: SetNotices) -> dict[str, str | None]:
    """The addresses that are named, by channel; raises where one is none, or its channel not to be had."""
    wanted: dict[str, str | None] = {}
    for way, channel in call.notifier.channels.items():
        given = getattr(body, way)
        if given is UNSET:
            continue
        if given is not None and not channel.there:
            raise Refusal(f"table.no_{way}")
        if given is not None and not channel.takes(given):
            raise Refusal(f"table.bad_{way}")
        wanted[way] = given
    return wanted


async def _confirmed(call: Call, seat: Seat, way: str, given: str) -> bool:
    """Whether notices may go to an address: nobody need be asked, or this browser has confirmed it."""
    if not call.notifier.channels[way].asks or seat.addresses.get(way) == Address(given):
        return True
    async with call.house.database.reading() as connection:
        return await store_notices.has_confirmed(connection, call.person or 0, way, given)


def _spend(call: Call, given: str) -> None:
    """Few such questions for who makes us ask, and few for who is asked, whoever makes us."""
    call.house.buckets.spend("confirm", address(call.request))
    call.house.buckets.spend("confirm_mail", digest(given.lower()))


async def confirm(call: Call, body: Token) -> Done:
    """Whoever reads what comes to an address wants notices there."""
    async with call.house.database.reading() as connection:
        found = await store_notices.find_token(connection, digest(body.token))
    if found is None:
        raise Refusal("table.no_such_link")
    game, number, way = found
    async with call.house.room(game) as room, room.lock:
        async with call.house.database.writing() as connection:
            await store_notices.confirm(connection, game, number, way)
        kept = room.row.seats[number].addresses
        if way in kept:
            kept[way] = kept[way]._replace(until=None)
        call.house.spread(room.row.id, "quiet")
    return Done()


async def _settings(call: Call, game: str, seat: Seat) -> Notices:
    async with call.house.database.reading() as connection:
        language = await store_people.language_at(connection, game, seat.seat)
    waits = any(one.until is not None for one in seat.addresses.values())
    return Notices(**dict.fromkeys(seat.addresses, True), language=language, unconfirmed=True if waits else UNSET)


_PATH = "games/{game}/seats/{seat:seat}/notices"

ENDPOINTS = [
    Endpoint("GET", _PATH, show),
    Endpoint("PUT", _PATH, change),
    Endpoint("POST", f"{_PATH}/test", test),
    Endpoint("PUT", "language", reads),
    Endpoint("POST", "confirm", confirm, "join"),
]
