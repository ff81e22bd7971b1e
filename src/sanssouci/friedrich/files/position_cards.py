"""The cards of a position: hands, piles, the table and the Offensive Option add up to the decks exactly.

Cards that name their deck are placed first; the others take the lowest deck whose copy is not placed
elsewhere (formats.md, section 1). The two Reserves of a deck look alike; `piles.reserves_swapped` lists
the decks whose second Reserve comes first when the fields are read in their order, and inside `known`,
`stage` and `combat` the second one is spelled `R/1#2`, so that a written position reads back to the bit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sanssouci.friedrich.files.chance import swap_cards
from sanssouci.friedrich.files.position_fields import Json, array, bad, obj, playing, text, under, whole
from sanssouci.friedrich.files.problems import shown
from sanssouci.friedrich.rules.cards import (
    DECK_SIZE,
    KINDS,
    MAX_DECKS,
    shuffle,
    value_of,
)
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.names import NATION_COUNT, NATIONS, ROLES, SUITS
from sanssouci.friedrich.rules.state import (
    DRAW,
    FRESH,
    HAND,
    KNOWN,
    OO_DECLARED,
    PURSE,
    TABLE,
    USED,
    State,
    role_of,
    seers,
)

_CARD: Final = re.compile(r"(?:(R)|(1[0-3]|[2-9])([SCHD]))(?:/([1-5])(#2)?)?")


def parse_card(value: object, field: str) -> tuple[int, int, bool]:
    """Kind (48 for a Reserve), deck from 0 or −1, and whether it is the second Reserve of its deck."""
    match = _CARD.fullmatch(text(value, field)[:10].upper())
    if match is None:
        bad("unknown_name", field, shown=shown(value), wanted="a card")
    deck = int(match.group(4)) - 1 if match.group(4) else -1
    if match.group(1):
        return KINDS, deck, match.group(5) is not None
    if match.group(5):
        bad("unknown_name", field, shown=shown(value), wanted="a card")
    return SUITS.index(match.group(3)) * 12 + int(match.group(2)) - 2, deck, False


def referred(value: object, field: str, decks: int) -> int:
    """A card that was placed before, with its deck."""
    kind, deck, second = parse_card(value, field)
    if deck < 0 or deck >= decks:
        bad("no_deck", field, shown=shown(value))
    return deck * DECK_SIZE + kind + (1 if second else 0)


class Cards:
    """Collects what a position says about cards, then deals it all into a state."""

    def __init__(self, s: State, decks: int) -> None:
        """`decks` is the number of decks of the game."""
        self.s = s
        self.decks = decks
        self.taken = [0] * MAX_DECKS  # 50-bit sets of the cards placed so far
        self.wanted: list[tuple[str, object, int, int, bool, Callable[[int], None]]] = []
        self.top: list[int] = []  # the draw pile as named, its top first

    def want(self, value: object, field: str, sink: Callable[[int], None]) -> None:
        """Note that a card lies somewhere; `sink` is told its number in the end."""
        kind, deck, second = parse_card(value, field)
        if deck >= self.decks:
            bad("no_deck", field, shown=shown(value))
        self.wanted.append((field, value, kind, deck, second, sink))

    def place(self) -> None:
        """Give every card its number, those with a deck first."""
        for named in (True, False):
            for field, value, kind, deck, second, sink in self.wanted:
                if (deck >= 0) == named:
                    sink(self._one(field, value, kind, deck, second))

    def _one(self, field: str, value: object, kind: int, deck: int, second: bool) -> int:
        for d in [deck] if deck >= 0 else range(self.decks):
            kinds = [kind] if kind < KINDS else [KINDS + 1] if second else [KINDS, KINDS + 1]
            for k in kinds:
                if not self.taken[d] >> k & 1:
                    self.taken[d] |= 1 << k
                    return d * DECK_SIZE + k
        if deck >= 0:
            bad("card_twice", field, shown=shown(value))
        bad("no_card_left", field, shown=shown(value))

    def into(self, row: int) -> Callable[[int], None]:
        """A sink that puts a card into the set of its deck, `row` being the row of the first deck."""

        def sink(card: int) -> None:
            self.s.sets[row + card // DECK_SIZE] |= 1 << card % DECK_SIZE

        return sink


def read_cards(s: State, data: Json, complete: bool) -> None:
    """Fill hands, piles and the Offensive Option's card of an empty state."""
    decks = s.options.decks
    cards = Cards(s, decks)
    hands = obj(data.get("hands", {}), "hands", NATIONS)
    for n in range(NATION_COUNT):
        if NATIONS[n] not in hands:
            continue
        field = f"hands.{NATIONS[n]}"
        listed = array(hands[NATIONS[n]], field)
        if listed:
            playing(s, n, field)
        for i, value in enumerate(listed):
            cards.want(value, f"{field}[{i}]", cards.into(HAND + n * MAX_DECKS))
    option = data.get("offensive_option")
    if s.oo_state == OO_DECLARED and isinstance(option, dict):

        def lay_aside(card: int) -> None:
            s.oo_card = card

        cards.want(option.get("card"), "offensive_option.card", lay_aside)
    combat = data.get("combat")
    if isinstance(combat, dict):
        for i, value in enumerate(array(combat.get("table", []), "combat.table")):
            cards.want(value, f"combat.table[{i}]", cards.into(TABLE))
    piles = obj(data.get("piles", {}), "piles", ("draw", "unopened", "used", "reserves_swapped"))
    used = obj(piles.get("used", {}), "piles.used")
    for name in sorted(used):
        deck = _deck(name, "piles.used", decks)
        for i, value in enumerate(array(used[name], f"piles.used.{deck + 1}")):
            field = f"piles.used.{deck + 1}[{i}]"
            if parse_card(value, field)[1] not in (-1, deck):
                bad("deck_card", field, shown=shown(value), number=deck + 1)
            face = str(value).split("/")[0]
            cards.want(f"{face}/{deck + 1}", field, cards.into(USED))
    for i, value in enumerate(array(piles.get("draw", []), "piles.draw")):
        cards.want(value, f"piles.draw[{i}]", cards.top.append)
    cards.place()
    _open_decks(s, cards, piles, decks)
    _stack_pile(s, cards, "draw" in piles and complete)
    swapped = array(piles.get("reserves_swapped", []), "piles.reserves_swapped", decks)
    for i, deck_number in enumerate(swapped):
        _swap_reserves(s, whole(deck_number, f"piles.reserves_swapped[{i}]", 1, decks) - 1)
    _purses(s)
    _read_known(s, data, decks)


