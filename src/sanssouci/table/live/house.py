"""The house: all games of one server process, opened when somebody asks and closed when nobody does."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.friedrich import View
from sanssouci.table import limits
from sanssouci.table.contract.cards import Pace
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.errors import Refusal
from sanssouci.table.live.clock import advance
from sanssouci.table.live.model import SPECTATOR, Entry, GameRow, Looking, Seat, Shuffle
from sanssouci.table.live.referee import Referee
from sanssouci.table.live.room import Onlooker, Room, summarise
from sanssouci.table.live.watch import Watch
from sanssouci.table.logs import failed
from sanssouci.table.rates import Buckets
from sanssouci.table.settings import Settings
from sanssouci.table.storage import store, store_orders, store_people
from sanssouci.table.storage.database import Database
from sanssouci.table.storage.packing import now
from sanssouci.table.tokens import digest, new_game_id, new_seed, new_token

log = logging.getLogger("sanssouci.table")

#: something that wants to know of every commit: bots, clocks, notices, other processes
Listener = Callable[[Room], Awaitable[None]]


#: asks the bots' workers for advice: what kind, from which view, for which menu
Advise = Callable[[str, View, MenuJson], Awaitable[Any]]


class Others(Protocol):
    """The other processes on the same database."""

    def publish(self, game: str, kind: str, **more: object) -> None:
        """Tell them that something happened to a game."""

    def elsewhere(self, game: str) -> Looking:
        """Who looks at a game through them."""

    @property
    def several(self) -> bool:
        """Whether there are any."""


class Nobody:
    """One process alone has nobody to tell and knows everybody."""

    several = False

    def publish(self, game: str, kind: str, **more: object) -> None:
        """Nobody hears it."""

    def elsewhere(self, game: str) -> Looking:
        """Nobody looks."""
        return Looking()


class House:
    """Opens games, creates them, and tells what was committed."""

    def __init__(
        self, database: Database, settings: Settings, advise: Advise | None = None, others: Others | None = None
    ) -> None:
        """`advise` gives hints, where they are to be had; `others` are the processes on the same database."""
        told: Others = Nobody() if others is None else others
        self.database = database
        self.settings = settings
        self.buckets = Buckets(settings.rate_factor)
        self.listeners: list[Listener] = []
        self.closing = False
        self.advise = advise
        self.others = told
        self.spread = told.publish
        self.elsewhere = told.elsewhere
        self.watch = Watch()
        self.records_waiting = 0  # uploads being read or waiting for it
        self.reading_records = asyncio.Semaphore(limits.RECORDS_READ)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._pins: dict[str, int] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    # Rooms ---------------------------------------------------------------------------------------

    @asynccontextmanager
    async def room(self, game: str) -> AsyncIterator[Room]:
        """The live game, kept in memory at least until the block ends. Raises `no_such_game`."""
        self._pins[game] = self._pins.get(game, 0) + 1
        try:
            yield await self._open(game)
        finally:
            self._pins[game] -= 1
            if self._pins[game] == 0:
                del self._pins[game]
                self._opening.pop(game, None)  # nobody waits for it: also where there is no such game
            self._let_go()

    async def _open(self, game: str) -> Room:
        room = self._rooms.get(game)
        if room is None:
            async with self._opening.setdefault(game, asyncio.Lock()):
                room = self._rooms.get(game)
                if room is None:
                    room = await self._load(game)
                    self._rooms[game] = room
        elif self.others.several and not room.lock.locked():
            # another process may have gone on, and its message may be under way or lost
            async with room.lock:
                await self.catch_up(room)
        if room.gone:
            self._rooms.pop(game, None)
            raise Refusal("table.no_such_game")
        self._rooms.move_to_end(game)
        return room

    async def _load(self, game: str) -> Room:
        async with self.database.reading() as connection:
            row = await store.load_game(connection, game)
            if row is None:
                raise Refusal("table.no_such_game")
            position = (await store_orders.positions(connection, game, row.orders, 1))[0]
            marks = await store_orders.marks(connection, game)
        room = Room(self.database, row, Referee.load(position), marks, self.committed, self.catch_up)
        room.elsewhere = self.elsewhere(game)
        return room

    def _let_go(self) -> None:
        if len(self._rooms) <= limits.GAMES_LIVE:
            return
        for game, room in list(self._rooms.items()):
            if len(self._rooms) <= limits.GAMES_LIVE:
                break
            if game not in self._pins and not room.connections and not room.lock.locked():
                del self._rooms[game]

    def live(self, game: str) -> Room | None:
        """The live game if it is in memory."""
        return self._rooms.get(game)

    @property
    def rooms(self) -> list[Room]:
        """All live games."""
        return list(self._rooms.values())

    # Telling -------------------------------------------------------------------------------------

    async def committed(self, room: Room, first: int, fresh: list[Entry]) -> None:
        """Tell a commit to everybody concerned; the room's lock is held, so in the order of commits."""
        self._tell(room, first, fresh)
        self.spread(room.row.id, "play", first=first)
        await self.heard(room)

    def _tell(self, room: Room, first: int, fresh: list[Entry]) -> None:
        written: dict[int | None, str] = {}
        for connection in list(room.connections):
            connection.tell(first, fresh, written)
        room.referee.forget()
        if room.row.result is not None or room.on_card != room.told_on_card:
            self.tell_table(room, here_only=True)
        room.told_on_card = room.on_card

    async def catch_up(self, room: Room, first: int | None = None) -> None:
        """Read what another process committed and tell it here; hold the room's lock."""
        version, orders = room.row.version, room.row.orders
        async with self.database.reading() as connection:
            if first is None and await store.version_of(connection, room.row.id) == version:
                return
        if not await room.refresh():
            for open_ in list(room.connections):
                open_.leave("deleted")
            self._rooms.pop(room.row.id, None)
            return
        row = room.row
        if row.version == version:
            return
        if first is None or row.version > version + 1:
            # orders may have been taken back and given anew: tell the whole tail
            first = 0 if row.version - version != row.orders - orders else orders
        first = max(min(first, orders, row.orders), row.orders - limits.LOG_TAIL, 0)
        async with self.database.reading() as connection:
            fresh = await store_orders.entries(connection, row.id, first, limits.LOG_TAIL)
        self._tell(room, first, fresh)

    async def heard(self, room: Room) -> None:
        """Let bots, clocks and notices look at a game. What they do they do later, not here."""
        for listener in self.listeners:
            try:
                await listener(room)
            except Exception as problem:
                failed(log, "a listener failed", problem, game=room.row.id)

    def tell_table(self, room: Room, here_only: bool = False, why: str = "link") -> None:
        """Tell seats and people to everybody at a game; elsewhere who has no place any more is let go, and told why."""
        for connection in list(room.connections):
            connection.send_table()
        if not here_only:
            self.spread(room.row.id, "table", why=why)

    def tell_presence(self, room: Room, newcomer: Onlooker | None = None) -> None:
        """Somebody came (his own snapshot tells him) or went: tell everybody, here and at other processes."""
        for connection in list(room.connections):
            if connection is not newcomer:
                connection.send_table()
        self.spread(room.row.id, "present", looking=room.here())

    async def let_go(self, room: Room, why: str = "link") -> None:
        """Count who sits where and let go who no longer may look, and say why; hold the lock.

        `link`: his link was replaced; `moved`: his seat is at another device; `ended`: another device ended this one.
        """
        async with self.database.reading() as connection:
            there = await store_people.browsers_at(connection, room.row.id)
            await store.count_browsers(connection, {room.row.id: room.row.seats})
        allowed: dict[int | None, set[int]] = {room.row.host: {SPECTATOR}}
        for browser in there:
            allowed.setdefault(browser.person, set()).add(browser.seat)
        for open_ in list(room.connections):
            if not set(open_.mine or [SPECTATOR]) <= allowed.get(open_.person, set()):
                open_.leave(why)

    # Creating ------------------------------------------------------------------------------------

    async def create(
        self,
        person: int,
        scenario: str,
        options: dict[str, object],
        at_table: list[Seat],
        *,
        referee: Referee | None = None,
        pace: Pace | None = None,
        sandbox: bool = False,
        hints: bool = True,
    ) -> tuple[GameRow, dict[str, str]]:
        """A new game; its row and the links of the friends' seats.

        A `referee` is given for games that do not begin as their scenario does.
        """
        players = len(at_table)
        laid_out = referee is not None and not sandbox
        shuffle = None if sandbox else Shuffle(new_seed())
        if shuffle is not None:
            # what a position draws by itself when it is laid out was seen before anybody could add anything:
            # the seed of the parts decides about the rest
            if referee is not None:
                referee = Referee.laid_out(referee.position(), shuffle.seed)
            else:
                referee = Referee.new(scenario, players, options, shuffle.seed)
        assert referee is not None, "a sandbox begins somewhere"
        at = now()
        row = GameRow(
            id=new_game_id(),
            host=person,
            scenario=scenario,
            players=players,
            options=options,
            created=at,
            changed=at,
            version=1,
            versions=[1] * players,
            orders=0,
            summary=summarise(referee, at_table),
            sandbox=sandbox,
            laid_out=laid_out,
            pace=pace,
            hints=hints,
            shuffle=shuffle,
            result=referee.result,
            seats=at_table,
        )
        row.clock = advance(None, row, at)
        links: dict[str, str] = {}
        async with self.database.writing() as connection:
            await self.make_room(connection, person)
            await store.insert_game(connection, row, referee.position())
            for seat in at_table:
                if seat.kind == "here":
                    await store_people.grant(connection, person, row.id, seat.seat, way="made")
                elif seat.kind == "friend":
                    token = new_token()
                    await store_people.set_link(connection, row.id, seat.seat, digest(token))
                    links[str(seat.seat)] = f"join#{token}"
        async with self.room(row.id) as room, room.lock:
            await self.heard(room)
        return row, links

    async def make_room(self, connection: AsyncConnection, person: int, stored: int = 0) -> None:
        """Refuse one more game (an uploaded record of so many bytes) where a bound is reached."""
        if await store.count_hosted(connection, person) >= limits.GAMES_PER_BROWSER:
            raise Refusal("table.too_many_games", limit=limits.GAMES_PER_BROWSER)
        if await store.count_games(connection) >= limits.GAMES_KEPT:
            raise Refusal("table.full")
        if stored:
            if await store.records_stored(connection, person) + stored > limits.RECORDS_PER_BROWSER:
                raise Refusal("table.too_many_records", limit=limits.RECORDS_PER_BROWSER >> 20)
            if await store.records_stored(connection) + stored > limits.RECORDS_STORED:
                raise Refusal("table.full")

    async def upkeep(self) -> None:
        """Forget browsers that have no game any more, now and then until cancelled."""
        while True:
            try:
                while await self._forget_strangers():
                    await asyncio.sleep(0)  # a little at a time: orders come in between
            except Exception as problem:
                failed(log, "upkeep failed", problem)
            await asyncio.sleep(limits.UPKEEP_SECONDS)

    async def _forget_strangers(self) -> bool:
        async with self.database.writing() as connection:
            return await store_people.forget_strangers(connection, now() - limits.STRANGER_SECONDS)

    async def delete(self, room: Room) -> None:
        """The game and everything about it is gone."""
        async with room.lock:
            async with self.database.writing() as connection:
                await store.delete_game(connection, room.row.id)
            room.gone = True
            for connection_ in list(room.connections):
                connection_.leave("deleted")
            self._rooms.pop(room.row.id, None)
            self.spread(room.row.id, "play")

    # Who may what --------------------------------------------------------------------------------

    async def seats_of(self, person: int | None, room: Room) -> list[int]:
        """The seats of a browser at a game (SPECTATOR for watching). Raises if it has none."""
        if person is None:
            raise Refusal("table.no_such_game")
        async with self.database.reading() as connection:
            mine = await store_people.seats_of(connection, person, room.row.id)
        if not mine and room.row.host == person:
            mine = [SPECTATOR]  # a host who plays no seat himself watches
        if not mine:
            raise Refusal("table.no_such_game")
        return mine

    async def resume(self) -> None:
        """After a start: let bots and clocks look at every unfinished game."""
        last = ""
        while not self.closing:
            async with self.database.reading() as connection:
                rows = await store.running_games(connection, last, 200)
            if not rows:
                return
            for row in rows:
                last = row.id
                waiting = [row.seats[seat] for seat in row.waiting]
                if row.pace is None and not any(seat.bot or seat.instruction or seat.addresses for seat in waiting):
                    continue
                try:
                    async with self.room(row.id) as room, room.lock:
                        await self.heard(room)
                except Refusal as refusal:
                    log.error("a game could not be resumed: %s", refusal, extra={"game": row.id})
