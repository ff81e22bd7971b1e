"""R3.7–R3.9: hands, the draw pile, the used piles, and what each role knows of them."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.cards import (
    CARD_NAMES,
    DECK_SIZE,
    MAX_DECKS,
    WHOLE_DECK,
    bit,
    count,
    lowest,
    shuffle,
    stream,
    value_of,
    word,
)
from sanssouci.friedrich.rules.events import tell, tell_some
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.friedrich.rules.state import (
    FRESH,
    HAND,
    KNOWN,
    NO_CARD,
    PURSE,
    TABLE,
    USED,
    State,
    hand_of,
    role_of,
    seers,
)

_BACKS: Final[list[str]] = [str(deck + 1) for deck in range(MAX_DECKS)]


def know(s: State, roles: i64, card: i64) -> None:
    """The roles of a set learn where a card is."""
    deck = card // DECK_SIZE
    mark = bit(card % DECK_SIZE)
    for role in range(4):
        if roles >> role & 1 == 1:
            s.sets[KNOWN + role * MAX_DECKS + deck] = s.sets[KNOWN + role * MAX_DECKS + deck] | mark


def forget(s: State, deck: i64, cards: i64) -> None:
    """Nobody knows any longer where these cards of a deck are: they were shuffled."""
    for role in range(4):
        s.sets[KNOWN + role * MAX_DECKS + deck] = s.sets[KNOWN + role * MAX_DECKS + deck] & ~cards


def outsiders_forget(s: State, insiders: i64, nation: i64) -> None:
    """A card may have left or joined a hand unseen: nobody but the insiders still knows what is in it (R15.13)."""
    for role in range(4):
        if insiders >> role & 1 == 0:
            for deck in range(MAX_DECKS):
                at = KNOWN + role * MAX_DECKS + deck
                s.sets[at] = s.sets[at] & ~hand_of(s, nation, deck)


def put_in_hand(s: State, nation: i64, card: i64) -> None:
    """A card joins a hand; its owner knows it."""
    at = HAND + nation * MAX_DECKS + card // DECK_SIZE
    s.sets[at] = s.sets[at] | bit(card % DECK_SIZE)
    s.sets[PURSE + nation] = s.sets[PURSE + nation] + value_of(card)
    know(s, seers(s, role_of(s, nation)), card)


def take_from_hand(s: State, nation: i64, card: i64) -> None:
    """A card leaves a hand."""
    at = HAND + nation * MAX_DECKS + card // DECK_SIZE
    s.sets[at] = s.sets[at] & ~(bit(card % DECK_SIZE))
    s.sets[PURSE + nation] = s.sets[PURSE + nation] - value_of(card)


def holds(s: State, nation: i64, card: i64) -> bool:
    """Is a card in a nation's hand?"""
    return s.sets[HAND + nation * MAX_DECKS + card // DECK_SIZE] >> (card % DECK_SIZE) & 1 == 1


def hand_size(s: State, nation: i64) -> i64:
    """How many cards a nation holds."""
    n: i64 = 0
    for deck in range(MAX_DECKS):
        n += count(hand_of(s, nation, deck))
    return n


def hand_cards(s: State, nation: int) -> list[int]:
    """A nation's cards in ascending order."""
    found: list[int] = []
    for deck in range(MAX_DECKS):
        cards: i64 = hand_of(s, nation, deck)
        while cards != 0:
            found.append(deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
    return found


def list_set(s: State, row: i64, out: vec[i64]) -> vec[i64]:
    """The cards of the sets, one for each deck, that begin here, in ascending order."""
    for deck in range(MAX_DECKS):
        cards = s.sets[row + deck]
        while cards != 0:
            out = append(out, deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
    return out


def lay_away(s: State, card: i64) -> None:
    """R3.7: a card goes to the used pile of its deck."""
    at = USED + card // DECK_SIZE
    s.sets[at] = s.sets[at] | bit(card % DECK_SIZE)


def _open_deck(s: State) -> None:
    """R3.8: the next deck is shuffled and becomes the pile."""
    deck = s.decks_open
    s.decks_open += 1
    _pile_up(s, deck, WHOLE_DECK)
    if s.log is not None:
        tell(s, "pile_opened", "R3.8", {"deck": int(deck) + 1})


def _pile_up(s: State, deck: i64, cards: i64) -> None:
    while cards != 0:
        s.pile[s.draw_size] = u8(deck * DECK_SIZE + lowest(cards))
        s.draw_size += 1
        cards &= cards - 1


def _fullest(s: State) -> i64:
    """The deck with the most used cards, the lower number in a tie (OP-78); −1 if all piles are empty."""
    best: i64 = -1
    most: i64 = 0
    for deck in range(MAX_DECKS):
        n = count(s.sets[USED + deck])
        if n > most:
            best = deck
            most = n
    return best


def _recycle(s: State) -> bool:
    """R3.9: the two fullest used piles, shuffled together (option `deck_recycle`: one of them)."""
    piles: i64 = 1 if s.options.recycle_one else 2
    taken: list[int] = []
    while piles > 0:
        deck = _fullest(s)
        if deck < 0:
            break
        cards = s.sets[USED + deck]
        s.sets[USED + deck] = 0
        forget(s, deck, cards)
        _pile_up(s, deck, cards)
        taken.append(int(deck) + 1)
        piles -= 1
    if s.draw_size == 0:
        return False
    if s.log is not None:
        tell(s, "pile_reshuffled", "R3.9", {"decks": taken, "count": int(s.draw_size)})
    return True


def renew_pile(s: State) -> bool:
    """R3.8, R3.9: make a new draw pile when the old one is empty; False if nothing is left to draw."""
    decks: i64 = s.options.decks
    if s.decks_open < decks:
        _open_deck(s)
    elif not _recycle(s):
        return False
    shuffle(s.pile, s.draw_size, s.key, s.chance)
    s.chance += 1
    s.revealed += 1
    return True


def draw_card(s: State) -> i64:
    """The top card of the pile, or NO_CARD if nothing is left (OP-78)."""
    if s.draw_size == 0 and not renew_pile(s):
        return NO_CARD
    s.draw_size -= 1
    return i64(s.pile[s.draw_size])


def draw_hand(s: State, nation: i64, number: i64) -> i64:
    """R3.1: a nation draws its cards one by one; answers how many it got."""
    got: i64 = 0
    for deck in range(MAX_DECKS):
        s.sets[FRESH + deck] = 0
    cards: list[str] = []
    backs: dict[str, int] = {}
    while got < number:
        card = draw_card(s)
        if card == NO_CARD:
            break
        put_in_hand(s, nation, card)
        at = FRESH + card // DECK_SIZE
        s.sets[at] = s.sets[at] | bit(card % DECK_SIZE)
        if s.log is not None:
            cards.append(CARD_NAMES[card])
            back = _BACKS[card // DECK_SIZE]
            backs[back] = backs.get(back, 0) + 1
        got += 1
    s.revealed += 1
    if s.log is not None:
        tell_some(
            s, "draw" if got == number else "draw_short", "R3.1",
            {"nation": NATIONS[nation], "count": int(got), "backs": backs},
            {"cards": cards}, int(seers(s, role_of(s, nation))),
        )  # fmt: skip
    return got


def random_card(s: State, nation: i64) -> i64:
    """9♦: one card of a hand at random; its owner must hold one."""
    size = hand_size(s, nation)
    pick = word(stream(s.key, s.chance, 1), 0, size)
    s.chance += 1
    for deck in range(MAX_DECKS):
        cards = hand_of(s, nation, deck)
        n = count(cards)
        if pick < n:
            while pick > 0:
                cards &= cards - 1
                pick -= 1
            return deck * DECK_SIZE + lowest(cards)
        pick -= n
    return NO_CARD


def clear_table(s: State) -> None:
    """R7.12: what both sides played goes to the used piles, face up."""
    for deck in range(MAX_DECKS):
        s.sets[USED + deck] = s.sets[USED + deck] | s.sets[TABLE + deck]
        s.sets[TABLE + deck] = 0
