"""HTTP: what seats add to the seed, whether a game was dealt as promised, and going back by consent."""

from __future__ import annotations

import asyncio

from sanssouci.friedrich import BadPosition, BadRecord
from sanssouci.friedrich.files.pledge import Checked, one_line, verify
from sanssouci.table import limits
from sanssouci.table.contract.bodies import AddPart, GoBack, SeatQuery, Upload
from sanssouci.table.contract.results import Backs, BackTaken, Done, Verified
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.api_records import record_text
from sanssouci.table.http.api_seats import playing
from sanssouci.table.http.calls import Call, Endpoint, address
from sanssouci.table.http.uploads import bad_record, record_turn
from sanssouci.table.live import wire
from sanssouci.table.live.dealing import add_part, go_back
from sanssouci.table.live.handing import asked
from sanssouci.table.live.model import SPECTATOR
from sanssouci.table.live.referee import cannot_be
from sanssouci.table.storage import store_backs
from sanssouci.table.storage.packing import stamp


async def part(call: Call, body: AddPart) -> Done:
    """Add to the seed, or change what one added, until the first order is given."""
    words = one_line(body.part)
    if not words:
        raise bad("part", "is empty")
    async with playing(call) as (room, number):
        await add_part(room, number, words)
        call.house.tell_table(room)
    return Done()


async def back(call: Call, body: GoBack) -> Done:
    """Ask to go back to an earlier moment, agree to it, or refuse; bots agree."""
    async with playing(call) as (room, number):
        row = room.row
        if row.sandbox:
            raise Refusal("table.not_yours")
        if body.orders is None:
            if row.back is not None:
                await room.change(back=None)
            call.house.tell_table(room)
            return Done()
        if not row.orders - limits.BACK_ORDERS <= body.orders < row.orders:
            first = max(0, row.orders - limits.BACK_ORDERS)
            raise bad("orders", f"is not a number from {first} to {row.orders - 1}")
        old = row.back if row.back is not None and row.back["orders"] == body.orders else None
        agreed = sorted({*(old["agreed"] if old is not None else []), number})
        by = number if old is None else old["seat"]
        if asked(row) <= set(agreed):
            await go_back(room, by, body.orders)
            await call.house.committed(room, body.orders, [])
        else:
            await room.change(back={"orders": body.orders, "seat": by, "agreed": agreed})
        call.house.tell_table(room)
    return Done()


async def backs(call: Call, query: SeatQuery) -> Backs:
    """Every going back by consent, with the orders that were taken back as one seat was told them."""
    async with call.house.room(call.game) as room:
        number = await call.viewing(room, query.seat)
        row = room.row
        seat = None if number == SPECTATOR else row.seats[number]
        async with call.house.database.reading() as connection:
            # each of them holds hundreds of orders, and is a page of its own
            pages = len(await store_backs.all_places(connection, row.id))
            call.house.buckets.spend("replay", address(call.request), cost=max(0, pages - 1))
            found = await store_backs.all_backs(connection, row.id)
        return Backs(
            [
                BackTaken(
                    number=one.number,
                    orders=one.orders,
                    seat=one.seat,
                    at=stamp(one.at),
                    log=[wire.entry(taken.entry, seat, row.result is not None) for taken in one.taken],
                )
                for one in found
            ]
        )


async def verified(call: Call) -> Verified:
    """Whether a finished game was dealt as was promised before the deal."""
    async with call.house.room(call.game) as room:
        await call.house.seats_of(call.person, room)
        if room.row.result is None:
            raise Refusal("table.running")
        async with record_turn(call.house):
            return await _verified(await record_text(call.house, room, None))


async def check(call: Call, body: Upload) -> Verified:
    """Whether any record was dealt as was promised before the deal."""
    async with record_turn(call.house):
        return await _verified(body.text)


async def _verified(text: str) -> Verified:
    return Verified(*await asyncio.to_thread(_verify, text))


def _verify(text: str) -> Checked:
    try:
        return verify(text)
    except BadRecord as problem:
        raise bad_record(problem) from None
    except BadPosition as problem:
        raise cannot_be(problem) from None


ENDPOINTS = [
    Endpoint("POST", "games/{game}/seats/{seat:seat}/part", part),
    Endpoint("POST", "games/{game}/seats/{seat:seat}/back", back),
    Endpoint("GET", "games/{game}/backs", backs, "replay"),
    Endpoint("GET", "games/{game}/verify", verified, "replay"),
    Endpoint("POST", "verify", check, "create", limits.RECORD_BODY),
]
