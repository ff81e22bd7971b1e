"""An assault from the roster to the last Discipline Check (3.8, 3.4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..answer import Answer
from ..chances import Odds, Outcome, gather
from ..fields import EXTRA, REQUIRED, yes
from ..fields import Field as Input
from ..forces import Force
from ..muster import inputs_for
from ..question import Question, Table
from ..resolvers import assault
from ..words import say
from .checks import force_tolls
from .hand import Hand
from .run import HAND_FIELDS, Run, perform, quiet, two_forces

SIDES = assault.SIDES
_PASSED_ON = ("kind", "terrain", "hexside", "fortress", "inside", "earthworks", "river_chit", "weather",
              "firearms_chit", "unfavourable", "extra")  # fmt: skip


def resolve(question: Question) -> Answer:
    """Quality, terrain, ratio, result, losses placed, demoralised unit chosen, the loser's checks unit by unit."""
    forces = two_forces(question)
    # refuse before the first die is thrown
    quiet(question, assault.TABLE, **_inputs(question, forces))
    return perform(Run(question, forces), _body)


def _body(run: Run) -> None:
    step = _fight(run, run.hand.die(say("what.assault")))
    if step.loser:
        run.discipline(step.loser)
    run.say(say("log.assault_over"))


def _inputs(question: Question, forces: dict[str, Force]) -> dict[str, object]:
    known = inputs_for("assault", forces["attacker"], forces["defender"], question.sheet)
    return known | {name: question[name] for name in _PASSED_ON}


def _fight(run: Run, die: int) -> Answer:
    """The die, the losses, the demoralised unit: everything before the checks."""
    step = run.ask(assault.TABLE, **_inputs(run.question, run.forces), die=die)
    run.say(
        say(
            "log.cell",
            table=say("table.assault"),
            modified=step.modified,
            column=str(step.column),
            cell=str(step.cell),
        )
    )
    halves = dict(zip(SIDES, str(step.cell).split(" / "), strict=True))
    for side in SIDES:
        run.lose(side, assault.losses(halves[side])[0])
    for side in SIDES:
        if assault.losses(halves[side])[1]:
            run.demoralise_one(side)
    run.say(say("effect.loser", who=say(f"who.{step.loser}")) if step.loser else say("effect.no_loser"))
    run.answer.loser = step.loser
    return step


def odds(question: Question) -> Odds:
    """Every die of the table with every chain of checks behind it; choices taken by default."""
    start = two_forces(question)
    outcomes = []
    for die in range(1, 7):
        run = Run(question, dict(start), Hand((), (), None, True))
        step = _fight(run, die)
        lost = {side: _strength(start[side]) - _strength(run.forces[side]) for side in SIDES}
        fresh = {side: _demoralised(run.forces[side]) - _demoralised(start[side]) for side in SIDES}
        tolls = force_tolls(question, run.forces[step.loser]) if step.loser else {}
        if not tolls:
            outcomes.append(_outcome(step.loser, lost, fresh, Fraction(1, 6)))
        for toll, chance in tolls.items():
            total, shaken = dict(lost), dict(fresh)
            total[str(step.loser)] += toll.sp
            shaken[str(step.loser)] += toll.demoralised
            outcomes.append(_outcome(step.loser, total, shaken, chance / 6))
    gathered = sorted(
        gather(outcomes),
        key=lambda one: (one.loser or "", one.counts["attacker_sp"], one.counts["defender_sp"]),
    )
    return Odds(question.table, question.given, gathered)


def _strength(force: Force) -> int:
    return force.sp("infantry", "cavalry", "artillery")


def _demoralised(force: Force) -> int:
    return sum(unit.demoralised for unit in force.units)


def _outcome(loser: str | None, lost: dict[str, int], shaken: dict[str, int], chance: Fraction) -> Outcome:
    count = sum(shaken.values())
    result = f"{loser or 'nobody'} loses; SP -{lost['attacker']} / -{lost['defender']}; demoralised {count}"
    text = say("outcome.assault", who=say(f"who.{loser or 'nobody'}"), demoralised=count, **lost)
    events = {f"{loser}_loses" if loser else "nobody_loses"} | ({"someone_demoralised"} if count else set())
    counts = {"attacker_sp": lost["attacker"], "defender_sp": lost["defender"], "units_demoralised": count}
    return replace(Outcome(result, chance, (text,), loser), counts=counts, events=frozenset(events))


PROCEDURE = Table(
    "assault-run",
    "9",
    (
        Input("attacker", "force", REQUIRED),
        Input("defender", "force", REQUIRED),
        *assault.GROUND_FIELDS,
        yes("firearms_chit", only=assault.ENGAGEMENT),
        Input("unfavourable", "bool", None),
        EXTRA,
        *HAND_FIELDS,
    ),
    resolve,
    odds=odds,
)
