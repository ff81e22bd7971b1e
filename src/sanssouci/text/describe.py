"""A view in words: the war, one's pieces, one's hand, where somebody is, who is near.

Everything here is made from `View.json()`, so that it cannot tell more than the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sanssouci.friedrich.rules.board import BOARD, CITY_COUNT, CITY_IDS, CITY_INDEX, ROADS, distance
from sanssouci.friedrich.rules.names import GENERALS, NATIONS, PIECES, nation_of
from sanssouci.text.story import ENGLISH
from sanssouci.voice import Speaker

Json = Mapping[str, Any]


def city_words(city: str, said: Speaker = ENGLISH) -> str:
    """A city with its country and its suit: `Breslau (Prussia, ♠)`."""
    data = BOARD["cities"][CITY_INDEX[city]]
    return said.say("text.city", {"city": city, "country": data["country"], "suit": data["suit"]})


def nation_line(nation: str, data: Json, said: Speaker = ENGLISH) -> str:
    """One nation in one line: troops, cards, objectives."""
    if data.get("out"):
        return said.sentence("text.out", {"nation": nation})
    told = {"nation": nation, **{part: data[part] for part in ("role", "troops", "ceiling", "cards", "draw")}}
    if data.get("needed"):
        told |= {"held": data["held"], "needed": data["needed"]}
        if data.get("eased"):
            told["eased"] = True
    return said.sentence("text.nation", told)


def war(view: Json, said: Speaker = ENGLISH) -> Iterator[str]:
    """The state of the war, line by line."""
    told = {part: view[part] for part in ("scenario", "turn", "phase")}
    yield said.sentence("text.war", {**told, "nation": view["nation"]} if view.get("nation") else told)
    for nation, data in view["nations"].items():
        yield nation_line(nation, data, said)
    yield from objectives(view, said)
    yield from fate(view, said)
    option = view.get("offensive_option") or {"state": "none"}
    if option["state"] != "none":
        card = {"card": option["card"]} if option.get("card") else {}
        yield said.sentence("text.offensive_option", {"option": option["state"], **card})


def objectives(view: Json, said: Speaker = ENGLISH) -> Iterator[str]:
    """Conquered cities and question marks."""
    for key, words in (("conquered", "text.holds"), ("pending", "text.questions")):
        by: dict[str, list[str]] = {}
        for city, nation in view.get(key, {}).items():
            by.setdefault(nation, []).append(city)
        for nation, cities in by.items():
            cities.sort(key=lambda city: said.name("city", city))
            yield said.sentence(words, {"nation": nation, "cities": cities})


def fate(view: Json, said: Speaker = ENGLISH) -> Iterator[str]:
    """The Clock of Fate: what was drawn, what is in force."""
    clock = view["fate"]
    if clock.get("drawn"):
        yield said.sentence("text.fate.drawn", {"drawn": [fate_name(entry, said) for entry in clock["drawn"]]})
    for key, words in (("in_force", "text.fate.now"), ("next", "text.fate.next")):
        for entry in clock.get(key, []):
            used = {"used": True} if entry.get("used") else {}
            yield said.sentence(words, {"words": fate_words(entry, said), **used})


def fate_name(entry: Json, said: Speaker = ENGLISH) -> str:
    """`Poems`, `5♠`."""
    if entry.get("suit") and str(entry["card"]).isdigit():
        return f"{entry['card']}{said.name('suit', entry['suit'])}"
    return said.name("fate", entry["card"])


def fate_words(entry: Json, said: Speaker = ENGLISH) -> str:
    """A fate card in the words of the catalogue."""
    key = f"fate.{entry['card']}.{entry['suit']}" if entry.get("suit") else f"fate.{entry['card']}"
    return f"{fate_name(entry, said)}: {said.sentence(key)}"


def piece_line(view: Json, piece: str, said: Speaker = ENGLISH) -> str:
    """One piece: where it is and how it stands."""
    data = view["pieces"].get(piece)
    if data is None:
        return said.sentence("text.piece.none", {"piece": piece})
    if data.get("retired"):
        return said.sentence("text.piece.retired", {"piece": piece})
    if data.get("off") or "city" not in data:
        return said.sentence("text.piece.off", {"piece": piece})
    told = [city_words(data["city"], said)]
    stack = stack_of(view, piece)
    if stack is not None:
        others = [g for g in stack["generals"] if g != piece]
        if others:
            told.append(said.say("text.piece.with", {"generals": others}))
        told.append(strength(stack, said))
    if data.get("face_down"):
        told.append(said.say("piece.faceDown"))
    if data.get("moved"):
        told.append(said.say("text.piece.moved"))
    title = said.name("piece", piece)
    return f"{title[:1].upper()}{title[1:]}: " + ", ".join(told)


def stack_of(view: Json, general: str) -> Json | None:
    """The stack a general stands in, None for trains and generals off the map."""
    return next((stack for stack in view["stacks"] if general in stack["generals"]), None)


def strength(stack: Json, said: Speaker = ENGLISH) -> str:
    """What the seat knows of a stack's troops."""
    if "troops" in stack:
        return said.say("text.troops", {"count": stack["troops"]})
    low, high = stack["strength"]
    alike = low == high
    known = said.say("text.troops", {"count": low}) if alike else said.say("text.strength", {"low": low, "high": high})
    told = stack.get("declared")
    return known if not told else said.say("text.told", {"known": known, **{k: told[k] for k in ("troops", "turn")}})


