"""Opening the database: SQLite file by default, PostgreSQL by a URL.

A file that is not ours, is damaged, or belongs to another version is named in one sentence and
left exactly as it was: everything is looked at read-only before anything is opened for writing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sanssouci import voice
from sanssouci.table.storage.schema import APPLICATION_ID, HEAD, metadata
from sanssouci.table.storage.writer import Change, GroupWriter, commit_on_server

log = logging.getLogger("sanssouci.table")


#: a database that took a write is not tried again for so long
TRY_SECONDS = 5.0
#: a database that refused a write is not ready for so long, unless it takes another
REFUSED_SECONDS = 60.0


def away(problem: Exception) -> bool:
    """Whether a database is away, starting or ending; not where somebody asks it for nonsense."""
    # asyncpg's own way of saying that a server is starting up comes as the bare class
    return isinstance(problem, OSError | OperationalError | InterfaceError) or type(problem) is DBAPIError


class DatabaseProblem(Exception):
    """The database cannot be used: the key of a sentence for the operator (`help.storage.…`), and its arguments."""

    def __init__(self, key: str, **arguments: object) -> None:
        super().__init__(key)
        self.key = key
        self.arguments = {name: str(value) for name, value in arguments.items()}

    def said(self, language: str) -> str:
        """The sentence in a language."""
        speaker = voice.Speaker(voice.language(language), voice.catalogue(language, "help"))
        return speaker.say(f"help.{self.key}", self.arguments)

    def __str__(self) -> str:
        return self.said(voice.DEFAULT)


def default_path() -> Path:
    """Where the games of this user live if nobody says otherwise."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(root) / "sanssouci" / "table.sqlite3"


def database_url(given: str | None) -> str:
    """The SQLAlchemy URL of what the operator gave: nothing, a path, or a URL."""
    if not given:
        return f"sqlite+aiosqlite:///{default_path()}"
    if "://" not in given:
        return f"sqlite+aiosqlite:///{Path(given).expanduser().absolute()}"
    scheme, rest = given.split("://", 1)
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        return f"sqlite+aiosqlite://{rest}"
    if scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        return f"postgresql+asyncpg://{rest}"
    raise DatabaseProblem("storage.unknown", scheme=scheme)


def sqlite_path(url: str) -> Path | None:
    """The file of an SQLite URL, None for another database."""
    prefix = "sqlite+aiosqlite:///"
    return Path(url[len(prefix) :]) if url.startswith(prefix) else None


class Database:
    """One opened database. `reading()` and `writing()` give connections; `writing()` commits."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self.engine = engine
        self.url = url
        self.sqlite = engine.dialect.name == "sqlite"
        # SQLite has one writer: queueing here is fairer and quicker than its busy handler
        self._writer = asyncio.Lock()
        self._refused: float | None = None
        self._tried = -TRY_SECONDS  # when it was last known to take what is written
        path = sqlite_path(url)
        self._group = None if path is None else GroupWriter(path, self._writer)

    async def commit(self, changes: Sequence[Change]) -> None:
        """Write an order's changes, all or none, and return when they are on the disk."""
        with self._noted():
            if self._group is not None:
                await self._group.commit(changes)
            else:
                await commit_on_server(self.engine, changes)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Remember when the disk or the server last refused to take something; what it takes afterwards clears it."""
        try:
            yield
        except (sqlite3.OperationalError, OperationalError, OSError):
            self._refused = time.monotonic()
            raise
        self._refused = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed when the block ends, rolled back if it raises."""
        if not self.sqlite:
            with self._noted():
                async with self.engine.begin() as connection:
                    yield connection
            return
        with self._noted():
            async with self._writer, self.engine.begin() as connection:
                yield connection

    async def try_out(self) -> None:
        """Read and write a little; raises where either fails, on a full disk for example.

        Not more often than every few seconds: anybody may ask. A little may still fit where an order did not: what
        was refused a moment ago counts.
        """
        if self._refused is not None and time.monotonic() < self._refused + REFUSED_SECONDS:
            raise OSError("the database took no order a moment ago")
        if time.monotonic() < self._tried + TRY_SECONDS:
            return
        async with self.writing() as connection:
            await connection.exec_driver_sql("SELECT 1 FROM games LIMIT 1")
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        self._tried = time.monotonic()

    async def close(self) -> None:
        """Close every connection."""
        if self._group is not None:
            await self._group.close()
        await self.engine.dispose()


async def open_database(given: str | None, upgrade: bool = False) -> Database:
    """Open (and on first use create) the database, or raise `DatabaseProblem`."""
    url = database_url(given)
    path = sqlite_path(url)
    if path is not None:
        await asyncio.to_thread(_prepare_sqlite, path, upgrade)
    try:
        engine = _engine(url)
    except ImportError:
        raise DatabaseProblem("storage.package", name="PostgreSQL", extra="sanssouci[postgres]") from None
    if path is None:
        try:
            await _prepare_server(engine, upgrade)
        except BaseException:
            await engine.dispose()
            raise
    return Database(engine, url)


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=5, max_overflow=5)

    @event.listens_for(engine.sync_engine, "connect")
    def _pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


