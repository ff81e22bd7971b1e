"""What leaves the server about a game: the one place where messages are built.

Everything here is made from `Referee.view(role)`, `Referee.menu(role)` and log entries as a role was
told them. Nothing else about a running game reaches a socket or an HTTP answer.
"""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from sanssouci.friedrich.shapes import ViewJson
from sanssouci.table.contract import cards
from sanssouci.table.contract.cards import Act, ChatLine, ClockCard, GameCard, TableInfo
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.contract.messages import Undo
from sanssouci.table.live.handing import asked, asked_again
from sanssouci.table.live.model import Entry, GameRow, Seat
from sanssouci.table.live.room import Room
from sanssouci.table.storage.packing import stamp


def card(row: GameRow, person: int | None, mine: list[int]) -> GameCard:
    """What everybody at the game may know about it, with what is this browser's own."""
    own = [seat for seat in mine if seat >= 0]
    over = row.result is not None  # what was proposed about its play is settled
    return GameCard(
        game=row.id,
        scenario=row.scenario,
        players=row.players,
        options=row.options,
        created=stamp(row.created),
        changed=stamp(row.changed),
        host=row.host == person,
        mine=own,
        watching=not own,
        seats=[seat.card() for seat in row.seats],
        turn=row.summary["turn"],
        nation=row.summary["nation"],
        state=row.summary["state"],
        waiting=row.waiting,
        your_turn=any(s in own and row.seats[s].bot is None for s in row.waiting),
        orders=row.orders,
        asked=sorted(asked_again(row) if over else asked(row)),
        proposal=None if over else row.proposal,
        rematch=row.rematch,
        rematch_proposal=row.rematch_proposal,
        sandbox=row.sandbox,
        laid_out=row.laid_out,
        pace=row.pace,
        hints=row.hints,
        hints_proposal=None if over else row.hints_proposal,
        shuffle=None if row.shuffle is None else row.shuffle.card(over),
        back=None if over else row.back,
        result=row.result,
    )


class People(NamedTuple):
    """Who is at a game: its card for one browser, and who else looks."""

    card: GameCard
    present: list[int]
    spectators: int
    thinking: list[int]
    clock: ClockCard | None
    acts: list[Act]


def people(room: Room, person: int | None, mine: list[int]) -> People:
    """Seats and people, for one browser."""
    row = room.row
    thinking = [seat for seat in row.waiting if row.seats[seat].bot is not None]
    return People(card(row, person, mine), room.present(), room.spectators(), thinking, clock(row), row.acts)


def table(room: Room, person: int | None, mine: list[int]) -> TableInfo:
    """Seats and people, inside another message."""
    return TableInfo(*people(room, person, mine))


def clock(row: GameRow) -> ClockCard | None:
    """Deadlines and banks of a game with a pace."""
    if row.clock is None or row.result is not None:
        return None
    return ClockCard({seat: stamp(at) for seat, at in row.clock["deadlines"].items()}, row.clock["bank"])


class Play(TypedDict):
    """The fields of play that snapshots and updates share."""

    version: int
    view: ViewJson
    menu: MenuJson
    role: str | None
    undo: Undo
    orders: int
    waiting: list[int]


def play(room: Room, seat: Seat | None) -> Play:
    """Play as one seat or a spectator may know it."""
    row, referee = room.row, room.referee
    roles = [] if seat is None else seat.roles
    acting = next((role for role in referee.deciding if role in roles), None)
    if row.result is not None:
        acting = None
    if row.sandbox:
        view = referee.open_view()
    else:
        view = referee.view(roles[0] if roles else None)
    if row.result is not None and view["result"] is None:
        # ended by the table (concession, agreement): the engine does not know
        view = {**view, "result": row.result, "decision": None}
    return {
        "version": row.version if seat is None else row.versions[seat.seat],
        "view": view,
        "menu": {} if acting is None else referee.menu(acting),
        "role": acting,
        "undo": Undo(0, 0) if seat is None else room.undoable(seat.seat),
        "orders": row.orders,
        "waiting": row.waiting,
    }


def entry(found: Entry, seat: Seat | None, everything: bool = False) -> cards.Entry:
    """A log entry as a seat (or a spectator) was told it."""
    own = everything or (seat is not None and seat.seat == found.seat)
    return cards.Entry(
        n=found.n,
        seat=found.seat,
        role=found.role,
        nation=found.nation,
        turn=found.turn,
        state=found.state,
        order=found.text if own else None,
        events=found.open_events() if everything else found.told([] if seat is None else seat.roles),
        at=stamp(found.at),
    )


def chat_line(n: int, seat: int, name: str, text: str, at: float) -> ChatLine:
    """A line of chat."""
    return ChatLine(n, seat, name, text, stamp(at))
