"""R11.3, 6♦: Austria may turn a Prussian stack in Austria or Saxony face-down."""

from __future__ import annotations

from sanssouci.friedrich.decisions.answers import GeneralOrder, OneGeneral
from sanssouci.friedrich.decisions.reasons import check_in_play, stack_top
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import COUNTRY, IN_AUSTRIA, IN_SAXONY, PIECE_NATION
from sanssouci.friedrich.rules.names import GENERALS, PRUSSIA
from sanssouci.friedrich.rules.state import FLIP, OFF_MAP, State


class Flip(OneGeneral):
    """`flip GENERAL`, or `flip none`; any general names his stack."""

    state, rule = FLIP, "R11.3"
    forms = {"flip": "flip keith, or flip none"}
    decline = "none"

    def plan(self, s: State, order: GeneralOrder) -> list[int]:
        """The highest general of the stack."""
        who = None if order.general is None else stack_top(s, order.general)
        return super().plan(s, GeneralOrder(order.verb, who))

    def why_not_him(self, s: State, general: int) -> None:
        """No Prussian, off the map, elsewhere, or turned already."""
        name = GENERALS[general]
        check_in_play(s, general)
        if PIECE_NATION[general] != PRUSSIA:
            refuse("flip_foreign", "R11.3", general=name)
        if s.city[general] == OFF_MAP:
            refuse("flip_off", "R11.5", general=name)
        if COUNTRY[s.city[general]] not in (IN_AUSTRIA, IN_SAXONY):
            refuse("flip_elsewhere", "R11.3", general=name)
        refuse("flip_already", "OP-38", general=name)
