"""ZOC initiative modifier (3.7)."""

from __future__ import annotations

from ..answer import Answer
from ..fields import REQUIRED
from ..fields import Field as Input
from ..question import Question, Table
from ..words import Refusal, Signed, say


def resolve(question: Question) -> Answer:
    """The modifier an adjacent enemy Captain makes; of several, the worst single one."""
    answer = question.begin()
    chart = question.sheet["zoc"]
    captains = question["initiative"]
    if not captains:
        raise Refusal("refuse.no_captain", "3.7")
    worst = min(chart["modifier"][one - 1] for one in captains)
    counted = False
    for one in captains:
        value = chart["modifier"][one - 1]
        applies = value == worst and not counted
        counted = counted or applies
        answer.consider("ZOC-CAPTAIN", value, applies, initiative=one)
    answer.column = answer.column_before = str(next(one for one in captains if chart["modifier"][one - 1] == worst))
    answer.cell = str(worst)
    answer.values["modifier"] = worst
    answer.effect("initiative", say("effect.zoc", value=Signed(worst)), value=worst)
    return answer


TABLE = Table("zoc", "3.7", (Input("initiative", "ints", REQUIRED, 1, 5, example=[3]),), resolve)
