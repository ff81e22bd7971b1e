"""Exact odds: every roll of a table with its weight, in fractions; loops of rerolls solved, not simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from .answer import Answer
from .ground import refuse_no_combat
from .question import D6, Question, Table
from .resolvers import captain, optional
from .words import Refusal, Text, percent, say

OFF_TABLE = "off the table"


@dataclass(frozen=True)
class Outcome:
    """One result with its probability."""

    result: str
    probability: Fraction
    texts: tuple[Text, ...] = ()
    loser: str | None = None
    counts: Mapping[str, int | Fraction] = field(default_factory=dict)
    events: frozenset[str] = frozenset()
    #: the result in the reader's language; without one the first text, or the result itself
    label: Text | None = None

    def name(self, lang: str) -> str:
        """The outcome as a reader sees it."""
        if self.label:
            return self.label.render(lang)
        return self.texts[0].render(lang) if len(self.texts) == 1 else self.result


@dataclass
class Odds:
    """All outcomes; chances of events; means of counts. Probabilities add up to exactly one."""

    table: str
    inputs: dict[str, Any]
    outcomes: list[Outcome]
    assumptions: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    #: further chances a procedure knows (breach within so many turns …)
    more: dict[str, Fraction] = field(default_factory=dict)
    #: how often each number comes, of what no outcome counts (what is left at the end of a siege)
    spreads: dict[str, dict[int, Fraction]] = field(default_factory=dict)

    @property
    def chances(self) -> dict[str, Fraction]:
        """The probability of every event some outcome has, in the order of the outcomes."""
        found: dict[str, Fraction] = {}
        for one in self.outcomes:
            for event in sorted(one.events):
                found[event] = found.get(event, Fraction(0)) + one.probability
        return {**found, **self.more}

    @property
    def means(self) -> dict[str, Fraction]:
        """The mean of everything that is counted."""
        found = {
            name: sum((n * chance for n, chance in one.items()), Fraction(0)) for name, one in self.spreads.items()
        }
        for one in self.outcomes:
            for name, value in one.counts.items():
                found[name] = found.get(name, Fraction(0)) + one.probability * value
        return found

    def chance(self, result: str) -> Fraction:
        """The probability of one result."""
        return sum((one.probability for one in self.outcomes if one.result == result), Fraction(0))

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        """The object of `sanssouci charts resolve --odds --json`."""
        from .explain import odds_json

        return odds_json(self, lang)

    def explain(self, lang: str = "en") -> str:
        """The odds as a text with bars."""
        from .explain import odds_text

        return odds_text(self, lang)


def outcome_of(answer: Answer, probability: Fraction) -> Outcome:
    """An answer as one outcome."""
    texts = tuple(one.text for one in answer.effects)
    counts, events = dict(answer.counts), frozenset(answer.events)
    return Outcome(answer.outcome, probability, texts, answer.loser, counts, events, _label(answer))


def _label(answer: Answer) -> Text:
    """A short name of an answer: the cell, who loses, what it comes to."""
    if answer.table == "loc":
        return say("label.loc", cell=str(answer.cell), ap=answer.values["received"])
    if answer.table == "pursuit" and "sp_lost" in answer.values:
        return say("label.pursuit", cell=str(answer.cell), sp=answer.values["sp_lost"])
    if answer.table == "attrition":
        return say("label.attrition", sp=answer.values["sp_lost"])
    if answer.table == "captain":
        return say(f"captain.{answer.cell}")
    cell: object = str(answer.cell)
    if answer.table == "optional":
        cell = say("label.row", row=str(answer.result), cell=str(answer.cell))
    if answer.loser or "nobody_loses" in answer.events:
        return say("label.loser", cell=cell, who=say(f"who.{answer.loser or 'nobody'}"))
    if answer.table in ("discipline", "recovery"):
        return say("label.effect", cell=cell, effect=answer.effects[0].text)
    return say("label.cell", cell=cell)


def gather(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The same result from several rolls counts once, with the probabilities added."""
    found: dict[tuple[Any, ...], Outcome] = {}
    for one in outcomes:
        key = (one.result, one.loser, one.events, tuple(sorted(one.counts.items())))
        before = found.get(key)
        total = one.probability + (before.probability if before else 0)
        found[key] = replace(one, probability=total)
    return list(found.values())


def table_odds(table: Table, question: Question) -> Odds:
    """The odds of one table, whatever its die shows."""
    if table.odds:
        made = table.odds(question)
        assert isinstance(made, Odds)
        return made
    if not table.dice:
        return Odds(table.name, question.given, [outcome_of(table.resolve(question), Fraction(1))])
    weight = sum(count for _, count in table.dice)
    outcomes = [
        outcome_of(table.resolve(question.but(die=face)), Fraction(count, weight)) for face, count in table.dice
    ]
    return Odds(table.name, question.given, gather(outcomes))


def final_results(question: Question, modifier: int) -> dict[int | None, Fraction]:
    """Where O4 ends from this modifier, rerolls included; None stands for a sum refused (`optional.clamp`)."""
    results: dict[str, str] = question.sheet["optional"]["results"]
    loops = {int(row): int(cell.split()[1]) for row, cell in results.items() if cell.startswith("reroll")}
    solved = _solve_loops(question, loops)
    return _throw(question, modifier, lambda row: solved.get(row))


