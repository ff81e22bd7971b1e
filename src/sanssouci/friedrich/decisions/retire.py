"""R11.13: Prussia names the general who retires."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneGeneral
from sanssouci.friedrich.decisions.reasons import check_in_play
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.names import GENERALS, PRUSSIA
from sanssouci.friedrich.rules.state import RETIRE, State


class Retire(OneGeneral):
    """`retire GENERAL`."""

    state, rule = RETIRE, "R11.13"
    forms = {"retire": "retire dohna"}

    def why_not_him(self, s: State, general: int) -> None:
        """No Prussian, retired already, or the king."""
        if PIECE_NATION[general] != PRUSSIA:
            refuse("retire_foreign", "R11.13", general=GENERALS[general])
        check_in_play(s, general)
        refuse("retire_friedrich", "R11.13")

    def asked(self) -> list[int]:
        """No card of the clock asks this: a stroke of fate does."""
        return [PRUSSIA]
