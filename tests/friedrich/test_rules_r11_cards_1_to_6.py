"""Chapter 11.3: the versions of the fate cards 1 to 6, with timing and expiry; OP-57 … OP-61."""

from __future__ import annotations

import json

import pytest
from reference import ROADS, suit
from situations import (
    VICTOR_AT,
    all_but,
    cards,
    conquered,
    decider,
    ends,
    face,
    face_down,
    fate_step,
    given,
    group,
    hand,
    legal,
    menu,
    orders,
    pending,
    plays,
    position_of,
    quietly,
    refused,
    roles,
    score,
    stage_of,
    start_position,
    state,
    then,
    total,
    troops,
    turn_is,
    under,
    where,
)

from certain import sure
from sanssouci.friedrich import Game

NO_EFFECT = ["1S", "2S", "3S", "4C", "5C", "6H", "7C", "8H", "9H", "10D", "11D", "12D"]


def gone_next_turn(game: Game, turn: int) -> Game:
    """Runs on to the turn after and checks that no event is in force any more."""
    quietly(game, turn_is(turn))
    assert game.view(None).json()["fate"]["in_force"] == []
    return game


@pytest.mark.parametrize("card", NO_EFFECT)
def test_versions_without_effect(card: str) -> None:
    """1♠ 2♠ 3♠ 4♣ 5♣ 6♥ 7♣ 8♥ 9♥ 10♦ 11♦ 12♦: nothing happens, nothing stays in force."""
    placed = start_position()
    for general in ("tottleben", "lehwaldt"):
        placed.pop(general)
    before = given("france", placed, turn=8)
    game = fate_step(card, placed, seed="none",
                     last_victor={"general": "lehwaldt", "city": VICTOR_AT[card[-1]]},
                     scenario="standard" if card[-1] == "S" else "expert")  # fmt: skip
    assert state(game) == "MOVE_MENU" and decider(game) == "prussia"
    fate = game.view(None).json()["fate"]
    assert fate["drawn"][-1]["card"] == card[:-1] and fate["drawn"][-1]["suit"] == card[-1]
    assert fate["in_force"] == []
    assert position_of(game)["pieces"] == position_of(before)["pieces"]


def test_fate_1_clubs() -> None:
    """1♣, ST63a: one Russian general on the map, named in secret, gets a free troop."""
    game = fate_step("1C", {"fermor": ("lomza", 3), "apraxin": ("torun", 8)})
    assert state(game) == "FREE_TROOP" and roles(game) == {"elisabeth"}
    assert menu(game)["generals"] == ["fermor"]
    refused(game, "reinforce apraxin", "R11.6")
    refused(game, "reinforce saltikov", "reinforce_off")
    assert not menu(game)["none"]
    refused(game, "reinforce none", "none_not_allowed")
    done = game.play("reinforce fermor")
    assert troops(game, "fermor") == 4
    assert "fermor" not in json.dumps(game.events_for(done, "friedrich"))
    assert state(fate_step("1C", {"keith": "cottbus"})) == "MOVE_MENU"


def trade(**hands: list[str]) -> Game:
    """The fate step of 1♥."""
    return fate_step("1H", {}, hands=hands)


def test_fate_1_hearts() -> None:
    """1♥, ST63c, OP-57, R15.13: both name a card or refuse, unseen; swapped only if both named one."""
    game = trade(russia=["5S"], austria=["9H", "2D"])
    assert state(game) == "TRADE" and roles(game) == {"elisabeth", "maria-theresa"}
    first = game.copy()
    done = first.play("trade austria 9H")
    assert "9H" not in json.dumps(first.events_for(done, "elisabeth"))
    assert roles(first) == {"elisabeth"} and hand(first, "austria") == ["2D", "9H"]
    done = first.play("trade russia 5S")
    assert hand(first, "austria") == ["2D", "5S"] and hand(first, "russia") == ["9H"]
    assert "9H" not in json.dumps(first.events_for(done, "friedrich"))
    assert "9H/1" in first.view("maria-theresa").json()["known"].get("russia", [])
    for lines in (("trade russia none", "trade austria 9H"), ("trade austria none", "trade russia 5S")):
        after = then(game, *lines)
        assert hand(after, "russia") == ["5S"] and hand(after, "austria") == ["2D", "9H"]
    refused(game, "trade austria 5S", "card_not_held")
    refused(game, "trade france 5S", "OP-57")
    assert state(trade(russia=[], austria=["9H"])) == "MOVE_MENU"


def test_fate_1_diamonds() -> None:
    """1♦: Tottleben gets a free troop if he is on the map and there is room."""
    assert troops(fate_step("1D", {"tottleben": ("lomza", 3)}), "tottleben") == 4
    assert troops(fate_step("1D", {"tottleben": ("lomza", 8)}), "tottleben") == 8
    assert total(fate_step("1D", {"fermor": ("lomza", 3)}), "russia") == 3


@pytest.mark.parametrize("city", ["kuestrin", "drossen", "landsberg", "neudamm", "friedeberg"])
def test_fate_2_clubs(city: str) -> None:
    """2♣, OP-58: Fermor may not move if he starts in Küstrin or next to it; he may receive troops."""
    placed = {"fermor": (city, 4), "russia_train_1": "soldin"}
    game = quietly(fate_step("2C", placed, fate={"next": ["1", "3"]}), stage_of("russia", 9))
    step = next(c for c in sorted(ROADS[city]) if where(game, "russia-train-1") != c)
    if city == "friedeberg":
        legal(game, f"move fermor {step}")
    else:
        refused(game, f"move fermor {step}", "R11", "2♣", "OP-58")
        assert group(game, "fermor") is None
    game = gone_next_turn(game, 10)
    quietly(game, stage_of("russia", 10))
    assert group(game, "fermor") is not None


def test_fate_2_hearts() -> None:
    """2♥: Apraxin loses one troop, waived if he would leave the map."""
    assert troops(fate_step("2H", {"apraxin": ("lomza", 2)}), "apraxin") == 1
    assert troops(fate_step("2H", {"apraxin": ("lomza", 1)}), "apraxin") == 1


@pytest.mark.parametrize(
    ("card", "nation", "general"),
    [("2D", "russia", "saltikov"), ("5H", "france", "richelieu"), ("12S", "austria", "daun")],
)
def test_fate_slowed_generals(card: str, nation: str, general: str) -> None:
    """2♦ Saltikov, 5♥ Richelieu, 12♠ Daun: slowed in the stage of the next turn, free after it."""
    placed = {general: ("magdeburg", 4), f"{nation}_train_1": "burg"}
    game = fate_step(card, placed, fate={"next": ["1"]})
    quietly(game, stage_of(nation, 9))
    assert (sure(group(game, general))["steps"], sure(group(game, general))["main_steps"]) == (2, 3)
    quietly(game, stage_of(nation, 10))
    assert sure(group(game, general))["steps"] == 3


def test_fate_3_clubs() -> None:
    """3♣: between Prussia and France no card of ten or more, a Reserve at most nine; others are free."""
    placed = {"heinrich": ("celle", 4), "richelieu": ("hannover", 7)}
    hands = {"prussia": ["10D", "9D", "13D", "R"], "france": ["10S", "9S", "R"]}
    game = under("3C", "prussia", placed, phase="combat", hands=hands)
    assert plays(game) == {"9D"} and menu(game)["reserve_values"] == list(range(1, 10))
    refused(game, "play 10D", "R11", "3♣")
    refused(game, "play R=10", "R11", "3♣", "R3.6")
    orders(game, "play 9D")
    assert plays(game) == {"9S"}
    refused(game, "play 10S", "R11", "3♣")
    placed = {"heinrich": ("celle", 4), "daun": ("hannover", 7)}
    game = under("3C", "prussia", placed, phase="combat", hands=hands)
    assert plays(game) == {"9D", "10D", "13D"}
    placed = {"ferdinand": ("celle", 4), "richelieu": ("hannover", 7)}
    game = under("3C", "france", placed, phase="combat", hands={"hanover": ["10D"]})
    assert plays(game) == {"10D"}


def test_fate_3_hearts() -> None:
    """3♥, OP-59: the suit in which Hildburghausen attacked this turn is closed to Soubise as attacker."""
    placed = {
        "hildburghausen": ("hannover", 4), "ferdinand": ("celle", 4),
        "soubise": ("alfeld", 4), "cumberland": ("hildesheim", 4), "richelieu": ("koblenz", 3),
    }  # fmt: skip
    assert suit("hannover") == suit("alfeld") == "S"
    game = under("3H", "imperial", placed)
    orders(game, "end")
    quietly(game, stage_of("france", 9))
    after = then(game, "end")
    assert position_of(after)["turn"] == 10
    # without an attack of Hildburghausen he attacks
    placed["hildburghausen"] = ("erfurt", 4)
    game = under("3H", "france", placed)
    orders(game, "end")
    assert state(game) == "CARD"


