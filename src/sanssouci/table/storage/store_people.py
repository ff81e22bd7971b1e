"""Browsers, what they may sit at, links and chat in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, desc, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table import limits
from sanssouci.table.errors import Refusal
from sanssouci.table.live.model import SPECTATOR
from sanssouci.table.storage.packing import now
from sanssouci.table.storage.schema import access, chat, games, people, seats


async def person_of(connection: AsyncConnection, cookie: str) -> int | None:
    """The browser with this cookie's hash."""
    row = (await connection.execute(select(people.c.id).where(people.c.cookie == cookie))).first()
    return None if row is None else int(row.id)


async def new_person(connection: AsyncConnection, cookie: str) -> int:
    """Remember a new browser."""
    done = await connection.execute(insert(people).values(cookie=cookie, created=now()))
    key = done.inserted_primary_key
    assert key is not None
    return int(key[0])


async def touch(connection: AsyncConnection, person: int) -> bool:
    """A browser is about to begin or join a game: it is not forgotten meanwhile. False if it was already."""
    done = await connection.execute(update(people).where(people.c.id == person).values(created=now()))
    return done.rowcount == 1


async def forget_strangers(connection: AsyncConnection, before: float, most: int = 1_000) -> bool:
    """Forget browsers from before a time that host no game and sit at none; True if there may be more."""
    idle = (
        select(people.c.id)
        .where(people.c.created < before)
        .where(~select(access.c.person).where(access.c.person == people.c.id).exists())
        .where(~select(games.c.id).where(games.c.host == people.c.id).exists())
        .limit(most)
    )
    found = [int(row.id) for row in await connection.execute(idle)]
    if found:
        await connection.execute(delete(people).where(people.c.id.in_(found)))
    return len(found) == most


async def seats_of(connection: AsyncConnection, person: int, game: str) -> list[int]:
    """The seats of one game that a browser may use, with SPECTATOR for watching."""
    found = await connection.execute(
        select(access.c.seat).where(access.c.person == person, access.c.game == game).order_by(access.c.seat)
    )
    return [int(row.seat) for row in found]


async def all_seats_of(connection: AsyncConnection, person: int) -> dict[str, list[int]]:
    """The same for all games at once."""
    found = await connection.execute(
        select(access.c.game, access.c.seat).where(access.c.person == person).order_by(access.c.seat)
    )
    by_game: dict[str, list[int]] = {}
    for row in found:
        by_game.setdefault(row.game, []).append(int(row.seat))
    return by_game


async def grant(connection: AsyncConnection, person: int, game: str, seat: int, by_link: bool) -> None:
    """Let a browser sit at a seat; nothing changes if it already may. Refused where too many have come."""
    mine = await seats_of(connection, person, game)
    if seat in mine:
        return
    if not mine and by_link:
        query = select(func.count(access.c.person.distinct())).where(access.c.game == game)
        if (await connection.execute(query)).scalar_one() >= limits.BROWSERS_PER_GAME:
            raise Refusal("table.too_many_browsers", limit=limits.BROWSERS_PER_GAME)
    await connection.execute(insert(access).values(person=person, game=game, seat=seat, by_link=by_link))


async def browsers_at(connection: AsyncConnection, game: str) -> list[tuple[int, int, bool]]:
    """(person, seat, by_link) of everybody at a game."""
    found = await connection.execute(
        select(access.c.person, access.c.seat, access.c.by_link).where(access.c.game == game)
    )
    return [(int(row.person), int(row.seat), bool(row.by_link)) for row in found]


async def set_link(connection: AsyncConnection, game: str, seat: int, link: str) -> None:
    """A new link for a seat (or for spectators): who came by the old one is out."""
    if seat == SPECTATOR:
        await connection.execute(update(games).where(games.c.id == game).values(watch=link))
    else:
        await connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(link=link))
    await connection.execute(
        delete(access).where(access.c.game == game, access.c.seat == seat, access.c.by_link.is_(True))
    )


async def find_link(connection: AsyncConnection, link: str) -> tuple[str, int] | None:
    """The game and seat a link's hash leads to."""
    row = (await connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.link == link))).first()
    if row is not None:
        return str(row.game), int(row.seat)
    watch = (await connection.execute(select(games.c.id).where(games.c.watch == link))).first()
    return None if watch is None else (str(watch.id), SPECTATOR)


async def add_chat(connection: AsyncConnection, game: str, seat: int, name: str, text: str, at: float) -> int:
    """Append a line; its number."""
    last = (await connection.execute(select(func.max(chat.c.n)).where(chat.c.game == game))).scalar_one_or_none()
    n = 0 if last is None else int(last) + 1
    await connection.execute(delete(chat).where(chat.c.game == game, chat.c.n <= n - limits.CHAT_LINES))
    await connection.execute(insert(chat).values(game=game, n=n, seat=seat, name=name, text=text, at=at))
    return n


async def chat_tail(connection: AsyncConnection, game: str, count: int) -> list[Any]:
    """The last lines, oldest first."""
    found = (
        await connection.execute(select(chat).where(chat.c.game == game).order_by(desc(chat.c.n)).limit(count))
    ).all()
    return list(reversed(found))
