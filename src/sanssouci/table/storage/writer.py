"""Committing orders: one transaction each on PostgreSQL, many to an fsync on SQLite.

An order is a few prepared statements. On SQLite they are run by one thread on one connection of its own;
orders of different games that come while the disk is busy share the next commit, each inside a savepoint
so that one that fails takes nothing with it. Nobody is answered before the commit is on the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import UpdateBase
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine


class Conflict(Exception):
    """A row that should have changed did not: another process went on."""


class Duplicate(Exception):
    """A row that should be new was there already."""


@dataclass(frozen=True)
class Change:
    """One statement with its values; `exact`: it must change one row."""

    statement: UpdateBase
    values: dict[str, object]
    exact: bool = False


async def commit_on_server(engine: AsyncEngine, changes: Sequence[Change]) -> None:
    """One transaction on a database server."""
    try:
        async with engine.begin() as connection:
            for change in changes:
                done = await connection.execute(change.statement, change.values)
                if change.exact and done.rowcount != 1:
                    raise Conflict
    except IntegrityError:
        raise Duplicate from None


Job = tuple[Sequence[Change], "asyncio.Future[None]"]


class GroupWriter:
    """The thread that writes orders into an SQLite file."""

    def __init__(self, path: Path, writer: asyncio.Lock) -> None:
        self._path = path
        self._writer = writer  # shared with everything else that writes
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "sanssouci-writer")
        self._connection: sqlite3.Connection | None = None
        self._texts: dict[int, tuple[UpdateBase, str, list[str]]] = {}
        self._task: asyncio.Task[None] | None = None

    async def commit(self, changes: Sequence[Change]) -> None:
        """Write the changes with the next commit and wait for the disk. Raises `Conflict` or `Duplicate`."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((changes, done))
        await done

    async def close(self) -> None:
        """Finish what is queued and close."""
        if self._task is not None:
            while not self._jobs.empty():
                await asyncio.sleep(0.01)
            async with self._writer:
                self._task.cancel()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            jobs = [await self._jobs.get()]
            async with self._writer:
                while not self._jobs.empty():
                    jobs.append(self._jobs.get_nowait())
                try:
                    problems = await loop.run_in_executor(self._thread, self._batch, [job[0] for job in jobs])
                except BaseException as problem:
                    problems = [problem] * len(jobs)
            for (_changes, done), failed in zip(jobs, problems, strict=True):
                if done.done():
                    continue
                if failed is None:
                    done.set_result(None)
                else:
                    done.set_exception(failed)

    # In the thread -------------------------------------------------------------------------------

    def _batch(self, batch: list[Sequence[Change]]) -> list[BaseException | None]:
        """All jobs in one transaction; what went wrong with each."""
        connection = self._connection
        if connection is None:
            connection = self._connection = self._connect()
        problems: list[BaseException | None] = []
        connection.execute("BEGIN IMMEDIATE")
        try:
            if len(batch) == 1:
                # alone it needs no savepoint: every statement is a wait for the other threads
                for change in batch[0]:
                    self._change(connection, change)
                problems.append(None)
            else:
                for changes in batch:
                    problems.append(self._one_of_many(connection, changes))
            connection.execute("COMMIT")
        except (Conflict, Duplicate) as problem:
            connection.execute("ROLLBACK")
            return [problem]
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return problems

    def _one_of_many(self, connection: sqlite3.Connection, changes: Sequence[Change]) -> BaseException | None:
        """One job inside a savepoint; what went wrong with it."""
        connection.execute("SAVEPOINT one")
        failed: BaseException | None = None
        try:
            for change in changes:
                self._change(connection, change)
        except (Conflict, Duplicate) as problem:
            connection.execute("ROLLBACK TO one")
            failed = problem
        connection.execute("RELEASE one")
        return failed

    def _change(self, connection: sqlite3.Connection, change: Change) -> None:
        text, names = self._text(change)
        try:
            done = connection.execute(text, [change.values[name] for name in names])
        except sqlite3.IntegrityError:
            raise Duplicate from None
        if change.exact and done.rowcount != 1:
            raise Conflict

    def _text(self, change: Change) -> tuple[str, list[str]]:
        """The SQL of a statement, compiled once; statements live as long as their modules."""
        found = self._texts.get(id(change.statement))
        if found is None:
            compiled = change.statement.compile(
                dialect=sqlite_dialect(paramstyle="qmark"), column_keys=list(change.values)
            )
            found = (change.statement, str(compiled), list(compiled.positiontup or []))
            self._texts[id(change.statement)] = found
        return found[1], found[2]

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=10)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection
