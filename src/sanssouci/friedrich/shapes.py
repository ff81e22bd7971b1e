"""The JSON that leaves the engine about a game: views, walks, events, results (docs/view.md).

Plain dictionaries with named fields: mypy holds the code that builds them to these shapes, the table's contract
describes them to programs, and the types of the page are generated from them. Nothing is checked at run time here.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, NotRequired, TypedDict

from sanssouci.friedrich.rules.names import NATIONS, ROLES, SUITS


class OneOf(NamedTuple):
    """Marks a text that is one of a few names; `name` is what the page calls the type."""

    name: str
    values: tuple[str, ...]


class Pair:
    """Marks a list of exactly two."""


Nation = Annotated[str, OneOf("Nation", tuple(NATIONS))]
Role = Annotated[str, OneOf("Role", tuple(ROLES))]
Suit = Annotated[str, OneOf("Suit", tuple(SUITS))]
Numbers = Annotated[list[int], Pair]
Names = Annotated[list[str], Pair]

VIEW_FORMAT: Final = "friedrich-view/1"


class GameEvent(TypedDict):
    """Something that happened, as a seat may know it: a key of the catalogue with its arguments."""

    key: str
    rule: str
    args: dict[str, object]


class DecisionView(TypedDict):
    """What is to be decided, for which nation (the first, where several decide at once), by whom."""

    state: str
    nation: Nation
    roles: list[Role]


class NationView(TypedDict):
    """A nation as everybody may know it; `hand` only for nations of the seat's own role."""

    role: Role
    out: bool
    troops: int
    ceiling: int
    draw: int
    cards: int
    backs: dict[str, int]
    held: int
    needed: int
    eased: bool
    allotted: bool
    hand: NotRequired[list[str]]


class PieceView(TypedDict, total=False):
    """A piece: on the map (a general also face up or down), off it, or retired."""

    city: str
    face_down: bool
    moved: bool
    off: bool
    retired: bool


class Declared(TypedDict):
    """The last figure a stack told in a combat."""

    troops: int
    turn: int


class StackView(TypedDict):
    """The generals in a city, top first; `strength` is what everybody may deduce, `troops` only its owner's."""

    city: str
    nation: Nation
    generals: list[str]
    strength: Numbers
    troops: NotRequired[int]
    declared: Declared | None


class FateEntry(TypedDict):
    """A card of fate: drawn (`turn`), in force (`used`), or to come into force."""

    card: str
    suit: NotRequired[Suit]
    turn: NotRequired[int]
    used: NotRequired[bool]


class FateView(TypedDict):
    """The clock of fate; `left` is the set not yet drawn, not their order; `suits` are the faces of a small card."""

    suits: list[Suit]
    drawn: list[FateEntry]
    in_force: list[FateEntry]
    next: list[FateEntry]
    left: list[str]


class OffensiveView(TypedDict):
    """The Offensive Option: none, declared, taken, dead; `in_play`: whether this scenario knows it."""

    in_play: bool
    state: str
    card: str | None


class Victor(TypedDict):
    """Who won the last combat, and where he stood."""

    general: str
    city: str


class StageView(TypedDict):
    """What this stage has seen; `drawn` are the seat's own cards."""

    substitute: str | None
    recruited: int
    fixed: list[str]
    drawn: list[str]


#: a group in the middle of a move, in small-step play
Moving = TypedDict("Moving", {"pieces": list[str], "from": str, "path": list[str]})


class CombatSide(TypedDict):
    """One side of a combat; a stack that was removed has no city, and before a combat `troops` are not named."""

    nation: Nation
    generals: list[str]
    city: str | None
    suit: Suit | None
    troops: NotRequired[int]


class PlayedCard(TypedDict):
    """A card on the table in a combat."""

    nation: Nation
    card: str
    value: int


class CombatNow(TypedDict):
    """The combat that is fought; `right` and `score` are null while the defender may still evade."""

    attacker: CombatSide
    defender: CombatSide
    right: Literal["attacker", "defender"] | None
    score: int | None
    played: list[PlayedCard]


class RetreatView(TypedDict):
    """A beaten stack whose retreat is to be named."""

    loser: str
    loss: int
    cities: list[str]


