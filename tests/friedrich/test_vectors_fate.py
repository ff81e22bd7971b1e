"""Test vectors TV-60 … TV-72: the Clock of Fate (chapter 20.9)."""

from __future__ import annotations

from collections import Counter

import pytest
from reference import CITIES, GENERALS, ROADS, distance
from situations import (
    decider,
    ends,
    face_down,
    fate_step,
    given,
    group,
    hand,
    hand_size,
    legal,
    menu,
    orders,
    plays,
    quietly,
    refused,
    result,
    retired,
    roles,
    score,
    stage_of,
    start_position,
    state,
    then,
    total,
    turn_is,
    under,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game

NOTHING = ["1", "2", "3"]


def drawn_fate(game: Game) -> list[str]:
    """The fate cards drawn so far."""
    return [entry["card"] for entry in game.view(None).json()["fate"]["drawn"]]


def test_tv_60_one_card_a_turn_from_turn_six_on() -> None:
    """TV-60: no card at the ends of turns 1–5, the first after turn 6, seven after turn 12."""
    top = ["1", "2", "3", "4", "5", "7", "12"]
    game = given("prussia", {"keith": "cottbus"}, turn=1, fate={"next": top})
    for turn in range(2, 14):
        quietly(game, turn_is(turn))
        assert len(drawn_fate(game)) == max(0, turn - 6)
    assert drawn_fate(game) == top


def test_tv_61_earliest_and_latest_fate_victory() -> None:
    """TV-61: the four exits on top end the game in turn 9; with one at the bottom it lasts to turn 23."""
    exits = ["elisabeth", "sweden", "india", "america"]
    game = given("prussia", {"keith": "cottbus"}, turn=6, fate={"next": exits})
    quietly(game, lambda g: False)
    assert winners(game) == {"friedrich"} and sure(result(game))["turn"] == 9
    rest = [str(k) for k in range(1, 13)] + ["lord-bute", "poems"]
    game = given("prussia", {"keith": "cottbus"}, turn=6, fate={"next": [*rest, *exits]})
    quietly(game, lambda g: False)
    assert winners(game) == {"friedrich"} and sure(result(game))["turn"] == 23


def test_tv_62_soubise_may_not_attack() -> None:
    """TV-62 (5♠): Soubise may not end next to an enemy nor kill a train in turn 9; in turn 10 he is free."""
    placed = {
        "soubise": ("fulda", 4), "richelieu": ("giessen", 4), "ferdinand": ("kassel", 2),
        "hanover_train_1": "eisenach",
    }  # fmt: skip
    free = given("france", placed, turn=9)
    near = set(ROADS["kassel"])
    assert ends(free, "soubise") & near and "eisenach" in ends(free, "soubise")
    game = under("5S", "france", placed)
    expected = ends(free, "soubise") - near - {"eisenach"}
    assert ends(game, "soubise") == expected
    assert ends(game, "richelieu") == ends(free, "richelieu")
    bad = sorted(ends(free, "soubise") & near)[0]
    path = sure(group(free, "soubise"))["ends"][bad]
    refused(game, "move soubise " + " ".join(path), "R11.8", "5♠")
    late = quietly(game, stage_of("france", 10))
    assert ends(late, "soubise") == ends(free, "soubise")
    for city in ("schluechtern", "kissingen", "lohr", "wuerzburg"):
        game = under("5S", "france", {"ferdinand": city}, hands={"france": ["6S"]})
        refused(game, "recruit troops 1 general soubise gemuenden pay 6S", "R11.8", "5♠")
        legal(game, "recruit troops 1 general richelieu gemuenden pay 6S")
        legal(game, "recruit troops 1 general soubise koblenz pay 6S")


def king(*held: str) -> Game:
    """Friedrich in Oschatz (♦) attacked at −3 while 7♦ is in force."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}
    return under("7D", "austria", placed, phase="combat", hands={"prussia": list(held)})


def test_tv_63_the_stubborn_king() -> None:
    """TV-63 (7♦): Prussia must reach a positive score if its cards permit."""
    game = king("3D", "5D")
    assert score(game) == -3 and plays(game) == {"5D"} and menu(game)["duty"] == "king"
    refused(game, "play 3D", "R11.17", "7♦")
    refused(game, "pass", "R11.17", "7♦")
    game = king("2D/1", "2D/2")
    refused(game, "pass", "R11.17", "7♦")
    orders(game, "play 2D")
    assert decider(game) == "prussia" and score(game) == -1
    refused(game, "pass", "R11.17", "7♦")
    orders(game, "play 2D")
    assert decider(game) == "austria" and score(game) == -1
    game = king("3D")
    refused(game, "pass", "R11.17", "7♦")
    legal(game, "play 3D")
    game = king()
    legal(game, "pass")


def test_tv_63_the_duty_remains_if_prussia_never_had_the_right() -> None:
    """TV-63 (7♦): the enemy gave up before Prussia could play: the duty waits for a later combat."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 4), "browne": ("wurzen", 8)}
    game = under("7D", "austria", placed, phase="combat", hands={"prussia": ["5D"]})
    orders(game, "attack daun friedrich", "pass")
    quietly(game, lambda g: state(g) == "CARD")
    assert decider(game) == "prussia" and menu(game)["duty"] == "king"
    refused(game, "pass", "R11.17", "7♦")


def test_tv_64_the_gift() -> None:
    """TV-64 (9♦): Prussia gives 4♣ and draws each of Austria's three cards with probability 1/3."""
    seen: Counter[str] = Counter()
    for k in range(60):
        game = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["9S", "2H"]}, seed=f"tv-64-{k}")
        assert state(game) == "GIFT"
        orders(game, "gift 4C")
        left = Counter(["4C", "9S", "2H"]) - Counter(hand(game, "austria"))
        assert hand_size(game, "austria") == 2
        seen.update(left.elements())
    assert sum(seen.values()) == 60 and set(seen) == {"4C", "9S", "2H"}
    assert all(8 <= n <= 32 for n in seen.values())


