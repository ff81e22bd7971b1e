"""Chances to win: a logistic function of what everybody sees, fitted on self-play of captains.

`features` are public facts; `chances.json` holds one row of weights per role (see tools/fit_chances.py).
"""

from __future__ import annotations

import json
import math
import os
from functools import cache
from typing import Any

from sanssouci.bots.goals import missing
from sanssouci.bots.purse import turns_left
from sanssouci.bots.weights import table_of
from sanssouci.friedrich.rules.cards import count
from sanssouci.friedrich.rules.decks import hand_size
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    NATION_COUNT,
    PRUSSIA,
    ROLES,
    RUSSIA,
    SWEDEN,
)
from sanssouci.friedrich.rules.state import GAME_OVER, State, in_game, role_of
from sanssouci.friedrich.rules.troops import total
from sanssouci.friedrich.rules.victory import needed

ATTACK = (RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE)


def features(s: State, sizes: list[int], totals: list[int]) -> list[float]:
    """What the chances depend on: the same list for every role."""
    row = [1.0, s.turn / 10, s.fate_drawn / 10, s.cuts / 2]
    for nation in ATTACK:
        if in_game(s, nation):
            lacking = int(missing(s, nation))
            row += [1.0, 1 - lacking / max(int(count(needed(s, nation))), 1), 1 / (1 + lacking)]
        else:
            row += [0.0, 0.0, 0.0]
    row += [turns_left(s, nation) / 100 if in_game(s, nation) else 0.0 for nation in (RUSSIA, SWEDEN, FRANCE)]
    row += [totals[PRUSSIA] / 32, totals[HANOVER] / 12, sizes[PRUSSIA] / 30]
    row += [sizes[n] / 30 if in_game(s, n) else 0.0 for n in (RUSSIA, AUSTRIA, FRANCE)]
    row += [totals[n] / 20 if in_game(s, n) else 0.0 for n in (RUSSIA, AUSTRIA, FRANCE)]
    row.append(1.0 if s.changed_hands else 0.0)
    return row


@cache
def fitted() -> dict[str, dict[str, list[float]]]:
    """Weights per table and role."""
    path = os.path.join(os.path.dirname(__file__), "chances.json")
    with open(path, encoding="utf-8") as file:
        rows: dict[str, dict[str, list[float]]] = json.load(file)
    return rows


def chances(of: Any) -> dict[str, float]:
    """Every role's chance to win, from a game, a view or a state. Joint victories: the sum may exceed one."""
    if isinstance(of, State):
        s = of
    elif hasattr(of, "known_state"):
        s = of.known_state
    else:
        s = of.state
    roles = s.scenario.roles
    if s.state == GAME_OVER:
        return {role: 1.0 if s.winners >> ROLES.index(role) & 1 else 0.0 for role in roles}
    if hasattr(of, "hand_counts"):
        sizes, totals = [sum(row) for row in of.hand_counts], list(of.totals)
    else:
        sizes = [int(hand_size(s, n)) for n in range(NATION_COUNT)]
        totals = [int(total(s, n)) for n in range(NATION_COUNT)]
    row = features(s, sizes, totals)
    rows = fitted().get(table_of(s), fitted()["standard"])
    found = {}
    for role in roles:
        weights = rows[role]
        found[role] = 1 / (1 + math.exp(-sum(x * w for x, w in zip(row, weights, strict=True))))
        if len(roles) == 4 and role != "friedrich" and not _plays(s, role):
            found[role] = 0.0
    return found


def _plays(s: State, role: str) -> bool:
    """Does a role still control a nation?"""
    number = ROLES.index(role)
    return any(in_game(s, n) and role_of(s, n) == number for n in ATTACK)
