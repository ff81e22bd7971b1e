"""Tactical chits of a Major Battle (3.13): a validator, since what five of them do is not on the sheet."""

from __future__ import annotations

from collections import Counter

from ..answer import Answer
from ..fields import HEXES, WEATHER_FIELD, choice, yes
from ..fields import Field as Input
from ..question import Question, Table
from ..words import Text, say

CHITS = (
    "formation", "rally", "reserve", "artillery", "cavalry_charge", "combined_arms", "coordination", "firearms",
    "cover",
)  # fmt: skip
#: those that last a number of rounds; the others stay for the whole battle
ROUND_BY_ROUND = tuple(one for one in CHITS if one not in ("formation", "cover"))


def cover_limit(question: Question) -> int:
    """How many Earthworks/River chits the Force may have (`chits.cover_base`)."""
    chart = question.sheet["chits"]
    extras = chart["cover"]["earthworks_level"][str(question["earthworks_level"])]
    extras += chart["cover"]["river"] * question["river"]
    return int(extras) + int(question.options["chits.cover_base"])


def resolve(question: Question) -> Answer:
    """Whether a set of chits is legal, whether one may be played now, and when it expires."""
    answer = question.begin()
    chart = question.sheet["chits"]["chits"]
    cover = cover_limit(question)
    limits = {chit: cover if chit == "cover" else entry["max"] for chit, entry in chart.items()}
    answer.values.update(cover=cover, limits=limits)
    answer.effect("cover", say("effect.cover", chits=cover), chits=cover)
    problems: list[Text] = []
    held = Counter(question["chits"])
    for chit, count in held.items():
        if count > limits[chit]:
            problems.append(say("chit.too_many", chit=say(f"chit.{chit}"), count=count, most=limits[chit]))
        problems.extend(_forbidden(question, chit))
    play = question["play"]
    if play != "none":
        if play not in held:
            problems.extend(_forbidden(question, play))
        problems.extend(_timing(question, play))
        if not problems:
            _duration(question, answer, play)
    legal = not problems
    answer.cell = "legal" if legal else "illegal"
    answer.values.update(legal=legal, problems=[str(one) for one in problems])
    for problem in problems:
        answer.effect("illegal", problem)
    if legal and held:
        answer.effect("legal", say("effect.chits_legal"))
    return answer


def _forbidden(question: Question, chit: str) -> list[Text]:
    found = []
    hexes = question.sheet["terrain"]["hexes"]
    terrain = question["terrain"]
    if not hexes[terrain]["mb"]:
        found.append(say("chit.no_mb", terrain=say(f"value.{terrain}")))
    if chit == "cavalry_charge" and hexes[terrain]["mb_charge"] == "forbidden":
        found.append(say("chit.marsh"))
    if chit == "firearms" and not question.weather("firearms"):
        found.append(say("chit.rain"))
    return found


def _timing(question: Question, chit: str) -> list[Text]:
    entry = question.sheet["chits"]["chits"][chit]
    name = say(f"chit.{chit}")
    found = []
    if question["phase"] not in entry["phases"]:
        phases = [say(f"value.{one}") for one in entry["phases"]]
        found.append(say("chit.phase", chit=name, phases=phases))
    if question["round"] <= entry.get("after_round", 0):
        found.append(say("chit.after_round", chit=name, round=entry["after_round"]))
    if entry.get("captain_general") and not question["captain_general"]:
        found.append(say("chit.captain_general", chit=name))
    if chit == "cover" and cover_limit(question) == 0:
        found.append(say("chit.no_cover"))
    return found


def _duration(question: Question, answer: Answer, chit: str) -> None:
    entry = question.sheet["chits"]["chits"][chit]
    name = say(f"chit.{chit}")
    if entry["rounds"] == "all":
        answer.values["expires_after_round"] = None
        answer.effect("lasts", say("effect.chit_all", chit=name))
    else:
        last = question["round"] + entry["rounds"] - 1
        answer.values["expires_after_round"] = last
        answer.effect("lasts", say("effect.chit_lasts", chit=name, rounds=entry["rounds"], last=last), last=last)
    if entry.get("lost_on_engaging"):
        answer.effect("lost_on_engaging", say("effect.chit_lost", chit=name))


TABLE = Table(
    "chits",
    "3.13",
    (
        Input("chits", "choices", (), values=CHITS),
        Input("earthworks_level", "int", 0, 0, 2),
        yes("river"),
        WEATHER_FIELD,
        choice("terrain", HEXES),
        choice("play", ("none", *CHITS)),
        choice("phase", ("deployment", "vanguard", "centre", "rearguard"), "vanguard", only={"play": CHITS}),
        Input("round", "int", 1, 1, 20, only={"play": ROUND_BY_ROUND}),
        yes("captain_general", only={"play": ("rally",)}),
    ),
    resolve,
)
