"""Group commits: what shares a commit, and that one failure takes nothing with it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, bindparam, insert, update

from sanssouci.table.storage.database import Database, open_database
from sanssouci.table.storage.schema import people
from sanssouci.table.storage.writer import Change

ADD = insert(people)
MOVE = update(people).where(people.c.cookie == bindparam("old")).values(cookie=bindparam("new"))


def add(cookie: str) -> Change:
    return Change(ADD, {"cookie": cookie, "created": 1.0})


def move(old: str, new: str) -> Change:
    return Change(MOVE, {"old": old, "new": new}, exact=True)


async def outcomes(database: Database, jobs: list[list[Change]]) -> list[str]:
    done = await asyncio.gather(*(database.commit(job) for job in jobs), return_exceptions=True)
    return ["done" if one is None else type(one).__name__ for one in done]


def test_each_job_is_whole_or_nothing(tmp_path: Path) -> None:
    async def work() -> list[str]:
        database = await open_database(str(tmp_path / "t.sqlite3"))
        first = await outcomes(database, [[add("a")], [add("b"), add("a")], [add("c")], [add("d"), move("x", "y")]])
        second = await outcomes(database, [[move("a", "z"), add("e")]])
        await database.close()
        return first + second

    assert asyncio.run(work()) == ["done", "Duplicate", "done", "Conflict", "done"]
    connection = sqlite3.connect(tmp_path / "t.sqlite3")
    assert sorted(row[0] for row in connection.execute("SELECT cookie FROM people")) == ["c", "e", "z"]
    connection.close()


def test_other_writers_take_turns(tmp_path: Path) -> None:
    async def work() -> None:
        database = await open_database(str(tmp_path / "t.sqlite3"))

        async def slowly(name: str) -> None:
            async with database.writing() as connection:
                await connection.execute(ADD, {"cookie": name, "created": 1.0})
                await asyncio.sleep(0.02)

        jobs = [database.commit([add(f"job{n}")]) for n in range(50)]
        await asyncio.gather(*jobs, *(slowly(f"slow{n}") for n in range(10)))
        await database.close()

    asyncio.run(work())
    connection = sqlite3.connect(tmp_path / "t.sqlite3")
    assert connection.execute("SELECT count(*) FROM people").fetchone() == (60,)
    connection.close()


def test_a_lost_database_is_an_error_not_a_hang(tmp_path: Path) -> None:
    async def work() -> None:
        database = await open_database(str(tmp_path / "t.sqlite3"))
        with pytest.raises(sqlite3.OperationalError):
            await database.commit([Change(insert(_unknown()), {"x": 1})])
        await database.commit([add("still works")])
        await database.close()

    def _unknown() -> Table:
        return Table("unknown", MetaData(), Column("x", Integer))

    asyncio.run(work())
