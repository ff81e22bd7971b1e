"""What a browser may say on its socket once it is greeted: one function per message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sanssouci.table import limits
from sanssouci.table.contract import fields
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.live import wire
from sanssouci.table.live.asks import ask
from sanssouci.table.live.connection import Connection
from sanssouci.table.live.house import House
from sanssouci.table.live.instructions import instruct
from sanssouci.table.live.model import Seat
from sanssouci.table.live.referee import Referee
from sanssouci.table.storage import store, store_people
from sanssouci.table.storage.packing import now, stamp

Handler = Callable[[House, Connection, dict[str, Any]], Awaitable[dict[str, Any]]]


async def greet(house: House, connection: Connection, message: dict[str, Any], number: int | None) -> None:
    """`hello`: choose the seat to show, reply, then send everything it may know."""
    room = connection.room
    given = message.get("seat", "any")
    if given not in ("any", None) and (isinstance(given, bool) or given not in connection.mine):
        raise Refusal("table.not_yours")
    first = not connection.greeted
    async with room.lock:
        connection.curtain = None
        local = connection.local or connection.mine
        if given is None or not local:
            connection.seat = None
        elif given != "any":
            connection.seat = int(given)
        elif len(local) == 1 or room.row.sandbox or room.row.result is not None:
            connection.seat = local[0]
        else:
            connection.seat = None
            connection.curtain = next((seat for seat in room.row.waiting if seat in local), local[0])
        if room.row.sandbox and room.row.waiting:
            connection.seat = room.row.waiting[0]
        connection.greeted = True
        room.connections.add(connection)
        if number is not None:
            connection.send({"type": "reply", "id": number, "ok": True})
        if connection.curtain is not None:
            connection.lower_curtain(connection.curtain)
        else:
            await show(house, connection)
    if first:
        house.tell_presence(room, connection)


async def show(house: House, connection: Connection) -> None:
    """Send a snapshot; hold the room's lock, so that no update comes before it."""
    room, seat = connection.room, connection.shown
    first = max(0, room.row.orders - limits.LOG_TAIL)
    async with house.database.reading() as database:
        log = await store.entries(database, room.row.id, first, limits.LOG_TAIL)
        chat = await store_people.chat_tail(database, room.row.id, limits.CHAT_TAIL)
    connection.send(
        {
            "type": "snapshot",
            "game": room.row.id,
            "seat": connection.seat,
            "roles": [] if seat is None else seat.roles,
            "sandbox": room.row.sandbox,
            **wire.play_state(room, seat),
            "log": [wire.entry(found, seat, room.row.sandbox) for found in log],
            "log_from": first,
            "since": room.since(connection.seat),
            "notes": "" if seat is None else seat.notes,
            "instruction": None if seat is None else seat.instruction,
            "chat": [wire.chat_line(line) for line in chat],
            "table": wire.table(room, connection.person, connection.mine),
        }
    )
    room.referee.forget()


def _seat(connection: Connection) -> Seat:
    """The seat that is shown, for what only a player may do."""
    if connection.curtain is not None:
        raise Refusal("table.curtain")
    seat = connection.shown
    if seat is None:
        raise Refusal("table.not_yours")
    return seat


def _seen(connection: Connection) -> Seat | None:
    """The seat that is shown, or None for a spectator; nothing through a curtain."""
    if connection.curtain is not None:
        raise Refusal("table.curtain")
    return connection.shown


def _version(message: dict[str, Any]) -> int:
    return fields.integer(message, "version", 0, 2**31)


