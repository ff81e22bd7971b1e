"""Cards that an order names, found in a hand (formats.md, section 1)."""

from __future__ import annotations

from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.words import RESERVE, CardName
from sanssouci.friedrich.rules.cards import DECK_SIZE, KINDS
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.friedrich.rules.state import State


def fits(card: int, named: CardName) -> bool:
    """Is this one of the cards that a name can mean?"""
    kind = card % DECK_SIZE
    same = kind >= KINDS if named.kind == RESERVE else kind == named.kind
    return same and named.deck in (-1, card // DECK_SIZE)


def held(s: State, nation: int, named: tuple[CardName, ...]) -> list[int]:
    """The cards an order names, −1 for each that the hand does not hold.

    Without a deck the lowest one is meant of which the hand holds such a card; repeated names take successive cards.
    """
    left = [int(card) for card in hand_cards(s, nation)]
    chosen = [-1] * len(named)
    for exact in (True, False):  # cards with their deck first, so that a plain name does not take them away
        for i, name in enumerate(named):
            if (name.deck >= 0) == exact:
                chosen[i] = next((card for card in left if fits(card, name)), -1)
                if chosen[i] >= 0:
                    left.remove(chosen[i])
    return chosen


def why_not_held(s: State, nation: int, named: tuple[CardName, ...]) -> None:
    """R3.4: refuse the first card that the hand does not hold, or not so often."""
    missing = [name for card, name in zip(held(s, nation, named), named, strict=True) if card < 0]
    for name in sorted(missing, key=lambda one: one.deck < 0):  # those that were looked for first
        told: dict[str, object] = {"nation": NATIONS[nation], "card": str(name)}
        if any(fits(other, name) for other in hand_cards(s, nation)):
            times = max(2, sum(1 for other in named if str(other) == str(name)))
            refuse("card_not_held_again", "R3.4", count=times, **told)
        refuse("card_not_held", "R3.4", **told)


def twin(reserve: int) -> int:
    """The other Reserve of the same deck."""
    return reserve + 1 if reserve % DECK_SIZE == KINDS else reserve - 1
