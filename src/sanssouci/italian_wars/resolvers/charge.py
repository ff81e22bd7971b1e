"""Cavalry charge in a Major Battle (3.3)."""

from __future__ import annotations

from ..answer import Answer, who
from ..fields import DIE, EXTRA, HEXSIDES, TERRAIN_FIELD, WEATHER_FIELD, choice, quality, sp, yes
from ..ground import refuse_no_combat
from ..question import D6, Question, Table, add_extras, roll
from ..sheet import band_of
from ..words import Refusal, say


def resolve(question: Question) -> Answer:
    """One charge."""
    refuse_no_combat(question, major_battle=True)
    if question.sheet["terrain"]["hexes"][question["terrain"]]["mb_charge"] == "forbidden":
        raise Refusal("refuse.charge_marsh", "3.3")
    if question["firearms"] and not question.weather("firearms"):
        raise Refusal("refuse.firearms_rain", "3.3")
    if question["cavalry"] == "heavy" and question["quality"] is None:
        raise Refusal("refuse.heavy_quality", "3.3").about("quality")
    answer = question.begin()
    _modifiers(question, answer)
    grid = question.sheet.charge
    column = band_of(grid.columns, question["sp"])
    answer.column_before = answer.column = grid.columns[column].label
    modified = roll(question, answer)
    if modified is None:
        return answer
    row = band_of(grid.rows, modified)
    answer.row, answer.row_label = grid.rows[row].number, grid.rows[row].label
    answer.cell = grid.cells[row][column]
    mark = question.sheet["charge"]["whole_row"].get(question.sheet["charge"]["rows"][row], "")
    answer.values["row_mark"] = mark
    if mark:
        answer.rests_on("L6")
    if row == 0:
        answer.rests_on("L9")
    _effects(question, answer, mark)
    return answer


def _modifiers(question: Question, answer: Answer) -> None:
    value = question.sheet["charge"]["modifiers"]
    answer.consider("CHG-TERRAIN", value["CHG-TERRAIN"], question["terrain"] in ("heath", "hill"))
    covered = question["earthworks_chit"] or question["river_chit"]
    answer.consider("CHG-COVER", value["CHG-COVER"], covered)
    answer.consider("CHG-MUD", value["CHG-MUD"], question["weather"] == "mud")
    answer.consider("CHG-SL", value["CHG-SL"], question["target_sl"])
    answer.consider("CHG-FLANK", value["CHG-FLANK"], question["flank"])
    heavy, stated = question["cavalry"], question["quality"]
    if heavy == "light":
        answer.consider("CHG-HEAVYQ", 0, False)
    elif heavy == "mixed":
        reason = "mixed" if stated is not None else "mixed_no"
        answer.consider("CHG-HEAVYQ", stated or 0, stated is not None, reason)
    else:
        answer.consider("CHG-HEAVYQ", stated, True, quality=stated)
    shot = question["firearms"]
    reason = ("yes" if heavy == "heavy" else "not_heavy") if shot else "no"
    answer.consider("CHG-FIREARMS", value["CHG-FIREARMS"], shot and heavy == "heavy", reason)
    add_extras(question, answer)


def _effects(question: Question, answer: Answer, mark: str) -> None:
    cell = str(answer.cell)
    scope = question.options["discipline.scope"] if cell != "-" else "per_unit"
    answer.counts.update(charging_sp=0, target_sp=0)
    if cell.startswith("A"):
        lost = int(cell[1:]) * (2 if question["firearms"] else 1)
        key = "effect.chargers_double" if question["firearms"] else "effect.chargers"
        answer.effect("lose_sp", say(key, sp=lost, printed=int(cell[1:])), who="charging cavalry", sp=lost)
        answer.counts["charging_sp"] = min(lost, question["sp"])
        answer.events.add("chargers_lose_sp")
        text = say(f"follow.discipline_{scope}", who=who("chargers"))
        known = {"phase": "combat"} | ({"quality": question["quality"]} if question["cavalry"] == "heavy" else {})
        answer.follow("discipline", text, who="charging units", phase="combat", scope=scope, inputs=known)
    elif cell.startswith("D"):
        if cell == "D1":
            answer.effect("lose_sp", say("effect.lose_sp", who=who("charged_unit"), sp=1), who="charged unit", sp=1)
            answer.counts["target_sp"] = 1
        answer.effect("demoralised", say("effect.charged_demoralised"), who="charged unit")
        answer.events.add("target_demoralised")
        text = say(f"follow.discipline_{scope}", who=who("charging_corps"))
        known = {"phase": "combat"}
        answer.follow("discipline", text, who="charging corps", phase="combat", scope=scope, inputs=known)
        _pillage(question, answer)
    else:
        answer.effect("nothing", say("effect.nothing"))
    _captains(question, answer, mark)


def _captains(question: Question, answer: Answer, mark: str) -> None:
    leader = mark == "*"
    if leader or answer.natural == 1:
        # L6 places the star on row 1; whether the natural or the modified roll counts is a ruling
        leader = answer.natural == 1 if question.options["charge.captain_row"] == "natural_1" else leader
    if leader:
        answer.follow("captain", say("follow.captain_leader"), who="captain leading the charge")
        answer.events.add("leader_check")
    if mark == "§":
        answer.follow("captain", say("follow.captains_charged"), who="all captains in the charged corps")
        answer.events.add("captain_check")


def _pillage(question: Question, answer: Answer) -> None:
    """L4: which cells carry "lost in pillage" is not known; a reminder unless somebody marked the cell."""
    here = (answer.row, answer.column)
    printed = {(int(row), column) for row, column in question.sheet["charge"]["pillage_cells"]}
    ruling = question.options["charge.pillage_cells"]
    if ruling == "all_D":
        marked = True
    elif ruling == "row_9":
        marked = answer.row == 9
    else:
        marked = here in printed or (ruling != "none" and here in set(ruling))
    if marked:
        answer.effect("pillage", say("effect.pillage"), who="charging cavalry")
        answer.events.add("pillage")
    else:
        answer.notes.append(say("note.pillage"))


TABLE = Table(
    "charge",
    "3.3",
    (
        sp("sp", example=6),
        choice("cavalry", ("heavy", "light", "mixed")),
        quality("quality", None, only={"cavalry": ("heavy", "mixed")}),
        TERRAIN_FIELD,
        # asked for what forbids a combat; for the die it is the chit that counts
        choice("hexside", HEXSIDES, only={"river_chit": ()}),
        WEATHER_FIELD,
        yes("flank"),
        yes("target_sl"),
        yes("earthworks_chit"),
        yes("river_chit"),
        yes("firearms"),
        EXTRA,
        DIE,
    ),
    resolve,
    D6,
)
