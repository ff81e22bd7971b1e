"""The slow, plain reference: reach, retreat ends, supply and protection straight from the rules.

It shares nothing with the engine but the board data: it reads a position (a dictionary in the
position format), enumerates walks and paths one by one and keeps no tables. Everything here is
meant to be obviously right rather than quick.
"""

from __future__ import annotations

import json
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "src" / "sanssouci" / "friedrich" / "data" / "board.json"
BOARD: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
CITIES: dict[str, dict[str, Any]] = {city["id"]: city for city in BOARD["cities"]}
ROADS: dict[str, dict[str, str]] = {city: {} for city in CITIES}
for _a, _b, _kind in BOARD["roads"]:
    ROADS[_a][_b] = _kind
    ROADS[_b][_a] = _kind

NATIONS = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
DEFENCE = {"prussia", "hanover"}
HOME = {
    "prussia": {"prussia"},
    "hanover": {"hanover"},
    "austria": {"austria"},
    "sweden": {"sweden"},
    "imperial": {"empire", "saxony"},
    "russia": set(),
    "france": set(),
}
GENERALS: dict[str, list[str]] = {
    "prussia": ["friedrich", "winterfeldt", "heinrich", "schwerin", "keith", "seydlitz", "dohna", "lehwaldt"],
    "hanover": ["ferdinand", "cumberland"],
    "russia": ["saltikov", "fermor", "apraxin", "tottleben"],
    "sweden": ["ehrensvaerd"],
    "austria": ["daun", "browne", "karl", "laudon", "lacy"],
    "imperial": ["hildburghausen"],
    "france": ["richelieu", "soubise", "chevert"],
}
TRAINS: dict[str, list[str]] = {
    nation: [f"{nation}-train-{k + 1}" for k in range(len(BOARD["setup"][nation]["trains"]))] for nation in NATIONS
}
NATION: dict[str, str] = {piece: nation for nation in NATIONS for piece in GENERALS[nation] + TRAINS[nation]}
STRENGTH: dict[str, int] = {nation: BOARD["setup"][nation]["troops"] for nation in NATIONS}
DEPOTS: dict[str, list[str]] = {
    nation: [c["id"] for c in BOARD["cities"] if c.get("depot") == nation] for nation in NATIONS
}
OBJECTIVES: dict[str, dict[str, int]] = {
    nation: {
        c["id"]: c["objective"]["order"]
        for c in BOARD["cities"]
        if "objective" in c and c["objective"]["nation"] == nation
    }
    for nation in NATIONS
}


def is_general(piece: str) -> bool:
    """Generals carry a name, trains a number."""
    return "-train-" not in piece


def hostile(a: str, b: str) -> bool:
    """R1.2: nations of different sides."""
    return (a in DEFENCE) != (b in DEFENCE)


@cache
def distances(start: str) -> dict[str, int]:
    """Fewest road steps from `start` to every city, pieces ignored."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        city = queue.popleft()
        for other in ROADS[city]:
            if other not in found:
                found[other] = found[city] + 1
                queue.append(other)
    return found


def distance(a: str, b: str) -> int:
    """Fewest road steps between two cities."""
    return distances(a)[b]


def suit(city: str) -> str:
    """The suit letter of a city's sector."""
    return str(CITIES[city]["suit"])[0].upper()


def on_map(position: dict[str, Any]) -> dict[str, str]:
    """Piece → city for the pieces on the map."""
    return {p: entry["city"] for p, entry in position["pieces"].items() if entry.get("city")}


def occupants(position: dict[str, Any]) -> dict[str, list[str]]:
    """City → the pieces in it."""
    found: dict[str, list[str]] = {}
    for piece, city in on_map(position).items():
        found.setdefault(city, []).append(piece)
    return found


def may_end(nation: str, pieces: list[str], others: list[str]) -> bool:
    """R4.5, R4.6: may this group end its move among these pieces?"""
    if not others:
        return True
    if not is_general(pieces[0]):
        return False
    if all(is_general(o) and NATION[o] == nation for o in others):
        return len(others) + len(pieces) <= 3
    return len(others) == 1 and not is_general(others[0]) and hostile(nation, NATION[others[0]])


def walks(
    position: dict[str, Any], pieces: list[str], steps: int | None = None, main_steps: int | None = None
) -> list[list[str]]:
    """Every legal walk of the group, each as the list of cities entered (R4.2–R4.6)."""
    nation = NATION[pieces[0]]
    train = not is_general(pieces[0])
    if steps is None:
        steps = 2 if train else 3
    if main_steps is None:
        main_steps = steps + 1
    start = position["pieces"][pieces[0]]["city"]
    standing = {city: [p for p in there if p not in pieces] for city, there in occupants(position).items()}
    found: list[list[str]] = []

    def go(city: str, path: list[str], only_main: bool) -> None:
        for other, kind in ROADS[city].items():
            main = only_main and kind == "main"
            if len(path) + 1 > (main_steps if main else steps):
                continue
            there = standing.get(other, [])
            if not may_end(nation, pieces, there):
                continue
            found.append([*path, other])
            if not there:
                go(other, [*path, other], main)

    go(start, [], True)
    return found


