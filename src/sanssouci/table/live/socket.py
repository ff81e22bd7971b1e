"""The WebSocket of a game: hello, then messages one after another, each answered once."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sanssouci.table import limits
from sanssouci.table.contract.messages import Refused
from sanssouci.table.contract.reading import parse, read
from sanssouci.table.contract.requests import Hello
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.calls import address, refused, who
from sanssouci.table.http.security import own_origin
from sanssouci.table.live.asks import THINKING
from sanssouci.table.live.connection import Connection
from sanssouci.table.live.house import House
from sanssouci.table.live.model import SPECTATOR
from sanssouci.table.live.talk import TALK, greet
from sanssouci.table.logs import failed
from sanssouci.table.measure import METRICS
from sanssouci.table.rates import Buckets
from sanssouci.table.thinking.turns import ASKER, Asker
from sanssouci.table.tokens import GAME_ID

log = logging.getLogger("sanssouci.table")

#: close codes: 1000 as agreed, 1008 refused, 1009 too large, 1001 the server goes away
REFUSED, TOO_LARGE = 1008, 1009


class Sockets:
    """All sockets of one server."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._by_address: dict[str, int] = {}
        # who comes first is served first. Were all carried out at once, each would wait for all the others at every
        # step on its way, and a newcomer, who has many steps before him, for seconds (M11).
        self._turn = asyncio.Semaphore(limits.ORDERS_AT_ONCE)

    async def endpoint(self, socket: WebSocket) -> None:
        """One socket, from its opening to its end."""
        house = self.house
        where = address(socket)
        try:
            house.buckets.spend("connect", where)
            if house.closing:
                raise Refusal("table.unavailable")
            if not own_origin(socket, house.settings):
                raise Refusal("table.origin")
            if self._by_address.get(where, 0) >= limits.SOCKETS_PER_ADDRESS * house.settings.rate_factor:
                raise Refusal("table.too_fast", limit="connect", seconds=60)
            game = socket.path_params["game"]
            if not GAME_ID.match(game):
                raise Refusal("table.no_such_game")
            person = await who(socket, house)
            ASKER.set(Asker(where, person))
            async with house.room(game) as room:
                mine = await house.seats_of(person, room)
                if len(room.connections) >= limits.SOCKETS_PER_GAME:
                    raise Refusal("table.too_fast", limit="connect", seconds=60)
                await socket.accept()
                self._by_address[where] = self._by_address.get(where, 0) + 1
                try:
                    await self._serve(socket, Connection(room, person, mine), SPECTATOR in mine)
                finally:
                    self._by_address[where] -= 1
                    if not self._by_address[where]:
                        del self._by_address[where]
        except Refusal as refusal:
            # refused before it was opened: the browser sees the status of the handshake
            with contextlib.suppress(RuntimeError):
                await socket.send_denial_response(refused(refusal))

    async def _serve(self, socket: WebSocket, connection: Connection, watches: bool) -> None:
        room = connection.room
        sender = asyncio.create_task(_send_all(socket, connection))
        buckets = Buckets(self.house.settings.rate_factor)
        try:
            while not connection.left and (message := await _receive(socket, connection)) is not None:
                await self._answer(connection, message, buckets)
        except Refusal as refusal:
            connection.send(Refused(error=refusal.json()))
            connection.queue.put_nowait(None)
            await asyncio.wait({sender}, timeout=5)
        finally:
            was_there = connection in room.connections
            room.connections.discard(connection)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            if was_there or connection.greeted:
                self.house.tell_presence(room)

    async def _answer(self, connection: Connection, text: str, buckets: Buckets) -> None:
        """Carry out one message and answer it; refusals change nothing."""
        number: int | None = None
        try:
            self._spend("message", buckets)
            message = parse(text)
            given = message.get("id")
            number = given if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 2**53 else None
            kind = message.get("type")
            if kind == "hello":
                await greet(self.house, connection, read(message, Hello), number)
                return
            if not connection.greeted:
                raise bad("type", "hello")
            found = TALK.get(kind) if isinstance(kind, str) else None
            if found is None:
                raise bad("type", "unknown")
            asked = read(message, found.shape)
            if kind == "ask" and message.get("what") in THINKING:
                self.house.buckets.spend("think", connection.person)
                self.house.buckets.spend("think_address", ASKER.get().address)
            else:
                self._spend(found.rate, buckets)
            async with self._turn if found.rate == "order" else contextlib.nullcontext():
                reply = await found.carry_out(self.house, connection, asked)
        except Refusal as refusal:
            METRICS.count("refusals", f'key="{refusal.key}"')
            connection.send(Refused(id=number, error=refusal.json()))
            return
        except Exception as problem:
            failed(log, "a message failed", problem, game=connection.room.row.id)
            connection.send(Refused(id=number, error=Refusal("table.unavailable").json()))
            return
        if number is not None:
            reply.id = number
            connection.send(reply)
        if found.then is not None:
            await found.then(self.house, connection, asked)

    def _spend(self, rate: str, buckets: Buckets) -> None:
        """One of what a socket may say, and of what all of its address may: one with many sockets is still one."""
        buckets.spend(rate, None)
        self.house.buckets.spend(rate, ("sockets", ASKER.get().address), limits.SOCKETS_TOGETHER)


async def _receive(socket: WebSocket, connection: Connection) -> str | None:
    """The next message; None when the browser is gone."""
    waiting = limits.SOCKET_HELLO_SECONDS if not connection.greeted else None
    try:
        async with asyncio.timeout(waiting):
            message = await socket.receive()
    except TimeoutError:
        raise bad("type", "hello") from None
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    if not isinstance(text, str):
        raise bad("body", "text")
    if len(text) > limits.SOCKET_MESSAGE:
        raise Refusal("table.too_large", limit=limits.SOCKET_MESSAGE)
    return text


async def _send_all(socket: WebSocket, connection: Connection) -> None:
    """Send what is queued, in order; None closes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (text := await connection.next()) is not None:
            await socket.send_text(text)
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.close()
