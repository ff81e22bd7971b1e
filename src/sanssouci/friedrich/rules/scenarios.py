"""R1.9–R1.12, R3.1, R3.2: a scenario is set up, and what is drawn in it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import START_CITY
from sanssouci.friedrich.rules.cards import count, shuffle
from sanssouci.friedrich.rules.decks import renew_pile
from sanssouci.friedrich.rules.names import FATE_COUNT, PIECE_COUNT, PRUSSIA
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.friedrich.rules.state import ALLOT, FATE_DECK, OFF_MAP, State, empty_state
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, generals_in, set_pool


def new_state(scenario: int, players: int, options: Options, key: bytes) -> State:
    """A state with the nations of a scenario and an empty board."""
    s = empty_state(BOOK[scenario], players, options, key)
    s.playing = s.scenario.nations
    piece: i64 = 0
    while piece < PIECE_COUNT:
        if s.scenario.pieces >> piece & 1 == 1:
            s.city[piece] = OFF_MAP
        piece += 1
    return s


def place_pieces(s: State) -> None:
    """R1.9: every piece of the scenario on its start city."""
    piece: i64 = 0
    while piece < PIECE_COUNT:
        if s.city[piece] == OFF_MAP:
            s.city[piece] = START_CITY[piece]
            if piece >= 24 or s.occ[START_CITY[piece]] == 0:
                s.occ[START_CITY[piece]] = piece + 1
        piece += 1


def set_up(s: State) -> None:
    """R1.9–R1.12: the start of a game, up to the first allotment."""
    place_pieces(s)
    shuffle_fate(s)
    renew_pile(s)
    nation: i64 = 0
    while nation < 7:
        if s.playing >> nation & 1 == 1:
            open_allotment(s, nation)
        nation += 1
    s.state = ALLOT


def shuffle_fate(s: State) -> None:
    """R1.12: the fate deck in a random order."""
    card: i64 = 0
    deck = vec[i64]([0] * FATE_COUNT)
    while card < FATE_COUNT:
        deck[card] = card
        card += 1
    shuffle(deck, FATE_COUNT, s.key, s.chance)
    s.chance += 1
    card = 0
    while card < FATE_COUNT:
        s.pile[FATE_DECK + card] = deck[card]
        card += 1


def open_allotment(s: State, nation: i64) -> None:
    """Every stack counts nothing yet; what everybody knows is one to eight each."""
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        city = s.city[g]
        if city >= 0 and s.occ[city] == g + 1:
            n = count(generals_in(s, nation, city))
            set_pool(s, g, 0, n, 8 * n)
        g += 1


def allot_bounds(s: State, nation: i64, general: i64, left: i64) -> tuple[i64, i64]:
    """R1.10: the least and the most a general may get if `left` troops remain for him and those after him."""
    after: i64 = 0
    g = general + 1
    end = end_general(nation)
    while g < end:
        if s.city[g] >= 0:
            after += 1
        g += 1
    one: i64 = 1
    return max(one, left - 8 * after), min(left - after, 8 * one)


def single_allotment(s: State, nation: i64) -> bool:
    """Is there only one legal vector?"""
    g = first_general(nation)
    end = end_general(nation)
    n: i64 = 0
    while g < end:
        if s.city[g] >= 0:
            n += 1
        g += 1
    strength = ceiling(s, nation)
    return n <= 1 or strength == n or strength == 8 * n


def _strokes(s: State, nation: i64) -> i64:
    """How many strokes of fate have cut the draw: subsidies for Prussia, colonies for everybody else."""
    return s.cuts if nation == PRUSSIA else s.colonial


def draw_number(s: State, nation: i64) -> i64:
    """R3.1, R14.3, R14.7: how many cards a nation draws in its stage."""
    return s.scenario.draws[nation * 3 + _strokes(s, nation)]


def discard_due(s: State, nation: i64, got: i64) -> bool:
    """R3.2, R14.3, OP-78: must one of the cards just drawn be given up?"""
    return s.scenario.discards >> nation & 1 == 1 and _strokes(s, nation) == 0 and got == draw_number(s, nation)
