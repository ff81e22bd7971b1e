"""The nearest change that would matter: pips to the next cell, strength to the next ratio or column."""

from __future__ import annotations

from typing import Any

from .answer import Answer, Change, cell_in_words, who
from .question import Question, Table
from .words import Refusal, Signed, say

FARTHEST_PIPS = 12


def nearest_changes(table: Table, asked: Question, answer: Answer) -> list[Change]:
    """Pips first, then strengths, the smallest change of each kind and direction."""
    if table.name not in _TABLES:
        return []
    return _pips(table, asked, answer) + _strengths(table, asked, answer)


_TABLES = frozenset(
    ("artillery", "charge", "discipline", "recovery", "pursuit", "assault", "optional", "loc", "attrition")
)


def _pips(table: Table, asked: Question, answer: Answer) -> list[Change]:
    if answer.modified is None or table.name == "loc" or (table.name == "optional" and len(asked["die"]) > 1):
        return []
    found = []
    extra = tuple(asked["extra"] or ())
    for direction in (1, -1):
        for step in range(1, FARTHEST_PIPS + 1):
            pips = direction * step
            other = _try(table, asked.but(extra=(*extra, ("", pips))))
            if other is None:
                break
            if (other.cell, other.loser) != (answer.cell, answer.loser):
                blanks: dict[str, Any] = {"pips": Signed(pips), "cell": cell_in_words(str(other.cell))}
                text = say("nearest.pips", **blanks)
                if other.loser and other.loser != answer.loser:
                    text = say("nearest.pips_loser", loser=say("change.loser", who=who(other.loser)), **blanks)
                found.append(Change("pips", text, {"pips": pips, "cell": other.cell, "loser": other.loser}))
                break
    return found


def _strengths(table: Table, asked: Question, answer: Answer) -> list[Change]:
    found = []
    for one in table.fields:
        value = asked[one.name] if one.strength else None
        if value is None:
            continue
        for direction in (1, -1):
            edge = (one.high if direction > 0 else one.low) or 0
            step = _first_step(table, asked, answer, one.name, value, direction, abs(edge - value))
            if step is None:
                continue
            other = _try(table, asked.but(**{one.name: value + direction * step}))
            if other is None:
                continue
            blanks: dict[str, Any] = {
                "name": one.meaning(table.name), "change": Signed(direction * step), "value": value + direction * step,
            }  # fmt: skip
            facts = {
                "input": one.name,
                "change": direction * step,
                "total": int(other.total),
                "column": other.column,
            }
            if table.name == "loc":
                text = say("nearest.column", column=str(other.column), **blanks)
            elif other.total != answer.total:
                text = say("nearest.total", before=Signed(answer.total), after=Signed(other.total), **blanks)
            elif table.name == "pursuit":
                text = say("nearest.losses", losses=other.values["losses"], **blanks)
            elif table.name == "attrition":
                text = say("nearest.row", row=str(other.row), **blanks)
            else:
                text = say("nearest.column", column=str(other.column), **blanks)
            found.append(Change("strength", text, {**facts, "cell": other.cell}))
    found.sort(key=lambda change: abs(change.facts["change"]))
    return found[:6]


def _first_step(
    table: Table, asked: Question, answer: Answer, name: str, value: int, direction: int, room: int
) -> int | None:
    """The smallest step that moves modifier or column; both are step functions of one strength, so halve the gap."""

    def moved(step: int) -> bool:
        other = _try(table, asked.but(**{name: value + direction * step}))
        return other is not None and _place(table, other) != _place(table, answer)

    high = 1
    while high < room and not moved(high):
        if _try(table, asked.but(**{name: value + direction * high})) is None:
            return None
        high *= 2
    high = min(high, room)
    if high < 1 or not moved(high):
        return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if moved(middle):
            high = middle
        else:
            low = middle
    return high


def _place(table: Table, answer: Answer) -> tuple[Any, ...]:
    if table.name == "pursuit":
        return (answer.values.get("losses"),)
    return (
        answer.total if table.name != "loc" else 0,
        answer.row if table.name == "attrition" else answer.column,
    )


def _try(table: Table, asked: Question) -> Answer | None:
    try:
        return table.resolve(asked)
    except Refusal:
        return None
