"""Captain elimination checks (3.6): the sheet says who checks, the players say how."""

from __future__ import annotations

from ..answer import Answer
from ..fields import DIE
from ..fields import Field as Input
from ..options import CAPTAIN_RULE
from ..question import D6, Question, Table
from ..words import Refusal, say


def faces(rule: str) -> frozenset[int]:
    """The faces that eliminate under a rule like `1-` or `6+`; none for `ask`."""
    found = CAPTAIN_RULE.fullmatch(rule)
    if not found:
        return frozenset()
    edge = int(found.group(1))
    return frozenset(range(edge, 7) if found.group(2) == "+" else range(1, edge + 1))


def resolve(question: Question) -> Answer:
    """One Captain's check, by the rule the players set."""
    answer = question.begin()
    rule = question["rule"] or question.options["captain.rule"]
    if rule == "ask":
        raise Refusal("refuse.captain_rule", "3.6")
    if not CAPTAIN_RULE.fullmatch(rule):
        raise Refusal("bad.captain_rule", "3.6", rule=rule)
    answer.column = answer.column_before = rule
    answer.natural = answer.modified = answer.row = question["die"]
    if answer.natural is None:
        return answer
    if answer.natural in faces(rule):
        answer.cell = "eliminated"
        answer.effect("captain_eliminated", say("effect.captain_eliminated"))
        answer.events.add("captain_eliminated")
    else:
        answer.cell = "survives"
        answer.effect("captain_survives", say("effect.captain_survives"))
    return answer


TABLE = Table(
    "captain",
    "3.6",
    (Input("rule", "text", None), DIE),
    resolve,
    D6,
)
