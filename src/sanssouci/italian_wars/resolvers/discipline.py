"""Discipline Check and Recovery Check (3.4): one table, two readings."""

from __future__ import annotations

from ..answer import Answer
from ..fields import DIE, EXTRA, choice, quality, sp, yes
from ..fields import Field as Input
from ..question import D6, Question, Table, add_extras, roll
from ..sheet import band_of
from ..words import Refusal, say

PHASES = ("combat", "command", "activation")
BY_CLASS = {"phase": ("command", "activation")}


def resolve(question: Question) -> Answer:
    """One Discipline Check of one unit."""
    answer = question.begin()
    value = question.sheet["discipline"]["modifiers"]
    answer.consider("DIS-STAR", value["DIS-STAR"], question["star"])
    answer.consider("DIS-FORCED", value["DIS-FORCED"], question["forced_order"])
    if _find(question, answer):
        _check(question, answer)
    return answer


def recover(question: Question) -> Answer:
    """One Recovery Check of one demoralised unit."""
    answer = question.begin()
    chart = question.sheet["discipline"]
    value = chart["modifiers"]
    answer.consider("DIS-STAR", value["DIS-STAR"], question["star"])
    answer.consider("REC-PAY", value["REC-PAY"], question["extra_pay"], ap=chart["extra_pay_ap"])
    spent = question["mp_spent"]
    answer.consider("REC-MP", value["REC-MP"] * spent, spent > 0, mp=spent)
    if not _find(question, answer):
        return answer
    if answer.cell == "P":
        answer.effect("recovers", say("effect.recovers"))
        answer.events.add("recovers")
    elif answer.cell == "D*":
        answer.effect("eliminated", say("effect.eliminated_recovery"))
        answer.events.add("eliminated")
    else:
        answer.effect("nothing", say("effect.still_demoralised"))
    return answer


def _find(question: Question, answer: Answer) -> bool:
    """The column by phase, the row by the die; False while there is no die."""
    chart = question.sheet["discipline"]
    if question["phase"] == "combat":
        if question["quality"] is None:
            raise Refusal("refuse.needs_quality", "3.4").about("quality")
        column = question["quality"]
        answer.column = chart["columns"][column]
    else:
        if question["reliability"] is None:
            raise Refusal("refuse.needs_class", "3.4").about("reliability")
        column = chart["reliability"].index(question["reliability"])
        answer.column = question["reliability"]
    answer.column_before = str(answer.column)
    add_extras(question, answer)
    modified = roll(question, answer)
    if modified is None:
        return False
    grid = question.sheet.discipline
    row = band_of(grid.rows, modified)
    answer.row, answer.row_label = grid.rows[row].number, grid.rows[row].label
    answer.cell = grid.cells[row][column]
    if modified > answer.row:
        answer.rests_on("L8")
    return True


def _check(question: Question, answer: Answer) -> None:
    cell = str(answer.cell)
    answer.counts["sp_lost"] = 0
    code = question.sheet["discipline"]["codes"].get(cell)
    if cell == "P":
        answer.effect("passed", say("effect.passed"))
        answer.events.add("passed")
    elif code and question["sp"] > code["more_than"]:
        left = question["sp"] - code["lose"]
        answer.effect("lose_sp", say("effect.check_loses", sp=code["lose"], left=left), sp=code["lose"], left=left)
        answer.values["sp_left"] = left
        answer.counts["sp_lost"] = code["lose"]
        answer.events.add("loses_sp")
    else:
        if code:
            answer.notes.append(say("note.small_unit", code=cell, sp=code["more_than"]))
        _demoralise(question, answer)
        if cell == "D*":
            _sack(question, answer)
    answer.result = cell + (f" ({answer.effects[0].kind})" if cell != "P" else "")


def _demoralise(question: Question, answer: Answer) -> None:
    if not question["demoralised"]:
        answer.effect("demoralised", say("effect.demoralised"))
        answer.events.add("demoralised")
        known: dict[str, object] = {"phase": "command"}
        known |= {name: question[name] for name in ("quality", "reliability") if question[name] is not None}
        known |= {"star": True} if question["star"] else {}
        answer.follow("recovery", say("follow.recovery"), inputs=known)
        return
    phase = question["phase"]
    dies = phase == "command" or (phase == "activation" and question.options["discipline.activation_d"] == "eliminated")
    if dies:
        answer.effect("eliminated", say("effect.eliminated", phase=say(f"value.phase.{phase}")))
        answer.counts["sp_lost"] = question["sp"]
        answer.events.add("eliminated")
    else:
        answer.effect("nothing", say("effect.already_demoralised", phase=say(f"value.phase.{phase}")))


def _sack(question: Question, answer: Answer) -> None:
    if question["sack_rule"]:
        answer.effect("sack", say("effect.sack"))
        answer.events.add("sack")
    else:
        answer.notes.append(say("note.sack"))


_QUALITY = quality("quality", None, only={"phase": ("combat",)})
_CLASS = Input("reliability", "choice", None, values=("V", "S", "N", "R"), only=BY_CLASS, example="N")

DISCIPLINE = Table(
    "discipline",
    "3.4",
    (
        choice("phase", PHASES),
        _QUALITY,
        _CLASS,
        sp("sp", example=4),
        yes("demoralised"),
        yes("star"),
        yes("forced_order"),
        yes("sack_rule"),
        EXTRA,
        DIE,
    ),
    resolve,
    D6,
)

RECOVERY = Table(
    "recovery",
    "3.4",
    (
        choice("phase", PHASES, "command"),
        _QUALITY,
        _CLASS,
        yes("star"),
        yes("extra_pay"),
        Input("mp_spent", "int", 0, 0, 20),
        EXTRA,
        DIE,
    ),
    recover,
    D6,
)
