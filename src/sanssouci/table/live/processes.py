"""The server processes on one database: each registers there with a heartbeat; one that cannot meet the others ends.

Several may serve one PostgreSQL; they must tell each other on the same line (`lines`). An SQLite file is served by one
process: what another one commits would not be seen, and the game would stand still.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import delete, insert, select, text, update

from sanssouci.table.live.lines import Line, PostgresLine, RedisLine
from sanssouci.table.storage.database import Database, DatabaseProblem
from sanssouci.table.storage.schema import processes

#: a process whose heart has not beaten for so long is gone
DEAD_SECONDS = 10.0


class Processes:
    """This process among the others on a database server."""

    def __init__(self, database: Database, line: Line) -> None:
        self.name = secrets.token_hex(8)
        self.line = line
        self._database = database

    async def register(self) -> None:
        """Take a place among them; `DatabaseProblem` where they speak on another line."""
        await self.line.open()
        async with self._database.writing() as connection:
            at = float((await connection.execute(_CLOCK)).scalar_one())
            await connection.execute(delete(processes).where(processes.c.beat < at - DEAD_SECONDS))
            ways = set((await connection.execute(select(processes.c.way))).scalars())
            if ways - {self.line.way}:
                raise DatabaseProblem("storage.other_way", theirs=_named(ways.pop()), ours=_named(self.line.way))
            await connection.execute(insert(processes).values(name=self.name, way=self.line.way, beat=at))

    async def beat(self) -> set[str]:
        """Still here; which others are?"""
        async with self._database.writing() as connection:
            at = float((await connection.execute(_CLOCK)).scalar_one())
            done = await connection.execute(update(processes).where(processes.c.name == self.name).values(beat=at))
            if done.rowcount == 0:  # taken for dead after a long sleep
                await connection.execute(insert(processes).values(name=self.name, way=self.line.way, beat=at))
            alive = await connection.execute(select(processes.c.name).where(processes.c.beat > at - DEAD_SECONDS))
            return set(alive.scalars()) - {self.name}

    async def leave(self) -> None:
        """Give the place up."""
        with suppress(Exception):
            async with self._database.writing() as connection:
                await connection.execute(delete(processes).where(processes.c.name == self.name))
        await self.line.close()


_CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")


def _named(way: str) -> str:
    return {"redis": "Redis", "postgres": "PostgreSQL"}.get(way, way)


async def register(database: Database, redis: str | None) -> Processes | None:
    """Register on a database server; None for a file, which one process has for itself."""
    if database.sqlite:
        return None
    found = Processes(database, PostgresLine(database) if redis is None else RedisLine(redis))
    try:
        await found.register()
    except BaseException:
        await database.close()
        raise
    return found


@contextmanager
def alone_on(path: Path | None) -> Iterator[None]:
    """Hold an SQLite file for this process; `DatabaseProblem` where another one serves it.

    The system lets go of it with the process, however that ends.
    """
    try:
        import fcntl
    except ImportError:  # not on every system
        path = None
    if path is None:
        yield
        return
    try:
        held = os.open(path.with_name(f".{path.name}.serving"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as problem:
        raise DatabaseProblem("storage.unusable", path=path, why=problem.strerror or problem) from None
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DatabaseProblem("storage.served", path=path) from None
        yield
    finally:
        os.close(held)
