"""Chapter 11.3: the 48 versions of the twelve numbered cards, with timing and expiry; OP-57 … OP-73."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from reference import CITIES, DEPOTS, ROADS, distance, suit
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
    refused(game, "reinforce saltikov")
    assert not menu(game)["none"]
    refused(game, "reinforce none")
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
    refused(game, "trade austria 5S")
    refused(game, "trade france 5S")
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
    assert (group(game, general)["steps"], group(game, general)["main_steps"]) == (2, 3)
    quietly(game, stage_of(nation, 10))
    assert group(game, general)["steps"] == 3


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
    lone = quietly(fate_step("5D", {"chevert": ("hannover", 3), "france_train_1": "lehrte"}),
                   stage_of("france", 9))  # fmt: skip
    legal(lone, "move chevert springe")


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
    refused(game, "laudon berlin")
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
    refused(game, "flip schwerin")
    orders(game, "flip dohna")
    assert face_down(game, "heinrich") and face_down(game, "dohna") and not face_down(game, "keith")
    assert state(fate_step("6D", {"schwerin": ("berlin", 3)})) == "MOVE_MENU"


def test_fate_7_spades() -> None:
    """7♠: Friedrich cannot attack nor eliminate trains in the Prussian stage."""
    game = under("7S", "prussia", {"friedrich": ("prag", 4), "daun": ("kolin", 4), "austria_train_1": "melnik"})
    refused(game, "move friedrich melnik", "R11.8", "7♠")
    orders(game, "end")
    assert decider(game) == "hanover"


def test_fate_7_hearts() -> None:
    """7♥, OP-62: Friedrich receives no new troops and cannot re-enter; companions have min(8n − P, 7(n − 1))."""
    hands = {"prussia": ["13S", "13C", "13H", "13D", "12S", "12C", "12H"]}
    game = under("7H", "prussia", {"friedrich": ("berlin", 3)}, hands=hands)
    refused(game, "recruit troops 1 pay 12S", "R11", "7♥", "OP-62", "R10.4")
    refused(game, "recruit troops 1 general keith berlin pay 12S give friedrich=1")
    game = under("7H", "prussia", {"keith": ("cottbus", 3)}, hands=hands)
    refused(game, "recruit troops 1 general friedrich berlin pay 12S", "R11", "7♥", "OP-62")
    game = under("7H", "prussia", {"friedrich": ("berlin", 1), "keith": ("berlin", 1)}, hands=hands)
    assert menu(game)["recruit"]["room"] == {"keith": 7}
    refused(game, "recruit troops 8 pay 12S 12C 12H 13S give keith=8", "R11", "R10.4", "OP-62")
    legal(game, "recruit troops 2 pay 12S give keith=2")
    refused(game, "recruit troops 2 pay 12S give friedrich=1 keith=1", "R11", "7♥", "OP-62")


def test_fate_7_diamonds() -> None:
    """7♦: pending for all stages of the next turn, attacking or defending; gone the turn after."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}
    game = under("7D", "prussia", placed, phase="combat", hands={"prussia": ["5D"]})
    assert menu(game)["duty"] == "king"
    refused(game, "pass", "R11.17", "7♦")
    game = fate_step("7D", {"friedrich": ("cottbus", 5)})
    gone_next_turn(game, 10)


def test_fate_8_spades() -> None:
    """8♠, ST63a: one Prussian general gets a free troop, or none; secret."""
    game = fate_step("8S", {"keith": ("cottbus", 3), "dohna": ("forst", 8)})
    assert state(game) == "FREE_TROOP" and menu(game)["generals"] == ["keith"] and menu(game)["none"]
    done = game.copy().play("reinforce keith")
    assert "keith" not in json.dumps(game.events_for(done, "elisabeth"))
    assert troops(then(game, "reinforce keith"), "keith") == 4
    assert total(then(game, "reinforce none"), "prussia") == 11
    stack = fate_step("8S", {"keith": ("cottbus", 8), "dohna": ("cottbus", 5)})
    legal(stack, "reinforce keith", "reinforce dohna")


