"""The optional battle from the generals' dice to the pursuit (3.9, 3.5, 3.6)."""

from __future__ import annotations

from fractions import Fraction

from ..answer import Answer
from ..chances import OFF_TABLE, Odds, Outcome, battle_results, gather, settled
from ..fields import EXTRA, HEXSIDE_FIELD, REQUIRED, TERRAIN_FIELD, WEATHER_FIELD, read, yes
from ..fields import Field as Input
from ..forces import Force
from ..muster import inputs_for
from ..question import Question, Table
from ..resolvers import optional
from ..words import Refusal, Signed, say
from .hand import Hand
from .pursuit_run import can_pursue, pursue, pursuit_outcomes
from .run import HAND_FIELDS, Run, perform, quiet, two_forces

SIDES = optional.SIDES
_PASSED_ON = ("terrain", "hexside", "earthworks", "unfavourable", "weather", "extra")


def resolve(question: Question) -> Answer:
    """Nine parts of O3, O4 with rerolls, losses with the cap, pursuit, Captains to check."""
    forces = two_forces(question)
    # refuse before the first die is thrown: a battle that cannot be needs no generals
    quiet(question, optional.TABLE, **_inputs(question, forces), attacker_die=1, defender_die=1)
    return perform(Run(question, forces), _body)


def _inputs(question: Question, forces: dict[str, Force]) -> dict[str, object]:
    known = inputs_for("optional", forces["attacker"], forces["defender"], question.sheet)
    return known | {name: question[name] for name in _PASSED_ON}


def _body(run: Run) -> None:
    inputs = _inputs(run.question, run.forces)
    for side in SIDES:
        inputs[f"{side}_die"] = run.hand.die(say("what.general", who=say(f"who.{side}")))
    dice: list[int] = []
    while True:
        dice.append(run.hand.die(say("what.reroll" if dice else "what.battle")))
        if len(dice) >= optional.MOST_REROLLS:
            raise Refusal("refuse.rerolls", "3.9", most=optional.MOST_REROLLS)
        step = quiet(run.question, optional.TABLE, **inputs, die=dice)
        if not str(step.cell).startswith("reroll"):
            break
    step = run.ask(optional.TABLE, **inputs, die=dice)
    run.say(
        say(
            "log.battle",
            modifier=Signed(step.values["modifier"]),
            row=str(step.row_label),
            cell=str(step.cell),
        )
    )
    run.tell(step)
    run.answer.loser = step.loser
    for side in SIDES:
        run.lose(side, step.values[f"{side}_lost"])
    if step.loser is None:
        return
    winner = "defender" if step.loser == "attacker" else "attacker"
    if not can_pursue(run.forces[winner]):
        run.say(say("log.no_pursuit"))
    elif not run.forces[step.loser].alive:
        run.say(say("log.nobody_left", who=say(f"who.{step.loser}")))
    else:
        pursue(run, winner, step.loser, cause="battle")
    run.answer.follow("retreat", say("follow.retreat", who=say(f"who.{step.loser}")), who=step.loser)


def odds(question: Question) -> Odds:
    """Generals' dice, rerolls, losses and pursuit together, exactly; choices taken by default."""
    start = two_forces(question)
    inputs = read("optional", optional.TABLE.fields, _inputs(question, start))
    asked = Question("optional", inputs, question.options, question.sheet)
    quiet(question, optional.TABLE, **_inputs(question, start), attacker_die=1, defender_die=1)
    outcomes = []
    for row, chance in battle_results(asked).items():
        if row is None:
            outcomes.append(Outcome(OFF_TABLE, chance, (say("outcome.off_table"),)))
            continue
        outcomes += _behind(question, start, settled(asked, row), chance)
    gathered = sorted(gather(outcomes), key=lambda one: (one.loser or "", sorted(one.counts.items())))
    return Odds(question.table, question.given, gathered)


def _behind(question: Question, start: dict[str, Force], step: Answer, chance: Fraction) -> list[Outcome]:
    """What follows one line of O4: the losses placed, then every die of the pursuit."""
    run = Run(question, dict(start), Hand((), (), None, True))
    for side in SIDES:
        run.lose(side, step.values[f"{side}_lost"])
    lost = {side: start[side].sp() - run.forces[side].sp() for side in SIDES}
    if step.loser is None:
        return [_outcome(None, lost, 0, chance)]
    winner = "defender" if step.loser == "attacker" else "attacker"
    if not can_pursue(run.forces[winner]) or not run.forces[step.loser].alive:
        return [_outcome(step.loser, lost, 0, chance)]
    found = []
    for share, chase, gone in pursuit_outcomes(question, run.forces, winner, step.loser, cause="battle"):
        total = dict(lost)
        total[step.loser] += chase.values["sp_lost"]
        for (ours, theirs), part in gone.items():
            found.append(_outcome(step.loser, total, ours + theirs, chance * share * part))
    return found


def _outcome(loser: str | None, lost: dict[str, int], captains: int, chance: Fraction) -> Outcome:
    result = f"{loser or 'nobody'} loses; SP -{lost['attacker']} / -{lost['defender']}"
    if captains:
        result += f"; captains {captains}"
    key = "outcome.battle_captains" if captains else "outcome.battle"
    text = say(key, who=say(f"who.{loser or 'nobody'}"), captains=captains, **lost)
    counts = {"attacker_sp": lost["attacker"], "defender_sp": lost["defender"], "captains_lost": captains}
    events = {f"{loser}_loses" if loser else "nobody_loses"} | ({"captain_eliminated"} if captains else set())
    return Outcome(result, chance, (text,), loser, counts, frozenset(events))


PROCEDURE = Table(
    "battle-run",
    "9",
    (
        Input("attacker", "force", REQUIRED),
        Input("defender", "force", REQUIRED),
        TERRAIN_FIELD,
        HEXSIDE_FIELD,
        yes("earthworks"),
        Input("unfavourable", "bool", None),
        WEATHER_FIELD,
        EXTRA,
        *HAND_FIELDS,
    ),
    resolve,
    odds=odds,
)
