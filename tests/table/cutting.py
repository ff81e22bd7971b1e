"""A bad network between browsers and the table: a proxy that splits, delays, cuts, and falls silent.

What it does to a connection is drawn when it is opened. Silence is what a half-open socket is: nothing comes any more,
and nobody is told that the other side has gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
import threading

#: so that a close sends a reset, as a network does that forgets a connection
RESET = struct.pack("ii", 1, 0)


class BadNetwork:
    """The proxy, in a thread of its own; `base` is the table's address through it."""

    def __init__(
        self, port: int, seed: int = 1, cut: float = 0.0, silent: float = 0.0, lives: float = 1.0, slow: float = 0.05
    ) -> None:
        """Of all connections the part `cut` is cut and the part `silent` falls silent, within so many seconds.

        Of all pieces the part `slow` comes late.
        """
        self.port = port
        self.cut, self.silent, self.lives, self.slow = cut, silent, lives, slow
        self.hushed = False
        self.cuts = self.silences = self.connections = 0
        self._rng = random.Random(seed)
        listening = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(listening)), daemon=True)
        self._thread.start()
        assert listening.wait(20)

    async def _serve(self, listening: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._one, "127.0.0.1", 0, backlog=1024)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        listening.set()
        await self._over.wait()

    def hush(self) -> None:
        """From now on nothing comes through any more, and nobody is told."""
        self.hushed = True

    def close(self) -> None:
        """No network any more."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(10)

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        fate = self._rng.random()
        fated = fate < self.cut + self.silent
        end = self._rng.uniform(0.0, self.lives) if fated else None
        try:
            back, there = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            self._drop(writer)
            return
        both = asyncio.gather(self._carry(reader, there), self._carry(back, writer))
        try:
            async with asyncio.timeout(end):
                await both
        except TimeoutError:
            if fate >= self.cut:
                self.silences += 1
                await asyncio.sleep(3600)  # both sides believe that the other is there
            self.cuts += 1
        except (OSError, asyncio.CancelledError):
            pass  # a side has gone, or the network has
        finally:
            self._drop(writer)
            self._drop(there)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Bytes in one direction: in pieces of any size, some of them late."""
        while part := await source.read(4096):
            if self.hushed:
                await asyncio.sleep(3600)
            while part:
                size = self._rng.choice([1, 7, 100, 1400, 4096])
                sink.write(part[:size])
                part = part[size:]
                if self._rng.random() < self.slow:
                    await asyncio.sleep(self._rng.uniform(0.0, 0.02))
            await sink.drain()
        with contextlib.suppress(OSError, RuntimeError):
            sink.write_eof()

    def _drop(self, writer: asyncio.StreamWriter) -> None:
        found = writer.get_extra_info("socket")
        with contextlib.suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        writer.transport.abort()
