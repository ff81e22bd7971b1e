"""Aids to the eye, checked against the menus of games played at random and on small positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from certain import sure
from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge import aids
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX
from sanssouci.friedrich.rules.names import GENERALS, PIECES
from sanssouci.friedrich.shapes import PieceAid
from sanssouci.table import robot


def position(nation: str = "prussia", scenario: str = "standard", **pieces: Any) -> Game:
    """A game in the movement phase with a few pieces."""
    placed = {
        name.replace("_", "-"): {"city": where} if isinstance(where, str) else {"city": where[0], "troops": where[1]}
        for name, where in pieces.items()
    }
    return Game.from_position(
        {"format": "friedrich-position/1", "scenario": scenario, "turn": 2, "nation": nation, "pieces": placed}
    )


def about(game: Game, role: str | None, piece: str) -> PieceAid:
    return aids.about_piece(game.view(role).known_state, PIECES.index(piece))


@pytest.mark.parametrize("scenario", ["west", "austria", "standard", "expert"])
def test_reach_is_what_the_menu_lights(scenario: str) -> None:
    compared = 0
    for seed in range(3):
        rng = random.Random(seed)
        game = Game.new(scenario=scenario, seed=f"{seed:032x}")
        while game.result is None:
            role = sure(game.decision).roles[0]
            menu = game.menu(role)
            if menu["state"] == "MOVE_MENU" and rng.random() < 0.2:
                for group in menu["groups"]:
                    if len(group["pieces"]) == 1:
                        compared += 1
                        # also from the eyes of somebody else: where pieces stand is public
                        for eyes in (role, None):
                            reach = about(game, eyes, group["pieces"][0])["reach"]
                            assert reach == sorted(group["ends"]), (seed, group["pieces"])
            game.play(robot.order(menu, rng), role)
    assert compared > 100


def test_supply_is_home_by_train_cut_or_none() -> None:
    game = position(keith="berlin", heinrich="prag", prussia_train_1="leitmeritz", daun="bruenn")
    assert about(game, "friedrich", "keith")["supply"] == {"state": "home", "train": None, "path": []}
    found = about(game, "friedrich", "heinrich")["supply"]
    assert (sure(found)["state"], sure(found)["train"]) == ("train", "prussia-train-1")
    assert sure(found)["path"][0] == "prag" and sure(found)["path"][-1] == "leitmeritz"
    far = position(heinrich="prag", prussia_train_1="stettin", daun="bruenn")
    assert sure(about(far, "friedrich", "heinrich")["supply"])["state"] == "cut"
    alone = position(heinrich="prag", daun="bruenn")
    assert sure(about(alone, "friedrich", "heinrich")["supply"])["state"] == "none"
    assert about(game, None, "prussia-train-1")["supply"] is None


def test_who_protects_an_objective_from_whom() -> None:
    game = position(schwerin="strehlen", daun="bruenn", richelieu="iserlohn")
    state = game.view("maria-theresa").known_state
    found = aids.about_objective(state, CITY_INDEX["breslau"])
    assert found == {
        "owner": None,
        "for": ["austria"],
        "protected": [{"general": "schwerin", "nation": "prussia", "distance": 1}],
    }
    assert "breslau" in about(game, "friedrich", "schwerin")["protects"]
    assert about(game, "friedrich", "daun")["protects"] == [], "Austria defends nothing of its own here"
    assert aids.about_objective(state, CITY_INDEX["berlin"]) is None


def test_threats_are_cities_next_to_where_the_enemy_can_stand() -> None:
    game = position(schwerin="strehlen", daun="bruenn")
    view = game.view("friedrich")
    found = aids.threats(view.known_state, view.own)
    daun = GENERALS.index("daun")
    assert found and all(generals == [daun] for generals in found.values())
    assert CITY_INDEX["strehlen"] not in found
    assert aids.threats(game.view(None).known_state, 0) == {}


def test_warnings_before_the_end_of_a_stage() -> None:
    game = position(heinrich="prag", prussia_train_1="stettin", daun="bruenn")
    view = game.view("friedrich")
    assert {"key": "warn.unsupplied", "args": {"general": "heinrich"}} in aids.warnings(view.known_state, view.own)
    # the others are not told, and the enemy's stage is not ours
    other = game.view("maria-theresa")
    assert aids.warnings(other.known_state, other.own) == []


def test_a_stack_without_a_way_out_is_trapped() -> None:
    # a city with one road: the enemy stands on it
    ends = [city for city in CITY_IDS if len(_near(city)) == 1]
    city = ends[0]
    game = position(keith=(city, 5), daun=(_near(city)[0], 5), prussia_train_1="berlin")
    view = game.view("friedrich")
    assert {"key": "warn.trapped", "args": {"general": "keith"}} in aids.warnings(view.known_state, view.own)
    free = position(keith=("berlin", 5), daun=("bruenn", 5))
    view = free.view("friedrich")
    assert aids.warnings(view.known_state, view.own) == []


def _near(city: str) -> list[str]:
    from sanssouci.friedrich.rules.board import ROADS

    return [CITY_IDS[to] for to, _main in ROADS[CITY_INDEX[city]]]
