"""Answers to questions about the board (`ask`, docs/protocol.md, section 5)."""

from __future__ import annotations

from typing import TypedDict

from msgspec import Struct

from sanssouci.friedrich.shapes import (
    Fall,
    Goal,
    Nation,
    NoWalk,
    ObjectiveAid,
    Peril,
    PieceAid,
    PlanAid,
    Role,
    Walk,
    Warning,
)


class Threats(Struct):
    """Cities next to which a hostile general could stand after its next move, with those generals.

    `falls`: the objectives that could change hands then; `attacked`: the asker's stacks that could be attacked.
    """

    cities: dict[str, list[str]]
    falls: list[Fall]
    attacked: list[Peril]


class Objectives(Struct):
    """Every objective that counts, by the nation that wants it."""

    nations: dict[Nation, list[Goal]]


class Warnings(Struct):
    """What one should know before ending the stage."""

    warnings: list[Warning]


class Line(Struct):
    """A line of an answer in words, and the order it tells of, if it tells of one."""

    text: str
    order: str = ""


class Words(Struct):
    """A typed question answered in words; null where the line is no question."""

    lines: list[Line] | None


class Reason(TypedDict):
    """Why an order is good: a key of the catalogue with its arguments."""

    key: str
    args: dict[str, object]


class Odds(TypedDict):
    """What to expect of one play in the battle at hand."""

    order: str
    win: float
    draw: float
    own_loss: float
    enemy_loss: float


class Hint(TypedDict):
    """An order with its score in troops against the best, in words, the reasons for it, and in a battle its odds."""

    order: str
    score: float
    saying: Reason
    reasons: list[Reason]
    text: str
    odds: Odds | None


class Hints(Struct):
    """The best orders for this view, best first."""

    order: str | None
    hints: list[Hint]


class AllOdds(Struct):
    """What to expect of each play."""

    odds: list[Odds]


class Chances(Struct):
    """Every role's chance to win, as far as a view tells."""

    chances: dict[Role, float]


#: question → its answer
ANSWERS: dict[str, object] = {
    "walk": Walk | NoWalk,
    "piece": PieceAid,
    "plan": PlanAid,
    "objective": ObjectiveAid,
    "objectives": Objectives,
    "threats": Threats,
    "warnings": Warnings,
    "words": Words,
    "hint": Hints,
    "odds": AllOdds,
    "chances": Chances,
}
