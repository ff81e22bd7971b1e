"""One open socket: whose it is, which seat it shows, and the queue of what is to be sent.

At a hot seat (several seats in one browser) only the seat that took the screen is shown; when
another local seat is to act, a curtain comes down and nothing about the game is sent until `take`.
"""

from __future__ import annotations

import asyncio

from sanssouci.table import limits
from sanssouci.table.contract.messages import Curtain, Gone, Refused, Reply, ServerMessage, Table, Update
from sanssouci.table.errors import Refusal
from sanssouci.table.live import wire
from sanssouci.table.live.model import Entry, Seat
from sanssouci.table.live.room import Room
from sanssouci.table.storage.packing import dumps


class Connection:
    """A browser at a game. Messages are queued here and sent by the socket's own task."""

    def __init__(self, room: Room, person: int | None, mine: list[int]) -> None:
        self.room = room
        self.person = person
        self.mine = [seat for seat in mine if seat >= 0]
        self.seat: int | None = None  # the seat shown; None: a spectator
        self.curtain: int | None = None  # the seat that is asked to take the screen
        self.greeted = False
        self.left = False  # it was let go: whatever it still says counts for nothing
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._queued = 0  # characters in it

    @property
    def playing(self) -> bool:
        """Whether this is more than a spectator."""
        return bool(self.mine)

    @property
    def shown(self) -> Seat | None:
        """The seat whose view is in this browser."""
        return None if self.seat is None else self.room.row.seats[self.seat]

    @property
    def local(self) -> list[int]:
        """The seats of this browser that a person plays."""
        return [seat for seat in self.mine if self.room.row.seats[seat].bot is None]

    # Sending -------------------------------------------------------------------------------------

    def send(self, message: ServerMessage | Reply | Refused) -> None:
        """Queue a message."""
        self.send_text(dumps(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is already written; a browser that does not read is let go."""
        if self.left:
            return
        if self.queue.qsize() >= limits.SOCKET_QUEUE or self._queued > limits.SOCKET_QUEUE_BYTES:
            self.leave("slow")
            return
        self._queued += len(text)
        self.queue.put_nowait(text)

    async def next(self) -> str | None:
        """The next message to send; None: close."""
        text = await self.queue.get()
        self._queued -= len(text or "")
        return text

    def leave(self, why: str) -> None:
        """Say why, then close."""
        if self.left:
            return
        self.left = True
        self.room.connections.discard(self)
        while not self.queue.empty():
            self.queue.get_nowait()  # nobody waits for it any more
        self.queue.put_nowait(dumps(Gone(why)))
        self.queue.put_nowait(None)

    def stay(self) -> None:
        """Refuse where this browser was let go. Asked with the room's lock held, it holds for what is done there."""
        if self.left:
            raise Refusal("table.not_yours")

    def send_table(self) -> None:
        """Tell seats and people."""
        if self.greeted:
            self.send(Table(*wire.people(self.room, self.person, self.mine)))

    # The hot seat --------------------------------------------------------------------------------

    def wanted(self) -> int | None:
        """Which seat should take this screen now, if not the one that is shown."""
        row = self.room.row
        if len(self.local) < 2 or row.result is not None or row.sandbox:
            return None
        if self.seat in row.waiting and self.seat in self.local:
            return None
        return next((seat for seat in row.waiting if seat in self.local), None)

    def lower_curtain(self, seat: int) -> None:
        """Ask a seat to take the screen; the page forgets what it shows."""
        self.curtain, self.seat = seat, None
        name = self.room.row.seats[seat].name
        self.send(Curtain(seat, name, self.local, wire.table(self.room, self.person, self.mine)))

    def tell(self, first: int, fresh: list[Entry], written: dict[int | None, str]) -> None:
        """Tell a commit; `written` keeps the text of each seat's update for its other tabs."""
        if not self.greeted:
            return
        wanted = self.wanted()
        if self.curtain is not None:
            if wanted is not None and wanted != self.curtain:
                self.lower_curtain(wanted)
            return
        if wanted is not None:
            self.lower_curtain(wanted)
            return
        if self.room.row.sandbox and self.room.row.waiting:
            self.seat = self.room.row.waiting[0]
        text = written.get(self.seat)
        if text is None:
            text = written[self.seat] = dumps(update(self.room, self.shown, first, fresh))
        self.send_text(text)


def update(room: Room, seat: Seat | None, first: int, fresh: list[Entry]) -> Update:
    """The `update` message of a commit for one seat."""
    log = [wire.entry(found, seat, room.row.sandbox) for found in fresh]
    return Update(**wire.play(room, seat), log_from=first, log=log)
