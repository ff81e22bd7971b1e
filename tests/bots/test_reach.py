"""Threats by exact reach: what a general can attack after one move."""

from __future__ import annotations

from sanssouci.bots.belief import look
from sanssouci.bots.clash import STRIKES
from sanssouci.bots.value import evaluate
from sanssouci.bots.weights import NAMES, vector
from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.board import CITY_COUNT, CITY_INDEX, SUIT, distance


def strikes(start: str, target: str) -> int:
    """The suits in which a general in one city could attack another after a move."""
    return STRIKES[CITY_INDEX[start] * CITY_COUNT + CITY_INDEX[target]]


def test_r4_2_four_steps_on_main_roads_and_an_attack_reach_five_cities() -> None:
    assert distance(CITY_INDEX["bielefeld"], CITY_INDEX["hildesheim"]) == 5
    assert strikes("bielefeld", "hildesheim") == 1 << SUIT[CITY_INDEX["alfeld"]]


def test_r4_2_three_steps_elsewhere_reach_four() -> None:
    for start in range(CITY_COUNT):
        for target in range(CITY_COUNT):
            away = distance(start, target)
            if 0 < away <= 4:
                assert STRIKES[start * CITY_COUNT + target]
            elif away > 5:
                assert not STRIKES[start * CITY_COUNT + target]


def test_a_raider_five_cities_away_on_main_roads_is_a_threat() -> None:
    """Cumberland went to Hildesheim in turn 2 and was caught there from Bielefeld in half of captain's games."""
    fear = {"troop": 30, "displace": 16, "threat": 100, "margin": 5}
    w = vector(dict.fromkeys(NAMES, 0) | fear)

    def worth(french: str) -> int:
        pieces = {"cumberland": {"city": "hildesheim", "troops": 3}, "richelieu": {"city": french, "troops": 8}}
        position = {"format": "friedrich-position/1", "scenario": "west", "players": 2, "nation": "hanover"}
        game = Game.from_position(position | {"pieces": pieces})
        return int(evaluate(game.state, look(game.state, 0), w))

    other = next(
        name
        for name in CITY_INDEX
        if distance(CITY_INDEX[name], CITY_INDEX["hildesheim"]) == 5 and not strikes(name, "hildesheim")
    )
    assert worth("bielefeld") < worth(other)
