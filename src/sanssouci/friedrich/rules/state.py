"""Chapter 17.1, 17.2: the state carried between decisions, its decisions, and who plays whom in it.

What search copies is in `State` and nothing else: no names, no history. `fields` describes it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import MAX_DECKS
from sanssouci.friedrich.rules.names import IMPERIAL
from sanssouci.friedrich.rules.state_made import (
    ASKED as ASKED,
)
from sanssouci.friedrich.rules.state_made import (
    DRAW as DRAW,
)
from sanssouci.friedrich.rules.state_made import (
    FATE_DECK as FATE_DECK,
)
from sanssouci.friedrich.rules.state_made import (
    FRESH as FRESH,
)
from sanssouci.friedrich.rules.state_made import (
    HAND as HAND,
)
from sanssouci.friedrich.rules.state_made import (
    HELD as HELD,
)
from sanssouci.friedrich.rules.state_made import (
    HIGH as HIGH,
)
from sanssouci.friedrich.rules.state_made import (
    KNOWN as KNOWN,
)
from sanssouci.friedrich.rules.state_made import (
    LOW as LOW,
)
from sanssouci.friedrich.rules.state_made import (
    MEN_SIZE as MEN_SIZE,
)
from sanssouci.friedrich.rules.state_made import (
    PILE_SIZE as PILE_SIZE,
)
from sanssouci.friedrich.rules.state_made import (
    POOL as POOL,
)
from sanssouci.friedrich.rules.state_made import (
    PURSE as PURSE,
)
from sanssouci.friedrich.rules.state_made import (
    SETS_SIZE as SETS_SIZE,
)
from sanssouci.friedrich.rules.state_made import (
    TABLE as TABLE,
)
from sanssouci.friedrich.rules.state_made import (
    TOLD as TOLD,
)
from sanssouci.friedrich.rules.state_made import (
    TOLD_TURN as TOLD_TURN,
)
from sanssouci.friedrich.rules.state_made import (
    USED as USED,
)
from sanssouci.friedrich.rules.state_made import (
    Event as Event,
)
from sanssouci.friedrich.rules.state_made import (
    State as State,
)
from sanssouci.friedrich.rules.state_made import (
    empty_state as empty_state,
)

OFF_MAP: Final = -1
RETIRED: Final = -2
NOT_IN_PLAY: Final = -3

# Decision states (17.2).
ALLOT: Final = 0
FORCED_DISCARD: Final = 1
OFFENSIVE: Final = 2
MOVE_MENU: Final = 3
MOVE_PATH: Final = 4
SPLIT_ALLOT: Final = 5
RECRUIT_ORDER: Final = 6
RECRUIT_PLACE: Final = 7
RECRUIT_PAY: Final = 8
RECRUIT_ASSIGN: Final = 9
COMBAT_PICK: Final = 10
EVADE: Final = 11
CARD: Final = 12
RETREAT_PICK: Final = 13
EAST_PRUSSIA: Final = 14
FREE_TROOP: Final = 15
RETIRE: Final = 16
TRADE: Final = 17
REDRAW: Final = 18
LAUDON: Final = 19
FLIP: Final = 20
GIFT: Final = 21
LOSE_TROOP: Final = 22
WEST_STEP: Final = 23
GAME_OVER: Final = 24

#: What the choices of a decision are: numbers of its own (`encoding`), or simply a card, a city, a piece, a number.
OWN: Final = 0
A_CARD: Final = 1
A_CITY: Final = 2
A_PIECE: Final = 3
A_NUMBER: Final = 4
#: Every decision: its name, the phase it belongs to, what is chosen in it.
_DECISIONS: Final[dict[int, tuple[str, str, int]]] = {
    ALLOT: ("ALLOT", "allotment", OWN),
    FORCED_DISCARD: ("FORCED_DISCARD", "discard", A_CARD),
    OFFENSIVE: ("OFFENSIVE", "offensive", A_CARD),
    MOVE_MENU: ("MOVE_MENU", "movement", OWN),
    MOVE_PATH: ("MOVE_PATH", "movement", A_CITY),
    SPLIT_ALLOT: ("SPLIT_ALLOT", "movement", A_NUMBER),
    RECRUIT_ORDER: ("RECRUIT_ORDER", "movement", A_NUMBER),
    RECRUIT_PLACE: ("RECRUIT_PLACE", "movement", OWN),
    RECRUIT_PAY: ("RECRUIT_PAY", "movement", OWN),
    RECRUIT_ASSIGN: ("RECRUIT_ASSIGN", "movement", A_PIECE),
    COMBAT_PICK: ("COMBAT_PICK", "combat", OWN),
    EVADE: ("EVADE", "combat", A_CITY),
    CARD: ("CARD", "combat", OWN),
    RETREAT_PICK: ("RETREAT_PICK", "combat", A_CITY),
    EAST_PRUSSIA: ("EAST_PRUSSIA", "supply", OWN),
    FREE_TROOP: ("FREE_TROOP", "fate", A_PIECE),
    RETIRE: ("RETIRE", "fate", A_PIECE),
    TRADE: ("TRADE", "fate", A_CARD),
    REDRAW: ("REDRAW", "fate", A_CARD),
    LAUDON: ("LAUDON", "fate", A_CITY),
    FLIP: ("FLIP", "fate", A_PIECE),
    GIFT: ("GIFT", "fate", A_CARD),
    LOSE_TROOP: ("LOSE_TROOP", "fate", A_PIECE),
    WEST_STEP: ("WEST", "fate", OWN),
    GAME_OVER: ("GAME_OVER", "movement", OWN),
}
STATE_NAMES: Final[list[str]] = [_DECISIONS[state][0] for state in range(GAME_OVER + 1)]
PHASES: Final[list[str]] = [_DECISIONS[state][1] for state in range(GAME_OVER + 1)]
CHOSEN_IN: Final[vec[i64]] = vec[i64]([_DECISIONS[state][2] for state in range(GAME_OVER + 1)])
# Automatic states.
STAGE_BEGIN: Final = 30
DRAW_CARDS: Final = 31
AFTER_DRAW: Final = 32
COMBAT_LIST: Final = 33
DECLARE: Final = 34
COMBAT_NEXT: Final = 35
RETRO: Final = 36
SUPPLY: Final = 37
STAGE_END: Final = 38
TURN_TEST_1: Final = 39
FATE_DRAW: Final = 40
REASSIGN: Final = 41
TURN_TEST_2: Final = 42
NEXT_TURN: Final = 43

# The Offensive Option (R13.3–R13.7).
OO_NONE: Final = 0
OO_DECLARED: Final = 1
OO_TAKEN: Final = 2
OO_DEAD: Final = 3
OO_NAMES: Final[list[str]] = ["none", "declared", "taken", "dead"]

NOBODY: Final = -1
NO_CARD: Final = -1


def role_of(s: State, nation: i64) -> i64:
    """R1.1, R11.18: the role that controls a nation now."""
    if nation <= 1:
        return 0
    if nation <= 3:
        return 1
    if nation == IMPERIAL:
        return s.imperial_role
    if nation == 4:
        return 2
    return 3


def seers(s: State, role: i64) -> i64:
    """The set of roles that share a role's eyes: with three players Elisabeth and Pompadour are one person."""
    if s.players == 3 and (role == 1 or role == 3):
        return 10
    return 1 << role


def in_game(s: State, nation: i64) -> bool:
    """Does the nation take part in this scenario and has it not left?"""
    return (s.playing & ~s.out) >> nation & 1 == 1


def hand_of(s: State, nation: i64, deck: i64) -> i64:
    """The cards of one deck in a nation's hand, as a set."""
    return s.sets[HAND + nation * MAX_DECKS + deck]


def who_at(s: State, city: i64) -> i64:
    """Who stands in a city: 0, or 1 + the train or the top general."""
    return i64(s.occ[city])
