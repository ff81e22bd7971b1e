"""Made by tools/make_state.py from `fields`: the state, its copy, the empty one, what is public of it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from sanssouci.friedrich.rules.happening import Happening
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import Scenario

Event = Happening

# Rows of `men`: the figures of each stack, at its top general.
POOL: Final = 0  # its troops (R6.7)
LOW: Final = 24  # what everybody may deduce: at least so many
HIGH: Final = 48  # and at most so many
TOLD: Final = 72  # the last figure declared
TOLD_TURN: Final = 96  # and the turn of it
MEN_SIZE: Final = 120

# Rows of `sets`: sets of cards by deck, and of objectives by nation.
HAND: Final = 0  # hands by nation and deck
KNOWN: Final = 35  # cards whose whereabouts a role knows, by role and deck
USED: Final = 55  # used piles
TABLE: Final = 60  # played in the current combat
FRESH: Final = 65  # drawn in this stage
HELD: Final = 70  # objectives conquered, by nation
ASKED: Final = 77  # objectives with a "?" on them, by the nation they are for
PURSE: Final = 84  # what a hand is worth in payment
SETS_SIZE: Final = 91

# Rows of `pile`: cards in order.
DRAW: Final = 0  # the draw pile; its top is the last entry
FATE_DECK: Final = 250  # the fate deck; the cards drawn are known to all
PILE_SIZE: Final = 268


@mypyc_attr(acyclic=True)
class State:
    """A whole game at one decision. Rules live in the chapter modules; `turn` drives them.

    Made by `empty_state` and by `copy`, never directly: a copy should not pay for filling arrays twice.
    """

    scenario: Scenario
    players: i64
    options: Options
    key: bytes  # the source of chance
    log: list[Event] | None

    city: vec[i64]  # city of each piece, or OFF_MAP, RETIRED, NOT_IN_PLAY
    occ: vec[u8]  # who stands in a city: 0, or 1 + the train or the top general
    men: vec[i64]  # the figures of each stack, at its top general
    sets: vec[i64]  # sets of cards by deck, and of objectives by nation
    pile: vec[u8]  # cards in order
    pairs: vec[i64]  # combats still to be fought: attacker · 24 + defender, by top general
    played: vec[i64]  # this combat: (card · 32 + value) · 2 + (0 attacker, 1 defender)

    # Chance.
    chance: i64  # chance events so far
    revealed: i64  # random or secret things disclosed so far: undo is free while it is equal

    # Where the game stands.
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
    draw_size: i64
    decks_open: i64
    fate_drawn: i64  # how many fate cards were drawn
    victor: i64
    victor_city: i64
    oo_state: i64
    oo_card: i64

    # The stage.
    substitute: i64
    recruits: i64  # troops bought in this stage
    fixed: i64  # generals that may not move in this stage (2♣)
    bound: i64  # generals that received new troops while 10♠ is in force
    chevert_with: i64  # 5♦: Chevert's companions at the start of the phase

    # What later rules ask about.
    hild_suits: i64  # 3♥: suits in which Hildburghausen attacked this turn
    hild_lost: i64  # 12♥
    imperial_role: i64
    changed_hands: i64
    colonial: i64
    cuts: i64

    # Fate cards in force: sets of versions (`effects`).
    events: i64
    events_next: i64
    events_used: i64

    # A move in small steps (ST21, ST22).
    group: i64  # set of pieces that move
    at: i64
    steps: i64  # 6♠ keeps Laudon's city here
    all_main: i64
    share: i64

    # A purchase in small steps (ST23–ST26).
    buy_troops: i64
    buy_paid: i64
    buy_last: i64  # rank of the last card paid, so that a set is paid in one order only
    buy_left: i64  # troops not yet assigned
    buy_to: i64  # the next troop goes to this general or a later one
    buy_pieces: i64  # pieces that come back

    # The combat being fought.
    attacker: i64
    defender: i64
    loser: i64
    right: i64  # 0: the attacker has the right to play, 1: the defender
    score: i64  # of the side with the right
    loss: i64
    king: i64  # 7♦: 1 once Prussia had to act in this combat

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
        s.log = None
        s.city = self.city[:]
        s.occ = self.occ[:]
        s.men = self.men[:]
        s.sets = self.sets[:]
        s.pile = self.pile[:]
        s.pairs = self.pairs[:]
        s.played = self.played[:]
        s.chance = self.chance
        s.revealed = self.revealed
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
        s.draw_size = self.draw_size
        s.decks_open = self.decks_open
        s.fate_drawn = self.fate_drawn
        s.victor = self.victor
        s.victor_city = self.victor_city
        s.oo_state = self.oo_state
        s.oo_card = self.oo_card
        s.substitute = self.substitute
        s.recruits = self.recruits
        s.fixed = self.fixed
        s.bound = self.bound
        s.chevert_with = self.chevert_with
        s.hild_suits = self.hild_suits
        s.hild_lost = self.hild_lost
        s.imperial_role = self.imperial_role
        s.changed_hands = self.changed_hands
        s.colonial = self.colonial
        s.cuts = self.cuts
        s.events = self.events
        s.events_next = self.events_next
        s.events_used = self.events_used
        s.group = self.group
        s.at = self.at
        s.steps = self.steps
        s.all_main = self.all_main
        s.share = self.share
        s.buy_troops = self.buy_troops
        s.buy_paid = self.buy_paid
        s.buy_last = self.buy_last
        s.buy_left = self.buy_left
        s.buy_to = self.buy_to
        s.buy_pieces = self.buy_pieces
        s.attacker = self.attacker
        s.defender = self.defender
        s.loser = self.loser
        s.right = self.right
        s.score = self.score
        s.loss = self.loss
        s.king = self.king
        s.fate_card = self.fate_card
        s.fate_suit = self.fate_suit
        s.offer_russia = self.offer_russia
        s.offer_austria = self.offer_austria
        s.offers = self.offers
        s.winners = self.winners
        s.winning = self.winning
        s.reason = self.reason
        return s

    def public(self) -> State:
        """R15: a fresh state with what everybody may know of this one, built up from nothing."""
        s = empty_state(self.scenario, self.players, self.options, b"")
        s.city = self.city[:]
        s.occ = self.occ[:]
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
        s.draw_size = self.draw_size
        s.decks_open = self.decks_open
        s.fate_drawn = self.fate_drawn
        s.victor = self.victor
        s.victor_city = self.victor_city
        s.oo_state = self.oo_state
        s.oo_card = self.oo_card
        s.substitute = self.substitute
        s.recruits = self.recruits
        s.fixed = self.fixed
        s.chevert_with = self.chevert_with
        s.hild_suits = self.hild_suits
        s.hild_lost = self.hild_lost
        s.imperial_role = self.imperial_role
        s.changed_hands = self.changed_hands
        s.colonial = self.colonial
        s.cuts = self.cuts
        s.events = self.events
        s.events_next = self.events_next
        s.events_used = self.events_used
        s.group = self.group
        s.at = self.at
        s.steps = self.steps
        s.all_main = self.all_main
        s.share = self.share
        s.buy_troops = self.buy_troops
        s.buy_paid = self.buy_paid
        s.buy_last = self.buy_last
        s.buy_pieces = self.buy_pieces
        s.attacker = self.attacker
        s.defender = self.defender
        s.loser = self.loser
        s.right = self.right
        s.score = self.score
        s.loss = self.loss
        s.king = self.king
        s.fate_card = self.fate_card
        s.fate_suit = self.fate_suit
        s.offers = self.offers
        s.winners = self.winners
        s.winning = self.winning
        s.reason = self.reason
        for i in range(LOW, MEN_SIZE):
            s.men[i] = self.men[i]
        for i in range(TABLE, FRESH):
            s.sets[i] = self.sets[i]
        for i in range(HELD, PURSE):
            s.sets[i] = self.sets[i]
        return s


def empty_state(scenario: Scenario, players: int, options: Options, key: bytes) -> State:
    """An empty board; `scenarios.new_state` puts the pieces into play, `scenarios.set_up` on the map."""
    s = State()
    s.scenario = scenario
    s.players = players
    s.options = options
    s.key = key
    s.log = None
    s.city = vec[i64]([-3] * 35)
    s.occ = vec[u8]([0] * 672)
    s.men = vec[i64]([0] * 120)
    s.sets = vec[i64]([0] * 91)
    s.pile = vec[u8]([0] * 268)
    s.pairs = vec[i64]()
    s.played = vec[i64]()
    s.chance = 0
    s.revealed = 0
    s.turn = 1
    s.nation = 0
    s.state = 0
    s.decider = 0
    s.moved = 0
    s.face_down = 0
    s.out = 0
    s.virtual_out = 0
    s.playing = 0
    s.allotted = 0
    s.draw_size = 0
    s.decks_open = 0
    s.fate_drawn = 0
    s.victor = -1
    s.victor_city = -1
    s.oo_state = 0
    s.oo_card = -1
    s.substitute = -1
    s.recruits = 0
    s.fixed = 0
    s.bound = 0
    s.chevert_with = 0
    s.hild_suits = 0
    s.hild_lost = 0
    s.imperial_role = 2
    s.changed_hands = 0
    s.colonial = 0
    s.cuts = 0
    s.events = 0
    s.events_next = 0
    s.events_used = 0
    s.group = 0
    s.at = -1
    s.steps = 0
    s.all_main = 0
    s.share = 0
    s.buy_troops = 0
    s.buy_paid = 0
    s.buy_last = 0
    s.buy_left = 0
    s.buy_to = 0
    s.buy_pieces = 0
    s.attacker = -1
    s.defender = -1
    s.loser = -1
    s.right = 0
    s.score = 0
    s.loss = 0
    s.king = 0
    s.fate_card = -1
    s.fate_suit = 0
    s.offer_russia = -1
    s.offer_austria = -1
    s.offers = 0
    s.winners = 0
    s.winning = 0
    s.reason = 0
    return s
