"""The orders of a game in the database, the positions after them, the keys they came with. All of it is SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table import limits
from sanssouci.table.contract.bodies import Position
from sanssouci.table.live.model import Entry, GameRow, Mark
from sanssouci.table.storage.packing import dumps, loads, pack, unpack
from sanssouci.table.storage.schema import Found, Values, games, keys, orders
from sanssouci.table.storage.writer import Change

#: the answer to an order or an undo, kept under its key
Kept = dict[str, int]

_ENTRY_COLUMNS = [column for column in orders.c if column.name not in ("game", "position")]
_INSERT_ORDER = insert(orders)
_DROP_ORDERS = delete(orders).where(orders.c.game == bindparam("of"), orders.c.n >= bindparam("first"))
_SET_START = update(games).where(games.c.id == bindparam("of")).values(start=bindparam("new_start"))
_SET_AGAIN = update(games).where(games.c.id == bindparam("of")).values(again=bindparam("new_again"))
_SET_POSITION = (
    update(orders)
    .where(orders.c.game == bindparam("of"), orders.c.n == bindparam("number"))
    .values(position=bindparam("new_position"))
)
_REMEMBER_KEY = insert(keys)
_FORGET_KEYS = delete(keys).where(keys.c.game == bindparam("of"), keys.c.version < bindparam("before"))
#: old keys are forgotten so many at a time
_KEYS_AT_ONCE = 100


def insert_order(game: str, entry: Entry, position: Position) -> Change:
    """Append an order with its outcome and the position after it."""
    return Change(_INSERT_ORDER, order_values(game, entry, pack(position)))


def order_values(game: str, entry: Entry, position: bytes) -> Values:
    """The row of an order."""
    return {
        "game": game,
        "n": entry.n,
        "seat": entry.seat,
        "role": entry.role,
        "nation": entry.nation,
        "turn": entry.turn,
        "stage": entry.stage,
        "state": entry.state,
        "text": entry.text,
        "events": dumps(entry.events),
        "secret": dumps(entry.secret),
        "revealed": entry.revealed,
        "position": position,
        "at": entry.at,
    }


async def insert_orders(connection: AsyncConnection, rows: Sequence[Values]) -> None:
    """Append many orders at once."""
    if rows:
        await connection.execute(_INSERT_ORDER, rows)


def drop_orders(game: str, first: int) -> Change:
    """Forget the orders from `first` on: they were taken back."""
    return Change(_DROP_ORDERS, {"of": game, "first": first})


def set_start(game: str, position: Position) -> Change:
    """Another deal before the first order."""
    return Change(_SET_START, {"of": game, "new_start": pack(position)}, exact=True)


def set_position(game: str, orders_: int, position: Position) -> Change:
    """Another deal where so many orders stand. The start itself stays as it was: the record begins with it."""
    if orders_ == 0:
        return Change(_SET_AGAIN, {"of": game, "new_again": pack(position)}, exact=True)
    return Change(_SET_POSITION, {"of": game, "number": orders_ - 1, "new_position": pack(position)}, exact=True)


async def entries(connection: AsyncConnection, game: str, first: int, count: int) -> list[Entry]:
    """Log entries `first` … `first + count - 1`."""
    found = await connection.execute(
        select(*_ENTRY_COLUMNS)
        .where(orders.c.game == game, orders.c.n >= first, orders.c.n < first + count)
        .order_by(orders.c.n)
    )
    return [
        Entry(
            n=row.n,
            seat=row.seat,
            role=row.role,
            nation=row.nation,
            turn=row.turn,
            stage=row.stage,
            state=row.state,
            text=row.text,
            events=loads(row.events),
            secret=loads(row.secret),
            revealed=row.revealed,
            at=row.at,
        )
        for row in found
    ]


async def marks(connection: AsyncConnection, game: str, first: int = 0) -> list[Mark]:
    """The marks of all orders from `first` on."""
    found = await connection.execute(
        select(orders.c.seat, orders.c.stage, orders.c.revealed)
        .where(orders.c.game == game, orders.c.n >= first)
        .order_by(orders.c.n)
    )
    return [Mark(row.seat, row.stage, row.revealed) for row in found]


async def positions(connection: AsyncConnection, game: str, first: int, count: int) -> list[Position]:
    """The complete positions after `first` … `first + count - 1` orders; after 0 is the start."""
    found: list[Position] = []
    if first == 0 and count > 0:
        query = select(func.coalesce(games.c.again, games.c.start).label("start")).where(games.c.id == game)
        row: Found | None = (await connection.execute(query)).first()
        if row is None:
            return []
        found.append(unpack(row.start))
    rows: Sequence[Found] = (
        await connection.execute(
            select(orders.c.position)
            .where(and_(orders.c.game == game, orders.c.n >= first - 1, orders.c.n < first + count - 1))
            .order_by(orders.c.n)
        )
    ).all()
    return found + [unpack(row.position) for row in rows]


async def start_of(connection: AsyncConnection, game: str) -> Position:
    """The complete position that the record begins with."""
    return unpack((await connection.execute(select(games.c.start).where(games.c.id == game))).scalar_one())


# Idempotency keys --------------------------------------------------------------------------------


def remember_key(row: GameRow, seat: int, key: str, asked: str, reply: Kept) -> list[Change]:
    """Keep what was answered to a key; a key that was used before is a `Duplicate`. Old ones are forgotten."""
    values = {"game": row.id, "seat": seat, "key": key, "asked": asked, "reply": dumps(reply), "version": row.version}
    changes = [Change(_REMEMBER_KEY, values)]
    if row.version % _KEYS_AT_ONCE == 0:
        before = row.version - limits.KEYS_PER_GAME + _KEYS_AT_ONCE
        changes.append(Change(_FORGET_KEYS, {"of": row.id, "before": before}))
    return changes


async def recall_key(connection: AsyncConnection, game: str, seat: int, key: str) -> tuple[str, Kept] | None:
    """What a key was used for and answered, or None."""
    row = (
        await connection.execute(
            select(keys.c.asked, keys.c.reply).where(keys.c.game == game, keys.c.seat == seat, keys.c.key == key)
        )
    ).first()
    return None if row is None else (row.asked, loads(row.reply))
