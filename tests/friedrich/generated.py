"""Generated positions: crowded, late and strange, because random play hardly ever fights or conquers.

`generate(rng)` gives a position dictionary that can be: pieces on cities near each other, markers near
victory, hands of 0 to 60 cards, turns 1 to 22, fate effects in force, any scenario and any options.
"""

from __future__ import annotations

import random
from typing import Any

from reference import (
    BOARD,
    CITIES,
    DEPOTS,
    GENERALS,
    NATION,
    NATIONS,
    OBJECTIVES,
    STRENGTH,
    TRAINS,
    distances,
    is_general,
)

SCENARIOS: dict[str, tuple[str, ...]] = {
    "standard": NATIONS,
    "expert": NATIONS,
    "west": ("prussia", "hanover", "france"),
    "austria": ("prussia", "austria", "imperial"),
}
OPTIONS: dict[str, list[Any]] = {
    "edition_text": ["later", "first"],
    "scenario_virtual_discard": [False, True],
    "oo_win_timing": ["immediate", "end_of_turn"],
    "sweden_may_retire_friedrich": [False, True],
    "voluntary_removal": [False, True],
    "fair_play": ["honour", "winning_move", "strict"],
    "substitute_home_only": [False, True],
    "france_substitute": ["hearts_south", "clubs_koblenz"],
    "fate_may_must": ["may", "000", "003"],
    "fate_modifiers_on_payment": [False, True],
    "deck_recycle": ["merge_two", "one_after_other"],
    "laudon_conquers": [True, False],
    "king_must_use_reserve": [True, False],
    "used_pile_inspection": [False, True],
    "line_5": ["label", "edge"],
    "decks": [4, 5],
}
STROKES = ["elisabeth", "sweden", "india", "america", "lord-bute", "poems"]
#: The versions that stay in force for the next turn (chapter 11.3, T+1).
LASTING = [
    "2C", "2D", "3C", "3H", "3D", "4S", "4D", "5S", "5H", "5D", "7S", "7H", "7D", "8C", "9C", "10S", "10H", "11S",
    "11H", "12S",
]  # fmt: skip
FACES = [f"{v}{s}" for s in "SCHD" for v in range(2, 14)] + ["R", "R"]
SUITED: dict[str, str] = {city["suit"][0].upper(): city["id"] for city in BOARD["cities"] if "objective" not in city}


def some_options(rng: random.Random) -> dict[str, Any]:
    """None in a third of the cases, otherwise a handful of random values."""
    if rng.random() < 0.33:
        return {}
    names = rng.sample(sorted(OPTIONS), rng.randint(1, 6))
    return {name: rng.choice(OPTIONS[name]) for name in names}


def in_play(scenario: str) -> list[str]:
    """The pieces of a scenario."""
    if scenario == "west":
        prussia = ["seydlitz", "prussia-train-1"]
    elif scenario == "austria":
        prussia = GENERALS["prussia"][:5] + TRAINS["prussia"]
    else:
        prussia = GENERALS["prussia"] + TRAINS["prussia"]
    rest = [p for n in SCENARIOS[scenario] if n != "prussia" for p in GENERALS[n] + TRAINS[n]]
    return prussia + rest


def ceiling(scenario: str, nation: str) -> int:
    """The permanent ceiling of a nation."""
    if nation == "prussia" and scenario in ("west", "austria"):
        return 3 if scenario == "west" else 24
    return STRENGTH[nation]


def _fate(rng: random.Random, scenario: str, turn: int, position: dict[str, Any]) -> None:
    """Cards drawn so far with what follows from them: nations out, generals retired."""
    deck = [str(k) for k in range(1, 13)] + STROKES
    rng.shuffle(deck)
    drawn = deck[: max(0, turn - 6)]

    def gone() -> set[str]:
        found = set()
        if "elisabeth" in drawn:
            found.add("russia")
        if "sweden" in drawn:
            found.add("sweden")
        if {"india", "america"} <= set(drawn):
            found.add("france")
        return found

    while len(gone()) == 3 or ("france" in gone() and scenario == "west"):
        drawn.remove(rng.choice([c for c in drawn if c in ("elisabeth", "sweden", "india", "america")]))
    position["fate"] = {"drawn": drawn}
    if rng.random() < 0.4:
        left = [c for c in deck if c not in drawn]
        position["fate"]["next"] = rng.sample(left, min(len(left), rng.randint(1, 4)))
    if gone():
        position["out"] = sorted(gone())
    retired = []
    pieces = in_play(scenario)
    if "russia" in gone() and "lehwaldt" in pieces:
        retired.append("lehwaldt")
    if "france" in gone() and "cumberland" in pieces:
        retired.append("cumberland")
    if "sweden" in gone() and scenario != "west":
        choices = [g for g in GENERALS["prussia"][1:] if g in pieces and g not in retired]
        retired.append(rng.choice(choices))
    if retired:
        position["retired"] = retired


def _near(rng: random.Random, centres: list[str]) -> str:
    """A city near one of the centres."""
    centre = rng.choice(centres)
    reach = rng.choice((1, 1, 2, 2, 3, 4, 6))
    return rng.choice([c for c, d in distances(centre).items() if d <= reach])


