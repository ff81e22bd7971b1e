"""The door for orders: one line of text per decision, in the words of formats.md, section 3.

`perform` carries one out, `refusal` says why not, `text_of` writes the order that small choices stand for.
"""

from __future__ import annotations

import difflib
from typing import Any, Final

from sanssouci.friedrich.decisions.decision import Answer, Order
from sanssouci.friedrich.decisions.refusal import AgainstTheRules, IllegalOrder, NotNow, NotYours, Refusal, refuse
from sanssouci.friedrich.decisions.registry import ANSWERED_BY, ASKED_IN, FORMS, INNER, RULE_OF
from sanssouci.friedrich.decisions.trial import OffMenu
from sanssouci.friedrich.decisions.words import shown_word, words_of
from sanssouci.friedrich.rules.names import NATIONS, ROLES
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, STATE_NAMES, State, role_of, seers

VERBS: Final[list[str]] = list(FORMS)


def parse(text: str) -> Order:
    """The order a line of text stands for; refused without a rule number if it is none. Looks at no game."""
    verb, *words = words_of(text)
    if verb not in ANSWERED_BY:
        near = difflib.get_close_matches(verb[:40], VERBS, n=1, cutoff=0.7)
        if near:
            refuse("verb_unknown_near", word=shown_word(verb), near=near[0])
        refuse("verb_unknown", word=shown_word(verb))
    order: Order = ANSWERED_BY[verb].read(verb, words)
    return order


def perform(s: State, text: str, role: int = -1) -> None:
    """Carry out an order, or raise IllegalOrder and change nothing.

    With `role` an order that is for another role to give is refused before anything hidden is looked at.
    """
    order = parse(text)
    ANSWERED_BY[order.verb].carry_out(s, order, _planned(s, order, role))


def plan(s: State, text: str) -> list[int]:
    """The small choices an order stands for."""
    return _planned(s, parse(text), -1)


def refusal(s: State, text: str, role: int = -1) -> Refusal | None:
    """Why an order is not legal now, or None if it is."""
    try:
        _planned(s, parse(text), role)
    except IllegalOrder as illegal:
        return illegal.refusal
    return None


def _planned(s: State, order: Order, role: int) -> list[int]:
    """The choices of an order that is for now and for this role. Legal is what the engine's menus offer."""
    decision = ANSWERED_BY[order.verb]
    _check_time(s, decision, order, role)
    try:
        return decision.plan(s, order)
    except OffMenu as missing:
        explain(decision, s, order, missing.at)
    raise AgainstTheRules(Refusal("not_legal", {}, decision.rule))


def explain(decision: Answer[Any], s: State, order: Order, at: State) -> None:
    """Refuse with a reason, if the decision knows one. This is the only place that asks for reasons."""
    decision.why_not(s, order, at)


def _check_time(s: State, decision: Answer[Any], order: Order, role: int) -> None:
    """Refuse an order that answers another decision than the present one, or is for another role to give."""
    if s.state == GAME_OVER:
        raise NotNow(Refusal("over", {}, "R12.1"))
    if decision.state != s.state:
        told: dict[str, object] = {"verb": order.verb, "state": STATE_NAMES[s.state], "nation": NATIONS[s.decider]}
        raise NotNow(Refusal("not_now", told, RULE_OF[int(s.state)]))
    nation = decision.speaks_for(s, order)
    owner = int(role_of(s, nation))
    if role >= 0 and not seers(s, role) >> owner & 1:
        raise NotYours(Refusal("not_yours", {"nation": NATIONS[nation], "roles": [ROLES[owner]]}, "R1.1"))


def text_of(before: State, choices: list[int]) -> str:
    """The order that a complete sequence of choices stands for, taken from the decision `before`."""
    return ASKED_IN[int(before.state)].write(before, choices)


def whole(before: State, s: State) -> bool:
    """Is the order that began at `before` complete at `s`?"""
    if before.state == ALLOT:
        return s.allotted >> before.decider & 1 == 1
    return int(s.state) not in INNER


def canonical(s: State, text: str) -> str:
    """A legal order in the words the engine itself would use, every card with its deck."""
    order = parse(text)
    return ANSWERED_BY[order.verb].canonical(s, order)


def speaker(s: State, text: str) -> int:
    """The nation whose order this is."""
    order = parse(text)
    return ANSWERED_BY[order.verb].speaks_for(s, order)


def hide(before: State, text: str) -> str:
    """An order in its canonical words, as those see it who may not know its secret parts (R15)."""
    words = text.split()
    return ANSWERED_BY[words[0]].hide(before, words)


def english(why: Refusal) -> str:
    """A refusal as one English sentence."""
    return why.sentence()
