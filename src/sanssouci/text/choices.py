"""A menu in words: what may be ordered now, each line beside the order that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sanssouci.friedrich.messages import joined, name, render

Json = Mapping[str, Any]
Choice = tuple[str, str]  # the order, what it means; an empty order is only a hint

_GENERAL_VERBS = {"FREE_TROOP": "reinforce", "RETIRE": "retire", "LOSE_TROOP": "lose", "FLIP": "flip"}
_CARD_VERBS = {"REDRAW": "redraw", "GIFT": "gift", "FORCED_DISCARD": "discard", "OFFENSIVE": "offensive"}


def prompt(menu: Json) -> str:
    """The decision in one sentence."""
    return render(f"state.{menu['state']}", {"nation": menu["nation"]})


def choices(menu: Json) -> list[Choice]:
    """What may be ordered now."""
    state = str(menu.get("state", ""))
    if state == "ALLOT":
        return [_allotment(entry) for entry in menu["nations"]]
    if state == "MOVE_MENU":
        return _phase_two(menu)
    if state == "COMBAT_PICK":
        return [(f"attack {a} {d}", f"{name('general', a)} attacks {name('general', d)}") for a, d in menu["pairs"]]
    if state == "EVADE":
        found = [("fight", "fight")] if menu.get("fight", True) else []
        return found + [(f"evade {c}", f"withdraw to {name('city', c)}") for c in menu["cities"]]
    if state == "CARD":
        return _cards(menu)
    if state == "RETREAT_PICK":
        who = name("general", menu["general"])
        return [(f"retreat {c}", f"{who} retreats to {name('city', c)}") for c in menu["cities"]]
    if state == "EAST_PRUSSIA":
        cities = menu["cities"]
        pairs = [(a, b) for i, a in enumerate(cities) for b in cities[i + 1 :]]
        return [(f"liberate {a} {b}", f"free {name('city', a)} and {name('city', b)}") for a, b in pairs]
    if state in _GENERAL_VERBS:
        verb = _GENERAL_VERBS[state]
        return _or_none(menu, verb, [(f"{verb} {g}", f"{verb} {name('general', g)}") for g in menu["generals"]])
    if state in _CARD_VERBS:
        verb = _CARD_VERBS[state]
        return _or_none(menu, verb, [(f"{verb} {c}", f"{verb} {name('card', c)}") for c in menu["cards"]])
    if state == "TRADE":
        verb = f"trade {menu['nation']}"
        return _or_none(menu, verb, [(f"{verb} {c}", f"offer {name('card', c)}") for c in menu["cards"]])
    if state == "LAUDON":
        share = _share(menu.get("takes"))
        return _or_none(menu, "laudon", [(f"laudon {c}{share}", f"to {name('city', c)}") for c in menu["cities"]])
    if state == "WEST":
        paths = [(f"west {a} {b}", f"over {name('city', a)} to {name('city', b)}") for a, b in menu["paths"]]
        return _or_none(menu, "west", paths)
    return []


def _or_none(menu: Json, verb: str, found: list[Choice]) -> list[Choice]:
    if menu.get("none"):
        word = "no" if verb == "offensive" else "none"
        found = [*found, (f"{verb} {word}", "decline")]
    return found


def _share(takes: list[int] | None) -> str:
    return f" takes {takes[0]}" if takes and takes[0] != takes[1] else ""


def _allotment(entry: Json) -> Choice:
    """An even allotment as an example: any other with 1 to 8 each and the same sum will do."""
    generals, left = entry["generals"], int(entry["troops"])
    words = []
    for i, general in enumerate(generals):
        share = -(-left // (len(generals) - i))
        words.append(f"{general}={share}")
        left -= share
    title = name("nation", entry["nation"])
    rest = "1 to 8 troops each; this one is even, change it as you like"
    return f"allot {entry['nation']} {' '.join(words)}", f"{entry['troops']} troops for {title}, {rest}"


def _phase_two(menu: Json) -> list[Choice]:
    found: list[Choice] = []
    for group in menu.get("groups", []):
        who = "+".join(group["pieces"])
        title = joined([name("piece", p) for p in group["pieces"]])
        share = ""
        if group.get("takes"):
            low, high = group["takes"]
            share = f", taking {low} to {high} troops" if low != high else f", taking {low} troops"
        count = len(group["ends"])
        place = name("city", group["city"])
        where = f"{count} cities" if count > 1 else name("city", next(iter(group["ends"])))
        found.append(("", f"move {who} … from {place}: {title} can reach {where}{share} ('moves {who}' lists them)"))
    if menu.get("recruit"):
        found.append(("", recruiting(menu["recruit"])))
    for general in menu.get("remove") or []:
        found.append((f"remove {general}", f"take {name('general', general)} off the map, his troops are lost"))
    found.append(("end", "end the movement"))
    return found


def recruiting(shop: Json) -> str:
    """What can be bought, in one line."""
    said = [f"recruit … at {shop['price']} points each: up to {shop['max_troops']} troops"]
    trains = shop.get("trains") or {}
    if trains.get("count") and trains.get("cities"):
        said.append(f"a train in {joined([name('city', c) for c in trains['cities']])}")
    for general, cities in (shop.get("generals") or {}).items():
        said.append(f"{name('general', general)} back in {joined([name('city', c) for c in cities])}")
    return "; ".join(said) + f"; the hand is worth {shop['purse']} points"


def moves(menu: Json, words: list[str]) -> list[Choice]:
    """Every legal end of the groups that hold all these pieces, with one shortest path to each."""
    wanted = set("+".join(words).split("+"))
    found: list[Choice] = []
    for group in menu.get("groups", []):
        if set(group["pieces"]) == wanted:
            who = "+".join(group["pieces"])
            share = _share(group.get("takes"))
            for end, path in group["ends"].items():
                over = [name("city", c) for c in path[:-1]]
                by = f" over {joined(over)}" if over else ""
                found.append((f"move {who}{share} {' '.join(path)}", f"to {name('city', end)}{by}"))
    return found


def _cards(menu: Json) -> list[Choice]:
    found: list[Choice] = []
    for play in menu.get("plays", []):
        double = " double" if play.get("double") else ""
        words = f"{name('card', play['card'])} for {play['value']}: the score becomes {play['score']}"
        found.append((f"play {play['card']}{double}", words))
    values = menu.get("reserve_values") or []
    for card in menu.get("reserves", []):
        if values:
            spread = f"{values[0]} to {values[-1]}"
            found.append(("", f"play {card}=… a Reserve, counting {spread}"))
            found += [(f"play {card}={value}", f"the Reserve for {value}") for value in values]
    if menu.get("pass"):
        word = "stop: the combat is a draw" if menu.get("score") == 0 else f"give up at {menu.get('score')}"
        found.append(("pass", word))
    return found
