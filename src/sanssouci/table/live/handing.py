"""Who plays a seat: handing it to a bot and back, and whose word is needed where all must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sanssouci.table.contract.cards import Kind
from sanssouci.table.live.model import GameRow
from sanssouci.table.live.room import Room

if TYPE_CHECKING:
    from sanssouci.table.live.house import House

#: who hands a seat over: the seat itself, the host, or the clock of the pace
By = Literal["seat", "host", "clock"]


async def hand_over(house: House, room: Room, number: int, bot: str | None, by: By, kind: Kind | None = None) -> None:
    """Commit who plays a seat now, tell it, and let the bots look; hold the room's lock."""
    seat = room.row.seats[number]
    changed: dict[str, object] = {"bot": bot, "handed": None if bot is None else by}
    what = "bot" if bot is not None else "back"
    if kind is not None and kind != seat.kind:
        changed |= {"kind": kind, "joined": False}
        what = "opened"
    act = room.act(f"{what}.{by}", name=seat.name, roles=seat.roles, bot=bot or seat.bot)
    await room.change((number, changed), act)
    house.tell_table(room)
    await house.committed(room, room.row.orders, [])


def asked(row: GameRow) -> set[int]:
    """The seats that must agree where all must: people, and those whom somebody else handed to a bot.

    Who handed his own seat to a bot, was overdue or has conceded leaves the word to the others. Whom the host
    replaced does not: else the host alone would be "all".
    """
    return {
        seat.seat
        for seat in row.seats
        if seat.bot is None or (seat.handed == "host" and seat.joined and not seat.conceded)
    }


def asked_again(row: GameRow) -> set[int]:
    """The seats that must agree to a rematch: all whose people have sat down, whoever played for them at the end."""
    return {seat.seat for seat in row.seats if seat.kind != "bot" and seat.joined}
