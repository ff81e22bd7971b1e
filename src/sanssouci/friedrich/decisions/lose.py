"""R11.7, 10♣: Prussia names, in secret, the general who loses a troop."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneGeneral
from sanssouci.friedrich.decisions.reasons import check_in_play
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.names import GENERALS, PRUSSIA
from sanssouci.friedrich.rules.state import LOSE_TROOP, OFF_MAP, State


class Lose(OneGeneral):
    """`lose GENERAL`."""

    state, rule = LOSE_TROOP, "R11.7"
    forms = {"lose": "lose keith"}
    secret = True

    def why_not_him(self, s: State, general: int) -> None:
        """No Prussian, off the map, or his last troop."""
        name = GENERALS[general]
        check_in_play(s, general)
        if PIECE_NATION[general] != PRUSSIA:
            refuse("lose_foreign", "OP-68", general=name)
        if s.city[general] == OFF_MAP:
            refuse("lose_off", "R11.7", general=name)
        refuse("lose_last", "R11.7", general=name)