def test_fate_8_clubs() -> None:
    """8♣, ST32, OP-64: attacked by Daun's stack Prussia may withdraw to the farthest free neighbour."""
    placed = {"keith": ("prag", 3), "daun": ("melnik", 6), "lacy": ("kolin", 5)}
    game = under("8C", "austria", placed, phase="combat")
    orders(game, "attack daun keith")
    assert state(game) == "EVADE" and roles(game) == {"friedrich"} and menu(game)["fight"]
    free = set(ROADS["prag"]) - {"melnik", "kolin"}
    far = max(distance("melnik", c) for c in free)
    assert set(menu(game)["cities"]) == {c for c in free if distance("melnik", c) == far}
    refused(game, "evade kolin", "R11", "8♣", "OP-64")
    after = then(game, f"evade {menu(game)['cities'][0]}")
    assert troops(after, "keith") == 3 and decider(after) == "imperial"
    fight = then(game, "fight")
    assert state(fight) == "CARD"
    # attacked by Lacy there is no such choice
    assert state(then(under("8C", "austria", placed, phase="combat"), "attack lacy keith")) == "CARD"
    # strengths are not named before
    assert "troops" not in str(game.view("maria-theresa").json()["combat"]["current"] or "")


def test_fate_8_clubs_nowhere_to_go() -> None:
    """8♣, OP-64: no free neighbour, no withdrawal: the engine goes on by itself."""
    placed = {"keith": ("melnik", 3), "daun": ("prag", 6), "austria_train_1": "jungbunzlau"}
    assert state(under("8C", "austria", placed, phase="combat")) == "CARD"


def test_fate_8_diamonds() -> None:
    """8♦: Karl loses a troop, waived at one."""
    assert troops(fate_step("8D", {"karl": ("prag", 3)}), "karl") == 2
    assert troops(fate_step("8D", {"karl": ("prag", 1)}), "karl") == 1


@pytest.mark.parametrize("steps", [4, 5, 6, 7])
def test_fate_9_spades(steps: int) -> None:
    """9♠, OP-65: a Russian five or six open steps from his nearest train is turned; in a depot he is exempt."""
    city = next(c for c in sorted(CITIES) if distance(c, "torun") == steps and c not in DEPOTS["russia"])
    game = fate_step("9S", {"fermor": city, "russia_train_1": "torun"})
    assert face_down(game, "fermor") == (steps in (5, 6))
    depot = fate_step("9S", {"fermor": "warszawa", "russia_train_1": city})
    assert not face_down(depot, "fermor")


def test_fate_9_spades_open_path() -> None:
    """9♠, OP-65: the distance is that of the open path."""
    placed = {"fermor": "oschatz", "russia_train_1": "jueterbog", "keith": "falkenberg"}
    assert face_down(fate_step("9S", placed), "fermor")
    placed.pop("keith")
    assert not face_down(fate_step("9S", placed), "fermor")


def test_fate_9_clubs() -> None:
    """9♣: Friedrich and his stack may move four, five on main roads, in the Prussian stage."""
    game = under("9C", "prussia", {"friedrich": ("oschatz", 3), "keith": ("oschatz", 3)})
    assert (group(game, "friedrich", "keith")["steps"], group(game, "friedrich")["main_steps"]) == (4, 5)
    assert group(game, "keith")["steps"] == 3
    legal(game, "move friedrich+keith riesa meissen dresden radeberg kamenz")


def test_fate_9_diamonds() -> None:
    """9♦, ST63g, OP-72, Q17: Prussia gives a card and draws one at random, the gift included."""
    game = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": []})
    assert state(game) == "GIFT" and menu(game)["none"]
    done = game.copy().play("gift 4C")
    assert done
    after = then(game, "gift 4C")
    assert "4C" in hand(after, "prussia") and hand(after, "austria") == []
    assert state(fate_step("9D", {}, hands={"austria": ["4C"]})) == "MOVE_MENU"
    declined = orders(fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["5C"]}), "gift none")
    assert hand(declined, "austria") == ["5C"]


