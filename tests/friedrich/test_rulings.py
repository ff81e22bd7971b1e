"""docs/rulings.md: what had to be decided beyond the numbered rules, D-01 … D-20."""

from __future__ import annotations

from typing import Any

from reference import GENERALS, OBJECTIVES
from situations import (
    all_but,
    decider,
    face,
    face_down,
    fate_step,
    given,
    hand,
    legal,
    menu,
    orders,
    plays,
    pool,
    position_of,
    quietly,
    refused,
    result,
    retired,
    stage_of,
    state,
    total,
    troops,
    under,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game

STRICT = {"options": {"fair_play": "strict"}}


def test_d_01_what_the_engine_answers_by_itself() -> None:
    """D-01: only where public information leaves one answer."""
    assert retired(fate_step("sweden", {}, retired=GENERALS["prussia"][2:])) == set(GENERALS["prussia"][1:])
    assert troops(fate_step("1C", {"fermor": ("lomza", 3)}), "fermor") == 4
    assert troops(fate_step("10C", {"keith": ("cottbus", 3)}), "keith") == 2
    must = {"options": {"fate_may_must": "003"}}
    assert face_down(fate_step("6D", {"keith": ("prag", 2)}, **must), "keith")
    boxed = {"laudon": "melnik", "daun": ("prag", 1), "karl": ("prag", 1), "lacy": ("prag", 1)}
    assert state(fate_step("6S", {**boxed, "keith": "jungbunzlau"})) == "MOVE_MENU"
    full = dict.fromkeys(GENERALS["hanover"], ("celle", 6))
    assert state(fate_step("11C", full)) == "MOVE_MENU"
    # declining 8♠ is a choice: it is asked
    assert state(fate_step("8S", {"keith": ("cottbus", 3)})) == "FREE_TROOP"


def test_d_02_an_ally_is_a_nation_of_another_role() -> None:
    """D-02: Sweden may stand on a Russian objective, France may not stand on an Austrian one."""
    legal(given("sweden", {"ehrensvaerd": "belgard"}, **STRICT), "move ehrensvaerd colberg")
    refused(given("france", {"soubise": "oels"}, **STRICT), "move soubise breslau", "R5.10")


def test_d_03_only_ends_of_moves_are_tested() -> None:
    """D-03: a retreat may end on an ally's objective; Laudon's step may not."""
    placed = {"soubise": ("oels", 4), "keith": ("namslau", 5), "france_train_1": "kepno", "france_train_2": "militsch"}
    game = given("prussia", placed, phase="combat", **STRICT)
    orders(game, "pass")
    assert where(game, "soubise") == "breslau"
    game = fate_step("6S", {"laudon": "belgard"}, **STRICT)
    refused(game, "laudon colberg", "R5.10")


def test_d_04_joining_a_bound_general() -> None:
    """D-04: a free general may join Friedrich next to the enemy under 7♠; together they do not attack."""
    placed = {"friedrich": ("prag", 4), "keith": ("beraun", 4), "daun": ("kolin", 4)}
    game = under("7S", "prussia", placed)
    orders(game, "move keith prag", "end")
    assert decider(game) == "hanover"


def test_d_05_ten_of_spades_in_a_stack() -> None:
    """D-05: whoever moved next to an enemy cannot be named, nor a companion in the same city."""
    placed = {"keith": ("melnik", 4), "dohna": ("prag", 3), "daun": ("kolin", 3)}
    game = under("10S", "prussia", placed, hands={"prussia": ["6S"]})
    orders(game, "move keith prag")
    refused(game, "recruit troops 1 pay 6S give keith=1", "R11", "OP-66")
    refused(game, "recruit troops 1 pay 6S give dohna=1", "R11", "OP-66")


def test_d_06_seven_of_hearts_counts_per_purchase() -> None:
    """D-06: after seven troops the stack of Friedrich and Keith has room for seven more."""
    hands = {"prussia": ["13S", "13C", "13H", "5S", "13D", "12S", "12C", "5D"]}
    game = under("7H", "prussia", {"friedrich": ("cottbus", 1), "keith": ("cottbus", 1)}, hands=hands)
    orders(game, "recruit troops 7 pay 13S 13C 13H 5S give keith=7")
    assert menu(game)["recruit"]["room"] == {"keith": 7}
    orders(game, "recruit troops 7 pay 13D 12S 12C 5D give keith=7")
    assert pool(game, "friedrich") == 16


def test_d_07_removal_out_of_a_stack() -> None:
    """D-07: companions keep what they can carry; alone, all is lost."""
    option: dict[str, Any] = {"options": {"voluntary_removal": True}}
    game = given("prussia", {"keith": ("cottbus", 4), "dohna": ("cottbus", 3)}, **option)
    orders(game, "remove dohna")
    assert troops(game, "keith") == 7
    game = given("prussia", {"keith": ("cottbus", 8), "dohna": ("cottbus", 3)}, **option)
    orders(game, "remove keith")
    assert troops(game, "dohna") == 8 and total(game, "prussia") == 8
    orders(game, "remove dohna")
    assert total(game, "prussia") == 0 and retired(game) == set()


def king(placed: dict[str, Any], *held: str, **fields: Any) -> Game:
    """Friedrich in Oschatz (♦) attacked under 7♦."""
    return under("7D", "austria", placed, phase="combat", hands={"prussia": list(held)}, **fields)


def test_d_08_the_king_without_reserves() -> None:
    """D-08: suit cards that can must; a Reserve may be played where the result stays reachable."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}
    option: dict[str, Any] = {"options": {"king_must_use_reserve": False}}
    game = king(placed, "5D", "R", **option)
    assert plays(game) == {"5D"} and not menu(game)["pass"]
    legal(game, "play R=1", "play R=4")
    refused(game, "play R=3", "R11.17")
    game = king(placed, "2D", "R", **option)
    legal(game, "play 2D", "play R=3")
    refused(game, "pass", "R11.17")


def test_d_09_zero_is_not_positive() -> None:
    """D-09: a card that lands on zero does not fulfil the king's duty."""
    game = king({"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}, "3D", "4D")
    assert plays(game) == {"4D"}


def test_d_10_both_complete_at_the_same_end_of_turn() -> None:
    """D-10: Prussia and Austria are both named."""
    marks = dict.fromkeys(OBJECTIVES["prussia"], "prussia") | dict.fromkeys(OBJECTIVES["austria"], "austria")
    game = given("imperial", {}, scenario="austria", phase="supply", turn=3, conquered=marks)
    assert winners(game) == {"friedrich", "maria-theresa"}


def test_d_11_reasons_in_the_scenarios() -> None:
    """D-11: R14.4 in the West, R14.8 in the Austrian theatre, whichever side wins."""
    marks = dict.fromkeys(OBJECTIVES["france"], "france")
    game = given("france", {}, scenario="west", phase="supply", turn=3, conquered=marks)
    assert sure(result(game))["reason"] == "R14.4"
    marks = dict.fromkeys(OBJECTIVES["imperial"], "imperial")
    game = given("imperial", {}, scenario="austria", phase="supply", turn=3, conquered=marks)
    assert sure(result(game))["reason"] == "R14.8"


def test_d_12_the_goal_is_tested_after_the_declaration() -> None:
    """D-12: all fourteen held when the option is declared: Prussia wins at once."""
    marks = dict.fromkeys(OBJECTIVES["prussia"], "prussia")
    game = given("prussia", {"keith": "cottbus"}, scenario="expert", turn=3, phase="draw", conquered=marks,
                 hands={"prussia": ["13S"]})  # fmt: skip
    orders(game, "offensive 13S")
    assert winners(game) == {"friedrich"}


def test_d_13_cards_that_cannot_act_leave_a_trace() -> None:
    """D-13: 6♣ on a full Daun, 2♥ on an Apraxin with one: everybody has learnt the strength."""
    game = fate_step("6C", {"daun": ("prag", 8), "lacy": ("tabor", 3)})
    strength = {s["generals"][0]: s["strength"] for s in game.view(None).json()["stacks"]}
    assert strength["daun"] == [8, 8]
    game = fate_step("2H", {"apraxin": ("lomza", 1), "fermor": ("sierpc", 3)})
    strength = {s["generals"][0]: s["strength"] for s in game.view(None).json()["stacks"]}
    assert strength["apraxin"] == [1, 1]


def test_d_14_outsiders_forget_after_a_secret_exchange() -> None:
    """D-14: the Offensive card in Austria's hand is known to all until 9♦ may have moved it."""
    placed = {"keith": ("glogau", 5), "daun": ("steinau", 8)}
    game = given("austria", placed, phase="combat", scenario="expert", turn=7, hands={"prussia": ["2S"]},
                 offensive_option={"state": "declared", "card": "12H"},
                 fate={"next": ["9"]})  # fmt: skip
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    for role in ("friedrich", "elisabeth", "pompadour"):
        assert game.view(role).json()["known"]["austria"] == ["12H/1"]
    held = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["9S"]}, seed="d-14")
    before = held.copy()
    orders(held, "gift 4C")
    assert "austria" not in held.view("elisabeth").json()["known"]
    assert before.view("elisabeth").json()["known"] == {}


def test_d_15_four_of_spades_on_a_payment() -> None:
    """D-15: with the option 4♠ adds one point to the payment as a whole."""
    option: dict[str, Any] = {"options": {"fate_modifiers_on_payment": True}}
    game = under("4S", "france", {"soubise": ("koblenz", 2)}, hands={"france": ["5S", "6C", "2H"]}, **option)
    legal(game, "recruit troops 2 pay 5S 6C", "recruit troops 2 pay 6C 5S")
    refused(game, "recruit troops 2 pay 5S 6C 2H", "OP-42", "R10.3")


def test_d_16_chance_is_fixed_by_the_key() -> None:
    """D-16: the same seed gives the same game, another seed another; the fate order is fixed at the set-up."""
    one, two, other = (Game.new(scenario="standard", players=4, seed=s) for s in ("a", "a", "b"))
    assert position_of(one) == position_of(two)
    assert position_of(one)["piles"]["draw"] != position_of(other)["piles"]["draw"]
    deck = position_of(one)["fate"]["next"]
    quietly(one, stage_of("prussia", 4))
    assert position_of(one)["fate"]["next"] == deck and len(deck) == 18


def test_d_17_a_plain_name_means_the_lowest_deck() -> None:
    """D-17: `discard 5S` means the old 5♠ of deck 1 and is refused; the new one has to be named."""
    rest = [c for c in all_but("5S/1", decks=2) if c not in ("5S/2", "2C/2", "3C/2", "4C/2")]
    game = given("france", {}, phase="draw", hands={"france": ["5S/1"], "prussia": rest})
    assert set(menu(game)["cards"]) == {"5S/2", "2C/2", "3C/2", "4C/2"}
    refused(game, "discard 5S", "R3.2")
    legal(game, "discard 5S/2", "discard 2C")


def test_d_18_two_reserves_of_one_deck_are_one_card() -> None:
    """D-18: with an old and a new Reserve of deck 1 `discard R` gives up the new one."""
    rest = [c for c in all_but("R/1") if c not in ("2C/1", "3C/1", "4C/1", "R/1")]
    game = given("france", {}, phase="draw", hands={"france": ["R/1"], "prussia": rest})
    assert sorted(map(face, menu(game)["cards"])) == ["2C", "3C", "4C", "R"]
    orders(game, "discard R")
    assert hand(game, "france") == ["2C", "3C", "4C", "R"]


def test_d_19_recruits_without_a_name() -> None:
    """D-19: clear enough if one stack can take them; under 10♠ the recipient has to be named."""
    placed = {"keith": ("cottbus", 3), "dohna": ("cottbus", 3)}
    legal(given("prussia", placed, hands={"prussia": ["6S"]}), "recruit troops 1 pay 6S")
    two = {"keith": ("cottbus", 3), "dohna": ("forst", 3)}
    refused(given("prussia", two, hands={"prussia": ["6S"]}), "recruit troops 1 pay 6S", "R10.5")
    game = under("10S", "prussia", placed, hands={"prussia": ["6S"]})
    refused(game, "recruit troops 1 pay 6S", "R10.5", "R11")
    legal(game, "recruit troops 1 pay 6S give keith=1")


def test_d_20_more_than_eight_through_one_hand() -> None:
    """D-20: ten new troops named for one general of a stack that can carry them."""
    hands = {"prussia": ["13S", "13C", "13H", "13D", "8S"]}
    game = given("prussia", {"keith": ("cottbus", 2), "dohna": ("cottbus", 3)}, hands=hands)
    orders(game, "recruit troops 10 pay 13S 13C 13H 13D 8S give keith=10")
    assert pool(game, "keith") == 15
    game = given("prussia", {"keith": ("cottbus", 2)}, hands=hands)
    refused(game, "recruit troops 7 pay 13S 13C 13H 8S give keith=7", "R10.4", "R6.2")


def test_d_01_seven_of_hearts_does_not_tell_who_has_room() -> None:
    """D-01, OP-50, 7♥, 8♠: with the same public information the same question is asked."""
    for king, keith in ((3, 8), (4, 7)):
        game = under(
            "7H",
            "france",
            {"friedrich": ("cottbus", king), "keith": ("forst", keith)},
            phase="fate",
            scenario="expert",
            last_victor={"general": "lehwaldt", "city": "breslau"},
            fate={"next": ["8"]},
        )
        assert state(game) == "FREE_TROOP"
