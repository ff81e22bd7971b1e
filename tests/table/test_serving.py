"""The socket that is listened on."""

from __future__ import annotations

import asyncio
import socket

import pytest

from sanssouci.table.serving import listen


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_small_packets_are_not_held_back(host: str) -> None:
    """Accepted sockets have TCP_NODELAY: else a reply waits for the browser's delayed acknowledgement, 40 ms."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def met(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        try:
            listener = listen(host, 0)
        except OSError:
            pytest.skip(f"this machine has no {host}")
        async with await asyncio.start_server(met, sock=listener):
            _reader, writer = await asyncio.open_connection(host, listener.getsockname()[1])
            value = await found
            writer.close()
            return value

    assert asyncio.run(accepted()) != 0
