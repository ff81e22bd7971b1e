"""The table of actions: a fixed number for everything a small step of the engine can mean.

A row says the same in every decision in which it occurs: a city is a city whether a group marches there, a beaten
stack retreats there or Laudon steps there; `none` is every way of stopping, passing and declining. So whoever
learns what a row is worth learns it once. The table never depends on a game; its version is the hash of its names.

This is the only place that knows how the engine numbers its choices (`encoding`) and which of them a decision
uses. 12♥'s march, one choice of the engine, is two rows: the first city, then the second. The two Reserves of a deck
look alike: a hand's only one has the rows of `Ra`, whichever it is.
"""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    CITY_IDS,
    DEPOTS,
    EAST_PRUSSIAN,
    FRANCE_CLUBS_KOBLENZ,
    OBJECTIVE_CITY,
    PIECE_NATION,
    SUBSTITUTES,
)
from sanssouci.friedrich.rules.cards import (
    CARD_COUNT,
    DECK_SIZE,
    ELEVEN_OF_SPADES,
    KINDS,
    MAX_DECKS,
    RESERVES,
    bit,
    card_name,
    lowest,
)
from sanssouci.friedrich.rules.encoding import (
    DONE,
    DOUBLE,
    END,
    MOVE_GENERALS,
    MOVE_TRAIN,
    NONE,
    PASS,
    PAY_DOUBLE,
    RECRUIT,
    REMOVE,
    STOP,
    about,
    city_of,
    first_of,
    kind_of,
    march_of,
    placing,
    subject_of,
)
from sanssouci.friedrich.rules.names import (
    FRANCE,
    GENERAL_COUNT,
    GENERALS_FROM,
    NATION_COUNT,
    PIECE_COUNT,
    PIECES,
    nation_of,
)
from sanssouci.friedrich.rules.state import (
    A_CARD,
    A_CITY,
    A_NUMBER,
    A_PIECE,
    ALLOT,
    CARD,
    CHOSEN_IN,
    COMBAT_PICK,
    EAST_PRUSSIA,
    EVADE,
    HAND,
    MOVE_MENU,
    MOVE_PATH,
    OWN,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    WEST_STEP,
    State,
)

_MOST_TROOPS: Final = 32  # Prussia's strength: no number in the game is larger


def _groups() -> list[int]:
    """Every set of two or three generals of one nation (R4.5); one alone is his piece's row."""
    found = []
    for nation in range(NATION_COUNT):
        first, end = GENERALS_FROM[nation], GENERALS_FROM[nation + 1]
        own = range(first, end)
        found += [1 << a | 1 << b for a in own for b in own if a < b]
        found += [1 << a | 1 << b | 1 << c for a in own for b in own for c in own if a < b < c]
    return found


def _entries() -> list[tuple[int, int]]:
    """Every piece with every city where it could come back, under any option (R10.6, R10.9)."""
    found = []
    for piece in range(PIECE_COUNT):
        nation = nation_of(piece)
        cities = {*DEPOTS[nation], *SUBSTITUTES[nation]}
        if nation == FRANCE:
            cities |= set(FRANCE_CLUBS_KOBLENZ)
        found += [(piece, city) for city in sorted(cities)]
    return found


def _attacks() -> list[tuple[int, int]]:
    """Every general with every general of the other side (R1.2)."""
    both = range(GENERAL_COUNT)
    return [(a, d) for a in both for d in both if (nation_of(a) <= 1) != (nation_of(d) <= 1)]


_GROUPS: Final[list[int]] = _groups()
_ENTRIES: Final[list[tuple[int, int]]] = _entries()
_ATTACKS: Final[list[tuple[int, int]]] = _attacks()
_LIBERATIONS: Final[list[int]] = [3, 5, 9, 6, 10, 12]  # two of the four cities, as sets of bits

# Where each kind of row begins.
NO: Final = 0
BUY: Final = 1
NUMBER: Final = 2
PIECE: Final = NUMBER + _MOST_TROOPS + 1
CITY: Final = PIECE + PIECE_COUNT
LAY: Final = CITY + CITY_COUNT
NAMED: Final = LAY + CARD_COUNT
DOUBLED: Final = NAMED + 10 * 2 * MAX_DECKS
TAKE_OFF: Final = DOUBLED + MAX_DECKS
FREE: Final = TAKE_OFF + GENERAL_COUNT
GROUP: Final = FREE + 6
ATTACK: Final[int] = GROUP + len(_GROUPS)
ENTER: Final[int] = ATTACK + len(_ATTACKS)
ROW_COUNT: Final[int] = ENTER + len(_ENTRIES)


