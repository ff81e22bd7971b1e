"""A menu in words: what may be ordered now, each line beside the order that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sanssouci.text.story import ENGLISH
from sanssouci.voice import Speaker

Json = Mapping[str, Any]
Choice = tuple[str, str]  # the order, what it means; an empty order is only a hint


def prompt(menu: Json, said: Speaker = ENGLISH) -> str:
    """The decision in one sentence."""
    return said.sentence(f"state.{menu['state']}", {"nation": menu["nation"]})


def choices(menu: Json, said: Speaker = ENGLISH) -> list[Choice]:
    """What may be ordered now: the orders that stand on the menu, each with its words."""
    if "nations" in menu:
        return [_allotment(entry, said) for entry in menu["nations"]]
    if "groups" in menu:
        return _phase_two(menu, said)
    return [one for choice in menu.get("orders", []) for one in _worded(menu, choice, said)]


def _worded(menu: Json, choice: Json, said: Speaker) -> list[Choice]:
    """An order of the menu in words; a Reserve once for each value."""
    order = str(choice["order"])
    if "values" in choice:
        values = choice["values"]
        spread = {"which": choice["card"], "low": values[0], "high": values[-1]}
        each = [(order.format(value=value), said.say("text.reserve", {"value": value})) for value in values]
        return [("", said.say("text.reserve_any", spread)), *each]
    if menu.get("takes"):
        order = order.format(takes=menu["takes"][0])
    told = {name: menu[name] for name in ("general", "score") if name in menu}
    told |= {name: value for name, value in choice.items() if name != "order"}
    key = order.split()[0]
    if key == "play":
        double = choice.get("double", False)
        (play,) = [p for p in menu["plays"] if (p["card"], p.get("double", False)) == (choice["card"], double)][:1]
        key, told = "card", {"card": play["card"], "value": play["value"], "score": play["score"]}
    elif key == "pass":
        key = "stop" if menu["score"] == 0 else "give_up"
    elif menu.get("none") and len(choice) == 1:
        key = "decline"
    elif "path" in choice:
        told = {"city": choice["path"][0], "to": choice["path"][1]}
    return [(order, said.say(f"text.{key}", told))]


def _allotment(entry: Json, said: Speaker) -> Choice:
    """An even allotment as an example: any other with 1 to 8 each and the same sum will do."""
    generals, left = entry["generals"], int(entry["troops"])
    words = []
    for i, general in enumerate(generals):
        share = -(-left // (len(generals) - i))
        words.append(f"{general}={share}")
        left -= share
    told = {"troops": entry["troops"], "nation": entry["nation"]}
    return entry["order"].format(troops=" ".join(words)), said.say("text.allot", told)


def _phase_two(menu: Json, said: Speaker) -> list[Choice]:
    found: list[Choice] = []
    for group in menu.get("groups", []):
        told: dict[str, Any] = {"who": "+".join(group["pieces"]), "pieces": group["pieces"], "city": group["city"]}
        if group.get("takes"):
            low, high = group["takes"]
            told |= {"low": low, "high": high} if low != high else {"exactly": low}
        count = len(group["ends"])
        told |= {"count": count} if count > 1 else {"to": next(iter(group["ends"]))}
        found.append(("", said.say("text.group", told)))
    if menu.get("recruit"):
        found.append(("", recruiting(menu["recruit"], said)))
    return found + [one for choice in menu["orders"] for one in _worded(menu, choice, said)]


def recruiting(shop: Json, said: Speaker = ENGLISH) -> str:
    """What can be bought, in one line."""
    told = [said.say("text.recruit.troops", {"price": shop["price"], "count": shop["max_troops"]})]
    trains = shop.get("trains") or {}
    if trains.get("count") and trains.get("cities"):
        told.append(said.say("text.recruit.train", {"cities": trains["cities"]}))
    for general, cities in (shop.get("generals") or {}).items():
        told.append(said.say("text.recruit.general", {"general": general, "cities": cities}))
    return "; ".join([*told, said.say("text.recruit.purse", {"purse": shop["purse"]})])


def moves(menu: Json, words: list[str], said: Speaker = ENGLISH) -> list[Choice]:
    """Every legal end of the groups that hold all these pieces, with one shortest path to each."""
    wanted = set("+".join(words).split("+"))
    found: list[Choice] = []
    for group in menu.get("groups", []):
        if set(group["pieces"]) == wanted:
            takes = group["takes"][0] if group["takes"] else None
            for end, path in group["ends"].items():
                told = {"city": end, "cities": path[:-1]} if path[:-1] else {"city": end}
                order = group["order"].format(takes=takes, path=" ".join(path))
                found.append((order, said.say("text.move_to", told)))
    return found
