"""Opening databases: new, ours, old, newer, foreign, damaged. What is not ours is left byte for byte."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import create_async_engine

from sanssouci.table.storage import database as db
from sanssouci.table.storage.schema import APPLICATION_ID, HEAD, metadata


def digest(folder: Path) -> dict[str, str]:
    """What lies in a folder, byte for byte."""
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.iterdir())}


def create(path: Path) -> None:
    async def once() -> None:
        await (await db.open_database(str(path))).close()

    asyncio.run(once())


def refused(path: Path) -> str:
    """The sentence with which a file is refused; checks that the folder did not change."""
    before = digest(path.parent)
    with pytest.raises(db.DatabaseProblem) as problem:
        create(path)
    assert digest(path.parent) == before
    text = str(problem.value)
    assert "\n" not in text and text.endswith(".")
    return text


def test_a_new_file_is_created_with_its_folder_and_reopened(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "table.sqlite3"
    create(path)
    assert db.inspect_sqlite(path) == HEAD
    create(path)
    assert [p.name for p in path.parent.iterdir()] == ["table.sqlite3"]


def shape(connection: Connection) -> dict[str, object]:
    """Everything that a database's tables are made of, the order of columns aside."""
    look = inspect(connection)
    found: dict[str, object] = {}
    for table in sorted(look.get_table_names()):
        parts: list[Any] = [
            look.get_columns(table), look.get_indexes(table), look.get_foreign_keys(table),
            look.get_unique_constraints(table), look.get_check_constraints(table), [look.get_pk_constraint(table)],
        ]  # fmt: skip
        found[table] = [sorted(repr(sorted(dict(one).items(), key=str)) for one in part) for part in parts]
    return found


def made(make: Callable[[Connection], None], database: str) -> dict[str, object]:
    """The shape of a new database, made in one of two ways, and that it is what the schema says."""

    def look(connection: Connection) -> dict[str, object]:
        make(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert [tuple(row) for row in connection.execute(text("SELECT * FROM alembic_version"))] == [(HEAD,)]
        return shape(connection)

    async def once() -> dict[str, object]:
        engine = create_async_engine(db.database_url(database))
        async with engine.begin() as connection:
            found = await connection.run_sync(look)
        await engine.dispose()
        return found

    return asyncio.run(once())


def test_a_new_database_is_what_all_migrations_make(fresh_database: Callable[[], str]) -> None:
    at_once = made(db.create, fresh_database())
    assert len(at_once) > 10 and at_once == made(db.migrate, fresh_database())


def test_head_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(db.__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == HEAD
    assert {script.revision for script in scripts.walk_revisions()} == db.known_revisions()


def test_wal_and_full_synchronous(tmp_path: Path) -> None:
    async def pragmas() -> list[object]:
        opened = await db.open_database(str(tmp_path / "t.sqlite3"))
        async with opened.reading() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        await opened.close()
        return found

    assert asyncio.run(pragmas()) == ["wal", 2, 1]


def test_a_text_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    path.write_text("Dear Voltaire, " * 50)
    assert "is no database" in refused(path)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (id)")
    connection.commit()
    connection.close()
    assert "another program" in refused(path)


def test_a_damaged_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    create(path)
    content = bytearray(path.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(content)
    assert "damaged" in refused(path)


def test_a_truncated_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    create(path)
    path.write_bytes(path.read_bytes()[:5000])
    assert "damaged" in refused(path)


def set_revision(path: Path, revision: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.commit()
    connection.close()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    create(path)
    set_revision(path, "9999")
    assert "newer version" in refused(path)


def test_a_file_without_revision_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute("CREATE TABLE games (id)")
    connection.commit()
    connection.close()
    assert "damaged" in refused(path)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(db.DatabaseProblem, match="cannot be used"):
        create(tmp_path / "folder")


@pytest.mark.parametrize("url", ["mysql://x/y", "http://example.org/x"])
def test_an_unknown_scheme_is_refused(url: str) -> None:
    with pytest.raises(db.DatabaseProblem, match="no database this table knows"):
        db.database_url(url)


def test_a_copy_of_a_database_in_use_is_whole(tmp_path: Path) -> None:
    path, target = tmp_path / "table.sqlite3", tmp_path / "copy.sqlite3"

    async def use() -> None:
        opened = await db.open_database(str(path))
        async with opened.writing() as connection:
            await connection.exec_driver_sql("INSERT INTO people (cookie, created) VALUES ('a', 1)")
        db.copy_sqlite(path, target)  # the row still lies in the write-ahead log
        await opened.close()

    asyncio.run(use())
    connection = sqlite3.connect(target)
    assert connection.execute("SELECT cookie FROM people").fetchall() == [("a",)]
    connection.close()
    assert db.inspect_sqlite(target) == HEAD
