"""The Assault table (3.8): Skirmish, Siege, Sortie, and Engagements of a Major Battle."""

from __future__ import annotations

from fractions import Fraction

from ..answer import Answer, who
from ..fields import (
    DIE,
    DRY,
    EXTRA,
    FORTRESSES,
    HEXSIDE_FIELD,
    ROUGH,
    TERRAIN_FIELD,
    WEATHER_FIELD,
    choice,
    quality,
    sp,
    yes,
)
from ..fields import Field as Input
from ..ground import Ground, effective, refuse_no_combat, survey
from ..question import D6, Question, Table, add_extras, roll
from ..sheet import band_of
from ..words import Refusal, Signed, say

KINDS = ("skirmish", "siege_breach", "siege_assault", "sortie", "mb_engagement")
SIEGE = ("siege_breach", "siege_assault")
SIDES = ("attacker", "defender")
ENGAGEMENT = {"kind": ("mb_engagement",)}


def resolve(question: Question) -> Answer:
    """One attack on the Assault table."""
    _refuse(question)
    answer = question.begin()
    major = question["kind"] == "mb_engagement"
    inside = question["fortress"] if question["kind"] in SIEGE or question["inside"] else "none"
    if inside == "none" != question["fortress"] and question["kind"] != "sortie":
        answer.notes.append(say("note.outside", fortress=say(f"value.{question['fortress']}")))
    ground = survey(question, fortress=inside, earthworks=question["earthworks"], major_battle=major)
    unfavourable = ground.unfavourable if question["unfavourable"] is None else question["unfavourable"]
    differential = _differential(question, answer)
    column = _column(question, answer, differential, unfavourable, ground)
    _ratio(question, answer, ground)
    value = question.sheet["assault"]["modifiers"]
    answer.consider("ASS-STARA", value["ASS-STARA"], question["attacker_star"])
    answer.consider("ASS-STARD", value["ASS-STARD"], question["defender_star"])
    wet = question.weather("assault") != 0
    answer.consider("ASS-WEATHER", value["ASS-WEATHER"], wet, weather=say(f"value.{question['weather']}"))
    covered = question["earthworks"] or inside != "none"
    _swiss(question, answer, unfavourable, bool(ground.open_causes), covered)
    add_extras(question, answer)
    modified = roll(question, answer)
    if modified is None:
        return answer
    rows = question.sheet.assault_rows
    row = band_of(rows, modified)
    answer.row, answer.row_label = rows[row].number, rows[row].label
    answer.cell = question.sheet["assault"]["cells"][row][column - 1]
    answer.loser = loser(question, answer, row, column)
    _effects(question, answer)
    return answer


def _refuse(question: Question) -> None:
    kind = question["kind"]
    refuse_no_combat(question, kind == "mb_engagement")
    if question["hexside"] == "ferry" and kind in ("siege_breach", "sortie"):
        raise Refusal("refuse.ferry", "3.1", kind=say(f"value.{kind}"))
    if kind in SIEGE and question["fortress"] == "none":
        raise Refusal("refuse.siege_needs_fortress", "3.8").about("fortress")
    if question["inside"] and question["fortress"] == "none":
        raise Refusal("refuse.inside", "3.1")
    if kind == "sortie" and question["inside"]:
        raise Refusal("refuse.sortie_inside", "3.8")
    if question["firearms_chit"]:
        if kind != "mb_engagement":
            raise Refusal("refuse.chit_outside_mb", "3.8")
        if not question.weather("firearms"):
            raise Refusal("refuse.firearms_rain", "3.8")
    if question["river_chit"] and kind != "mb_engagement":
        raise Refusal("refuse.chit_outside_mb", "3.8")
    for side in SIDES:
        strength, heavy = question[f"{side}_sp"], question[f"{side}_heavy_sp"]
        if heavy > strength:
            raise Refusal("refuse.heavy_part", "3.8", heavy=heavy, sp=strength)
    if question["defender_heavy_sp"] + question["defender_firearm_sp"] > question["defender_sp"]:
        raise Refusal(
            "refuse.firearm_part", "3.8", firearms=question["defender_firearm_sp"], sp=question["defender_sp"]
        )


