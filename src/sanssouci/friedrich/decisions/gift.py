"""R11.3, 9♦: Prussia may give Austria a card and draws one of Austria's blindly."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneCard
from sanssouci.friedrich.rules.state import GIFT


class Gift(OneCard):
    """`gift CARD`, or `gift none`."""

    state, rule = GIFT, "R11.3"
    forms = {"gift": "gift 3C, or gift none"}
