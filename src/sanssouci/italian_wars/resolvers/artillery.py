"""Artillery fire (3.2): bombardment in a siege, fire in a Major Battle."""

from __future__ import annotations

from ..answer import Answer, who
from ..fields import DIE, EXTRA, FORTRESSES, HEXES, HEXSIDES, WEATHER_FIELD, choice, sp, yes
from ..fields import Field as Input
from ..ground import refuse_no_combat
from ..question import D6, Question, Table, add_extras, roll
from ..sheet import band_of
from ..words import Refusal, say

SIEGE = {"mode": ("siege",)}
BATTLE = {"mode": ("mb",)}
#: what the besieged's own fire asks for under one ruling only
AS_BESIEGER = {"artillery.besieged_fire": ("same_as_besieger",)}
BESIEGED = {"firer": ("besieged",)}


def resolve(question: Question) -> Answer:
    """One fire of the artillery."""
    siege = question["mode"] == "siege"
    refuse_no_combat(question, major_battle=not siege)
    if siege and question["fortress"] == "none":
        raise Refusal("refuse.siege_needs_fortress", "3.2").about("fortress")
    answer = question.begin()
    _modifiers(question, answer, siege)
    grid = question.sheet.artillery
    column = band_of(grid.columns, question["sp"])
    answer.column_before = grid.columns[column].label
    answer.column_shift = _shift(question) if siege else 0
    column = min(column + answer.column_shift, len(grid.columns) - 1)
    answer.column = grid.columns[column].label
    modified = roll(question, answer)
    if modified is None:
        return answer
    row = band_of(grid.rows, modified)
    answer.row, answer.row_label = grid.rows[row].number, grid.rows[row].label
    answer.cell = grid.cells[row][column]
    if answer.row == 3 and column in (3, 4):
        # L5: the borders between these two cells were lost
        answer.reconstructed = "L5"
        if question.options["artillery.row3"] == "B":
            answer.cell = question.sheet["artillery"]["row3_b"]["cells"][column]
    _effects(question, answer, siege)
    return answer


def _modifiers(question: Question, answer: Answer, siege: bool) -> None:
    value = question.sheet["artillery"]["modifiers"]
    weather = question["weather"]
    answer.consider("ART-RAIN", value["ART-RAIN"], weather == "rain")
    answer.consider("ART-MUD", value["ART-MUD"], weather in ("mud", "snow"))
    if siege:
        hexside = question["hexside"]
        across = hexside != "none" and question.sheet["terrain"]["hexsides"][hexside]["artillery"] != 0
        reason = "ferry" if hexside == "ferry" else None
        answer.consider("ART-RIVER", value["ART-RIVER"], across, reason)
        answer.consider("ART-EARTH", value["ART-EARTH"], question["earthworks"])
        answer.consider("ART-HEATHHILL", value["ART-HEATHHILL"], False, "siege")
        answer.consider("ART-SIEGECAPT", value["ART-SIEGECAPT"], question["siege_captain"])
        city = question["fortress"] == "fort_city"
        inside = question["firer"] == "besieger"
        reason = None if inside or not city else "besieged"
        answer.consider("ART-CITY", value["ART-CITY"], city and inside, reason)
    else:
        answer.consider(
            "ART-RIVER",
            value["ART-RIVER"],
            question["river_chit"],
            "mb" if question["river_chit"] else "no_chit",
        )
        chit = question["earthworks_chit"]
        answer.consider("ART-EARTH", value["ART-EARTH"], chit, "mb" if chit else "no_chit")
        rough = question["terrain"] in ("heath", "hill")
        answer.consider("ART-HEATHHILL", value["ART-HEATHHILL"], rough)
        answer.consider("ART-SIEGECAPT", value["ART-SIEGECAPT"], False, "mb")
        answer.consider("ART-CITY", value["ART-CITY"], False, "mb")
    add_extras(question, answer)


def _shift(question: Question) -> int:
    level: int = question["siege_level"]
    if question["firer"] == "besieged" and question.options["artillery.besieged_fire"] == "no_shift_no_breach":
        return 0
    return level * int(question.sheet["artillery"]["columns_per_siege_level"])


