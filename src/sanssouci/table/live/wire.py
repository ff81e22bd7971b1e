"""What leaves the server about a game: the one place where messages are built.

Everything here is made from `Referee.view(role)`, `Referee.menu(role)` and log entries as a role was
told them. Nothing else about a running game reaches a socket or an HTTP answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sanssouci.table.live.model import Entry, GameRow, Seat
from sanssouci.table.storage.packing import stamp

if TYPE_CHECKING:
    from sanssouci.table.live.room import Room


def card(row: GameRow, person: int | None, mine: list[int]) -> dict[str, Any]:
    """What everybody at the game may know about it, with what is this browser's own."""
    own = [seat for seat in mine if seat >= 0]
    return {
        "game": row.id,
        "scenario": row.scenario,
        "players": row.players,
        "options": row.options,
        "created": stamp(row.created),
        "changed": stamp(row.changed),
        "host": row.host == person,
        "mine": own,
        "watching": not own,
        "seats": [seat.json() for seat in row.seats],
        "turn": row.summary["turn"],
        "nation": row.summary["nation"],
        "state": row.summary["state"],
        "waiting": row.waiting,
        "your_turn": any(s in own and row.seats[s].bot is None for s in row.waiting),
        "orders": row.orders,
        "proposal": row.proposal,
        "rematch": row.rematch,
        "sandbox": row.sandbox,
        "laid_out": row.laid_out,
        "pace": row.pace,
        "hints": row.hints,
        "hints_proposal": row.hints_proposal,
        "result": row.result,
    }


def table(room: Room, person: int | None, mine: list[int]) -> dict[str, Any]:
    """Seats and people: the body of a `table` message."""
    row = room.row
    return {
        "card": card(row, person, mine),
        "present": room.present(),
        "spectators": room.spectators(),
        "thinking": [seat for seat in row.waiting if row.seats[seat].bot is not None],
        "clock": clock(row),
    }


def clock(row: GameRow) -> dict[str, Any] | None:
    """Deadlines and banks of a game with a pace."""
    if row.clock is None or row.result is not None:
        return None
    deadlines = row.clock.get("deadlines", {})
    return {
        "deadlines": {seat: stamp(at) for seat, at in deadlines.items()},
        "bank": row.clock.get("bank", {}),
    }


def play_state(room: Room, seat: Seat | None) -> dict[str, Any]:
    """The fields of play that snapshots and updates share, for one seat or a spectator."""
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
        "undo": {"order": 0, "stage": 0} if seat is None else room.undoable(seat.seat),
        "orders": row.orders,
        "waiting": row.waiting,
    }


def entry(found: Entry, seat: Seat | None, everything: bool = False) -> dict[str, Any]:
    """A log entry as a seat (or a spectator) was told it."""
    own = everything or (seat is not None and seat.seat == found.seat)
    return {
        "n": found.n,
        "seat": found.seat,
        "role": found.role,
        "nation": found.nation,
        "turn": found.turn,
        "state": found.state,
        "order": found.text if own else None,
        "events": open_events(found) if everything else told(found, [] if seat is None else seat.roles),
        "at": stamp(found.at),
    }


def told(found: Entry, roles: Iterable[str]) -> list[dict[str, Any]]:
    """The events of an entry as the holder of `roles` was told them."""
    versions = [found.secret[role] for role in roles if role in found.secret]
    if not versions:
        return found.events
    return _fullest(found.events, versions)


def open_events(found: Entry) -> list[dict[str, Any]]:
    """The events with everything open: for sandboxes and finished games only."""
    return _fullest(found.events, list(found.secret.values()))


def _fullest(public: list[dict[str, Any]], versions: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    # the same events in the same order, each with more or fewer arguments
    merged = []
    for n, event in enumerate(public):
        args = dict(event["args"])
        for version in versions:
            args.update(version[n]["args"])
        merged.append({**event, "args": args})
    return merged


def chat_line(row: Any) -> dict[str, Any]:
    """A line of chat."""
    return {"n": row.n, "seat": row.seat, "name": row.name, "text": row.text, "at": stamp(row.at)}
