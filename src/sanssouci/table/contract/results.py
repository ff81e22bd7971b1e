"""What the table answers over HTTP (docs/protocol.md, section 3)."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sanssouci.friedrich.files.pledge import Verdict
from sanssouci.friedrich.shapes import Role
from sanssouci.table.contract.cards import Entry, Frame, GameCard, Pace, RefusalJson, Way
from sanssouci.table.contract.notices import ChannelCard


class Done(Struct):
    """It was done; there is nothing to say."""


class ScenarioCard(Struct):
    """A scenario: numbers of players, and who then plays which roles."""

    name: str
    players: list[int]
    roles: dict[str, list[list[Role]]]


class OptionCard(Struct):
    """An option of the rules and its values, the default first."""

    name: str
    values: list[object]
    default: object


class BotCard(Struct):
    """A bot; its description is a key of the catalogue."""

    name: str
    level: int
    description: str


class Limits(Struct):
    """How long texts may be."""

    name: int
    chat: int
    notes: int
    record: int


class About(Struct):
    """What this table can do."""

    version: str
    scenarios: list[ScenarioCard]
    options: list[OptionCard]
    bots: list[BotCard]
    limits: Limits
    mail: bool
    notices: list[ChannelCard]


class Games(Struct):
    """The games of this browser, newest first."""

    games: list[GameCard]


class OneGame(Struct):
    """A game's card."""

    game: GameCard


class Created(Struct):
    """A new game; the links of the friends' seats are shown once."""

    game: str
    seat: int | None
    links: dict[str, str]


class Rematch(Struct):
    """The game that follows, once all have agreed; the links of the friends' seats are for the host."""

    game: str | None
    seat: int | None
    links: dict[str, str]


class Sandbox(Created):
    """A new sandbox; `resampled`: what the seat could not know was imagined anew."""

    resampled: bool


class Invitation(Struct):
    """What a link leads to, before one sits down."""

    scenario: str
    players: int
    options: dict[str, object]
    sandbox: bool
    laid_out: bool
    hints: bool
    roles: list[Role]
    device: Literal["adds", "moves"] | None  # it takes a seat to another device of its own
    name: str
    host: str
    pace: Pace | None


class Joined(Struct):
    """Whose seat it is now; null: a spectator."""

    game: str
    seat: int | None


class Link(Struct):
    """A new link."""

    link: str


class Pass(Link):
    """A link to another device, and until when it is good."""

    until: str


class DeviceCard(Struct):
    """A browser at a seat: how it came (with the game, by a link, added by the seat), since when, if it looks."""

    device: str
    way: Way
    since: str | None
    this: bool
    looking: bool


class Devices(Struct):
    """The browsers and devices at a seat, the first first."""

    devices: list[DeviceCard]


class HandedOver(Struct):
    """Who plays the seat has changed; a link where a bot's seat becomes a friend's."""

    link: str | UnsetType = UNSET


class Replay(Struct):
    """Frames of a game, and how many there are."""

    total: int
    frames: list[Frame]


class TurnChances(Struct):
    """Every role's chance at the beginning of a turn."""

    n: int
    turn: int
    chances: dict[Role, float]


class ChancesAlong(Struct):
    """How the chances went; at last the result."""

    chances: list[TurnChances]


class BackTaken(Struct):
    """Everybody went back to where so many orders stood; `log` are the orders that were taken back."""

    number: int
    orders: int
    seat: int
    at: str
    log: list[Entry]


class Backs(Struct):
    """Every going back by consent, the first first."""

    backs: list[BackTaken]


class Verified(Struct):
    """Whether a record was dealt as promised; `parts` seats added to its seed; `why` names what is false."""

    verdict: Verdict
    commitment: str | None
    parts: int
    why: str | None
    line: int


class Uploaded(Struct):
    """The finished game that a record has become."""

    game: str


class Chapter(Struct):
    """A chapter of the rules."""

    number: int
    title: str
    html: str


class Rule(Struct):
    """One numbered entry of the rules."""

    id: str
    chapter: int
    title: str
    html: str


class Rules(Struct):
    """The rules for players in one language."""

    language: str
    intro: str
    chapters: list[Chapter]
    rules: list[Rule]


class OneRule(Struct):
    """One entry of the rules."""

    language: str
    rule: Rule


class Health(Struct):
    """The process answers."""

    ok: bool


class Ready(Struct):
    """Whether database and engine are in order."""

    ready: bool


class NotDone(Struct):
    """Nothing was done, and why."""

    error: RefusalJson
