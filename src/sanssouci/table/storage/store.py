"""Reading and writing games and their seats in the database. Everything here is SQL; nothing here decides."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, Update, bindparam, delete, desc, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.table.contract.bodies import Position
from sanssouci.table.live.model import GameRow, Seat, Shuffle
from sanssouci.table.storage.packing import dumps, loads, pack
from sanssouci.table.storage.schema import Found, Values, access, games, seats
from sanssouci.table.storage.store_notices import read_addresses
from sanssouci.table.storage.writer import Change

_GAME_COLUMNS = [column for column in games.c if column.name not in ("start", "again", "watch", "stored")]


async def insert_game(connection: AsyncConnection, row: GameRow, start: Position, stored: int = 0) -> None:
    """Write a new game with its seats (links come separately); `stored`: bytes of an uploaded record."""
    await connection.execute(
        insert(games).values(
            id=row.id,
            host=row.host,
            scenario=row.scenario,
            players=row.players,
            options=dumps(row.options),
            created=row.created,
            start=pack(start),
            sandbox=row.sandbox,
            laid_out=row.laid_out,
            stored=stored,
            pace=None if row.pace is None else dumps(row.pace),
            acts=dumps(row.acts) if row.acts else None,
            rematch=row.rematch,
            proposal=None,
            version=row.version,
            **_changing(row),
        )
    )
    await connection.execute(
        insert(seats),
        [
            {
                "game": row.id,
                "seat": seat.seat,
                "roles": dumps(seat.roles),
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "joined": seat.joined,
                "conceded": seat.conceded,
                "notes": seat.notes,
            }
            for seat in row.seats
        ],
    )


def _changing(row: GameRow) -> Values:
    return {
        "changed": row.changed,
        "versions": dumps(row.versions),
        "orders": row.orders,
        "summary": dumps(row.summary),
        "result": None if row.result is None else dumps(row.result),
        "clock": None if row.clock is None else dumps(row.clock),
        "hints": _hints(row),
        "shuffle": None if row.shuffle is None else dumps(row.shuffle),
        "back": None if row.back is None else dumps(row.back),
    }


def _proposed(row: GameRow) -> str | None:
    proposed = row.proposal if row.result is None else row.rematch_proposal
    return None if proposed is None else dumps(proposed)


def _hints(row: GameRow) -> str | None:
    if row.hints and row.hints_proposal is None:
        return None
    return dumps({"on": row.hints, "proposal": row.hints_proposal})


_CHANGING = (
    "version", "changed", "versions", "orders", "summary", "result", "clock", "hints", "proposal", "rematch",
    "shuffle", "back",
)  # fmt: skip
_SAVE_GAME = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.version == bindparam("seen"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)


def save_game(row: GameRow, version: int) -> Change:
    """Write what play changes, if the database still has `version`; row.version is the new one."""
    new = {
        "version": row.version,
        "proposal": _proposed(row),
        "rematch": row.rematch,
        **_changing(row),
    }
    values = {"game": row.id, "seen": version} | {f"new_{name}": new[name] for name in _CHANGING}
    return Change(_SAVE_GAME, values, exact=True)


_SAVE_ACTS = update(games).where(games.c.id == bindparam("game")).values(acts=bindparam("new_acts"))


def save_acts(row: GameRow) -> Change:
    """Write what was done at the table, together with `save_game`."""
    return Change(_SAVE_ACTS, {"game": row.id, "new_acts": dumps(row.acts)})


async def load_game(connection: AsyncConnection, game: str) -> GameRow | None:
    """A game with its seats, or None."""
    found = await _load_many(connection, select(*_GAME_COLUMNS).where(games.c.id == game))
    return found[0] if found else None


def _game_row(found: Found, at_table: list[Seat]) -> GameRow:
    hints = loads(found.hints) or {"on": True, "proposal": None}
    proposed = loads(found.proposal)
    return GameRow(
        id=found.id,
        host=found.host,
        scenario=found.scenario,
        players=found.players,
        options=loads(found.options),
        created=found.created,
        changed=found.changed,
        version=found.version,
        versions=loads(found.versions),
        orders=found.orders,
        summary=loads(found.summary),
        proposal=proposed if found.result is None else None,
        result=loads(found.result),
        rematch=found.rematch,
        rematch_proposal=proposed if proposed is not None and "roles" in proposed else None,
        sandbox=found.sandbox,
        laid_out=found.laid_out,
        pace=loads(found.pace),
        clock=loads(found.clock),
        hints=hints["on"],
        hints_proposal=hints["proposal"],
        acts=loads(found.acts) or [],
        shuffle=None if found.shuffle is None else Shuffle(**loads(found.shuffle)),
        back=loads(found.back),
        seats=at_table,
    )


def _seat(row: Found) -> Seat:
    return Seat(
        seat=row.seat,
        roles=loads(row.roles),
        kind=row.kind,
        name=row.name,
        bot=row.bot,
        joined=row.joined,
        conceded=row.conceded,
        notes=row.notes,
        instruction=loads(row.instruction),
        handed=row.handed,
    )


async def version_of(connection: AsyncConnection, game: str) -> int | None:
    """The version the database has, None for a game that is gone."""
    found = (await connection.execute(select(games.c.version).where(games.c.id == game))).first()
    return None if found is None else int(found.version)


async def _load_many(connection: AsyncConnection, query: Select[Any]) -> list[GameRow]:
    found = (await connection.execute(query)).all()
    by_game: dict[str, list[Seat]] = {row.id: [] for row in found}
    if found:
        rows = await connection.execute(select(seats).where(seats.c.game.in_(list(by_game))).order_by(seats.c.seat))
        for row in rows:
            by_game[row.game].append(_seat(row))
        await read_addresses(connection, by_game)
        await count_browsers(connection, by_game)
    return [_game_row(row, by_game[row.id]) for row in found]


async def count_browsers(connection: AsyncConnection, by_game: dict[str, list[Seat]]) -> None:
    """Tell the seats of these games how many browsers sit at each, and how many devices it added itself."""
    counted = await connection.execute(
        select(access.c.game, access.c.seat, access.c.way, func.count().label("count"))
        .where(access.c.game.in_(list(by_game)), access.c.seat >= 0)
        .group_by(access.c.game, access.c.seat, access.c.way)
    )
    for at_table in by_game.values():
        for seat in at_table:
            seat.browsers = seat.devices = 0
    for row in counted:
        seat = by_game[row.game][row.seat]
        if row.way == "device":
            seat.devices += row.count
        else:
            seat.browsers += row.count


async def games_of(connection: AsyncConnection, person: int, most: int) -> list[GameRow]:
    """The games a browser hosts, sits at or watches, newest change first."""
    mine = select(access.c.game).where(access.c.person == person)
    query = (
        select(*_GAME_COLUMNS)
        .where(or_(games.c.host == person, games.c.id.in_(mine)))
        .order_by(desc(games.c.changed), games.c.id)
        .limit(most)
    )
    return await _load_many(connection, query)


async def running_games(connection: AsyncConnection, after: str, most: int) -> list[GameRow]:
    """Unfinished games by id, a page at a time: bots and clocks are resumed from them."""
    query = select(*_GAME_COLUMNS).where(games.c.result.is_(None), games.c.id > after).order_by(games.c.id).limit(most)
    return await _load_many(connection, query)


async def count_hosted(connection: AsyncConnection, person: int) -> int:
    """How many games a browser hosts."""
    query = select(func.count()).select_from(games).where(games.c.host == person)
    return int((await connection.execute(query)).scalar_one())


async def count_games(connection: AsyncConnection) -> int:
    """How many games there are."""
    return int((await connection.execute(select(func.count(games.c.host)))).scalar_one())


async def records_stored(connection: AsyncConnection, person: int | None = None) -> int:
    """Bytes that uploaded records take up: a browser's, or all."""
    query = select(func.coalesce(func.sum(games.c.stored), 0)).where(games.c.stored > 0)
    if person is not None:
        query = query.where(games.c.host == person)
    return int((await connection.execute(query)).scalar_one())


async def delete_game(connection: AsyncConnection, game: str) -> None:
    """Everything about a game is gone."""
    await connection.execute(delete(games).where(games.c.id == game))


@cache
def _set_seat(names: tuple[str, ...]) -> Update:
    return (
        update(seats)
        .where(seats.c.game == bindparam("of"), seats.c.seat == bindparam("number"))
        .values({name: bindparam(f"new_{name}") for name in names})
    )


def seat_change(game: str, seat: int, values: Values) -> Change:
    """Change fields of a seat, together with something else."""
    statement = _set_seat(tuple(values))
    return Change(statement, {"of": game, "number": seat} | {f"new_{name}": v for name, v in values.items()})


async def set_seat(connection: AsyncConnection, game: str, seat: int, **values: object) -> None:
    """Change fields of a seat."""
    await connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(**values))
