"""A game and its seats as the table keeps them in memory; the database is the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sanssouci.friedrich.files import pledge
from sanssouci.friedrich.files.pledge import Pledge
from sanssouci.friedrich.shapes import GameEvent, ResultView
from sanssouci.table import limits
from sanssouci.table.contract.cards import (
    Act,
    BackProposal,
    Clock,
    HintsProposal,
    Kind,
    Pace,
    Proposal,
    RematchProposal,
    SeatCard,
    ShuffleCard,
    Summary,
)
from sanssouci.table.contract.requests import Instruction

#: the seat number of a spectator in the table `access`
SPECTATOR = -1


class Address(NamedTuple):
    """Where notices of a seat go by one channel."""

    text: str
    until: float | None = None  # None: it is confirmed, or need not be; else notices go there until then


@dataclass(slots=True)
class Seat:
    """One player of one game."""

    seat: int
    roles: list[str]
    kind: Kind
    name: str
    bot: str | None = None
    joined: bool = False
    conceded: bool = False
    notes: str = ""
    instruction: Instruction | None = None
    addresses: dict[str, Address] = field(default_factory=dict)  # for notices, by channel
    handed: str | None = None  # who handed it to its bot: seat, host, clock
    browsers: int = 0  # that made the game or came by a link
    devices: int = 0  # that the seat added itself

    def card(self) -> SeatCard:
        """What everybody at the game may know about a seat."""
        return SeatCard(
            seat=self.seat,
            roles=self.roles,
            kind=self.kind,
            name=self.name,
            bot=self.bot,
            joined=self.joined,
            conceded=self.conceded,
            browsers=self.browsers,
            devices=self.devices,
        )


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
    events: list[GameEvent]  # what everybody may know
    secret: dict[str, list[GameEvent]]  # by role, where it was told more
    revealed: int
    at: float

    def told(self, roles: Iterable[str]) -> list[GameEvent]:
        """The events as the holder of `roles` was told them."""
        versions = [self.secret[role] for role in roles if role in self.secret]
        return _fullest(self.events, versions) if versions else self.events

    def open_events(self) -> list[GameEvent]:
        """The events with everything open: for sandboxes and finished games only."""
        return _fullest(self.events, list(self.secret.values()))


def _fullest(public: list[GameEvent], versions: list[list[GameEvent]]) -> list[GameEvent]:
    # the same events in the same order, each with more or fewer arguments
    merged: list[GameEvent] = []
    for n, event in enumerate(public):
        args = dict(event["args"])
        for version in versions:
            args.update(version[n]["args"])
        merged.append({"key": event["key"], "rule": event["rule"], "args": args})
    return merged


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The parts that a game's seed is made of: the server's, a secret until the end, and the seats'."""

    server: str
    parts: dict[str, str] = field(default_factory=dict)  # by seat
    dealt: bool = False  # the first order was given: nobody can add any more

    @property
    def seed(self) -> str:
        """The seed of the parts there are."""
        return pledge.final_seed(self.server, self._parts)

    @property
    def _parts(self) -> dict[int, str]:
        return {int(seat): part for seat, part in self.parts.items()}

    def pledge(self, over: bool) -> Pledge:
        """What a record says of it."""
        return Pledge(pledge.commitment(self.server), self.server if over else "", self._parts)

    def card(self, over: bool) -> ShuffleCard:
        """What everybody may know of it."""
        return ShuffleCard(pledge.commitment(self.server), self.parts, self.dealt, self.server if over else None)


@dataclass(slots=True)
class Taken:
    """An order that everybody agreed to take back, and how those may read it whom its secrets do not concern."""

    entry: Entry
    hidden: str


@dataclass(slots=True)
class Back:
    """Everybody went back to where so many orders stood."""

    number: int
    orders: int
    seat: int  # who asked
    at: float
    taken: list[Taken]


@dataclass(slots=True)
class GameRow:
    """A game as its row in the database has it, less positions and log."""

    id: str
    host: int
    scenario: str
    players: int
    options: dict[str, object]
    created: float
    changed: float
    version: int
    versions: list[int]
    orders: int
    summary: Summary
    proposal: Proposal | None = None
    result: ResultView | None = None
    rematch: str | None = None
    rematch_proposal: RematchProposal | None = None
    sandbox: bool = False
    laid_out: bool = False  # hands and strengths at the start were set by the host
    pace: Pace | None = None
    clock: Clock | None = None
    hints: bool = True  # whether bots advise the players
    hints_proposal: HintsProposal | None = None
    acts: list[Act] = field(default_factory=list)  # what was done that is no order, the last of it
    shuffle: Shuffle | None = None  # None: nothing was promised (older games, sandboxes, uploaded records)
    back: BackProposal | None = None
    seats: list[Seat] = field(default_factory=list)

    @property
    def waiting(self) -> list[int]:
        """The seats that are to act."""
        return [] if self.result is not None else self.summary["waiting"]

    def seat_of(self, role: str) -> int:
        """The seat that holds a role."""
        for seat in self.seats:
            if role in seat.roles:
                return seat.seat
        raise LookupError(role)


def acts_kept(acts: Sequence[Act]) -> list[Act]:
    """What is kept of things done at a table: of the kind of which there are most the oldest goes.

    So nobody makes others forget what he did by doing something else over and over.
    """
    kept = list(acts)
    while len(kept) > limits.ACTS_KEPT:
        kinds = [(act["key"], str(act["args"].get("roles"))) for act in kept]
        most = max(Counter(kinds).values())
        del kept[next(n for n, kind in enumerate(kinds) if kinds.count(kind) == most)]
    return kept