def _differential(question: Question, answer: Answer) -> int:
    """Step 1: Quality of both sides after the reductions; clamped to -3..+3."""
    value = question.sheet["assault"]["quality_modifiers"]
    attacker, defender = question["attacker_quality"], question["defender_quality"]
    if _firearms(question, answer, value["ASQ-FIREARMS"]):
        attacker += value["ASQ-FIREARMS"]
    for side in SIDES:
        loose = question[f"{side}_disorganised"]
        answer.consider("ASQ-DISORG", value["ASQ-DISORG"], loose, who=who(side))
    attacker += value["ASQ-DISORG"] * question["attacker_disorganised"]
    defender += value["ASQ-DISORG"] * question["defender_disorganised"]
    if answer.consider("ASQ-ADMIN", value["ASQ-ADMIN"], question["defender_admin_march"]):
        defender += value["ASQ-ADMIN"]
    chart = question.sheet["assault"]["differential"]
    differential = max(chart["lowest"], min(chart["highest"], attacker - defender))
    answer.values.update(
        attacker_quality=attacker,
        defender_quality=defender,
        differential=attacker - defender,
        clamped=differential,
    )
    return int(differential)


def _firearms(question: Question, answer: Answer, value: int) -> bool:
    if question["kind"] == "mb_engagement":
        reason = "chit" if question["firearms_chit"] else "no_chit"
        return answer.consider("ASQ-FIREARMS", value, question["firearms_chit"], reason)
    armed, strength = question["defender_firearm_sp"], question["defender_sp"]
    if not question.weather("firearms"):
        return answer.consider("ASQ-FIREARMS", value, False, "rain")
    if question["defender_artillery_sp"] and armed and _counts_artillery(question):
        strength += question["defender_artillery_sp"]
    enough = 2 * armed >= strength
    if 2 * armed == strength:
        enough = question.options["assault.firearms_share"] == "at_least_half"
    return answer.consider("ASQ-FIREARMS", value, enough, armed=armed, sp=strength)


def _counts_artillery(question: Question) -> bool:
    return question.options.is_true("assault.ratio_artillery")


def _column(question: Question, answer: Answer, differential: int, unfavourable: bool, ground: Ground) -> int:
    """Step 2: eight columns; an unfavourable attack stands one to the left."""
    chart = question.sheet["assault"]
    shift = 0
    if unfavourable:
        causes = len(ground.causes) if question["unfavourable"] is None else 1
        if causes > 1 and not question.options.is_true("terrain.unfavourable_stack"):
            causes = 1
        shift = chart["differential"]["unfavourable_shift"] * causes
    before = differential + chart["differential"]["column_at_zero"]
    column = max(1, min(len(chart["columns"]), before + shift))
    answer.column_before, answer.column_shift = f"c{before}", shift
    answer.column = f"c{column}"
    answer.values.update(unfavourable=unfavourable, causes=list(ground.causes))
    answer.rests_on("L7")
    if unfavourable:
        named = [say(f"value.{cause}") for cause in ground.causes] or [say("cause.stated")]
        answer.notes.append(say("note.unfavourable", causes=named))
    else:
        answer.notes.append(say("note.favourable"))
    return int(column)


def strengths(question: Question, ground: Ground) -> tuple[Fraction, Fraction]:
    """Effective SP of both sides for the ratio."""
    found = []
    for side in SIDES:
        heavy = question[f"{side}_heavy_sp"]
        light = question[f"{side}_sp"] - heavy
        if question[f"{side}_artillery_sp"] and _counts_artillery(question):
            light += question[f"{side}_artillery_sp"]
        found.append(effective(light, heavy, ground, doubled=side == "defender"))
    return found[0], found[1]


def _ratio(question: Question, answer: Answer, ground: Ground) -> None:
    attacker, defender = strengths(question, ground)
    ratio = max(attacker, defender) / min(attacker, defender)
    value = next(
        band["value"] for band in question.sheet["assault"]["ratio"] if band["below"] is None or ratio < band["below"]
    )
    if attacker < defender:
        value = -value
    answer.values.update(attacker_effective=attacker, defender_effective=defender, ratio=ratio)
    shown = Fraction(round(ratio * 100), 100)
    answer.consider("ASS-RATIO", value, value != 0, attacker=attacker, defender=defender, ratio=shown)


def _swiss(question: Question, answer: Answer, unfavourable: bool, open_causes: bool, covered: bool) -> None:
    """Swiss and landsknechts: at most one line per side, the first that matches, unless ruled otherwise."""
    chart = question.sheet["assault"]["swiss_landsknechts"]
    present = question["attacker_sl"] or question["defender_sl"]
    if question["kind"] == "siege_breach":
        line = "breach"
    elif covered:
        line = "covered"
    else:
        line = "unfavourable" if unfavourable else "open"
    lines = [line]
    if present and line == "breach" and not unfavourable:
        if question.options["assault.sl_breach"] == "cumulative":
            lines.append("open")
    if present and line == "covered" and not open_causes:
        # the fortress or earthworks themselves are left out here: otherwise this ruling could never matter
        if question.options["assault.sl_cancel"] == "net_zero":
            lines.append("open")
    for id_, side, part in (("ASS-SLA", "attacker", "attacking"), ("ASS-SLD", "defender", "defending")):
        value = sum(chart[one][part] for one in lines)
        if not question[f"{side}_sl"]:
            answer.consider(id_, value, False, value=Signed(value))
        else:
            reason = "both" if len(lines) > 1 else line
            answer.consider(id_, value, value != 0, reason, value=Signed(value))


