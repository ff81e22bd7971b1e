"""Attrition (3.12): after a second activation, and in the attrition segment."""

from __future__ import annotations

from fractions import Fraction

from ..answer import Answer
from ..fields import DIE, EXTRA, HEXES, WEATHER_FIELD, choice, sp, yes
from ..fields import Field as Input
from ..question import D6, Question, Table, add_extras, roll
from ..sheet import band_of
from ..words import Refusal, say

SEGMENT = {"segment": ("attrition_segment",)}
ACTIVATION = {"segment": ("activation",)}
GATES = ("desolate", "unhealthy", "hostile_region", "enemy_zoc", "besieged")


def resolve(question: Question) -> Answer:
    """One attrition check of one Force."""
    answer = question.begin()
    segment = question["segment"] == "attrition_segment"
    if segment:
        gates = due(question)
        if not gates:
            raise Refusal("refuse.no_gate", "3.12").about("besieged")
        answer.values["gates"] = gates
        answer.notes.append(say("note.gates", gates=[say(f"gate.{one}") for one in gates]))
    elif question["activation"] == 1:
        raise Refusal("refuse.first_activation", "3.12")
    _modifiers(question, answer, segment)
    grid = question.sheet.attrition
    row = band_of(grid.rows, question["sp"])
    answer.row = answer.row_label = grid.rows[row].label
    modified = roll(question, answer)
    if modified is None:
        return answer
    column = band_of(grid.columns, modified)
    answer.column = grid.columns[column].number
    answer.column_before = grid.columns[column].label
    lost = grid.cells[row][column]
    answer.cell = str(lost)
    answer.values["sp_lost"] = lost
    answer.counts["sp_lost"] = lost
    answer.effect("lose_sp", say("effect.attrition" if lost else "effect.attrition_none", sp=lost), sp=lost)
    if lost:
        answer.events.add("loses_sp")
    return answer


def due(question: Question) -> list[str]:
    """Which gates of the attrition segment stand open; none: no check."""
    chart = question.sheet["attrition"]
    gates = {gate: bool(question[gate]) for gate in GATES if gate not in ("desolate", "unhealthy")}
    around = question["surroundings"]
    if len(around) > chart["desolate"]["of"]:
        raise Refusal("refuse.surroundings", "3.12", most=chart["desolate"]["of"])
    bare = sum(one in chart["desolate"]["kinds"] for one in around)
    gates["desolate"] = bool(question["desolate"]) or bare >= chart["desolate"]["at_least"]
    gates["unhealthy"] = bool(question["unhealthy"]) or question["terrain"] in chart["unhealthy"]
    return [gate for gate in GATES if gates[gate]]


def second_activation(question: Question, mp: Fraction, march: str) -> int:
    """ATT-SECOND: one per full MP (two on an administrative march), four at most."""
    chart = question.sheet["attrition"]
    per = chart["mp_per_pip"][march]
    pips = int(mp) // int(per) * int(chart["modifiers"]["ATT-SECOND"])
    return min(pips, int(chart["second_activation_cap"]))


def _modifiers(question: Question, answer: Answer, segment: bool) -> None:
    chart = question.sheet["attrition"]
    value = chart["modifiers"]
    answer.consider("ATT-STAR", value["ATT-STAR"], question["star"])
    bad = question.weather("attrition") != 0
    answer.consider("ATT-WEATHER", value["ATT-WEATHER"], bad, weather=say(f"value.{question['weather']}"))
    if segment:
        answer.consider("ATT-SECOND", 0, False, "segment")
        besieged, line = question["besieged"], question["has_loc"]
        reason = "loc" if besieged and line else None
        answer.consider("ATT-SIEGE", value["ATT-SIEGE"], besieged and not line, reason)
        _quarters(question, answer)
        answer.consider("ATT-INTERPHASE", value["ATT-INTERPHASE"], question["interphase"])
    else:
        march, mp = question["march"], question["mp"]
        pips = second_activation(question, mp, march)
        reason = "admin" if march == "administrative" and pips else None
        answer.consider("ATT-SECOND", pips, pips > 0, reason, mp=int(mp))
        for id_ in ("ATT-SIEGE", "ATT-QUARTERS", "ATT-INTERPHASE"):
            answer.consider(id_, value.get(id_, 0), False, "activation")
    add_extras(question, answer)


def _quarters(question: Question, answer: Answer) -> None:
    found = sorted({question.sheet["attrition"]["quarters"][one]: one for one in question["quarters"]}.items())
    values = [question.sheet["attrition"]["quarters"][one] for one in dict.fromkeys(question["quarters"])]
    if not found:
        answer.consider("ATT-QUARTERS", -1, False)
        return
    value = min(values)
    if len(values) > 1 and question.options["attrition.quarters"] == "sum":
        value = sum(values)
    answer.consider(
        "ATT-QUARTERS",
        value,
        True,
        where=[say(f"value.{one}") for one in dict.fromkeys(question["quarters"])],
    )


TABLE = Table(
    "attrition",
    "3.12",
    (
        sp("sp", example=30),
        choice("segment", ("activation", "attrition_segment")),
        WEATHER_FIELD,
        yes("star"),
        Input("activation", "int", 2, 1, 2, only=ACTIVATION),
        choice("march", ("regular", "administrative", "approach"), only=ACTIVATION),
        Input("mp", "half", Fraction(0), 0, 30, only=ACTIVATION, example=3),
        yes("besieged", only=SEGMENT),
        yes("has_loc", only=SEGMENT | {"besieged": ("true",)}),
        yes("desolate", only=SEGMENT),
        yes("unhealthy", only=SEGMENT),
        yes("hostile_region", only=SEGMENT),
        yes("enemy_zoc", only=SEGMENT),
        Input("terrain", "choice", None, values=HEXES, only=SEGMENT | {"unhealthy": ("false",)}),
        Input(
            "surroundings",
            "choices",
            (),
            values=(*HEXES, "sacked", "devastated"),
            only=SEGMENT | {"desolate": ("false",)},
        ),
        Input("quarters", "choices", (), values=("fort_town", "earthworks", "fort_city"), only=SEGMENT),
        yes("interphase", only=SEGMENT),
        EXTRA,
        DIE,
    ),
    resolve,
    D6,
)
