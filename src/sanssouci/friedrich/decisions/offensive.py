"""R13.3: in the expert game Prussia may declare the Offensive Option, openly, with a card of 10 or more."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneCard
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.cards import card_name, is_reserve
from sanssouci.friedrich.rules.state import OFFENSIVE


class Offensive(OneCard):
    """`offensive CARD`, or `offensive no`."""

    state, rule = OFFENSIVE, "R13.3"
    forms = {"offensive": "offensive 10C, or offensive no"}
    decline = "no"
    secret = False

    def why_not_card(self, card: int) -> None:
        """A Reserve, or a low card."""
        if is_reserve(card):
            refuse("offensive_reserve", "OP-84")
        refuse("offensive_low", "R13.3", card=card_name(card))
