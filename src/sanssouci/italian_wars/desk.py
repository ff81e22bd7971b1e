"""The desk: one question in, one explained answer or its exact odds out.

`ask` adds to what a table answers the rulings it used, what another ruling would change, and the
nearest change of dice or strength that would matter. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .answer import Answer, Change, cell_in_words
from .book import table as find_table
from .chances import Odds, table_odds
from .fields import Field, as_word, read
from .nearest import nearest_changes
from .options import Options
from .question import Question, Table
from .sheet import Sheet, standard
from .words import Refusal, Text, say


def question(
    name: str, inputs: Mapping[str, Any], options: Mapping[str, Any] | None = None, sheet: Sheet | None = None
) -> tuple[Table, Question]:
    """The table and the complete, checked question."""
    sheet = sheet or standard()
    table = find_table(name)
    return table, Question(name, read(name, table.fields, inputs), Options(sheet, options), sheet)


def ask(
    name: str, inputs: Mapping[str, Any], options: Mapping[str, Any] | None = None, sheet: Sheet | None = None
) -> Answer:
    """The explained answer of table or procedure `name` (section 1.3)."""
    table, asked = question(name, inputs, options, sheet)
    answer = table.resolve(asked)
    note_ignored(table, asked, answer, inputs)
    note_rulings(answer, asked.options)
    answer.would_change = would_change(table, asked, answer)
    answer.nearest = nearest_changes(table, asked, answer)
    return answer


def note_ignored(table: Table, asked: Question, answer: Answer, inputs: Mapping[str, Any]) -> None:
    """Inputs that were given and do not count: they, and a ruling that leaves them out, are among the assumptions."""
    for one in table.fields:
        if inputs.get(one.name) is None or asked[one.name] == one.default:
            continue
        by = left_out(one, asked)
        if by is not None:
            answer.ignored[one.name] = by
            if by in one.rulings:
                asked.options.used.add(by)


def left_out(one: Field, asked: Question) -> str | None:
    """The input or the ruling for which this input does not count here; None where it counts."""
    for name, values in one.only.items():
        if as_word(asked[name]) not in values:
            return name
    if all(as_word(asked[name]) in values for name, values in one.where.items()):
        for id_, values in one.rulings.items():
            ruling = asked.options.peek(id_)
            if ruling not in values and not ("*" in values and ruling not in asked.options.named(id_)):
                return id_
    return None


def note_rulings(answer: Answer | Odds, options: Options) -> None:
    """Write down the rulings used and those in force."""
    answer.assumptions = {id_: options.peek(id_) for id_ in options if id_ in options.used}
    answer.options = options.changed()
    if isinstance(answer, Answer):
        answer.lost = {id_: lost for id_ in answer.assumptions if (lost := options.lost(id_))}
        answer.rests_on(*answer.lost.values())


def would_change(table: Table, asked: Question, answer: Answer) -> list[Change]:
    """For every ruling used, each other value that would change this answer, and into what."""
    found = []
    before = answer.fingerprint()
    for id_ in answer.assumptions:
        for value in asked.options.alternatives(id_):
            flipped = Question(
                asked.table,
                asked.given,
                Options(asked.sheet, {**asked.options.everything(), id_: value}),
                asked.sheet,
            )
            try:
                other = table.resolve(flipped)
            except Refusal as refusal:
                text = say("change.refused", id=id_, value=value, why=refusal.text)
                found.append(Change("option", text, {"id": id_, "value": value, "refused": True}))
                continue
            if other.fingerprint() != before:
                now, then = difference(answer, other)
                text = say("change.option", id=id_, value=value, now=now, then=then)
                facts = {"id": id_, "value": value, "cell": other.cell, "loser": other.loser}
                found.append(Change("option", text, facts))
    return found


def difference(one: Answer, other: Answer) -> tuple[object, object]:
    """What two answers show differently, the most telling thing first."""
    for mine_line, their_line in zip(one.log, other.log, strict=False):
        if mine_line != their_line:
            return mine_line, their_line
    if one.cell != other.cell:
        return _cell(one), _cell(other)
    if one.loser != other.loser:
        return _loser(one), _loser(other)
    mine, theirs = [x.text for x in one.effects], [x.text for x in other.effects]
    if mine != theirs:
        return _apart(mine, theirs)
    mine, theirs = [x.text for x in one.follow_ups], [x.text for x in other.follow_ups]
    if mine != theirs:
        return _apart(mine, theirs)
    if one.column != other.column:
        return str(one.column), str(other.column)
    for name, value in one.values.items():
        if other.values.get(name) != value:
            return str(value), str(other.values.get(name))
    return one.modified if one.modified is not None else one.total, (
        other.modified if other.modified is not None else other.total
    )


def _apart(mine: list[Text], theirs: list[Text]) -> tuple[object, object]:
    only_mine = [text for text in mine if text not in theirs] or [say("value.none")]
    only_theirs = [text for text in theirs if text not in mine] or [say("value.none")]
    return only_mine, only_theirs


def _cell(answer: Answer) -> Text | str:
    return cell_in_words(answer.cell) if answer.cell else say("value.none")


def _loser(answer: Answer) -> Text:
    return say("change.loser", who=say(f"who.{answer.loser}")) if answer.loser else say("effect.no_loser")


def odds(
    name: str, inputs: Mapping[str, Any], options: Mapping[str, Any] | None = None, sheet: Sheet | None = None
) -> Odds:
    """The exact odds of table or procedure `name`; dice among the inputs are checked and left out."""
    question(name, inputs, options, sheet)
    table, asked = question(name, {k: v for k, v in inputs.items() if k not in ("die", "dice", "seed")}, options, sheet)
    found = table_odds(table, asked)
    note_rulings(found, asked.options)
    return found


@dataclass(frozen=True)
class Comparison:
    """Two plans side by side: chances and means of both, and the difference."""

    plans: tuple[Odds, Odds]
    chances: dict[str, tuple[Fraction, Fraction]]
    means: dict[str, tuple[Fraction, Fraction]]

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        """Both plans for programs."""
        from .explain import comparison_json

        return comparison_json(self, lang)

    def explain(self, lang: str = "en") -> str:
        """Both plans as a text."""
        from .explain import comparison_text

        return comparison_text(self, lang)


def compare(
    name: str,
    plan: Mapping[str, Any],
    other: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    sheet: Sheet | None = None,
) -> Comparison:
    """Two plans for the same table: wait for the rain to end? bring four more SP?"""
    one, two = odds(name, plan, options, sheet), odds(name, other, options, sheet)
    zero = Fraction(0)
    chances = {
        event: (one.chances.get(event, zero), two.chances.get(event, zero)) for event in {**one.chances, **two.chances}
    }
    means = {count: (one.means.get(count, zero), two.means.get(count, zero)) for count in {**one.means, **two.means}}
    return Comparison((one, two), chances, means)


def menu(
    name: str, inputs: Mapping[str, Any], options: Mapping[str, Any] | None = None, sheet: Sheet | None = None
) -> dict[str, dict[str, Text]]:
    """Which choices the charts forbid beside the other inputs, with the reason; a page offers the rest.

    It asks the resolver itself for each value, before any die, so menu and refusal cannot disagree.
    """
    undecided = {k: v for k, v in inputs.items() if k not in ("die", "dice", "choices", "seed", "auto")}
    table, asked = question(name, undecided, options, sheet)
    forbidden: dict[str, dict[str, Text]] = {}
    for one in table.fields:
        if one.kind not in ("choice", "bool"):
            continue
        for value in (True, False) if one.kind == "bool" else one.values:
            if value == asked[one.name]:
                continue
            try:
                table.resolve(asked.but(**{one.name: value}))
            except Refusal as refusal:
                if refusal.field not in (None, one.name):
                    continue  # not forbidden: another input is missing
                forbidden.setdefault(one.name, {})[str(value).lower() if one.kind == "bool" else str(value)] = (
                    refusal.text
                )
    return forbidden
