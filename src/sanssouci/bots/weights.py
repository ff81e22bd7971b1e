"""What captain thinks things are worth: figures of `weights.json`, found by `tools/tune_bots.py` in self-play."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.state import State

#: The names of the weights, in the order of their places in a weight vector.
NAMES: Final[list[str]] = [
    "troop", "enemy_troop", "general", "train", "enemy_train",
    "point", "enemy_point", "objective", "near", "win",
    "pull", "supply", "starve", "leash", "train_risk",
    "threat", "attack", "pressure", "spend", "displace",
    "trap", "share", "margin", "rival", "reconquest", "reserve",
    "stay", "recruit", "split", "second", "screen", "urgent", "dearest", "hoard",
]  # fmt: skip

W_TROOP: Final = 0  # an own troop
W_ENEMY_TROOP: Final = 1  # a hostile troop less
W_GENERAL: Final = 2  # a general on the map
W_TRAIN: Final = 3  # an own train on the map
W_ENEMY_TRAIN: Final = 4  # a hostile train less
W_POINT: Final = 5  # one point of a card in hand, in tenths
W_ENEMY_POINT: Final = 6  # one point out of a hostile hand, in tenths
W_OBJECTIVE: Final = 7  # an objective
W_NEAR: Final = 8  # what is added to it the nearer victory is
W_WIN: Final = 9  # all objectives held
W_PULL: Final = 10  # per step from a general to the next thing to take, in tenths
W_SUPPLY: Final = 11  # a stack out of supply
W_STARVE: Final = 12  # per cent of a stack that will starve
W_LEASH: Final = 13  # per step beyond three between army and train, in tenths
W_TRAIN_RISK: Final = 14  # per cent of a train within reach of hostile generals
W_THREAT: Final = 15  # per cent of what hostile attacks are expected to cost
W_ATTACK: Final = 16  # per cent of what own attacks are expected to gain
W_PRESSURE: Final = 17  # per cent of what attacks in the next stage may gain
W_SPEND: Final = 18  # per cent of the weaker hand that a combat burns
W_DISPLACE: Final = 19  # being driven from one's place
W_TRAP: Final = 20  # per cent of a stack that has hardly a way to retreat
W_SHARE: Final = 21  # per cent of a hand that one stack may count on
W_MARGIN: Final = 22  # doubt about every combat, in points
W_RIVAL: Final = 23  # per cent of a rival's last steps to victory
W_RECONQUEST: Final = 24  # per cent of a conquest within reach of its defender
W_RESERVE: Final = 25  # per cent: price of a Reserve against another card
W_STAY: Final = 26  # a move must be worth so much more than staying
W_RECRUIT: Final = 27  # per cent: the urge to buy
W_SPLIT: Final = 28  # what dividing a stack must be worth more than moving it whole
W_SECOND: Final = 29  # per cent: what a second guard of an objective is worth
W_SCREEN: Final = 30  # per cent of an objective: what a general near it is worth
W_URGENT: Final = 31  # per cent: how much cheaper cards are when somebody is about to win
W_DEAREST: Final = 32  # most that a point may cost in a combat, with an empty hand; twice that with 40 points
W_HOARD: Final = 33  # per cent: how fast a point loses its worth as the hand grows
WEIGHTS: Final = 34
#: What stands before the name of a weight to say how many per cent of it count while the end is near.
LATE: Final = "late_"


#: rung (or "temperaments") → role (or temperament) → name of a weight → figure
Figures = Mapping[str, Mapping[str, Mapping[str, int]]]


def read() -> Figures:
    """The file of weights: full sets per rung and role, changes to some of them, temperaments as percentages."""
    return {name: found for name, found in _file().items() if name != "tables"}


def tables() -> Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]] | str]]:
    """What is weighed otherwise than in the standard game of four: table → rung → role → figures, or another rung."""
    found: Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]] | str]] = _file()["tables"]
    return found


@cache
def _file() -> Mapping[str, Any]:
    """Read once a process; nobody can change what all bots of it share."""
    path = os.path.join(os.path.dirname(__file__), "weights.json")
    with open(path, encoding="utf-8") as file:
        found: Mapping[str, Any] = json.load(file, object_hook=MappingProxyType)
    return found


def table_of(s: State) -> str:
    """The name under which weights of a scenario with its number of players are kept: `west`, `standard-3`."""
    name = s.scenario.name
    return f"{name}-3" if s.players == 3 else name


def figures_of(rung: str, role: str, table: str) -> dict[str, int]:
    """The figures of a rung in a role at a table; what a table does not say is as in the standard game of four.

    A table may name another rung whose figures this one has there.
    """
    found = tables().get(table, {}).get(rung, {})
    return figures_of(found, role, table) if isinstance(found, str) else {**read()[rung][role], **found.get(role, {})}


def coloured(rung: str, role: str, temperament: str = "", changes: str = "", table: str = "") -> dict[str, int]:
    """The figures of a rung in a role, with a set of changes to some of them, coloured by a temperament."""
    figures = figures_of(rung, role, table)
    if changes:
        figures = figures | figures_of(changes, role, table)
    if temperament:
        for name, percent in read()["temperaments"][temperament].items():
            figures[name] = figures[name] * percent // 100
    return figures


def load(rung: str, role: str, temperament: str = "", changes: str = "", table: str = "") -> vec[i64]:
    """The weights of a rung in a role, with a set of changes to some of them, coloured by a temperament."""
    return vector(coloured(rung, role, temperament, changes, table))


def vector(figures: Mapping[str, int]) -> vec[i64]:
    """A weight vector from names and figures."""
    return vec[i64]([figures[key] for key in NAMES])


def late(figures: Mapping[str, int]) -> vec[i64] | None:
    """The weight vector while the end is near: each weight at the per cent that `late_` and its name say.

    None if nothing changes then.
    """
    if not any(key.startswith(LATE) for key in figures):
        return None
    return vec[i64]([figures[key] * figures.get(LATE + key, 100) // 100 for key in NAMES])
