"""Terrain effects (3.1): the cost of one step, and what the ground does to an attack."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..answer import Answer
from ..fields import HEXSIDE_FIELD, ROUGH, TERRAIN_FIELD, WEATHER, choice, sp, yes
from ..fields import Field as Input
from ..ground import effective, refuse_no_combat, survey
from ..question import Question, Table
from ..words import Refusal, say

FEATURES = ("town", "canal", "fort_town", "fort_city", "earthworks")


def resolve(question: Question) -> Answer:
    """One step into a hex, or one attack on it, by the terrain chart."""
    answer = question.begin()
    if question["use"] == "move":
        _movement(question, answer)
    else:
        _attack(question, answer)
    return answer


def step_cost(question: Question, answer: Answer) -> Fraction:
    """MP of one step: hex or road, then the hexside, then leaving a city (notes d, e, f)."""
    chart = question.sheet["terrain"]
    terrain, hexside, road = question["terrain"], question["hexside"], question["road"]
    if chart["hexes"][terrain]["mp"] is None:
        raise Refusal("refuse.lake_move", "3.1")
    if hexside == "river2" and road != "none":
        hexside = "bridge2"
        answer.notes.append(say("note.road_bridge"))
    if hexside != "none" and chart["hexsides"][hexside]["mp"] is None:
        raise Refusal("refuse.river1_move", "3.1")
    own = chart["hexes"][terrain]["mp"]
    fortress = next((one for one in ("fort_city", "fort_town") if one in question["features"]), None)
    if fortress:
        own = chart["hexes"][fortress]["mp"]
    answer.consider("TER-HEX", _mp(own), road == "none", terrain=say(f"value.{fortress or terrain}"))
    if road != "none":
        along = chart["hexes"][road]["mp"]
        through = fortress is not None or question["through_fortress"]
        answer.consider("TER-ROAD", _mp(along), not through, road=say(f"value.{road}"))
        answer.consider("TER-FORTRESS", _mp(max(along, chart["through_fortress_mp"])), through)
    if hexside != "none":
        wet = question["weather"] == "rain"
        across = chart["hexsides"][hexside]["mp_rain" if wet else "mp"]
        answer.consider("TER-HEXSIDE", _mp(across), True, "rain" if wet else None, hexside=say(f"value.{hexside}"))
    answer.consider("TER-LEAVE", chart["leaving_city_mp"], question["starts_in_city"])
    return Fraction(answer.total)


def _mp(written: float) -> int | Fraction:
    exact = Fraction(written)
    return exact.numerator if exact.denominator == 1 else exact


def _movement(question: Question, answer: Answer) -> None:
    cost = step_cost(question, answer)
    answer.cell = _plain(cost)
    answer.values.update(mp=cost, allowance=question.weather("allowance"))
    answer.effect("move", say("effect.move", mp=cost), mp=cost)
    if question.weather("allowance"):
        answer.effect("allowance", say("effect.allowance", weather=say(f"value.{question['weather']}")), mp=-1)


def _plain(cost: Fraction) -> str:
    return str(cost.numerator) if cost.denominator == 1 else str(float(cost))


def _attack(question: Question, answer: Answer) -> None:
    major = question["use"] == "major_battle"
    refuse_no_combat(question, major)
    chart = question.sheet["terrain"]
    fortress = "none"
    for one in ("fort_town", "fort_city"):
        if one in question["features"]:
            fortress = one
    if question["inside"] and fortress == "none":
        raise Refusal("refuse.inside", "3.1")
    inside = fortress if question["inside"] else "none"
    works = "earthworks" in question["features"]
    ground = survey(question, fortress=inside, earthworks=works, major_battle=False)
    hexside = question["hexside"]
    values: dict[str, Any] = {
        "unfavourable": ground.unfavourable,
        "causes": list(ground.causes),
        "heavy_halved": ground.heavy_halved,
        "doubled_sp": ground.doubled,
        "artillery": (chart["hexes"]["fort_city"]["artillery"] if inside == "fort_city" else 0)
        + (chart["hexes"]["earthworks"]["artillery"] if works else 0)
        + (chart["hexsides"][hexside]["artillery"] if hexside != "none" else 0),
        "mb_allowed": bool(chart["hexes"][question["terrain"]]["mb"]) and hexside != "ferry",
    }
    if values["mb_allowed"]:
        values["mb_artillery"] = _battle_pips(question, works, "mb_artillery")
        values["charge_allowed"] = chart["hexes"][question["terrain"]]["mb_charge"] != "forbidden"
        if values["charge_allowed"]:
            values["mb_charge"] = _battle_pips(question, works, "mb_charge")
    if question["defender_sp"] is not None:
        heavy = question["defender_heavy_sp"]
        if heavy > question["defender_sp"]:
            raise Refusal("refuse.heavy_part", "3.8", heavy=heavy, sp=question["defender_sp"])
        values["defender_effective"] = effective(question["defender_sp"] - heavy, heavy, ground, doubled=True)
    answer.values.update(values)
    answer.cell = "unfavourable" if ground.unfavourable else "not unfavourable"
    _attack_effects(answer, values)


def _battle_pips(question: Question, works: bool, what: str) -> int:
    """Column B: heath or hill, and cover once for a charge, each for artillery (3.14 iii)."""
    chart = question.sheet["terrain"]
    own = int(chart["hexes"][question["terrain"]][what])
    works_pips = int(chart["hexes"]["earthworks"][what]) if works else 0
    side = question["hexside"]
    side_pips = int(chart["hexsides"][side][what]) if side != "none" else 0
    cover = min(works_pips, side_pips) if what == "mb_charge" else works_pips + side_pips
    return own + cover


def _attack_effects(answer: Answer, values: dict[str, Any]) -> None:
    if values["unfavourable"]:
        causes = [say(f"value.{cause}") for cause in values["causes"]]
        answer.effect("unfavourable", say("effect.unfavourable", causes=causes), causes=values["causes"])
    else:
        answer.effect("favourable", say("effect.favourable"))
    if values["heavy_halved"]:
        answer.effect("heavy_halved", say("effect.heavy_halved"))
    if values["doubled_sp"]:
        answer.effect("doubled", say("effect.doubled", sp=values["doubled_sp"]), sp=values["doubled_sp"])
    if "defender_effective" in values:
        answer.effect("effective", say("effect.effective", sp=values["defender_effective"]))
    if not values["mb_allowed"]:
        answer.effect("no_mb", say("effect.no_mb"))
    elif not values["charge_allowed"]:
        answer.effect("no_charge", say("effect.no_charge"))


TABLE = Table(
    "terrain",
    "3.1",
    (
        choice("use", ("move", "attack", "major_battle")),
        TERRAIN_FIELD,
        Input("features", "choices", (), values=FEATURES),
        HEXSIDE_FIELD,
        choice("road", ("none", "road1", "road2"), only={"use": ("move",)}),
        yes("through_fortress", only={"use": ("move",), "road": ("road1",)}),
        yes("starts_in_city", only={"use": ("move",)}),
        yes("inside", only={"use": ("attack", "major_battle")}),
        choice("weather", WEATHER, only={"use": ("move",)}),
        sp("defender_sp", None, only={"use": ("attack", "major_battle")}),
        sp("defender_heavy_sp", 0, 0, only={"use": ("attack", "major_battle"), "terrain": ROUGH}),
    ),
    resolve,
)