class CombatView(TypedDict):
    """The pairs still to be fought (attacker first), the present combat, and a retreat."""

    pairs: list[Names]
    current: CombatNow | None
    retreat: RetreatView | None


class FateChoice(TypedDict):
    """A card of fate that asks something; `named` are those who have answered."""

    card: str
    suit: NotRequired[Suit]
    named: list[Nation]


class Piles(TypedDict):
    """The piles as numbers of cards by deck back."""

    draw: dict[str, int]
    unopened: list[int]
    used: dict[str, int]


class ResultView(TypedDict):
    """How a game ended: a rule's number, or the table's word (concede, agreement, record)."""

    winners: list[Role]
    nations: list[Nation]
    turn: int
    reason: str


class ViewJson(TypedDict):
    """What one seat may know (R15)."""

    format: str
    role: Role | None
    scenario: str
    players: int
    options: dict[str, object]
    turn: int
    nation: Nation | None
    phase: str
    decision: DecisionView | None
    nations: dict[Nation, NationView]
    pieces: dict[str, PieceView]
    stacks: list[StackView]
    conquered: dict[str, Nation]
    pending: dict[str, Nation]
    fate: FateView
    offensive_option: OffensiveView
    last_victor: Victor | None
    stage: StageView
    moving: Moving | None
    combat: CombatView | None
    fate_choice: FateChoice | None
    piles: Piles
    seen: list[str]
    known: dict[str, list[str]]
    result: ResultView | None


class NoWalk(TypedDict):
    """A group that cannot move."""


class Walk(TypedDict):
    """The exact step graph of one group: nodes `city/steps used/m`, `/-` once a road was no main road."""

    start: str
    steps: dict[str, list[str]]
    ends: list[str]


class SupplyAid(TypedDict):
    """How a general is supplied: at home, by a train (with the path to it), cut off, or without any train."""

    state: str
    train: str | None
    path: list[str]


class PieceAid(TypedDict):
    """What a piece could reach, what it protects, and its supply (null for a train); `range`: what a train supplies."""

    reach: list[str]
    protects: list[str]
    supply: SupplyAid | None
    range: list[str]


class Protector(TypedDict):
    """A piece that keeps an objective from being taken."""

    general: str
    nation: Nation
    distance: int


#: who holds an objective, which nations may take it, and who keeps them from it
ObjectiveAid = TypedDict("ObjectiveAid", {"owner": Nation | None, "for": list[Nation], "protected": list[Protector]})


class Warning(TypedDict):
    """What the active nation might regret: a key of the catalogue with its arguments."""

    key: str
    args: dict[str, str]


class Clash(TypedDict):
    """A hostile stack and in which suits one would meet it; `suits` are those in which it could stand."""

    generals: list[str]
    nation: Nation
    city: str
    suits: list[Suit]
    strength: Numbers


class WayBack(TypedDict):
    """Where a stack could retreat to from one victor, as far as a loss of four; `nowhere`: losses with no way."""

    victor: str
    cities: list[str]
    nowhere: list[int]


class PlanAid(TypedDict):
    """The place where a planned move ends, judged from what its owner may know.

    `protects` and `uncovers`: objectives that are kept there, and those that nobody would keep any more.
    `fights` must be fought this stage, `attackers` could come next; `suit` is one's own in both.
    `feeds`: for a train, the generals in its supply who need it.
    """

    city: str
    suit: Suit
    supply: SupplyAid | None
    feeds: list[str]
    protects: list[str]
    uncovers: list[str]
    fights: list[Clash]
    attackers: list[Clash]
    retreats: list[WayBack]


class Fall(TypedDict):
    """An objective that could change hands by the next move of these generals; `guards` could be driven off first."""

    city: str
    taker: Nation
    by: list[str]
    guards: list[str]


class Peril(TypedDict):
    """A stack of one's own that could be attacked next, by whom."""

    city: str
    generals: list[str]
    by: list[Clash]


class Goal(TypedDict):
    """An objective of a nation: is it taken, who keeps it, and who of the nation could take it by his next move."""

    city: str
    order: int
    held: bool
    protected: list[Protector]
    reach: list[str]
