"""Chances to win by the net, from what a viewer may know: the mean over worlds imagined from his view.

The worlds come from a fixed seed, so that two games which look alike to a viewer name the same chances to him,
whatever they hide. The net itself sees a whole world; the true one is never shown to it.
"""

from __future__ import annotations

import random
from typing import Any, Final

from sanssouci.bots.net import SURE, leaf
from sanssouci.bots.netfile import Learned
from sanssouci.bots.weights import table_of
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.state import State

#: Worlds that are imagined.
WORLDS: Final = 8


def in_world(s: State, learned: Learned) -> dict[str, float]:
    """Every role's chance in a whole world."""
    ground = learned.ground(table_of(s))
    found = {}
    for role in s.scenario.roles:
        r = ROLES.index(role)
        found[role] = leaf(s, learned.net, r, ground.weights[r], ground.slopes[r], ground.shifts[r]) / SURE
    return found


def foreseen(view: Any, learned: Learned, worlds: int = WORLDS) -> dict[str, float]:
    """Every role's chance as a viewer may be told it. Joint victories: the sum may exceed one."""
    rng = random.Random("foresight")
    named = [in_world(resample(view, rng).state, learned) for _ in range(worlds)]
    return {role: sum(one[role] for one in named) / worlds for role in named[0]}
