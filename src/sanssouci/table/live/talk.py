"""What a browser may say on its socket once it is greeted: one function per message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import UNSET, to_builtins

from sanssouci.friedrich.shapes import ViewJson
from sanssouci.table import limits
from sanssouci.table.contract.cards import Entry, Frame
from sanssouci.table.contract.messages import (
    Answered,
    Chat,
    Checked,
    FrameFound,
    LogPage,
    OrderDone,
    Reply,
    Said,
    SinceThen,
    Snapshot,
    UndoDone,
)
from sanssouci.table.contract.reading import clean
from sanssouci.table.contract.requests import (
    Ask,
    AskFrame,
    AskLog,
    AskSince,
    Check,
    Hello,
    Instruct,
    Note,
    Order,
    Ping,
    Request,
    Say,
    Take,
    TakeBack,
)
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.live import wire
from sanssouci.table.live.asks import ask
from sanssouci.table.live.connection import Connection
from sanssouci.table.live.house import House
from sanssouci.table.live.instructions import instruct
from sanssouci.table.live.model import Seat
from sanssouci.table.live.referee import Referee
from sanssouci.table.storage import store, store_orders, store_people
from sanssouci.table.storage.packing import now


async def greet(house: House, connection: Connection, message: Hello, number: int | None) -> None:
    """`hello`: choose the seat to show, reply, then send everything it may know."""
    room = connection.room
    given = message.seat
    if isinstance(given, int) and given not in connection.mine:
        raise Refusal("table.not_yours")
    first = not connection.greeted
    async with room.lock:
        connection.stay()
        if first:
            # looked at again: a link may have been replaced while this browser came in
            async with house.database.reading() as database:
                now_mine = await store_people.seats_of(database, connection.person or 0, room.row.id)
            if not set(connection.mine) <= set(now_mine):
                raise Refusal("table.not_yours")
        connection.curtain = None
        local = connection.local or connection.mine
        if given is None or not local:
            connection.seat = None
        elif given is not UNSET:
            connection.seat = given
        elif len(local) == 1 or room.row.sandbox or room.row.result is not None:
            connection.seat = local[0]
        else:
            connection.seat = None
            connection.curtain = next((seat for seat in room.row.waiting if seat in local), local[0])
        if room.row.sandbox and room.row.waiting:
            connection.seat = room.row.waiting[0]
        room.connections.add(connection)
        arrived = await room.arrive(connection.mine)
        if number is not None:
            connection.send(Reply(id=number))
        if connection.curtain is not None:
            connection.lower_curtain(connection.curtain)
        else:
            await show(house, connection)
        connection.greeted = True  # not before it is shown the game: nothing comes before that
        if arrived:
            house.spread(room.row.id, "table")
            await house.heard(room)
    if first:
        house.tell_presence(room, connection)


async def show(house: House, connection: Connection) -> None:
    """Send a snapshot; hold the room's lock, so that no update comes before it."""
    room, seat = connection.room, connection.shown
    first = max(0, room.row.orders - limits.LOG_TAIL)
    async with house.database.reading() as database:
        log = await store_orders.entries(database, room.row.id, first, limits.LOG_TAIL)
        chat = await store_people.chat_tail(database, room.row.id, limits.CHAT_TAIL)
    connection.send(
        Snapshot(
            game=room.row.id,
            seat=connection.seat,
            roles=[] if seat is None else seat.roles,
            sandbox=room.row.sandbox,
            **wire.play(room, seat),
            log=[wire.entry(found, seat, room.row.sandbox) for found in log],
            log_from=first,
            since=room.since(connection.seat),
            notes="" if seat is None else seat.notes,
            instruction=None if seat is None else seat.instruction,
            chat=[wire.chat_line(line.n, line.seat, line.name, line.text, line.at) for line in chat],
            table=wire.table(room, connection.person, connection.mine),
        )
    )
    room.referee.forget()


def _seat(connection: Connection) -> Seat:
    """The seat that is shown, for what only a player may do."""
    connection.stay()
    if connection.curtain is not None:
        raise Refusal("table.curtain")
    seat = connection.shown
    if seat is None:
        raise Refusal("table.not_yours")
    return seat


def _seen(connection: Connection) -> Seat | None:
    """The seat that is shown, or None for a spectator; nothing through a curtain."""
    connection.stay()
    if connection.curtain is not None:
        raise Refusal("table.curtain")
    return connection.shown


async def order(_house: House, connection: Connection, message: Order) -> OrderDone:
    """Carry out an order."""
    seat = _seat(connection)
    done = await connection.room.order(
        seat.seat, clean(message.text), message.version, message.key, stay=connection.stay
    )
    return OrderDone(version=done["version"], n=done["n"])


async def check(_house: House, connection: Connection, message: Check) -> Checked:
    """Say whether an order would be legal."""
    seat = _seat(connection)
    text = clean(message.text)
    room = connection.room
    if room.row.result is not None:
        raise Refusal("table.over")
    role = room.referee.role_of_order(text, seat.roles)
    if role is None:
        raise room.referee.not_theirs(text, seat.roles)
    refusal = room.referee.check(text, role)
    return Checked(refusal=None if refusal is None else refusal.json())


