"""Questions at random: inputs that tables accept, rulings a house could make."""

from __future__ import annotations

import random
from typing import Any

from sanssouci.italian_wars.book import TABLES
from sanssouci.italian_wars.fields import Field
from sanssouci.italian_wars.sheet import standard

FREE = {
    "grid": "/".join("adnadnad" for _ in range(9)), "cells": "9:8+,8:5-7", "lines": "adnaDnadnadnadnadnadN",
    "captain": "2-", "number": "17",
}  # fmt: skip


def some(one: Field, dice: random.Random) -> Any:
    """A value this input accepts; strengths are mostly small, as in play."""
    if one.kind == "bool":
        return dice.random() < 0.5
    if one.kind in ("int", "half", "ints"):
        low, high = one.low or 0, one.high if one.high is not None else 99
        span = min(high, low + dice.choice((3, 12, 60, 999)))
        whole = [dice.randint(low, span) for _ in range(dice.randint(1, 3))]
        if one.kind == "ints":
            return whole
        return whole[0] + 0.5 if one.kind == "half" and whole[0] < high and dice.random() < 0.3 else whole[0]
    if one.kind == "choice":
        return dice.choice(one.values)
    if one.kind == "choices":
        return [dice.choice(one.values) for _ in range(dice.randint(0, 4))]
    if one.kind == "extra":
        return [{"label": dice.choice(("engineers", "pioggia  fine")), "value": dice.randint(-3, 3)}]
    return dice.choice(("1-", "3-", "5+", "6+", "7+"))


def inputs_for(name: str, dice: random.Random) -> dict[str, Any]:
    """Random inputs: each given or left to its default."""
    rare = {"extra": 0.1, "rule": 0.5, "modifier": 0.2, "terrain": 0.4, "hexside": 0.3, "fortress": 0.6}
    return {
        one.name: some(one, dice)
        for one in TABLES[name].fields
        if one.required or dice.random() < (0.9 if one.name == "die" else rare.get(one.name, 0.5))
    }


def rulings_for(dice: random.Random) -> dict[str, str]:
    """Now and then a ruling of the house."""
    if dice.random() < 0.6:
        return {}
    register = standard()["options"]["options"]
    chosen = dice.sample(register, dice.randint(1, 6))
    return {one["id"]: dice.choice([*one["values"], FREE.get(one.get("free"), one["values"][0])]) for one in chosen}
