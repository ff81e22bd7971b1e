"""A live game: the engine's position, its row, its sockets; orders go through here one at a time.

The order of things is always the same: check, play on a copy, commit, take over, tell. Whatever
fails before the commit never happened; whatever was committed is told, here or after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from sanssouci.table.contract.bodies import Position
from sanssouci.table.contract.cards import Act, Summary
from sanssouci.table.contract.messages import ServerMessage, Undo
from sanssouci.table.contract.requests import Back
from sanssouci.table.errors import Refusal
from sanssouci.table.live.clock import advance
from sanssouci.table.live.model import Entry, GameRow, Looking, Mark, Seat, acts_kept
from sanssouci.table.live.referee import Events, Referee
from sanssouci.table.measure import METRICS
from sanssouci.table.storage import store, store_orders
from sanssouci.table.storage.database import Database
from sanssouci.table.storage.packing import now, stamp
from sanssouci.table.storage.store_orders import Kept
from sanssouci.table.storage.writer import Change, Conflict, Duplicate

#: called after every commit that concerns play, with the first log entry that changed
Committed = Callable[["Room", int, list[Entry]], Awaitable[None]]
#: called when the database is ahead of us: read and tell what another process committed
Behind = Callable[["Room"], Awaitable[None]]
#: called with the lock held: refuses who was let go meanwhile
Stay = Callable[[], None]


class Onlooker(Protocol):
    """A browser at a game, as far as those know it who tell it things; `connection` is what it is."""

    person: int | None
    mine: list[int]
    seat: int | None
    greeted: bool

    @property
    def playing(self) -> bool:
        """Whether this is more than a spectator."""

    def tell(self, first: int, fresh: list[Entry], written: dict[int | None, str]) -> None:
        """Tell a commit."""

    def send_table(self) -> None:
        """Tell seats and people."""

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""

    def lower_curtain(self, seat: int) -> None:
        """Ask a seat to take the screen."""

    def leave(self, why: str) -> None:
        """Say why, then close."""


class Room:
    """One game in memory. Everything that changes it holds `lock`."""

    def __init__(
        self,
        database: Database,
        row: GameRow,
        referee: Referee,
        marks: list[Mark],
        committed: Committed,
        behind: Behind,
    ) -> None:
        self.database = database
        self.row = row
        self.referee = referee
        self.marks = marks
        self.lock = asyncio.Lock()
        self.connections: set[Onlooker] = set()
        self.elsewhere = Looking()  # who looks through other processes
        self.seeming: set[int] = set()  # for whom an instruction plays: they seem to look
        self.told_on_card = self.on_card
        self.gone = False
        self._committed = committed
        self._behind = behind

    # Who is here ---------------------------------------------------------------------------------

    def here(self) -> Looking:
        """Who looks through this process."""
        seats = frozenset(seat for connection in self.connections for seat in connection.mine if seat >= 0)
        return Looking(seats | self.seeming, sum(1 for connection in self.connections if not connection.playing))

    @property
    def on_card(self) -> tuple[bool, object, object]:
        """What an order changes about the table beside play: whether it is dealt, a vote to go back, the clock."""
        return self.row.shuffle is not None and self.row.shuffle.dealt, self.row.back, self.row.clock

    def present(self) -> list[int]:
        """Seats with an open socket, at this process or another."""
        return sorted(self.here().seats | self.elsewhere.seats)

    def spectators(self) -> int:
        """How many sockets only watch, at this process or another."""
        return self.here().spectators + self.elsewhere.spectators

    # Orders --------------------------------------------------------------------------------------

    async def order(
        self, seat: int, text: str, version: int, key: str, bot: str | None = None, stay: Stay = lambda: None
    ) -> Kept:
        """Carry out an order of a seat; the reply after the commit. Raises `Refusal`.

        `bot` names the bot that gives it: it counts only while that bot plays the seat. `stay` refuses a browser
        that was let go while it waited for its turn.
        """
        # a browser that goes away must not tear a commit from the telling of it
        return await asyncio.shield(self._order(seat, text, version, key, bot, stay))

    async def _order(self, seat: int, text: str, version: int, key: str, bot: str | None, stay: Stay) -> Kept:
        asked = _hash("order", text, version)
        async with self.lock:
            self._still_here()
            stay()
            if version != self.row.versions[seat]:
                return await self._again(seat, key, asked)
            self._may_act(seat, bot)
            role = self.referee.role_of_order(text, self.row.seats[seat].roles)
            if role is None:
                raise self.referee.not_theirs(text, self.row.seats[seat].roles)
            after, public, secret = self.referee.play(text, role)
            return await self._commit_order(seat, role, text, (after, public, secret), key, asked)

    async def _commit_order(
        self,
        seat: int,
        role: str,
        text: str,
        outcome: tuple[Referee, Events, dict[str, Events]],
        key: str,
        asked: str,
    ) -> Kept:
        after, public, secret = outcome
        entry = self.referee.entry(self.row.orders, seat, role, text, public, secret)
        row = self.moved_on(after, seat, entry.n + 1)
        if row.back is not None and row.seats[seat].bot is None:
            row.back = None  # who plays on does not go back
        reply = {"version": row.versions[seat], "n": entry.n}
        if not await self._commit(row, seat, key, asked, reply, (entry, after.position()), entry.n):
            return await self._again(seat, key, asked)
        self.row, self.referee = row, after
        self.marks.append(Mark(seat, entry.stage, entry.revealed))
        await self._committed(self, entry.n, [entry])
        return reply

    async def _commit(
        self,
        row: GameRow,
        seat: int,
        key: str,
        asked: str,
        reply: Kept,
        order: tuple[Entry, Position] | None,
        first: int,
    ) -> bool:
        """One transaction: the row, the order (or its removal), the key. False: somebody else went on."""
        begun = time.perf_counter()
        log = store_orders.drop_orders(row.id, first) if order is None else store_orders.insert_order(row.id, *order)
        remembered = store_orders.remember_key(row, seat, key, asked, reply)
        try:
            await self.database.commit([store.save_game(row, self.row.version), log, *remembered])
        except Duplicate:
            raise Refusal("table.key_used") from None
        except Conflict:
            await self._behind(self)
            return False
        except BaseException:
            # whether it was written is not known: only the database can say
            await self.refresh()
            raise
        METRICS.commit(time.perf_counter() - begun)
        METRICS.count("undos" if order is None else "orders")
        return True

    def moved_on(self, after: Referee, seat: int, orders: int) -> GameRow:
        """The row once `after` is the position: versions per seat, who waits, the result."""
        version = self.row.version + 1
        summary = summarise(after, self.row.seats)
        versions = [version] * len(self.row.versions)
        if after.together and after.state == self.referee.state:
            for other in summary["waiting"]:
                # still the same question to this seat: its answer stays good
                if other != seat and other in self.row.summary["waiting"]:
                    versions[other] = self.row.versions[other]
        row = replace(
            self.row,
            version=version,
            versions=versions,
            orders=orders,
            summary=summary,
            result=after.result,
            shuffle=self.row.shuffle if self.row.shuffle is None else replace(self.row.shuffle, dealt=True),
            changed=now(),
        )
        row.clock = advance(self.row, row, row.changed)
        return row

    async def _again(self, seat: int, key: str, asked: str) -> Kept:
        """The answer to a request that is not for the present version: the old one, or `stale`."""
        async with self.database.reading() as connection:
            found = await store_orders.recall_key(connection, self.row.id, seat, key)
        if found is None:
            raise Refusal("table.stale", version=self.row.versions[seat])
        if found[0] != asked:
            raise Refusal("table.key_used")
        return found[1]

    def _still_here(self) -> None:
        if self.gone:
            raise Refusal("table.no_such_game")

    def _may_act(self, seat: int, bot: str | None) -> None:
        if self.row.result is not None:
            raise Refusal("table.over")
        if self.row.seats[seat].bot != bot:
            raise Refusal("table.bot_plays" if bot is None else "table.not_your_turn")
        if seat not in self.row.waiting:
            raise Refusal("table.not_your_turn", roles=self.referee.deciding)

    # Undo ----------------------------------------------------------------------------------------

    def undoable(self, seat: int) -> Undo:
        """How many orders an undo of one order, or of the stage, would take back."""
        nothing = Undo(0, 0)
        if self.row.result is not None or self.row.seats[seat].bot is not None:
            return nothing
        revealed = self.referee.revealed
        count = 0
        for mark in reversed(self.marks):
            if not self._own(mark, seat) or mark.stage != self.marks[-1].stage:
                break
            if mark.revealed != revealed and not self.row.sandbox:
                break  # in a sandbox everything is open anyway
            count += 1
        return Undo(min(count, 1), count)

    def _own(self, mark: Mark, seat: int) -> bool:
        return mark.seat == seat or self.row.sandbox

    async def undo(self, seat: int, what: Back, version: int, key: str, stay: Stay = lambda: None) -> Kept:
        """Take back one order, the whole stage, or all orders after the first so many. Raises `Refusal`."""
        return await asyncio.shield(self._undo(seat, what, version, key, stay))

    async def _undo(self, seat: int, what: Back, version: int, key: str, stay: Stay) -> Kept:
        asked = _hash("undo", what, version)
        async with self.lock:
            self._still_here()
            stay()
            if version != self.row.versions[seat]:
                return await self._again(seat, key, asked)
            found = self.undoable(seat)
            if isinstance(what, int):
                count = self.row.orders - what
                count = count if 0 < count <= found.stage else 0
            else:
                count = found.order if what == "order" else found.stage
            if count == 0:
                raise Refusal("table.no_undo", why=self._why_no_undo(seat))
            first = self.row.orders - count
            async with self.database.reading() as connection:
                position = (await store_orders.positions(connection, self.row.id, first, 1))[0]
            after = Referee.load(position)
            row = self.moved_on(after, seat, first)
            row.back = None
            reply = {"version": row.versions[seat]}
            if not await self._commit(row, seat, key, asked, reply, None, first):
                return await self._again(seat, key, asked)
            self.row, self.referee = row, after
            del self.marks[first:]
            await self._committed(self, first, [])
            return reply

    def _why_no_undo(self, seat: int) -> str:
        if self.row.result is not None or not any(self._own(mark, seat) for mark in self.marks):
            return "nothing"
        return "revealed" if self._own(self.marks[-1], seat) else "others"

    def since(self, seat: int | None) -> int:
        """The first log entry after a seat's last own order."""
        for n in range(len(self.marks) - 1, -1, -1):
            if self.marks[n].seat == seat:
                return n + 1
        return 0

    # Changes that are no orders ------------------------------------------------------------------

    def act(self, what: str, **args: object) -> Act:
        """Something done at the table now, for `change` to keep and everybody to read."""
        return {"key": f"act.{what}", "args": args, "orders": self.row.orders, "at": stamp(now())}

    async def change(
        self, seat: tuple[int, dict[str, object]] | None = None, act: Act | None = None, **fields: Any
    ) -> None:
        """Commit fields of the row (proposal, result, rematch, clock) and of a seat, and tell it as an `act`.

        Hold `lock`.
        """
        version = self.row.version + 1
        versions = [version] * len(self.row.versions) if fields.get("result") else self.row.versions
        row = replace(self.row, version=version, versions=versions, changed=now(), **fields)
        if seat is not None:
            row.seats = [replace(one) for one in row.seats]
            for name, value in seat[1].items():
                setattr(row.seats[seat[0]], name, value)
        if act is not None:
            row.acts = acts_kept([*self.row.acts, act])
        row.clock = advance(self.row, row, row.changed)
        changes = [] if seat is None else [store.seat_change(row.id, *seat)]
        if act is not None:
            changes.append(store.save_acts(row))
        await self.put(row, changes)

    async def arrive(self, seats: Sequence[int]) -> bool:
        """Somebody opens the table who plays these seats: their clocks may run from now on; hold `lock`.

        Whether that is new.
        """
        fresh = False
        while not self.gone and self.row.clock is not None and not set(seats) <= set(self.row.clock.get("came", seats)):
            row = replace(self.row, version=self.row.version + 1, changed=now())
            row.clock = advance(self.row, row, row.changed, seats)
            with contextlib.suppress(Refusal):  # somebody else went on: what he did is read by now
                await self.put(row, [])
                fresh = True
        return fresh

    async def put(self, row: GameRow, changes: Sequence[Change], after: Referee | None = None) -> None:
        """Commit a row together with other changes and take it over, with another position if need be; hold `lock`."""
        try:
            await self.database.commit([store.save_game(row, self.row.version), *changes])
        except Conflict:
            await self._behind(self)
            raise Refusal("table.stale", version=self.row.version) from None
        self.row = row
        if after is not None:
            self.referee = after

    async def refresh(self) -> bool:
        """Read again what the database has; False if the game is gone. Hold `lock`."""
        async with self.database.reading() as connection:
            row = await store.load_game(connection, self.row.id)
            if row is None:
                self.gone = True
                return False
            if row.version != self.row.version or row.orders != self.row.orders:
                position = (await store_orders.positions(connection, row.id, row.orders, 1))[0]
                self.marks = await store_orders.marks(connection, row.id)
                self.referee = Referee.load(position)
            self.row = row
        return True


def summarise(referee: Referee, at_table: list[Seat]) -> Summary:
    """Turn, nation, state and who is to act: what lists of games show."""
    return {
        "turn": referee.turn,
        "nation": referee.nation,
        "state": referee.state,
        "waiting": sorted(seat.seat for seat in at_table if any(role in seat.roles for role in referee.deciding)),
    }


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()