def _pieces(rng: random.Random, scenario: str, gone: set[str]) -> dict[str, Any]:
    """Pieces near a few centres, within the stacking rule and the ceilings."""
    centres = [rng.choice(sorted(CITIES)) for _ in range(rng.choice((1, 1, 2, 3)))]
    if rng.random() < 0.3:
        centres.append(rng.choice([c for n in NATIONS for c in DEPOTS[n]]))
    taken: dict[str, list[str]] = {}
    placed: dict[str, Any] = {}
    left = {n: ceiling(scenario, n) for n in NATIONS}
    share = rng.choice((0.4, 0.7, 0.9, 1.0))
    pieces = [p for p in in_play(scenario) if p not in gone and rng.random() < share]
    rng.shuffle(pieces)
    for piece in pieces:
        nation = NATION[piece]
        if is_general(piece) and left[nation] == 0:
            continue
        for _ in range(20):
            city = _near(rng, centres)
            there = taken.get(city, [])
            stack = is_general(piece) and len(there) < 3 and all(
                is_general(p) and NATION[p] == nation for p in there
            )  # fmt: skip
            if not there or stack:
                break
        else:
            continue
        taken.setdefault(city, []).append(piece)
        entry: dict[str, Any] = {"city": city}
        if is_general(piece):
            entry["troops"] = rng.randint(1, min(8, left[nation]))
            left[nation] -= entry["troops"]
        placed[piece] = entry
    for there in taken.values():
        if is_general(there[0]) and rng.random() < 0.15:
            for piece in there:
                placed[piece]["face_down"] = True
    return placed


def _conquered(rng: random.Random, scenario: str, gone: set[str]) -> dict[str, str]:
    """Markers: often one nation near its victory, some scattered ones."""
    marks: dict[str, str] = {}
    for nation in SCENARIOS[scenario]:
        if nation in gone or not OBJECTIVES[nation]:
            continue
        if nation == "prussia" and scenario not in ("expert", "austria"):
            continue
        cities = list(OBJECTIVES[nation])
        rng.shuffle(cities)
        number = len(cities) - rng.randint(1, 4) if rng.random() < 0.35 else rng.randint(0, len(cities) // 2)
        if rng.random() < 0.3:
            number = 0
        marks.update(dict.fromkeys(cities[: max(0, number)], nation))
    return marks


def _hands(rng: random.Random, scenario: str, gone: set[str], decks: int) -> dict[str, list[str]]:
    """0 to 60 cards over the nations, from one or more opened decks."""
    opened = rng.randint(1, decks)
    cards = [f"{f}/{d}" for d in range(1, opened + 1) for f in FACES]
    rng.shuffle(cards)
    nations = [n for n in SCENARIOS[scenario] if n not in gone]
    hands: dict[str, list[str]] = {n: [] for n in nations}
    for nation in nations:
        size = min(len(cards), rng.choice((0, 1, 3, 7, 12, 20, 60)))
        hands[nation] = [cards.pop() for _ in range(size)]
    return hands


def generate(rng: random.Random, scenario: str | None = None) -> dict[str, Any]:
    """One generated position (short form)."""
    scenario = scenario or rng.choice(sorted(SCENARIOS))
    options = some_options(rng)
    turn = rng.randint(1, 22)
    position: dict[str, Any] = {
        "format": "friedrich-position/1",
        "scenario": scenario,
        "players": 2 if scenario in ("west", "austria") else rng.choice((3, 4)),
        "options": options,
        "turn": turn,
        "seed": f"generated-{rng.getrandbits(64):x}",
    }
    _fate(rng, scenario, turn, position)
    out = set(position.get("out", []))
    absent = {p for p, n in NATION.items() if n in out} | set(position.get("retired", []))
    nations = [n for n in SCENARIOS[scenario] if n not in out]
    position["nation"] = rng.choice(nations)
    position["phase"] = rng.choices(
        ("movement", "draw", "combat", "supply", "retroactive", "fate"), (50, 15, 20, 5, 3, 7)
    )[0]
    if position["phase"] == "fate" and turn < 6:
        position["phase"] = "movement"
    position["pieces"] = _pieces(rng, scenario, absent)
    position["conquered"] = _conquered(rng, scenario, out)
    position["hands"] = _hands(rng, scenario, out, options.get("decks", 4))
    if turn >= 7 and rng.random() < 0.7:
        lasting = [e for e in LASTING if scenario == "expert" or e.endswith("S")]
        position["events"] = {"now": [rng.choice(lasting)], "next": [], "used": []}
    if scenario == "expert":
        if rng.random() < 0.6:
            generals = [p for p in in_play(scenario) if is_general(p) and NATION[p] not in out]
            position["last_victor"] = {"general": rng.choice(generals), "city": SUITED[rng.choice("SCHD")]}
        if turn > 3 and rng.random() < 0.5:
            position["offensive_option"] = {"state": rng.choice(("taken", "dead"))}
    return position


def beginning(rng: random.Random) -> dict[str, Any]:
    """The start of a random scenario with random options."""
    scenario = rng.choice(sorted(SCENARIOS))
    return {
        "format": "friedrich-position/1",
        "scenario": scenario,
        "players": 2 if scenario in ("west", "austria") else rng.choice((3, 4)),
        "options": some_options(rng),
        "seed": f"beginning-{rng.getrandbits(64):x}",
    }