async def order(_house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Carry out an order."""
    seat = _seat(connection)
    text = fields.clean(fields.text(message, "text", limits.ORDER_TEXT))
    return dict(await connection.room.order(seat.seat, text, _version(message), fields.key(message)))


async def check(_house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Say whether an order would be legal."""
    seat = _seat(connection)
    text = fields.clean(fields.text(message, "text", limits.ORDER_TEXT))
    room = connection.room
    if room.row.result is not None:
        raise Refusal("table.over")
    role = room.referee.role_of_order(text, seat.roles)
    if role is None:
        raise room.referee.not_theirs(text, seat.roles)
    refusal = room.referee.check(text, role)
    return {"refusal": None if refusal is None else refusal.json()}


async def undo(_house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Take back an order or the whole stage."""
    seat = _seat(connection)
    what = fields.one_of(message, "what", ["order", "stage"])
    return dict(await connection.room.undo(seat.seat, what, _version(message), fields.key(message)))


async def log(house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """A page of the log."""
    seat = _seen(connection)
    first = fields.integer(message, "from", 0, 2**31)
    count = fields.integer(message, "count", 1, limits.LOG_PAGE)
    return {"from": first, "log": await _entries(house, connection, seat, first, count)}


async def _entries(
    house: House, connection: Connection, seat: Seat | None, first: int, count: int
) -> list[dict[str, Any]]:
    row = connection.room.row
    async with house.database.reading() as database:
        found = await store.entries(database, row.id, first, count)
    return [wire.entry(one, seat, row.sandbox) for one in found]


async def since(house: House, connection: Connection, _message: dict[str, Any]) -> dict[str, Any]:
    """What happened since the seat's last own order, and the view before it."""
    seat = _seen(connection)
    room = connection.room
    first = room.since(connection.seat)
    entries = await _entries(house, connection, seat, first, limits.LOG_PAGE)
    return {"from": first, "log": entries, "view": await view_at(house, connection, seat, first)}


async def frame(house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """The view after so many orders."""
    seat = _seen(connection)
    n = fields.integer(message, "n", 0, 2**31)
    if n > connection.room.row.orders:
        raise bad("n", "lies in the future")
    entry = (await _entries(house, connection, seat, n - 1, 1))[0] if n > 0 else None
    return {"frame": {"n": n, "entry": entry, "view": await view_at(house, connection, seat, n)}}


async def view_at(house: House, connection: Connection, seat: Seat | None, n: int) -> dict[str, Any]:
    """What the seat could know after `n` orders."""
    async with house.database.reading() as database:
        found = await store.positions(database, connection.room.row.id, n, 1)
    if not found:
        raise Refusal("table.stale", version=connection.room.row.version)
    referee = Referee.load(found[0])
    if connection.room.row.sandbox:
        return referee.open_view()
    return referee.view(None if seat is None else seat.roles[0])


async def take(house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Lift the curtain for one of this browser's seats."""
    seat = fields.integer(message, "seat", 0, 3)
    if seat not in connection.mine:
        raise Refusal("table.not_yours")
    room = connection.room

    async def then() -> None:
        async with room.lock:
            connection.seat, connection.curtain = seat, None
            await show(house, connection)
            for other in list(room.connections):
                # one browser shows one player: its other tabs ask again
                if other is not connection and other.person == connection.person and other.seat not in (None, seat):
                    other.lower_curtain(seat)

    return {"then": then}


async def chat(house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Say something to all."""
    seat = _seat(connection)
    text = fields.clean(fields.text(message, "text", limits.CHAT_TEXT))
    if not text:
        raise bad("text", "is empty")
    room = connection.room
    async with room.lock:
        at = now()
        async with house.database.writing() as database:
            n = await store_people.add_chat(database, room.row.id, seat.seat, seat.name, text, at)
        line = {"n": n, "seat": seat.seat, "name": seat.name, "text": text, "at": stamp(at)}
        for other in list(room.connections):
            if other.greeted:
                other.send({"type": "chat", "line": line})
        house.spread(room.row.id, "chat", line=line)
    return {"n": n}


async def notes(house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Keep the seat's private notes."""
    seat = _seat(connection)
    text = fields.text(message, "text", limits.NOTES_TEXT)
    async with house.database.writing() as database:
        await store.set_seat(database, connection.room.row.id, seat.seat, notes=text)
    seat.notes = text
    house.spread(connection.room.row.id, "quiet")
    return {}


async def question(house: House, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Answer a question about the board from what the seat may know."""
    return {"answer": await ask(house, connection.room, _seen(connection), message)}


async def ping(_house: House, _connection: Connection, _message: dict[str, Any]) -> dict[str, Any]:
    """Keep a connection awake."""
    return {}


#: message → its rate limit and what carries it out
TALK: dict[str, tuple[str, Handler]] = {
    "order": ("order", order),
    "check": ("order", check),
    "undo": ("order", undo),
    "log": ("ask", log),
    "since": ("ask", since),
    "frame": ("replay", frame),
    "take": ("ask", take),
    "chat": ("chat", chat),
    "notes": ("notes", notes),
    "instruct": ("notes", instruct),
    "ask": ("ask", question),
    "ping": ("message", ping),
}
