"""R11.6: a nation names, in secret, the general who receives a free troop."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import OneGeneral
from sanssouci.friedrich.decisions.reasons import check_in_play
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.effects import EV_7H
from sanssouci.friedrich.rules.names import G_FRIEDRICH, GENERALS, NATIONS
from sanssouci.friedrich.rules.state import FREE_TROOP, OFF_MAP, State


class Reinforce(OneGeneral):
    """`reinforce GENERAL`, or `reinforce none`."""

    state, rule = FREE_TROOP, "R11.6"
    forms = {"reinforce": "reinforce keith, or reinforce none"}
    decline = "none"
    secret = True

    def why_not_him(self, s: State, general: int) -> None:
        """Not his nation, off the map, 7♥, or no room."""
        name = GENERALS[general]
        check_in_play(s, general)
        if PIECE_NATION[general] != s.decider:
            owner = NATIONS[PIECE_NATION[general]]
            refuse("reinforce_foreign", "R11.6", general=name, owner=owner, nation=NATIONS[s.decider])
        if s.city[general] == OFF_MAP:
            refuse("reinforce_off", "R11.5", general=name)
        if general == G_FRIEDRICH and s.events & EV_7H:
            refuse("reinforce_king", "OP-50", general=name)
        refuse("reinforce_full", "R11.6", general=name)
