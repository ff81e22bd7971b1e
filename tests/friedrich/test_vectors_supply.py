"""Test vectors TV-47 … TV-59: supply and recruitment (chapters 20.7, 20.8)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reference import NATION, ROADS, distance, open_distance
from situations import (
    face,
    face_down,
    given,
    hand,
    hand_size,
    legal,
    menu,
    orders,
    pieces,
    pool,
    public,
    quietly,
    refused,
    stage_of,
    state,
    then,
    total,
    troops,
    where,
)


def checked(nation: str, placed: dict[str, Any], general: str) -> bool:
    """Whether the general is still face-up after the supply phase of its nation."""
    return not face_down(given(nation, placed, phase="supply"), general)


def test_tv_47_open_paths_to_the_train() -> None:
    """TV-47: Oschatz–Jüterbog 4 steps; a hostile piece in Falkenberg or Herzberg makes it 6, in Torgau 7."""
    placed = {"friedrich": ("oschatz", 4), "prussia_train_1": "jueterbog"}
    assert distance("oschatz", "jueterbog") == 4
    assert checked("prussia", placed, "friedrich")
    for blocker in ("daun", "austria_train_1"):
        for city, steps in (("falkenberg", 6), ("herzberg", 6), ("torgau", 7)):
            there = {**placed, blocker: city}
            short = {"pieces": pieces(**there)}
            assert open_distance(short, "prussia", "oschatz", {"jueterbog"}) == steps
            assert checked("prussia", there, "friedrich") == (steps <= 6)
    for friend in ("ferdinand", "keith", "prussia_train_2"):
        assert checked("prussia", {**placed, friend: "torgau"}, "friedrich")


@pytest.mark.parametrize(
    ("general", "city", "fed"),
    [
        *(("keith", city, True) for city in ("cottbus", "minden", "emden", "halle")),
        ("keith", "torgau", False),
        ("hildburghausen", "dresden", True),
        ("hildburghausen", "quedlinburg", True),
        ("hildburghausen", "halle", False),
        ("ferdinand", "gardelegen", True),
        ("ferdinand", "salzwedel", False),
        ("ehrensvaerd", "wismar", True),
        ("ehrensvaerd", "buetzow", True),
        ("ehrensvaerd", "rostock", False),
    ],
)
def test_tv_48_home(general: str, city: str, fed: bool) -> None:
    """TV-48: home includes exclaves; Saxony is Imperial home and not Prussian."""
    assert checked(NATION[general], {general: city}, general) == fed


@pytest.mark.parametrize(("city", "fed"), [("sierpc", True), ("warszawa", True), ("lipno", False)])
def test_tv_49_russian_depots(city: str, fed: bool) -> None:
    """TV-49: without trains a Russian is supplied in his depots, not next to them."""
    assert "lipno" in ROADS["sierpc"]
    assert checked("russia", {"tottleben": city}, "tottleben") == fed


def test_tv_50_two_turns_or_one() -> None:
    """TV-50: a train lost to the enemy leaves two movement phases, walking out of supply only one."""
    placed = {"browne": ("dresden", 5), "austria_train_1": "teplitz", "keith": ("bruex", 3)}
    assert distance("dresden", "teplitz") == 3
    game = given("prussia", placed, turn=5, fate={"next": ["1", "2"]})
    orders(game, "move keith teplitz")
    assert where(game, "austria-train-1") is None
    quietly(game, stage_of("austria", 5))
    assert not face_down(game, "browne")
    orders(game, "end")
    assert face_down(game, "browne")
    quietly(game, stage_of("austria", 6))
    assert face_down(game, "browne") and troops(game, "browne") == 5
    orders(game, "end")
    assert where(game, "browne") is None and total(game, "austria") == 0
    game = given("austria", {"browne": ("tetschen", 5)}, turn=5, fate={"next": ["1", "2"]})
    orders(game, "move browne pirna dresden", "end")
    assert face_down(game, "browne")
    quietly(game, stage_of("austria", 6))
    orders(game, "end")
    assert where(game, "browne") is None


def test_tv_51_contagion() -> None:
    """TV-51: Saltikov joins the face-down Fermor: unsupplied both are lost, supplied both turn up."""
    placed = {"fermor": ("lomza", 3, "down"), "saltikov": ("kolno", 5)}
    game = given("russia", placed)
    orders(game, "move saltikov lomza")
    assert face_down(game, "saltikov") and face_down(game, "fermor")
    orders(game, "end")
    assert where(game, "saltikov") is None and where(game, "fermor") is None
    assert total(game, "russia") == 0
    game = given("russia", {**placed, "russia_train_1": "warszawa"})
    orders(game, "move saltikov lomza", "end")
    assert not face_down(game, "saltikov") and not face_down(game, "fermor")
    assert pool(game, "fermor") == 8


# ---------------------------------------------------------------- 20.8 recruitment


def test_tv_52_the_worked_recruitment() -> None:
    """TV-52: three troops and a train for 24, paid with 25; the train cannot join the generals in Sierpc."""
    placed = {"apraxin": ("lomza", 4), "tottleben": ("torun", 4), "russia_train_1": "bydgoszcz"}
    game = given("russia", placed, hands={"russia": ["13S", "12C"]})
    buy = "recruit troops 3 train {} general saltikov sierpc general fermor sierpc pay 13S 12C give {}"
    legal(game, buy.format("warszawa", "saltikov=1 fermor=1 apraxin=1"))
    legal(game, buy.format("warszawa", "saltikov=2 fermor=1"))
    refused(game, buy.format("sierpc", "saltikov=1 fermor=1 apraxin=1"), "R4.5", "R10.6")
    refused(game, buy.format("warszawa", "saltikov=1 apraxin=2"), "R10.2", "R10.5", "R6.2")
    orders(game, buy.format("warszawa", "saltikov=1 fermor=1 apraxin=1"))
    assert where(game, "saltikov") == where(game, "fermor") == "sierpc"
    assert where(game, "russia-train-2") == "warszawa"
    assert pool(game, "saltikov") == 2 and troops(game, "apraxin") == 5 and total(game, "russia") == 11
    assert hand(game, "russia") == []
    assert set(map(face, game.view("friedrich").json()["seen"])) == {"13S", "12C"}
    for line in ("saltikov lipno", "fermor lipno", "saltikov+fermor lipno", "russia-train-2 otwock"):
        refused(game, f"move {line}", "R4.10", "R10.8", "R4.1")
    legal(game, "move apraxin kolno")


def test_tv_53_sweden_comes_back_elsewhere() -> None:
    """TV-53: Stralsund in Prussian hands: 8 points, a substitute city, and an attack if next to it."""
    placed = {"keith": ("stralsund", 3)}
    game = given("sweden", placed, hands={"sweden": ["8S", "7S"]})
    free = {"grimmen", "greifswald", "wolgast", "wismar", "buetzow"}
    assert menu(game)["recruit"]["price"] == 8
    assert set(menu(game)["recruit"]["generals"]["ehrensvaerd"]) == free
    buy = "recruit troops 1 general ehrensvaerd {} pay {}"
    for city in free:
        legal(game, buy.format(city, "8S"))
    refused(game, buy.format("wismar", "7S"), "R10.11", "R10.3", "R10.2")
    refused(game, buy.format("stralsund", "8S"), "R10.6", "R10.9", "R4.5")
    refused(game, buy.format("rostock", "8S"), "R10.9", "R10.6")
    for city in free:
        after = then(game, buy.format(city, "8S"), "end")
        assert (state(after) == "CARD") == (city in ("grimmen", "greifswald"))


def test_tv_54_a_friend_in_the_depot() -> None:
    """TV-54 (OP-43): one depot hostile, one with the own train: price 6, no entry until the train leaves."""
    placed = {"keith": ("sierpc", 3), "russia_train_2": "warszawa", "apraxin": ("lomza", 2)}
    game = given("russia", placed, hands={"russia": ["6S"]})
    assert menu(game)["recruit"]["price"] == 6
    buy = "recruit troops 1 general fermor warszawa pay 6S"
    refused(game, buy, "R10.6", "R4.5")
    refused(game, "recruit troops 1 general fermor otwock pay 6S", "R10.6", "R10.9")
    assert not menu(game)["recruit"]["generals"].get("fermor")
    orders(game, "move russia-train-2 otwock")
    legal(game, buy)


def test_tv_55_general_and_train_in_one_depot() -> None:
    """TV-55: a general and a train cannot both enter Berlin; three generals can, with three new troops."""
    game = given("prussia", {"dohna": ("cottbus", 3)}, hands={"prussia": ["12S", "6S", "13H", "5H"]})
    refused(game, "recruit troops 1 train berlin general heinrich berlin pay 12S", "R10.6", "R4.5")
    three = "general heinrich berlin general keith berlin general schwerin berlin pay"
    legal(game, f"recruit troops 3 {three} 12S 6S")
    refused(game, f"recruit troops 2 {three} 12S", "R10.2", "R10.5")


def test_tv_56_joining_by_reentry() -> None:
    """TV-56: Keith re-enters where Heinrich stands: Heinrich may not move; moved away first he keeps it."""
    game = given("prussia", {"heinrich": ("berlin", 3)}, hands={"prussia": ["6S"]})
    keith = "recruit troops 1 general keith berlin pay 6S"
    joined = then(game, keith)
    assert pool(joined, "keith") == 4
    for line in ("move heinrich spandau", "move heinrich+keith spandau", "move keith takes 1 spandau"):
        refused(joined, line, "R4.9", "R4.10", "R10.8", "R4.1")
    away = then(game, "move heinrich spandau")
    legal(away, keith, "recruit train berlin pay 6S")
    assert where(away, "heinrich") == "spandau"


def test_tv_57_recruits_for_a_general_without_supply() -> None:
    """TV-57: face-down Apraxin may receive two troops and stays face-down; only number and total are told."""
    game = given("russia", {"apraxin": ("lomza", 2, "down"), "fermor": ("sierpc", 2)},
                 hands={"russia": ["12S"]})  # fmt: skip
    done = game.play("recruit troops 2 pay 12S give apraxin=2")
    assert troops(game, "apraxin") == 4 and face_down(game, "apraxin")
    told = json.dumps(game.events_for(done, "friedrich"))
    assert "apraxin" not in told
    assert public(game, "russia")["troops"] == 6
    stacks = {s["generals"][0]: s["strength"] for s in game.view("friedrich").json()["stacks"]}
    assert stacks["apraxin"][0] < 4 < stacks["apraxin"][1]


def test_tv_58_a_nation_without_pieces() -> None:
    """TV-58: Sweden still draws and may buy Ehrensvärd or its train, but not both into Stralsund."""
    game = given("sweden", {}, phase="draw", hands={"sweden": ["6S", "6C"]})
    assert state(game) == "MOVE_MENU" and hand_size(game, "sweden") == 3
    general = "recruit troops 1 general ehrensvaerd stralsund pay 6S"
    train = "recruit train stralsund pay 6C"
    legal(game, general, train)
    refused(then(game, general), train, "R10.6", "R4.5")
    refused(then(game, train), general, "R10.6", "R4.5")


def test_tv_59_coins_without_change() -> None:
    """TV-59: for 12 points Reserve + 2♣ and 7♠ + 6♥ are accepted, 13♦ + 2♣ holds a needless card."""
    hands = {"austria": ["R", "2C", "13D", "7S", "6H"]}
    game = given("austria", {"daun": ("prag", 3)}, hands=hands)
    legal(game, "recruit troops 2 pay R 2C", "recruit troops 2 pay 7S 6H", "recruit troops 2 pay 13D")
    refused(game, "recruit troops 2 pay 13D 2C", "OP-42", "R10.3")
    after = then(game, "recruit troops 2 pay 7S 6H")
    assert troops(after, "daun") == 5 and hand(after, "austria") == sorted(["R", "2C", "13D"])
