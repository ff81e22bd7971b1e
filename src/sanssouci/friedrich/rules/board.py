"""R1.6–R1.9: the board, loaded once from `data/board.json`, with everything that can be computed
from it once: distances, neighbours, objectives, depots, homes, substitute sites.

Cities are their positions in the data file. Hot tables are flat arrays.
"""

from __future__ import annotations

import json
import os
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FRANCE,
    GENERALS_FROM,
    HANOVER,
    IMPERIAL,
    NATION_COUNT,
    NATIONS,
    PRUSSIA,
    RUSSIA,
    SUIT_NAMES,
    SWEDEN,
    TRAINS_FROM,
    nation_of,
)

CITY_COUNT: Final = 672
OBJECTIVE_COUNT: Final = 70


def _load() -> dict[str, Any]:
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "board.json")
    with open(path, encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data


#: The board file as it stands, for those who draw it.
BOARD: Final[dict[str, Any]] = _load()

CITY_IDS: Final[list[str]] = [city["id"] for city in BOARD["cities"]]
CITY_NAMES: Final[list[str]] = [city["name"] for city in BOARD["cities"]]
CITY_INDEX: Final[dict[str, int]] = {name: i for i, name in enumerate(CITY_IDS)}


def _roads() -> list[list[tuple[int, int]]]:
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(CITY_COUNT)]
    for one, other, kind in BOARD["roads"]:
        a, b, main = CITY_INDEX[one], CITY_INDEX[other], 1 if kind == "main" else 0
        neighbours[a].append((b, main))
        neighbours[b].append((a, main))
    for row in neighbours:
        row.sort()
    return neighbours


#: (neighbour, 1 if the road is a main road) of every city, in ascending order.
ROADS: Final[list[list[tuple[int, int]]]] = _roads()


def _starts() -> list[int]:
    starts = [0]
    for row in ROADS:
        starts.append(starts[-1] + len(row))
    return starts


#: The same as flat arrays: the roads of city c are the entries NB_FROM[c] … NB_FROM[c + 1] − 1.
NB_FROM: Final[vec[i64]] = vec[i64](_starts())
NB: Final[vec[i64]] = vec[i64]([b for row in ROADS for b, _ in row])
NB_MAIN: Final[vec[i64]] = vec[i64]([main for row in ROADS for _, main in row])


_UNREACHED: Final = 255


def _distances() -> list[int]:
    flat: list[int] = []
    near = [[b for b, _ in row] for row in ROADS]
    for start in range(CITY_COUNT):
        row = [_UNREACHED] * CITY_COUNT
        row[start] = 0
        frontier = [start]
        steps = 0
        while frontier:
            steps += 1
            beyond = []
            for city in frontier:
                for other in near[city]:
                    if row[other] == _UNREACHED:
                        row[other] = steps
                        beyond.append(other)
            frontier = beyond
        flat += row
    return flat


#: Fewest road steps between two cities, pieces ignored (the vocabulary's "distance").
DIST: Final[bytes] = bytes(_distances())


def distance(a: i64, b: i64) -> i64:
    """Fewest road steps between two cities, pieces ignored."""
    return DIST[a * CITY_COUNT + b]


SUIT: Final[vec[i64]] = vec[i64]([SUIT_NAMES.index(city["suit"]) for city in BOARD["cities"]])
X: Final[vec[i64]] = vec[i64]([city["x"] for city in BOARD["cities"]])
Y: Final[vec[i64]] = vec[i64]([city["y"] for city in BOARD["cities"]])

COUNTRIES: Final[list[str]] = ["prussia", "hanover", "austria", "sweden", "saxony", "empire", "poland"]
COUNTRY: Final[vec[i64]] = vec[i64]([COUNTRIES.index(city["country"]) for city in BOARD["cities"]])
IN_AUSTRIA: Final = 2
IN_SAXONY: Final = 4

#: R1.8: the nation at home in each country, −1 for nobody.
_AT_HOME: Final[dict[str, int]] = {
    "prussia": PRUSSIA, "hanover": HANOVER, "austria": AUSTRIA, "sweden": SWEDEN,
    "saxony": IMPERIAL, "empire": IMPERIAL, "poland": -1,
}  # fmt: skip
HOME: Final[vec[i64]] = vec[i64]([_AT_HOME[city["country"]] for city in BOARD["cities"]])

#: R5.3: who defends an objective on the ground of each country.
_DEFENDS: Final[dict[str, int]] = {
    "prussia": PRUSSIA, "saxony": PRUSSIA, "hanover": HANOVER, "austria": AUSTRIA,
}  # fmt: skip


def _objectives() -> list[int]:
    """Objective cities grouped by nation; inside a nation in the order of the data file."""
    found: list[int] = []
    for nation in NATIONS:
        for i, city in enumerate(BOARD["cities"]):
            if "objective" in city and city["objective"]["nation"] == nation:
                found.append(i)
    return found


OBJECTIVES: Final[list[int]] = _objectives()


