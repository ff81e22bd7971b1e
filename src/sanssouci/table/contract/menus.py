"""What a seat may do now: one shape per decision, told apart by `state` (docs/view.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from sanssouci.friedrich.shapes import Names, Nation, Numbers, Suit


class Described:
    """Marks a dictionary of the engine whose shape is a union of this contract."""

    def __init__(self, name: str) -> None:
        self.name = name


#: the menu as the engine makes it, a plain dictionary: `{}` for a seat that is not to act, else one of `Menu`
MenuJson = Annotated[dict[str, Any], Described("Menu")]


class Decision(Struct, tag_field="state", forbid_unknown_fields=True):
    """A decision of one nation (the first of the seat's own, where several decide at once)."""

    nation: Nation


class AllotNation(Struct, forbid_unknown_fields=True):
    """A nation whose troops are still to be given to its generals."""

    nation: Nation
    troops: int
    generals: list[str]
    min: int
    max: int


class AllotMenu(Decision, tag="ALLOT"):
    """R2: the first allotment."""

    nations: list[AllotNation]


class DiscardMenu(Decision, tag="FORCED_DISCARD"):
    """A card that must be given up."""

    cards: list[str]


class CardsMenu(Decision):
    """One of these cards, or none."""

    cards: list[str]
    none: bool


class OffensiveMenu(CardsMenu, tag="OFFENSIVE"):
    """R13.3: declare the Offensive Option."""


class RedrawMenu(CardsMenu, tag="REDRAW"):
    """A card to be drawn anew."""


class GiftMenu(CardsMenu, tag="GIFT"):
    """A card to be given away."""


class TradeMenu(CardsMenu, tag="TRADE"):
    """A card to be traded; several decide at once."""


class MoveGroup(Struct, forbid_unknown_fields=True):
    """A piece, a stack or a part of one that can move; `ends`: every legal last city with one shortest path."""

    pieces: list[str]
    city: str
    takes: Numbers | None
    steps: int
    main_steps: int
    ends: dict[str, list[str]]


class CardValue(Struct, forbid_unknown_fields=True):
    """A card and what it pays."""

    card: str
    value: int


class Trains(Struct, forbid_unknown_fields=True):
    """Supply trains off the map, and where they may enter."""

    count: int
    cities: list[str]


class RecruitMenu(Struct, forbid_unknown_fields=True):
    """R10: what may be bought; `bonus` is what fate adds to the first card of a payment."""

    price: int
    max_troops: int
    purse: int
    bonus: int
    cards: list[CardValue]
    generals: dict[str, list[str]]
    trains: Trains
    room: dict[str, int]
    substitute: bool


class MoveMenu(Decision, tag="MOVE_MENU"):
    """R4: move, recruit, take off the map, or end the movement."""

    groups: list[MoveGroup]
    recruit: RecruitMenu | None
    remove: list[str]
    end: bool


class CombatMenu(Decision, tag="COMBAT_PICK"):
    """R7: which pair fights next, attacker first."""

    pairs: list[Names]


class EvadeMenu(Decision, tag="EVADE"):
    """Fight, or withdraw to one of these cities."""

    general: str
    cities: list[str]
    fight: bool


class CardPlay(Struct, forbid_unknown_fields=True):
    """A card that may be played, its value, and the score after it."""

    card: str
    value: int
    score: int
    double: bool | UnsetType = UNSET


class CardMenu(Decision, tag="CARD"):
    """R7: a card, a reserve, or give up; `duty` says why one may not."""

    score: int
    suit: Suit
    plays: list[CardPlay]
    reserves: list[str]
    reserve_values: list[int]
    bonus: int
    may_pass: bool = field(name="pass")
    duty: Literal["zero", "king"] | None


class RetreatMenu(Decision, tag="RETREAT_PICK"):
    """R8.5: where the beaten stack goes."""

    general: str
    loss: int
    cities: list[str]


class EastPrussiaMenu(Decision, tag="EAST_PRUSSIA"):
    """Which objectives Russia gives back."""

    choose: int
    cities: list[str]


class GeneralsMenu(Decision):
    """One of these generals, or none."""

    generals: list[str]
    none: bool


class FreeTroopMenu(GeneralsMenu, tag="FREE_TROOP"):
    """Who gets a troop for nothing."""


class RetireMenu(GeneralsMenu, tag="RETIRE"):
    """Who leaves the game."""


class LoseTroopMenu(GeneralsMenu, tag="LOSE_TROOP"):
    """Who loses a troop."""


class FlipMenu(GeneralsMenu, tag="FLIP"):
    """Who is turned face up."""


class LaudonMenu(Decision, tag="LAUDON"):
    """Where Laudon goes by himself, and what he takes along."""

    cities: list[str]
    takes: Numbers | None
    none: bool


class WestMenu(Decision, tag="WEST"):
    """A step in the west: from where, where to."""

    paths: list[Names]
    none: bool


class StepMenu(Decision):
    """Only in small-step play: the engine's numbers."""

    choices: list[int]


class PathMenu(StepMenu, tag="MOVE_PATH"):
    """The next city of a move."""


class SplitMenu(StepMenu, tag="SPLIT_ALLOT"):
    """How a stack divides."""


class RecruitOrderMenu(StepMenu, tag="RECRUIT_ORDER"):
    """What is bought."""


class RecruitPlaceMenu(StepMenu, tag="RECRUIT_PLACE"):
    """Where it enters."""


class RecruitPayMenu(StepMenu, tag="RECRUIT_PAY"):
    """What pays for it."""


class RecruitAssignMenu(StepMenu, tag="RECRUIT_ASSIGN"):
    """Who receives the troops."""


Menu = (
    AllotMenu | DiscardMenu | OffensiveMenu | MoveMenu | PathMenu | SplitMenu | RecruitOrderMenu | RecruitPlaceMenu
    | RecruitPayMenu | RecruitAssignMenu | CombatMenu | EvadeMenu | CardMenu | RetreatMenu | EastPrussiaMenu
    | FreeTroopMenu | RetireMenu | TradeMenu | RedrawMenu | LaudonMenu | FlipMenu | GiftMenu | LoseTroopMenu | WestMenu
)  # fmt: skip
