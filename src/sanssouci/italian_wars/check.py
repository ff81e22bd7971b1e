"""The checker of the data files: can they be read at all, and do they agree with chapter 7.

An *error* makes a table unusable: a wrong shape, an unknown code. A *difference* is a self-check of
the transcription that no longer holds; whoever corrects a cell from the printed sheet expects some,
and sees exactly which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .question import TWO_D6
from .sheet import Grid, Sheet, bands
from .words import Text, say

SEVERITY = ("P", "F", "FF", "D", "D*")
SHAPES = {"artillery": (7, 6), "charge": (10, 4), "discipline": (8, 4), "assault": (9, 8), "loc": (11, 6),
          "attrition": (7, 10), "pursuit": (9, 3)}  # fmt: skip
CODES = {
    "artillery": r"-|((\*|[123]|DC|b|\(b\)|§)( (\*|[123]|DC|b|\(b\)|§))*)",
    "charge": r"-|A[123]|D1?",
    "discipline": r"P|FF?|D\*?",
    "assault": r"(--|\dD?) / (--|\dD?)",
    "pursuit": r"--|C\d+|I\d+|\*|§",
    "loc": r"0|-\d",
    "attrition": r"\d",
}


@dataclass(frozen=True)
class Finding:
    """One thing the checker found; `error` if the table cannot be used so."""

    table: str
    text: Text
    error: bool


def check(sheet: Sheet) -> list[Finding]:
    """Everything wrong with the data: errors first; self-checks only where the shape is right."""
    errors = list(_shapes(sheet))
    if errors:
        return errors
    found: list[Finding] = []
    for one in (_assault, _artillery, _charge, _discipline, _loc, _attrition, _optional, _crossed):
        try:
            found += one(sheet)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            found.append(Finding(one.__name__[1:], say("check.broken", why=f"{type(error).__name__}: {error}"), True))
    return found


def _shapes(sheet: Sheet) -> Iterator[Finding]:
    for name, (rows, columns) in SHAPES.items():
        table = sheet[name]
        cells = table.get("cells")
        if not isinstance(cells, list) or len(cells) != rows or any(len(row) != columns for row in cells):
            yield Finding(name, say("check.shape", rows=rows, columns=columns), True)
            continue
        for number, row in enumerate(cells):
            for cell in row:
                if not re.fullmatch(CODES[name], str(cell)):
                    yield Finding(name, say("check.code", row=number + 1, cell=str(cell)), True)
        for edge in ("rows", "columns") if name not in ("assault", "pursuit") else ("rows",):
            yield from _edge(name, table.get(edge), rows if edge == "rows" else columns)


def _edge(name: str, written: Any, count: int) -> Iterator[Finding]:
    """Rows and columns: as many as the cells, without gap or overlap."""
    try:
        edge = bands(written)
    except (ValueError, TypeError, AttributeError):
        yield Finding(name, say("check.edge", edge=str(written)), True)
        return
    joined = all(one.high is not None and one.high + 1 == two.low for one, two in pairwise(edge))
    if len(edge) != count or not joined:
        yield Finding(name, say("check.edge", edge=", ".join(str(one) for one in written)), True)


def _differs(table: str, what: str, found: object, wanted: object) -> Iterator[Finding]:
    if found != wanted:
        text = say("check.differs", what=say(f"check.{what}"), found=str(found), wanted=str(wanted))
        yield Finding(table, text, False)


def _rising(rows: Any, key: Callable[[Any], Any] = lambda cell: cell) -> bool:
    """Whether each row never falls from left to right."""
    return all(key(one) <= key(two) for row in rows for one, two in pairwise(row))


def _half(cell: str, side: int) -> tuple[int, bool]:
    code = cell.split(" / ")[side]
    digits = code.rstrip("D")
    return (0 if digits == "--" else int(digits)), code.endswith("D")


def _assault(sheet: Sheet) -> Iterator[Finding]:
    cells, losers = sheet["assault"]["cells"], sheet["assault"]["loser"]
    for side, sums, marks in (
        (0, [16, 12, 10, 9, 5, 6, 4, 5, 1], 24),
        (1, [0, 0, 5, 2, 3, 5, 7, 9, 11], 21),
    ):
        yield from _differs(
            "assault", f"side_sums_{side}", [sum(_half(c, side)[0] for c in row) for row in cells], sums
        )
        yield from _differs("assault", f"side_d_{side}", sum(_half(c, side)[1] for row in cells for c in row), marks)
    wrong = 0
    off_diagonal = 0
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            mark = losers[r][c]
            lost, won = (0, 1) if mark.lower() == "a" else (1, 0)
            wrong += _half(cell, won)[1] or _half(cell, lost)[0] < _half(cell, won)[0]
            off_diagonal += (mark.lower() == "a") != (r + c + 1 <= 9)
    yield from _differs("assault", "loser_fits", wrong, 0)
    yield from _differs("assault", "diagonal", off_diagonal, 0)
    yield from _differs("assault", "unsettled", sum(m.isupper() for row in losers for m in row), 8)


def _artillery(sheet: Sheet) -> Iterator[Finding]:
    columns = list(zip(*sheet["artillery"]["cells"], strict=True))
    numbers = [sum(int(code) for cell in column for code in cell.split() if code.isdigit()) for column in columns]
    yield from _differs("artillery", "numbers", numbers, [0, 0, 1, 3, 4, 6])
    stars = [sum("*" in cell.split() for cell in column) for column in columns]
    yield from _differs("artillery", "stars", stars[1:], [1, 1, 1, 1, 1])


def _charge(sheet: Sheet) -> Iterator[Finding]:
    cells = [cell for row in sheet["charge"]["cells"] for cell in row]
    counts = [sum(c.startswith("A") for c in cells), cells.count("-"), cells.count("D"), cells.count("D1")]
    yield from _differs("charge", "charge_counts", counts, [15, 15, 9, 1])


def _discipline(sheet: Sheet) -> Iterator[Finding]:
    worst_first = [[-SEVERITY.index(cell) for cell in row] for row in sheet["discipline"]["cells"]]
    yield from _differs("discipline", "severity", _rising(worst_first), True)


def _loc(sheet: Sheet) -> Iterator[Finding]:
    cells = sheet["loc"]["cells"]
    columns = list(zip(*cells, strict=True))
    yield from _differs("loc", "column_sums", [sum(column) for column in columns], [0, -16, -21, -23, -19, -31])
    ways = [count for _, count in TWO_D6]
    weighted = [sum(w * cell for w, cell in zip(ways, column, strict=True)) for column in columns]
    yield from _differs("loc", "weighted", weighted, [0, -35, -55, -68, -81, -105])


def _attrition(sheet: Sheet) -> Iterator[Finding]:
    cells = sheet["attrition"]["cells"]
    yield from _differs("attrition", "row_sums", [sum(row) for row in cells], [1, 3, 5, 9, 15, 24, 31])
    yield from _differs("attrition", "never_falls", _rising(cells) and _rising(zip(*cells, strict=True)), True)


def _optional(sheet: Sheet) -> Iterator[Finding]:
    table = sheet["optional"]
    results = table["results"]
    again = {int(row): int(cell.split()[1]) for row, cell in results.items() if cell.startswith("reroll")}
    yield from _differs("optional", "results", [len(results), len(results) - len(again), len(again)], [21, 17, 4])
    yield from _differs("optional", "rerolls", sorted(again.values()), [-3, -1, 1, 3])
    yield from _differs("optional", "rows", sorted(int(row) for row in results), list(range(-7, 14)))
    from .desk import odds

    even = odds("optional", {"modifier": 0}, sheet=sheet).chances.get("attacker_loses")
    yield from _differs("optional", "even", even, Fraction(1, 2))
    first = Grid.read(table["initiative"])
    yield from _differs("optional", "table1", _rising(first.cells) and _rising(zip(*first.cells, strict=True)), True)
    counts = [len(bands(table["cavalry"][line])) for line in ("gendarmes", "other", "not_clear")]
    yield from _differs("optional", "table3", counts, [5, 4, 3])


def _crossed(sheet: Sheet) -> Iterator[Finding]:
    """The digests of 3.14 and 3.15 say the same as the tables they are drawn from."""
    own = {**sheet["artillery"]["modifiers"], **sheet["charge"]["modifiers"], **sheet["assault"]["modifiers"],
           **sheet["assault"]["quality_modifiers"]}  # fmt: skip
    swiss = sheet["assault"]["swiss_landsknechts"]
    hexes, sides = sheet["terrain"]["hexes"], sheet["terrain"]["hexsides"]
    for line, entry in sheet["units"]["digest"].items():
        for combat in ("skirmish_siege", "major_battle"):
            for id_, value in entry[combat].items():
                if id_ == "halved_in":
                    wanted: object = [one for one, facts in hexes.items() if facts["heavy_halved"] is True]
                elif id_ in swiss:
                    wanted = [swiss[id_]["attacking"], swiss[id_]["defending"]]
                else:
                    wanted = own[id_]
                if value != wanted:
                    text = say("check.digest", line=line, id=id_, found=str(value), wanted=str(wanted))
                    yield Finding("units", text, False)
    for name, facts in sheet["weather"]["weather"].items():
        rain, mud = name == "rain", name in ("mud", "snow")
        wet = "mp_rain" if rain else "mp"
        wanted_facts = {
            "river2": sides["river2"][wet],
            "bridge2": sides["bridge2"][wet],
            "artillery": own["ART-RAIN"] if rain else own["ART-MUD"] if mud else 0,
            "charge": own["CHG-MUD"] if name == "mud" else 0,
            "assault": own["ASS-WEATHER"] if rain or mud else 0,
            "attrition": 0 if name == "fine" else sheet["attrition"]["modifiers"]["ATT-WEATHER"],
        }
        for what, value in wanted_facts.items():
            if facts[what] != value:
                text = say("check.digest", line=name, id=what, found=str(facts[what]), wanted=str(value))
                yield Finding("weather", text, False)
