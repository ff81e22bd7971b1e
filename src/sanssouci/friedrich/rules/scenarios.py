"""R1.9–R1.12, R14: the four scenarios: who takes part, where everything stands, what is drawn."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import PIECE_NATION, START_CITY
from sanssouci.friedrich.rules.cards import count, shuffle
from sanssouci.friedrich.rules.decks import renew_pile
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    AUSTRIAN_THEATRE,
    FATE_COUNT,
    FRANCE,
    G_SEYDLITZ,
    HANOVER,
    IMPERIAL,
    PIECE_COUNT,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    WEST,
)
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.state import ALLOT, FATE_DECK, OFF_MAP, State, empty_state
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, generals_in, set_pool


def new_state(scenario: int, players: int, options: Options, key: bytes) -> State:
    """A state with the nations of a scenario and an empty board."""
    s = empty_state(scenario, players, options, key)
    if scenario == WEST:
        s.playing = 1 << PRUSSIA | 1 << HANOVER | 1 << FRANCE
    elif scenario == AUSTRIAN_THEATRE:
        s.playing = 1 << PRUSSIA | 1 << AUSTRIA | 1 << IMPERIAL
    else:
        s.playing = 127
    piece: i64 = 0
    while piece < PIECE_COUNT:
        if in_play(s, piece):
            s.city[piece] = OFF_MAP
        piece += 1
    return s


def in_play(s: State, piece: i64) -> bool:
    """R14.2, R14.6: does a piece belong to the scenario?"""
    nation = PIECE_NATION[piece]
    if s.playing >> nation & 1 == 0:
        return False
    if nation != PRUSSIA:
        return True
    if s.scenario == WEST:
        return piece == G_SEYDLITZ or piece == 24  # Seydlitz and the train at Jüterbog
    if s.scenario == AUSTRIAN_THEATRE:
        return piece <= 4 or piece == 24 or piece == 25  # generals 1–5 and both trains
    return True


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


def draw_number(s: State, nation: i64) -> i64:
    """R3.1, R14.3, R14.7: how many cards a nation draws in its stage."""
    if nation == PRUSSIA:
        if s.scenario == WEST:
            return 1 if s.cuts >= 1 else 2
        if s.scenario == AUSTRIAN_THEATRE:
            return 5 - s.cuts
        if s.cuts == 0:
            return 7
        return 5 if s.cuts == 1 else 4
    if nation == HANOVER:
        return 1 if s.out >> FRANCE & 1 == 1 else 2
    if nation == RUSSIA:
        return 4
    if nation == SWEDEN or nation == IMPERIAL:
        return 1
    if nation == AUSTRIA:
        return 4 if s.colonial >= 1 else 5
    return 3 if s.colonial >= 1 else 4


def discard_due(s: State, nation: i64, got: i64) -> bool:
    """R3.2, R14.3, OP-78: must one of the cards just drawn be given up?"""
    if nation == FRANCE:
        return s.colonial == 0 and got == 4
    return nation == PRUSSIA and s.scenario == WEST and s.cuts == 0 and got == 2
