"""The lines on which server processes tell each other what they committed: PostgreSQL's own, or Redis.

What is said is a short text that everybody on the line hears, the speaker included. A line that breaks is mended by
whoever listens; what was said meanwhile is lost, and found again by looking (`fanout`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from importlib import import_module
from typing import Any, Protocol

from sanssouci.table.storage.database import Database, DatabaseProblem

CHANNEL = "sanssouci:told"
#: PostgreSQL carries 8000 bytes
LONGEST = 7_900
#: a database that does not carry a word in so many seconds does not carry any
TRIAL_SECONDS = 10.0


class Line(Protocol):
    """One line; `way` is its name in the table of processes."""

    way: str

    async def open(self) -> None:
        """Be ready to speak; `DatabaseProblem` where there is no line."""

    async def say(self, text: str) -> None:
        """Tell everybody."""

    def hear(self) -> AsyncGenerator[str, None]:
        """What is said, from now on; ends with an exception when the line breaks."""

    async def close(self) -> None:
        """Hang up."""


class RedisLine:
    """Redis' publish and subscribe: for an operator who has it, quicker under load than the database."""

    way = "redis"

    def __init__(self, url: str) -> None:
        self._url = url
        self._redis: Any = None

    async def open(self) -> None:
        """Redis may come and go: nothing is tried."""
        import redis.asyncio

        self._redis = redis.asyncio.from_url(self._url)

    async def say(self, text: str) -> None:
        """Tell everybody."""
        await self._redis.publish(CHANNEL, text)

    async def hear(self) -> AsyncGenerator[str, None]:
        """What is said."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            yield ""  # it is heard from here on
            async for message in channel.listen():
                if message["type"] == "message":
                    yield message["data"].decode()

    async def close(self) -> None:
        """Hang up."""
        await self._redis.aclose()


class PostgresLine:
    """`LISTEN` and `NOTIFY` of the database itself: nothing else has to run."""

    way = "postgres"

    def __init__(self, database: Database) -> None:
        self._database = database
        self._url = database.url.replace("+asyncpg", "", 1)

    async def open(self) -> None:
        """Say something and hear it: a pooler in between that does not carry it would keep us apart unnoticed."""
        try:
            async with asyncio.timeout(TRIAL_SECONDS):
                heard = self.hear()
                async for text in heard:
                    if text:
                        break
                    await self.say("{}")
                await heard.aclose()
        except (OSError, TimeoutError, ConnectionError) as problem:
            raise DatabaseProblem("storage.no_line", why=type(problem).__name__) from None

    async def say(self, text: str) -> None:
        """Tell everybody; what is too long stays unsaid, and is found by looking."""
        if len(text.encode()) <= LONGEST:
            async with self._database.engine.begin() as connection:
                await connection.exec_driver_sql("SELECT pg_notify($1, $2)", (CHANNEL, text))

    async def hear(self) -> AsyncGenerator[str, None]:
        """What is said, on a connection of its own."""
        asyncpg: Any = import_module("asyncpg")  # it brings no types
        said: asyncio.Queue[str | None] = asyncio.Queue(10_000)

        def put(text: str | None) -> None:
            if not said.full():
                said.put_nowait(text)

        connection = await asyncpg.connect(self._url)
        try:
            connection.add_termination_listener(lambda _connection: put(None))
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, text: put(text))
            yield ""  # it is heard from here on
            while (text := await said.get()) is not None:
                yield text
            raise ConnectionError("the database has hung up")
        finally:
            await connection.close(timeout=5)

    async def close(self) -> None:
        """Nothing is left open."""
