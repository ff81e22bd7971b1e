"""One HTTP request to the API: who asks, what was sent, and how refusals are answered."""

from __future__ import annotations

import asyncio
import gzip
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, get_type_hints

from msgspec import Struct
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from sanssouci.table import limits
from sanssouci.table.contract.reading import parse, read
from sanssouci.table.contract.results import NotDone
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.security import own_origin, secure
from sanssouci.table.live.house import House
from sanssouci.table.live.model import SPECTATOR
from sanssouci.table.live.room import Room
from sanssouci.table.logs import failed
from sanssouci.table.measure import METRICS
from sanssouci.table.notices.notifier import Notifier
from sanssouci.table.storage import store_people
from sanssouci.table.storage.packing import dumps
from sanssouci.table.thinking.turns import ASKER, Asker
from sanssouci.table.tokens import GAME_ID, TOKEN, digest, new_token

log = logging.getLogger("sanssouci.table")

COOKIE = "sanssouci"
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep no cookie longer
CHANGING = ("POST", "PUT", "DELETE")


def address(connection: HTTPConnection) -> str:
    """Where a request comes from; behind a proxy, what the trusted proxy says.

    Of IPv6 it is the network of 64 bits: one line has so many addresses that a limit for each would be none.
    """
    host = connection.client.host if connection.client else "unknown"
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.IPv6Network((ip, 64), strict=False))
    return host


def cookie_names(connection: HTTPConnection, house: House) -> list[str]:
    """What the cookie is called, the best name first; the others are those of earlier versions and of plain http.

    Under https the browser itself sees to it that nobody but this host has set it (`__Host-`), or at least that it
    came by https, where a proxy has put the table under a path.
    """
    if not secure(connection, house.settings):
        return [COOKIE]
    return [("__Secure-" if house.settings.root_path else "__Host-") + COOKIE, COOKIE]


async def who(connection: HTTPConnection, house: House) -> int | None:
    """The browser, by its cookie."""
    given = [connection.cookies.get(name, "") for name in cookie_names(connection, house)]
    cookie = next((one for one in given if TOKEN.match(one)), None)
    if cookie is None:
        return None
    async with house.database.reading() as database:
        return await store_people.person_of(database, digest(cookie))


class SeatNumber(IntegerConvertor):
    """A seat in an address: a number of a few digits, so that nobody makes us read thousands of them."""

    regex = "[0-9]{1,4}"


register_url_convertor("seat", SeatNumber())


class Front(NamedTuple):
    """What the addresses of the API reach."""

    house: House
    notifier: Notifier


class Call:
    """A request being answered."""

    def __init__(self, request: Request, front: Front, person: int | None) -> None:
        self.request = request
        self.house = front.house
        self.notifier = front.notifier
        self.person = person
        self.cookie: str | None = None
        self.status: int | None = None  # where it is not the endpoint's usual one

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

    async def seat(self, room: Room, or_host: bool = False) -> int:
        """The seat in the address, if this browser may act for it."""
        number = int(self.request.path_params["seat"])
        mine = await self.house.seats_of(self.person, room)
        if number >= len(room.row.seats):
            raise Refusal("table.not_yours")
        if number not in mine and not (or_host and room.row.host == self.person):
            raise Refusal("table.not_yours")
        return number

    async def viewing(self, room: Room, named: int | None) -> int:
        """The seat named in the query, or this browser's first; SPECTATOR when it only watches."""
        mine = await self.house.seats_of(self.person, room)
        seat = named if named is not None else mine[0] if SPECTATOR not in mine else mine[-1]
        if seat not in mine:
            raise Refusal("table.not_yours")
        return seat

    def host_only(self, room: Room) -> None:
        """Refuse anybody but the host."""
        if self.person is None or room.row.host != self.person:
            raise Refusal("table.not_yours")


class Endpoint:
    """One address of the API. What it takes and gives is read off its handler, its sentence off the docstring.

    A handler takes the call and, where it wants them, `body` and `query`, each a shape of the contract; it answers
    with another, or with a `Response` of its own. `also` are further statuses it may answer with (`call.status`).
    """

    def __init__(
        self,
        method: str,
        path: str,
        handler: Callable[..., Awaitable[Struct | Mapping[str, object] | Response]],
        rate: str | None = None,
        largest: int = limits.HTTP_BODY,
        status: int = 200,
        also: tuple[int, ...] = (),
    ) -> None:
        self.method, self.path, self.handler = method, path, handler
        self.rate, self.largest, self.status, self.also = rate, largest, status, also
        hints = get_type_hints(handler)
        self.body: type[Struct] | None = hints.get("body")
        self.query: type[Struct] | None = hints.get("query")
        self.answer: type = hints["return"]
        self.about = (handler.__doc__ or "").splitlines()[0]

    def route(self, front: Front) -> Route:
        """The address as it is served."""
        return Route(f"/api/{self.path}", _served(front, self), methods=[self.method])

    async def __call__(self, call: Call, sent: dict[str, object]) -> Response:
        """Carry it out."""
        given: dict[str, Struct] = {}
        if self.body is not None:
            given["body"] = read(sent, self.body)
        if self.query is not None:
            given["query"] = read(dict(call.request.query_params), self.query, strict=False)
        found = await self.handler(call, **given)
        return found if isinstance(found, Response) else json_response(found, call.status or self.status)


def _served(front: Front, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Rate limits, Origin, body, cookie, and refusals as JSON around an endpoint."""
    house = front.house

    async def answer(request: Request) -> Response:
        try:
            house.buckets.spend("request", address(request))
            if endpoint.rate is not None:
                house.buckets.spend(endpoint.rate, address(request))
            sent: dict[str, object] = {}
            if request.method in CHANGING:
                if not own_origin(request, house.settings):
                    raise Refusal("table.origin")
                sent = await _read(request, endpoint.largest)
            call = Call(request, front, await who(request, house))
            ASKER.set(Asker(address(request), call.person))
            response = _zipped(await endpoint(call, sent), request)
            _set_cookie(call, response)
            return response
        except Refusal as refusal:
            METRICS.count("refusals", f'key="{refusal.key}"')
            return refused(refusal)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as problem:
            failed(log, "a request failed", problem, path=request.url.path)
            return refused(Refusal("table.unavailable"))

    return answer


def _set_cookie(call: Call, response: Response) -> None:
    """Give a new browser its cookie, and one from before https a better name for it."""
    names = cookie_names(call.request, call.house)
    cookie, root = call.cookie, call.house.settings.root_path + "/"
    if cookie is None and names[0] != COOKIE and names[0] not in call.request.cookies and call.person is not None:
        cookie = call.request.cookies.get(COOKIE)
        response.delete_cookie(COOKIE, path=root, secure=True, httponly=True, samesite="lax")
    if cookie is not None:
        response.set_cookie(
            names[0],
            cookie,
            max_age=COOKIE_SECONDS,
            path=root,
            secure=secure(call.request, call.house.settings),
            httponly=True,
            samesite="lax",
        )


async def _read(request: Request, most: int) -> dict[str, object]:
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) > most:
        raise Refusal("table.too_large", limit=most)
    chunks, size = [], 0
    try:
        async with asyncio.timeout(limits.REQUEST_SECONDS):
            async for chunk in request.stream():
                size += len(chunk)
                if size > most:
                    raise Refusal("table.too_large", limit=most)
                chunks.append(chunk)
    except TimeoutError:
        raise bad("body", "unfinished") from None
    if size == 0:
        return {}
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise bad("content-type", "json_kind")
    return parse(b"".join(chunks))


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