@pytest.mark.parametrize(
    ("city", "flipped"),
    [("lomza", False), ("ortelsburg", True), ("rastenburg", True), ("mohrungen", False)],
)
def test_tv_65_stretched_russian_lines(city: str, flipped: bool) -> None:
    """TV-65 (9♠): a Russian five or six from his nearest train is turned face-down."""
    placed = {"apraxin": city, "russia_train_1": "torun", "russia_train_2": "warszawa"}
    steps = min(distance(city, "torun"), distance(city, "warszawa"))
    assert steps == {"lomza": 4, "ortelsburg": 5, "rastenburg": 6, "mohrungen": 4}[city]
    assert face_down(fate_step("9S", placed), "apraxin") == flipped


def test_tv_66_the_only_stack_to_flip_at_the_start() -> None:
    """TV-66 (6♦): at the start only Friedrich + Winterfeldt stand in Austria or Saxony."""
    game = fate_step("6D", start_position(), last_victor={"general": "friedrich", "city": "oschatz"})
    assert state(game) == "FLIP"
    legal(game, "flip friedrich", "flip winterfeldt", "flip none")
    for general in GENERALS["prussia"][2:]:
        refused(game, f"flip {general}", "R11", "6♦")
    orders(game, "flip winterfeldt")
    assert face_down(game, "friedrich") and face_down(game, "winterfeldt")


def test_tv_67_hildburghausen_westward() -> None:
    """TV-67 (12♥, OP-69): from his own city he may be moved by Meiningen to Salzungen or Kissingen."""
    placed = {"hildburghausen": ("sonneberg", 3), "friedrich": ("kronach", 4)}
    game = given(
        "imperial", placed, phase="combat", scenario="expert", turn=8, fate={"next": ["12"]},
        retired=["laudon"],
    )  # fmt: skip
    orders(game, "pass", "retreat hildburghausen")
    quietly(game, lambda g: state(g) == "WEST")
    assert roles(game) == {"friedrich"} and menu(game)["none"]
    found = {tuple(path) for path in menu(game)["paths"]}
    assert found == {("meiningen", "salzungen"), ("meiningen", "kissingen")}
    refused(game, "west sonneberg kronach", "OP-69")
    after = then(game, "west meiningen kissingen")
    assert where(after, "hildburghausen") == "kissingen"
    assert where(then(game, "west none"), "hildburghausen") == "hildburghausen"


def test_tv_68_fermor_stuck_at_kuestrin() -> None:
    """TV-68 (2♣): next to Küstrin Fermor may not move, his companion may; in Friedeberg he is free."""
    placed = {"saltikov": ("landsberg", 4), "fermor": ("landsberg", 4), "russia_train_1": "friedeberg"}
    game = quietly(fate_step("2C", placed, turn=7), stage_of("russia", 8))
    refused(game, "move fermor takes 4 kuestrin", "R11", "2♣", "OP-58")
    refused(game, "move saltikov+fermor kuestrin", "R11", "2♣", "OP-58")
    legal(game, "move saltikov takes 4 kuestrin")
    placed = {"saltikov": ("friedeberg", 4), "fermor": ("friedeberg", 4), "russia_train_1": "woldenberg"}
    game = quietly(fate_step("2C", placed, turn=7), stage_of("russia", 8))
    legal(game, "move fermor takes 4 landsberg", "move saltikov+fermor landsberg kuestrin")


