"""R1.9–R1.12, R3.1, R3.2: a scenario is set up, and what is drawn in it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import START_CITY
from sanssouci.friedrich.rules.cards import count, shuffle
from sanssouci.friedrich.rules.decks import renew_pile
from sanssouci.friedrich.rules.names import FATE_COUNT, GENERAL_COUNT, MOST_TROOPS, NATION_COUNT, PIECE_COUNT, PRUSSIA
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.friedrich.rules.state import ALLOT, FATE_DECK, OFF_MAP, State, empty_state, who_at
from sanssouci.friedrich.rules.troops import end_general, first_general, generals_in, set_pool


def new_state(scenario: int, players: int, options: Options, key: bytes) -> State:
    """A state with the nations of a scenario and an empty board."""
    s = empty_state(BOOK[scenario], players, options, key)
    s.playing = s.scenario.nations
    for piece in range(PIECE_COUNT):
        if s.scenario.pieces >> piece & 1 == 1:
            s.city[piece] = OFF_MAP
    return s


def place_pieces(s: State) -> None:
    """R1.9: every piece of the scenario on its start city."""
    for piece in range(PIECE_COUNT):
        if s.city[piece] == OFF_MAP:
            s.city[piece] = START_CITY[piece]
            if piece >= GENERAL_COUNT or s.occ[START_CITY[piece]] == 0:
                s.occ[START_CITY[piece]] = u8(piece + 1)


def set_up(s: State) -> None:
    """R1.9–R1.12: the start of a game, up to the first allotment."""
    place_pieces(s)
    shuffle_fate(s)
    renew_pile(s)
    for nation in range(NATION_COUNT):
        if s.playing >> nation & 1 == 1:
            open_allotment(s, nation)
    s.state = ALLOT


def shuffle_fate(s: State) -> None:
    """R1.12: the fate deck in a random order."""
    deck = vec[u8](list(range(FATE_COUNT)))
    shuffle(deck, FATE_COUNT, s.key, s.chance)
    s.chance += 1
    for card in range(FATE_COUNT):
        s.pile[FATE_DECK + card] = deck[card]


def _strokes(s: State, nation: i64) -> i64:
    """How many strokes of fate have cut the draw: subsidies for Prussia, colonies for everybody else."""
    return s.cuts if nation == PRUSSIA else s.colonial


def draw_number(s: State, nation: i64) -> i64:
    """R3.1, R14.3, R14.7: how many cards a nation draws in its stage."""
    return s.scenario.draws[nation * 3 + _strokes(s, nation)]


def discard_due(s: State, nation: i64, got: i64) -> bool:
    """R3.2, R14.3, OP-78: must one of the cards just drawn be given up?"""
    return s.scenario.discards >> nation & 1 == 1 and _strokes(s, nation) == 0 and got == draw_number(s, nation)


def open_allotment(s: State, nation: i64) -> None:
    """Every stack counts nothing yet; what everybody knows is one to eight each."""
    for g in range(first_general(nation), end_general(nation)):
        city = s.city[g]
        if city >= 0 and who_at(s, city) == g + 1:
            n = count(generals_in(s, nation, city))
            set_pool(s, g, 0, n, MOST_TROOPS * n)
