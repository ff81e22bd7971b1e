"""Answers a menu at random: for trying out servers, not for playing well.

It sees what a page sees, a menu, and takes one of the orders that stand on it.
"""

from __future__ import annotations

import random
from typing import Any

Menu = dict[str, Any]


def order(menu: Menu, rng: random.Random, end: float = 0.3) -> str:
    """Some legal order; in the movement phase `end` is how likely the stage ends now."""
    if "nations" in menu:
        return _allotment(menu["nations"][0], rng)
    groups = menu.get("groups", [])
    if groups and rng.random() >= end:
        group = rng.choice(groups)
        return _filled(group, group["takes"], rng, path=" ".join(rng.choice(list(group["ends"].values()))))
    choices = [choice for choice in menu["orders"] if "groups" not in menu or choice["order"] == "end"]
    return _filled(rng.choice(choices), menu.get("takes"), rng)


def _filled(choice: Menu, takes: list[int] | None, rng: random.Random, path: str = "") -> str:
    """An order with its gaps filled."""
    text: str = choice["order"]
    return text.format(
        takes=rng.randint(*takes) if takes else None, value=rng.choice(choice.get("values", [None])), path=path
    )


def _allotment(nation: Menu, rng: random.Random) -> str:
    least: int = nation["min"]
    troops = dict.fromkeys(nation["generals"], least)
    for _ in range(nation["troops"] - sum(troops.values())):
        troops[rng.choice([general for general in troops if troops[general] < nation["max"]])] += 1
    text: str = nation["order"]
    return text.format(troops=" ".join(f"{general}={n}" for general, n in troops.items()))
