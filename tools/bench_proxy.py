"""A proxy that goes by the game, as docs/running.md asks of nginx and Caddy, for `bench_table.py --processes`.

    python tools/bench_proxy.py http://127.0.0.1:4001/ http://127.0.0.1:4002/ [--scattered]

Prints its own address. What stands behind `/api/games/` in the first request of a connection chooses the process;
with `--scattered` connections go to one process after the other instead.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import signal
import zlib
from itertools import count
from urllib.parse import urlsplit

#: the game in the first line of a request
GAME = re.compile(rb"^[A-Z]+ /api/games/([^/? ]+)")


def chosen(head: bytes, processes: int) -> int | None:
    """The number of the process that serves the game of a request; None where it names no game."""
    found = GAME.match(head)
    return None if found is None else zlib.crc32(found[1]) % processes


async def carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    """Bytes in one direction, to their end."""
    with contextlib.suppress(OSError):
        while part := await source.read(65_536):
            sink.write(part)
            await sink.drain()
    with contextlib.suppress(OSError, RuntimeError):
        sink.write_eof()


class Proxy:
    """Connections to several processes."""

    def __init__(self, bases: list[str], scattered: bool) -> None:
        self.doors = [(url.hostname or "localhost", url.port or 80) for url in map(urlsplit, bases)]
        self.scattered = scattered
        self._number = count()

    async def one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection from its first request to its end."""
        there: asyncio.StreamWriter | None = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            door = None if self.scattered else chosen(head, len(self.doors))
            back, there = await asyncio.open_connection(
                *self.doors[next(self._number) % len(self.doors) if door is None else door]
            )
            there.write(head)
            await asyncio.gather(carry(reader, there), carry(back, writer))
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # whoever is left sees the end
        finally:
            writer.close()
            if there is not None:
                there.close()

    async def serve(self) -> None:
        """Until ended, which leaves nothing behind."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, os._exit, 0)
        server = await asyncio.start_server(self.one, "127.0.0.1", 0, backlog=1024)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
        await server.serve_forever()


def main() -> None:
    """Read what is asked and do it."""
    parser = argparse.ArgumentParser(description="A proxy that goes by the game.")
    parser.add_argument("bases", nargs="+", help="addresses of the server processes")
    parser.add_argument("--scattered", action="store_true", help="connections to one process after the other")
    asked = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Proxy(asked.bases, asked.scattered).serve())


if __name__ == "__main__":
    main()
