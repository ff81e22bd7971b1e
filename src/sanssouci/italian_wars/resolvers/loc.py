"""LOC distance and administrative points (3.10)."""

from __future__ import annotations

from ..answer import Answer
from ..fields import REQUIRED, WEATHER_FIELD
from ..fields import Field as Input
from ..question import TWO_D6, Question, Table, add_extras
from ..sheet import band_of
from ..words import Signed, say


def resolve(question: Question) -> Answer:
    """The points that arrive over a line of communication."""
    answer = question.begin()
    grid = question.sheet.loc
    column = band_of(grid.columns, question["hexes"])
    answer.column_before = grid.columns[column].label
    shift = question.weather("loc")
    if shift and column == 0 and not question.options.is_true("loc.shift_from_zero"):
        shift = 0
    answer.column_shift = shift
    column = min(column + shift, len(grid.columns) - 1)
    answer.column = grid.columns[column].label
    answer.natural = answer.modified = question["die"]
    if shift:
        answer.notes.append(say("note.loc_shift", weather=say(f"value.{question['weather']}")))
    if answer.natural is None:
        return answer
    row = band_of(grid.rows, answer.natural)
    answer.row, answer.row_label = grid.rows[row].number, grid.rows[row].label
    modifier = grid.cells[row][column]
    answer.cell = str(modifier)
    answer.consider("LOC-TABLE", modifier, True, column=answer.column)
    add_extras(question, answer)
    nominal = question["nominal"]
    received = max(0, nominal + int(answer.total))
    answer.values.update(modifier=modifier, received=received)
    answer.effect("ap", say("effect.ap", nominal=nominal, value=Signed(int(answer.total)), ap=received), ap=received)
    answer.counts.update(loc_modifier=modifier, ap=received)
    answer.result = f"{modifier} ({received} AP)"
    if received < nominal:
        answer.events.add("ap_lost")
    return answer


TABLE = Table(
    "loc",
    "3.10",
    (
        Input("hexes", "int", REQUIRED, 0, 999, example=30, strength=True),
        Input("nominal", "int", 0, 0, 99, example=5),
        WEATHER_FIELD,
        Input("extra", "extra", ()),
        Input("die", "int", None, 2, 12),
    ),
    resolve,
    TWO_D6,
)
