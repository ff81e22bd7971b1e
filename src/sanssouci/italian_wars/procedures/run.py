"""What all procedures share: asking tables on the way, placing losses, checking discipline and Captains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..answer import Answer, who
from ..fields import Field as Input
from ..fields import read, yes
from ..forces import Force, Unit
from ..question import Question, Table
from ..words import Text, say
from .hand import Hand, Waiting

HAND_FIELDS = (
    Input("dice", "ints", (), 1, 6),
    Input("choices", "texts", ()),
    Input("seed", "text", None),
    yes("auto"),
)


#: the line that tells a loss, by how its unit was decided on
LOSSES = {"only": "log.unit_loses", "chosen": "log.unit_loses_chosen", "default": "log.unit_loses_default"}


class Run:
    """A procedure under way: its Forces by role, its dice and choices, its growing answer."""

    def __init__(self, question: Question, forces: dict[str, Force], hand: Hand | None = None) -> None:
        self.question = question
        self.forces = forces
        self.before = {role: strength(force) for role, force in forces.items()}
        self.hand = hand or Hand(question["dice"], question["choices"], question["seed"], question["auto"])
        self.answer = question.begin()

    def ask(self, table: Table, **inputs: Any) -> Answer:
        """Ask a table with the rulings of this run, and keep its answer as a step."""
        step = quiet(self.question, table, **inputs)
        self.answer.steps.append(step)
        return step

    def say(self, text: Text) -> None:
        """A line of the log."""
        self.hand.log.append(text)

    def tell(self, step: Answer) -> None:
        """The effects of a step, for the log."""
        for effect in step.effects:
            self.say(effect.text)

    # --- losses and states -----------------------------------------------------------------

    def lose(
        self, role: str, count: int, *, artillery: bool = False, only: Callable[[Unit], bool] | None = None
    ) -> list[str]:
        """Take `count` SP off units of a Force, one by one, their owner's choice; returns who was hit."""
        hit: list[str] = []
        made: dict[str, str] = {}
        lines: dict[str, int] = {}
        for _ in range(count):
            force = self.forces[role]
            able = [
                unit
                for unit in force.alive
                if (only is None or only(unit)) and (force.trait(unit, "arm") == "artillery") <= artillery
            ]
            if not able:
                self.say(say("log.nobody_left", who=who(role)))
                break
            what = say("what.loses", who=who(role))
            offered = [(unit.id, unit.name) for unit in able]
            chosen = self.hand.choose(what, offered, default_loss(force, able).id, told=False)
            # a unit that was hit by default once was not altogether chosen
            made[chosen] = min(made.get(chosen, "only"), self.hand.made, key=("default", "chosen", "only").index)
            unit = force.unit(chosen)
            self.forces[role] = force.with_unit(chosen, sp=unit.sp - 1)
            hit.append(chosen)
            lost = hit.count(chosen)
            blanks = {"unit": unit.id, "lost": lost, "before": unit.sp - 1 + lost, "left": unit.sp - 1}
            line = say(LOSSES[made[chosen]], **blanks)
            if chosen in lines:
                self.hand.log[lines[chosen]] = line
            else:
                lines[chosen] = len(self.hand.log)
                self.say(line)
        return hit

    def demoralise_one(self, role: str) -> None:
        """One unit of the owner's choice becomes demoralised at once."""
        force = self.forces[role]
        able = [unit for unit in force.alive if not unit.demoralised]
        if not able:
            self.say(say("log.all_demoralised", who=who(role)))
            return
        what = say("what.demoralised", who=who(role))
        chosen = self.hand.choose(what, [(unit.id, unit.name) for unit in able], default_demoralised(force, able).id)
        self.forces[role] = force.with_unit(chosen, demoralised=True)
        self.say(say("log.unit_demoralised", unit=chosen))

    def discipline(self, role: str) -> None:
        """Discipline Checks of a whole Force in the combat phase (`discipline.scope`)."""
        from ..resolvers.discipline import DISCIPLINE

        shared: int | None = None
        for unit in checking(self.forces[role]):
            if self.question.options["discipline.scope"] == "per_force":
                if shared is None:
                    shared = self.hand.die(say("what.check_force", who=who(role)))
                die = shared
            else:
                die = self.hand.die(say("what.check_unit", unit=unit.id))
            step = self.ask(DISCIPLINE, **check_inputs(self.forces[role], unit), die=die)
            self.say(say("log.check", unit=unit.id, cell=str(step.cell), effect=step.effects[0].text))
            self.forces[role] = apply_check(self.forces[role], unit, step)

    def captains(self, role: str, names: list[str]) -> None:
        """Elimination checks: by the players' rule, or asked; left due if nobody says."""
        from ..resolvers.captain import faces

        rule = self.question.options["captain.rule"] if names else "ask"
        for name in names:
            if rule != "ask":
                gone = self.hand.die(say("what.captain", captain=name)) in faces(rule)
            else:
                choices = [(id_, say(f"captain.{id_}")) for id_ in ("due", "survives", "eliminated")]
                chosen = self.hand.choose(say("what.captain", captain=name), choices, "due")
                gone = chosen == "eliminated"
                if chosen == "due":
                    self.answer.follow("captain", say("follow.captain_named", captain=name), who=name)
                    continue
            if gone:
                self.forces[role] = self.forces[role].without_captain(name)
            self.say(say("log.captain_gone" if gone else "log.captain_stays", captain=name))

    def finish(self) -> Answer:
        """The answer with log and Forces as they stand."""
        if self.answer.pending is None:
            for role, before in self.before.items():
                if (left := strength(self.forces[role])) != before:
                    self.say(say("log.force", who=who(role), before=before, left=left))
        self.answer.log = list(self.hand.log)
        if self.hand.spare and self.answer.pending is None:
            self.answer.log.append(say("log.spare", count=self.hand.spare))
        self.answer.after = {role: force.as_json() for role, force in self.forces.items()}
        self.answer.values["dice"] = list(self.hand.thrown)
        self.answer.cell = "waiting" if self.answer.pending else "done"
        return self.answer


