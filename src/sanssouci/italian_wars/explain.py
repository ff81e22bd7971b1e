"""Answers and odds for people (plain text) and for programs (JSON), in either language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sanssouci import voice

from .answer import Answer, cell_in_words
from .chances import Odds, bar, shown
from .fields import value_name
from .words import Signed, Text, catalogue, number, percent, say, signed

if TYPE_CHECKING:
    from .desk import Comparison


def plain(value: Any) -> Any:
    """A value as JSON can hold it: exact fractions that do not end stay text."""
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        return float(value) if value.denominator in (2, 4, 5, 10, 20, 25, 50, 100) else str(value)
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one) for one in value]
    return value


def _inputs(inputs: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: plain(value) for name, value in inputs.items()}
    if inputs.get("extra"):
        found["extra"] = [{"label": label, "value": value} for label, value in inputs["extra"]]
    return found


def _told(items: list[Any], lang: str) -> list[dict[str, Any]]:
    """Effects, follow-ups and changes: what kind, the facts, the sentence."""
    found = []
    for one in items:
        entry: dict[str, Any] = {}
        for name in ("kind", "table"):
            if hasattr(one, name):
                entry[name] = getattr(one, name)
        found.append({**entry, **plain(one.facts), "text": one.text.render(lang)})
    return found


def as_json(answer: Answer, lang: str = "en", *, text: bool = True) -> dict[str, Any]:
    """The contract of `resolve TABLE --json`, and what else is known; `text` is the whole answer as lines."""
    found: dict[str, Any] = {
        "table": answer.table,
        "inputs": _inputs(answer.inputs),
        "modifiers": [
            {"id": one.id, "value": plain(one.value), "applied": one.applied, "why": one.why.render(lang)}
            for one in answer.modifiers
        ],
        "total": plain(answer.total),
        "natural": answer.natural,
        "modified": answer.modified,
        "row": answer.row,
        "row_label": row_text(answer, lang),
        "column_before": answer.column_before,
        "column_shift": answer.column_shift,
        "column": answer.column,
        "column_text": column_text(answer, lang),
        "cell": answer.cell,
        "cell_text": cell_text(answer, lang),
        "loser": answer.loser,
        "reconstructed": answer.reconstructed,
        "effects": _told(answer.effects, lang),
        "follow_ups": _told(answer.follow_ups, lang),
        "values": plain(answer.values),
        "notes": [one.render(lang) for one in answer.notes],
        "assumptions": [*answer.assumptions, *answer.ignored],
        "ignored": [_ignored(answer, name, by, lang) for name, by in answer.ignored.items()],
        "readings": [{"id": one, "text": say(f"lost.{one}").render(lang)} for one in answer.readings],
        "rulings": rulings_json(answer.assumptions, answer.lost, lang),
        "options": plain(answer.options),
        "nearest": _told(answer.nearest, lang),
        "would_change": _told(answer.would_change, lang),
    }
    if text:
        found["text"] = explain(answer, lang)
    if answer.table.endswith("-run"):
        found["steps"] = [as_json(one, lang, text=False) for one in answer.steps]
        found["log"] = [one.render(lang) for one in answer.log]
        found["pending"] = _pending(answer.pending, lang)
        found["after"] = plain(answer.after)
    return found


def _pending(pending: dict[str, Any] | None, lang: str) -> dict[str, Any] | None:
    if pending is None:
        return None
    found = {name: plain(value) for name, value in pending.items() if name not in ("text", "choices")}
    found["text"] = pending["text"].render(lang)
    if "choices" in pending:
        found["choices"] = [{"id": id_, "text": text.render(lang)} for id_, text in pending["choices"]]
    return found


def rulings_json(assumptions: Mapping[str, Any], lost: Mapping[str, str], lang: str) -> list[dict[str, Any]]:
    """Each ruling used: value, what it decides, and the loss of the extraction it stands in for."""
    return [
        {"id": id_, "value": plain(value), "lost": lost.get(id_), "text": say(f"option.{id_}").render(lang)}
        for id_, value in assumptions.items()
    ]


def _ignored(answer: Answer, name: str, by: str, lang: str) -> dict[str, Any]:
    what = "beside" if by in answer.inputs else "ruling"
    return {"input": name, "ruling": None, "beside": None, what: by, "text": ignored_text(answer, name, by, lang)}


def ignored_text(answer: Answer, name: str, by: str, lang: str) -> str:
    """That an input does not count, and for which other input or ruling."""
    from .book import table

    asked = table(answer.table)
    label = asked.field(name).meaning(answer.table)
    if by in answer.inputs:
        value = input_text(by, answer.inputs[by], lang)
        beside = asked.field(by).meaning(answer.table)
        return say("note.ignored_beside", name=label, other=beside, value=value).render(lang)
    return say("note.ignored", name=label, id=by, value=_ruling(answer.assumptions.get(by, ""))).render(lang)


def explain(answer: Answer, lang: str = "en") -> str:
    """The answer as plain text."""
    if answer.table.endswith("-run"):
        return _explain_run(answer, lang)
    lines = [_heading(answer.table, lang)]
    lines += _section("head.inputs", _given(answer, lang), lang)
    lines += _section("head.modifiers", _modifiers(answer, lang), lang)
    lines += _section("head.lookup", _lookup(answer, lang), lang)
    lines += _section(
        "head.effects", [f"{i}. {one.text.render(lang)}" for i, one in enumerate(answer.effects, 1)], lang
    )
    lines += _section("head.follow_ups", ["> " + one.text.render(lang) for one in answer.follow_ups], lang)
    left_out = [ignored_text(answer, name, by, lang) for name, by in answer.ignored.items()]
    lines += _section("head.notes", [*(one.render(lang) for one in answer.notes), *left_out], lang)
    lines += _section("head.nearest", [one.text.render(lang) for one in answer.nearest], lang)
    lines += _rulings(answer.assumptions, answer.lost, lang)
    lines += _section("head.readings", [say(f"lost.{one}").render(lang) for one in answer.readings], lang)
    lines += _section("head.would_change", [one.text.render(lang) for one in answer.would_change], lang)
    return "\n".join(lines) + "\n"


def _explain_run(answer: Answer, lang: str) -> str:
    lines = [_heading(answer.table, lang)]
    lines += _section("head.log", [f"{i}. {one.render(lang)}" for i, one in enumerate(answer.log, 1)], lang)
    if answer.pending:
        lines += _section("head.pending", [answer.pending["text"].render(lang)], lang)
    lines += _section("head.follow_ups", ["> " + one.text.render(lang) for one in answer.follow_ups], lang)
    for step in answer.steps:
        lines += ["", "— " + _heading(step.table, lang)]
        lines += _modifiers(step, lang) + _lookup(step, lang)
        lines += [f"{i}. {one.text.render(lang)}" for i, one in enumerate(step.effects, 1)]
    lines += _rulings(answer.assumptions, answer.lost, lang)
    lines += _section("head.would_change", [one.text.render(lang) for one in answer.would_change], lang)
    return "\n".join(lines) + "\n"


def _heading(table: str, lang: str) -> str:
    return say(f"table.{table}").render(lang)


def _section(key: str, lines: list[str], lang: str) -> list[str]:
    return ["", say(key).render(lang)] + ["  " + line for line in lines] if lines else []


def input_text(name: str, value: Any, lang: str) -> str:
    """An input's value in words."""
    if isinstance(value, bool):
        return say("value.yes" if value else "value.no").render(lang)
    if isinstance(value, str):
        known = value_name(name, value)
        return known.render(lang) if known.key in catalogue(lang) else value
    if isinstance(value, (int, Fraction)):
        return number(value, lang)
    if isinstance(value, (list, tuple)):
        return ", ".join(input_text(name, one, lang) for one in value)
    return str(value)