# SQLite files ------------------------------------------------------------------------------------


def _prepare_sqlite(path: Path, upgrade: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _read_only(path.parent):
            raise DatabaseProblem("storage.read_only", path=path)
        if not path.exists() or path.stat().st_size == 0:
            create_sqlite(path)
            return
        revision = inspect_sqlite(path)
        _tighten(path)
    except OSError as problem:
        raise DatabaseProblem("storage.unusable", path=path, why=problem.strerror or problem) from None
    if revision == HEAD:
        return
    if not upgrade:
        raise DatabaseProblem("storage.older", path=path, revision=revision, now=HEAD)
    backup = path.with_name(f"{path.name}.{revision}.bak")
    copy_sqlite(path, backup)
    _on_sqlite(path, migrate)


def _read_only(folder: Path) -> bool:
    """Whether nothing can be written in a folder, whoever we are."""
    statvfs = getattr(os, "statvfs", None)  # not on every system
    return statvfs is not None and bool(statvfs(folder).f_flag & os.ST_RDONLY)


def inspect_sqlite(path: Path) -> str:
    """The revision of an existing file of ours; `DatabaseProblem` for anything else. Reads only."""
    with path.open("rb") as file:
        header = file.read(100)
    if not header.startswith(b"SQLite format 3\0") or len(header) < 100:
        raise DatabaseProblem("storage.no_sqlite", path=path)
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise DatabaseProblem("storage.foreign", path=path)
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
        try:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise DatabaseProblem("storage.damaged", path=path, why=_line(found))
            revision = str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        finally:
            connection.close()
    except (sqlite3.Error, TypeError) as problem:
        raise DatabaseProblem("storage.damaged", path=path, why=_line(problem)) from None
    if revision not in known_revisions():
        raise DatabaseProblem("storage.newer", path=path, revision=revision)
    return revision


def _line(problem: object) -> str:
    return str(problem).strip().splitlines()[0] if str(problem).strip() else "unreadable"


def create_sqlite(path: Path) -> None:
    # made beside its place and renamed into it: a kill in between leaves no half-made file
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    own(fresh)
    connection = sqlite3.connect(fresh)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.close()
    _on_sqlite(fresh, create)
    os.replace(fresh, path)


def own(path: Path) -> None:
    """Make an empty file that nobody else may read: hands and addresses for notices stand in it in clear."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _tighten(path: Path) -> None:
    """Let nobody else read a database of an earlier version, what SQLite keeps beside it, and its copies."""
    done: list[str] = []
    beside = [path.with_name(path.name + ending) for ending in ("", "-wal", "-shm")]
    for file in [*beside, *path.parent.glob(f"{path.name}.*.bak")]:
        if not file.exists() or not file.stat().st_mode & 0o077:
            continue
        try:
            file.chmod(0o600)
        except OSError:
            log.warning("%s can be read by others, and it is not ours to change that", file)
        else:
            done.append(file.name)
    if done:
        log.info("others could read %s; now they cannot", ", ".join(done))


def _on_sqlite(path: Path, change: Callable[[Connection], None]) -> None:
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        change(connection)
    engine.dispose()


def copy_sqlite(path: Path, target: Path) -> None:
    """A consistent copy of a database that may be in use, put in place only when complete."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    own(part)
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
    copy = sqlite3.connect(part)
    try:
        source.backup(copy, pages=1000)
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()
        source.close()
    os.replace(part, target)


# PostgreSQL --------------------------------------------------------------------------------------


async def _prepare_server(engine: AsyncEngine, upgrade: bool) -> None:
    try:
        async with engine.begin() as connection:
            # two servers started at once must not both create the tables
            await connection.execute(text("SELECT pg_advisory_xact_lock(:id)"), {"id": APPLICATION_ID})
            await connection.run_sync(_prepare_tables, upgrade)
    except DatabaseProblem:
        raise
    except Exception as problem:
        raise DatabaseProblem("storage.not_let_in", why=_line(problem)) from None


def _prepare_tables(connection: Connection, upgrade: bool) -> None:
    names = set(inspect(connection).get_table_names())
    if "alembic_version" not in names:
        if names:
            raise DatabaseProblem("storage.foreign_tables")
        create(connection)
        return
    revision = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
    if revision == HEAD:
        return
    if revision not in known_revisions():
        raise DatabaseProblem("storage.newer_server", revision=revision)
    if not upgrade:
        raise DatabaseProblem("storage.older_server", revision=revision, now=HEAD)
    migrate(connection)


# Migrations --------------------------------------------------------------------------------------


def known_revisions() -> set[str]:
    """Every revision this version of the code knows."""
    folder = files("sanssouci.table.storage").joinpath("migrations/versions")
    return {item.name[:4] for item in folder.iterdir() if item.name[:4].isdigit()}


def create(connection: Connection) -> None:
    """Make the tables of the present revision in an empty database, as all migrations in turn would."""
    metadata.create_all(connection)
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY)"
        )
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def migrate(connection: Connection) -> None:
    """Bring the tables of a connection to the present revision."""
    # Alembic is imported here: a start with a database in order does not need it
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("sanssouci.table.storage").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
