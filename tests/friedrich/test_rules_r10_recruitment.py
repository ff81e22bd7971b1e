"""Chapter 10 of the rules: recruitment and re-entry, with OP-40 … OP-49."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reference import BOARD, CITIES, DEPOTS, GENERALS, NATIONS
from situations import (
    face,
    given,
    hand,
    legal,
    menu,
    orders,
    position_of,
    quietly,
    refused,
    stage_of,
    state,
    troops,
    where,
)

from sanssouci.friedrich import Game

SUBSTITUTES = {
    "prussia": 22, "hanover": 33, "russia": 18, "sweden": 6, "austria": 14, "imperial": 14, "france": 15,
}  # fmt: skip
RICH = ["13S", "13C", "13H", "13D", "12S", "12C"]


def occupied(nation: str, **placed: Any) -> dict[str, Any]:
    """All depots of a nation in hostile hands."""
    enemies = ("daun", "browne") if nation in ("prussia", "hanover") else ("friedrich", "keith")
    return {**dict(zip(enemies, DEPOTS[nation], strict=False)), **placed}


def test_r10_1_between_piece_moves() -> None:
    """R10.1, OP-40: buy, move, buy again; every purchase is paid separately without change."""
    placed = {"daun": ("prag", 3), "lacy": ("tabor", 2)}
    game = given("austria", placed, hands={"austria": ["7S", "7C", "5H"]})
    orders(game, "recruit troops 1 pay 7S give daun=1", "move daun melnik")
    refused(game, "recruit troops 1 pay 5H", "R10.2", "R10.3")
    orders(game, "recruit troops 1 pay 7C give lacy=1", "move lacy wotitz")
    assert (troops(game, "daun"), troops(game, "lacy")) == (4, 3) and hand(game, "austria") == ["5H"]


def test_r10_2_price() -> None:
    """R10.2, ST23: six a troop, six a train; a general is free but must bring a newly bought troop."""
    game = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["6S", "6C", "5H"]})
    legal(game, "recruit troops 1 pay 6S", "recruit train tabor pay 6S",
          "recruit troops 1 general lacy tabor pay 6S", "recruit troops 1 train tabor pay 6S 6C")  # fmt: skip
    refused(game, "recruit troops 1 pay 5H", "R10.2", "R10.3")
    refused(game, "recruit troops 2 pay 6S", "R10.2", "R10.3")
    refused(game, "recruit general lacy tabor pay 6S", "R10.2")
    refused(game, "recruit troops 0 pay 6S", "R10.2")
    refused(game, "recruit pay 6S", "R10.2")


def test_r10_3_payment() -> None:
    """R10.3, ST24, OP-41, OP-42, R15.6: any suits at face value, a Reserve ten, no change, shown to all."""
    game = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["R", "2C", "13D", "4S", "3S"]})
    assert {(face(c["card"]), c["value"]) for c in menu(game)["recruit"]["cards"]} == {
        ("R", 10), ("2C", 2), ("13D", 13), ("4S", 4), ("3S", 3),
    }  # fmt: skip
    assert menu(game)["recruit"]["purse"] == 32
    legal(game, "recruit troops 2 pay R 2C", "recruit troops 1 pay 2C 4S")
    refused(game, "recruit troops 1 pay R 2C", "OP-42", "R10.3")
    refused(game, "recruit troops 1 pay 13D 13D", "card_not_held_again")
    done = game.play("recruit troops 2 pay 13D")
    assert "13D" in json.dumps(game.events_for(done, None))
    assert [face(c) for c in game.view("friedrich").json()["seen"]] == ["13D"]


def test_r10_4_limits() -> None:
    """R10.4, R6.6: at most the ceiling, at most eight a general; retired generals never return."""
    game = given("hanover", {"ferdinand": ("celle", 8)}, hands={"hanover": RICH})
    refused(game, "recruit troops 1 pay 12S", "R10.4", "R6.2")
    legal(game, "recruit troops 4 general cumberland stade pay 13S 12S")
    refused(game, "recruit troops 5 general cumberland stade pay 13S 13C 12S", "R10.4", "R6.6")
    game = given("hanover", {"ferdinand": ("celle", 7)}, retired=["cumberland"], hands={"hanover": RICH})
    refused(game, "recruit troops 1 general cumberland stade pay 12S", "R10.4")
    legal(game, "recruit troops 1 pay 12S")
    refused(game, "recruit troops 2 pay 12S", "R10.4", "R6.2")


def test_r10_5_who_gets_the_troops_is_secret() -> None:
    """R10.5, Q11, ST26, R15.8, R15.9: any own general on the map, supplied or not; only the number is told."""
    placed = {"daun": ("prag", 3), "lacy": ("leipzig", 2, "down")}
    game = given("austria", placed, hands={"austria": ["12S"]})
    done = game.play("recruit troops 2 pay 12S give lacy=1 daun=1")
    assert (troops(game, "daun"), troops(game, "lacy")) == (4, 3)
    for role in ("friedrich", "elisabeth", "pompadour", None):
        told = json.dumps(game.events_for(done, role))
        assert "lacy" not in told and "daun" not in told
    assert "lacy" in json.dumps(game.events_for(done, "maria-theresa"))
    game = given("austria", placed, hands={"austria": ["12S"]})
    refused(game, "recruit troops 2 pay 12S give daun=1", "R10.5", "R10.2")
    refused(game, "recruit troops 2 pay 12S give daun=3", "R10.5", "R10.2")
    refused(game, "recruit troops 2 pay 12S", "R10.5")
    refused(game, "recruit troops 2 pay 12S give keith=2", "R10.5")


def test_r10_6_depots() -> None:
    """R10.6, Q12, ST25: any own depot with room; a general and a train cannot share one."""
    game = given("austria", {"daun": ("bruenn", 3)}, hands={"austria": RICH})
    assert set(menu(game)["recruit"]["generals"]["lacy"]) == {"bruenn", "tabor"}
    assert menu(game)["recruit"]["trains"] == {"count": 2, "cities": ["tabor"]}
    legal(game, "recruit troops 1 general lacy bruenn pay 12S")
    refused(game, "recruit train bruenn pay 12S", "R10.6", "R4.5")
    refused(game, "recruit troops 1 general lacy prag pay 12S", "R10.6")
    refused(game, "recruit train tabor train tabor pay 12S", "R10.6", "R4.5")
    refused(game, "recruit troops 1 general lacy tabor train tabor pay 12S", "R10.6", "R4.5")
    legal(game, "recruit troops 2 general lacy tabor general karl bruenn pay 12S")
    three = given("austria", {"daun": "tabor", "browne": "tabor", "karl": "tabor"}, hands={"austria": RICH})
    refused(three, "recruit troops 1 general lacy tabor pay 12S", "R10.6", "R4.5")
    refused(three, "recruit troops 1 general daun bruenn pay 12S", "R10.6")


def test_r10_7_clearing_a_depot_first() -> None:
    """R10.7, Q13: the occupant moves away, then the city may be used."""
    game = given("sweden", {"ehrensvaerd": ("stralsund", 2)}, hands={"sweden": ["6S"]})
    refused(game, "recruit train stralsund pay 6S", "R10.6", "R4.5")
    orders(game, "move ehrensvaerd grimmen", "recruit train stralsund pay 6S")
    assert where(game, "sweden-train-1") == "stralsund"


def test_r10_8_no_further_movement() -> None:
    """R10.8: what came back stays for this phase."""
    game = given("russia", {}, hands={"russia": ["12S"]})
    orders(game, "recruit troops 1 train warszawa general fermor sierpc pay 12S")
    refused(game, "move fermor lipno", "R10.8", "R4.10", "R4.1")
    refused(game, "move russia-train-1 otwock", "R10.8", "R4.10", "R4.1")
    assert menu(game)["groups"] == []


@pytest.mark.parametrize("nation", NATIONS)
def test_r10_9_emergency_sites(nation: str) -> None:
    """R10.9, OP-46, OP-47: with all depots hostile the pieces re-enter in a substitute city of the list."""
    general = GENERALS[nation][-1]
    game = given(nation, occupied(nation), hands={nation: ["8S"]})
    offered = menu(game)["recruit"]
    assert offered["substitute"] is True and offered["price"] == 8
    site = BOARD["substitute_sites"][nation]
    cities = {
        c for c, city in CITIES.items()
        if city["sector"] == site.get("sector", city["sector"])
        and city["country"] == site.get("country", city["country"])
    }  # fmt: skip
    assert len(cities) == SUBSTITUTES[nation]
    free = cities - set(DEPOTS[nation])
    assert set(offered["generals"][general]) == free
    outside = next(c for c in sorted(CITIES) if c not in cities and c not in DEPOTS[nation])
    refused(game, f"recruit troops 1 general {general} {outside} pay 8S", "R10.9", "R10.6")
    city = sorted(free)[0]
    orders(game, f"recruit troops 1 general {general} {city} pay 8S")
    assert where(game, general) == city


def test_r10_10_one_substitute_city_a_stage() -> None:
    """R10.10, OP-45: all pieces of a stage re-enter in the same substitute city; the next stage is free."""
    game = given("austria", occupied("austria"), hands={"austria": ["8S", "8C", "8H", "13D", "3D"]})
    refused(game, "recruit troops 2 general daun olmuetz general lacy prerau pay 13D 3D", "R10.10")
    orders(game, "recruit troops 1 general daun olmuetz pay 8S")
    refused(game, "recruit troops 1 general lacy prerau pay 8C", "R10.10")
    refused(game, "recruit train prerau pay 8C", "R10.10")
    legal(game, "recruit troops 1 general lacy olmuetz pay 8C")
    assert game.view(None).json()["stage"]["substitute"] == "olmuetz"
    orders(game, "end")
    quietly(game, stage_of("austria"))
    legal(game, "recruit troops 1 general lacy prerau pay 8C")


def test_r10_11_surcharge() -> None:
    """R10.11: with all depots hostile every troop and train costs eight, also for generals on the map."""
    game = given("sweden", {"keith": "stralsund", "ehrensvaerd": ("wolgast", 2)}, hands={"sweden": ["7S", "8S"]})
    refused(game, "recruit troops 1 pay 7S", "R10.11", "R10.2", "R10.3")
    legal(game, "recruit troops 1 pay 8S", "recruit train wismar pay 8S")
    game = given("sweden", {"prussia_train_1": "stralsund", "ehrensvaerd": ("wolgast", 2)},
                 hands={"sweden": ["7S"]})  # fmt: skip
    assert menu(game)["recruit"] is None


def test_op_43_all_depots_must_be_hostile() -> None:
    """OP-43: a friend or a mixture in the depots brings neither substitute nor surcharge."""
    hands = {"sweden": ["6S"]}
    game = given("sweden", {"fermor": "stralsund"}, hands=hands)
    refused(game, "recruit troops 1 general ehrensvaerd wolgast pay 6S", "R10.6", "R10.9")
    refused(game, "recruit troops 1 general ehrensvaerd stralsund pay 6S", "R10.6", "R4.5")
    game = given("austria", {"keith": "bruenn", "hildburghausen": "tabor", "daun": ("prag", 2)},
                 hands={"austria": ["6S"]})  # fmt: skip
    assert menu(game)["recruit"]["price"] == 6 and not menu(game)["recruit"]["generals"].get("lacy")


def test_op_44_the_price_is_fixed_at_payment() -> None:
    """OP-44: eliminating the hostile train in the depot first restores the price of six."""
    placed = {"prussia_train_1": "stralsund", "ehrensvaerd": ("grimmen", 2)}
    game = given("sweden", placed, hands={"sweden": ["6S"]})
    refused(game, "recruit troops 1 pay 6S", "R10.11", "R10.2", "R10.3")
    orders(game, "move ehrensvaerd stralsund")
    legal(game, "recruit troops 1 pay 6S")


def test_op_45_the_substitute_is_forgotten_after_the_stage() -> None:
    """OP-45: see R10.10; here a train and a general in two stages."""
    game = given("hanover", occupied("hanover"), hands={"hanover": ["8S", "8C"]})
    orders(game, "recruit train celle pay 8S", "end")
    quietly(game, stage_of("hanover"))
    legal(game, "recruit troops 1 general ferdinand verden pay 8C")


def test_op_46_option_france_substitute() -> None:
    """OP-46, option france_substitute: hearts_south, or clubs_koblenz for all cities of Koblenz's own sector."""
    game = given("france", occupied("france"), hands={"france": ["8S"]},
                 options={"france_substitute": "clubs_koblenz"})  # fmt: skip
    sector = {c for c in CITIES if CITIES[c]["sector"] == CITIES["koblenz"]["sector"]} - {"koblenz"}
    assert set(menu(game)["recruit"]["generals"]["soubise"]) == sector
    game = given("france", occupied("france"), hands={"france": ["8S"]})
    assert {"boppard", "frankfurt-main", "mainz"} <= set(menu(game)["recruit"]["generals"]["soubise"])


