"""What a browser may say on its socket (docs/protocol.md, section 4)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType, field

from sanssouci.table import limits

Key = Annotated[
    str, Meta(min_length=limits.KEY_TEXT[0], max_length=limits.KEY_TEXT[1], pattern=r"^[A-Za-z0-9_-]+(?!\n)$")
]
Count = Annotated[int, Meta(ge=0, le=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
OrderText = Annotated[str, Meta(max_length=limits.ORDER_TEXT)]
Word = Annotated[str, Meta(max_length=60)]


class Request(Struct, tag_field="type"):
    """Anything a browser says; with an `id` of its own it is answered."""


class Hello(Request, tag="hello"):
    """The first message. `seat`: which of my seats I show; null: as a spectator; omitted: the server chooses."""

    seat: int | UnsetType | None = UNSET


class Order(Request, tag="order"):
    """Carry out an order, once for each key."""

    text: OrderText
    version: Count
    key: Key


class Check(Request, tag="check"):
    """Would this order be legal?"""

    text: OrderText


#: an order, the whole stage, or everything after so many orders
Back = Literal["order", "stage"] | Count


class TakeBack(Request, tag="undo"):
    """Take back an order, the whole stage, or what came after so many orders."""

    what: Back
    version: Count
    key: Key


class AskLog(Request, tag="log"):
    """A page of the log."""

    count: Annotated[int, Meta(ge=1, le=limits.LOG_PAGE)]
    first: Count = field(name="from")


class AskSince(Request, tag="since"):
    """What happened since my last own order?"""


class AskFrame(Request, tag="frame"):
    """The view after so many orders."""

    n: Count


class Take(Request, tag="take"):
    """Lift the curtain for one of my seats."""

    seat: SeatNumber


class Say(Request, tag="chat"):
    """Say something to all."""

    text: Annotated[str, Meta(max_length=limits.CHAT_TEXT)]


class Note(Request, tag="notes"):
    """Keep my private notes."""

    text: Annotated[str, Meta(max_length=limits.NOTES_TEXT)]


class Instruction(TypedDict):
    """What a seat would play in combats while nobody of it is looking."""

    mode: Literal["never", "zero", "minus_one", "sum"]
    sum: NotRequired[int]
    combats: Literal["attack", "defence", "both"]


class Wish(Struct):
    """An instruction as it is asked for."""

    mode: Literal["never", "zero", "minus_one", "sum"]
    combats: Literal["attack", "defence", "both"] = "both"
    sum: Annotated[int, Meta(ge=1, le=500)] | None = None


class Instruct(Request, tag="instruct"):
    """Leave an instruction for combats; null cancels it."""

    instruction: Wish | None = None


class Ask(Request, tag="ask"):
    """A question about the board, answered from what the seat may know."""

    what: Literal[
        "walk", "piece", "plan", "objective", "objectives", "threats", "warnings", "words", "hint", "odds", "chances"
    ]
    pieces: Annotated[list[Word], Meta(max_length=3)] = []
    piece: Word = ""
    city: Word = ""
    text: OrderText = ""
    language: Word = ""


class Ping(Request, tag="ping"):
    """Keep a connection awake."""


ClientMessage = (
    Hello | Order | Check | TakeBack | AskLog | AskSince | AskFrame | Take | Say | Note | Instruct | Ask | Ping
)
