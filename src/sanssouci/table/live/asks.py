"""Questions about the board, answered from what the asking seat may know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sanssouci.friedrich import IllegalOrder, View
from sanssouci.friedrich.knowledge import aids, outlook
from sanssouci.friedrich.messages import speaker
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.names import GENERALS, PIECES
from sanssouci.table.contract.answers import AllOdds, Chances, Hints, Line, Objectives, Threats, Warnings, Words
from sanssouci.table.contract.requests import Ask
from sanssouci.table.errors import Refusal, bad, one_of
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live.model import Seat
from sanssouci.table.live.room import Room
from sanssouci.text import reading

if TYPE_CHECKING:
    from sanssouci.table.live.house import House

Question = Callable[["House", Room, Seat | None, Ask], Awaitable[object]]


async def ask(house: House, room: Room, seat: Seat | None, message: Ask) -> object:
    """Answer one question."""
    return await QUESTIONS[message.what](house, room, seat, message)


def _view(room: Room, seat: Seat | None) -> View:
    return room.referee.game.view(None if seat is None else seat.roles[0])


async def walk(_house: House, room: Room, seat: Seat | None, message: Ask) -> object:
    """The step graph of a group that may move now."""
    if not message.pieces:
        raise bad("pieces", "empty")
    if seat is None or seat.seat not in room.row.waiting:
        raise Refusal("table.not_your_turn", roles=room.referee.deciding)
    return room.referee.game.walk(message.pieces)


async def piece(_house: House, room: Room, seat: Seat | None, message: Ask) -> object:
    """Reach, protection and supply of any piece on the map."""
    if message.piece not in PIECES:
        raise one_of("piece", PIECES)
    s = _view(room, seat).known_state
    number = PIECES.index(message.piece)
    if s.city[number] < 0:
        raise bad("piece", "map")
    return aids.about_piece(s, number)


async def plan(_house: House, room: Room, seat: Seat | None, message: Ask) -> object:
    """The place where a move of the asker's would end, judged from what he may know."""
    role = None if seat is None else next((r for r in room.referee.deciding if r in seat.roles), None)
    if role is None or room.row.result is not None:
        raise Refusal("table.not_your_turn", roles=room.referee.deciding)
    try:
        found = outlook.judge(room.referee.game.view(role), message.text)
    except IllegalOrder:
        found = None
    if found is None:
        raise bad("text", "is no move that may be made now")
    return found


async def objectives(_house: House, room: Room, seat: Seat | None, _message: Ask) -> object:
    """Every objective that counts: taken, protected by whom, within whose reach."""
    return Objectives(await asyncio.to_thread(outlook.objectives, _view(room, seat).known_state))


async def objective(_house: House, room: Room, seat: Seat | None, message: Ask) -> object:
    """Who holds an objective and who protects it from whom."""
    city = aids.city_number(message.city)
    if city is None:
        raise bad("city", "map")
    found = aids.about_objective(_view(room, seat).known_state, city)
    if found is None:
        raise bad("city", "objective")
    return found


async def threats(_house: House, room: Room, seat: Seat | None, _message: Ask) -> object:
    """Where the enemy could attack next."""
    view = _view(room, seat)
    found = await asyncio.to_thread(aids.threats, view.known_state, view.own)
    falls, attacked = await asyncio.to_thread(outlook.perils, view.known_state, view.own)
    return Threats({CITY_IDS[city]: [GENERALS[g] for g in found[city]] for city in sorted(found)}, falls, attacked)


async def warnings(_house: House, room: Room, seat: Seat | None, _message: Ask) -> object:
    """What one should know before ending the stage."""
    view = _view(room, seat)
    return Warnings(await asyncio.to_thread(aids.warnings, view.known_state, view.own))


async def words(_house: House, room: Room, seat: Seat | None, message: Ask) -> object:
    """A question as `sanssouci play --text` takes it, of those that only read; null if it is none."""
    acting = next((r for r in room.referee.deciding if seat is not None and r in seat.roles), None)
    view = _view(room, seat) if acting is None else room.referee.game.view(acting)
    said = speaker(message.language if message.language in LANGUAGES else LANGUAGES[0])
    found = await asyncio.to_thread(reading.answer, view, message.text, said)
    if found is None:
        return Words(None)
    told = [Line(text) for text in (found.lines or [found.sentence] if not found.choices else [])]
    return Words([*told, *(Line(text, order) for order, text in found.choices)])


def _advised(room: Room) -> None:
    """Refuse where the players have agreed to do without hints."""
    if not room.row.hints and room.row.result is None:
        raise Refusal("table.no_hints")


async def hint(house: House, room: Room, seat: Seat | None, _message: Ask) -> object:
    """The best orders for this view, with reasons."""
    _advised(room)
    role = None if seat is None else next((r for r in room.referee.deciding if r in seat.roles), None)
    if role is None or room.row.result is not None or house.advise is None:
        raise Refusal("table.not_your_turn", roles=room.referee.deciding)
    found = await house.advise("hints", room.referee.game.view(role), room.referee.menu(role))
    return Hints(found[0]["order"] if found else None, found)


async def odds(house: House, room: Room, seat: Seat | None, _message: Ask) -> object:
    """What to expect of each play in the battle at hand, over hands the enemy may hold."""
    _advised(room)
    if seat is None or room.row.result is not None or house.advise is None:
        raise Refusal("table.not_your_turn", roles=room.referee.deciding)
    # with two roles, the one that fights
    role = next((r for r in room.referee.deciding if r in seat.roles), seat.roles[0])
    return AllOdds(await house.advise("odds", room.referee.game.view(role), {}))


async def chances(house: House, room: Room, seat: Seat | None, _message: Ask) -> object:
    """Every role's chance to win, as far as this view tells."""
    _advised(room)
    if house.advise is None:
        raise Refusal("table.unavailable")
    return Chances(await house.advise("chances", _view(room, seat), {}))


QUESTIONS: dict[str, Question] = {
    "walk": walk,
    "piece": piece,
    "plan": plan,
    "objective": objective,
    "objectives": objectives,
    "threats": threats,
    "warnings": warnings,
    "words": words,
    "hint": hint,
    "odds": odds,
    "chances": chances,
}
#: questions that cost a bot's time and have a rate of their own
THINKING = ("hint", "odds", "chances")