def test_fate_3_diamonds() -> None:
    """3♦, OP-53: nobody attacks out of or into Halle; nobody may be moved into such a position."""
    around = set(ROADS["halle"])
    game = under("3D", "austria", {"daun": ("wurzen", 3), "keith": ("halle", 3)})
    assert not ends(game, "daun") & around
    game = under("3D", "austria", {"daun": ("leipzig", 3), "keith": ("halle", 3)}, phase="combat")
    assert state(game) != "CARD"
    game = under("3D", "austria", {"daun": ("leipzig", 3), "keith": ("eisleben", 3)})
    assert "halle" not in ends(game, "daun")
    refused(game, "move daun halle", "R11.8", "3♦")
    game = under("3D", "austria", {"daun": ("leipzig", 3), "keith": ("wittenberg", 3)})
    assert "halle" in ends(game, "daun")
    game = under("3D", "austria", {"daun": ("leipzig", 3), "prussia_train_1": "halle"})
    refused(game, "move daun halle", "R11.8", "3♦")


def test_fate_4_spades() -> None:
    """4♠, OP-70: the first card France plays is worth one more, a Reserve declared value + 1; once."""
    placed = {"soubise": ("hannover", 2), "heinrich": ("celle", 8)}
    game = under("4S", "prussia", placed, phase="combat", hands={"france": ["3S", "2S", "R"]})
    assert score(game) == -6 and menu(game)["bonus"] == 1
    assert {(face(p["card"]), p["value"]) for p in menu(game)["plays"]} == {("3S", 4), ("2S", 3)}
    reserve = then(game, "play R=1")
    assert score(reserve) == -4
    orders(game, "play 3S")
    assert score(game) == -2 and menu(game)["bonus"] == 0
    orders(game, "play 2S")
    assert score(game) == 0
    game = under("4S", "france", {"soubise": ("koblenz", 2)}, hands={"france": ["5S"]})
    refused(game, "recruit troops 1 pay 5S", "R10.2", "R10.3")


def test_fate_4_hearts() -> None:
    """4♥, ST63d, OP-73, OP-78: France swaps a card for the top of the pile; the new one is drawn first."""
    game = fate_step("4H", {}, hands={"france": ["2H"], "prussia": all_but("2H", "13S")})
    assert state(game) == "REDRAW" and roles(game) == {"pompadour"}
    assert cards(game) == {"2H"} and menu(game)["none"]
    after = then(game, "redraw 2H")
    assert hand(after, "france") == ["13S"]
    assert hand(then(game, "redraw none"), "france") == ["2H"]
    assert state(fate_step("4H", {}, hands={})) == "MOVE_MENU"


def test_fate_4_diamonds() -> None:
    """4♦: Cumberland may neither attack nor eliminate trains; Ferdinand is free."""
    placed = {"cumberland": ("celle", 3), "richelieu": ("hannover", 3), "france_train_1": "uelzen",
              "ferdinand": ("lueneburg", 3)}  # fmt: skip
    game = under("4D", "hanover", placed)
    refused(game, "move cumberland uelzen", "R11.8", "4♦")
    legal(game, "move ferdinand uelzen")
    orders(game, "end")
    assert decider(game) == "russia"


def test_fate_5_spades() -> None:
    """5♠: Soubise cannot attack nor eliminate trains in the French stage; he can be attacked before it."""
    placed = {"soubise": ("hannover", 3), "ferdinand": ("celle", 3), "hanover_train_1": "lehrte"}
    game = under("5S", "france", placed)
    refused(game, "move soubise lehrte", "R11.8", "5♠")
    orders(game, "end")
    assert position_of(game)["turn"] == 10
    assert state(under("5S", "hanover", placed, phase="combat")) == "CARD"


def test_fate_5_diamonds() -> None:
    """5♦, OP-60: stacked Chevert stays with at least one of his companions; third members may leave."""
    two = {"chevert": ("hannover", 3), "richelieu": ("hannover", 3)}
    game = quietly(fate_step("5D", {**two, "france_train_1": "lehrte"}), stage_of("france", 9))
    refused(game, "move chevert takes 3 springe", "R11", "5♦", "OP-60")
    refused(game, "move richelieu takes 3 springe", "R11", "5♦", "OP-60")
    legal(game, "move chevert+richelieu springe")
    three = {**two, "soubise": ("hannover", 3), "france_train_1": "lehrte"}
    game = quietly(fate_step("5D", three), stage_of("france", 9))
    refused(game, "move chevert takes 3 springe", "R11", "5♦", "OP-60")
    legal(game, "move chevert+soubise takes 6 springe", "move richelieu takes 3 springe")
    orders(game, "move richelieu takes 3 springe")
    refused(game, "move soubise takes 3 wunstorf", "R11", "5♦", "OP-60")
    first = {"chevert": ("bunzlau", 3), "richelieu": ("bunzlau", 3), "france_train_1": "haynau"}
    game = quietly(fate_step("5D", first), stage_of("france", 9))
    refused(game, "move richelieu takes 3 penzig", "R11", "5♦", "OP-60")
    lone = quietly(fate_step("5D", {"chevert": ("hannover", 3), "france_train_1": "lehrte"}),
                   stage_of("france", 9))  # fmt: skip
    legal(lone, "move chevert springe")
    assert position_of(lone)["stage"]["chevert_with"] == []
    over = quietly(game, stage_of("prussia", 10))
    assert position_of(over)["stage"]["chevert_with"] == []


def test_fate_6_spades() -> None:
    """6♠, ST63e, OP-61: Laudon may step one city, join, kill a train, conquer, leave a stack; no combat."""
    placed = {
        "laudon": ("breslau", 3),
        "daun": ("breslau", 4),
        "prussia_train_1": "oels",
        "keith": ("ohlau", 2),
    }
    game = fate_step("6S", placed)
    assert state(game) == "LAUDON" and roles(game) == {"maria-theresa"}
    assert set(menu(game)["cities"]) == set(ROADS["breslau"]) - {"ohlau"}
    assert menu(game)["takes"] == [1, 6] and menu(game)["none"]
    refused(game, "laudon ohlau", "R4.6", "R4.5")
    refused(game, "laudon oels", "R4.8")
    refused(game, "laudon berlin", "OP-61")
    orders(game, "laudon oels takes 2")
    assert where(game, "prussia-train-1") is None and troops(game, "laudon") == 2 and troops(game, "daun") == 5
    assert conquered(game) == {} and pending(game) == {}
    game = fate_step("6S", {"laudon": ("breslau", 3)})
    orders(game, "laudon ohlau")
    assert conquered(game) == {"breslau": "austria"}
    assert state(fate_step("6S", {"daun": "prag"})) == "MOVE_MENU"
    assert where(orders(fate_step("6S", {"laudon": "prag"}), "laudon none"), "laudon") == "prag"


def test_option_laudon_conquers() -> None:
    """OP-61, option laudon_conquers: false leaves the objective alone."""
    game = fate_step("6S", {"laudon": ("breslau", 3)}, options={"laudon_conquers": False})
    orders(game, "laudon ohlau")
    assert conquered(game) == {} and pending(game) == {}


def test_fate_6_clubs() -> None:
    """6♣: Daun gets a free troop."""
    assert troops(fate_step("6C", {"daun": ("prag", 2)}), "daun") == 3


def test_fate_6_diamonds() -> None:
    """6♦, ST63f, OP-38: Austria may turn one Prussian stack in Austria or Saxony face-down."""
    placed = {
        "keith": ("prag", 2),
        "dohna": ("leipzig", 2),
        "heinrich": ("leipzig", 2),
        "schwerin": ("berlin", 3),
    }
    game = fate_step("6D", placed)
    assert state(game) == "FLIP" and roles(game) == {"maria-theresa"} and menu(game)["none"]
    legal(game, "flip keith", "flip dohna", "flip heinrich", "flip none")
    refused(game, "flip schwerin", "flip_elsewhere")
    orders(game, "flip dohna")
    assert face_down(game, "heinrich") and face_down(game, "dohna") and not face_down(game, "keith")
    assert state(fate_step("6D", {"schwerin": ("berlin", 3)})) == "MOVE_MENU"


def test_op_57_the_trade_needs_a_card_on_each_side() -> None:
    """OP-57: without a card on one side nothing is asked."""
    assert state(trade(russia=["5S"], austria=[])) == "MOVE_MENU"


def test_op_59_soubise_may_not_be_moved_into_that_suit() -> None:
    """OP-59: after Hildburghausen's attack out of ♠ Soubise may not move into an attack from ♠."""
    placed = {
        "hildburghausen": ("hannover", 4), "ferdinand": ("celle", 4),
        "soubise": ("paderborn", 4), "cumberland": ("hildesheim", 4),
    }  # fmt: skip
    game = under("3H", "imperial", placed)
    orders(game, "end")
    quietly(game, stage_of("france", 9))
    free = given("france", {p: (where(game, p), 3) for p in ("soubise", "cumberland", "ferdinand")
                            if where(game, p)}, turn=9)  # fmt: skip
    closed = ends(free, "soubise") - ends(game, "soubise")
    assert closed == {
        c for c in ends(free, "soubise")
        if suit(c) == "S" and any(where(game, g) in ROADS[c] for g in ("cumberland", "ferdinand"))
    }  # fmt: skip
