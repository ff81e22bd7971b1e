"""Running the server: listening, signals, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib.util import find_spec

import uvicorn
from starlette.applications import Starlette

from sanssouci.table import limits
from sanssouci.table.app import build
from sanssouci.table.live.processes import alone_on, register
from sanssouci.table.live.sweeping import sweep
from sanssouci.table.patience import PatientHttp
from sanssouci.table.settings import Settings
from sanssouci.table.storage.database import DatabaseProblem, open_database, sqlite_path
from sanssouci.table.websocket import TableSocket

log = logging.getLogger("sanssouci.table")

#: seconds a thread may keep the interpreter while another one waits
SWITCH_SECONDS = 0.0005


class Server(uvicorn.Server):
    """Uvicorn that says goodbye to the sockets before it closes."""

    def __init__(self, config: uvicorn.Config, goodbye: Callable[[], None]) -> None:
        super().__init__(config)
        self._goodbye = goodbye

    def end(self, *_signal: object) -> None:
        """End in good order, as soon as the server has begun."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin as usual; who was told to end meanwhile ends in good order (uvicorn would leave all open)."""
        await super().startup(sockets)
        if self.should_exit and self.started:
            self.should_exit = False
            asyncio.get_running_loop().call_soon(self.end)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every browser to come back, then close as usual."""
        self._goodbye()
        await asyncio.sleep(0)  # let the queues drain into the sockets
        await super().shutdown(sockets)


async def serve_until_stopped(
    settings: Settings, host: str, port: int, trusted: str, started: Callable[[str], None]
) -> None:
    """Open the database, listen, and serve until a signal comes."""
    if (settings.redis or settings.thinkers) is not None and find_spec("redis") is None:
        raise DatabaseProblem("storage.package", name="Redis", extra="sanssouci[postgres]")
    listener = listen(host, port)
    with ExitStack() as held:
        try:
            database = await open_database(settings.database, settings.upgrade)
            held.enter_context(alone_on(sqlite_path(database.url)))
            processes = await register(database, settings.redis)
        except BaseException:
            listener.close()
            raise
        await _serve(build(database, settings, processes), settings, listener, host, trusted, started)


async def _serve(
    app: Starlette,
    settings: Settings,
    listener: socket.socket,
    host: str,
    trusted: str,
    started: Callable[[str], None],
) -> None:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted or None,
        server_header=False,
        lifespan="on",
        http=PatientHttp,
        ws=TableSocket,
        ws_max_size=limits.SOCKET_MESSAGE * 4,
        ws_ping_interval=limits.SOCKET_PING_SECONDS,
        ws_ping_timeout=limits.SOCKET_PING_SECONDS,
        timeout_graceful_shutdown=10,
    )

    def goodbye() -> None:
        house = app.state.house
        house.closing = True
        for room in house.rooms:
            for connection in list(room.connections):
                connection.leave("shutdown")

    _make_room()
    server = Server(config, goodbye)
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::", "localhost") else host
    bound = listener.getsockname()[1]
    # before anybody knows that there is something to end; uvicorn raises a caught SIGTERM again at its end
    signal.signal(signal.SIGTERM, server.end)
    started(f"http://{shown}:{bound}{settings.root_path}/")
    sweeping = asyncio.create_task(sweep())
    try:
        await server.serve(sockets=[listener])
    finally:
        sweeping.cancel()


def _make_room() -> None:
    """Allow as many sockets as the system lets us, and let threads change places quickly."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # the thread that commits asks for the interpreter a dozen times per order and should not wait 5 ms each time
    sys.setswitchinterval(SWITCH_SECONDS)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, so that a taken port is known before the database is touched."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # named TCP: asyncio switches Nagle's algorithm off only where the protocol says so, and accepted sockets
    # inherit it; with it every small reply waits 40 ms for the browser's delayed acknowledgement
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener
