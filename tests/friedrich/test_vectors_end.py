"""Test vectors TV-73 … TV-84: nations, end, expert game, scenarios (chapters 20.10, 20.11)."""

from __future__ import annotations

from typing import Any

from reference import CITIES, NATIONS, OBJECTIVES, distance
from situations import (
    conquered,
    decider,
    draws,
    ends,
    fate_step,
    given,
    hand,
    hand_size,
    menu,
    orders,
    out,
    pile,
    position_of,
    quietly,
    result,
    roles,
    stage_of,
    state,
    turn_is,
    used,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game

FIRST = {n: [c for c, order in OBJECTIVES[n].items() if order == 1] for n in NATIONS}


def held(nation: str, cities: Any) -> dict[str, str]:
    """Control markers of a nation."""
    return dict.fromkeys(cities, nation)


def turn_ends(nation: str = "france", turn: int = 9, **fields: Any) -> Game:
    """The end-of-turn step of a turn, with nothing on the map unless given."""
    placed = fields.pop("placed", {})
    return given(nation, placed, phase="supply", turn=turn, **fields)


def test_tv_73_strokes_in_order() -> None:
    """TV-73: SWEDEN 6, INDIA 7, ELISABETH 9: Elisabeth gets Imperial; AMERICA in turn 12 ends the game."""
    deck = ["sweden", "india", "1", "elisabeth", "2", "3", "america"]
    game = given("prussia", {"keith": "cottbus"}, turn=6, fate={"next": deck})
    quietly(game, turn_is(10))
    seen = game.view(None).json()["nations"]
    assert seen["imperial"]["role"] == "elisabeth"
    assert seen["austria"]["eased"] and seen["imperial"]["eased"]
    assert out(game) == {"sweden", "russia"}
    assert (draws(game)["france"], draws(game)["austria"]) == (3, 4)
    quietly(game, lambda g: False)
    assert winners(game) == {"friedrich"} and sure(result(game))["turn"] == 12
    assert game.view(None).json()["nations"]["imperial"]["role"] == "elisabeth"


def test_tv_74_sweden_eased_to_victory() -> None:
    """TV-74: Sweden holds its five first-order objectives when ELISABETH is drawn: it wins at once."""
    game = fate_step("elisabeth", {}, turn=10, conquered=held("sweden", FIRST["sweden"]))
    assert set(FIRST["sweden"]) == {"cammin", "malchin", "anklam", "greifenhagen", "stettin"}
    assert winners(game) == {"elisabeth"}
    found = result(game)
    assert sure(found)["turn"] == 10 and sure(found)["nations"] == ["sweden"] and sure(found)["reason"] == "R12.3"


def test_tv_75_the_new_controller_is_credited() -> None:
    """TV-75: the second colonial stroke hands Imperial with its five objectives to Pompadour, who wins."""
    marks = held("imperial", FIRST["imperial"])
    assert set(marks) == {"chemnitz", "leipzig", "dresden", "torgau", "pirna"}
    game = fate_step("america", {}, turn=10, conquered=marks, fate={"drawn": ["india"]})
    assert winners(game) == {"pompadour"}
    both = {**marks, **held("austria", FIRST["austria"])}
    game = fate_step("america", {}, turn=10, conquered=both, fate={"drawn": ["india"]})
    assert winners(game) == {"pompadour", "maria-theresa"}


def test_tv_76_two_winners_together() -> None:
    """TV-76: Austria with 16 and France with 10 win together before the card of turn 9 is drawn."""
    marks = {**held("austria", OBJECTIVES["austria"]), **held("france", OBJECTIVES["france"])}
    game = turn_ends(conquered=marks, fate={"next": ["elisabeth"]})
    assert winners(game) == {"maria-theresa", "pompadour"}
    found = result(game)
    assert sure(found)["turn"] == 9 and sure(found)["reason"] == "R12.2"
    assert set(sure(found)["nations"]) == {"austria", "france"}
    assert game.view(None).json()["fate"]["drawn"] == []


def test_tv_77_victory_is_tested_at_the_end_of_the_turn() -> None:
    """TV-77: Russia completes its ten in turn 8 and has won at its end, before Prussia can answer."""
    nine = [c for c in OBJECTIVES["russia"] if c != "riesenburg"]
    placed = {"fermor": ("riesenburg", 4), "lehwaldt": ("tilsit", 3), "russia_train_1": "torun"}
    assert distance("tilsit", "riesenburg") > 3
    game = given("russia", placed, turn=8, conquered=held("russia", nine))
    orders(game, "move fermor mohrungen", "end")
    assert game.result is None
    quietly(game, turn_is(9))
    assert winners(game) == {"elisabeth"} and sure(result(game))["turn"] == 8


# ---------------------------------------------------------------- 20.11 expert game and scenarios

EAST = ["ortelsburg", "koenigsberg", "riesenburg", "rastenburg"]


def test_tv_78_east_prussia() -> None:
    """TV-78: with no Russian general in the province two of its four objectives are freed by Prussia."""
    expert = {"scenario": "expert", "turn": 5, "phase": "supply", "conquered": held("russia", EAST)}
    game = given("russia", {"fermor": "orneta", "apraxin": "sierpc"}, **expert)
    assert state(game) == "EAST_PRUSSIA" and roles(game) == {"friedrich"}
    assert set(menu(game)["cities"]) == set(EAST) and menu(game)["choose"] == 2
    orders(game, "liberate koenigsberg rastenburg")
    assert set(conquered(game)) == {"ortelsburg", "riesenburg"}
    game = given("russia", {"fermor": ("mohrungen", 2), "apraxin": "sierpc"}, **expert)
    assert state(game) != "EAST_PRUSSIA" and len(conquered(game)) == 4
    game = given("russia", {"fermor": ("mohrungen", 2, "down"), "apraxin": "sierpc"}, **expert)
    assert state(game) == "EAST_PRUSSIA" and where(game, "fermor") is None
    game = given("russia", {"fermor": "orneta"}, **{**expert, "scenario": "standard"})
    assert state(game) != "EAST_PRUSSIA" and len(conquered(game)) == 4


def test_tv_79_the_suit_of_the_last_victor() -> None:
    """TV-79: Keith, the last victor, in Glogau gives the ♣ version of card 9; in Breslau or nobody: ♠."""

    def version(city: str | None) -> str:
        placed = {"keith": (city, 4)} if city else {"keith": ("glogau", 4)}
        fields: dict[str, Any] = {"last_victor": {"general": "keith", "city": "stade"}} if city else {}
        fields |= {"phase": "fate", "turn": 8, "scenario": "expert", "fate": {"next": ["9"]}}
        game = given("france", placed, **fields)
        return str(game.view(None).json()["fate"]["drawn"][-1]["suit"])

    assert version("glogau") == "C"
    assert version("breslau") == "S"
    assert version(None) == "S"
    fast = given("france", {"keith": ("glogau", 4), "friedrich": ("oschatz", 4)}, phase="fate", turn=8,
                 scenario="expert", fate={"next": ["9"]},
                 last_victor={"general": "keith", "city": "stade"})  # fmt: skip
    assert "apolda" in ends(fast, "friedrich")


def offensive(loss: int, **fields: Any) -> Game:
    """The Offensive Option declared with 12♥; Prussia loses a combat against Austria by `loss`."""
    placed = {"keith": ("glogau", 5), "daun": ("steinau", 5 + loss)}
    fields.setdefault("fate", {})
    game = given("austria", placed, phase="combat", scenario="expert", turn=7,
                 offensive_option={"state": "declared", "card": "12H"}, **fields)  # fmt: skip
    orders(game, "pass")
    return quietly(game, lambda g: state(g) != "RETREAT_PICK")


def option_state(game: Game) -> str:
    """State of the Offensive Option."""
    return str(position_of(game)["offensive_option"]["state"])


def test_tv_80_the_offensive_option_fails() -> None:
    """TV-80: a loss of 2 leaves the card, a loss of 3 gives it to Austria; a subsidy cut then kills it."""
    game = offensive(2)
    assert option_state(game) == "declared" and hand(game, "austria") == []
    game = offensive(3, fate={"next": ["poems"]})
    assert option_state(game) == "taken" and hand(game, "austria") == ["12H"]
    quietly(game, turn_is(8))
    assert option_state(game) == "dead"
    game = fate_step("poems", {}, turn=6, scenario="expert",
                     offensive_option={"state": "declared", "card": "12H"})  # fmt: skip
    assert option_state(game) == "declared"
    game = offensive(3, fate={"drawn": ["poems"]})
    assert option_state(game) == "dead" and hand(game, "austria") == ["12H"]


def test_tv_81_austrias_compensation() -> None:
    """TV-81: with the option declared Austria may lack four, but one Saxon objective must be real."""
    option: dict[str, Any] = {"scenario": "expert", "offensive_option": {"state": "declared", "card": "12H"}}
    outside = [c for c in OBJECTIVES["austria"] if CITIES[c]["country"] != "saxony"]
    assert len(outside) == 11
    game = turn_ends(turn=5, conquered=held("austria", [*outside, "zittau"]), **option)
    assert winners(game) == {"maria-theresa"}
    game = turn_ends(turn=5, conquered=held("austria", outside), **option)
    assert game.result is None
    game = turn_ends(turn=5, conquered=held("austria", [*outside, "zittau"]), scenario="expert")
    assert game.result is None
    ten = [c for c in FIRST["austria"] if c in outside]
    assert len(ten) == 10
    eased: dict[str, Any] = {"out": ["france"], "nation": "imperial", "turn": 9, "fate": {"next": ["1"]}}
    game = turn_ends(conquered=held("austria", ten[:8]), **option, **eased)
    assert game.result is None
    game = turn_ends(conquered=held("austria", [*ten[:7], "zittau"]), **option, **eased)
    assert winners(game) == {"maria-theresa"}
    game = turn_ends(conquered=held("austria", [*ten[:6], "zittau"]), **option, **eased)
    assert game.result is None


def stage_cards(game: Game, turn: int, nations: list[str]) -> dict[str, int]:
    """How many more cards each nation holds after its draw (and forced discard) of that turn."""
    found = {}
    for nation in nations:
        before = hand_size(game, nation)
        quietly(game, stage_of(nation, turn))
        found[nation] = hand_size(game, nation) - before
    return found


def test_tv_82_cards_of_the_west() -> None:
    """TV-82: Prussia 2 − 1, Hanover 2, France 4 − 1; after LORD BUTE 1, after POEMS still 1; INDIA: 3."""
    west = ["prussia", "hanover", "france"]
    game = given("prussia", {"seydlitz": "brandenburg"}, scenario="west", turn=5,
                 fate={"next": ["lord-bute", "poems", "india"]})  # fmt: skip
    quietly(game, lambda g: position_of(g)["turn"] == 6 and state(g) == "FORCED_DISCARD")
    assert decider(game) == "prussia" and len(menu(game)["cards"]) == 2
    orders(game, f"discard {menu(game)['cards'][0]}")
    assert stage_cards(game, 6, ["hanover"]) == {"hanover": 2}
    quietly(game, lambda g: state(g) == "FORCED_DISCARD")
    assert decider(game) == "france" and len(menu(game)["cards"]) == 4
    assert stage_cards(game, 7, west) == {"prussia": 1, "hanover": 2, "france": 3}
    assert stage_cards(game, 8, west) == {"prussia": 1, "hanover": 2, "france": 3}
    quietly(game, turn_is(9))
    asked = {"discard": False}

    def watch(g: Game) -> bool:
        asked["discard"] |= state(g) == "FORCED_DISCARD"
        return bool(stage_of("france", 9)(g))

    before = hand_size(game, "france")
    quietly(game, watch)
    assert hand_size(game, "france") == before + 3 and not asked["discard"]


def test_tv_83_the_austrian_theatre() -> None:
    """TV-83: Prussia draws 5, 4, 3; no easing; Prussia may conquer Prag in turn 10."""
    for cuts, number in ((0, 5), (1, 4), (2, 3)):
        game = given("prussia", {"keith": "cottbus"}, scenario="austria", turn=9, phase="draw",
                     fate={"drawn": ["poems", "lord-bute"][:cuts]})  # fmt: skip
        assert hand_size(game, "prussia") == number
    game = given("imperial", {}, scenario="austria", turn=9, phase="supply",
                 conquered=held("imperial", FIRST["imperial"]),
                 fate={"drawn": ["india", "america"], "next": ["1"]})  # fmt: skip
    assert game.result is None
    game = given("imperial", {}, scenario="austria", turn=9, phase="supply",
                 conquered=held("imperial", OBJECTIVES["imperial"]),
                 fate={"drawn": ["india", "america"], "next": ["1"]})  # fmt: skip
    assert winners(game) == {"maria-theresa"}
    game = given("prussia", {"friedrich": "prag"}, scenario="austria", turn=10)
    orders(game, "move friedrich melnik")
    assert conquered(game) == {"prag": "prussia"}


def test_tv_84_virtual_discards() -> None:
    """TV-84: with virtual discards 16 cards leave the pile in a turn of the Austrian theatre, else 11."""
    for option, number in ((True, 16), (False, 11)):
        game = Game.new(scenario="austria", players=2, seed="tv-84",
                        options={"scenario_virtual_discard": option})  # fmt: skip
        quietly(game, stage_of("imperial", 1))
        assert pile(game) == 50 - number
        assert used(game) == (5 if option else 0)
