"""A march plan: its cost step by step, and the attrition of a second activation (3.1, 3.12)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..answer import Answer
from ..chances import Odds, Outcome, gather, outcome_of
from ..fields import EXTRA, WEATHER_FIELD, choice, sp, yes
from ..fields import Field as Input
from ..forces import Force
from ..muster import inputs_for
from ..question import Question, Table
from ..resolvers import attrition, terrain
from ..words import Refusal, Signed, say
from .run import HAND_FIELDS, Run, perform, quiet

MOST_MP = 8


def resolve(question: Question) -> Answer:
    """Movement cost, allowance, attrition, losses placed; and what each further MP would cost."""
    forces = _forces(question)
    run = Run(question, forces)
    cost = _walk(run)
    run.answer.values["mp"] = cost
    run.answer.values["afford"] = afford(question, forces)
    return perform(run, lambda one: _attrition(one, cost))


def _forces(question: Question) -> dict[str, Force]:
    if question["force"] is not None:
        return {"force": Force.read(question["force"], question.sheet, "force")}
    if question["sp"] is None:
        raise Refusal("refuse.march_force", "3.12")
    return {}


def _check_inputs(question: Question, forces: dict[str, Force]) -> dict[str, Any]:
    if forces:
        known = inputs_for("attrition", forces["force"], None, question.sheet)
    else:
        known = {"sp": question["sp"], "star": question["star"]}
    return known | {
        "segment": "activation",
        "weather": question["weather"],
        "march": question["march"],
        "extra": question["extra"],
    }


def _walk(run: Run) -> Fraction:
    """The plan step by step; refused as soon as a step cannot be or the allowance is spent."""
    question = run.question
    total = Fraction(0)
    allowance = question["allowance"]
    if allowance is not None:
        allowance += question.sheet["weather"]["weather"][question["weather"]]["allowance"]
        run.answer.values["allowance"] = allowance
    for number, raw in enumerate(question["plan"], 1):
        if "use" in raw or "weather" in raw:
            raise Refusal("bad.plan_step", None, step=number)
        step = run.ask(terrain.TABLE, **{str(k): v for k, v in raw.items()}, use="move", weather=question["weather"])
        total += step.values["mp"]
        place = say(f"value.{step.inputs['terrain']}")
        run.say(say("log.step", step=number, terrain=place, mp=step.values["mp"], total=total))
        if allowance is not None and total > allowance:
            raise Refusal("refuse.allowance", "3.1", step=number, total=total, allowance=allowance)
    return total


def _attrition(run: Run, cost: Fraction) -> None:
    question = run.question
    if question["activation"] == 1:
        run.say(say("log.no_attrition"))
        return
    inputs = _check_inputs(question, run.forces) | {"mp": cost}
    before = quiet(question, attrition.TABLE, **inputs)
    run.say(say("log.attrition_modifier", value=Signed(before.total)))
    step = run.ask(attrition.TABLE, **inputs, die=run.hand.die(say("what.attrition")))
    run.tell(step)
    run.answer.values["sp_lost"] = step.values["sp_lost"]
    if run.forces:
        run.lose("force", step.values["sp_lost"], artillery=True)


def afford(question: Question, forces: dict[str, Force]) -> list[dict[str, Any]]:
    """How many MP one can afford: for each number of full MP the modifier, the chance of no loss, the mean loss."""
    if question["activation"] == 1:
        return []
    found = []
    for mp in range(MOST_MP + 1):
        inputs = _check_inputs(question, forces) | {"mp": mp}
        lost = [quiet(question, attrition.TABLE, **inputs, die=die).values["sp_lost"] for die in range(1, 7)]
        total = quiet(question, attrition.TABLE, **inputs).total
        found.append(
            {
                "mp": mp,
                "modifier": int(total),
                "no_loss": str(Fraction(lost.count(0), 6)),
                "mean": str(Fraction(sum(lost), 6)),
            }
        )
    return found


def odds(question: Question) -> Odds:
    """The attrition of the plan."""
    forces = _forces(question)
    run = Run(question, forces)
    cost = _walk(run)
    if question["activation"] == 1:
        text = say("log.no_attrition")
        return Odds(question.table, question.given, [Outcome("no check", Fraction(1), (text,), counts={"sp_lost": 0})])
    inputs = _check_inputs(question, forces) | {"mp": cost}
    steps = [quiet(question, attrition.TABLE, **inputs, die=die) for die in range(1, 7)]
    return Odds(question.table, question.given, gather(outcome_of(step, Fraction(1, 6)) for step in steps))


PROCEDURE = Table(
    "march-run",
    "9",
    (
        Input("force", "force", None),
        sp("sp", None),
        yes("star"),
        Input("plan", "plan", ()),
        WEATHER_FIELD,
        Input("activation", "int", 2, 1, 2),
        choice("march", ("regular", "administrative", "approach")),
        Input("allowance", "half", None, 0, 30),
        EXTRA,
        *HAND_FIELDS,
    ),
    resolve,
    odds=odds,
)
