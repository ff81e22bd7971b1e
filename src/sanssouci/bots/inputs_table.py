"""What the net sees, input by input: the terms of the game, of nations, objectives, generals and trains, and where each
block begins. `inputs` computes them; docs/inputs.md is written from this.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sanssouci.friedrich.rules.board import CITY_NAMES, OBJECTIVE_CITY, OBJECTIVE_COUNT, OBJECTIVE_NATION
from sanssouci.friedrich.rules.names import (
    FATE,
    FATE_ELISABETH,
    GENERAL_COUNT,
    GENERALS,
    NATION_COUNT,
    NATIONS,
    PIECE_COUNT,
    TRAINS,
)
from sanssouci.friedrich.rules.scenario import BOOK

#: Inputs lie in this range.
MOST: Final = 127
#: Scenarios the net tells apart.
SCENARIOS: Final = 4

GLOBAL_TERMS: Final[list[str]] = [
    *[f"100 in {scenario.name}" for scenario in BOOK[:SCENARIOS]],
    "100 with three players",
    "turn, times 4",
    "fate cards left, times 7",
    *[f"100 until the stroke {card} is drawn" for card in FATE[FATE_ELISABETH:]],
    "subsidy cuts, times 50",
    "colonial strokes, times 50",
    "100 once the Imperial army has changed hands",
    "100 with the Offensive Option declared",
    "100 with the Offensive Option taken",
    "100 with the Offensive Option gone",
    *[f"100 in the stage of {nation}" for nation in NATIONS],
    "100 between two turns",
    "100 in movement",
    "100 in combat",
    "generals moved in this stage, times 12",
]
NATION_TERMS: Final[list[str]] = [
    "100 while in the game",
    "turns it may expect to play, times 5",
    "cards drawn a turn, times 16",
    "cards in hand, times 2",
    "points of spades, halved",
    "points of clubs, halved",
    "points of hearts, halved",
    "points of diamonds, halved",
    "Reserves, times 15",
    "purse, a fifth",
    "troops, times 3",
    "troops missing, times 4",
    "troops missing that the purse pays, times 4",
    "generals off the map, times 25",
    "trains off the map, times 50",
    "100 with its depots lost",
    "objectives lacking, times 7",
    "100 through one more than objectives lacking",
    "lacking objectives open and within a move, times 30",
    "objectives in question, times 30",
    "purse, a fifth, through one more than objectives lacking",
    "troops out of supply, times 5",
    "troops about to starve, times 5",
    "steps from its depots to the nearest enemy, times 6",
    "lacking objectives without a guard by nearness, a quarter",
    "lacking objectives with one guard by nearness, a quarter",
    "lacking objectives with more guards by nearness, a quarter",
    "objectives held that the defender may take back, times 12",
    "steps of its generals to what they could take",
    "attacks it may make with better odds",
    "attacks it must fear, troops times chance",
]
OBJECTIVE_TERMS: Final[list[str]] = [
    "standing: 120 held, 90 in question, else how near its taker is",
    "guards: 100 two or more, else 80 times the sole one's chance to stand; "
    "held: −20 for each step nearer than 7 its defender is",
    "lengths of a retreat after which the sole guard still protects, times 33",
]
GENERAL_TERMS: Final[list[str]] = [
    "troops of his stack, times 7; −40 off the map",
    "points of his nation in the suit where he stands, halved",
    "chance to lose against the worst enemy by exact reach, in hundredths",
    "hostile stacks that reach him, times 20",
    "retreat: 12 for each free city beside him, 40 if three steps are open",
    "steps to his train if abroad, times 14; 20 more with supply lost",
]
TRAIN_TERMS: Final[list[str]] = [
    "60 on the map, −60 off it",
    "troops that live on it alone, times 4",
    "12 for each step nearer than 9 a hostile general is",
    "12 for each step nearer than 9 its own general is",
]
GLOBALS: Final[i64] = len(GLOBAL_TERMS)
N_TERMS: Final[i64] = len(NATION_TERMS)
O_TERMS: Final[i64] = len(OBJECTIVE_TERMS)
G_TERMS: Final[i64] = len(GENERAL_TERMS)
T_TERMS: Final[i64] = len(TRAIN_TERMS)
FROM_NATIONS: Final[i64] = GLOBALS
FROM_OBJECTIVES: Final[i64] = GLOBALS + N_TERMS * NATION_COUNT
FROM_GENERALS: Final[i64] = GLOBALS + N_TERMS * NATION_COUNT + O_TERMS * OBJECTIVE_COUNT
FROM_TRAINS: Final[i64] = GLOBALS + N_TERMS * NATION_COUNT + O_TERMS * OBJECTIVE_COUNT + G_TERMS * GENERAL_COUNT
INPUTS: Final[i64] = FROM_TRAINS + T_TERMS * (PIECE_COUNT - GENERAL_COUNT)


def names() -> list[str]:
    """What every input is, in their order."""
    rows = list(GLOBAL_TERMS)
    rows += [f"{nation}: {term}" for nation in NATIONS for term in NATION_TERMS]
    for o in range(OBJECTIVE_COUNT):
        city, owner = CITY_NAMES[OBJECTIVE_CITY[o]], NATIONS[OBJECTIVE_NATION[o]]
        rows += [f"{city} for {owner}: {term}" for term in OBJECTIVE_TERMS]
    rows += [f"{general}: {term}" for general in GENERALS for term in GENERAL_TERMS]
    return rows + [f"{train}: {term}" for train in TRAINS for term in TRAIN_TERMS]