def _deck(name: str, field: str, decks: int) -> int:
    if name not in ("1", "2", "3", "4", "5") or int(name) > decks:
        bad("no_deck", under(field, name), shown=shown(name))
    return int(name) - 1


def _open_decks(s: State, cards: Cards, piles: Json, decks: int) -> None:
    """The highest deck named is open, unless `unopened` says how many are not."""
    highest = max([d + 1 for d in range(decks) if cards.taken[d]] or [1])
    if "unopened" in piles:
        unopened = {
            whole(d, f"piles.unopened[{i}]", 1, decks) for i, d in enumerate(array(piles["unopened"], "piles.unopened"))
        }
        s.decks_open = decks - len(unopened)
        if unopened != set(range(s.decks_open + 1, decks + 1)):
            bad("deck_order", "piles.unopened")
        if highest > s.decks_open and any(cards.taken):
            bad("unopened", "piles.unopened", shown=f"a card of deck {highest}")
    else:
        s.decks_open = highest


def _stack_pile(s: State, cards: Cards, exact: bool) -> None:
    """The unplaced cards of opened decks, shuffled, under those that were named."""
    rest = [d * DECK_SIZE + k for d in range(s.decks_open) for k in range(DECK_SIZE) if not cards.taken[d] >> k & 1]
    if exact and rest:
        bad("cards_sum", "piles")
    for i, card in enumerate(rest):
        s.pile[DRAW + i] = int(card)
    if len(rest) > 1:
        shuffle(s.pile, len(rest), s.key, s.chance)
        s.chance += 1
    order = list(reversed(cards.top))
    for i, card in enumerate(order):
        s.pile[DRAW + len(rest) + i] = int(card)
    s.draw_size = len(rest) + len(order)


def _swap_reserves(s: State, deck: int) -> None:
    """Exchange the two Reserves of a deck wherever they lie."""
    one, other = deck * DECK_SIZE + KINDS, deck * DECK_SIZE + KINDS + 1
    swap_cards(s, one, other)
    if s.oo_card == one:
        s.oo_card = other
    elif s.oo_card == other:
        s.oo_card = one


def _purses(s: State) -> None:
    for n in range(NATION_COUNT):
        s.sets[PURSE + n] = sum(value_of(card) for card in hand_cards(s, n))


def _read_known(s: State, data: Json, decks: int) -> None:
    """What each role knows of the cards; in a short position: its own hands and whatever lies open."""
    known = obj(data.get("known", {}), "known", ("cards", "strength", "declared"))
    if "cards" in known:
        for name, listed in obj(known["cards"], "known.cards", ROLES).items():
            row = KNOWN + ROLES.index(name) * MAX_DECKS
            for i, value in enumerate(array(listed, f"known.cards.{name}")):
                card = referred(value, f"known.cards.{name}[{i}]", decks)
                s.sets[row + card // DECK_SIZE] |= 1 << card % DECK_SIZE
    else:
        know_what_lies_open(s)
    stage = data.get("stage")
    if isinstance(stage, dict):
        for i, value in enumerate(array(stage.get("drawn", []), "stage.drawn")):
            card = referred(value, f"stage.drawn[{i}]", decks)
            s.sets[FRESH + card // DECK_SIZE] |= 1 << card % DECK_SIZE


def know_what_lies_open(s: State) -> None:
    """Every role knows its own hands, the table and the card laid aside; nobody remembers the used piles."""
    for d in range(MAX_DECKS):
        common = s.sets[TABLE + d]
        if s.oo_card >= 0 and s.oo_card // DECK_SIZE == d:
            common |= 1 << s.oo_card % DECK_SIZE
        for r in range(len(ROLES)):
            own = 0
            for n in range(NATION_COUNT):
                if seers(s, role_of(s, n)) >> r & 1:
                    own |= s.sets[HAND + n * MAX_DECKS + d]
            s.sets[KNOWN + r * MAX_DECKS + d] = common | own