def test_fate_10_spades() -> None:
    """10♠, OP-66: who receives new troops in that Prussian stage does not attack in it."""
    hands = {"prussia": ["6S", "6C"]}
    placed = {"keith": ("prag", 4), "daun": ("kolin", 3), "dohna": ("beraun", 4)}
    game = under("10S", "prussia", placed, hands=hands)
    fed = then(game, "recruit troops 1 pay 6S give keith=1")
    assert decider(then(fed, "end")) == "hanover"
    assert state(then(game, "end")) == "CARD"
    fed = then(game, "recruit troops 1 pay 6S give dohna=1")
    assert state(then(fed, "end")) == "CARD"
    away = under("10S", "prussia", {"keith": ("melnik", 4), "daun": ("kolin", 3)}, hands=hands)
    fed = then(away, "recruit troops 1 pay 6S give keith=1")
    refused(fed, "move keith prag", "R11", "10♠", "OP-66")
    legal(fed, "move keith jungbunzlau")
    into = then(away, "move keith prag")
    refused(into, "recruit troops 1 pay 6S give keith=1", "R11", "10♠", "OP-66")
    back = under("10S", "prussia", {"daun": ("spandau", 3)}, hands=hands)
    refused(back, "recruit troops 1 general keith berlin pay 6S", "R11", "R11.8", "10♠", "OP-66")


def test_fate_10_clubs() -> None:
    """10♣, ST63h, OP-68: Prussia names in secret who loses a troop; nobody if all losses are waived."""
    game = fate_step("10C", {"keith": ("cottbus", 3), "dohna": ("forst", 1)})
    assert state(game) == "LOSE_TROOP" and roles(game) == {"friedrich"}
    assert menu(game)["generals"] == ["keith"] and not menu(game)["none"]
    refused(game, "lose dohna", "R11.7", "10♣")
    done = game.play("lose keith")
    assert troops(game, "keith") == 2
    assert "keith" not in json.dumps(game.events_for(done, "elisabeth"))
    assert total(fate_step("10C", {"dohna": ("forst", 1)}), "prussia") == 1


def test_fate_10_hearts() -> None:
    """10♥, OP-67, OP-71: the first card Prussia plays while Friedrich is attacked counts 0, once."""
    placed = {"friedrich": ("oschatz", 4), "daun": ("riesa", 8)}
    game = under("10H", "austria", placed, phase="combat", hands={"prussia": ["R", "5D"]})
    orders(game, "play R=9")
    assert decider(game) == "prussia" and score(game) == -4
    orders(game, "play 5D")
    assert score(game) == -1 and decider(game) == "austria"
    # his own attack is not concerned
    game = under("10H", "prussia", placed, phase="combat", hands={"prussia": ["9D"]})
    orders(game, "play 9D")
    assert decider(game) == "austria" and score(game) == -5
    # another Prussian attacked is not concerned
    game = under("10H", "austria", {"keith": ("oschatz", 4), "daun": ("riesa", 8)}, phase="combat",
                 hands={"prussia": ["9D"]})  # fmt: skip
    orders(game, "play 9D")
    assert score(game) == -5


def test_op_71_a_void_card_at_zero() -> None:
    """OP-71: at score 0 the voided card leaves 0 and the right passes."""
    placed = {"friedrich": ("oschatz", 4), "daun": ("riesa", 6)}
    hands = {"prussia": ["9D", "2D"], "austria": ["2D/2"]}
    game = under("10H", "austria", {**placed, "daun": ("riesa", 4)}, phase="combat", hands=hands)
    orders(game, "play 2D")
    assert decider(game) == "prussia" and score(game) == -2
    orders(game, "play 9D")
    assert decider(game) == "prussia" and score(game) == -2
    game = under("10H", "austria", {**placed, "daun": ("riesa", 2)}, phase="combat",
                 hands={"prussia": ["9D"], "austria": ["2D"]})  # fmt: skip
    orders(game, "play 2D")
    assert decider(game) == "prussia" and score(game) == 0
    orders(game, "play 9D")
    assert decider(game) == "austria" and score(game) == 0


