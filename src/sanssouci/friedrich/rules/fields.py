"""Chapter 17.1: the state described once.

A field of the state is one row here: its name, its value at the start, who may know it, what it means, and where
and how a position writes it. From these rows `tools/make_state.py` makes `state_made` (the class, its copy, the empty
state, what is public), and `pack`, the views and the positions read them. A row cannot be written without saying
who may know it.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from sanssouci.friedrich.rules.names import NATION_COUNT, PIECE_COUNT


class Knows(Enum):
    """Who may know a field (R15)."""

    EVERYBODY = "everybody"
    #: One seat, or each its own part: `view` says which.
    OWNER = "owner"
    #: What the machine needs and no seat may see.
    NO_SEAT = "no seat"


EVERYBODY: Final = Knows.EVERYBODY
OWNER: Final = Knows.OWNER
NO_SEAT: Final = Knows.NO_SEAT


class Field(NamedTuple):
    """A number of the state."""

    name: str
    default: int
    knows: Knows
    #: Where a position keeps it: `section.entry`.
    path: str
    #: How it is written there (`position_codecs`); "": by hand, since it is part of something larger.
    kind: str = ""
    meaning: str = ""


class Array(NamedTuple):
    """An array of the state; `rows` are named parts of it, each known to somebody else."""

    name: str
    item: str
    size: int
    default: int
    knows: Knows
    meaning: str
    rows: tuple[Row, ...] = ()


class Row(NamedTuple):
    """A part of an array."""

    name: str
    size: int
    knows: Knows
    meaning: str


DECKS: Final = 5
GENERALS: Final = 24
CITIES: Final = 672
FATE_CARDS: Final = 18
MANY: Final = f"0..{1 << 21}"  # counters of a long game stay far below this

ARRAYS: Final[tuple[Array, ...]] = (
    Array("city", "i64", PIECE_COUNT, -3, EVERYBODY, "city of each piece, or OFF_MAP, RETIRED, NOT_IN_PLAY"),
    Array("occ", "u8", CITIES, 0, EVERYBODY, "who stands in a city: 0, or 1 + the train or the top general"),
    Array("men", "i64", 0, 0, OWNER, "the figures of each stack, at its top general", (
        Row("POOL", GENERALS, OWNER, "its troops (R6.7)"),
        Row("LOW", GENERALS, EVERYBODY, "what everybody may deduce: at least so many"),
        Row("HIGH", GENERALS, EVERYBODY, "and at most so many"),
        Row("TOLD", GENERALS, EVERYBODY, "the last figure declared"),
        Row("TOLD_TURN", GENERALS, EVERYBODY, "and the turn of it"),
    )),
    Array("sets", "i64", 0, 0, OWNER, "sets of cards by deck, and of objectives by nation", (
        Row("HAND", NATION_COUNT * DECKS, OWNER, "hands by nation and deck"),
        Row("KNOWN", 4 * DECKS, OWNER, "cards whose whereabouts a role knows, by role and deck"),
        Row("USED", DECKS, OWNER, "used piles"),
        Row("TABLE", DECKS, EVERYBODY, "played in the current combat"),
        Row("FRESH", DECKS, OWNER, "drawn in this stage"),
        Row("HELD", NATION_COUNT, EVERYBODY, "objectives conquered, by nation"),
        Row("ASKED", NATION_COUNT, EVERYBODY, 'objectives with a "?" on them, by the nation they are for'),
        Row("PURSE", NATION_COUNT, OWNER, "what a hand is worth in payment"),
    )),
    Array("pile", "u8", 0, 0, NO_SEAT, "cards in order", (
        Row("DRAW", 50 * DECKS, NO_SEAT, "the draw pile; its top is the last entry"),
        Row("FATE_DECK", FATE_CARDS, NO_SEAT, "the fate deck; the cards drawn are known to all"),
    )),
    Array("pairs", "i64", 0, 0, EVERYBODY, "combats still to be fought: attacker · 24 + defender, by top general"),
    Array("played", "i64", 0, 0, EVERYBODY, "this combat: (card · 32 + value) · 2 + (0 attacker, 1 defender)"),
)  # fmt: skip

GROUPS: Final[tuple[tuple[str, tuple[Field, ...]], ...]] = (
    ("Chance.", (
        Field("chance", 0, NO_SEAT, "rng.chance", MANY, "chance events so far"),
        Field("revealed", 0, NO_SEAT, "revealed", "",
              "random or secret things disclosed so far: undo is free while it is equal"),
    )),
    ("Where the game stands.", (
        Field("turn", 1, EVERYBODY, "turn"),
        Field("nation", 0, EVERYBODY, "nation", "", "whose stage; NATION_COUNT in the end-of-turn step"),
        Field("state", 0, EVERYBODY, "state"),
        Field("decider", 0, EVERYBODY, "decider", "", "the nation that decides"),
        Field("moved", 0, EVERYBODY, "moved", "", "pieces"),
        Field("face_down", 0, EVERYBODY, "pieces", "", "generals"),
        Field("out", 0, EVERYBODY, "out", "", "nations"),
        Field("virtual_out", 0, EVERYBODY, "out", "", "absent nations that have left (R14.10)"),
        Field("playing", 0, EVERYBODY, "scenario", "", "nations of the scenario"),
        Field("allotted", 0, EVERYBODY, "allotted", "", "nations"),
        Field("draw_size", 0, EVERYBODY, "piles.draw"),
        Field("decks_open", 0, EVERYBODY, "piles.unopened"),
        Field("fate_drawn", 0, EVERYBODY, "fate.drawn", "", "how many fate cards were drawn"),
        Field("victor", -1, EVERYBODY, "last_victor.general"),
        Field("victor_city", -1, EVERYBODY, "last_victor.city"),
        Field("oo_state", 0, EVERYBODY, "offensive_option.state"),
        Field("oo_card", -1, EVERYBODY, "offensive_option.card"),
    )),
    ("The stage.", (
        Field("substitute", -1, EVERYBODY, "stage.substitute", "city"),
        Field("recruits", 0, EVERYBODY, "stage.recruited", "0..200", "troops bought in this stage"),
        Field("fixed", 0, EVERYBODY, "stage.fixed", "generals", "generals that may not move in this stage (2♣)"),
        Field("bound", 0, OWNER, "stage.bound", "generals", "generals that received new troops while 10♠ is in force"),
        Field("chevert_with", 0, EVERYBODY, "stage.chevert_with", "generals",
              "5♦: Chevert's companions at the start of the phase"),
    )),
    ("What later rules ask about.", (
        Field("hild_suits", 0, EVERYBODY, "memory.hild_suits", "suits",
              "3♥: suits in which Hildburghausen attacked this turn"),
        Field("hild_lost", 0, EVERYBODY, "memory.hild_lost", "flag", "12♥"),
        Field("imperial_role", 2, EVERYBODY, "memory.imperial_role", "role"),
        Field("changed_hands", 0, EVERYBODY, "memory.changed_hands", "flag"),
        Field("colonial", 0, EVERYBODY, "memory.colonial", "0..2"),
        Field("cuts", 0, EVERYBODY, "memory.cuts", "0..2"),
    )),
    ("Fate cards in force: sets of versions (`effects`).", (
        Field("events", 0, EVERYBODY, "events.now", "effects"),
        Field("events_next", 0, EVERYBODY, "events.next", "effects"),
        Field("events_used", 0, EVERYBODY, "events.used", "effects"),
    )),
    ("A move in small steps (ST21, ST22).", (
        Field("group", 0, EVERYBODY, "moving.pieces", "pieces", "set of pieces that move"),
        Field("at", -1, EVERYBODY, "moving.at", "city"),
        Field("steps", 0, EVERYBODY, "moving.steps", "0..671", "6♠ keeps Laudon's city here"),
        Field("all_main", 0, EVERYBODY, "moving.main", "flag"),
        Field("share", 0, EVERYBODY, "moving.part", "generals"),
    )),
    ("A purchase in small steps (ST23–ST26).", (
        Field("buy_troops", 0, EVERYBODY, "purchase.troops", "0..200"),
        Field("buy_paid", 0, EVERYBODY, "purchase.paid", "0..10000"),
        Field("buy_last", 0, EVERYBODY, "purchase.last", f"-1..{1 << 21}",
              "rank of the last card paid, so that a set is paid in one order only"),
        Field("buy_left", 0, OWNER, "purchase.left", "0..200", "troops not yet assigned"),
        Field("buy_to", 0, OWNER, "purchase.to", "0..24", "the next troop goes to this general or a later one"),
        Field("buy_pieces", 0, EVERYBODY, "purchase.pieces", "pieces", "pieces that come back"),
    )),
    ("The combat being fought.", (
        Field("attacker", -1, EVERYBODY, "combat.attacker", "general"),
        Field("defender", -1, EVERYBODY, "combat.defender", "general"),
        Field("loser", -1, EVERYBODY, "combat.loser", "general"),
        Field("right", 0, EVERYBODY, "combat.right", "", "0: the attacker has the right to play, 1: the defender"),
        Field("score", 0, EVERYBODY, "combat.score", "-100..0", "of the side with the right"),
        Field("loss", 0, EVERYBODY, "combat.loss", "0..24"),
        Field("king", 0, EVERYBODY, "combat.king", "flag", "7♦: 1 once Prussia had to act in this combat"),
    )),
    ("A fate decision.", (
        Field("fate_card", -1, EVERYBODY, "fate_choice.card"),
        Field("fate_suit", 0, EVERYBODY, "fate_choice.suit"),
        Field("offer_russia", -1, OWNER, "fate_choice.named"),
        Field("offer_austria", -1, OWNER, "fate_choice.named"),
        Field("offers", 0, EVERYBODY, "fate_choice.named", "", "nations that have named a card or refused (1♥)"),
    )),
    ("The result, once the game is over.", (
        Field("winners", 0, EVERYBODY, "result.winners", "", "roles"),
        Field("winning", 0, EVERYBODY, "result.nations", "", "nations"),
        Field("reason", 0, EVERYBODY, "result.reason", "", "number of the rule, see victory.REASONS"),
    )),
)  # fmt: skip
FIELDS: Final[tuple[Field, ...]] = tuple(field for _, fields in GROUPS for field in fields)
