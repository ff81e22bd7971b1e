"""One HTTP request to the API: who asks, what was sent, and how refusals are answered."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from sanssouci.table import limits
from sanssouci.table.contract import fields
from sanssouci.table.contract.results import NotDone
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.security import own_origin
from sanssouci.table.live.house import House
from sanssouci.table.live.model import SPECTATOR
from sanssouci.table.live.room import Room
from sanssouci.table.measure import METRICS
from sanssouci.table.storage import store_people
from sanssouci.table.storage.packing import dumps
from sanssouci.table.tokens import GAME_ID, TOKEN, digest, new_token

log = logging.getLogger("sanssouci.table")

COOKIE = "sanssouci"
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep no cookie longer
CHANGING = ("POST", "PUT", "DELETE")


def address(connection: HTTPConnection) -> str:
    """Where a request comes from; behind a proxy, what the trusted proxy says."""
    return connection.client.host if connection.client else "unknown"


async def who(connection: HTTPConnection, house: House) -> int | None:
    """The browser, by its cookie."""
    cookie = connection.cookies.get(COOKIE, "")
    if not TOKEN.match(cookie):
        return None
    async with house.database.reading() as database:
        return await store_people.person_of(database, digest(cookie))


class SeatNumber(IntegerConvertor):
    """A seat in an address: a number of a few digits, so that nobody makes us read thousands of them."""

    regex = "[0-9]{1,4}"


register_url_convertor("seat", SeatNumber())


class Call:
    """A request being answered."""

    def __init__(self, request: Request, house: House, person: int | None, body: dict[str, Any]) -> None:
        self.request = request
        self.house = house
        self.person = person
        self.body = body
        self.cookie: str | None = None

    async def somebody(self) -> int:
        """The browser; a new one is given its cookie."""
        async with self.house.database.writing() as connection:
            if self.person is not None and await store_people.touch(connection, self.person):
                return self.person
            self.cookie = new_token()
            self.person = await store_people.new_person(connection, digest(self.cookie))
        return self.person

    @property
    def game(self) -> str:
        """The game in the address."""
        game = str(self.request.path_params["game"])
        if not GAME_ID.match(game):
            raise Refusal("table.no_such_game")
        return game

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A number of the query string."""
        given = self.request.query_params.get(name)
        if given is None:
            return default
        if not given.isascii() or not given.isdigit() or len(given) > 9 or not low <= int(given) <= high:
            raise bad(name, f"is not a number from {low} to {high}")
        return int(given)

    async def seat(self, room: Room, or_host: bool = False) -> int:
        """The seat in the address, if this browser may act for it."""
        number = int(self.request.path_params["seat"])
        mine = await self.house.seats_of(self.person, room)
        if number >= len(room.row.seats):
            raise Refusal("table.not_yours")
        if number not in mine and not (or_host and room.row.host == self.person):
            raise Refusal("table.not_yours")
        return number

    async def viewing(self, room: Room) -> int:
        """The seat named in the query, or this browser's first; SPECTATOR when it only watches."""
        mine = await self.house.seats_of(self.person, room)
        seat = self.number("seat", mine[0] if SPECTATOR not in mine else mine[-1], 0, 3)
        if seat not in mine:
            raise Refusal("table.not_yours")
        return seat

    def host_only(self, room: Room) -> None:
        """Refuse anybody but the host."""
        if self.person is None or room.row.host != self.person:
            raise Refusal("table.not_yours")


Answer = Mapping[str, Any] | tuple[int, Mapping[str, Any]] | Response
Handler = Callable[[Call], Awaitable[Answer]]


def endpoint(
    house: House, handler: Handler, rate: str | None = None, body: int = limits.HTTP_BODY
) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: rate limits, Origin, body, cookie, and refusals as JSON."""

    async def answer(request: Request) -> Response:
        try:
            house.buckets.spend("request", address(request))
            if rate is not None:
                house.buckets.spend(rate, address(request))
            sent: dict[str, Any] = {}
            if request.method in CHANGING:
                if not own_origin(request.headers, house.settings.origins):
                    raise Refusal("table.origin")
                sent = await _read(request, body)
            call = Call(request, house, await who(request, house), sent)
            response = _zipped(_response(await handler(call)), request)
            if call.cookie is not None:
                response.set_cookie(
                    COOKIE,
                    call.cookie,
                    max_age=COOKIE_SECONDS,
                    path=house.settings.root_path + "/",
                    secure=house.settings.secure_cookies or request.url.scheme == "https",
                    httponly=True,
                    samesite="lax",
                )
            return response
        except Refusal as refusal:
            METRICS.count("refusals", f'key="{refusal.key}"')
            return refused(refusal)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            log.exception("a request failed", extra={"path": request.url.path})
            return refused(Refusal("table.unavailable"))

    return answer


async def _read(request: Request, most: int) -> dict[str, Any]:
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) > most:
        raise Refusal("table.too_large", limit=most)
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise Refusal("table.too_large", limit=most)
        chunks.append(chunk)
    if size == 0:
        return {}
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise bad("content-type", "is not application/json")
    return fields.parse(b"".join(chunks))


def _response(answer: Answer) -> Response:
    if isinstance(answer, Response):
        return answer
    status, content = answer if isinstance(answer, tuple) else (200, answer)
    return json_response(content, status)


def _zipped(response: Response, request: Request) -> Response:
    """Large answers (replays, rules) compressed, for browsers that take them so."""
    body = bytes(response.body)
    if len(body) > limits.ZIP_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        response.body = gzip.compress(body, 3, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
        response.headers["vary"] = "accept-encoding"
    return response


def json_response(content: object, status: int = 200) -> Response:
    """JSON that no cache keeps."""
    return Response(dumps(content), status, media_type="application/json", headers={"cache-control": "no-store"})


def refused(refusal: Refusal) -> Response:
    """A refusal as an HTTP answer."""
    response = json_response(NotDone(refusal.json()), refusal.status)
    if refusal.key == "table.too_fast":
        response.headers["retry-after"] = str(refusal.args_["seconds"])
    return response


def route(
    house: House,
    method: str,
    path: str,
    handler: Handler,
    rate: str | None = None,
    body: int = limits.HTTP_BODY,
) -> Route:
    """A route of the API."""
    return Route(f"/api/{path}", endpoint(house, handler, rate, body), methods=[method])
