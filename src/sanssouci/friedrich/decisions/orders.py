"""Orders: one line of text per decision, in the words of formats.md, section 3.

`perform` carries one out, `refusal` says why not, `text_of` writes the order that a sequence of
small choices stands for.
"""

from __future__ import annotations

from sanssouci.friedrich.decisions.compose import text_of
from sanssouci.friedrich.decisions.parse import Order, parse
from sanssouci.friedrich.decisions.plan import plan as plan_order
from sanssouci.friedrich.decisions.refusal import IllegalOrder, Refusal, refuse
from sanssouci.friedrich.decisions.refusals import check_time, held
from sanssouci.friedrich.decisions.refusals_fate import allotment
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.names import AUSTRIA, NATIONS, RUSSIA
from sanssouci.friedrich.rules.state import State

__all__ = ["IllegalOrder", "Refusal", "english", "perform", "plan", "refusal", "text_of"]


def perform(s: State, text: str, role: int = -1) -> None:
    """Carry out an order, or raise IllegalOrder and change nothing.

    With `role` an order that is for another role to give is refused before anything hidden is looked at.
    """
    order = parse(text)
    check_time(s, order, role)
    if order.verb == "allot":
        turn.allot(s, order.nation, allotment(s, order))
    elif order.verb == "trade":
        turn.name_offer(s, order.nation, _offer(s, order))
    else:
        for choice in plan_order(s, order):
            turn.apply(s, choice)


def plan(s: State, text: str) -> list[int]:
    """The small choices an order stands for; none for the two simultaneous decisions (`allot`, `trade`)."""
    order = parse(text)
    check_time(s, order, -1)
    if order.verb == "allot":
        allotment(s, order)
        return []
    if order.verb == "trade":
        _offer(s, order)
        return []
    return plan_order(s, order)


def refusal(s: State, text: str, role: int = -1) -> Refusal | None:
    """Why an order is not legal now, or None if it is."""
    try:
        order = parse(text)
        check_time(s, order, role)
        if order.verb == "allot":
            allotment(s, order)
        elif order.verb == "trade":
            _offer(s, order)
        else:
            plan_order(s, order)
    except IllegalOrder as illegal:
        return illegal.refusal
    return None


def english(why: Refusal) -> str:
    """A refusal as one English sentence."""
    return why.sentence()


def _offer(s: State, order: Order) -> int:
    """1♥: the card a nation names for the trade, or NONE."""
    if order.nation not in (RUSSIA, AUSTRIA):
        refuse("trade_not_asked", "OP-57", nation=NATIONS[order.nation])
    if s.offers >> order.nation & 1:
        refuse("trade_done", "OP-57", nation=NATIONS[order.nation])
    return NONE if order.none else held(s, order.nation, order.cards)[0]