def test_tv_69_halle_is_left_in_peace() -> None:
    """TV-69 (3♦): nobody ends next to a Prussian in Halle, who attacks nobody; a train there is safe."""
    placed = {"keith": ("halle", 3)}
    around = {"leipzig", "bitterfeld", "merseburg", "eisleben", "koethen"}
    assert set(ROADS["halle"]) == around
    placed["hildburghausen"] = ("grimma", 6)
    game = under("3D", "imperial", placed)
    free = given("imperial", placed, turn=9)
    assert ends(free, "hildburghausen") & around
    assert ends(game, "hildburghausen") == ends(free, "hildburghausen") - around
    refused(game, "move hildburghausen leipzig", "R11.8", "3♦")
    game = under("3D", "prussia", {"keith": ("halle", 3), "daun": ("leipzig", 3)}, phase="combat")
    assert state(game) != "CARD"
    game = under("3D", "prussia", {"keith": ("leipzig", 3), "imperial_train_1": "halle"})
    assert "halle" not in ends(game, "keith")
    refused(game, "move keith halle", "R11.8", "3♦")


def test_tv_70_modified_cards() -> None:
    """TV-70: 4♠ adds one to the first French card, 11♠ doubles once, 10♥ and 3♣ void cards."""
    placed = {"soubise": ("hannover", 3), "heinrich": ("celle", 8)}
    game = under("4S", "prussia", placed, phase="combat", hands={"france": ["4S", "5S"]})
    assert score(game) == -5 and menu(game)["bonus"] == 1
    orders(game, "play 4S")
    assert score(game) == 0 and decider(game) == "prussia"
    placed = {
        "keith": ("hannover", 1), "daun": ("celle", 8), "browne": ("celle", 8), "lacy": ("celle", 5),
    }  # fmt: skip
    game = under("11S", "austria", placed, phase="combat", hands={"prussia": ["11S/1", "11S/2"]})
    assert score(game) == -20
    legal(game, "play 11S", "play 11S double")
    once = then(game, "play 11S double")
    assert decider(once) == "austria" and score(once) == -2
    placed = {"friedrich": ("oschatz", 4), "daun": ("riesa", 8)}
    game = under("10H", "austria", placed, phase="combat", hands={"prussia": ["9D", "5D"]})
    orders(game, "play 9D")
    assert decider(game) == "prussia" and score(game) == -4
    orders(game, "play 5D")
    assert decider(game) == "austria" and score(game) == -1
    placed = {"heinrich": ("celle", 4), "richelieu": ("hannover", 4)}
    game = under("3C", "prussia", placed, phase="combat", hands={"prussia": ["12D"]})
    assert score(game) == 0 and decider(game) == "prussia"
    refused(game, "play 12D", "R11", "3♣")
    orders(game, "pass")
    assert total(game, "france") == 4 and total(game, "prussia") == 4


def test_tv_70_the_second_eleven_of_spades_counts_eleven() -> None:
    """TV-70 (11♠): a second 11♠ in the same turn cannot be doubled."""
    placed = {
        "keith": ("hannover", 1), "daun": ("celle", 8), "browne": ("celle", 8), "lacy": ("celle", 8),
    }  # fmt: skip
    game = under("11S", "austria", placed, phase="combat", hands={"prussia": ["11S/1", "11S/2"]})
    orders(game, "play 11S double")
    assert decider(game) == "prussia" and score(game) == -1
    refused(game, "play 11S double", "R11", "11♠")
    orders(game, "play 11S")
    assert score(game) == -10 and decider(game) == "austria"


def test_tv_71_faster_friedrich_and_slower_daun() -> None:
    """TV-71 (9♣, 12♠): Friedrich reaches 39 cities in 4 steps, 43 with main roads; Daun seven."""
    game = under("9C", "prussia", {"friedrich": "oschatz"})
    found = ends(game, "friedrich") | {"oschatz"}
    near = {c for c in CITIES if distance("oschatz", c) <= 4}
    assert len(near) == 39 and len(found) == 43
    assert found - near == {"apolda", "schoenebeck", "kamenz", "bischofswerda"}
    game = under("12S", "austria", {"daun": "bruenn"})
    assert ends(game, "daun") == {
        "boskowitz", "brod", "olmuetz", "prerau", "prossnitz", "trebitsch", "tschaslau",
    }  # fmt: skip


def test_tv_72_retiring_a_general_off_the_map() -> None:
    """TV-72: SWEDEN may retire Keith while he is off the map; Friedrich may not be named."""
    game = fate_step("sweden", {"friedrich": ("cottbus", 4), "dohna": ("stettin", 2)})
    assert state(game) == "RETIRE"
    refused(game, "retire friedrich", "R11.13")
    orders(game, "retire keith")
    assert retired(game) == {"keith"}
