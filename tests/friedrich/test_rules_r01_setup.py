"""Chapter 1 of the rules: roles, sides, map, pieces, set-up."""

from __future__ import annotations

import json

import pytest
from reference import BOARD, CITIES, DEPOTS, GENERALS, HOME, NATIONS, OBJECTIVES, TRAINS, suit
from situations import (
    ROLE,
    ROLES,
    conquered,
    decider,
    face_down,
    given,
    hand_size,
    orders,
    pending,
    position_of,
    public,
    quietly,
    refused,
    roles,
    stage_of,
    state,
    total,
    troops,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game

FIRST_ORDER = {
    "russia": "colberg neu-stettin stargard kuestrin pyritz woldenberg ortelsburg koenigsberg riesenburg rastenburg",
    "sweden": "cammin malchin anklam greifenhagen stettin",
    "austria": "cosel liegnitz lublinitz glatz neisse waldenburg breslau brieg oels schweidnitz radeberg zittau",
    "imperial": "chemnitz leipzig dresden torgau pirna",
    "france": "diepholz kassel wittingen braunschweig goettingen hameln hannover magdeburg minden halberstadt",
    "prussia": "truebau eger friedland-boehmen jungbunzlau kolin koeniggraetz prag trautenau tschaslau "
    "wotitz karlsbad pilsen saaz teplitz",
}
SECOND_ORDER = {
    "sweden": "neuruppin pritzwalk prenzlau angermuende schwedt",
    "austria": "bunzlau goerlitz muskau kamenz",
    "imperial": "naumburg rochlitz zwickau meissen bitterfeld",
}
SETUP = {
    "prussia": (32, "oschatz oschatz berlin strehlen strehlen brandenburg arnswalde mohrungen",
                "jueterbog gruenberg", "berlin"),
    "hanover": (12, "stade alfeld", "gifhorn", "stade"),
    "russia": (16, "bydgoszcz bydgoszcz lomza sierpc", "torun warszawa", "sierpc warszawa"),
    "sweden": (4, "stralsund", "wismar", "stralsund"),
    "austria": (30, "bruenn melnik melnik olmuetz tabor", "beraun pardubitz", "bruenn tabor"),
    "imperial": (6, "hildburghausen", "erlangen", "hildburghausen"),
    "france": (20, "iserlohn fulda iserlohn", "koblenz gemuenden", "koblenz gemuenden"),
}  # fmt: skip


def test_r1_1_roles_and_nations() -> None:
    """R1.1: Friedrich runs two nations, Elisabeth two, Maria Theresa two, Pompadour France."""
    seen = Game.new(scenario="standard", players=4, seed="a").view(None).json()["nations"]
    assert {n: seen[n]["role"] for n in NATIONS} == ROLE
    three = Game.new(scenario="standard", players=3, seed="a")
    quietly(three, stage_of("prussia", 1))
    for role in ("elisabeth", "pompadour"):
        hands = {n for n, entry in three.view(role).json()["nations"].items() if "hand" in entry}
        assert hands == {"russia", "sweden", "france"}


def test_r1_2_allies_never_fight() -> None:
    """R1.2: attack nations next to each other have no combat, nor have Prussia and Hanover."""
    placed = {"daun": ("prag", 3), "hildburghausen": ("melnik", 3), "soubise": ("kolin", 2)}
    assert state(given("austria", placed, phase="combat")) != "CARD"
    game = given("prussia", {"keith": ("celle", 3), "ferdinand": ("hannover", 3)}, phase="combat")
    assert state(game) == "MOVE_MENU"
    assert state(given("prussia", {"keith": ("celle", 3), "soubise": ("hannover", 3)}, phase="combat")) == "CARD"


@pytest.mark.parametrize("nation", ["russia", "sweden", "austria", "imperial", "france"])
def test_r1_3_an_attack_nation_needs_all_its_objectives(nation: str) -> None:
    """R1.3: with all objectives of its colour a nation wins for its role, with one missing it does not."""
    every = list(OBJECTIVES[nation])
    assert public(given("france", {}), nation)["needed"] == len(every)
    game = given("france", {}, phase="supply", turn=4, conquered=dict.fromkeys(every, nation))
    assert winners(game) == {ROLE[nation]}
    for k in range(len(every)):
        less = dict.fromkeys(every[:k] + every[k + 1 :], nation)
        assert given("france", {}, phase="supply", turn=4, conquered=less).result is None


def test_r1_4_prussian_objectives_play_no_part_in_the_standard_game() -> None:
    """R1.4: leaving Prag conquers nothing for Prussia in the standard game, in any turn."""
    for turn in (1, 3, 8):
        game = given("prussia", {"friedrich": "prag"}, turn=turn)
        orders(game, "move friedrich melnik")
        assert conquered(game) == {} and pending(game) == {}


def test_r1_5_the_role_cards_are_back_in_their_deck() -> None:
    """R1.5, ST00: after the roles are dealt out the four thirteens lie in the first deck."""
    game = Game.new(scenario="standard", players=4, seed="a")
    whole = position_of(game)["piles"]["draw"]
    assert {"13S/1", "13C/1", "13H/1", "13D/1"} <= set(whole) and len(whole) == 50


def test_r1_6_a_city_has_the_suit_of_its_sector() -> None:
    """R1.6: 33 sectors of one suit each; every city lies in its rectangle and takes its suit."""
    sectors = {s["id"]: s for s in BOARD["sectors"]}
    assert len(sectors) == 33
    for city in CITIES.values():
        box = sectors[city["sector"]]
        assert city["suit"] == box["suit"]
        assert box["x0"] <= city["x"] <= box["x1"] and box["y0"] <= city["y"] <= box["y1"]
    game = given("prussia", {"keith": ("torgau", 3), "daun": ("oschatz", 4)}, phase="combat")
    now = sure(game.view(None).json()["combat"])["current"]
    assert (
        (sure(now)["attacker"]["suit"], sure(now)["defender"]["suit"])
        == (suit("torgau"), suit("oschatz"))
        == ("H", "D")
    )


def test_r1_7_special_cities() -> None:
    """R1.7, Q10: the objectives are those of the table; a depot is neither objective nor train."""
    for nation in FIRST_ORDER:
        expected = dict.fromkeys(FIRST_ORDER[nation].split(), 1)
        expected |= dict.fromkeys(SECOND_ORDER.get(nation, "").split(), 2)
        assert OBJECTIVES[nation] == expected
    game = given("russia", {"fermor": "berlin", "apraxin": "stralsund"})
    orders(game, "move fermor spandau")
    assert conquered(game) == {} and pending(game) == {}


@pytest.mark.parametrize("nation", NATIONS)
def test_r1_8_home(nation: str) -> None:
    """R1.8, R9.2: without train a general is supplied exactly in the countries of his home (and own depots)."""
    by_country: dict[str, str] = {}
    for city in CITIES.values():
        if city.get("depot") is None:
            by_country.setdefault(city["country"], city["id"])
    assert len(by_country) == 7
    general = GENERALS[nation][0]
    for country, place in by_country.items():
        game = given(nation, {general: place}, phase="supply")
        assert face_down(game, general) == (country not in HOME[nation]), city


@pytest.mark.parametrize("nation", NATIONS)
def test_r1_9_pieces_and_start_cities(nation: str) -> None:
    """R1.9, OP-82: every piece at its start city, ranks in the order of the list, the strength as ceiling."""
    strength, generals, trains, depots = SETUP[nation]
    game = Game.new(scenario="standard", players=4, seed="a")
    assert [where(game, g) for g in GENERALS[nation]] == generals.split()
    assert [where(game, t) for t in TRAINS[nation]] == trains.split()
    assert sorted(DEPOTS[nation]) == sorted(depots.split())
    assert public(game, nation)["ceiling"] == strength
    quietly(game, stage_of("prussia", 1))
    assert total(game, nation) == strength
    for stack in game.view(None).json()["stacks"]:
        order = GENERALS[stack["nation"]]
        assert stack["generals"] == sorted(stack["generals"], key=order.index)


def test_r1_10_first_allotment() -> None:
    """R1.10, ST01: every owner allots in any order, in secret; one to eight each, the whole strength."""
    game = Game.new(scenario="standard", players=4, seed="a")
    assert state(game) == "ALLOT" and roles(game) == set(ROLES)
    refused(game, "allot hanover ferdinand=8", "R1.10")
    refused(game, "allot hanover ferdinand=8 cumberland=3", "R1.10")
    refused(game, "allot hanover ferdinand=9 cumberland=3", "R1.10", "R6.2")
    refused(game, "allot hanover ferdinand=8 saltikov=4", "R1.10")
    done = game.play("allot france richelieu=8 soubise=8 chevert=4")
    assert game.menu("pompadour") == {} and game.menu("friedrich")
    told = json.dumps(game.events_for(done, "elisabeth"))
    assert "soubise" not in told
    refused(game, "allot france richelieu=8 soubise=4 chevert=8", "allot_done")
    orders(game, "allot russia saltikov=1 fermor=7 apraxin=7 tottleben=1",
           "allot austria daun=8 browne=8 karl=1 laudon=8 lacy=5",
           "allot hanover ferdinand=4 cumberland=8")  # fmt: skip
    assert state(game) == "ALLOT" and roles(game) == {"friedrich"}
    orders(game, "allot prussia friedrich=8 winterfeldt=8 heinrich=1 schwerin=1 keith=1 seydlitz=1 dohna=4 "
                 "lehwaldt=8")  # fmt: skip
    assert state(game) == "MOVE_MENU" and decider(game) == "prussia"
    assert troops(game, "cumberland") == 8 and troops(game, "lehwaldt") == 8


def test_r1_11_piles_at_the_start() -> None:
    """R1.11: one deck shuffled as the pile, the others wait, all hands are empty."""
    orders_seen = set()
    for seed in ("a", "b", "c"):
        game = Game.new(scenario="standard", players=4, seed=seed)
        seen = game.view(None).json()["piles"]
        assert seen["draw"] == {"1": 50} and seen["unopened"] == [2, 3, 4] and seen["used"] == {}
        assert all(hand_size(game, nation) == 0 for nation in NATIONS)
        orders_seen.add(tuple(position_of(game)["piles"]["draw"]))
    assert len(orders_seen) == 3


def test_r1_12_the_fate_deck_is_shuffled() -> None:
    """R1.12: eighteen fate cards in a random order that depends on the seed."""
    firsts = set()
    names = {str(k) for k in range(1, 13)} | {"elisabeth", "sweden", "india", "america", "lord-bute", "poems"}
    for k in range(12):
        game = given("france", {}, phase="fate", turn=6, seed=f"r1-12-{k}")
        fate = game.view(None).json()["fate"]
        assert len(fate["drawn"]) == 1 and len(fate["left"]) == 17
        assert set(fate["left"]) | {fate["drawn"][0]["card"]} == names
        firsts.add(fate["drawn"][0]["card"])
    assert len(firsts) > 3
