"""Chapter 2 of the rules: stages, phases, the end of a turn."""

from __future__ import annotations

import pytest
from reference import GENERALS, NATIONS
from situations import (
    decider,
    given,
    group,
    hand_size,
    legal,
    moved,
    orders,
    pending,
    position_of,
    quietly,
    refused,
    roles,
    stage_of,
    state,
    turn_is,
)

from sanssouci.friedrich import Game


def stages(game: Game, turn: int) -> list[str]:
    """The nations that get a movement menu in that turn, in order."""
    seen: list[str] = []

    def look(g: Game) -> bool:
        now = position_of(g)
        if now["turn"] == turn and state(g) == "MOVE_MENU" and decider(g) not in seen:
            seen.append(decider(g))
        return bool(now["turn"] > turn)

    quietly(game, look)
    return seen


def test_r2_1_stage_order() -> None:
    """R2.1, Q1: Prussia, Hanover, Russia, Sweden, Austria, Imperial, France, each finishing before the next."""
    game = Game.new(scenario="standard", players=4, seed="a")
    assert stages(game, 1) == list(NATIONS)
    game = given("hanover", {"ferdinand": "celle", "keith": "cottbus"})
    refused(game, "move keith guben", "R2.1")
    refused(game, "move daun prag", "R2.1")


def test_r2_2_who_is_skipped() -> None:
    """R2.2, Q3: an out nation has no stage; a nation without pieces draws and may return."""
    game = given("prussia", {"keith": "cottbus"}, turn=7, out=["russia"], fate={"next": ["1"]})
    assert stages(game, 7) == [n for n in NATIONS if n != "russia"]
    game = given("russia", {}, phase="draw", hands={"russia": ["6S"]})
    assert state(game) == "MOVE_MENU" and hand_size(game, "russia") == 5
    legal(game, "recruit troops 1 general fermor sierpc pay 6S")


def test_r2_3_phases_of_a_stage() -> None:
    """R2.3, ST20, ST52: draw, then moves and purchases at will, then combat, then the next stage."""
    placed = {"daun": ("kolin", 5), "laudon": ("olmuetz", 2), "friedrich": ("melnik", 3)}
    game = given("austria", placed, phase="draw", hands={"austria": ["6S", "6C"]})
    assert hand_size(game, "austria") == 7
    orders(game, "recruit troops 1 pay 6S give laudon=1", "move daun prag")
    orders(game, "recruit troops 1 pay 6C give laudon=1", "move laudon sternberg", "end")
    assert state(game) == "CARD"
    refused(game, "move laudon olmuetz", "not_now")
    refused(game, "recruit troops 1 pay 6C", "not_now")
    orders(game, "pass")
    quietly(game, lambda g: state(g) == "MOVE_MENU")
    assert decider(game) == "imperial"


def test_r2_4_imperial_stays_sixth() -> None:
    """R2.4: with France out Pompadour runs Imperial, still after Austria."""
    game = given("prussia", {"keith": "cottbus", "hildburghausen": "erfurt"}, turn=7, out=["france"],
                 fate={"next": ["1"]})  # fmt: skip
    assert stages(game.copy(), 7) == list(NATIONS[:6])
    quietly(game, stage_of("imperial", 7))
    assert roles(game) == {"pompadour"}
    assert game.menu("maria-theresa") == {} and game.menu("pompadour")


def test_r2_5_end_of_turn() -> None:
    """R2.5, ST60, ST61, ST72: no card up to turn 5, from turn 6 on one card, then the next turn."""
    for turn in (1, 5, 6, 7):
        game = given("france", {}, phase="supply", turn=turn, fate={"next": ["1"]})
        seen = game.view(None).json()
        assert seen["turn"] == turn + 1 and seen["nation"] == "prussia"
        assert [d["card"] for d in seen["fate"]["drawn"]] == (["1"] if turn >= 6 else [])


def test_r2_6_the_executed_card_is_buried() -> None:
    """R2.6: a drawn card does not come again while the others last; the view tells no deck size."""
    game = given("france", {}, phase="fate", turn=6, fate={"next": ["3"]}, seed="r2-6")
    quietly(game, turn_is(12))
    seen = [d["card"] for d in game.view(None).json()["fate"]["drawn"]]
    assert len(seen) == len(set(seen)) == 6 and seen[0] == "3"
    fate = game.view("friedrich").json()["fate"]
    assert set(fate) == {"drawn", "in_force", "next", "left", "suits"}
    assert not set(seen) & set(fate["left"]) and len(fate["left"]) == 12


@pytest.mark.parametrize("nation", NATIONS)
def test_st10_and_st52_every_stage_begins_afresh(nation: str) -> None:
    """ST10, ST52: at the start of a stage nobody has moved and no "?" is left."""
    general = GENERALS[nation][0]
    game = given(nation, {general: "magdeburg"}, phase="draw", moved=[general])
    quietly(game, lambda g: state(g) == "MOVE_MENU")
    assert decider(game) == nation and moved(game) == set() and pending(game) == {}
    assert group(game, general) is not None