def reach(
    position: dict[str, Any], pieces: list[str], steps: int | None = None, main_steps: int | None = None
) -> set[str]:
    """The last cities of all legal walks."""
    return {walk[-1] for walk in walks(position, pieces, steps, main_steps)}


def retreat_ends(position: dict[str, Any], start: str, victor: str, length: int) -> set[str]:
    """R8.3, R8.4: the farthest ends of all simple paths of exactly `length` steps through empty cities."""
    taken = set(occupants(position)) | {start}
    ends: set[str] = set()
    used = {start}

    def go(city: str, left: int) -> None:
        if left == 0:
            ends.add(city)
            return
        for other in ROADS[city]:
            if other not in taken and other not in used:
                used.add(other)
                go(other, left - 1)
                used.discard(other)

    go(start, length)
    if not ends:
        return set()
    farthest = max(distance(victor, end) for end in ends)
    return {end for end in ends if distance(victor, end) == farthest}


def open_distance(position: dict[str, Any], nation: str, start: str, goals: set[str]) -> int | None:
    """R9.4: steps of the shortest path to a goal that crosses no hostile piece; None if there is none."""
    blocked = {city for city, there in occupants(position).items() if any(hostile(nation, NATION[p]) for p in there)}
    found = {start: 0}
    queue = deque([start])
    while queue:
        city = queue.popleft()
        if city in goals:
            return found[city]
        for other in ROADS[city]:
            if other not in found and other not in blocked:
                found[other] = found[city] + 1
                queue.append(other)
    return None


def supplied(position: dict[str, Any], general: str) -> bool:
    """R9.2–R9.5: at home, in an own depot of Russia or France, or within six open steps of an own train."""
    nation = NATION[general]
    city = position["pieces"][general]["city"]
    if CITIES[city]["country"] in HOME[nation]:
        return True
    if nation in ("russia", "france") and city in DEPOTS[nation]:
        return True
    trains = {c for p, c in on_map(position).items() if NATION[p] == nation and not is_general(p)}
    steps = open_distance(position, nation, city, trains)
    return steps is not None and steps <= 6


def defender(city: str) -> str:
    """R5.3: the nation entitled to protect and reconquer an objective."""
    country = CITIES[city]["country"]
    return {"prussia": "prussia", "saxony": "prussia", "hanover": "hanover", "austria": "austria"}[country]


def protected(position: dict[str, Any], city: str, by: str, heinrich: int = 3) -> bool:
    """R5.4, R5.8: a general of `by` (a train too, if Imperial) within three; Heinrich within `heinrich`."""
    for piece, stands in on_map(position).items():
        if NATION[piece] != by or not (is_general(piece) or by == "imperial"):
            continue
        if distance(stands, city) <= (heinrich if piece == "heinrich" else 3):
            return True
    return False


def king_choices(
    score: int, suit_cards: list[int], reserves: int, use_reserves: bool
) -> tuple[set[int], set[int], bool]:
    """R11.17: the suit values, the Reserve values and whether giving up is legal, with the king's duty pending."""

    def reachable(at: int, cards: tuple[int, ...], left: int) -> bool:
        """Can a positive score be reached by playing on from a score of zero or less?"""
        for k, value in enumerate(cards):
            rest = cards[:k] + cards[k + 1 :]
            if at + value > 0 or (at + value < 0 and reachable(at + value, rest, left)):
                return True
        return left > 0 and any(
            at + value > 0 or (at + value < 0 and reachable(at + value, cards, left - 1)) for value in range(1, 11)
        )

    counted = reserves if use_reserves else 0
    cards = tuple(sorted(suit_cards))

    def keeps(value: int, rest: tuple[int, ...], left: int) -> bool:
        return score + value > 0 or (score + value < 0 and reachable(score + value, rest, left))

    good = set()
    for k, value in enumerate(cards):
        if keeps(value, cards[:k] + cards[k + 1 :], counted):
            good.add(value)
    named = {v for v in range(1, 11) if reserves and keeps(v, cards, max(0, counted - 1))}
    if reachable(score, cards, counted):
        return good, named, False
    playable = bool(cards) or counted > 0
    return set(cards), set(range(1, 11)) if reserves else set(), not playable
