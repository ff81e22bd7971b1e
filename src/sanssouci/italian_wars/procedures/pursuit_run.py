"""A pursuit from the roster to the Captains (3.5, 3.6)."""

from __future__ import annotations

from fractions import Fraction

from ..answer import Answer
from ..chances import Odds, Outcome, captains_lost, gather
from ..fields import EXTRA, REQUIRED, choice
from ..fields import Field as Input
from ..forces import Force
from ..muster import inputs_for
from ..question import Question, Table
from ..resolvers import pursuit
from ..words import Refusal, say
from .run import HAND_FIELDS, Run, perform, quiet, two_forces


def resolve(question: Question) -> Answer:
    """Losses, conversion, payment unit by unit, Captains; the pursuers are the attacker."""
    return perform(Run(question, two_forces(question)), _body)


def _body(run: Run) -> None:
    if not can_pursue(run.forces["attacker"]):
        raise Refusal("refuse.no_pursuers", "3.5")
    question = run.question
    pursue(
        run,
        "attacker",
        "defender",
        cause=question["cause"],
        mp_spent=question["mp_spent"],
        extra=question["extra"],
    )


def can_pursue(force: Force) -> bool:
    """Whether any cavalry or infantry of the pursuers is not demoralised."""
    return force.sp(good=True) > 0


def pursue(run: Run, pursuer: str, pursued: str, **how: object) -> Answer:
    """One pursuit inside a procedure: the roll, who pays, who checks."""
    inputs = inputs_for("pursuit", run.forces[pursuer], run.forces[pursued], run.question.sheet) | how
    die = run.hand.die(say("what.pursuit"))
    if run.question.options["pursuit.payment"] == "manual":
        inputs |= _ask_payment(run, pursued, quiet(run.question, pursuit.TABLE, **inputs, die=die).values["losses"])
    step = run.ask(pursuit.TABLE, **inputs, die=die)
    run.say(say("log.pursuit", modified=step.modified, cell=str(step.cell), losses=step.values["losses"]))
    force = run.forces[pursued]

    def is_artillery(unit_id: str) -> bool:
        return bool(force.trait(force.unit(unit_id), "arm") == "artillery")

    run.lose(pursued, step.values["artillery_lost"], artillery=True, only=lambda unit: is_artillery(unit.id))
    run.lose(pursued, step.values["demoralised_lost"], only=lambda unit: unit.demoralised)
    run.lose(pursued, step.values["good_lost"], only=lambda unit: not unit.demoralised)
    for follow in step.follow_ups:
        if follow.facts["who"] == "one pursuing captain":
            chiefs = [chief.name for chief in run.forces[pursuer].chiefs]
            if chiefs:
                named = [(name, say("captain.name", captain=name)) for name in chiefs]
                run.captains(pursuer, [run.hand.choose(say("what.which_captain"), named, chiefs[-1])])
        else:
            run.captains(pursued, [chief.name for chief in run.forces[pursued].chiefs])
    return step


def _ask_payment(run: Run, pursued: str, losses: int) -> dict[str, int]:
    """Manual payment: the owner names the kind of SP for one loss after the other."""
    force = run.forces[pursued]
    have = {
        "artillery": force.sp("artillery"),
        "demoralised": force.sp(good=False),
        "good": force.sp(good=True),
    }
    paid = dict.fromkeys(have, 0)
    owed = losses
    while owed > 0:
        last = owed == 1 and run.question.options["pursuit.leftover"] == "costs_one_good_sp"
        open_ = [k for k in have if paid[k] < have[k] and (k != "good" or owed >= 2 or last)]
        if not open_:
            break
        kind = run.hand.choose(say("what.pays", losses=owed), [(k, say(f"kind.{k}")) for k in open_], open_[0])
        paid[kind] += 1
        owed -= 2 if kind == "good" else 1
    return {f"pay_{kind}": count for kind, count in paid.items()}


def pursuit_outcomes(
    question: Question, forces: dict[str, Force], pursuer: str, pursued: str, **how: object
) -> list[tuple[Fraction, Answer, dict[tuple[int, int], Fraction]]]:
    """Each die of a pursuit: its answer, and the odds of Captains lost (pursuing, pursued) once a rule is set."""
    inputs = inputs_for("pursuit", forces[pursuer], forces[pursued], question.sheet) | how
    found = []
    for die in range(1, 7):
        step = quiet(question, pursuit.TABLE, **inputs, die=die)
        ours = 1 if "pursuer_check" in step.events and forces[pursuer].chiefs else 0
        theirs = len(forces[pursued].chiefs) if "captain_check" in step.events else 0
        gone: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
        if ours or theirs:
            rule = question.options["captain.rule"]
            if rule != "ask":
                gone = {
                    (a, b): p * q
                    for a, p in captains_lost(ours, rule).items()
                    for b, q in captains_lost(theirs, rule).items()
                }
        found.append((Fraction(1, 6), step, gone))
    return found


def odds(question: Question) -> Odds:
    """SP the pursued lose and Captains eliminated; payment by the ruling in force."""
    forces = two_forces(question)
    if not can_pursue(forces["attacker"]):
        raise Refusal("refuse.no_pursuers", "3.5")
    how = {"cause": question["cause"], "mp_spent": question["mp_spent"], "extra": question["extra"]}
    outcomes = []
    for chance, step, gone in pursuit_outcomes(question, forces, "attacker", "defender", **how):
        for (ours, theirs), share in gone.items():
            lost = step.values["sp_lost"]
            result = f"SP -{lost}" + (f"; captains {ours}/{theirs}" if ours or theirs else "")
            text = say("outcome.pursuit", sp=lost, ours=ours, theirs=theirs)
            events = set(step.events) | ({"captain_eliminated"} if ours or theirs else set())
            counts = {"pursued_sp": lost, "captains_lost": ours + theirs}
            outcomes.append(Outcome(result, chance * share, (text,), None, counts, frozenset(events)))
    return Odds(question.table, question.given, gather(outcomes))


PROCEDURE = Table(
    "pursuit-run",
    "9",
    (
        Input("attacker", "force", REQUIRED),
        Input("defender", "force", REQUIRED),
        choice("cause", ("battle", "zoc")),
        Input("mp_spent", "half", Fraction(0), 0, 20, only={"cause": ("zoc",)}),
        EXTRA,
        *HAND_FIELDS,
    ),
    resolve,
    odds=odds,
)
