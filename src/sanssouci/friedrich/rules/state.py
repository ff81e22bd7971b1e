"""Chapter 17.1: the state carried between decisions, as few small arrays and integers.

What search copies is here and nothing else: no names, no history. The arrays are

* `city`   – city of each piece, or OFF_MAP, RETIRED, NOT_IN_PLAY;
* `occ`    – who stands in a city: 0, or 1 + the train, or 1 + the top general of the stack there;
* `men`    – five rows of 24: the pool of a stack at its top general (R6.7), the public interval
             of its strength (LOW, HIGH), and the last figure declared (TOLD, in turn TOLD_TURN);
* `sets`   – card sets by deck (hands, what each role knows, used piles, on the table, drawn this stage)
             and objective sets by nation (held, "?");
* `pile`   – the draw pile (its top is the last entry) and the fate deck in order.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.names import (
    IMPERIAL,
    PIECE_COUNT,
)
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import Scenario

OFF_MAP: Final = -1
RETIRED: Final = -2
NOT_IN_PLAY: Final = -3

# Rows of `men`.
POOL: Final = 0
LOW: Final = 24
HIGH: Final = 48
TOLD: Final = 72
TOLD_TURN: Final = 96
MEN_SIZE: Final = 120

# Rows of `sets`.
HAND: Final = 0  # 7 nations × 5 decks
KNOWN: Final = 35  # 4 roles × 5 decks: cards whose whereabouts that role knows
USED: Final = 55  # 5 decks
TABLE: Final = 60  # 5 decks: played in the current combat
FRESH: Final = 65  # 5 decks: drawn in this stage
HELD: Final = 70  # 7 nations: objectives conquered
ASKED: Final = 77  # 7 nations: objectives of that nation with a "?" on them
PURSE: Final = 84  # 7 nations: what the hand is worth in payment
SETS_SIZE: Final = 91

# Rows of `pile`.
DRAW: Final = 0
FATE_DECK: Final = 250
PILE_SIZE: Final = 268

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
STATE_NAMES: Final[list[str]] = [
    "ALLOT", "FORCED_DISCARD", "OFFENSIVE", "MOVE_MENU", "MOVE_PATH", "SPLIT_ALLOT", "RECRUIT_ORDER",
    "RECRUIT_PLACE", "RECRUIT_PAY", "RECRUIT_ASSIGN", "COMBAT_PICK", "EVADE", "CARD", "RETREAT_PICK",
    "EAST_PRUSSIA", "FREE_TROOP", "RETIRE", "TRADE", "REDRAW", "LAUDON", "FLIP", "GIFT", "LOSE_TROOP",
    "WEST", "GAME_OVER",
]  # fmt: skip
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

#: One event: key, rule, public arguments, arguments for `seers` only, and who they are (a set of roles).
Event = tuple[str, str, dict[str, object], dict[str, object], int]


class State:
    """A whole game at one decision. Rules live in the chapter modules; `turn` drives them.

    Made by `empty_state` and by `copy`, never directly: a copy should not pay for filling arrays twice.
    """

    scenario: Scenario
    players: i64
    options: Options
    key: bytes  # the source of chance
    chance: i64  # chance events so far
    revealed: i64  # random or secret things disclosed so far: undo is free while it is equal
    log: list[Event] | None

    city: vec[i64]
    occ: vec[i64]
    men: vec[i64]
    sets: vec[i64]
    pile: vec[i64]
    pairs: vec[i64]  # attacker · 24 + defender, by top general
    played: vec[i64]  # this combat: (card · 32 + value) · 2 + (0 attacker, 1 defender)

    turn: i64
    nation: i64  # whose stage; NATION_COUNT in the end-of-turn step
    state: i64
    decider: i64  # the nation that decides
    moved: i64  # pieces
    face_down: i64  # generals
    out: i64  # nations
    virtual_out: i64  # absent nations that have left (R14.10)
    playing: i64  # nations of the scenario
    allotted: i64  # nations
    imperial_role: i64
    changed_hands: i64
    colonial: i64
    cuts: i64

    draw_size: i64
    decks_open: i64
    fate_drawn: i64  # how many fate cards were drawn
    events: i64  # in force this turn: bit (card − 1) · 4 + suit
    events_next: i64
    events_used: i64

    substitute: i64
    fixed: i64  # generals that may not move in this stage (2♣)
    bound: i64  # generals that received new troops while 10♠ is in force
    chevert_with: i64  # 5♦: Chevert's companions at the start of the phase
    hild_suits: i64  # 3♥: suits in which Hildburghausen attacked this turn
    hild_lost: i64  # 12♥
    recruits: i64  # troops bought in this stage
    victor: i64
    victor_city: i64
    oo_state: i64
    oo_card: i64

    # A move in small steps (ST21, ST22).
    group: i64  # set of pieces that move
    at: i64
    steps: i64
    all_main: i64
    share: i64

    # A purchase in small steps (ST23–ST26).
    buy_troops: i64
    buy_pieces: i64  # pieces that come back
    buy_paid: i64
    buy_last: i64  # rank of the last card paid, so that a set is paid in one order only
    buy_left: i64  # troops not yet assigned
    buy_to: i64  # the next troop goes to this general or a later one

    # The combat being fought.
    attacker: i64
    defender: i64
    right: i64  # 0: the attacker has the right to play, 1: the defender
    score: i64  # of the side with the right
    king: i64  # 7♦: 1 once Prussia had to act in this combat
    loser: i64
    loss: i64

    # A fate decision.
    fate_card: i64
    fate_suit: i64
    offer_russia: i64
    offer_austria: i64
    offers: i64  # nations that have named a card or refused (1♥)

    # The result, once the game is over.
    winners: i64  # roles
    winning: i64  # nations
    reason: i64  # number of the rule, see victory.REASONS

    def copy(self) -> State:
        """An independent copy, without the log."""
        s = State()
        s.scenario = self.scenario
        s.players = self.players
        s.options = self.options
        s.key = self.key
        s.chance = self.chance
        s.revealed = self.revealed
        s.log = None
        s.city = self.city[:]
        s.occ = self.occ[:]
        s.men = self.men[:]
        s.sets = self.sets[:]
        s.pile = self.pile[:]
        s.pairs = self.pairs[:]
        s.played = self.played[:]
        s.turn = self.turn
        s.nation = self.nation
        s.state = self.state
        s.decider = self.decider
        s.moved = self.moved
        s.face_down = self.face_down
        s.out = self.out
        s.virtual_out = self.virtual_out
        s.playing = self.playing
        s.allotted = self.allotted
        s.imperial_role = self.imperial_role
        s.changed_hands = self.changed_hands
        s.colonial = self.colonial
        s.cuts = self.cuts
        s.draw_size = self.draw_size
        s.decks_open = self.decks_open
        s.fate_drawn = self.fate_drawn
        s.events = self.events
        s.events_next = self.events_next
        s.events_used = self.events_used
        s.substitute = self.substitute
        s.fixed = self.fixed
        s.bound = self.bound
        s.chevert_with = self.chevert_with
        s.hild_suits = self.hild_suits
        s.hild_lost = self.hild_lost
        s.recruits = self.recruits
        s.victor = self.victor
        s.victor_city = self.victor_city
        s.oo_state = self.oo_state
        s.oo_card = self.oo_card
        s.group = self.group
        s.at = self.at
        s.steps = self.steps
        s.all_main = self.all_main
        s.share = self.share
        s.buy_troops = self.buy_troops
        s.buy_pieces = self.buy_pieces
        s.buy_paid = self.buy_paid
        s.buy_last = self.buy_last
        s.buy_left = self.buy_left
        s.buy_to = self.buy_to
        s.attacker = self.attacker
        s.defender = self.defender
        s.right = self.right
        s.score = self.score
        s.king = self.king
        s.loser = self.loser
        s.loss = self.loss
        s.fate_card = self.fate_card
        s.fate_suit = self.fate_suit
        s.offer_russia = self.offer_russia
        s.offer_austria = self.offer_austria
        s.offers = self.offers
        s.winners = self.winners
        s.winning = self.winning
        s.reason = self.reason
        return s


def empty_state(scenario: Scenario, players: int, options: Options, key: bytes) -> State:
    """An empty board; `scenarios.new_state` puts the scenario's pieces into play, `scenarios.set_up` on the map."""
    s = State()
    s.scenario = scenario
    s.players = players
    s.options = options
    s.key = key
    s.chance = 0
    s.revealed = 0
    s.log = None
    s.city = vec[i64]([NOT_IN_PLAY] * PIECE_COUNT)
    s.occ = vec[i64]([0] * 672)
    s.men = vec[i64]([0] * MEN_SIZE)
    s.sets = vec[i64]([0] * SETS_SIZE)
    s.pile = vec[i64]([0] * PILE_SIZE)
    s.pairs = vec[i64]()
    s.played = vec[i64]()
    s.turn = 1
    s.nation = 0
    s.state = ALLOT
    s.decider = 0
    s.moved = 0
    s.face_down = 0
    s.out = 0
    s.virtual_out = 0
    s.playing = 0
    s.allotted = 0
    s.imperial_role = 2
    s.changed_hands = 0
    s.colonial = 0
    s.cuts = 0
    s.draw_size = 0
    s.decks_open = 0
    s.fate_drawn = 0
    s.events = 0
    s.events_next = 0
    s.events_used = 0
    s.substitute = OFF_MAP
    s.fixed = 0
    s.bound = 0
    s.chevert_with = 0
    s.hild_suits = 0
    s.hild_lost = 0
    s.recruits = 0
    s.victor = NOBODY
    s.victor_city = OFF_MAP
    s.oo_state = OO_NONE
    s.oo_card = NO_CARD
    s.group = 0
    s.at = OFF_MAP
    s.steps = 0
    s.all_main = 0
    s.share = 0
    s.buy_troops = 0
    s.buy_pieces = 0
    s.buy_paid = 0
    s.buy_last = 0
    s.buy_left = 0
    s.buy_to = 0
    s.attacker = NOBODY
    s.defender = NOBODY
    s.right = 0
    s.score = 0
    s.king = 0
    s.loser = NOBODY
    s.loss = 0
    s.fate_card = -1
    s.fate_suit = 0
    s.offer_russia = NO_CARD
    s.offer_austria = NO_CARD
    s.offers = 0
    s.winners = 0
    s.winning = 0
    s.reason = 0
    return s


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