def test_fate_11_spades() -> None:
    """11♠: an 11♠ may be played for 22, once in the turn; other cards and nations are not concerned."""
    placed = {"keith": ("hannover", 3), "richelieu": ("celle", 8)}
    game = under("11S", "france", placed, phase="combat", hands={"prussia": ["11S", "12S"], "france": ["11D"]})
    assert any(p.get("double") and p["value"] == 22 for p in menu(game)["plays"])
    refused(game, "play 12S double", "R11", "11♠")
    orders(game, "play 11S")
    assert score(game) == -6
    game = given("france", placed, phase="combat", turn=9, hands={"prussia": ["11S"]})
    refused(game, "play 11S double", "R11", "11♠")


def test_option_fate_modifiers_on_payment() -> None:
    """OP-70, option fate_modifiers_on_payment: 4♠ adds 1 to the first card paid, 11♠ may pay 22."""
    option = {"options": {"fate_modifiers_on_payment": True}}
    placed = {"soubise": ("koblenz", 2)}
    game = under("4S", "france", placed, hands={"france": ["5S", "5C"]}, **option)
    orders(game, "recruit troops 1 pay 5S")
    assert troops(game, "soubise") == 3
    refused(game, "recruit troops 1 pay 5C", "R10.2", "R10.3")
    game = under("11S", "prussia", {"keith": ("cottbus", 2)}, hands={"prussia": ["11S/1", "11S/2"]}, **option)
    orders(game, "recruit troops 3 pay 11S double")
    assert troops(game, "keith") == 5
    refused(game, "recruit troops 3 pay 11S double")
    game = under("11S", "prussia", {"keith": ("cottbus", 2)}, hands={"prussia": ["11S/1"]})
    refused(game, "recruit troops 3 pay 11S double")


def test_fate_11_clubs() -> None:
    """11♣, ST63a: one Hanoverian general on the map gets a free troop."""
    game = fate_step("11C", {"ferdinand": ("celle", 3), "cumberland": ("stade", 2)})
    assert state(game) == "FREE_TROOP" and decider(game) == "hanover"
    orders(game, "reinforce cumberland")
    assert (troops(game, "ferdinand"), troops(game, "cumberland")) == (3, 3)
    # with one general on the map everybody knows who gets it: nobody is asked
    assert troops(fate_step("11C", {"ferdinand": ("celle", 3)}), "ferdinand") == 4


def test_fate_11_hearts() -> None:
    """11♥: Heinrich protects up to four in all stages of the next turn, others up to three; gone after."""
    city = "angermuende"
    step = next(c for c in ROADS[city] if distance(c, "berlin") > 1)
    for guard, protects in (("heinrich", True), ("keith", False)):
        game = under("11H", "sweden", {"ehrensvaerd": city, guard: "berlin"})
        orders(game, f"move ehrensvaerd {step}")
        assert (city in pending(game)) == protects
        orders(game, "end")
        assert (city in conquered(game)) == (not protects)


def test_fate_12_clubs() -> None:
    """12♣, OP-65: Ehrensvärd five or six from his train is turned, unless at home in Sweden."""
    city = next(c for c in sorted(CITIES) if distance(c, "wismar") == 5 and CITIES[c]["country"] == "prussia")
    assert face_down(fate_step("12C", {"ehrensvaerd": city, "sweden_train_1": "wismar"}), "ehrensvaerd")
    near = next(c for c in sorted(CITIES) if distance(c, "wismar") == 4)
    assert not face_down(fate_step("12C", {"ehrensvaerd": near, "sweden_train_1": "wismar"}), "ehrensvaerd")
    far = next(c for c in sorted(CITIES) if distance(c, "stralsund") == 5)
    home = fate_step("12C", {"ehrensvaerd": "stralsund", "sweden_train_1": far})
    assert not face_down(home, "ehrensvaerd")