def strength(force: Force) -> int:
    """All SP of a Force, artillery included."""
    return sum(unit.sp for unit in force.units)


def quiet(question: Question, table: Table, **inputs: Any) -> Answer:
    """Ask a table with the rulings of `question`, keeping nothing."""
    given = read(table.name, table.fields, inputs)
    return table.resolve(Question(table.name, given, question.options, question.sheet))


def perform(run: Run, body: Callable[[Run], None]) -> Answer:
    """Run `body` as far as dice and choices reach."""
    try:
        body(run)
    except Waiting as waiting:
        run.answer.pending = waiting.pending
    return run.finish()


def default_loss(force: Force, units: list[Unit]) -> Unit:
    """Who loses an SP by default."""
    guns = {unit.id: force.trait(unit, "arm") == "artillery" for unit in units}
    return min(units, key=lambda unit: loss_rank(guns[unit.id], unit.demoralised, unit.quality, unit.sp))


def loss_rank(artillery: bool, demoralised: bool, quality: int | None, sp: int) -> tuple[bool, bool, int, int]:
    """Who loses first: artillery last, demoralised units first, then low Quality, then the largest."""
    return artillery, not demoralised, -1 if quality is None else quality, -sp


def default_demoralised(force: Force, units: list[Unit]) -> Unit:
    """Who is demoralised by default: the smallest unit, artillery last."""
    return min(units, key=lambda unit: (force.trait(unit, "arm") == "artillery", unit.sp))


def checking(force: Force) -> list[Unit]:
    """Units that make a Discipline Check in combat: strength left and a Quality known."""
    return [unit for unit in force.alive if unit.quality is not None]


def check_inputs(force: Force, unit: Unit) -> dict[str, Any]:
    """A unit's Discipline Check in the combat phase."""
    return {
        "phase": "combat",
        "quality": unit.quality,
        "sp": unit.sp,
        "demoralised": unit.demoralised,
        "star": force.star,
    }


def apply_check(force: Force, unit: Unit, step: Answer) -> Force:
    """The Force after a unit's check."""
    for effect in step.effects:
        if effect.kind == "lose_sp":
            return force.with_unit(unit.id, sp=unit.sp - effect.facts["sp"])
        if effect.kind == "demoralised":
            return force.with_unit(unit.id, demoralised=True)
        if effect.kind == "eliminated":
            return force.with_unit(unit.id, sp=0)
    return force


def two_forces(question: Question) -> dict[str, Force]:
    """Attacker and defender of a procedure, read strictly."""
    return {role: Force.read(question[role], question.sheet, role) for role in ("attacker", "defender")}
