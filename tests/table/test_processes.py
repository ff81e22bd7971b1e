"""Server processes find each other through the database; one that cannot ends with a sentence (S9)."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.client import Browser
from sanssouci.table.live import lines
from sanssouci.table.live.lines import PostgresLine
from sanssouci.table.storage.database import DatabaseProblem, open_database

if TYPE_CHECKING:
    from conftest import Cluster, Serve, ServerProcess

postgres = pytest.mark.skipif(shutil.which("initdb") is None, reason="needs PostgreSQL")

HANOVER = "allot hanover ferdinand=8 cumberland=4"
FRANCE = "allot france richelieu=8 soubise=7 chevert=5"


@pytest.fixture
def two(serve: Serve, cluster: Cluster) -> tuple[ServerProcess, ServerProcess]:
    """Two servers on one database, and nothing else."""
    url = cluster.database()
    return serve(database=url), serve(database=url)


def at(browser: Browser, server: Any) -> Browser:
    """The same browser at the other server."""
    return Browser(server.base, browser.cookie)


@postgres
def test_two_processes_tell_each_other_without_redis(two: tuple[Any, Any]) -> None:
    first, second = two
    match = first.match()
    anna = match.host.open(match.game)
    bruno = at(match.guest, second).open(match.game)
    anna.until(lambda seat: seat.state["table"]["present"] == [0, 1])
    anna.order(HANOVER)
    bruno.until(lambda seat: seat.state["orders"] == 1)
    bruno.order(FRANCE)
    anna.until(lambda seat: seat.state["orders"] == 2)
    assert match.play([anna, bruno], random.Random(1), 20) == 20
    anna.ask("chat", text="ž" * 1000)  # as long as a line may be
    bruno.until(lambda seat: seat.told[-1]["type"] == "chat")
    match.host.post(f"api/games/{match.game}/seats/1/link")
    bruno.until(lambda seat: seat.told[-1]["type"] == "gone")
    second.kill()
    second.start()
    there = at(match.host, second).open(match.game)
    assert there.state["orders"] == anna.state["orders"]
    anna.ask("chat", text="still told")
    there.until(lambda seat: seat.told[-1]["type"] == "chat")


def refused(server: ServerProcess, *arguments: str) -> str:
    """What a process says that does not begin to serve; it ends with status 2."""
    server.arguments = (*server.arguments, *arguments)
    with pytest.raises(AssertionError, match="the server ended"):
        server.start()
    assert server.process is not None and server.process.wait(20) == 2
    said = [line for line in server.lines if line.strip()]
    assert len(said) == 1, said
    return said[0]


def test_a_second_process_on_one_file_ends_with_a_sentence(serve: Serve, tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    first = serve(database=path)
    said = refused(type(first)(path))
    assert "serves" in said and "PostgreSQL" in said
    match = first.match()
    with match.host.open(match.game) as seat:
        seat.order(HANOVER)
    # however the first one ends, the next one may begin at once
    first.kill()
    first.start()
    with match.host.open(match.game) as seat:
        assert seat.state["orders"] == 1


@postgres
def test_processes_that_would_not_hear_each_other_do_not_begin(serve: Serve, cluster: Cluster) -> None:
    url = cluster.database()
    first = serve(database=url)
    said = refused(type(first)(url), "--redis", "redis://127.0.0.1:1/0")
    assert "the same --redis" in said


@postgres
def test_a_database_that_carries_no_words_is_named(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pooler of transactions takes NOTIFY and never delivers it."""

    class Pooled(PostgresLine):
        async def say(self, text: str) -> None:
            """It goes nowhere."""

    async def run(url: str) -> None:
        database = await open_database(url)
        try:
            await PostgresLine(database).open()
            with pytest.raises(DatabaseProblem, match="does not carry words"):
                await Pooled(database).open()
        finally:
            await database.close()

    monkeypatch.setattr(lines, "TRIAL_SECONDS", 1.0)
    asyncio.run(run(cluster.database()))