def _given(answer: Answer, lang: str) -> list[str]:
    from .book import table

    found = []
    for one in table(answer.table).fields:
        value = answer.inputs.get(one.name)
        if value is None or value == one.default or one.name in ("die", "extra"):
            continue
        found.append(f"{one.meaning(answer.table).render(lang)}: {input_text(one.name, value, lang)}")
    return found


def _modifiers(answer: Answer, lang: str) -> list[str]:
    found = []
    for one in answer.modifiers:
        mark, value = ("[x]", signed(one.value, lang)) if one.applied else ("[ ]", f"({signed(one.value, lang)})")
        found.append(f"{mark} {one.id:14} {value:>5}  {one.why.render(lang)}")
    if answer.modifiers and answer.table not in ("zoc",):
        found.append(f"{say('head.total').render(lang)}: {signed(answer.total, lang)}")
    return found


def _lookup(answer: Answer, lang: str) -> list[str]:
    found = []
    if answer.natural is not None and answer.table not in ("captain",):
        key = "line.roll" if answer.modified != answer.natural else "line.roll_plain"
        # after a reroll the line of the table, not the modifiers above, is what the die was thrown with
        used = (answer.modified or 0) - answer.natural
        rolled = say(key, natural=answer.natural, modified=answer.modified, total=Signed(used))
        found.append(rolled.render(lang))
    if answer.row is not None:
        found.append(say("line.row", row=row_text(answer, lang)).render(lang))
    if answer.column is not None:
        if answer.column_shift:
            shift, column = Signed(answer.column_shift), str(answer.column)
            moved = say("line.column_shift", before=answer.column_before, shift=shift, column=column)
            found.append(moved.render(lang))
        else:
            found.append(say("line.column", column=column_text(answer, lang)).render(lang))
    if answer.cell is not None:
        found.append(say("line.cell", cell=cell_text(answer, lang)).render(lang))
    if answer.reconstructed:
        found.append(say("line.reconstructed", lost=answer.reconstructed).render(lang))
    return found


