"""A game from outside: its card, its seats, its clock, its people."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from msgspec import Struct

from sanssouci.friedrich.shapes import GameEvent, Nation, ResultView, Role, ViewJson

Kind = Literal["here", "friend", "bot"]
#: how a browser came to a seat: with the game that it made, by a link, or added by the seat itself
Way = Literal["made", "link", "device"]


class SeatCard(Struct):
    """What everybody at the game may know about a seat."""

    seat: int
    roles: list[Role]
    kind: Kind
    name: str
    bot: str | None
    joined: bool
    conceded: bool
    browsers: int  # that sit here because they made the game, or came by a link
    devices: int  # that the seat added itself


class Act(TypedDict):
    """Something done at the table that is no order: a key `act.…` of the catalogue, and after how many orders."""

    key: str
    args: dict[str, object]
    orders: int
    at: str


class Proposal(TypedDict):
    """An end that some seats agree to."""

    winners: list[Role]
    agreed: list[int]


class HintsProposal(TypedDict):
    """To play with or without hints, and which seats agree to it."""

    hints: bool
    agreed: list[int]


class BackProposal(TypedDict):
    """To go back to where so many orders stood: who asks, and which seats agree to it."""

    orders: int
    seat: int
    agreed: list[int]


class RematchProposal(TypedDict):
    """To play again with the same people, roles drawn anew or not, and which seats agree to it."""

    roles: Literal["drawn", "same"]
    agreed: list[int]


class ShuffleCard(Struct):
    """What everybody may know of the deal: the promise, who added what, and once the game is over the server's part."""

    commitment: str
    parts: dict[str, str]
    dealt: bool
    server: str | None


class Summary(TypedDict):
    """What lists of games show: the turn, whose stage it is, the decision, and the seats that are to act."""

    turn: int
    nation: Nation | None
    state: str
    waiting: list[int]


class Pace(TypedDict):
    """How long a move may take: seconds and a bank, or days; `bot` takes over who is overdue."""

    kind: Literal["bank", "days"]
    seconds: NotRequired[int]
    bank: NotRequired[int]
    days: NotRequired[int]
    bot: str


class Clock(TypedDict):
    """The clock as it is kept: by seat, when it is overdue (seconds since 1970), and what is left in its bank."""

    deadlines: dict[str, float]
    bank: dict[str, float]
    came: NotRequired[list[int]]  # whose people have opened the table; in clocks from before this was kept: all


class ClockCard(Struct):
    """When each waiting seat is overdue, and what is left in the banks."""

    deadlines: dict[str, str]
    bank: dict[str, float]


class GameCard(Struct):
    """What everybody at the game may know about it, with what is this browser's own."""

    game: str
    scenario: str
    players: int
    options: dict[str, object]
    created: str
    changed: str
    host: bool
    mine: list[int]
    watching: bool
    seats: list[SeatCard]
    turn: int
    nation: Nation | None
    state: str
    waiting: list[int]
    your_turn: bool
    orders: int
    asked: list[int]  # the seats whose word counts where all must agree; once it is over, on a rematch
    proposal: Proposal | None
    rematch: str | None
    rematch_proposal: RematchProposal | None
    sandbox: bool
    laid_out: bool
    pace: Pace | None
    hints: bool
    hints_proposal: HintsProposal | None
    shuffle: ShuffleCard | None
    back: BackProposal | None
    result: ResultView | None


class TableInfo(Struct):
    """Seats and people: who is here, whose bot thinks, what the clock says."""

    card: GameCard
    present: list[int]
    spectators: int
    thinking: list[int]
    clock: ClockCard | None
    acts: list[Act]


class Entry(Struct):
    """One order of the log and what became of it, as a seat was told it."""

    n: int
    seat: int
    role: Role
    nation: Nation | None
    turn: int
    state: str
    order: str | None
    events: list[GameEvent]
    at: str


class Frame(Struct):
    """The view after `n` orders, and the entry of the last of them."""

    n: int
    entry: Entry | None
    view: ViewJson


class ChatLine(Struct):
    """Something said to all."""

    n: int
    seat: int
    name: str
    text: str
    at: str


class RefusalJson(Struct):
    """Why something was not done: a key of a message catalogue, its arguments, and a rule."""

    key: str
    args: dict[str, object]
    rule: str | None
