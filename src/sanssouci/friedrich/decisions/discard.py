"""R3.2: France has drawn four cards and gives one of them up."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneCard
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.cards import card_name
from sanssouci.friedrich.rules.state import FORCED_DISCARD


class Discard(OneCard):
    """`discard CARD`; nobody else sees which."""

    state, rule = FORCED_DISCARD, "R3.2"
    forms = {"discard": "discard 5S"}
    decline = None

    def why_not_card(self, card: int) -> None:
        """A card of the older hand."""
        refuse("discard_old", "R3.2", card=card_name(card))
