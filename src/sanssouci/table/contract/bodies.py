"""What a browser sends over HTTP: bodies and the queries of addresses (docs/protocol.md, section 3)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from sanssouci.table import limits
from sanssouci.table.contract.cards import Kind
from sanssouci.table.languages import LANGUAGES

Name = Annotated[str, Meta(max_length=limits.NAME_TEXT)]
RoleNames = Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=4)]
Language = Annotated[str, Meta(extra_json_schema={"enum": list(LANGUAGES)})]
#: a `friedrich-position/1`: the engine reads it, and says what is wrong with it
Position = dict[str, Any]


class Nothing(Struct):
    """A body that says nothing."""


class NewSeat(Struct):
    """A seat of a new game; roles only where they are chosen."""

    kind: Kind
    name: Name = ""
    bot: str | None = None
    roles: RoleNames = []


class NewPace(Struct):
    """A pace: `seconds` and `bank`, or `days`; `bot` takes over who is overdue."""

    kind: Literal["bank", "days"]
    seconds: Annotated[int, Meta(ge=1, le=24 * 3600)] | None = None
    bank: Annotated[int, Meta(ge=0, le=30 * 24 * 3600)] | None = None
    days: Annotated[int, Meta(ge=1, le=90)] | None = None
    bot: str | None = None


class NewGame(Struct):
    """A game to be created."""

    scenario: str
    players: Annotated[int, Meta(ge=2, le=4)]
    seats: list[NewSeat]
    options: dict[str, Any] | None = None
    roles: Literal["drawn", "chosen"] = "drawn"
    pace: NewPace | None = None
    hints: bool = True
    position: Position | None = None


class Token(Struct):
    """A link's token."""

    token: Annotated[str, Meta(max_length=64)]


class Join(Token):
    """A link's token, and a new name for the seat."""

    name: Name = ""


class Again(Struct):
    """A rematch, proposed or agreed to: roles drawn anew, or the same; or one's word taken back, or a refusal."""

    roles: Literal["drawn", "same"] = "drawn"
    agree: bool = True


class Rename(Struct):
    """Another name."""

    name: Name


class HandOver(Struct):
    """A bot to hand the seat to; null takes it back."""

    bot: str | None = None


class Agree(Struct):
    """The winners one agrees to; null withdraws one's word."""

    winners: RoleNames | None = None


class AgreeHints(Struct):
    """Whether to play with hints."""

    hints: bool


class DevicePass(Struct):
    """A pass to another device; `moves`: this browser gives its place up."""

    moves: bool = False


class EndDevice(Struct):
    """A device of the seat, by the name that the list of them gives."""

    device: Annotated[str, Meta(max_length=64)]


class AddPart(Struct):
    """What a seat adds to the seed: random digits, or words."""

    part: Annotated[str, Meta(min_length=1, max_length=limits.PART_TEXT)]


class GoBack(Struct):
    """How many orders are to stand after going back; null refuses."""

    orders: Annotated[int, Meta(ge=0, le=10**6)] | None = None


class Fork(Struct):
    """A point of a game; of one that runs, the seat whose knowledge goes into the sandbox."""

    n: Annotated[int, Meta(ge=0, le=10**6)]
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None


class NewSandbox(Struct):
    """A position to begin from."""

    position: Position


class Upload(Struct):
    """A record as text."""

    text: Annotated[str, Meta(max_length=limits.RECORD_BODY)]


class SeatQuery(Struct):
    """A seat, where it is not the browser's first."""

    seat: Annotated[int, Meta(ge=0, le=3)] | None = None


class ReplayQuery(Struct):
    """Which frames, as which seat: a number, or `open` for everything."""

    seat: str | None = None
    first: Annotated[int, Meta(ge=0, le=10**6)] = field(default=0, name="from")
    count: Annotated[int, Meta(ge=1, le=limits.REPLAY_PAGE)] = 50


class PositionQuery(Struct):
    """After how many orders; without it, now."""

    n: Annotated[int, Meta(ge=0, le=10**6)] | None = None


class RulesQuery(Struct):
    """Words that are looked for, and a language."""

    q: str = ""
    lang: Language | None = None
