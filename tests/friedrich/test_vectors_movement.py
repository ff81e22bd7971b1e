"""Test vectors TV-10 … TV-27: movement, stacking, objectives (chapters 20.2, 20.3)."""

from __future__ import annotations

import pytest
from reference import CITIES, NATION, OBJECTIVES, ROADS, distance, is_general, walks
from situations import (
    conquered,
    decider,
    ends,
    given,
    group,
    legal,
    menu,
    moved,
    orders,
    pending,
    refused,
    roles,
    start_position,
    state,
    then,
    troops,
    under,
    where,
)

from certain import sure


def test_tv_10_friedrich_from_oschatz() -> None:
    """TV-10: 21 cities within three steps, 24 with main roads: also Köthen, Naumburg and Radeberg."""
    game = given("prussia", {"friedrich": "oschatz"})
    found = ends(game, "friedrich") | {"oschatz"}
    assert len(found) == 24
    near = {c for c in CITIES if distance("oschatz", c) <= 3}
    assert len(near) == 21
    assert found - near == {"koethen", "naumburg", "radeberg"}
    legal(
        game,
        "move friedrich wurzen leipzig halle koethen",
        "move friedrich wurzen leipzig merseburg naumburg",
        "move friedrich riesa meissen dresden radeberg",
    )


def test_tv_11_heinrich_from_berlin() -> None:
    """TV-11: four steps only where every road is a main road; Neuruppin at four is out of reach."""
    game = given("prussia", {"heinrich": "berlin"})
    legal(game, "move heinrich spandau velten oranienburg zehdenick")
    assert distance("berlin", "neuruppin") == 4
    far = {c for c in ends(game, "heinrich") if distance("berlin", c) == 4}
    assert far == {"zehdenick", "kyritz", "crossen", "angermuende"}
    paths = [
        w for w in walks({"pieces": {"heinrich": {"city": "berlin"}}}, ["heinrich"], 4, 4)
        if w[-1] == "neuruppin"
    ]  # fmt: skip
    assert paths
    for path in paths:
        refused(game, "move heinrich " + " ".join(path), "R4.2")


def test_tv_12_the_swedish_train_from_wismar() -> None:
    """TV-12: two steps or three on main roads; it cannot enter Stralsund while Ehrensvärd is there."""
    expected = {
        "buetzow", "doberan", "hagenow", "luebeck", "parchim", "rostock", "schwaan", "schwerin",
        "schoenberg-mecklenburg",
    }  # fmt: skip
    placed = start_position()
    game = given("sweden", placed)
    assert ends(game, "sweden-train-1") == expected
    refused(game, "move sweden-train-1 doberan rostock stralsund", "R4.4", "R4.5", "R4.6")
    placed["ehrensvaerd"] = ("anklam", 4)
    assert ends(given("sweden", placed), "sweden-train-1") == expected | {"stralsund"}


def test_tv_13_a_stack_between_friend_and_foe() -> None:
    """TV-13: Browne + Karl in Melnik can only join Laudon; with two there only one of them may."""
    placed = {"browne": "melnik", "karl": "melnik", "friedrich": "prag", "laudon": "jungbunzlau"}
    game = given("austria", placed)
    assert ends(game, "browne", "karl") == {"jungbunzlau"}
    game = given("austria", {**placed, "lacy": "jungbunzlau"})
    assert ends(game, "browne", "karl") == set()
    assert ends(game, "browne") == {"jungbunzlau"} == ends(game, "karl")
    refused(game, "move browne+karl jungbunzlau", "R4.5", "R4.6")
    after = then(game, "move karl jungbunzlau")
    refused(after, "move browne jungbunzlau", "R4.5", "R4.6")


def test_tv_14_joining_ends_the_movement_of_both() -> None:
    """TV-14: Daun joins Laudon in Olmütz: both have moved."""
    game = given("austria", {"daun": "bruenn", "laudon": "olmuetz"})
    orders(game, "move daun prossnitz olmuetz")
    assert where(game, "daun") == where(game, "laudon") == "olmuetz"
    assert {"daun", "laudon"} <= moved(game)
    refused(game, "move laudon sternberg", "R4.9", "R4.1")
    assert group(game, "laudon") is None


def test_tv_15_dividing_a_stack() -> None:
    """TV-15: Browne leaves with 4–8 of 12, Karl may still move; who moved together may not go on alone."""
    game = given("austria", {"browne": ("melnik", 6), "karl": ("melnik", 6)})
    entry = group(game, "browne")
    assert entry is not None and entry["takes"] == [4, 8]
    after = then(game, "move browne takes 8 prag")
    assert troops(after, "karl") == 4
    assert troops(after, "browne") == 8
    legal(after, "move karl jungbunzlau")
    for share in (3, 9):
        refused(game, f"move browne takes {share} prag", "R4.8", "R6.2")
    together = then(game, "move browne+karl prag")
    for line in ("move browne beraun", "move karl takes 4 beraun", "move browne+karl beraun"):
        refused(together, line, "R4.1", "R4.8")