async def undo(_house: House, connection: Connection, message: TakeBack) -> UndoDone:
    """Take back an order or the whole stage."""
    seat = _seat(connection)
    done = await connection.room.undo(seat.seat, message.what, message.version, message.key, connection.stay)
    return UndoDone(version=done["version"])


async def log(house: House, connection: Connection, message: AskLog) -> LogPage:
    """A page of the log."""
    seat = _seen(connection)
    return LogPage(first=message.first, log=await _entries(house, connection, seat, message.first, message.count))


async def _entries(house: House, connection: Connection, seat: Seat | None, first: int, count: int) -> list[Entry]:
    row = connection.room.row
    async with house.database.reading() as database:
        found = await store_orders.entries(database, row.id, first, count)
    return [wire.entry(one, seat, row.sandbox) for one in found]


async def since(house: House, connection: Connection, _message: AskSince) -> SinceThen:
    """What happened since the seat's last own order, and the view before it."""
    seat = _seen(connection)
    room = connection.room
    first = room.since(connection.seat)
    entries = await _entries(house, connection, seat, first, limits.LOG_PAGE)
    return SinceThen(first=first, log=entries, view=await view_at(house, connection, seat, first))


async def frame(house: House, connection: Connection, message: AskFrame) -> FrameFound:
    """The view after so many orders."""
    seat = _seen(connection)
    n = message.n
    if n > connection.room.row.orders:
        raise bad("n", "future")
    entry = (await _entries(house, connection, seat, n - 1, 1))[0] if n > 0 else None
    return FrameFound(frame=Frame(n, entry, await view_at(house, connection, seat, n)))


async def view_at(house: House, connection: Connection, seat: Seat | None, n: int) -> ViewJson:
    """What the seat could know after `n` orders."""
    async with house.database.reading() as database:
        found = await store_orders.positions(database, connection.room.row.id, n, 1)
    if not found:
        raise Refusal("table.stale", version=connection.room.row.version)
    referee = Referee.load(found[0])
    if connection.room.row.sandbox:
        return referee.open_view()
    return referee.view(None if seat is None else seat.roles[0])


async def take(_house: House, connection: Connection, message: Take) -> Reply:
    """Lift the curtain for one of this browser's seats."""
    if message.seat not in connection.mine:
        raise Refusal("table.not_yours")
    return Reply()


async def taken(house: House, connection: Connection, message: Take) -> None:
    """After the reply: show the seat, and let this browser's other tabs ask again."""
    room, seat = connection.room, message.seat
    async with room.lock:
        connection.stay()
        connection.seat, connection.curtain = seat, None
        await show(house, connection)
        for other in list(room.connections):
            # one browser shows one player
            if other is not connection and other.person == connection.person and other.seat not in (None, seat):
                other.lower_curtain(seat)


async def chat(house: House, connection: Connection, message: Say) -> Said:
    """Say something to all."""
    seat = _seat(connection)
    text = clean(message.text)
    if not text:
        raise bad("text", "empty")
    room = connection.room
    async with room.lock:
        connection.stay()
        at = now()
        async with house.database.writing() as database:
            n = await store_people.add_chat(database, room.row.id, seat.seat, seat.name, text, at)
        line = wire.chat_line(n, seat.seat, seat.name, text, at)
        for other in list(room.connections):
            if other.greeted:
                other.send(Chat(line))
        house.spread(room.row.id, "chat", line=to_builtins(line))
    return Said(n=n)


async def notes(house: House, connection: Connection, message: Note) -> Reply:
    """Keep the seat's private notes."""
    seat = _seat(connection)
    text = message.text
    room = connection.room
    async with room.lock:
        connection.stay()
        async with house.database.writing() as database:
            await store.set_seat(database, room.row.id, seat.seat, notes=text)
        room.row.seats[seat.seat].notes = text
        house.spread(room.row.id, "quiet")
    return Reply()


async def question(house: House, connection: Connection, message: Ask) -> Answered:
    """Answer a question about the board from what the seat may know."""
    return Answered(answer=await ask(house, connection.room, _seen(connection), message))


async def ping(_house: House, _connection: Connection, _message: Ping) -> Reply:
    """Keep a connection awake."""
    return Reply()


Said_ = TypeVar("Said_", bound=Request)


class Talk(NamedTuple, Generic[Said_]):
    """A message: its shape, its rate limit, what carries it out, and what is done after the reply."""

    shape: type[Said_]
    rate: str
    carry_out: Callable[[House, Connection, Said_], Awaitable[Reply]]
    then: Callable[[House, Connection, Said_], Awaitable[None]] | None = None


#: every message but the greeting, by its `type`
TALK: dict[str, Talk[Any]] = {
    "order": Talk(Order, "order", order),
    "check": Talk(Check, "order", check),
    "undo": Talk(TakeBack, "order", undo),
    "log": Talk(AskLog, "ask", log),
    "since": Talk(AskSince, "replay", since),
    "frame": Talk(AskFrame, "replay", frame),
    "take": Talk(Take, "ask", take, taken),
    "chat": Talk(Say, "chat", chat),
    "notes": Talk(Note, "notes", notes),
    "instruct": Talk(Instruct, "notes", instruct),
    "ask": Talk(Ask, "ask", question),
    "ping": Talk(Ping, "message", ping),
}
