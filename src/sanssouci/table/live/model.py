"""A game and its seats as the table keeps them in memory; the database is the truth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

#: the seat number of a spectator in the table `access`
SPECTATOR = -1


@dataclass(slots=True)
class Seat:
    """One player of one game."""

    seat: int
    roles: list[str]
    kind: str  # here, friend, bot
    name: str
    bot: str | None = None
    joined: bool = False
    conceded: bool = False
    notes: str = ""
    instruction: dict[str, Any] | None = None
    webhook: str | None = None
    mail: str | None = None
    language: str = "en"  # of its notices

    def json(self) -> dict[str, Any]:
        """What everybody at the game may know about a seat."""
        return {
            "seat": self.seat,
            "roles": self.roles,
            "kind": self.kind,
            "name": self.name,
            "bot": self.bot,
            "joined": self.joined,
            "conceded": self.conceded,
        }


class Looking(NamedTuple):
    """Who has a game open: seats, and how many who only watch."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


@dataclass(slots=True)
class Mark:
    """What undo and "since my last move" ask about an order in the log."""

    seat: int
    stage: str
    revealed: int  # the engine's counter before the order


@dataclass(slots=True)
class Entry:
    """One order of the log and what became of it."""

    n: int
    seat: int
    role: str
    nation: str | None
    turn: int
    stage: str
    state: str
    text: str
    events: list[dict[str, Any]]  # what everybody may know
    secret: dict[str, list[dict[str, Any]]]  # by role, where it was told more
    revealed: int
    at: float


@dataclass(slots=True)
class GameRow:
    """A game as its row in the database has it, less positions and log."""

    id: str
    host: int
    scenario: str
    players: int
    options: dict[str, Any]
    created: float
    changed: float
    version: int
    versions: list[int]
    orders: int
    summary: dict[str, Any]
    proposal: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    rematch: str | None = None
    sandbox: bool = False
    laid_out: bool = False  # hands and strengths at the start were set by the host
    pace: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    hints: bool = True  # whether bots advise the players
    hints_proposal: dict[str, Any] | None = None  # {"hints": bool, "agreed": [seats]}
    seats: list[Seat] = field(default_factory=list)

    @property
    def waiting(self) -> list[int]:
        """The seats that are to act."""
        waiting: list[int] = self.summary["waiting"]
        return [] if self.result is not None else waiting

    def seat_of(self, role: str) -> int:
        """The seat that holds a role."""
        for seat in self.seats:
            if role in seat.roles:
                return seat.seat
        raise LookupError(role)