def west(extra: dict[str, Any]) -> Game:
    """Hildburghausen beaten in Sonneberg by Friedrich in Kronach (♥) in the turn of 12♥."""
    placed = {"hildburghausen": ("sonneberg", 4), "friedrich": ("kronach", 5), **extra}
    game = given("imperial", placed, phase="combat", scenario="expert", turn=8, fate={"next": ["12"]})
    return orders(game, "pass")


def test_fate_12_hearts() -> None:
    """12♥, ST63i, OP-69: only if he lost a combat this turn; two steps west, each to an empty city."""
    x = {c: CITIES[c]["x"] for c in CITIES}
    for blocked in ([], ["salzungen"], ["meiningen"]):
        extra = {"keith": (blocked[0], 2)} if blocked else {}
        game = orders(west(extra), "retreat hildburghausen")
        quietly(game, lambda g: state(g) == "WEST" or position_of(g)["turn"] == 9)
        expected = {
            (a, b)
            for a in ROADS["hildburghausen"]
            for b in ROADS[a]
            if x["hildburghausen"] > x[a] > x[b] and a not in blocked and b not in blocked
        }
        assert (state(game) == "WEST") == bool(expected)
        if expected:
            assert {tuple(p) for p in menu(game)["paths"]} == expected
            refused(game, "west none none")
            refused(game, "west sonneberg kronach", "R11", "OP-69")
            assert where(then(game, "west meiningen kissingen"), "hildburghausen") == "kissingen"
    calm = given(
        "imperial",
        {"hildburghausen": ("hildburghausen", 4)},
        phase="fate",
        scenario="expert",
        turn=8,
        fate={"next": ["12"]},
        last_victor={"general": "keith", "city": "boppard"},
    )
    assert state(calm) == "MOVE_MENU"


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


def test_op_64_a_withdrawal_counts_as_a_retreat() -> None:
    """OP-64, R7.4: who withdrew is not attacked again in this phase."""
    placed = {"keith": ("prag", 3), "daun": ("melnik", 6), "lacy": ("kolin", 5), "browne": ("beraun", 5)}
    game = under("8C", "austria", placed, phase="combat")
    orders(game, "attack daun keith", f"evade {then(game, 'attack daun keith').menu('friedrich')['cities'][0]}")
    assert decider(game) == "imperial"


def test_op_66_the_recipient_binds_his_stack() -> None:
    """OP-66: in a stack the named recipient is bound, and his stack while they are together."""
    placed = {"keith": ("prag", 4), "dohna": ("prag", 4), "daun": ("kolin", 3)}
    game = under("10S", "prussia", placed, hands={"prussia": ["6S"]})
    orders(game, "recruit troops 1 pay 6S give dohna=1")
    apart = then(game, "move dohna takes 4 melnik", "end")
    assert state(apart) == "CARD"
    assert decider(then(game, "end")) == "hanover"


def test_op_72_without_a_prussian_card_nothing_happens() -> None:
    """OP-72: no Prussian card, no question."""
    assert state(fate_step("9D", {}, hands={"austria": ["9S"]})) == "MOVE_MENU"


def test_fate_9_diamonds_is_random() -> None:
    """9♦, R15.13: over seeds each of Austria's cards comes; outsiders learn nothing."""
    seen: Counter[str] = Counter()
    for k in range(12):
        game = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["9S"]}, seed=f"nine-{k}")
        done = game.play("gift 4C")
        told = json.dumps(game.events_for(done, "pompadour"))
        assert "4C" not in told and "9S" not in told
        seen.update(hand(game, "austria"))
    assert set(seen) == {"4C", "9S"}
