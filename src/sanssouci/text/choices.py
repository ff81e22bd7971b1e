"""A menu in words: what may be ordered now, each line beside the order that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sanssouci.text.story import ENGLISH
from sanssouci.voice import Speaker

Json = Mapping[str, Any]
Choice = tuple[str, str]  # the order, what it means; an empty order is only a hint

_GENERAL_VERBS = {"FREE_TROOP": "reinforce", "RETIRE": "retire", "LOSE_TROOP": "lose", "FLIP": "flip"}
_CARD_VERBS = {"REDRAW": "redraw", "GIFT": "gift", "FORCED_DISCARD": "discard", "OFFENSIVE": "offensive"}


def prompt(menu: Json, said: Speaker = ENGLISH) -> str:
    """The decision in one sentence."""
    return said.sentence(f"state.{menu['state']}", {"nation": menu["nation"]})


def choices(menu: Json, said: Speaker = ENGLISH) -> list[Choice]:
    """What may be ordered now."""
    state = str(menu.get("state", ""))

    def one(order: str, key: str, **told: object) -> Choice:
        return order, said.say(f"text.{key}", told)

    if state == "ALLOT":
        return [_allotment(entry, said) for entry in menu["nations"]]
    if state == "MOVE_MENU":
        return _phase_two(menu, said)
    if state == "COMBAT_PICK":
        return [one(f"attack {a} {d}", "attack", attacker=a, defender=d) for a, d in menu["pairs"]]
    if state == "EVADE":
        found = [one("fight", "fight")] if menu.get("fight", True) else []
        return found + [one(f"evade {c}", "evade", city=c) for c in menu["cities"]]
    if state == "CARD":
        return _cards(menu, said)
    if state == "RETREAT_PICK":
        return [one(f"retreat {c}", "retreat", general=menu["general"], city=c) for c in menu["cities"]]
    if state == "EAST_PRUSSIA":
        cities = menu["cities"]
        pairs = [(a, b) for i, a in enumerate(cities) for b in cities[i + 1 :]]
        return [one(f"liberate {a} {b}", "liberate", cities=[a, b]) for a, b in pairs]
    if state in _GENERAL_VERBS:
        verb = _GENERAL_VERBS[state]
        return _or_none(menu, verb, [one(f"{verb} {g}", verb, general=g) for g in menu["generals"]], said)
    if state in _CARD_VERBS:
        verb = _CARD_VERBS[state]
        return _or_none(menu, verb, [one(f"{verb} {c}", verb, card=c) for c in menu["cards"]], said)
    if state == "TRADE":
        verb = f"trade {menu['nation']}"
        return _or_none(menu, verb, [one(f"{verb} {c}", "trade", card=c) for c in menu["cards"]], said)
    if state == "LAUDON":
        share = _share(menu.get("takes"))
        return _or_none(menu, "laudon", [one(f"laudon {c}{share}", "laudon", city=c) for c in menu["cities"]], said)
    if state == "WEST":
        return _or_none(menu, "west", [one(f"west {a} {b}", "west", city=a, to=b) for a, b in menu["paths"]], said)
    return []


def _or_none(menu: Json, verb: str, found: list[Choice], said: Speaker) -> list[Choice]:
    if menu.get("none"):
        word = "no" if verb == "offensive" else "none"
        found = [*found, (f"{verb} {word}", said.say("text.decline"))]
    return found


def _share(takes: list[int] | None) -> str:
    return f" takes {takes[0]}" if takes and takes[0] != takes[1] else ""


def _allotment(entry: Json, said: Speaker) -> Choice:
    """An even allotment as an example: any other with 1 to 8 each and the same sum will do."""
    generals, left = entry["generals"], int(entry["troops"])
    words = []
    for i, general in enumerate(generals):
        share = -(-left // (len(generals) - i))
        words.append(f"{general}={share}")
        left -= share
    told = {"troops": entry["troops"], "nation": entry["nation"]}
    return f"allot {entry['nation']} {' '.join(words)}", said.say("text.allot", told)


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
    for general in menu.get("remove") or []:
        found.append((f"remove {general}", said.say("text.remove", {"general": general})))
    found.append(("end", said.say("text.end")))
    return found


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
            who = "+".join(group["pieces"])
            share = _share(group.get("takes"))
            for end, path in group["ends"].items():
                told = {"city": end, "cities": path[:-1]} if path[:-1] else {"city": end}
                found.append((f"move {who}{share} {' '.join(path)}", said.say("text.move_to", told)))
    return found


def _cards(menu: Json, said: Speaker) -> list[Choice]:
    found: list[Choice] = []
    for play in menu.get("plays", []):
        double = " double" if play.get("double") else ""
        told = {"card": play["card"], "value": play["value"], "score": play["score"]}
        found.append((f"play {play['card']}{double}", said.say("text.card", told)))
    values = menu.get("reserve_values") or []
    for card in menu.get("reserves", []):
        if values:
            spread = {"which": card, "low": values[0], "high": values[-1]}
            found.append(("", said.say("text.reserve_any", spread)))
            found += [(f"play {card}={value}", said.say("text.reserve", {"value": value})) for value in values]
    if menu.get("pass"):
        stop = menu.get("score") == 0
        words = said.say("text.stop") if stop else said.say("text.give_up", {"score": menu.get("score")})
        found.append(("pass", words))
    return found
