"""Answers a menu at random: for trying out servers, not for playing well.

It sees what a page sees, a menu, and writes an order a person could have clicked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Menu = dict[str, Any]


def order(menu: Menu, rng: random.Random, end: float = 0.3) -> str:
    """Some legal order; in the movement phase `end` is how likely the stage ends now."""
    if menu["state"] == "MOVE_MENU":
        return _movement(menu, rng, end)
    return ANSWERS[menu["state"]](menu, rng)


def _allot(menu: Menu, rng: random.Random) -> str:
    nation = menu["nations"][0]
    troops = dict.fromkeys(nation["generals"], nation["min"])
    for _ in range(nation["troops"] - sum(troops.values())):
        open_ = [general for general in troops if troops[general] < nation["max"]]
        troops[rng.choice(open_)] += 1
    return f"allot {nation['nation']} " + " ".join(f"{general}={n}" for general, n in troops.items())


def _movement(menu: Menu, rng: random.Random, end: float) -> str:
    groups = [group for group in menu["groups"] if group["ends"]]
    if not groups or rng.random() < end:
        return "end"
    group = rng.choice(groups)
    path = rng.choice(list(group["ends"].values()))
    takes = "" if group["takes"] is None else f" takes {rng.randint(*group['takes'])}"
    return f"move {'+'.join(group['pieces'])}{takes} {' '.join(path)}"


def _card(menu: Menu, rng: random.Random) -> str:
    plays = [f"play {one['card']}" + (" double" if one.get("double") else "") for one in menu["plays"]]
    plays += [f"play {card}={rng.choice(menu['reserve_values'])}" for card in menu["reserves"]]
    if menu["pass"]:
        plays.append("pass")
    return rng.choice(plays)


def _evade(menu: Menu, rng: random.Random) -> str:
    return rng.choice(["fight", *(f"evade {city}" for city in menu["cities"])])


def _trade(menu: Menu, rng: random.Random) -> str:
    return f"trade {menu['nation']} {_or_none(menu, rng, menu['cards'])}"


def _laudon(menu: Menu, rng: random.Random) -> str:
    city = _or_none(menu, rng, menu["cities"])
    if city == "none" or menu["takes"] is None:
        return f"laudon {city}"
    return f"laudon {city} takes {rng.randint(*menu['takes'])}"


def _west(menu: Menu, rng: random.Random) -> str:
    return "west " + _or_none(menu, rng, [" ".join(path) for path in menu["paths"]])


def _or_none(menu: Menu, rng: random.Random, choices: list[str]) -> str:
    return rng.choice([*choices, *(["none"] if menu.get("none") else [])])


ANSWERS: dict[str, Callable[[Menu, random.Random], str]] = {
    "ALLOT": _allot,
    "FORCED_DISCARD": lambda menu, rng: f"discard {rng.choice(menu['cards'])}",
    "OFFENSIVE": lambda menu, rng: f"offensive {rng.choice([*menu['cards'], 'no'])}",
    "COMBAT_PICK": lambda menu, rng: "attack " + " ".join(rng.choice(menu["pairs"])),
    "EVADE": _evade,
    "CARD": _card,
    "RETREAT_PICK": lambda menu, rng: f"retreat {rng.choice(menu['cities'])}",
    "EAST_PRUSSIA": lambda menu, rng: "liberate " + " ".join(rng.sample(menu["cities"], menu["choose"])),
    "FREE_TROOP": lambda menu, rng: f"reinforce {_or_none(menu, rng, menu['generals'])}",
    "RETIRE": lambda menu, rng: f"retire {_or_none(menu, rng, menu['generals'])}",
    "LOSE_TROOP": lambda menu, rng: f"lose {_or_none(menu, rng, menu['generals'])}",
    "FLIP": lambda menu, rng: f"flip {_or_none(menu, rng, menu['generals'])}",
    "TRADE": _trade,
    "REDRAW": lambda menu, rng: f"redraw {_or_none(menu, rng, menu['cards'])}",
    "GIFT": lambda menu, rng: f"gift {_or_none(menu, rng, menu['cards'])}",
    "LAUDON": _laudon,
    "WEST": _west,
}
