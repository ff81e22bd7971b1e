"""A view in words: the war, one's pieces, one's hand, where somebody is, who is near.

Everything here is made from `View.json()`, so that it cannot tell more than the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sanssouci.friedrich.messages import joined, name, render, show
from sanssouci.friedrich.rules.board import BOARD, CITY_COUNT, CITY_IDS, CITY_INDEX, ROADS, distance
from sanssouci.friedrich.rules.names import GENERALS, NATIONS, PIECES, nation_of

Json = Mapping[str, Any]
CARDS, TROOPS = "card|cards", "troop|troops"


def city_words(city: str) -> str:
    """A city with its country and its suit: `Breslau (Prussia, ♠)`."""
    data = BOARD["cities"][CITY_INDEX[city]]
    return f"{name('city', city)} ({data['country'].capitalize()}, {name('suit', data['suit'])})"


def nation_line(nation: str, data: Json) -> str:
    """One nation in one line: troops, cards, objectives."""
    title = name("nation", nation)
    title = title[:1].upper() + title[1:]
    if data.get("out"):
        return f"{title}: out of the war"
    parts = [f"{data['troops']} of {data['ceiling']} troops", show(data["cards"], CARDS), f"draws {data['draw']}"]
    if data.get("needed"):
        eased = ", first order only" if data.get("eased") else ""
        parts.append(f"{data['held']} of {data['needed']} objectives{eased}")
    return f"{title} ({name('role', data['role'])}): " + ", ".join(parts)


def war(view: Json) -> Iterator[str]:
    """The state of the war, line by line."""
    stage = f", stage of {name('nation', view['nation'])}" if view.get("nation") else ""
    phase = name("phase", view["phase"])
    yield f"{name('scenario', view['scenario']).capitalize()}, turn {view['turn']}{stage}, {phase}"
    for nation, data in view["nations"].items():
        yield nation_line(nation, data)
    yield from objectives(view)
    yield from fate(view)
    option = view.get("offensive_option") or {"state": "none"}
    if option["state"] != "none":
        card = f" ({name('card', option['card'])})" if option.get("card") else ""
        yield f"Offensive Option: {name('offensive', option['state'])}{card}"


def objectives(view: Json) -> Iterator[str]:
    """Conquered cities and question marks."""
    for key, word in (("conquered", "holds"), ("pending", "has question marks on")):
        by: dict[str, list[str]] = {}
        for city, nation in view.get(key, {}).items():
            by.setdefault(nation, []).append(name("city", city))
        for nation, cities in by.items():
            title = name("nation", nation)
            yield f"{title[:1].upper()}{title[1:]} {word} {joined(sorted(cities))}"


def fate(view: Json) -> Iterator[str]:
    """The Clock of Fate: what was drawn, what is in force."""
    clock = view["fate"]
    if clock.get("drawn"):
        drawn = [fate_name(entry) for entry in clock["drawn"]]
        yield f"Fate cards drawn: {joined(drawn)}"
    for key, when in (("in_force", "In force in this turn"), ("next", "In force in the next turn")):
        for entry in clock.get(key, []):
            used = " (used)" if entry.get("used") else ""
            yield f"{when}: {fate_words(entry)}{used}"


def fate_name(entry: Json) -> str:
    """`Poems`, `5♠`."""
    if entry.get("suit") and str(entry["card"]).isdigit():
        return f"{entry['card']}{name('suit', entry['suit'])}"
    return name("fate", entry["card"])


def fate_words(entry: Json) -> str:
    """A fate card in the words of the catalogue."""
    key = f"fate.{entry['card']}.{entry['suit']}" if entry.get("suit") else f"fate.{entry['card']}"
    return f"{fate_name(entry)}: {render(key, {})}"


def piece_line(view: Json, piece: str) -> str:
    """One piece: where it is and how it stands."""
    data = view["pieces"].get(piece)
    title = name("piece", piece)
    title = title[:1].upper() + title[1:]
    if data is None:
        return f"{title} has no part in this scenario"
    if data.get("retired"):
        return f"{title} has retired"
    if data.get("off") or "city" not in data:
        return f"{title} is off the map"
    said = [city_words(data["city"])]
    stack = stack_of(view, piece)
    if stack is not None:
        others = [name("general", g) for g in stack["generals"] if g != piece]
        if others:
            said.append(f"with {joined(others)}")
        said.append(strength(stack))
    if data.get("face_down"):
        said.append("face-down, out of supply")
    if data.get("moved"):
        said.append("has moved")
    return f"{title}: " + ", ".join(said)


def stack_of(view: Json, general: str) -> Json | None:
    """The stack a general stands in, None for trains and generals off the map."""
    return next((stack for stack in view["stacks"] if general in stack["generals"]), None)


def strength(stack: Json) -> str:
    """What the seat knows of a stack's troops."""
    if "troops" in stack:
        return show(stack["troops"], TROOPS)
    low, high = stack["strength"]
    known = show(low, TROOPS) if low == high else f"{low} to {high} troops"
    told = stack.get("declared")
    return known if not told else f"{known} (told {told['troops']} in turn {told['turn']})"


