"""R13: the expert game: fate suits, East Prussia, the Offensive Option."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import EAST_PRUSSIAN, EAST_PRUSSIAN_SET, IN_EAST_PRUSSIA, SUIT
from sanssouci.friedrich.rules.cards import DECK_SIZE, HIGH_CARDS, MAX_DECKS, bit, card_name, lowest
from sanssouci.friedrich.rules.decks import know, put_in_hand, take_from_hand
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.events import tell
from sanssouci.friedrich.rules.names import AUSTRIA, PRUSSIA, RUSSIA
from sanssouci.friedrich.rules.objectives import take
from sanssouci.friedrich.rules.state import (
    EAST_PRUSSIA,
    HELD,
    NO_CARD,
    NOBODY,
    OO_DEAD,
    OO_DECLARED,
    OO_TAKEN,
    STAGE_END,
    State,
    hand_of,
)
from sanssouci.friedrich.rules.steps import STEPS, Step
from sanssouci.friedrich.rules.troops import end_general, first_general


def fate_suit(s: State) -> i64:
    """R11.2, R13.1, OP-83: the version of a numbered fate card that is in force."""
    if not s.scenario.expert or s.victor == NOBODY:
        return 0
    where = s.city[s.victor]
    if where < 0:
        where = s.victor_city
    return SUIT[where]


def offensive_due(s: State) -> bool:
    """R13.3: Prussia decides in turn 3 of the expert game, after its draw."""
    return s.scenario.expert and s.nation == PRUSSIA and s.turn == 3


def list_offensive(s: State, out: vec[i64]) -> vec[i64]:
    """R13.3, OP-84 (ST13): a card of printed value 10 or more, or none. Always asked, whatever the hand."""
    out = append(out, NONE)
    for deck in range(MAX_DECKS):
        cards = hand_of(s, PRUSSIA, deck) & HIGH_CARDS
        while cards != 0:
            out = append(out, deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
    return out


def declare_offensive(s: State, card: i64) -> None:
    """The card is laid aside face up, or the option declined for good."""
    s.revealed += 1
    if card == NONE:
        if s.log is not None:
            tell(s, "offensive_declined", "R13.3", {})
        return
    take_from_hand(s, PRUSSIA, card)
    know(s, 15, card)
    s.oo_card = card
    s.oo_state = OO_DECLARED
    if s.log is not None:
        tell(s, "offensive_declared", "R13.3", {"card": card_name(card)})


def east_prussia_due(s: State) -> bool:
    """R13.2, OP-89: Russia holds all four and has no general in the province after its supply phase."""
    if not s.scenario.expert or s.nation != RUSSIA:
        return False
    if s.sets[HELD + RUSSIA] & EAST_PRUSSIAN_SET != EAST_PRUSSIAN_SET:
        return False
    for g in range(first_general(RUSSIA), end_general(RUSSIA)):
        if s.city[g] >= 0 and IN_EAST_PRUSSIA[s.city[g]] == 1:
            return False
    return True


def liberate(s: State, pair: i64) -> None:
    """R13.2: Prussia takes two of the four back on the spot."""
    for k in range(4):
        if pair >> k & 1 == 1:
            take(s, PRUSSIA, EAST_PRUSSIAN[k], "R13.2")


def austria_takes_card(s: State) -> None:
    """R13.6, R13.7: the Offensive Option's card passes to Austria, for all to see."""
    if s.oo_state != OO_DECLARED:
        return
    card = s.oo_card
    s.oo_card = NO_CARD
    s.oo_state = OO_TAKEN
    put_in_hand(s, AUSTRIA, card)
    know(s, 15, card)
    if s.log is not None:
        tell(s, "offensive_taken", "R13.6", {"card": card_name(card)})
    settle_offensive(s)


def settle_offensive(s: State) -> None:
    """R13.7: with a subsidy cut and the card in Austria's hands the option is dead."""
    if s.oo_state == OO_TAKEN and s.cuts >= 1:
        s.oo_state = OO_DEAD
        if s.log is not None:
            tell(s, "offensive_dead", "R13.7", {})


class Liberating(Step):
    """ST51: Prussia takes two of the four back."""

    def choices(self, s: State) -> vec[i64]:
        """Every pair, as a set of bits."""
        out = vec[i64]()
        for first in range(4):
            for second in range(first + 1, 4):
                out = append(out, bit(first) | bit(second))
        return out

    def take(self, s: State, choice: i64) -> None:
        """R13.2."""
        liberate(s, choice)
        s.state = STAGE_END


STEPS[EAST_PRUSSIA] = Liberating()