_OBJECTIVE_NATION: Final[list[int]] = [
    NATIONS.index(BOARD["cities"][city]["objective"]["nation"]) for city in OBJECTIVES
]
_OBJECTIVE_BIT: Final[list[int]] = [
    1 << (i - _OBJECTIVE_NATION.index(nation)) for i, nation in enumerate(_OBJECTIVE_NATION)
]
#: Objective number of a city, −1 for none; its bit inside its nation's set; its nation; its defender.
OBJECTIVE_AT: Final[vec[i64]] = vec[i64](
    [OBJECTIVES.index(c) if "objective" in BOARD["cities"][c] else -1 for c in range(CITY_COUNT)]
)
OBJECTIVE_CITY: Final[vec[i64]] = vec[i64](OBJECTIVES)
OBJECTIVE_NATION: Final[vec[i64]] = vec[i64](_OBJECTIVE_NATION)
OBJECTIVE_BIT: Final[vec[i64]] = vec[i64](_OBJECTIVE_BIT)
OBJECTIVE_DEFENDER: Final[vec[i64]] = vec[i64]([_DEFENDS[BOARD["cities"][c]["country"]] for c in OBJECTIVES])


def _objective_sets(order: int) -> list[int]:
    sets = [0] * NATION_COUNT
    for i, city in enumerate(OBJECTIVES):
        if BOARD["cities"][city]["objective"]["order"] <= order:
            sets[_OBJECTIVE_NATION[i]] |= _OBJECTIVE_BIT[i]
    return sets


#: R1.3: all objectives of a nation, and those of the first order, as sets of bits.
ALL_OBJECTIVES: Final[vec[i64]] = vec[i64](_objective_sets(2))
FIRST_OBJECTIVES: Final[vec[i64]] = vec[i64](_objective_sets(1))
FIRST_OBJECTIVE: Final[vec[i64]] = vec[i64](
    [_OBJECTIVE_NATION.index(n) if n in _OBJECTIVE_NATION else 0 for n in range(NATION_COUNT)]
)


def _objectives_in(nation: int, kind: str, place: str) -> list[int]:
    """The objectives of a nation that lie in a country or a region."""
    return [
        i for i, c in enumerate(OBJECTIVES) if _OBJECTIVE_NATION[i] == nation and BOARD["cities"][c].get(kind) == place
    ]


def _set_of(objectives: list[int]) -> int:
    return sum(_OBJECTIVE_BIT[i] for i in objectives)


#: R13.8: Austria's objectives in Saxony. R13.2: Russia's in East Prussia.
AUSTRIA_IN_SAXONY: Final = _set_of(_objectives_in(AUSTRIA, "country", "saxony"))
EAST_PRUSSIAN: Final[list[int]] = _objectives_in(RUSSIA, "region", "ostpreussen")
EAST_PRUSSIAN_SET: Final = _set_of(EAST_PRUSSIAN)
IN_EAST_PRUSSIA: Final[vec[i64]] = vec[i64](
    [1 if city.get("region") == "ostpreussen" else 0 for city in BOARD["cities"]]
)

#: R1.9: depots of each nation.
DEPOTS: Final[list[list[int]]] = [
    [i for i, city in enumerate(BOARD["cities"]) if city.get("depot") == nation] for nation in NATIONS
]
DEPOT_OF: Final[vec[i64]] = vec[i64](
    [NATIONS.index(city["depot"]) if "depot" in city else -1 for city in BOARD["cities"]]
)


def _sector_cities(sector: str) -> list[int]:
    return [i for i, city in enumerate(BOARD["cities"]) if city["sector"] == sector]


def _substitutes(nation: str) -> list[int]:
    site = BOARD["substitute_sites"][nation]
    cities = _sector_cities(site["sector"]) if "sector" in site else list(range(CITY_COUNT))
    if "country" in site:
        cities = [c for c in cities if BOARD["cities"][c]["country"] == site["country"]]
    return cities


#: R10.9: where a nation's pieces come back while every depot of it is held by the enemy.
SUBSTITUTES: Final[list[list[int]]] = [_substitutes(nation) for nation in NATIONS]
#: OP-46: the other reading of the French clause, all cities of Koblenz's own sector.
FRANCE_CLUBS_KOBLENZ: Final[list[int]] = _sector_cities(BOARD["cities"][CITY_INDEX["koblenz"]]["sector"])

#: OP-86: the coordinate line of R13.6, by its label and by the southern edge of its row.
LINE_5_LABEL: Final[int] = BOARD["line_5_y"]
LINE_5_EDGE: Final = 1030

HALLE: Final[int] = CITY_INDEX["halle"]
KUESTRIN: Final[int] = CITY_INDEX["kuestrin"]

#: Start strengths (also ceilings, R6.6) and start cities of generals and trains.
STRENGTH: Final[list[int]] = [BOARD["setup"][nation]["troops"] for nation in NATIONS]
START_CITY: Final[list[int]] = [
    CITY_INDEX[general["city"]] for nation in NATIONS for general in BOARD["setup"][nation]["generals"]
] + [CITY_INDEX[city] for nation in NATIONS for city in BOARD["setup"][nation]["trains"]]

PIECE_NATION: Final[vec[i64]] = vec[i64]([nation_of(piece) for piece in range(35)])
FIRST_GENERAL: Final[vec[i64]] = vec[i64](GENERALS_FROM)
FIRST_TRAIN: Final[vec[i64]] = vec[i64](TRAINS_FROM)
#: R9.2: the two nations that are at home nowhere and are supplied in their depots.
SUPPLIED_IN_DEPOTS: Final = (1 << RUSSIA) | (1 << FRANCE)


def hostile(one: i64, other: i64) -> bool:
    """R1.2: Prussia and Hanover stand against the five nations of the Attack."""
    return (one <= 1) != (other <= 1)