def _names() -> list[str]:
    names = ["none", "recruit"]
    names += [f"number {n}" for n in range(_MOST_TROOPS + 1)]
    names += [f"piece {piece}" for piece in PIECES]
    names += [f"city {city}" for city in CITY_IDS]
    names += [f"card {card_name(card)}" for card in range(CARD_COUNT)]
    for deck in range(MAX_DECKS):
        for which in "ab":
            names += [f"play R{which}/{deck + 1}={value}" for value in range(1, 11)]
    names += [f"play {card_name(deck * DECK_SIZE + ELEVEN_OF_SPADES)} double" for deck in range(MAX_DECKS)]
    names += [f"remove {PIECES[general]}" for general in range(GENERAL_COUNT)]
    for pair in _LIBERATIONS:
        cities = [CITY_IDS[OBJECTIVE_CITY[EAST_PRUSSIAN[k]]] for k in range(4) if pair >> k & 1]
        names.append("liberate " + " ".join(cities))
    for group in _GROUPS:
        names.append("group " + "+".join(PIECES[g] for g in range(GENERAL_COUNT) if group >> g & 1))
    names += [f"attack {PIECES[a]} {PIECES[d]}" for a, d in _ATTACKS]
    names += [f"enter {PIECES[piece]} {CITY_IDS[city]}" for piece, city in _ENTRIES]
    # The two Reserves of a deck are two cards of one name: their rows are told apart by a letter.
    for deck in range(MAX_DECKS):
        for k, which in enumerate("ab"):
            names[LAY + deck * DECK_SIZE + KINDS + k] = f"card R{which}/{deck + 1}"
    return names


#: What every row means, in words.
ROW_NAMES: Final[list[str]] = _names()
#: The version: rows may only be added with another number, and any change shows in the hash.
ROW_TABLE: Final = "friedrich-actions/1"
ROW_HASH: Final[str] = hashlib.sha256("\n".join([ROW_TABLE, *ROW_NAMES]).encode()).hexdigest()[:16]

_GROUP_SET: Final[vec[i64]] = vec[i64](_GROUPS)
_ATTACK_OF: Final[vec[i64]] = vec[i64]([a * GENERAL_COUNT + d for a, d in _ATTACKS])
_ENTRY_OF: Final[vec[i64]] = vec[i64]([int(placing(piece, city)) for piece, city in _ENTRIES])
_FREE_OF: Final[vec[i64]] = vec[i64](_LIBERATIONS)


def _backwards(values: list[int], size: int, first: int) -> list[int]:
    rows = [-1] * size
    for row, value in enumerate(values):
        rows[value] = first + row
    return rows


_ATTACK_ROW: Final[vec[i64]] = vec[i64](_backwards([a * GENERAL_COUNT + d for a, d in _ATTACKS], 576, ATTACK))
_ENTRY_ROW: Final[vec[i64]] = vec[i64](
    _backwards([piece * CITY_COUNT + city for piece, city in _ENTRIES], PIECE_COUNT * CITY_COUNT, ENTER)
)
_FREE_ROW: Final[vec[i64]] = vec[i64](_backwards(_LIBERATIONS, 16, FREE))
_FIRST: Final[vec[i64]] = vec[i64](GENERALS_FROM)
#: A group's row by nation and the set of its generals counted from the nation's first.
_GROUP_ROW: Final[vec[i64]] = vec[i64](
    _backwards(
        [nation_of(g) << 8 | s >> GENERALS_FROM[nation_of(g)] for s in _GROUPS for g in [int(lowest(s))]],
        NATION_COUNT << 8,
        GROUP,
    )
)


def row_of(s: State, choice: i64, first: i64) -> i64:
    """The row of one choice in a decision; `first`: the first city of 12♥'s march once it is chosen, else −1."""
    chosen = CHOSEN_IN[s.state]
    if chosen == OWN:
        return _own_row(s, choice, first)
    if choice == NONE or (choice == STOP and chosen == A_CITY):  # FIGHT is the same number
        return NO
    if chosen == A_CITY:
        return CITY + choice
    if chosen == A_PIECE:
        return PIECE + choice
    if chosen == A_NUMBER:
        return NUMBER + choice
    return LAY + _alike(s, choice)


def _own_row(s: State, choice: i64, first: i64) -> i64:
    """The same where a decision has numbers of its own."""
    state = s.state
    if state == MOVE_MENU:
        return _phase_two_row(choice)
    if state == CARD:
        return _play_row(s, choice)
    if state == RECRUIT_PAY:
        return LAY + _alike(s, choice) if choice < PAY_DOUBLE else DOUBLED + (choice - PAY_DOUBLE) // DECK_SIZE
    if state == RECRUIT_PLACE:
        return NO if choice == DONE else _ENTRY_ROW[first_of(choice) * CITY_COUNT + city_of(choice)]
    if state == COMBAT_PICK:
        return _ATTACK_ROW[choice]
    if state == ALLOT:
        return NUMBER + choice % 16
    if state == EAST_PRUSSIA:
        return _FREE_ROW[choice]
    if choice == NONE:
        return NO
    return CITY + (first_of(choice) if first < 0 else city_of(choice))  # WEST_STEP


