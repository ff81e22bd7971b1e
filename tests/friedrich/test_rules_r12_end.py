"""Chapter 12 of the rules: the end of the game."""

from __future__ import annotations

import pytest
from reference import OBJECTIVES
from situations import ROLES, fate_step, given, orders, quietly, refused, result, stage_of, turn_is, winners

from certain import sure


def all_of(*nations: str) -> dict[str, str]:
    """Control markers on every objective of these nations."""
    return {city: nation for nation in nations for city in OBJECTIVES[nation]}


def test_r12_1_only_at_the_end_of_a_turn() -> None:
    """R12.1: complete possession during the turn wins nothing before the turn is over."""
    game = given("russia", {"fermor": "lomza"}, turn=8, conquered=all_of("russia"))
    for nation in ("sweden", "austria", "imperial", "france"):
        assert game.result is None
        quietly(game, stage_of(nation, 8))
    assert game.result is None
    orders(game, "end")
    assert winners(game) == {"elisabeth"}


@pytest.mark.parametrize("turn", [1, 5, 6, 12])
def test_r12_2_the_first_test(turn: int) -> None:
    """R12.2, ST60, ST90: before the card, in every turn; then no card is drawn and nothing can be ordered."""
    game = given("france", {"soubise": "koblenz"}, phase="supply", turn=turn, conquered=all_of("france"))
    assert winners(game) == {"pompadour"} and sure(result(game))["reason"] == "R12.2"
    assert game.view(None).json()["fate"]["drawn"] == []
    assert game.decision is None and all(game.menu(role) == {} for role in ROLES)
    refused(game, "end", "over")
    assert game.choices() == []


def test_r12_3_the_second_test() -> None:
    """R12.3: after the card with the new controllers and requirements."""
    marks = dict.fromkeys(["chemnitz", "leipzig", "dresden", "torgau", "pirna"], "imperial")
    game = fate_step("elisabeth", {}, out=["sweden"], conquered=marks)
    assert winners(game) == {"elisabeth"} and sure(result(game))["reason"] == "R12.3"
    assert fate_step("elisabeth", {}, conquered=marks).result is None


def test_r12_4_friedrich_wins() -> None:
    """R12.4: when Russia, Sweden and France are all out."""
    game = fate_step("elisabeth", {}, out=["sweden", "france"])
    assert winners(game) == {"friedrich"} and sure(result(game))["reason"] == "R12.4"
    assert fate_step("elisabeth", {}, out=["france"]).result is None
    assert fate_step("america", {}, out=["sweden"], fate={"drawn": ["india"]}).result is None


def test_r12_5_who_is_credited() -> None:
    """R12.5, OP-77: the present controller; several qualifying nations win together."""
    game = given("imperial", {}, phase="supply", turn=9, out=["france"], conquered=all_of("imperial"))
    assert winners(game) == {"pompadour"}
    game = given("france", {}, phase="supply", turn=4, conquered=all_of("russia", "france", "imperial"))
    assert winners(game) == {"elisabeth", "maria-theresa", "pompadour"}
    assert set(sure(result(game))["nations"]) == {"russia", "france", "imperial"}


def test_r12_6_no_collision() -> None:
    """R12.6: the third exit never eases anybody, so that Friedrich alone wins by it."""
    marks = dict.fromkeys(["cammin", "malchin", "anklam", "greifenhagen", "stettin"], "sweden")
    game = fate_step("sweden", {"keith": "cottbus"}, out=["russia", "france"])
    orders(game, "retire keith")
    assert winners(game) == {"friedrich"}
    assert given("france", {}, phase="supply", turn=9, out=["russia"], conquered=marks).result is not None


def test_r12_7_length() -> None:
    """R12.7: four exits: not before turn 9."""
    deck = ["elisabeth", "sweden", "america", "india"]
    game = given("prussia", {"keith": "cottbus"}, turn=6, fate={"next": deck})
    quietly(game, turn_is(9))
    assert game.result is None
    quietly(game, lambda g: False)
    assert sure(result(game))["turn"] == 9
