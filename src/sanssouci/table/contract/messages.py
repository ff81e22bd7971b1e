"""What the server says on the socket of a game (docs/protocol.md, section 4)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from sanssouci.friedrich.shapes import Role, ViewJson
from sanssouci.table.contract.cards import ChatLine, Entry, Frame, RefusalJson, TableInfo
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.contract.requests import Instruction


class Told(Struct, tag_field="type"):
    """Anything the server says."""


class Undo(Struct):
    """How many orders an undo would take back."""

    order: int
    stage: int


class Update(Told, tag="update", kw_only=True):
    """What a commit changed: forget the log from `log_from` on, then append."""

    version: int
    view: ViewJson
    menu: MenuJson
    role: Role | None
    undo: Undo
    orders: int
    waiting: list[int]
    log_from: int
    log: list[Entry]


class Snapshot(Update, tag="snapshot", kw_only=True):
    """Everything one seat may know now."""

    game: str
    seat: int | None
    roles: list[Role]
    sandbox: bool
    since: int
    notes: str
    instruction: Instruction | None
    chat: list[ChatLine]
    table: TableInfo


class Table(TableInfo, tag_field="type", tag="table"):
    """Seats, names, bots, presence, proposals or the result have changed."""


class Curtain(Told, tag="curtain"):
    """At a hot seat it is another local player's turn."""

    seat: int
    name: str
    seats: list[int]
    table: TableInfo


class Chat(Told, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Gone(Told, tag="gone"):
    """The socket is closed, and why."""

    why: str


class Reply(Told, tag="reply", kw_only=True):
    """A message was carried out; each has its own fields besides these."""

    id: int | None = None
    ok: Literal[True] = True


class Refused(Told, tag="reply", kw_only=True):
    """A message was not carried out."""

    id: int | None = None
    ok: Literal[False] = False
    error: RefusalJson


class OrderDone(Reply):
    """An order was committed."""

    version: int
    n: int


class UndoDone(Reply):
    """Orders were taken back."""

    version: int


class Checked(Reply):
    """Whether an order would be legal."""

    refusal: RefusalJson | None


class LogPage(Reply):
    """A page of the log."""

    first: int = field(name="from")
    log: list[Entry]


class SinceThen(LogPage):
    """What happened since the seat's last own order, and the view before it."""

    view: ViewJson


class FrameFound(Reply):
    """The view after so many orders."""

    frame: Frame


class Said(Reply):
    """A line of chat was told to all."""

    n: int


class Instructed(Reply):
    """An instruction was left or cancelled."""

    instruction: Instruction | None


class Answered(Reply):
    """The answer to a question about the board: one of `answers.ANSWERS`."""

    answer: object


#: everything that is told without being asked for
ServerMessage = Snapshot | Update | Curtain | Table | Chat | Gone
#: what each message of a browser is answered with, where it is carried out
REPLIES: dict[str, type[Reply]] = {
    "hello": Reply,
    "order": OrderDone,
    "check": Checked,
    "undo": UndoDone,
    "log": LogPage,
    "since": SinceThen,
    "frame": FrameFound,
    "take": Reply,
    "chat": Said,
    "notes": Reply,
    "instruct": Instructed,
    "ask": Answered,
    "ping": Reply,
}