def band_text(label: str | None, lang: str) -> str | None:
    """An open row in words: `0-` is "0 or less", `6+` is "6 or more"."""
    found = re.fullmatch(r"(\d+)([+-])", label or "")
    if not found:
        return label
    return say("band.more" if found.group(2) == "+" else "band.less", number=int(found.group(1))).render(lang)


def row_text(answer: Answer, lang: str) -> str | None:
    """The row as a reader knows it; orders, weather and unit types are rows with names."""
    if answer.table in ("orders", "weather", "units") and isinstance(answer.row, str):
        return value_name("type" if answer.table == "units" else "", answer.row).render(lang)
    label = answer.row_label if answer.row_label is not None else answer.row
    return None if label is None else band_text(str(label), lang)


def column_text(answer: Answer, lang: str) -> str | None:
    """The column as a reader knows it."""
    if answer.table == "orders" and isinstance(answer.column, str):
        return say("grid." + answer.column.replace(" ", "_")).render(lang)
    # the column of a die is kept as its number, and printed with an open end
    label = answer.column_before if answer.table == "attrition" else answer.column
    return None if label is None else band_text(str(label), lang)


def cell_text(answer: Answer, lang: str) -> str | None:
    """The cell as a reader knows it: codes stay codes, words are translated."""
    cell = answer.cell
    if cell is None:
        return None
    if answer.table in ("weather", "units"):
        return row_text(answer, lang)
    if re.fullmatch(r"\d+\.\d+", cell):
        return number(Fraction(cell), lang)
    found = cell_in_words(cell)
    return found.render(lang) if isinstance(found, Text) else found


def _rulings(assumptions: Mapping[str, Any], lost: Mapping[str, str], lang: str) -> list[str]:
    lines = []
    for id_, value in assumptions.items():
        mark = f" [{lost[id_]}]" if id_ in lost else ""
        lines.append(f"{id_} = {_ruling(value)}{mark}: {say(f'option.{id_}').render(lang)}")
    return _section("head.rulings", lines, lang)


def _ruling(value: Any) -> str:
    return value if isinstance(value, str) else "/".join(str(one) for one in value)


