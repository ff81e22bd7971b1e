"""R11.3: France may exchange a card for the top card of the pile."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneCard
from sanssouci.friedrich.rules.state import REDRAW


class Redraw(OneCard):
    """`redraw CARD`, or `redraw none`."""

    state, rule = REDRAW, "R11.3"
    forms = {"redraw": "redraw 2H, or redraw none"}
