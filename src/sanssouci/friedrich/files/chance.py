"""What chance gave, as the `#!` lines of a record say it, and how such lines drive a replay.

    #! draw prussia 13S/1 R/1 4D/1        the cards of a draw, in order
    #! open 2                             the next deck is opened
    #! reshuffle 4 2                      used piles become the draw pile
    #! fate 5                             a fate card is turned up
    #! redraw 10D/2                       4♥: the card France draws
    #! gift 7C/1                          9♦: the card Prussia gets back
    #! virtual 2C/1 5H/1 …                cards laid away for a virtual nation (R14.9)

Nothing that happens by itself looks at the faces of the cards drawn, so that a replay may let the engine
draw what it draws and then exchange faces: `swaps` says which. The fate deck and the blind pick of 9♦ are
arranged before the order is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import u8

from sanssouci.friedrich.rules.cards import DECK_SIZE, KINDS, MAX_DECKS, shuffle, stream, value_of, word
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.names import AUSTRIA, FATE, FATE_COUNT, NATION_COUNT, SUITS
from sanssouci.friedrich.rules.state import (
    DRAW,
    FATE_DECK,
    FRESH,
    HAND,
    KNOWN,
    PURSE,
    TABLE,
    USED,
    Event,
    State,
)


class Chance(NamedTuple):
    """One chance event: its kind, whose it is ("" if nobody's), the names it gave, and who may know them."""

    kind: str
    nation: str
    cards: tuple[str, ...]
    seers: int
    size: int = 0  # of a new draw pile

    def line(self, eyes: int | None) -> str:
        """The line of a record; `eyes` is the set of roles that read it, None for everybody's eyes."""
        head = f"#! {self.kind} {self.nation}".rstrip()
        open_ = self.kind in ("open", "reshuffle", "fate")
        if eyes is None or open_ or self.seers & eyes:
            return " ".join([head, *self.cards])
        return f"{head} {len(self.cards)} ?"


class Arrangement(NamedTuple):
    """What a record prescribes: faces to exchange, the next fate card, the counter of chance, or another key.

    `told` are the names drawn by the order before, once the faces are exchanged. With a `key` everything that nobody
    has seen is dealt anew; `notes` are the record's comments at this place.
    """

    swaps: tuple[tuple[int, int], ...] = ()
    told: tuple[str, ...] = ()
    fate: int = -1
    chance: int = -1
    key: bytes = b""
    notes: tuple[str, ...] = ()


def chances(events: Iterable[Event]) -> list[Chance]:
    """The chance events among what happened, in order."""
    found = []
    for event in events:
        key, _rule, args, secret, seers = event.parts()
        if key in ("draw", "draw_short"):
            found.append(Chance("draw", str(args["nation"]), _cards(secret["cards"]), seers))
        elif key == "pile_opened":
            found.append(Chance("open", "", (str(args["deck"]),), 15, DECK_SIZE))
        elif key == "pile_reshuffled":
            decks: Any = args["decks"]
            found.append(Chance("reshuffle", "", tuple(str(d) for d in decks), 15, int(str(args["count"]))))
        elif key == "fate_card":
            found.append(Chance("fate", "", (str(args["card"]),), 15))
        elif key == "redrawn":
            drawn = str(secret["drawn"])
            found.append(Chance("redraw", "", (drawn,) if drawn else (), seers))
        elif key == "gift_given":
            found.append(Chance("gift", "", (str(secret["drawn"]),), seers))
        elif key == "virtual_discard":
            found.append(Chance("virtual", "", _cards(secret.get("cards", [])), 0))
    return found


def _cards(value: Any) -> tuple[str, ...]:
    return tuple(str(card) for card in value)


def renamed(events: list[Chance], told: tuple[str, ...]) -> list[Chance]:
    """The same events after faces have been exchanged."""
    found = []
    at = 0
    for event in events:
        if event.kind in DRAWS:
            event = event._replace(cards=told[at : at + len(event.cards)])
            at += len(event.cards)
        found.append(event)
    return found


#: Kinds that take cards from the draw pile.
DRAWS = ("draw", "redraw", "virtual")


def arrange(s: State, arrangement: Arrangement) -> None:
    """Carry out what a record prescribes."""
    for one, other in arrangement.swaps:
        swap_cards(s, one, other)
    if arrangement.fate >= 0:
        for i in range(s.fate_drawn, FATE_COUNT):
            if s.pile[FATE_DECK + i] == arrangement.fate:
                s.pile[FATE_DECK + i] = s.pile[FATE_DECK + s.fate_drawn]
                s.pile[FATE_DECK + s.fate_drawn] = arrangement.fate
                break
    if arrangement.chance >= 0:
        s.chance = arrangement.chance
    if arrangement.key:
        s.key = arrangement.key
        reshuffle(s)
        s.revealed += 1  # what was played under another key cannot be taken back alone


def reshuffle(s: State) -> None:
    """Put the draw pile and the fate cards not yet drawn into an order that only the game's key knows.

    They are sorted first: the order in which they lay is no second secret beside the key.
    """
    s.chance = 0
    for i, card in enumerate(sorted(int(s.pile[DRAW + i]) for i in range(s.draw_size))):
        s.pile[DRAW + i] = card
    shuffle(s.pile, s.draw_size, s.key, s.chance)
    loose = vec[u8](sorted(s.pile[FATE_DECK + i] for i in range(s.fate_drawn, FATE_COUNT)))
    shuffle(loose, len(loose), s.key, s.chance + 1)
    for i, card in enumerate(loose):
        s.pile[FATE_DECK + s.fate_drawn + i] = card
    s.chance += 2


def swap_cards(s: State, one: int, other: int) -> None:
    """Exchange the faces of two cards wherever they lie, and what is known of them."""
    if one == other:
        return
    worth = int(value_of(other) - value_of(one))
    rows = [HAND + n * MAX_DECKS for n in range(NATION_COUNT)]
    for n, row in enumerate(rows):
        before = lies(s, row, one) - lies(s, row, other)
        s.sets[PURSE + n] = s.sets[PURSE + n] + before * worth
    for row in [*rows, USED, TABLE, FRESH, *(KNOWN + r * MAX_DECKS for r in range(4))]:
        first, second = lies(s, row, one), lies(s, row, other)
        if first != second:
            s.sets[row + one // DECK_SIZE] = s.sets[row + one // DECK_SIZE] ^ (1 << one % DECK_SIZE)
            s.sets[row + other // DECK_SIZE] = s.sets[row + other // DECK_SIZE] ^ (1 << other % DECK_SIZE)
    for i in range(s.draw_size):
        if s.pile[DRAW + i] == one:
            s.pile[DRAW + i] = other
        elif s.pile[DRAW + i] == other:
            s.pile[DRAW + i] = one


def lies(s: State, row: int, card: int) -> bool:
    """Is a card in the sets, one for each deck, that begin here?"""
    return bool(s.sets[row + card // DECK_SIZE] >> card % DECK_SIZE & 1)


def gift_chance(s: State, given: int, wanted: int) -> int:
    """9♦: the counter of chance at which the blind pick falls on the wanted card; −1 if it cannot."""
    hand = sorted([*hand_cards(s, AUSTRIA), given])
    if wanted not in hand:
        return -1
    index = hand.index(wanted)
    event = int(s.chance)
    while word(stream(s.key, event, 1), 0, len(hand)) != index:
        event += 1
    return event


def fate_number(name: str) -> int:
    """The number of a fate card, −1 if there is none of that name."""
    return FATE.index(name) if name in FATE else -1


def card_numbers(name: str) -> list[int]:
    """The cards a name with its deck may stand for: two for a Reserve, none for nonsense."""
    face, _, deck = name.upper().partition("/")
    if deck not in ("1", "2", "3", "4", "5"):
        return []
    first = (int(deck) - 1) * DECK_SIZE
    if face == "R":
        return [first + KINDS, first + KINDS + 1]
    if face[:-1] in _VALUES and face[-1:] in SUITS:
        return [first + SUITS.index(face[-1]) * 12 + int(face[:-1]) - 2]
    return []


_VALUES = tuple(str(value) for value in range(2, 14))