def test_op_47_option_substitute_home_only() -> None:
    """OP-47, option substitute_home_only: only home cities of the sector, not for Russia and France."""
    home = {"options": {"substitute_home_only": True}}
    game = given("hanover", occupied("hanover"), hands={"hanover": ["8S"]}, **home)
    offered = set(menu(game)["recruit"]["generals"]["ferdinand"])
    assert {CITIES[c]["country"] for c in offered} == {"hanover"} and len(offered) == 16
    game = given("russia", occupied("russia"), hands={"russia": ["8S"]}, **home)
    assert len(menu(game)["recruit"]["generals"]["fermor"]) == 17
    game = given("prussia", occupied("prussia"), hands={"prussia": ["8S"]}, **home)
    assert "fuerstenberg-havel" not in menu(game)["recruit"]["generals"]["keith"]
    assert len(menu(game)["recruit"]["generals"]["keith"]) == 20


def test_op_48_reentry_next_to_an_enemy_is_an_attack() -> None:
    """OP-48: who comes back next to a hostile general must attack in the same stage."""
    game = given("prussia", {"daun": ("spandau", 3)}, hands={"prussia": ["6S"]})
    orders(game, "recruit troops 1 general keith berlin pay 6S", "end")
    assert state(game) == "CARD"


def test_op_49_no_troops_without_a_general() -> None:
    """OP-49: with no general on the map and none re-entering no troops can be bought."""
    game = given("russia", {"russia_train_1": "torun"}, hands={"russia": ["6S"]})
    refused(game, "recruit troops 1 pay 6S", "OP-49", "R6.2", "R10.5", "R10.4")
    legal(game, "recruit troops 1 general fermor sierpc pay 6S")


