"""Browsers, what they may sit at, links and chat in the database."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import and_, delete, desc, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table import limits
from sanssouci.table.contract.cards import Way
from sanssouci.table.errors import Refusal
from sanssouci.table.live.model import SPECTATOR
from sanssouci.table.storage.packing import now
from sanssouci.table.storage.schema import access, chat, games, passes, people, seats
from sanssouci.voice import DEFAULT


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


async def language_at(connection: AsyncConnection, game: str, seat: int) -> str:
    """In which language who sits at a seat is written to; of several browsers that which was there first counts."""
    query = (
        select(people.c.language)
        .join(access, access.c.person == people.c.id)
        .where(access.c.game == game, access.c.seat == seat)
        .order_by(access.c.way == "device", access.c.since, people.c.id)
        .limit(1)
    )
    found = (await connection.execute(query)).first()
    return DEFAULT if found is None else str(found.language)


async def set_language(connection: AsyncConnection, game: str, seat: int, language: str) -> None:
    """Who sits at a seat reads another language from now on, on all devices and at all other seats, too."""
    there = select(access.c.person).where(access.c.game == game, access.c.seat == seat)
    await connection.execute(update(people).where(people.c.id.in_(there)).values(language=language))


async def reads(connection: AsyncConnection, person: int, language: str) -> None:
    """A browser was switched to another language: so are the devices that it added, and the one that added it."""
    added = select(access.c.person).where(access.c.added_by == person)
    adder = select(access.c.added_by).where(access.c.person == person, access.c.added_by.is_not(None))
    own = or_(people.c.id == person, people.c.id.in_(added), people.c.id.in_(adder))
    await connection.execute(update(people).where(own).values(language=language))


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


async def grant(
    connection: AsyncConnection, person: int, game: str, seat: int, way: Way, added_by: int | None = None
) -> bool:
    """Let a browser sit at a seat; False if it already might. Refused where too many have come."""
    mine = await seats_of(connection, person, game)
    if seat in mine:
        return False
    if not mine and way != "made":
        query = select(func.count(access.c.person.distinct())).where(access.c.game == game)
        if (await connection.execute(query)).scalar_one() >= limits.BROWSERS_PER_GAME:
            raise Refusal("table.too_many_browsers", limit=limits.BROWSERS_PER_GAME)
    await connection.execute(
        insert(access).values(person=person, game=game, seat=seat, way=way, since=now(), added_by=added_by)
    )
    return True


class Browser(NamedTuple):
    """A browser at a seat of a game, and how it came there."""

    person: int
    game: str
    seat: int
    way: Way
    since: float
    added_by: int | None


async def browsers_at(connection: AsyncConnection, game: str) -> list[Browser]:
    """Everybody at a game."""
    found = await connection.execute(select(*(access.c[name] for name in Browser._fields)).where(access.c.game == game))
    return [Browser(*row) for row in found]


async def revoke(connection: AsyncConnection, person: int, game: str, seat: int) -> None:
    """A browser no longer sits at a seat."""
    await connection.execute(
        delete(access).where(access.c.person == person, access.c.game == game, access.c.seat == seat)
    )


async def set_link(connection: AsyncConnection, game: str, seat: int, link: str) -> None:
    """A new link for a seat (or for spectators): who came by the old one is out."""
    if seat == SPECTATOR:
        await connection.execute(update(games).where(games.c.id == game).values(watch=link))
    else:
        await connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(link=link))
    await connection.execute(delete(access).where(access.c.game == game, access.c.seat == seat, access.c.way != "made"))
    await connection.execute(delete(passes).where(passes.c.game == game, passes.c.seat == seat))


async def find_link(connection: AsyncConnection, link: str, lock: bool = False) -> tuple[str, int] | None:
    """The game and seat a link's hash leads to; `lock`: nobody replaces it before the transaction ends."""
    query = select(seats.c.game, seats.c.seat).where(seats.c.link == link)
    row = (await connection.execute(query.with_for_update() if lock else query)).first()
    if row is not None:
        return str(row.game), int(row.seat)
    watch = (await connection.execute(select(games.c.id).where(games.c.watch == link))).first()
    return None if watch is None else (str(watch.id), SPECTATOR)


class Found(NamedTuple):
    """What a pass leads to: a seat, whose it was, and whether he gives it up."""

    game: str
    seat: int
    person: int
    moves: bool


async def add_pass(
    connection: AsyncConnection, token: str, game: str, seat: int, person: int, moves: bool, until: float
) -> None:
    """A link to another device; old ones go."""
    here = (passes.c.game == game, passes.c.seat == seat)
    newest = select(passes.c.token).where(*here).order_by(desc(passes.c.until)).limit(limits.PASSES_PER_SEAT - 1)
    kept = [row.token for row in await connection.execute(newest)]
    await connection.execute(delete(passes).where(*here, passes.c.token.not_in(kept)))
    await connection.execute(
        insert(passes).values(token=token, game=game, seat=seat, person=person, moves=moves, until=until)
    )


async def find_pass(connection: AsyncConnection, token: str) -> Found | None:
    """What a pass leads to while it is good, and while who made it still sits there."""
    query = (
        select(*(passes.c[name] for name in Found._fields))
        .join(access, and_(*(access.c[name] == passes.c[name] for name in ("person", "game", "seat"))))
        .where(passes.c.token == token, passes.c.until > now())
    )
    row = (await connection.execute(query)).first()
    return None if row is None else Found(*row)


async def use_pass(connection: AsyncConnection, token: str) -> Found | None:
    """The same, once: nobody uses it again."""
    found = await find_pass(connection, token)
    gone = await connection.execute(delete(passes).where(passes.c.token == token))
    return found if gone.rowcount == 1 else None


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