def odds_json(odds: Odds, lang: str = "en") -> dict[str, Any]:
    """The contract of `--odds`: outcomes with exact probabilities; chances and means beside them."""
    return {
        "table": odds.table,
        "inputs": _inputs(odds.inputs),
        "outcomes": [
            {
                "result": one.result,
                "label": one.name(lang),
                "probability": str(one.probability),
                "percent": percent(one.probability, lang),
                "loser": one.loser,
                "counts": plain(one.counts),
                "events": sorted(one.events),
                "text": "; ".join(text.render(lang) for text in one.texts),
            }
            for one in odds.outcomes
        ],
        "chances": [
            {
                "event": event,
                "text": say(f"event.{event}").render(lang),
                "probability": str(chance),
                "percent": percent(chance, lang),
            }
            for event, chance in odds.chances.items()
        ],
        "means": [
            {
                "count": count,
                "text": say(f"count.{count}").render(lang),
                "mean": str(mean),
                "decimal": voice.language(lang).fixed(mean, 3),
            }
            for count, mean in odds.means.items()
        ],
        **({"spreads": _spreads(odds)} if odds.spreads else {}),
        "assumptions": list(odds.assumptions),
        "options": plain(odds.options),
        "text": odds_text(odds, lang),
    }  # fmt: skip


def _spreads(odds: Odds) -> dict[str, list[dict[str, Any]]]:
    """Every count's distribution, the smallest number first."""
    return {
        count: [{"value": value, "probability": str(chance)} for value, chance in found.items()]
        for count, found in odds.spreads.items()
    }


def odds_text(odds: Odds, lang: str = "en") -> str:
    """Outcomes with bars, then chances and means."""
    lines = [f"{_heading(odds.table, lang)}: {say('head.odds').render(lang)}", ""]
    width = max((len(one.name(lang)) for one in odds.outcomes), default=0)
    for one in odds.outcomes:
        lines.append(f"  {one.name(lang):{width}}  {shown(one.probability, lang):>16}  {bar(one.probability)}")
    chances = [f"{say(f'event.{event}').render(lang)}: {shown(chance, lang)}" for event, chance in odds.chances.items()]
    lines += _section("head.chances", chances, lang)
    means = [f"{say(f'count.{count}').render(lang)}: {mean} ({float(mean):.2f})" for count, mean in odds.means.items()]
    lines += _section("head.means", means, lang)
    lines += _rulings(odds.assumptions, {}, lang)
    return "\n".join(lines) + "\n"


def comparison_json(both: Comparison, lang: str = "en") -> dict[str, Any]:
    """Two plans: each one's odds, and chances and means side by side."""

    def pair(kind: str, name: str, one: Fraction, two: Fraction) -> dict[str, Any]:
        text = say(f"{kind}.{name}").render(lang)
        return {kind: name, "text": text, "first": str(one), "second": str(two), "difference": str(two - one)}

    return {
        "plans": [one.as_json(lang) for one in both.plans],
        "chances": [pair("event", name, one, two) for name, (one, two) in both.chances.items()],
        "means": [pair("count", name, one, two) for name, (one, two) in both.means.items()],
        "text": comparison_text(both, lang),
    }


def comparison_text(both: Comparison, lang: str = "en") -> str:
    """Two plans in columns."""
    first, second = both.plans
    lines = [f"{_heading(first.table, lang)}: {say('head.compare').render(lang)}", ""]
    for name, value in second.inputs.items():
        before = first.inputs.get(name)
        if before != value:
            lines.append(f"  {name}: {input_text(name, before, lang)} | {input_text(name, value, lang)}")
    lines.append("")
    for name, (one, two) in both.chances.items():
        label = say(f"event.{name}").render(lang)
        lines.append(f"  {label:44} {shown(one, lang):>18} | {shown(two, lang):>18}")
    for name, (one, two) in both.means.items():
        label = say(f"count.{name}").render(lang)
        lines.append(f"  {label:44} {float(one):>18.3f} | {float(two):>18.3f}")
    return "\n".join(lines) + "\n"