def _effects(question: Question, answer: Answer, siege: bool) -> None:
    codes = str(answer.cell).split()
    besieger = question["firer"] == "besieger"
    target = ("besieged" if besieger else "besieger") if siege else "target_corps"
    answer.counts.update(own_artillery=0, target_sp=0)
    number = next((int(code) for code in codes if code.isdigit()), 0)
    if "*" in codes:
        answer.effect("own_artillery", say("effect.own_artillery"), who="firing artillery", sp=1)
        answer.counts["own_artillery"] = 1
    if number:
        _losses(question, answer, number, target)
    if number or "DC" in codes:
        _check(question, answer, target)
    if "§" in codes:
        if siege:
            answer.notes.append(say("note.section_ignored"))
        else:
            answer.follow("captain", say("follow.captains_target"), who="all captains with the target")
            answer.events.add("captain_check")
    if "b" in codes or "(b)" in codes:
        _breach(question, answer, "b" if "b" in codes else "(b)", siege)
    if not answer.effects and not answer.follow_ups:
        answer.effect("nothing", say("effect.nothing"))


def _losses(question: Question, answer: Answer, number: int, target: str) -> None:
    hit = min(question["sl_units_hit"], number)
    extra = hit
    if hit > 1 and question.options["artillery.sl_extra"] == "once_per_result":
        extra = 1
    answer.effect("lose_sp", say("effect.lose_sp", who=who(target), sp=number), who=target, sp=number)
    if extra:
        answer.effect("sl_extra", say("effect.sl_extra", sp=extra, total=number + extra), who=target, sp=extra)
    answer.values["target_sp"] = number + extra
    answer.counts["target_sp"] = number + extra
    answer.events.add("target_loses_sp")


def _check(question: Question, answer: Answer, target: str) -> None:
    scope = question.options["discipline.scope"]
    text = say(f"follow.discipline_{scope}", who=who(target))
    answer.follow("discipline", text, who=target, phase="combat", scope=scope, inputs={"phase": "combat"})
    answer.events.add("discipline_check")


def _breach(question: Question, answer: Answer, code: str, siege: bool) -> None:
    """`b` and `(b)`: siege only; the level rises by one, to two at most."""
    if not siege:
        answer.notes.append(say("note.breach_ignored"))
        return
    if question["firer"] == "besieged" and question.options["artillery.besieged_fire"] == "no_shift_no_breach":
        answer.notes.append(say("note.breach_besieged"))
        return
    if code == "(b)":
        if question["siege_artillery"]:
            answer.notes.append(say("note.breach_siege_artillery"))
        elif question["besieged_artillery_sp"] == 0:
            answer.notes.append(say("note.breach_no_artillery"))
        else:
            answer.effect("no_breach", say("effect.no_breach", sp=question["besieged_artillery_sp"]))
            return
    level = question["siege_level"]
    after = min(level + 1, question.sheet["artillery"]["highest_siege_level"])
    answer.values["siege_level"] = after
    answer.events.add("breach")
    if after == level:
        answer.effect("breach", say("effect.breach_full", level=after), level=after)
    else:
        answer.effect("breach", say("effect.breach", level=after), level=after)


TABLE = Table(
    "artillery",
    "3.2",
    (
        choice("mode", ("siege", "mb")),
        sp("sp", example=6),
        WEATHER_FIELD,
        choice("firer", ("besieger", "besieged"), only=SIEGE),
        choice("fortress", FORTRESSES, "fort_town", only=SIEGE | {"firer": ("besieger",)}),
        Input("siege_level", "int", 0, 0, 2, only=SIEGE, rulings=AS_BESIEGER, where=BESIEGED),
        yes("earthworks", only=SIEGE),
        choice("hexside", HEXSIDES, only=SIEGE),
        yes("siege_captain", only=SIEGE),
        yes("siege_artillery", only=SIEGE, rulings=AS_BESIEGER, where=BESIEGED),
        Input(
            "besieged_artillery_sp",
            "int",
            0,
            0,
            999,
            only=SIEGE | {"siege_artillery": ("false",)},
            rulings=AS_BESIEGER,
            where=BESIEGED,
        ),
        choice("terrain", HEXES, only=BATTLE),
        yes("earthworks_chit", only=BATTLE),
        yes("river_chit", only=BATTLE),
        Input("sl_units_hit", "int", 0, 0, 3),
        EXTRA,
        DIE,
    ),
    resolve,
    D6,
)
