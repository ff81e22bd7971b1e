"""The socket that is listened on, and the end that a signal asks for."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest

from sanssouci.table.serving import listen

if TYPE_CHECKING:
    from conftest import Serve


def hosts() -> list[str]:
    """The loopback addresses of this machine; not every machine has the second."""
    try:
        listen("::1", 0).close()
    except OSError:
        return ["127.0.0.1"]
    return ["127.0.0.1", "::1"]


@pytest.mark.parametrize("host", hosts())
def test_small_packets_are_not_held_back(host: str) -> None:
    """Accepted sockets have TCP_NODELAY: else a reply waits for the browser's delayed acknowledgement, 40 ms."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def met(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen(host, 0)
        async with await asyncio.start_server(met, sock=listener):
            _reader, writer = await asyncio.open_connection(host, listener.getsockname()[1])
            value = await found
            writer.close()
            return value

    assert asyncio.run(accepted()) != 0


#: sends itself SIGTERM when that method of the server is called
TOLD_TO_END = """
import os, signal
from sanssouci.table import serving
before = serving.Server.{method}
async def told(self, sockets=None):
    os.kill(os.getpid(), signal.SIGTERM)
    await before(self, sockets=sockets)
serving.Server.{method} = told
"""


@pytest.mark.parametrize("method", ["serve", "startup"])
def test_a_signal_while_the_server_begins_is_not_lost(serve: Serve, method: str) -> None:
    """Before uvicorn listens to signals, and while it starts: the end is orderly and its status 0."""
    server = serve(first=TOLD_TO_END.format(method=method))
    assert server.process is not None
    assert server.process.wait(60) == 0