def test_tv_16_a_raid_and_return() -> None:
    """TV-16: Wolgast–Anklam–Wolgast–Greifswald is legal and takes Anklam on leaving it."""
    game = given("sweden", {"ehrensvaerd": "wolgast", "dohna": "arnswalde", "heinrich": "berlin"})
    assert distance("arnswalde", "anklam") == 6 and distance("berlin", "anklam") == 8
    orders(game, "move ehrensvaerd anklam wolgast greifswald")
    assert where(game, "ehrensvaerd") == "greifswald"
    assert conquered(game) == {"anklam": "sweden"}


def test_tv_17_a_protected_objective_gets_a_question_mark() -> None:
    """TV-17: with Dohna in Stettin, three from Anklam, the same move leaves a "?" that phase 4 removes."""
    game = given("sweden", {"ehrensvaerd": "wolgast", "dohna": "stettin", "heinrich": "berlin"})
    assert distance("stettin", "anklam") == 3
    orders(game, "move ehrensvaerd anklam wolgast greifswald")
    assert conquered(game) == {}
    assert pending(game) == {"anklam": "sweden"}
    orders(game, "end")
    assert decider(game) == "austria"
    assert conquered(game) == {} and pending(game) == {}


def test_tv_18_a_protecting_imperial_train_is_eliminated() -> None:
    """TV-18 (OP-11): the "?" on Torgau succeeds because the protecting train fell later in the same stage."""
    placed = {"friedrich": "oschatz", "imperial_train_1": "falkenberg"}
    game = given("prussia", placed, conquered={"torgau": "imperial"})
    beyond = next(c for c in ROADS["falkenberg"] if c != "torgau")
    refused(game, f"move friedrich torgau falkenberg {beyond}", "R4.4", "R4.6", "R9.9")
    orders(game, "move friedrich torgau falkenberg")
    assert pending(game) == {"torgau": "prussia"}
    assert conquered(game) == {"torgau": "imperial"}
    assert where(game, "imperial-train-1") is None
    assert where(game, "friedrich") == "falkenberg" and "friedrich" in moved(game)
    orders(game, "end")
    assert conquered(game) == {} and pending(game) == {}


# ---------------------------------------------------------------- 20.3 objectives

RAID = {"daun": ("waldenburg", 8), "keith": ("glogau", 3)}


def test_tv_19_daun_through_silesia() -> None:
    """TV-19: Waldenburg and Schweidnitz fall at once, Breslau gets a "?", Oels, the end, is not taken."""
    game = given("austria", RAID)
    found = [distance("glogau", c) for c in ("waldenburg", "schweidnitz", "breslau", "oels")]
    assert found == [5, 4, 3, 4]
    orders(game, "move daun schweidnitz breslau oels")
    assert conquered(game) == {"waldenburg": "austria", "schweidnitz": "austria"}
    assert pending(game) == {"breslau": "austria"}


def test_tv_20_the_protector_is_driven_away() -> None:
    """TV-20: Keith beaten by 1 from Steinau goes to one of four cities, and Breslau falls in phase 4."""
    game = given("austria", {**RAID, "laudon": ("steinau", 4)})
    orders(game, "move daun schweidnitz breslau oels", "end", "pass")
    assert state(game) == "RETREAT_PICK" and roles(game) == {"maria-theresa"}
    cities = {"guhrau", "neusalz", "sprottau", "wschowa"}
    assert set(menu(game)["cities"]) == cities
    for city in cities:
        assert distance("steinau", city) == 2 and distance(city, "breslau") == 4
        after = then(game, f"retreat {city}")
        assert where(after, "keith") == city and troops(after, "keith") == 2
        assert conquered(after)["breslau"] == "austria"


def test_tv_21_the_protector_is_driven_nearer() -> None:
    """TV-21: beaten from Neusalz and sent to Steinau, two from Breslau, Keith still protects it."""
    game = given("austria", {**RAID, "laudon": ("neusalz", 4)})
    orders(game, "move daun schweidnitz breslau oels", "end", "pass")
    orders(game, "retreat steinau")
    assert distance("steinau", "breslau") == 2
    assert where(game, "keith") == "steinau"
    assert "breslau" not in conquered(game) and pending(game) == {}