def nation_pieces(view: Json, nations: list[str], said: Speaker = ENGLISH) -> Iterator[str]:
    """The pieces of some nations, stack by stack, then trains and those off the map."""
    for nation in nations:
        mine = [p for p in view["pieces"] if NATIONS[nation_of(PIECES.index(p))] == nation]
        yield said.sentence("text.nation_troops", {"nation": nation, "count": view["nations"][nation]["troops"]})
        for piece in mine:
            stack = stack_of(view, piece)
            if stack is None or stack["generals"][0] == piece or len(stack["generals"]) == 1:
                yield "  " + piece_line(view, piece, said)
            elif piece in GENERALS:
                yield "  " + said.sentence("text.stands_with", {"general": piece, "other": stack["generals"][0]})


def hands(view: Json, said: Speaker = ENGLISH) -> Iterator[str]:
    """The seat's own hands, sorted by suit."""
    for nation, data in view["nations"].items():
        if "hand" not in data:
            continue
        yield said.sentence("text.hand", {"nation": nation, "count": len(data["hand"])})
        for suit in "SCHD":
            of_suit = [card for card in data["hand"] if card.partition("/")[0].endswith(suit)]
            if of_suit:
                of_suit.sort(key=lambda card: -int(card.partition("/")[0][:-1]))
                yield f"  {said.say(f'suit.{suit}')}: " + ", ".join(said.name("card", card) for card in of_suit)
        reserves = [card for card in data["hand"] if card.startswith("R")]
        if reserves:
            yield f"  {said.say('text.reserves')}: " + ", ".join(said.name("card", card) for card in reserves)


def near(view: Json, city: str, reach: int = 4, said: Speaker = ENGLISH) -> Iterator[str]:
    """Who stands within some cities of a place, the nearest first."""
    centre = CITY_INDEX[city]
    found: list[tuple[int, str]] = []
    for piece, data in view["pieces"].items():
        if data.get("city"):
            away = int(distance(centre, CITY_INDEX[data["city"]]))
            if away <= reach:
                owner = said.name("adjective", NATIONS[nation_of(PIECES.index(piece))])
                found.append((away, f"{piece_line(view, piece, said)} [{owner}]"))
    for away, line in sorted(found):
        yield f"{away}: {line}"


def around(view: Json, city: str, said: Speaker = ENGLISH) -> Iterator[str]:
    """A city and its roads, for those who cannot look at the map."""
    index = CITY_INDEX[city]
    data = BOARD["cities"][index]
    yield city_words(city, said)
    if "objective" in data:
        owner = view.get("conquered", {}).get(city)
        told = {"nation": data["objective"]["nation"], "order": data["objective"]["order"]}
        yield said.sentence("text.objective", {**told, "owner": owner} if owner else told)
    if "depot" in data:
        yield said.sentence("text.depot", {"nation": data["depot"]})
    for kind, words in ((1, "text.main_roads"), (0, "text.roads")):
        ways = [CITY_IDS[other] for other, main in ROADS[index] if main == kind]
        if ways:
            yield said.sentence(words, {"cities": ways})


def way(start: str, goal: str) -> list[str]:
    """One shortest way between two cities, pieces ignored."""
    here, there = CITY_INDEX[start], CITY_INDEX[goal]
    path = [start]
    while here != there and len(path) < CITY_COUNT:
        here = min(other for other, _ in ROADS[here] if distance(other, there) < distance(here, there))
        path.append(CITY_IDS[here])
    return path


def combat(view: Json, said: Speaker = ENGLISH) -> Iterator[str]:
    """The combat under way."""
    fight = view.get("combat")
    if not fight:
        return
    current = fight.get("current")
    if current:
        parts = ("generals", "city", "suit", "troops")
        one, two = (
            said.sentence("text.side", {part: current[side][part] for part in parts})
            for side in ("attacker", "defender")
        )
        yield said.sentence("text.combat", {"one": one, "two": two})
        right = current[current["right"]]["nation"]
        yield said.sentence("text.right", {"nation": right, "score": current["score"]})
        for card in current.get("played", []):
            yield "  " + said.sentence("text.played", {part: card[part] for part in ("nation", "card", "value")})
    if fight.get("pairs"):
        yield said.sentence("text.still", {"pairs": fight["pairs"]})