def loser(question: Question, answer: Answer, row: int, column: int) -> str | None:
    """Who loses the cell (L1): shading lost, rebuilt on the diagonal unless ruled otherwise."""
    mark = question.sheet["assault"]["loser"][row][column - 1]
    ruling = question.options["assault.loser_rule"]
    if mark.isupper():
        answer.reconstructed = "L1"
    if isinstance(ruling, tuple):
        mark = ruling[row][column - 1]
    elif mark.isupper() and ruling != "diagonal":
        mark = {"ties_attacker": "a", "ties_defender": "d", "ties_none": "n"}[ruling]
    return {"a": "attacker", "d": "defender", "n": None}[mark.lower()]


def losses(code: str) -> tuple[int, bool]:
    """What one half of a cell means: SP lost, and whether a unit is demoralised."""
    digits = code.rstrip("D")
    return (0 if digits == "--" else int(digits)), code.endswith("D")


def _effects(question: Question, answer: Answer) -> None:
    halves = dict(zip(SIDES, str(answer.cell).split(" / "), strict=True))
    for side in SIDES:
        lost, _ = losses(halves[side])
        lost = min(lost, question[f"{side}_sp"])
        answer.counts[f"{side}_sp"] = lost
        if lost:
            answer.effect("lose_sp", say("effect.lose_sp_not_artillery", who=who(side), sp=lost), who=side, sp=lost)
    for side in SIDES:
        if losses(halves[side])[1]:
            answer.effect("demoralised", say("effect.one_demoralised", who=who(side)), who=side)
            answer.events.add(f"{side}_demoralised")
    if answer.loser is None:
        answer.effect("no_loser", say("effect.no_loser"))
        answer.events.add("nobody_loses")
    else:
        answer.effect("loser", say("effect.loser", who=who(answer.loser)), who=answer.loser)
        answer.events.add(f"{answer.loser}_loses")
        scope = question.options["discipline.scope"]
        text = say(f"follow.discipline_{scope}", who=who(answer.loser))
        known = {"phase": "combat", "quality": question[f"{answer.loser}_quality"]}
        if question[f"{answer.loser}_star"]:
            known["star"] = True
        answer.follow("discipline", text, who=answer.loser, phase="combat", scope=scope, inputs=known)
    answer.result = f"{answer.cell}, {answer.loser or 'nobody'} loses"


def _side(side: str) -> tuple[Input, ...]:
    halved = {"terrain.heavy_half_in_mb": ("true",)}
    return (
        sp(f"{side}_sp", example=20 if side == "attacker" else 10),
        quality(f"{side}_quality"),
        sp(f"{side}_heavy_sp", 0, 0, only={"terrain": ROUGH}, rulings=halved, where=ENGAGEMENT),
        Input(f"{side}_artillery_sp", "int", 0, 0, 999, rulings={"assault.ratio_artillery": ("true",)}),
        yes(f"{side}_star"),
        yes(f"{side}_sl"),
        yes(f"{side}_disorganised"),
    )


GROUND_FIELDS = (
    choice("kind", KINDS),
    TERRAIN_FIELD,
    HEXSIDE_FIELD,
    choice("fortress", FORTRESSES, only={"kind": (*SIEGE, "skirmish", "mb_engagement")}),
    yes("inside", only={"kind": ("skirmish", "mb_engagement"), "fortress": FORTRESSES[1:]}),
    yes("earthworks"),
    yes("river_chit", only=ENGAGEMENT),
    WEATHER_FIELD,
)

TABLE = Table(
    "assault",
    "3.8",
    (
        *GROUND_FIELDS,
        *_side("attacker"),
        *_side("defender"),
        Input("defender_firearm_sp", "int", 0, 0, 999, only={"kind": KINDS[:-1], "weather": DRY}),
        yes("firearms_chit", only=ENGAGEMENT),
        yes("defender_admin_march"),
        Input("unfavourable", "bool", None),
        EXTRA,
        DIE,
    ),
    resolve,
    D6,
)
