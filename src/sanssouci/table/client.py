"""A small client of the protocol, for programs, tests and benchmarks.

browser = Browser("http://localhost:1756/")
game = browser.post("api/games", {...})["game"]
with browser.open(game) as seat:
    seat.order("end")
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection
from types import TracebackType
from typing import Any
from urllib.parse import urljoin, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

#: a message or a body as it travels: programs read what they need of it
Json = dict[str, Any]


class Refused(Exception):
    """The server's refusal: `.error` is the object of docs/protocol.md, section 2."""

    def __init__(self, error: Json, status: int | None = None) -> None:
        super().__init__(json.dumps(error))
        self.error = error
        self.key = str(error.get("key"))
        self.status = status


class Browser:
    """One browser: a cookie and the HTTP calls."""

    def __init__(self, base: str, cookie: str | None = None) -> None:
        self.base = base
        self.cookie = cookie
        self.headers: dict[str, str] = {}

    def call(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], bytes]:
        """A request; status, headers (lower case) and body."""
        url = urlsplit(urljoin(self.base, path))
        headers = dict(self.headers)
        if self.cookie:
            headers["Cookie"] = f"sanssouci={self.cookie}"
        sent = None
        if body is not None:
            sent = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        connection = HTTPConnection(url.hostname or "localhost", url.port or 80, timeout=60)
        try:
            target = url.path + (f"?{url.query}" if url.query else "")
            connection.request(method, target, sent, headers)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            content = answer.read()
        finally:
            connection.close()
        name, _, token = found.get("set-cookie", "").split(";")[0].partition("=")
        if name.endswith("sanssouci") and token:
            self.cookie = token
        return answer.status, found, content

    def _json(self, method: str, path: str, body: object = None) -> Json:
        status, _headers, content = self.call(method, path, body)
        value: Json = json.loads(content)
        if status >= 400:
            raise Refused(value["error"], status)
        return value

    def get(self, path: str) -> Json:
        """GET; the JSON. Raises `Refused`."""
        return self._json("GET", path)

    def post(self, path: str, body: object = None) -> Json:
        """POST; the JSON. Raises `Refused`."""
        return self._json("POST", path, {} if body is None else body)

    def put(self, path: str, body: object) -> Json:
        """PUT; the JSON. Raises `Refused`."""
        return self._json("PUT", path, body)

    def delete(self, path: str) -> Json:
        """DELETE; the JSON. Raises `Refused`."""
        return self._json("DELETE", path)

    def join(self, link: str, name: str | None = None) -> Json:
        """Use a link (`join#TOKEN`)."""
        body = {"token": link.partition("#")[2]} | ({} if name is None else {"name": name})
        return self.post("api/join", body)

    def open(self, game: str, hello: bool = True, **fields: object) -> Seat:
        """The socket of a game, greeted unless told otherwise."""
        seat = Seat(self, game)
        if hello:
            seat.hello(**fields)
        return seat


class Seat:
    """One socket. Everything told is kept in `told`; `state` is what a page would show."""

    def __init__(self, browser: Browser, game: str, **more: Any) -> None:
        url = urlsplit(urljoin(browser.base, f"api/games/{game}/socket"))
        headers = {"Cookie": f"sanssouci={browser.cookie}"} if browser.cookie else {}
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{url.netloc}{url.path}",
                additional_headers=headers | more.pop("headers", {}),
                max_size=None,
                open_timeout=20,
                close_timeout=2,
                **more,
            )
        )
        self.told: list[Json] = []
        self.raw: list[str] = []
        self.state: Json = {}
        self.curtain: Json | None = None
        self._number = 0

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket."""
        self._open.close()

    # Receiving -----------------------------------------------------------------------------------

    def receive(self, seconds: float = 30) -> Json:
        """The next message, taken into the state."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        message: Json = json.loads(text)
        self.raw.append(text)
        self.told.append(message)
        kind = message["type"]
        if kind == "snapshot":
            self.state, self.curtain = dict(message), None
        elif kind == "update":
            log = [entry for entry in self.state.get("log", []) if entry["n"] < message["log_from"]]
            self.state.update(message)
            self.state["log"] = log + message["log"]
        elif kind == "curtain":
            self.state, self.curtain = {}, message
        elif kind == "table":
            self.state["table"] = message
        return message

    def caught_up(self, orders: int) -> Json:
        """Receive until so many orders have been told or the game is over; the state."""
        return self.until(lambda seat: seat.over or seat.state["orders"] >= orders)

    def until(self, wanted: Callable[[Seat], bool], seconds: float = 60) -> Json:
        """Receive until a condition holds; the state."""
        end = time.monotonic() + seconds
        while not wanted(self):
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"still {self.state.get('version')} after {seconds} s")
            self.receive(left)
        return self.state

    def my_turn(self, seconds: float = 60) -> Json:
        """Receive until this seat is to act or the game is over."""
        return self.until(lambda seat: bool(seat.state.get("menu")) or seat.over, seconds)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state) and self.state["view"].get("result") is not None

    @property
    def version(self) -> int:
        """The version to send with an order."""
        return int(self.state["version"])

    # Sending -------------------------------------------------------------------------------------

    def send(self, kind: str, **fields: object) -> int:
        """Send a message; its number."""
        self._number += 1
        self.socket.send(json.dumps({"type": kind, "id": self._number, **fields}))
        return self._number

    def ask(self, kind: str, **fields: object) -> Json:
        """Send a message and wait for its reply, taking in what is told meanwhile. Raises `Refused`."""
        number = self.send(kind, **fields)
        while True:
            message = self.receive()
            if message["type"] == "reply" and message["id"] in (number, None):
                if not message["ok"]:
                    raise Refused(message["error"])
                return message

    def hello(self, **fields: object) -> None:
        """Greet and wait for the snapshot or the curtain."""
        self.ask("hello", **fields)
        self.until(lambda seat: bool(seat.state) or seat.curtain is not None)

    def take(self, seat: int) -> None:
        """Lift the curtain."""
        self.ask("take", seat=seat)
        self.until(lambda one: one.state.get("seat") == seat)

    def order(self, text: str, version: int | None = None, key: str | None = None) -> Json:
        """Give an order."""
        return self.ask(
            "order",
            text=text,
            version=self.version if version is None else version,
            key=key or secrets.token_urlsafe(12),
        )

    def undo(self, what: str = "order", version: int | None = None) -> Json:
        """Take back an order or the stage."""
        return self.ask(
            "undo",
            what=what,
            version=self.version if version is None else version,
            key=secrets.token_urlsafe(12),
        )


__all__ = ["Browser", "ConnectionClosed", "Refused", "Seat"]
