"""Chapter 14 of the rules: the two-player scenarios, with OP-91 … OP-94."""

from __future__ import annotations

from typing import Any

from reference import GENERALS, OBJECTIVES, TRAINS
from situations import (
    decider,
    draws,
    fate_step,
    given,
    hand_size,
    menu,
    orders,
    position_of,
    position_refused,
    public,
    quietly,
    refused,
    result,
    roles,
    situation,
    stage_of,
    state,
    total,
    troops,
    turn_is,
    used,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game


def start(scenario: str, **options: Any) -> Game:
    """A fresh two-player game."""
    return Game.new(scenario=scenario, players=2, seed="r14", options=options)


def test_r14_1_west_sides() -> None:
    """R14.1: Friedrich runs Hanover and Prussia, Pompadour France; nobody else has a stage."""
    game = start("west")
    assert roles(game) == {"friedrich", "pompadour"}
    order = []

    def look(g: Game) -> bool:
        if state(g) == "MOVE_MENU" and decider(g) not in order:
            order.append(decider(g))
        return bool(position_of(g)["turn"] > 1)

    quietly(game, look)
    assert order == ["prussia", "hanover", "france"]


def test_r14_2_west_pieces() -> None:
    """R14.2: all Hanoverian and French pieces; of Prussia only Seydlitz with 3 and one train in Jüterbog."""
    game = quietly(start("west"), stage_of("prussia", 1))
    assert where(game, "seydlitz") == "brandenburg" and troops(game, "seydlitz") == 3
    assert where(game, "prussia-train-1") == "jueterbog"
    assert public(game, "prussia")["ceiling"] == 3
    there = set(game.view(None).json()["pieces"])
    assert there == {"seydlitz", "prussia-train-1", "ferdinand", "cumberland", "hanover-train-1", "richelieu",
                     "soubise", "chevert", "france-train-1", "france-train-2"}  # fmt: skip
    assert total(game, "france") == 20 and total(game, "hanover") == 12
    position_refused(situation("prussia", {"keith": "cottbus"}, scenario="west"), "keith")


def test_r14_3_west_cards() -> None:
    """R14.3, ST12: Prussia draws two and gives up one of them; after a cut it draws one and keeps it."""
    game = given("prussia", {}, scenario="west", phase="draw", hands={"prussia": ["13H"]})
    assert state(game) == "FORCED_DISCARD" and len(menu(game)["cards"]) == 2
    refused(game, "discard 13H", "R14.3", "R3.2")
    orders(game, f"discard {menu(game)['cards'][0]}")
    assert hand_size(game, "prussia") == 2
    for cuts in (["poems"], ["poems", "lord-bute"]):
        game = given("prussia", {}, scenario="west", phase="draw", turn=9, fate={"drawn": cuts})
        assert state(game) == "MOVE_MENU" and hand_size(game, "prussia") == 1
    assert hand_size(given("hanover", {}, scenario="west", phase="draw"), "hanover") == 2
    assert hand_size(given("france", {}, scenario="west", phase="draw"), "france") == 4


def test_op_94_the_second_cut_is_ignored() -> None:
    """OP-94: see R14.3; the number everybody knows is one after either cut."""
    for cuts in (["poems"], ["lord-bute"], ["poems", "lord-bute"]):
        game = given("hanover", {}, scenario="west", turn=9, fate={"drawn": cuts})
        assert draws(game)["prussia"] == 1


def test_r14_4_west_end() -> None:
    """R14.4: France wins with ten objectives at the end of a turn, Friedrich when France leaves."""
    marks = dict.fromkeys(OBJECTIVES["france"], "france")
    game = given("france", {}, scenario="west", phase="supply", turn=4, conquered=marks)
    assert winners(game) == {"pompadour"}
    game = fate_step("india", {}, scenario="west", fate={"drawn": ["america"]})
    assert winners(game) == {"friedrich"} and sure(result(game))["reason"] == "R14.4"
    assert fate_step("india", {}, scenario="west").result is None
    assert fate_step("elisabeth", {}, scenario="west", fate={"drawn": ["sweden"]}).result is None


def test_r14_5_austria_sides() -> None:
    """R14.5: Friedrich runs Prussia, Maria Theresa Austria and Imperial."""
    game = start("austria")
    assert roles(game) == {"friedrich", "maria-theresa"}
    assert set(game.view(None).json()["nations"]) >= {"prussia", "austria", "imperial"}


def test_r14_6_austria_pieces() -> None:
    """R14.6: Prussian generals 1–5 with 24 troops and both trains; all Austrian and Imperial pieces."""
    game = quietly(start("austria"), stage_of("prussia", 1))
    assert total(game, "prussia") == 24 and public(game, "prussia")["ceiling"] == 24
    there = set(game.view(None).json()["pieces"])
    assert there == {
        *GENERALS["prussia"][:5], *TRAINS["prussia"], *GENERALS["austria"], *TRAINS["austria"],
        *GENERALS["imperial"], *TRAINS["imperial"],
    }  # fmt: skip
    assert where(game, "prussia-train-2") == "gruenberg" and where(game, "keith") == "strehlen"


def test_r14_7_austria_cards() -> None:
    """R14.7: Prussia 5, minus one per cut; Austria 5, then 4; Imperial 1."""
    for cuts, number in (([], 5), (["poems"], 4), (["poems", "lord-bute"], 3)):
        game = given("prussia", {}, scenario="austria", phase="draw", turn=9, fate={"drawn": cuts})
        assert hand_size(game, "prussia") == number
    game = given("austria", {}, scenario="austria", phase="draw", turn=9, fate={"drawn": ["india"]})
    assert hand_size(game, "austria") == 4
    assert hand_size(given("austria", {}, scenario="austria", phase="draw"), "austria") == 5
    assert hand_size(given("imperial", {}, scenario="austria", phase="draw"), "imperial") == 1


def test_r14_8_austria_end() -> None:
    """R14.8, OP-92: all objectives, no easing; Prussia by the virtual exits or by Bohemia at the end of a turn."""
    every = dict.fromkeys(OBJECTIVES["austria"], "austria")
    game = given("imperial", {}, scenario="austria", phase="supply", turn=4, conquered=every)
    assert winners(game) == {"maria-theresa"}
    first = {c: "austria" for c, order in OBJECTIVES["austria"].items() if order == 1}
    exits = {"drawn": ["india", "america"], "next": ["1"]}
    game = given("imperial", {}, scenario="austria", phase="supply", turn=9, conquered=first, fate=exits)
    assert game.result is None
    game = fate_step("sweden", {"keith": "cottbus"}, scenario="austria",
                     fate={"drawn": ["india", "america", "elisabeth"]})  # fmt: skip
    orders(game, "retire keith")
    assert winners(game) == {"friedrich"} and sure(result(game))["reason"] == "R14.8"
    marks = {c: "prussia" for c in OBJECTIVES["prussia"] if c != "prag"}
    game = given("prussia", {"friedrich": "prag"}, scenario="austria", turn=10, conquered=marks,
                 fate={"next": ["1"]})  # fmt: skip
    orders(game, "move friedrich melnik")
    assert game.result is None
    quietly(game, turn_is(11))
    assert winners(game) == {"friedrich"} and sure(result(game))["turn"] == 10


def test_op_92_bohemia_wins_at_the_end_of_the_turn() -> None:
    """OP-92: fourteen markers at the end of a turn in the Austrian theatre."""
    marks = dict.fromkeys(OBJECTIVES["prussia"], "prussia")
    game = given("imperial", {}, scenario="austria", phase="supply", turn=2, conquered=marks)
    assert winners(game) == {"friedrich"}


def test_r14_9_virtual_discards() -> None:
    """R14.9, OP-93, option scenario_virtual_discard: five cards before Prussia's stage, unseen."""
    for scenario in ("west", "austria"):
        for option, number in ((False, 0), (True, 5)):
            game = start(scenario, scenario_virtual_discard=option)
            quietly(game, lambda g: state(g) in ("MOVE_MENU", "FORCED_DISCARD"))
            assert used(game) == number
            assert game.view("friedrich").json()["seen"] == []
    game = start("west", edition_text="first")
    quietly(game, lambda g: state(g) in ("MOVE_MENU", "FORCED_DISCARD"))
    assert used(game) == 5
    standard = Game.new(scenario="standard", players=4, seed="a", options={"scenario_virtual_discard": True})
    quietly(standard, stage_of("prussia", 1))
    assert used(standard) == 0


def test_r14_10_fate_in_scenarios() -> None:
    """R14.10, OP-91: virtual exits are counted, absent pieces ignored, no easing, no change of hands."""
    game = fate_step("america", {"hildburghausen": "erfurt"}, scenario="austria", fate={"drawn": ["india"]})
    assert game.result is None and public(game, "imperial")["role"] == "maria-theresa"
    assert not public(game, "austria")["eased"]
    assert state(fate_step("9S", {}, scenario="west")) in ("MOVE_MENU", "FORCED_DISCARD")


def test_op_91_the_swedish_stroke() -> None:
    """OP-91: in West without effect; in the Austrian theatre Prussia names one of its generals 2–5."""
    game = fate_step("sweden", {"seydlitz": ("brandenburg", 3)}, scenario="west")
    assert state(game) != "RETIRE" and where(game, "seydlitz") == "brandenburg"
    game = fate_step("sweden", {"keith": ("cottbus", 3)}, scenario="austria")
    assert set(menu(game)["generals"]) == {"winterfeldt", "heinrich", "schwerin", "keith"}
    refused(game, "retire friedrich", "R11.13")
    refused(game, "retire seydlitz", "R14.10")


def test_op_93_before_prussias_stage() -> None:
    """OP-93: the five cards leave the pile at the start of every turn."""
    game = start("austria", scenario_virtual_discard=True)
    quietly(game, stage_of("prussia", 2))
    assert used(game) == 10
