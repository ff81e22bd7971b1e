"""What the ground does to an attack (3.1): one reading of the terrain chart for all who call it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .question import Question
from .words import Refusal, say


@dataclass(frozen=True)
class Ground:
    """The ground of one attack: causes of unfavourable, halved heavy cavalry, doubled SP."""

    causes: tuple[str, ...]
    open_causes: tuple[str, ...]
    heavy_halved: bool
    doubled: int

    @property
    def unfavourable(self) -> bool:
        """Whether the attack is unfavourable at all."""
        return bool(self.causes)


def refuse_no_combat(question: Question, major_battle: bool) -> None:
    """No combat on a lake or over a primary river; no Major Battle where the chart has none."""
    terrain, hexside = question["terrain"], question.get("hexside", "none")
    hexes = question.sheet["terrain"]["hexes"]
    if hexes[terrain]["mb"] is None:
        raise Refusal("refuse.lake", "3.1")
    if hexside != "none" and question.sheet["terrain"]["hexsides"][hexside]["unfavourable"] is None:
        raise Refusal("refuse.river1", "3.1")
    if not major_battle:
        return
    if hexes[terrain]["mb"] is False:
        raise Refusal("refuse.no_mb", "3.1", terrain=say(f"value.{terrain}"))
    if hexside != "none" and question.sheet["terrain"]["hexsides"][hexside]["mb_artillery"] is None:
        raise Refusal("refuse.ferry_mb", "3.1")


def survey(
    question: Question, *, fortress: str = "none", earthworks: bool = False, major_battle: bool = False
) -> Ground:
    """The ground of an attack on the Assault table (column A).

    Column A holds for Engagements of a Major Battle too; there the caller says whether the Earthworks
    chit protects the Corps, and a River chit counts as a secondary river.
    """
    chart = question.sheet["terrain"]
    terrain = question["terrain"]
    hexside = question.get("hexside", "none")
    if major_battle and hexside == "none" and question.get("river_chit", False):
        hexside = "river2"
    causes = [terrain] if chart["hexes"][terrain]["unfavourable"] else []
    if hexside != "none" and chart["hexsides"][hexside]["unfavourable"]:
        causes.append(hexside)
    open_causes = tuple(causes)
    if fortress != "none" and chart["hexes"][fortress]["unfavourable"]:
        causes.append(fortress)
    if earthworks and chart["hexes"]["earthworks"]["unfavourable"]:
        causes.append("earthworks")
    halved = bool(chart["hexes"][terrain]["heavy_halved"])
    if halved and major_battle and (question.get("attacker_heavy_sp") or question.get("defender_heavy_sp")):
        halved = question.options.is_true("terrain.heavy_half_in_mb")
    doubled = int(chart["hexes"][fortress]["doubled"]) if fortress != "none" else 0
    if earthworks:
        more = int(chart["hexes"]["earthworks"]["doubled"])
        if doubled == 0 or question.options["terrain.earthworks_double"] == "adds_4":
            doubled += more
        else:
            doubled = max(doubled, more)
    return Ground(tuple(causes), open_causes, halved, doubled)


def effective(light: int, heavy: int, ground: Ground, *, doubled: bool) -> Fraction:
    """Effective SP for a ratio: heavy cavalry halved where the chart says so, then the first SP doubled.

    `light` is everything that is not heavy cavalry; doubled SP are counted off it first.
    """
    weight = Fraction(1, 2) if ground.heavy_halved else Fraction(1)
    strength = light + heavy * weight
    if doubled:
        plain = min(light, ground.doubled)
        strength += plain + min(heavy, ground.doubled - plain) * weight
    return strength
