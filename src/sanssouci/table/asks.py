"""Questions about the board, answered from what the asking seat may know."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sanssouci.table import fields
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.house import House
from sanssouci.table.model import Seat
from sanssouci.table.room import Room

Question = Callable[[House, Room, Seat | None, dict[str, Any]], Awaitable[Any]]


async def ask(house: House, room: Room, seat: Seat | None, message: dict[str, Any]) -> Any:
    """Answer one question."""
    what = fields.one_of(message, "what", list(QUESTIONS))
    return await QUESTIONS[what](house, room, seat, message)


async def walk(_house: House, room: Room, seat: Seat | None, message: dict[str, Any]) -> Any:
    """The step graph of a group that may move now."""
    pieces = fields.strings(message, "pieces", 3)
    if not pieces:
        raise bad("pieces", "is empty")
    if seat is None or seat.seat not in room.row.waiting:
        raise Refusal("table.not_your_turn")
    return room.referee.game.walk(pieces)


QUESTIONS: dict[str, Question] = {
    "walk": walk,
}
