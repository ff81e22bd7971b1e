"""Siege bombardment over several turns (3.2, 3.4), and the chance of a breach within n turns."""

from __future__ import annotations

from typing import Any

from ..answer import Answer
from ..chances import Odds
from ..fields import EXTRA, FORTRESSES, HEXSIDE_FIELD, REQUIRED, WEATHER, choice, yes
from ..fields import Field as Input
from ..forces import Force
from ..muster import inputs_for
from ..question import Question, Table
from ..resolvers import artillery
from ..words import Refusal, say
from .run import HAND_FIELDS, Run, perform, quiet, two_forces

_PASSED_ON = ("fortress", "earthworks", "hexside", "extra")


def resolve(question: Question) -> Answer:
    """Fire, extra Swiss loss, checks, breach, level, shift: turn after turn."""
    forces = two_forces(question)
    if not forces["attacker"].artillery:
        raise Refusal("refuse.no_artillery", "3.2", force=forces["attacker"].name)
    quiet(question, artillery.TABLE, **inputs(question, forces, 1, question["siege_level"]))
    return perform(Run(question, forces), _body)


def weather_of(question: Question, turn: int) -> str:
    """The weather of a turn (from 1); the last one named goes on."""
    named = question["weather"]
    return str(named[min(turn, len(named)) - 1]) if named else "fine"


def inputs(question: Question, forces: dict[str, Force], turn: int, level: int) -> dict[str, Any]:
    """What the Artillery table is asked on a turn."""
    known = inputs_for("artillery", forces["attacker"], forces["defender"], question.sheet)
    here = {"mode": "siege", "weather": weather_of(question, turn), "siege_level": level}
    return known | here | {name: question[name] for name in _PASSED_ON}


def _body(run: Run) -> None:
    level = run.question["siege_level"]
    run.answer.values["siege_level"] = level
    for turn in range(1, run.question["turns"] + 1):
        if not run.forces["attacker"].artillery:
            run.say(say("log.guns_gone"))
            break
        if not run.forces["defender"].alive:
            run.say(say("log.nobody_left", who=say("who.besieged")))
            break
        level = _turn(run, turn, level)
        run.answer.values["siege_level"] = level


def _turn(run: Run, turn: int, level: int) -> int:
    die = run.hand.die(say("what.bombardment", turn=turn))
    asked = inputs(run.question, run.forces, turn, level)
    first = quiet(run.question, artillery.TABLE, **asked, die=die)
    kinds = {effect.kind: effect for effect in first.effects}
    run.say(
        say(
            "log.cell",
            table=say("table.artillery"),
            modified=first.modified,
            column=str(first.column),
            cell=str(first.cell),
        )
    )
    if "own_artillery" in kinds:
        force = run.forces["attacker"]
        guns = {unit.id for unit in force.artillery}
        run.lose("attacker", 1, artillery=True, only=lambda unit: unit.id in guns)
    swiss: list[str] = []
    if "lose_sp" in kinds:
        hit = run.lose("defender", kinds["lose_sp"].facts["sp"], artillery=True)
        force = run.forces["defender"]
        swiss = [id_ for id_ in dict.fromkeys(hit) if force.trait(force.unit(id_), "swiss_landsknechts")]
    step = run.ask(artillery.TABLE, **asked | {"sl_units_hit": min(3, len(swiss))}, die=die)
    extra = next((effect.facts["sp"] for effect in step.effects if effect.kind == "sl_extra"), 0)
    for id_ in swiss[:extra]:
        unit = run.forces["defender"].unit(id_)
        if unit.sp:
            run.forces["defender"] = run.forces["defender"].with_unit(id_, sp=unit.sp - 1)
            run.say(say("log.swiss_extra", unit=id_, left=unit.sp - 1))
    if "discipline_check" in step.events:
        run.discipline("defender")
    if "breach" in step.events:
        level = step.values["siege_level"]
        run.say(next(effect.text for effect in step.effects if effect.kind == "breach"))
    return level


def odds(question: Question) -> Odds:
    """How the bombardment ends, exactly (`siege_odds`)."""
    from .siege_odds import bombardment

    forces = two_forces(question)
    if not forces["attacker"].artillery:
        raise Refusal("refuse.no_artillery", "3.2", force=forces["attacker"].name)
    return bombardment(question, forces)


PROCEDURE = Table(
    "siege-run",
    "9",
    (
        Input("attacker", "force", REQUIRED),
        Input("defender", "force", REQUIRED),
        choice("fortress", FORTRESSES[1:]),
        Input("siege_level", "int", 0, 0, 2),
        Input("turns", "int", 1, 1, 20, example=3),
        Input("weather", "choices", ("fine",), values=WEATHER),
        yes("earthworks"),
        HEXSIDE_FIELD,
        EXTRA,
        *HAND_FIELDS,
    ),
    resolve,
    odds=odds,
)