def _throw(
    question: Question, modifier: int, loop: Callable[[int], dict[int | None, Fraction] | None]
) -> dict[int | None, Fraction]:
    found: dict[int | None, Fraction] = {}
    for die, _ in D6:
        try:
            row: int | None = optional.place(question, die + modifier)
        except Refusal:
            row = None
        ends = loop(row) if row is not None else None
        for end, chance in (ends or {row: Fraction(1)}).items():
            found[end] = found.get(end, Fraction(0)) + chance / 6
    return found


def _solve_loops(question: Question, loops: dict[int, int]) -> dict[int, dict[int | None, Fraction]]:
    """The final distribution behind every reroll cell: cells may lead to each other, so solve them together.

    For reroll cells x: E(x) = direct(x) + sum over reroll cells y of P(x -> y) E(y); by elimination.
    """
    cells = sorted(loops)
    direct: dict[int, dict[int | None, Fraction]] = {}
    to: dict[int, dict[int, Fraction]] = {}
    for cell in cells:
        landing = _throw(question, loops[cell], lambda _row: None)
        direct[cell] = {row: chance for row, chance in landing.items() if row not in loops}
        to[cell] = {row: chance for row, chance in landing.items() if row is not None and row in loops}
    for cell in cells:
        stay = to[cell].pop(cell, Fraction(0))
        if stay == 1:
            raise Refusal("refuse.endless_reroll", "3.9", row=cell)
        scale = 1 / (1 - stay)
        direct[cell] = {row: chance * scale for row, chance in direct[cell].items()}
        to[cell] = {row: chance * scale for row, chance in to[cell].items()}
        for other in cells:
            share = to[other].pop(cell, Fraction(0)) if other != cell else Fraction(0)
            if share:
                for row, chance in direct[cell].items():
                    direct[other][row] = direct[other].get(row, Fraction(0)) + share * chance
                for target, chance in to[cell].items():
                    to[other][target] = to[other].get(target, Fraction(0)) + share * chance
    return direct


def battle_modifiers(question: Question) -> dict[int, Fraction]:
    """The total modifier of O3 with its odds: over the generals' dice where these are not thrown yet."""
    if question["modifier"] is not None:
        return {int(optional.resolve(question.but(die=())).total): Fraction(1)}
    found: dict[int, Fraction] = {}
    dice = {side: [question[f"{side}_die"]] if question[f"{side}_die"] else range(1, 7) for side in optional.SIDES}
    weight = Fraction(1, len(dice["attacker"]) * len(dice["defender"]))
    for ours in dice["attacker"]:
        for theirs in dice["defender"]:
            total = int(optional.resolve(question.but(attacker_die=ours, defender_die=theirs, die=())).total)
            found[total] = found.get(total, Fraction(0)) + weight
    return found


def battle_results(question: Question) -> dict[int | None, Fraction]:
    """The final line of O4 with its odds, generals' dice and rerolls included."""
    found: dict[int | None, Fraction] = {}
    for modifier, chance in battle_modifiers(question).items():
        for row, share in final_results(question, modifier).items():
            found[row] = found.get(row, Fraction(0)) + chance * share
    return found


def settled(question: Question, row: int) -> Answer:
    """What a final line of O4 means, however it was reached."""
    answer = question.begin()
    answer.row = row
    answer.cell = question.sheet["optional"]["results"][str(row)]
    answer.values["result"] = row
    answer.result = f"{row:+d}" if row else "0"
    optional.settle(question, answer)
    return answer


def optional_odds(question: Question) -> Odds:
    """The optional battle: all final lines with their odds."""
    question = question.but(die=())
    refuse_no_combat(question, major_battle=True)
    outcomes = []
    for row, chance in sorted(battle_results(question).items(), key=lambda item: (item[0] is None, item[0] or 0)):
        if row is None:
            outcomes.append(Outcome(OFF_TABLE, chance, (say("outcome.off_table"),)))
        else:
            outcomes.append(outcome_of(settled(question, row), chance))
    return Odds("optional", question.given, gather(outcomes))


def captains_lost(count: int, rule: str) -> dict[int, Fraction]:
    """How many of `count` Captains a check by `rule` eliminates, with the odds."""
    hit = Fraction(len(captain.faces(rule)), 6)
    found = {0: Fraction(1)}
    for _ in range(count):
        grown: dict[int, Fraction] = {}
        for lost, chance in found.items():
            grown[lost] = grown.get(lost, Fraction(0)) + chance * (1 - hit)
            grown[lost + 1] = grown.get(lost + 1, Fraction(0)) + chance * hit
        found = grown
    return found


def bar(chance: Fraction, width: int = 30) -> str:
    """A bar of blocks for a text."""
    eighths = round(chance * width * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def shown(chance: Fraction, lang: str = "en") -> str:
    """A probability as players like to see it: fraction and per cent."""
    return f"{chance} ({percent(chance, lang)})"
