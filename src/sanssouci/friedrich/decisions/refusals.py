"""What the refusals of all orders share: whose decision it is, whether a piece is there, cards of a hand."""

from __future__ import annotations

from typing import Final

from sanssouci.friedrich.decisions.parse import Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.words import RESERVE, CardName
from sanssouci.friedrich.rules.board import PIECE_NATION, ROADS, hostile
from sanssouci.friedrich.rules.cards import DECK_SIZE, KINDS, MAX_DECKS, card_name
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATIONS, PIECES, ROLES
from sanssouci.friedrich.rules.state import (
    ALLOT,
    CARD,
    COMBAT_PICK,
    EAST_PRUSSIA,
    EVADE,
    FLIP,
    FORCED_DISCARD,
    FREE_TROOP,
    GAME_OVER,
    GIFT,
    HAND,
    LAUDON,
    LOSE_TROOP,
    MOVE_MENU,
    NOT_IN_PLAY,
    OFF_MAP,
    OFFENSIVE,
    REDRAW,
    RETIRE,
    RETIRED,
    RETREAT_PICK,
    STATE_NAMES,
    TRADE,
    WEST_STEP,
    State,
    role_of,
    seers,
)

#: The decision that each order answers.
ANSWERS: Final[dict[str, int]] = {
    "allot": ALLOT, "discard": FORCED_DISCARD, "offensive": OFFENSIVE, "move": MOVE_MENU,
    "recruit": MOVE_MENU, "remove": MOVE_MENU, "end": MOVE_MENU, "attack": COMBAT_PICK, "fight": EVADE,
    "evade": EVADE, "play": CARD, "pass": CARD, "retreat": RETREAT_PICK, "liberate": EAST_PRUSSIA,
    "reinforce": FREE_TROOP, "retire": RETIRE, "trade": TRADE, "redraw": REDRAW, "laudon": LAUDON,
    "flip": FLIP, "gift": GIFT, "lose": LOSE_TROOP,
    "west": WEST_STEP,
}  # fmt: skip

#: The rule under which each decision is asked.
RULE_OF: Final[dict[str, str]] = {
    "ALLOT": "R1.10", "FORCED_DISCARD": "R3.2", "OFFENSIVE": "R13.3", "MOVE_MENU": "R2.3",
    "MOVE_PATH": "R4.1", "SPLIT_ALLOT": "R4.8", "RECRUIT_ORDER": "R10.2", "RECRUIT_PLACE": "R10.6",
    "RECRUIT_PAY": "R10.3",
    "RECRUIT_ASSIGN": "R10.5", "COMBAT_PICK": "R7.3", "EVADE": "OP-64", "CARD": "R7.7",
    "RETREAT_PICK": "R8.5", "EAST_PRUSSIA": "R13.2", "FREE_TROOP": "R11.6", "RETIRE": "R11.13",
    "TRADE": "OP-57", "REDRAW": "R11.3",
    "LAUDON": "OP-61", "FLIP": "R11.3", "GIFT": "R11.3", "LOSE_TROOP": "R11.7", "WEST": "OP-69",
}  # fmt: skip


def check_time(s: State, order: Order, role: int) -> None:
    """Refuse an order that answers another decision than the present one, or is for another role to give."""
    if s.state == GAME_OVER:
        refuse("over", "R12.1")
    state = STATE_NAMES[s.state]
    if ANSWERS[order.verb] != s.state:
        refuse("not_now", RULE_OF[state], verb=order.verb, state=state, nation=NATIONS[s.decider])
    nation = order.nation if order.nation >= 0 else int(s.decider)
    owner = int(role_of(s, nation))
    if role >= 0 and not seers(s, role) >> owner & 1:
        refuse("not_yours", "R1.1", nation=NATIONS[nation], roles=[ROLES[owner]])


def check_in_play(s: State, piece: int) -> None:
    """Refuse a piece that is outside the scenario or retired."""
    if s.city[piece] == NOT_IN_PLAY:
        refuse("not_in_scenario", "R14.10", piece=PIECES[piece], scenario=s.scenario.name)
    if s.city[piece] == RETIRED:
        refuse("retired", "R10.4", general=PIECES[piece])


def check_on_map(s: State, piece: int, rule: str) -> None:
    """Refuse a piece that is not on the map."""
    check_in_play(s, piece)
    if s.city[piece] == OFF_MAP:
        refuse("off_map", rule, piece=PIECES[piece])


def hostile_generals_near(s: State, city: int, nation: int) -> list[int]:
    """Enemy generals in cities adjacent to a city, in their order."""
    found: list[int] = []
    for other, _ in ROADS[city]:
        piece = int(s.occ[other]) - 1
        if 0 <= piece < GENERAL_COUNT and hostile(PIECE_NATION[piece], nation):
            found.append(piece)
    return sorted(found)


def names_of(mask: int) -> list[str]:
    """The names of a set of pieces."""
    return [PIECES[p] for p in range(len(PIECES)) if mask >> p & 1]


def hand_of(s: State, nation: int) -> list[int]:
    """The cards of a nation's hand, by deck and kind."""
    return cards_in([int(s.sets[HAND + nation * MAX_DECKS + deck]) for deck in range(MAX_DECKS)])


def cards_in(sets: list[int]) -> list[int]:
    """The cards of one set per deck."""
    kinds = range(DECK_SIZE)
    return [deck * DECK_SIZE + kind for deck, cards in enumerate(sets) for kind in kinds if cards >> kind & 1]


def fits(card: int, named: CardName) -> bool:
    """Is this one of the cards that a name can mean?"""
    kind = card % DECK_SIZE
    same = kind >= KINDS if named.kind == RESERVE else kind == named.kind
    return same and named.deck in (-1, card // DECK_SIZE)


def held(s: State, nation: int, named: tuple[CardName, ...]) -> list[int]:
    """The cards an order names: without a deck the lowest one of which the hand holds such a card, repeated
    names taking successive cards (formats.md, section 1). Refused if the hand does not hold them all."""
    hand = hand_of(s, nation)
    left = list(hand)
    chosen: list[int] = [-1] * len(named)
    for exact in (True, False):  # cards with their deck first, so that a plain name does not take them away
        for i, name in enumerate(named):
            if (name.deck >= 0) != exact:
                continue
            match = next((card for card in left if fits(card, name)), -1)
            if match < 0:
                times = max(2, sum(1 for other in named if str(other) == str(name)))
                if any(fits(card, name) for card in hand):
                    refuse("card_not_held_again", "R3.4", nation=NATIONS[nation], card=str(name), count=times)
                refuse("card_not_held", "R3.4", nation=NATIONS[nation], card=str(name))
            left.remove(match)
            chosen[i] = match
    return chosen


def twin(reserve: int) -> int:
    """The other Reserve of the same deck."""
    return reserve + 1 if reserve % DECK_SIZE == KINDS else reserve - 1


def shown(card: int) -> str:
    """A card with its deck, as positions write it."""
    return card_name(card)