def test_tv_22_protection_at_the_start() -> None:
    """TV-22: of the Imperial objectives Leipzig, Dresden, Torgau, Meißen, Bitterfeld are protected."""
    near = {"leipzig": 2, "dresden": 3, "torgau": 1, "meissen": 2, "bitterfeld": 2}
    prussians = {p: w for p, w in start_position().items() if NATION[p] == "prussia"}
    for city in OBJECTIVES["imperial"]:
        nearest = min(distance(w[0], city) for p, w in prussians.items() if is_general(p))
        assert nearest == near.get(city, nearest)
        game = given("imperial", {**prussians, "hildburghausen": (city, 6)})
        step = next(c for c in ends(game, "hildburghausen") if c in ROADS[city])
        orders(game, f"move hildburghausen {step}")
        assert (city in pending(game)) == (city in near)
        assert (city in conquered(game)) == (city not in near)


def test_tv_23_hanover_does_not_protect_minden() -> None:
    """TV-23: Minden lies on Prussian soil: Ferdinand next door does not count."""
    placed = {p: w for p, w in start_position().items() if NATION[p] == "prussia"}
    game = given("france", {**placed, "ferdinand": "rinteln", "richelieu": "herford"})
    assert min(distance(w[0], "minden") for p, w in placed.items() if is_general(p)) == 10
    orders(game, "move richelieu minden nienburg")
    assert conquered(game) == {"minden": "france"}


@pytest.mark.parametrize(
    ("nation", "general", "freed", "kept"),
    [("hanover", "cumberland", "hameln", "minden"), ("prussia", "seydlitz", "minden", "hameln")],
)
def test_tv_24_only_the_defender_reconquers(nation: str, general: str, freed: str, kept: str) -> None:
    """TV-24: Hanover frees Hameln but not Minden, Prussia Minden but not Hameln."""
    held = {"minden": "france", "hameln": "france"}
    paths = {"minden": ("herford", "minden nienburg"), "hameln": ("springe", "hameln pyrmont")}
    for city in (freed, kept):
        start, path = paths[city]
        game = given(nation, {general: start}, conquered=held)
        orders(game, f"move {general} {path}")
        assert (city in conquered(game)) == (city == kept)
        assert pending(game) == {}


def test_tv_25_soubise_to_northeim() -> None:
    """TV-25: Kassel falls, "?" on Göttingen; a loss of 3 frees it except by Paderborn, a loss of 1 never."""
    placed = {"soubise": ("fritzlar", 8), "ferdinand": ("stade", 4)}
    road = "move soubise kassel muenden goettingen northeim"
    assert distance("alfeld", "kassel") == 4 and distance("alfeld", "goettingen") == 2
    game = given("france", {**placed, "cumberland": ("alfeld", 5)})
    orders(game, road)
    assert conquered(game) == {"kassel": "france"} and pending(game) == {"goettingen": "france"}
    orders(game, "end")
    now = sure(game.view(None).json()["combat"])["current"]
    assert (sure(now)["attacker"]["suit"], sure(now)["defender"]["suit"]) == ("S", "S")
    orders(game, "pass")
    assert set(menu(game)["cities"]) == {
        "gifhorn", "hannover", "herford", "paderborn", "peine", "rinteln", "springe",
    }  # fmt: skip
    for city in menu(game)["cities"]:
        assert distance("northeim", city) == 4
        after = then(game, f"retreat {city}")
        assert ("goettingen" in conquered(after)) == (city != "paderborn")
    assert distance("paderborn", "goettingen") == 3
    game = given("france", {**placed, "cumberland": ("alfeld", 7)})
    orders(game, road, "end", "pass")
    assert set(menu(game)["cities"]) == {"hildesheim", "pyrmont"}
    for city in ("hildesheim", "pyrmont"):
        after = then(game, f"retreat {city}")
        assert conquered(after) == {"kassel": "france"} and pending(after) == {}


def test_tv_26_imperial_trains_do_not_hold_austrian_conquests() -> None:
    """TV-26 (OP-12): the Imperial train in Dresden does not protect Radeberg for Austria."""
    placed = {"keith": "grossenhain", "imperial_train_1": "dresden"}
    game = given("prussia", placed, conquered={"radeberg": "austria"})
    orders(game, "move keith radeberg kamenz")
    assert conquered(game) == {} and pending(game) == {}


def test_tv_27_heinrichs_longer_reach() -> None:
    """TV-27 (11♥): Angermünde, four from Heinrich in Berlin, is protected only with 11♥ in force."""
    assert distance("berlin", "angermuende") == 4
    placed = {"ehrensvaerd": "angermuende", "heinrich": "berlin"}
    step = next(c for c in ROADS["angermuende"] if distance(c, "berlin") > 1)
    game = given("sweden", placed, turn=9)
    orders(game, f"move ehrensvaerd {step}")
    assert conquered(game) == {"angermuende": "sweden"}
    game = under("11H", "sweden", placed)
    orders(game, f"move ehrensvaerd {step}")
    assert conquered(game) == {} and pending(game) == {"angermuende": "sweden"}
