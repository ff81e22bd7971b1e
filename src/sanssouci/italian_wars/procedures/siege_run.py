"""Siege bombardment over several turns (3.2, 3.4), and the chance of a breach within n turns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..answer import Answer
from ..chances import Odds, Outcome
from ..fields import EXTRA, FORTRESSES, HEXSIDE_FIELD, REQUIRED, WEATHER, choice, yes
from ..fields import Field as Input
from ..forces import Force
from ..muster import inputs_for
from ..question import Question, Table
from ..resolvers import artillery
from ..words import Refusal, say
from .run import HAND_FIELDS, Run, perform, quiet, two_forces

_PASSED_ON = ("fortress", "earthworks", "hexside", "extra")
#: siege level, firing SP, turn of the first breach (0: none yet) → probability
Spread = dict[tuple[int, int, int], Fraction]


def resolve(question: Question) -> Answer:
    """Fire, extra Swiss loss, checks, breach, level, shift: turn after turn."""
    forces = two_forces(question)
    if not forces["attacker"].artillery:
        raise Refusal("refuse.no_artillery", "3.2", force=forces["attacker"].name)
    quiet(question, artillery.TABLE, **_inputs(question, forces, 1, question["siege_level"]))
    return perform(Run(question, forces), _body)


def weather_of(question: Question, turn: int) -> str:
    """The weather of a turn (from 1); the last one named goes on."""
    named = question["weather"]
    return str(named[min(turn, len(named)) - 1]) if named else "fine"


def _inputs(question: Question, forces: dict[str, Force], turn: int, level: int) -> dict[str, Any]:
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
    inputs = _inputs(run.question, run.forces, turn, level)
    first = quiet(run.question, artillery.TABLE, **inputs, die=die)
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
    step = run.ask(artillery.TABLE, **inputs | {"sl_units_hit": min(3, len(swiss))}, die=die)
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
    """On which turn the first breach falls; the level reached; own artillery lost.

    Followed are siege level and firing strength. The guns of the besieged stay what they are: checks in
    combat never take a unit's last SP (`F` and `FF` spare small units), and the default decision takes
    losses from other units first.
    """
    forces = two_forces(question)
    if not forces["attacker"].artillery:
        raise Refusal("refuse.no_artillery", "3.2", force=forces["attacker"].name)
    firing = sum(unit.sp for unit in forces["attacker"].artillery)
    spread: Spread = {(question["siege_level"], firing, 0): Fraction(1)}
    for turn in range(1, question["turns"] + 1):
        spread = _advance(question, forces, spread, turn)
    return _outcomes(question, spread, firing)


def _advance(question: Question, forces: dict[str, Force], spread: Spread, turn: int) -> Spread:
    """One turn of bombardment for every state."""
    found: Spread = {}
    fired: dict[tuple[int, int], list[Answer]] = {}
    for (level, firing, first), chance in spread.items():
        if firing == 0:
            found[level, firing, first] = found.get((level, firing, first), Fraction(0)) + chance
            continue
        if (level, firing) not in fired:
            inputs = _inputs(question, forces, turn, level) | {"sp": firing}
            fired[level, firing] = [quiet(question, artillery.TABLE, **inputs, die=die) for die in range(1, 7)]
        for step in fired[level, firing]:
            breached = first or (turn if "breach" in step.events else 0)
            left = firing - int(step.counts["own_artillery"])
            after = (int(step.values.get("siege_level", level)), left, breached)
            found[after] = found.get(after, Fraction(0)) + chance / 6
    return found


def _outcomes(question: Question, spread: Spread, firing: int) -> Odds:
    turns = question["turns"]
    by_turn = dict.fromkeys(range(turns + 1), Fraction(0))
    lost = dict.fromkeys(range(turns + 1), Fraction(0))
    full = Fraction(0)
    for (level, left, first), chance in spread.items():
        by_turn[first] += chance
        lost[first] += chance * (firing - left)
        full += chance if level == question.sheet["artillery"]["highest_siege_level"] else 0
    outcomes = []
    for turn in (*range(1, turns + 1), 0):
        chance = by_turn[turn]
        if not chance:
            continue
        text = say("outcome.breach", turn=turn) if turn else say("outcome.no_breach", turns=turns)
        result = f"first breach on turn {turn}" if turn else "no breach"
        events = frozenset({"breach"} if turn else ())
        outcomes.append(Outcome(result, chance, (text,), None, {"own_artillery": lost[turn] / chance}, events))
    return Odds(question.table, question.given, outcomes, more={"siege_level_2": full})


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
