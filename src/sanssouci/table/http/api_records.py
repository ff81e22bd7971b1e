"""HTTP: records, replays, positions, forks and sandboxes."""

from __future__ import annotations

import asyncio
import random

from starlette.responses import Response

from sanssouci.table import limits
from sanssouci.table.contract.bodies import Fork, NewSandbox, Position, PositionQuery, ReplayQuery, SeatQuery, Upload
from sanssouci.table.contract.cards import Frame
from sanssouci.table.contract.results import Replay, Sandbox, Uploaded
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.api_games import created
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.http.uploads import read_record, record_turn, write_game
from sanssouci.table.live import wire
from sanssouci.table.live.house import House
from sanssouci.table.live.model import SPECTATOR, Entry, Seat
from sanssouci.table.live.referee import Referee, record_of, resampled, views_along
from sanssouci.table.live.room import Room
from sanssouci.table.live.seats import ROLES
from sanssouci.table.storage import store_backs, store_orders
from sanssouci.table.storage.packing import stamp
from sanssouci.table.tokens import new_seed


def _open(room: Room) -> bool:
    """Whether everything about a game may be seen by whoever is at it."""
    return room.row.result is not None or room.row.sandbox


async def record(call: Call, query: SeatQuery) -> Response:
    """The game as a `.friedrich` file: open once finished, else what one seat may know."""
    async with call.house.room(call.game) as room:
        seat = await call.viewing(room, query.seat)
        text = await record_text(call.house, room, None if seat == SPECTATOR else room.row.seats[seat])
        name = f"{room.row.scenario}-{room.row.id}.friedrich"
    return Response(
        text,
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


async def record_text(house: House, room: Room, seat: Seat | None) -> str:
    """The record of a game as a seat (None: a spectator) may have it; of a finished one everything."""
    async with house.database.reading() as connection:
        start = await store_orders.start_of(connection, room.row.id)
        log = await store_orders.entries(connection, room.row.id, 0, room.row.orders)
        last = (await store_orders.positions(connection, room.row.id, len(log), 1))[0]
        backs = await store_backs.all_backs(connection, room.row.id)
    roles = [] if seat is None else seat.roles
    over = room.row.result is not None
    return await asyncio.to_thread(record_of, start, log, last, roles, _open(room), _headers(room), backs, over)


def _headers(room: Room) -> dict[str, str]:
    """Who played, when, and how it ended if not by the rules."""
    row = room.row
    names = [f"{seat.name or seat.bot or '?'} ({'+'.join(seat.roles)})" for seat in row.seats]
    headers = {"names": ", ".join(names), "date": stamp(row.created)[:10]}
    if row.laid_out:
        headers["laid-out"] = "hands and strengths by the host, chance by the table"
    if row.shuffle is not None:
        headers |= row.shuffle.pledge(row.result is not None).headers()
    if row.result is not None and room.referee.result is None:
        headers["ended"] = f"{row.result['reason']}, winners: {'+'.join(row.result['winners']) or 'none'}"
    return headers


async def replay(call: Call, query: ReplayQuery) -> Replay:
    """Frames of a game as one seat, a spectator, or (once finished) everybody may see them."""
    async with call.house.room(call.game) as room:
        mine = await call.house.seats_of(call.person, room)
        everything = query.seat == "open"
        seat: Seat | None = None
        if everything:
            if not _open(room):
                raise Refusal("table.running")
        elif query.seat is not None:
            last = len(room.row.seats) - 1
            if query.seat not in [str(number) for number in range(last + 1)]:
                raise bad("seat", "range", low=0, high=last)
            number = int(query.seat)
            if number not in mine and not _open(room):
                raise Refusal("table.not_yours")
            seat = room.row.seats[number]
        first, count = query.first, query.count
        async with call.house.database.reading() as connection:
            found = await store_orders.positions(connection, room.row.id, first, count)
            log = await store_orders.entries(connection, room.row.id, first - 1, count)
            if first == 0:
                log = log[: count - 1]
        frames = await asyncio.to_thread(_frames, first, found, log, seat, everything)
        return Replay(room.row.orders + 1, frames)


def _frames(first: int, found: list[Position], log: list[Entry], seat: Seat | None, everything: bool) -> list[Frame]:
    by_number = {one.n + 1: one for one in log}
    texts = [by_number[n].text for n in range(first + 1, first + len(found)) if n in by_number]
    role = None if seat is None or everything else seat.roles[0]
    frames = []
    for n, view in enumerate(views_along(found, texts, role, everything), first):
        entry = by_number.get(n)
        told = None if entry is None else wire.entry(entry, seat, everything)
        frames.append(Frame(n, told, view))
    return frames


async def position(call: Call, query: PositionQuery) -> Position:
    """The complete position; only of finished games and sandboxes."""
    async with call.house.room(call.game) as room:
        await call.house.seats_of(call.person, room)
        if not _open(room):
            raise Refusal("table.running")
        n = room.row.orders if query.n is None else query.n
        if n > room.row.orders:
            raise bad("n", "range", low=0, high=room.row.orders)
        async with call.house.database.reading() as connection:
            return (await store_orders.positions(connection, room.row.id, n, 1))[0]


async def fork(call: Call, body: Fork) -> Sandbox:
    """A private sandbox at some point of a game."""
    async with call.house.room(call.game) as room:
        mine = await call.house.seats_of(call.person, room)
        n = body.n
        if n > room.row.orders:
            raise bad("n", "range", low=0, high=room.row.orders)
        async with call.house.database.reading() as connection:
            stored = (await store_orders.positions(connection, room.row.id, n, 1))[0]
        referee = Referee.load(stored)
        known = _open(room)
        if not known:
            seat = body.seat
            if seat is None:
                raise bad("seat", "range", low=0, high=len(room.row.seats) - 1)
            if seat not in mine:
                raise Refusal("table.not_yours")
            # only what the seat may know goes in; the rest is imagined anew
            view = referee.game.view(room.row.seats[seat].roles[0])
            referee = await asyncio.to_thread(resampled, view, random.Random(new_seed()))
        # who plays without hints does not get them by way of a sandbox
        hints = room.row.hints or (known and not room.row.sandbox)
        return await _sandbox(call, referee, not known, hints)


async def sandbox(call: Call, body: NewSandbox) -> Sandbox:
    """A private sandbox from a position."""
    referee = await asyncio.to_thread(Referee.load, body.position)
    return await _sandbox(call, referee, False)


async def _sandbox(call: Call, referee: Referee, resampled_: bool, hints: bool = True) -> Sandbox:
    person = await call.somebody()
    scenario, players = referee.scenario, referee.players
    at_table = _all_here(scenario, players)
    row, links = await call.house.create(
        person, scenario, referee.options, at_table, referee=referee, sandbox=True, hints=hints
    )
    made = created(row.id, at_table, links)
    return Sandbox(made.game, made.seat, made.links, resampled_)


def _all_here(scenario: str, players: int) -> list[Seat]:
    """Every seat in one browser."""
    return [
        Seat(number, sorted(roles), "here", "", joined=True) for number, roles in enumerate(ROLES[scenario][players])
    ]


async def upload(call: Call, body: Upload) -> Uploaded:
    """A record becomes a finished, private game to look at."""
    async with record_turn(call.house):
        found = await asyncio.to_thread(read_record, body.text)
    person = await call.somebody()
    at_table = _all_here(found.scenario, found.players)
    for seat in at_table:
        seat.name = found.names.get("+".join(seat.roles), "")
    row = await write_game(call.house, person, found, at_table)
    return Uploaded(row.id)


ENDPOINTS = [
    Endpoint("GET", "games/{game}/record", record, "replay"),
    Endpoint("GET", "games/{game}/replay", replay, "replay"),
    Endpoint("GET", "games/{game}/position", position, "replay"),
    Endpoint("POST", "games/{game}/fork", fork, "create", status=201),
    Endpoint("POST", "sandbox", sandbox, "create", limits.POSITION_BODY, 201),
    Endpoint("POST", "records", upload, "create", limits.RECORD_BODY, 201),
]
