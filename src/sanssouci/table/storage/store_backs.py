"""Orders that everybody agreed to take back, in the database."""

from __future__ import annotations

import zlib

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table.live.model import Back, Taken
from sanssouci.table.storage.packing import dumps
from sanssouci.table.storage.schema import backs
from sanssouci.table.storage.writer import Change

_INSERT = insert(backs)


def insert_back(game: str, back: Back) -> Change:
    """Keep what was taken back."""
    return Change(
        _INSERT,
        {
            "game": game,
            "number": back.number,
            "orders": back.orders,
            "seat": back.seat,
            "at": back.at,
            "taken": zlib.compress(dumps(back.taken).encode(), 1),
        },
    )


async def all_places(connection: AsyncConnection, game: str) -> list[int]:
    """How many orders stood each time everybody went back."""
    query = select(backs.c.orders).where(backs.c.game == game).order_by(backs.c.number)
    return list((await connection.execute(query)).scalars())


async def all_backs(connection: AsyncConnection, game: str) -> list[Back]:
    """Every going back, the first first."""
    found = await connection.execute(select(backs).where(backs.c.game == game).order_by(backs.c.number))
    return [
        Back(
            row.number, row.orders, row.seat, row.at, msgspec.json.decode(zlib.decompress(row.taken), type=list[Taken])
        )
        for row in found
    ]