def test_op_40_two_purchases() -> None:
    """OP-40: what one purchase wastes does not help the next."""
    game = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["11S", "2C", "5C"]})
    orders(game, "recruit troops 1 pay 11S")
    refused(game, "recruit troops 1 pay 5C", "R10.2", "R10.3")
    legal(game, "recruit troops 1 pay 2C 5C")


def test_op_41_a_reserve_pays_ten() -> None:
    """OP-41: automatically; no value is named."""
    game = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["R", "2C"]})
    legal(game, "recruit troops 2 pay R 2C")
    refused(game, "recruit troops 2 pay R", "R10.2", "R10.3")


def test_op_42_no_needless_card() -> None:
    """OP-42: no card may be removable without falling below the price."""
    game = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["3S", "4S", "5S"]})
    refused(game, "recruit troops 1 pay 3S 4S 5S", "OP-42", "R10.3")
    legal(game, "recruit troops 1 pay 3S 4S", "recruit troops 1 pay 3S 5S", "recruit troops 2 pay 3S 4S 5S")


@pytest.mark.parametrize("city", ["bunzlau", "prag", "tabor"])
def test_r10_5_anybody_may_have_got_them(city: str) -> None:
    """R10.5, R15.1: after a purchase others think every stack may have got all of it, in whatever city it stands."""
    game = given("austria", {"daun": (city, 3), "lacy": ("bruenn", 2)}, hands={"austria": ["12S"]})
    whole = position_of(game)
    whole["known"]["strength"] = {"daun": [3, 3], "lacy": [2, 2]}
    game = orders(Game.from_position(whole), "recruit troops 2 pay 12S give daun=1 lacy=1")
    stacks = game.view("friedrich").json()["stacks"]
    assert {s["generals"][0]: s["strength"] for s in stacks} == {"daun": [3, 5], "lacy": [2, 4]}
