"""What must hold in every state of every game, whatever was played: for the property tests and the fuzzer."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

from generated import SCENARIOS, ceiling
from reference import GENERALS, NATION, OBJECTIVES, ROADS, hostile, is_general
from situations import DECK, ROLES

from certain import sure
from sanssouci.friedrich import Game

#: No complete position has ever needed more: growth over a game would soon break it.
MOST_BYTES = 24_000
CARD = re.compile(r"^(?:(?:[2-9]|1[0-3])[SCHD]|R)/[1-5]$")


class Violation(AssertionError):
    """A law is broken."""


def demand(condition: bool, law: str, *facts: object) -> None:
    """Raise a violation unless the condition holds."""
    if not condition:
        raise Violation(f"{law}: {', '.join(map(str, facts))}"[:2000])


def plain(game: Game) -> dict[str, Any]:
    """The complete position as plain JSON values."""
    found: dict[str, Any] = json.loads(json.dumps(game.position()))
    return found


def cards_conserved(position: dict[str, Any]) -> None:
    """R3.5: hands, piles, the cards of the combat and the Offensive card are exactly the decks."""
    decks = position["options"].get("decks", 4)
    piles = position["piles"]
    found: list[str] = [c for hand in position["hands"].values() for c in hand]
    found += piles["draw"] + [c for pile in piles["used"].values() for c in pile]
    found += [f"{c}/{d}" for d in piles["unopened"] for c in DECK]
    if position["combat"]:
        found += position["combat"].get("table", [])
    if position["offensive_option"]["card"]:
        found.append(position["offensive_option"]["card"])
    whole = Counter(f"{c}/{d}" for d in range(1, decks + 1) for c in DECK)
    demand(all(CARD.match(c) for c in found), "R3.5 cards have names", found[:5])
    demand(Counter(found) == whole, "R3.5 cards are conserved", Counter(found) - whole, whole - Counter(found))


def pieces_in_order(position: dict[str, Any]) -> None:
    """R4.5, R6.2, R6.4, R6.6, R9.7: occupancy, troops and contagion."""
    cities: dict[str, list[str]] = {}
    totals: Counter[str] = Counter()
    for piece, entry in position["pieces"].items():
        cities.setdefault(entry["city"], []).append(piece)
        demand(piece not in position["retired"], "R10.4 retired generals stay away", piece)
        demand(NATION[piece] not in position["out"], "R11.15 out nations have no pieces", piece)
        if is_general(piece):
            totals[NATION[piece]] += entry["troops"]
            if not position["purchase"]:
                demand(1 <= entry["troops"] <= 8, "R6.2 one to eight troops", piece, entry)
    for nation, number in totals.items():
        demand(number <= ceiling(position["scenario"], nation), "R6.6 the ceiling", nation, number)
    moving = set((position["moving"] or {}).get("pieces", []))
    for city, there in cities.items():
        there = [p for p in there if p not in moving]
        if len(there) > 1:
            alike = all(is_general(p) for p in there) and len({NATION[p] for p in there}) == 1
            demand(alike and len(there) <= 3, "R4.5 occupancy", city, there)
            states = {position["pieces"][p].get("face_down", False) for p in there}
            demand(len(states) == 1, "R9.7 contagion", city, there)


def markers_in_order(position: dict[str, Any]) -> None:
    """R5.1, R5.6, R11.15: markers belong to the nation of the objective, "?" only to the active stage."""
    for city, nation in position["conquered"].items():
        demand(city in OBJECTIVES[nation], "R5.1 own colour", city, nation)
        demand(nation not in position["out"], "R11.15 markers of out nations", city, nation)
    if position["nation"] is None:
        demand(not position["pending"], "R5.6 no question mark outlives its stage", position["pending"])


def state_in_order(game: Game, position: dict[str, Any]) -> None:
    """All laws about one position, and the bounds of its size."""
    cards_conserved(position)
    pieces_in_order(position)
    markers_in_order(position)
    size = len(json.dumps(position))
    demand(size < MOST_BYTES, "the state never grows", size)
    for nation in SCENARIOS[position["scenario"]]:
        if nation in position["out"]:
            demand(not position["hands"].get(nation), "R11.15 hands of out nations", nation)
    drawn = position["fate"]["drawn"]
    demand(len(drawn) == len(set(drawn)), "R2.6 no fate card twice", drawn)
    ended = position["result"] is not None
    demand(ended == (game.decision is None), "ST90 a result ends the decisions", position["result"])


def intervals_hold(game: Game, position: dict[str, Any]) -> None:
    """R15.1: what everybody may deduce about a stack is true, and no wider than one to eight a general."""
    if position["moving"] or position["purchase"] or position["state"] == "ALLOT":
        return
    for stack in game.view(None).json()["stacks"]:
        low, high = stack["strength"]
        pool = sum(position["pieces"][g]["troops"] for g in stack["generals"])
        size = len(stack["generals"])
        demand(size <= low <= pool <= high <= 8 * size, "R15.1 public intervals are true", stack, pool)


def menus_in_order(game: Game) -> None:
    """Somebody can always act, the others have nothing on their menus."""
    choices = game.choices()
    decision = game.decision
    if decision is None:
        demand(choices == [], "ST90 no choices after the end", choices)
        demand(all(game.menu(role) == {} for role in ROLES), "ST90 no menus after the end")
        return
    demand(len(choices) > 0, "menus are never empty", decision.state)
    demand(len(set(choices)) == len(choices), "no choice twice", decision.state, choices)
    roles = set(decision.roles)
    if game.position()["players"] == 3 and roles & {"elisabeth", "pompadour"}:
        roles |= {"elisabeth", "pompadour"}
    for role in ROLES:
        found = game.menu(role)
        if role in decision.roles:
            demand(bool(found) and found["state"] == decision.state, "the menu of who acts", role, found)
        elif role not in roles:
            demand(found == {}, "no menu for who does not act", role, found)


def reads_back(game: Game, position: dict[str, Any]) -> Game:
    """position → JSON → position gives the same game."""
    again = Game.from_position(json.loads(json.dumps(position)))
    other = plain(again)
    if other != position:
        keys = [k for k in position if position[k] != other.get(k)] + [k for k in other if k not in position]
        demand(False, "a position reads back", {k: (position.get(k), other.get(k)) for k in keys})
    demand(again.choices() == game.choices(), "a position reads back with the same choices")
    return again


# ---------------------------------------------------------------- orders off the menu


def _moves(found: dict[str, Any], rng: random.Random, most: int) -> list[str]:
    lines = []
    groups = list(found["groups"])
    rng.shuffle(groups)
    for entry in groups[:most]:
        end = rng.choice(sorted(entry["ends"]))
        takes = ""
        if entry["takes"]:
            low, high = entry["takes"]
            takes = f"takes {rng.randint(low, high)} "
        lines.append(f"move {'+'.join(entry['pieces'])} {takes}{' '.join(entry['ends'][end])}")
    return lines


def _pay(cards: list[dict[str, Any]], price: int, rng: random.Random) -> str | None:
    """A payment without a needless card (OP-42), or None."""
    rest = list(cards)
    rng.shuffle(rest)
    paid: list[dict[str, Any]] = []
    total = 0
    for card in rest:
        if total >= price:
            break
        paid.append(card)
        total += card["value"]
    if total < price:
        return None
    for card in sorted(paid, key=lambda c: c["value"]):
        if total - card["value"] >= price:
            paid.remove(card)
            total -= card["value"]
    return " ".join(c["card"] for c in paid)


def _purchases(found: dict[str, Any], rng: random.Random) -> list[str]:
    offer = found["recruit"]
    if not offer:
        return []
    lines = []
    price = offer["price"]
    if offer["trains"]["count"] and offer["trains"]["cities"] and offer["purse"] >= price:
        paid = _pay(offer["cards"], price - offer["bonus"], rng)
        if paid:
            lines.append(f"recruit train {rng.choice(offer['trains']['cities'])} pay {paid}")
    returning = [(g, c) for g, cities in offer["generals"].items() for c in cities]
    if offer["max_troops"] and returning and offer["purse"] >= price:
        paid = _pay(offer["cards"], price - offer["bonus"], rng)
        general, city = rng.choice(returning)
        if paid:
            lines.append(f"recruit troops 1 general {general} {city} pay {paid}")
    open_to = [g for g, room in offer["room"].items() if room > 0]
    if offer["max_troops"] and open_to and offer["purse"] >= price:
        who = rng.choice(open_to)
        number = rng.randint(1, min(offer["max_troops"], offer["room"][who], offer["purse"] // price))
        paid = _pay(offer["cards"], number * price - offer["bonus"], rng)
        if paid:
            lines.append(f"recruit troops {number} pay {paid} give {who}={number}")
    return lines


def orders_on(found: dict[str, Any], rng: random.Random, most: int = 6) -> list[str]:
    """Some of the whole orders a menu offers; all of them where they are few."""
    state = found["state"]
    if state == "ALLOT":
        entry = rng.choice(found["nations"])
        shares = dict.fromkeys(entry["generals"], 1)
        for _ in range(entry["troops"] - len(shares)):
            general = rng.choice([g for g in shares if shares[g] < entry["max"]])
            shares[general] += 1
        return [f"allot {entry['nation']} " + " ".join(f"{g}={n}" for g, n in shares.items())]
    if state == "FORCED_DISCARD":
        return [f"discard {c}" for c in found["cards"]]
    if state == "OFFENSIVE":
        return ["offensive no"] + [f"offensive {c}" for c in found["cards"]]
    if state == "MOVE_MENU":
        return ["end", *_moves(found, rng, most), *_purchases(found, rng)]
    if state == "COMBAT_PICK":
        return [f"attack {a} {b}" for a, b in found["pairs"]]
    if state == "EVADE":
        return ["fight"] + [f"evade {c}" for c in found["cities"]]
    if state == "CARD":
        lines = ["pass"] if found["pass"] else []
        for entry in found["plays"]:
            lines.append(f"play {entry['card']}" + (" double" if entry.get("double") else ""))
        for card in found["reserves"]:
            lines += [f"play {card}={value}" for value in found["reserve_values"]]
        return lines
    if state == "RETREAT_PICK":
        return [f"retreat {c}" for c in found["cities"]]
    if state == "EAST_PRUSSIA":
        return ["liberate " + " ".join(rng.sample(found["cities"], found["choose"]))]
    if state == "TRADE":
        lines = [f"trade {found['nation']} {c}" for c in found["cards"]]
        return [*lines, f"trade {found['nation']} none"]
    if state == "LAUDON":
        takes = ""
        if found["takes"]:
            takes = f" takes {rng.randint(*found['takes'])}"
        return ["laudon none"] + [f"laudon {c}{takes}" for c in found["cities"]]
    if state == "WEST":
        return ["west none"] + ["west " + " ".join(p) for p in found["paths"]]
    word = {
        "FREE_TROOP": "reinforce", "RETIRE": "retire", "LOSE_TROOP": "lose", "FLIP": "flip",
        "REDRAW": "redraw", "GIFT": "gift",
    }.get(state)  # fmt: skip
    if word is None:
        return []
    lines = [f"{word} {thing}" for thing in found.get("generals", found.get("cards", []))]
    return lines + ([f"{word} none"] if found["none"] else [])


def next_to_enemies(game: Game, nation: str) -> set[str]:
    """The cities next to a general hostile to the nation."""
    return {
        near
        for piece, entry in game.position()["pieces"].items()
        if is_general(piece) and hostile(NATION[piece], nation)
        for near in ROADS[entry["city"]]
    }


def keen_order(game: Game, rng: random.Random, enemies: set[str] | None = None) -> str | None:
    """A move that ends next to a hostile general, if the menu offers one: random players hardly ever fight."""
    found = game.menu(sure(game.decision).roles[0])
    if enemies is None:
        enemies = next_to_enemies(game, found["nation"])
    groups = [g for g in found["groups"] if is_general(g["pieces"][0])]
    rng.shuffle(groups)
    for entry in groups:
        ends = sorted(enemies & set(entry["ends"]))
        if ends:
            end = rng.choice(ends)
            takes = f"takes {rng.randint(*entry['takes'])} " if entry["takes"] else ""
            return f"move {'+'.join(entry['pieces'])} {takes}{' '.join(entry['ends'][end])}"
    return None


def menu_is_honest(game: Game, rng: random.Random, most: int = 4) -> list[str]:
    """Every order taken from a menu is legal; gives some of them back."""
    decision = game.decision
    if decision is None:
        return []
    found = game.menu(decision.roles[0])
    lines = orders_on(found, rng, most)
    if not lines:
        return []
    for line in rng.sample(lines, min(most, len(lines))):
        refusal = game.check(line)
        demand(refusal is None, "a menu never offers what is refused", line, refusal)
    return lines


def national_totals(position: dict[str, Any]) -> dict[str, int]:
    """Troops per nation."""
    totals: dict[str, int] = dict.fromkeys(GENERALS, 0)
    for piece, entry in position["pieces"].items():
        if is_general(piece):
            totals[NATION[piece]] += entry["troops"]
    return totals
