"""Effects by unit type and weather at a glance (3.14, 3.15): nothing new, everything in one place."""

from __future__ import annotations

from ..answer import Answer
from ..fields import WEATHER, choice
from ..question import Question, Table
from ..words import Signed, Text, say

TYPES = (
    "infantry", "firearm_infantry", "swiss", "landsknechts", "gendarmes", "heavy_cavalry", "light_cavalry", "stradioti",
    "artillery", "siege_artillery",
)  # fmt: skip


def lines_for(question: Question, kind: str) -> list[str]:
    """The lines of the digest a unit of this type reads."""
    entry = question.sheet["units"]["types"][kind]
    lines = ["all"]
    if entry.get("firearms"):
        lines.append("firearm_infantry")
    if entry.get("swiss_landsknechts"):
        lines.append("swiss_landsknechts")
    if entry["arm"] == "cavalry":
        lines.append("cavalry")
    if entry.get("heavy"):
        lines.append("heavy_cavalry")
    if entry["arm"] == "artillery":
        lines.append("artillery")
    return lines


def units(question: Question) -> Answer:
    """What the charts do for or against one unit type, by kind of combat."""
    answer = question.begin()
    digest = question.sheet["units"]["digest"]
    for line in lines_for(question, question["type"]):
        for combat in ("skirmish_siege", "major_battle"):
            for id_, value in digest[line][combat].items():
                answer.effect(id_, _line(combat, id_, value), combat=combat, value=value)
    answer.row = question["type"]
    answer.cell = ", ".join(lines_for(question, question["type"]))
    return answer


def _line(combat: str, id_: str, value: object) -> Text:
    where = say(f"digest.{combat}")
    if id_ == "halved_in" and isinstance(value, list):
        return say("digest.halved", where=where, terrain=[say(f"value.{one}") for one in value])
    if isinstance(value, list):
        pair = {"attack": Signed(value[0]), "defend": Signed(value[1])}
        return say("digest.pair", where=where, what=say(f"digest.{id_}"), **pair)
    if isinstance(value, int):
        return say("digest.value", where=where, what=say(f"mod.{id_}"), value=Signed(value))
    return say("digest.quality", where=where, what=say(f"mod.{id_}"))


def weather(question: Question) -> Answer:
    """Everything one kind of weather changes."""
    answer = question.begin()
    found = question.sheet["weather"]["weather"][question["weather"]]
    answer.row = question["weather"]
    answer.values.update(found)
    for what, value in found.items():
        shown: object = say("value.yes" if value else "value.no") if isinstance(value, bool) else Signed(value)
        answer.effect(what, say("effect.weather", what=say(f"weather.{what}"), value=shown), value=value)
    answer.cell = question["weather"]
    return answer


UNITS = Table("units", "3.14", (choice("type", TYPES),), units)
WEATHER_TABLE = Table("weather", "3.15", (choice("weather", WEATHER),), weather)
