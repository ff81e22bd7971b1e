"""Addresses for notices, and the notices that are due. Everything here is SQL; nothing here decides."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table.live.model import Address, Seat
from sanssouci.table.storage.database import Database
from sanssouci.table.storage.schema import Found, access, addresses, notices

#: the time at which something is never due: a notice that was sent stays known until the next
NEVER = 1e18

# Addresses ---------------------------------------------------------------------------------------


async def read_addresses(connection: AsyncConnection, by_game: dict[str, list[Seat]]) -> None:
    """Give the seats of these games their addresses."""
    found = await connection.execute(select(addresses).where(addresses.c.game.in_(list(by_game))))
    for row in found:
        by_game[row.game][row.seat].addresses[row.way] = Address(row.address, row.until)


async def set_address(
    connection: AsyncConnection, game: str, seat: int, way: str, address: Address | None, token: str | None = None
) -> None:
    """Keep an address of a seat in place of the one there was, with the hash of the token that confirms it."""
    await connection.execute(delete(addresses).where(*_at(game, seat, way)))
    if address is not None:
        await connection.execute(
            insert(addresses).values(
                game=game, seat=seat, way=way, address=address.text, until=address.until, token=token
            )
        )


async def confirm(connection: AsyncConnection, game: str, seat: int, way: str) -> None:
    """Whoever reads what comes to an address wants it; the token is used."""
    await connection.execute(update(addresses).where(*_at(game, seat, way)).values(until=None, token=None))


async def has_confirmed(connection: AsyncConnection, person: int, way: str, address: str) -> bool:
    """Whether a browser has confirmed an address already, at any of its seats."""
    query = (
        select(addresses.c.seat)
        .join(access, and_(access.c.game == addresses.c.game, access.c.seat == addresses.c.seat))
        .where(access.c.person == person, addresses.c.way == way)
        .where(addresses.c.address == address, addresses.c.until.is_(None))
        .limit(1)
    )
    return (await connection.execute(query)).first() is not None


async def find_token(connection: AsyncConnection, token: str) -> tuple[str, int, str] | None:
    """The game, seat and channel of the address that a token's hash confirms."""
    query = select(addresses.c.game, addresses.c.seat, addresses.c.way).where(addresses.c.token == token)
    row = (await connection.execute(query)).first()
    return None if row is None else (str(row.game), int(row.seat), str(row.way))


def _at(game: str, seat: int, way: str) -> tuple[ColumnElement[bool], ...]:
    return addresses.c.game == game, addresses.c.seat == seat, addresses.c.way == way


# Notices -----------------------------------------------------------------------------------------


async def write_down(database: Database, game: str, seat: int, version: int, ways: Iterable[str], due: float) -> None:
    """A notice for each way, in place of older ones; one that is there (another process wrote it) stays."""
    for way in ways:
        here = (notices.c.game == game, notices.c.seat == seat, notices.c.way == way)
        try:
            async with database.writing() as connection:
                await connection.execute(delete(notices).where(*here, notices.c.version < version))
                await connection.execute(
                    insert(notices).values(game=game, seat=seat, version=version, way=way, tries=0, due=due)
                )
        except IntegrityError:
            continue  # written down before a restart, or by another process


async def soonest(connection: AsyncConnection, most: int) -> list[Found]:
    """The notices that are to be sent, the first due first."""
    query = select(notices).where(notices.c.due < NEVER).order_by(notices.c.due).limit(most)
    return list((await connection.execute(query)).all())


async def claim(connection: AsyncConnection, notice: Found, due: float) -> bool:
    """Take a notice to send it, with the time of the next try; False: somebody else has it."""
    claimed = await connection.execute(
        update(notices)
        .where(notices.c.id == notice.id, notices.c.due == notice.due)
        .values(due=due, tries=notice.tries + 1)
    )
    return claimed.rowcount == 1


async def done(connection: AsyncConnection, notice: Found) -> None:
    """A notice is not tried again."""
    await connection.execute(update(notices).where(notices.c.id == notice.id).values(due=NEVER))