def _phase_two_row(choice: i64) -> i64:
    if choice == END:
        return NO
    if choice == RECRUIT:
        return BUY
    what = subject_of(choice)
    kind = kind_of(choice)
    if kind == MOVE_TRAIN:
        return PIECE + what
    if kind == REMOVE:
        return TAKE_OFF + what
    if what & (what - 1) == 0:
        return PIECE + lowest(what)
    nation = PIECE_NATION[lowest(what)]
    return _GROUP_ROW[nation << 8 | what >> _FIRST[nation]]


def _alike(s: State, card: i64) -> i64:
    """A card of the decider's hand with its Reserves in order: the other of the two if he holds only that."""
    if card % DECK_SIZE < KINDS:
        return card
    hand = s.sets[HAND + s.decider * MAX_DECKS + card // DECK_SIZE] & RESERVES
    if hand == RESERVES or hand == 0:
        return card
    return card // DECK_SIZE * DECK_SIZE + (KINDS if card % DECK_SIZE == lowest(hand) else KINDS + 1)


def _held(s: State, card: i64) -> i64:
    """The opposite of `_alike`."""
    if card % DECK_SIZE < KINDS:
        return card
    hand = s.sets[HAND + s.decider * MAX_DECKS + card // DECK_SIZE] & RESERVES
    if hand == RESERVES or hand == 0:
        return card
    only = lowest(hand)
    return card // DECK_SIZE * DECK_SIZE + (only if card % DECK_SIZE == KINDS else 2 * KINDS + 1 - only)


def _play_row(s: State, choice: i64) -> i64:
    if choice == PASS:
        return NO
    card = _alike(s, (choice - 1) >> 4)
    named = (choice - 1) & 15
    if named == 0:
        return LAY + card
    if named == DOUBLE:
        return DOUBLED + card // DECK_SIZE
    return NAMED + (card // DECK_SIZE * 2 + card % DECK_SIZE - KINDS) * 10 + named - 1


def choice_of(s: State, row: i64, first: i64) -> i64:
    """The engine's choice a row stands for in the present decision, legal or not; −1 if it stands for none.

    The first city of 12♥'s march is no choice of the engine yet: the caller keeps it as `first`.
    """
    state = s.state
    if row < 0 or row >= ROW_COUNT:
        return -1
    chosen = CHOSEN_IN[state]
    if row == NO:
        if state == MOVE_MENU:
            return END
        if state == MOVE_PATH or state == EVADE:
            return STOP
        if state == CARD:
            return PASS
        return NONE  # DONE is the same number
    if row < PIECE:
        if row == BUY:
            return RECRUIT if state == MOVE_MENU else -1
        if state == ALLOT:
            return s.buy_to * 16 + row - NUMBER
        return row - NUMBER if chosen == A_NUMBER else -1
    if row < CITY:
        piece = row - PIECE
        if state == MOVE_MENU:
            return march_of(bit(piece))
        return piece if chosen == A_PIECE else -1
    if row < LAY:
        city = row - CITY
        if state == WEST_STEP:
            return -1 if first < 0 else placing(first, city)
        return city if chosen == A_CITY else -1
    if row < TAKE_OFF:
        return _card_choice(s, row)
    if row < FREE:
        return about(REMOVE, row - TAKE_OFF) if state == MOVE_MENU else -1
    if row < GROUP:
        return _FREE_OF[row - FREE] if state == EAST_PRUSSIA else -1
    if row < ATTACK:
        return about(MOVE_GENERALS, _GROUP_SET[row - GROUP]) if state == MOVE_MENU else -1
    if row < ENTER:
        return _ATTACK_OF[row - ATTACK] if state == COMBAT_PICK else -1
    return _ENTRY_OF[row - ENTER] if state == RECRUIT_PLACE else -1


def _card_choice(s: State, row: i64) -> i64:
    """A card laid down, a Reserve with its value, an 11♠ that counts twice."""
    state = s.state
    if row < NAMED:
        card = _held(s, row - LAY)
        if state == CARD:
            return 1 + (card << 4)
        return card if state == RECRUIT_PAY or CHOSEN_IN[state] == A_CARD else -1
    if row < DOUBLED:
        which = (row - NAMED) // 10
        card = _held(s, which // 2 * DECK_SIZE + KINDS + which % 2)
        return 1 + (card << 4 | (row - NAMED) % 10 + 1) if state == CARD else -1
    card = (row - DOUBLED) * DECK_SIZE + ELEVEN_OF_SPADES
    if state == CARD:
        return 1 + (card << 4 | DOUBLE)
    return card + PAY_DOUBLE if state == RECRUIT_PAY else -1


__all__ = ["ROW_COUNT", "ROW_HASH", "ROW_NAMES", "ROW_TABLE", "choice_of", "row_of"]
