"""Backup and restore while games run.

A backup is always an SQLite file of our schema, whatever the database is: it can be looked at, kept and
restored anywhere. It is one consistent picture. A restore adds the games that are missing to a database
that may be in use, and never touches one that is there unless told to replace it.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Table, create_engine, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table.storage.database import (
    Database,
    DatabaseProblem,
    copy_sqlite,
    create_sqlite,
    database_url,
    inspect_sqlite,
    open_database,
    sqlite_path,
)
from sanssouci.table.storage.schema import (
    HEAD,
    access,
    addresses,
    backs,
    chat,
    games,
    keys,
    metadata,
    notices,
    orders,
    passes,
    people,
    processes,
    seats,
)

#: number → hash of the cookie, language of the notices
Browsers = dict[int, tuple[str, str]]
#: tables of a game, in the order in which rows may be inserted
OF_A_GAME: tuple[Table, ...] = (seats, addresses, access, orders, backs, keys, chat, notices)
#: what no restore brings back: links that are good for ten minutes, and the servers that ran
LEFT_BEHIND: tuple[Table, ...] = (passes, processes)


class Contents(NamedTuple):
    """What lies in a backup, counted."""

    games: int
    orders: int
    talk: int  # lines
    notes: int  # seats that keep some
    addresses: int
    browsers: int


async def backup(given: str | None, target: Path) -> Contents:
    """Write a backup; what is in it."""
    if target.exists():
        raise DatabaseProblem("storage.target_exists", path=target)
    if not target.absolute().parent.is_dir():
        raise DatabaseProblem("storage.no_folder", path=target.absolute().parent)
    path = sqlite_path(database_url(given))
    if path is not None:
        if not path.exists():
            raise DatabaseProblem("storage.no_database", path=path)
        await asyncio.to_thread(inspect_sqlite, path)
        await asyncio.to_thread(copy_sqlite, path, target)
    else:
        database = await open_database(given)
        try:
            await _dump(database, target)
        finally:
            await database.close()
    return await asyncio.to_thread(_contents, target)


async def contents(source: Path) -> Contents:
    """What is in a backup; nothing is changed."""
    if not source.exists():
        raise DatabaseProblem("storage.no_file", path=source)
    await asyncio.to_thread(_readable, source)
    return await asyncio.to_thread(_contents, source)


def _readable(source: Path) -> None:
    """Refuse what this version cannot read."""
    revision = inspect_sqlite(source)
    if revision != HEAD:
        raise DatabaseProblem("storage.other_revision", path=source, revision=revision, now=HEAD)


async def _dump(database: Database, target: Path) -> None:
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    await asyncio.to_thread(create_sqlite, part)
    engine = create_engine(f"sqlite:///{part}")
    try:
        async with database.engine.connect() as connection:
            # one snapshot for all tables, however long it takes
            await connection.execution_options(isolation_level="REPEATABLE READ")
            with engine.begin() as copy:
                for table in metadata.sorted_tables:
                    found = await connection.stream(select(table))
                    async for rows in found.partitions(500):
                        copy.execute(insert(table), [dict(row._mapping) for row in rows])
    finally:
        engine.dispose()
    os.replace(part, target)


def _read_only(path: Path) -> Engine:
    return create_engine(f"sqlite:///file:{path.absolute()}?mode=ro&uri=true")


def _contents(path: Path) -> Contents:
    engine = _read_only(path)
    noted = select(seats).where(seats.c.notes != "").subquery()
    try:
        with engine.connect() as connection:
            counted = (games, orders, chat, noted, addresses, people)
            return Contents(
                *(int(connection.execute(select(func.count()).select_from(one)).scalar_one()) for one in counted)
            )
    finally:
        engine.dispose()


async def restore(source: Path, given: str | None, replace: bool = False) -> tuple[int, int]:
    """Put the games of a backup into a database; how many were put there and how many left alone."""
    if not source.exists():
        raise DatabaseProblem("storage.no_file", path=source)
    await asyncio.to_thread(_readable, source)
    database = await open_database(given)
    engine = _read_only(source)
    put = left = 0
    try:
        with engine.connect() as old:
            browsers: Browsers = {row.id: (row.cookie, row.language) for row in old.execute(select(people))}
            for row in old.execute(select(games)).all():
                # one transaction per game: whole or not at all, and nobody waits long
                async with database.writing() as connection:
                    if await _one(old, connection, dict(row._mapping), browsers, replace):
                        put += 1
                    else:
                        left += 1
    finally:
        engine.dispose()
        await database.close()
    return put, left


async def _one(old: Connection, new: AsyncConnection, game: dict[str, Any], browsers: Browsers, replace: bool) -> bool:
    there = (await new.execute(select(games.c.version).where(games.c.id == game["id"]))).first()
    if there is not None:
        if not replace:
            return False
        await new.execute(delete(games).where(games.c.id == game["id"]))
        # a running server must see that its copy is no longer true
        game["version"] = max(game["version"], there.version) + 1
    game["host"] = await _person(new, browsers[game["host"]], game["created"])
    await new.execute(insert(games).values(**game))
    for table in OF_A_GAME:
        rows = [dict(row._mapping) for row in old.execute(select(table).where(table.c.game == game["id"]))]
        for row in rows:
            if table is notices:
                del row["id"]
            elif table is access:
                row["person"] = await _person(new, browsers[row["person"]], game["created"])
                adder = browsers.get(row["added_by"])
                row["added_by"] = None if adder is None else await _person(new, adder, game["created"])
        if rows:
            await new.execute(insert(table), rows)
    return True


async def _person(connection: AsyncConnection, browser: tuple[str, str], created: float) -> int:
    """The browser with this cookie's hash; numbers differ between databases. One that is new keeps its language."""
    cookie, language = browser
    found = (await connection.execute(select(people.c.id).where(people.c.cookie == cookie))).first()
    if found is not None:
        return int(found.id)
    done = await connection.execute(insert(people).values(cookie=cookie, created=created, language=language))
    key = done.inserted_primary_key
    assert key is not None
    return int(key[0])