def nation_pieces(view: Json, nations: list[str]) -> Iterator[str]:
    """The pieces of some nations, stack by stack, then trains and those off the map."""
    for nation in nations:
        mine = [p for p in view["pieces"] if NATIONS[nation_of(PIECES.index(p))] == nation]
        title = name("nation", nation)
        yield f"{title[:1].upper()}{title[1:]}, {view['nations'][nation]['troops']} troops"
        for piece in mine:
            stack = stack_of(view, piece)
            if stack is None or stack["generals"][0] == piece or len(stack["generals"]) == 1:
                yield "  " + piece_line(view, piece)
            elif piece in GENERALS:
                yield f"  {name('general', piece)}: with {name('general', stack['generals'][0])}"


def hands(view: Json) -> Iterator[str]:
    """The seat's own hands, sorted by suit."""
    for nation, data in view["nations"].items():
        if "hand" not in data:
            continue
        title = name("nation", nation)
        yield f"{title[:1].upper()}{title[1:]}, {show(len(data['hand']), CARDS)}"
        for suit, word in zip("SCHD", ("spades", "clubs", "hearts", "diamonds"), strict=True):
            of_suit = [card for card in data["hand"] if card.partition("/")[0].endswith(suit)]
            if of_suit:
                of_suit.sort(key=lambda card: -int(card.partition("/")[0][:-1]))
                yield f"  {word}: " + ", ".join(name("card", card) for card in of_suit)
        reserves = [card for card in data["hand"] if card.startswith("R")]
        if reserves:
            yield "  reserves: " + ", ".join(name("card", card) for card in reserves)


def near(view: Json, city: str, reach: int = 4) -> Iterator[str]:
    """Who stands within some cities of a place, the nearest first."""
    centre = CITY_INDEX[city]
    found: list[tuple[int, str]] = []
    for piece, data in view["pieces"].items():
        if data.get("city"):
            away = int(distance(centre, CITY_INDEX[data["city"]]))
            if away <= reach:
                owner = name("adjective", NATIONS[nation_of(PIECES.index(piece))])
                found.append((away, f"{piece_line(view, piece)} [{owner}]"))
    for away, line in sorted(found):
        yield f"{away}: {line}"


def around(view: Json, city: str) -> Iterator[str]:
    """A city and its roads, for those who cannot look at the map."""
    index = CITY_INDEX[city]
    data = BOARD["cities"][index]
    yield city_words(city)
    if "objective" in data:
        order = "first" if data["objective"]["order"] == 1 else "second"
        owner = view.get("conquered", {}).get(city)
        held = f", held by {name('nation', owner)}" if owner else ""
        yield f"Objective of {name('nation', data['objective']['nation'])}, {order} order{held}"
    if "depot" in data:
        yield f"Depot of {name('nation', data['depot'])}"
    for kind, word in ((1, "Main roads to"), (0, "Roads to")):
        ways = [name("city", CITY_IDS[other]) for other, main in ROADS[index] if main == kind]
        if ways:
            yield f"{word} {joined(ways)}"


def way(start: str, goal: str) -> list[str]:
    """One shortest way between two cities, pieces ignored."""
    here, there = CITY_INDEX[start], CITY_INDEX[goal]
    path = [start]
    while here != there and len(path) < CITY_COUNT:
        here = min(other for other, _ in ROADS[here] if distance(other, there) < distance(here, there))
        path.append(CITY_IDS[here])
    return path


def combat(view: Json) -> Iterator[str]:
    """The combat under way."""
    fight = view.get("combat")
    if not fight:
        return
    current = fight.get("current")
    if current:
        sides = []
        for side in ("attacker", "defender"):
            data = current[side]
            who = joined([name("general", g) for g in data["generals"]])
            place = f"{name('city', data['city'])}, {name('suit', data['suit'])}"
            sides.append(f"{who} in {place}, {show(data['troops'], TROOPS)}")
        yield f"Combat: {sides[0]}, against {sides[1]}"
        right = current[current["right"]]["nation"]
        yield f"{name('nation', right)} has the right to play at {current['score']}"
        for card in current.get("played", []):
            yield f"  {name('nation', card['nation'])} played {name('card', card['card'])} for {card['value']}"
    pairs = [" – ".join(name("general", g) for g in pair) for pair in fight.get("pairs", [])]
    if pairs:
        yield f"Still to be fought: {joined(pairs)}"
