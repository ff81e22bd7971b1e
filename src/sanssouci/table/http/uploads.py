"""Uploaded records: checked to their end, then kept as a finished game to look at."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sanssouci.friedrich import BadPosition, BadRecord, Game
from sanssouci.friedrich.files.replay import replay
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.table import limits
from sanssouci.table.contract.bodies import Position
from sanssouci.table.contract.reading import clean
from sanssouci.table.errors import Refusal
from sanssouci.table.live.house import House
from sanssouci.table.live.model import Entry, GameRow, Seat
from sanssouci.table.live.referee import Referee, cannot_be, told_to_all
from sanssouci.table.live.room import summarise
from sanssouci.table.storage import store, store_orders, store_people
from sanssouci.table.storage.packing import dumps, now, pack
from sanssouci.table.tokens import new_game_id

_NAMED = re.compile(r"([^,()]+) \(([a-z+-]+)\)")


@asynccontextmanager
async def record_turn(house: House) -> AsyncIterator[None]:
    """The turn to read a whole record: one after the other, since each takes a processor and memory for a while.

    Refused where too many wait already.
    """
    if house.records_waiting >= limits.RECORDS_WAITING:
        raise Refusal("table.too_fast", limit="create", seconds=30)
    house.records_waiting += 1
    try:
        async with house.reading_records:
            yield
    finally:
        house.records_waiting -= 1


@dataclass(frozen=True)
class ReadRecord:
    """A record played through: every order with its outcome."""

    scenario: str
    players: int
    options: dict[str, object]
    start: Position
    entries: list[Entry]  # seats are filled in when they are known
    positions: list[bytes]  # packed: a thousand of them open take 50 MB
    stored: int  # bytes it takes up once it is kept
    last: Referee
    names: dict[str, str]  # by the seat's roles, as the header tells them


def read_record(text: str) -> ReadRecord:
    """Play a record through; `Refusal` names the first wrong line. Takes a while: call it in a thread."""
    try:
        read = replay(text)
    except BadRecord as problem:
        raise bad_record(problem) from None
    except BadPosition as problem:
        raise cannot_be(problem) from None
    end = read.game
    history = end.history
    if len(history) > limits.RECORD_ORDERS:
        raise Refusal("table.too_large", limit=limits.RECORD_ORDERS)
    state, chronicle = end.origin
    start: Position | None = None
    referee = Referee(Game(state.copy(), chronicle, end.seed, keeps_record=False))
    entries: list[Entry] = []
    positions: list[bytes] = []
    stored = 0
    for done, following in zip(history, [*history, ""][1:], strict=True):
        if isinstance(done, int):
            raise Refusal("table.record", line=0, why="small steps are no record")
        if isinstance(done, str):
            if not entries:
                start = referee.position()
            role = referee.role_of_order(done, ROLES) or referee.deciding[0]
            before, (referee, _public, _secret) = referee, referee.play(done, role)
            # the events as the record tells them, not as our seed would have had them
            public, secret = told_to_all(referee.game, read.steps[len(entries)].events)
            entries.append(before.entry(len(entries), -1, role, done, public, secret))
        else:
            after = referee.game.copy()
            after.arrange(done)
            referee = Referee(after)
        if entries and isinstance(following, str):
            # with all that the record says of chance up to the next order
            positions.append(pack(referee.position()))
            stored += len(positions[-1]) + len(dumps(entries[-1].events)) + len(dumps(entries[-1].secret))
            if stored > limits.RECORD_STORED:
                raise Refusal("table.too_large", limit=limits.RECORD_STORED)
    names = {roles: clean(name)[: limits.NAME_TEXT] for name, roles in _NAMED.findall(read.headers.get("names", ""))}
    return ReadRecord(
        scenario=referee.scenario,
        players=referee.players,
        options=referee.options,
        start=start or referee.position(),
        entries=entries,
        positions=positions,
        stored=stored,
        last=referee,
        names=names,
    )


def bad_record(problem: BadRecord) -> Refusal:
    """The engine's word about a record as the table's refusal."""
    if problem.key == "record.hidden":
        return Refusal("table.record_running", line=problem.line)
    why = str(problem).removeprefix(f"line {problem.line}: ")
    reason = {"key": problem.key, "args": problem.arguments}
    return Refusal("table.record", line=problem.line, why=why, reason=reason)


async def write_game(house: House, person: int, found: ReadRecord, at_table: list[Seat]) -> GameRow:
    """Keep a record as a finished game of its uploader."""
    at = now()
    last = found.last
    row = GameRow(
        id=new_game_id(),
        host=person,
        scenario=found.scenario,
        players=found.players,
        options=found.options,
        created=at,
        changed=at,
        version=1,
        versions=[1] * found.players,
        orders=len(found.entries),
        summary=summarise(last, at_table),
        # a record that stops before the end is finished too: nobody plays it on here
        result=last.result or {"winners": [], "nations": [], "turn": last.turn, "reason": "record"},
        seats=at_table,
    )
    async with house.database.writing() as connection:
        await house.make_room(connection, person, found.stored)
        await store.insert_game(connection, row, found.start, found.stored)
        for seat in at_table:
            await store_people.grant(connection, person, row.id, seat.seat, way="made")
        for entry in found.entries:
            entry.seat = row.seat_of(entry.role)
        played = zip(found.entries, found.positions, strict=True)
        await store_orders.insert_orders(connection, [store_orders.order_values(row.id, *one) for one in played])
    return row
