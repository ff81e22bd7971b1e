"""HTTP: how the chances went in a finished game, turn by turn."""

from __future__ import annotations

import asyncio

from sanssouci.table import limits
from sanssouci.table.contract.results import ChancesAlong, TurnChances
from sanssouci.table.errors import Refusal
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.live.referee import Referee
from sanssouci.table.storage import store_orders


async def chances(call: Call) -> ChancesAlong:
    """Every role's chance at the beginning of each turn, from what everybody could see; at last the result.

    An end by consent or concession says nothing of the chances: there the last ones are those it found.
    """
    house = call.house
    async with house.room(call.game) as room:
        await house.seats_of(call.person, room)
        if room.row.result is None:
            raise Refusal("table.running")
        if house.advise is None:
            raise Refusal("table.unavailable")
        game, last, result = room.row.id, room.row.orders, room.row.result
        roles = [role for seat in room.row.seats for role in seat.roles]
    starts: dict[int, int] = {}  # the first order of each turn
    views = []
    async with house.database.reading() as connection:
        for entry in await store_orders.entries(connection, game, 0, limits.RECORD_ORDERS):
            starts.setdefault(entry.turn, entry.n)
        agreed = result["reason"] in ("concede", "agreement")
        for turn, n in [*starts.items(), *([(max(starts, default=1), last)] if agreed else [])]:
            stored = (await store_orders.positions(connection, game, n, 1))[0]
            referee = await asyncio.to_thread(Referee.load, stored)
            views.append((n, turn, referee.game.view(None)))
    points = [TurnChances(n, turn, await house.advise("chances", view, {})) for n, turn, view in views]
    if not agreed:
        won = {role: float(role in result["winners"]) for role in roles}
        points.append(TurnChances(last, max(starts, default=1), won))
    return ChancesAlong(points)


ENDPOINTS = [Endpoint("GET", "games/{game}/chances", chances, "replay")]
