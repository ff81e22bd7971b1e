"""Test vectors TV-28 … TV-46: troops, combat, retreat (chapters 20.4–20.6)."""

from __future__ import annotations

from typing import Any

from reference import ROADS, distance
from situations import (
    conquered,
    decider,
    fate_step,
    given,
    hand,
    legal,
    menu,
    orders,
    pairs,
    pending,
    plays,
    pool,
    position_of,
    position_refused,
    quietly,
    refused,
    retired,
    roles,
    score,
    situation,
    state,
    then,
    total,
    troops,
    where,
)

from certain import sure
from sanssouci.friedrich import Game


def test_tv_28_a_stack_loses_its_bottom_general() -> None:
    """TV-28: Friedrich 4 + Keith 5 lose 8: one troop is left and it is Friedrich's."""
    placed = {
        "friedrich": ("cottbus", 4), "keith": ("cottbus", 5),
        "daun": ("forst", 8), "browne": ("forst", 8), "karl": ("forst", 1),
    }  # fmt: skip
    placed["daun"] = placed["browne"] = (next(iter(ROADS["cottbus"])), 8)
    placed["karl"] = (placed["daun"][0], 1)
    game = given("austria", placed, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert troops(game, "friedrich") == 1
    assert where(game, "keith") is None and where(game, "friedrich") not in (None, "cottbus")
    assert retired(game) == set()


def test_tv_29_only_the_sum_of_a_stack_matters() -> None:
    """TV-29: 7/2, 4/5 and 8/1 are the same game; 9/0 cannot be; 8/2 is another position."""

    def written(friedrich: int, keith: int) -> dict[str, Any]:
        placed = {"friedrich": ("cottbus", friedrich), "keith": ("cottbus", keith)}
        return situation("prussia", placed, seed="tv-29")

    same = [position_of(Game.from_position(written(*pair))) for pair in ((7, 2), (4, 5), (8, 1))]
    assert same[0] == same[1] == same[2]
    assert same[0]["pieces"]["friedrich"]["troops"] == 8
    position_refused(written(9, 0))
    assert position_of(Game.from_position(written(8, 2))) != same[0]


def test_tv_30_troops_of_a_retired_companion() -> None:
    """TV-30: Keith retires out of a pool of 9: Friedrich holds 8, one is lost, Keith never returns."""
    game = fate_step("sweden", {"friedrich": ("cottbus", 4), "keith": ("cottbus", 5)})
    orders(game, "retire keith")
    assert troops(game, "friedrich") == 8 and total(game, "prussia") == 8
    assert retired(game) == {"keith"}
    game = given("prussia", {"friedrich": "cottbus"}, retired=["keith"], hands={"prussia": ["6S"]})
    refused(game, "recruit troops 1 general keith berlin pay 6S", "R10.4")


def test_tv_31_nothing_is_lost_where_there_is_room() -> None:
    """TV-31: Heinrich 4 + Dohna 3; Dohna retires by the Swedish stroke: Heinrich 7."""
    game = fate_step("sweden", {"heinrich": ("cottbus", 4), "dohna": ("cottbus", 3)})
    orders(game, "retire dohna")
    assert troops(game, "heinrich") == 7 and retired(game) == {"dohna"}


def test_tv_32_the_lowest_numbers_stay() -> None:
    """TV-32: ranks 1, 3, 5 with 7 lose 5: pool 2, rank 5 leaves."""
    placed = {
        "daun": ("prag", 3), "karl": ("prag", 2), "lacy": ("prag", 2),
        "friedrich": ("melnik", 8), "keith": ("melnik", 4),
    }  # fmt: skip
    game = given("prussia", placed, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert where(game, "lacy") is None
    assert where(game, "daun") == where(game, "karl") != "prag"
    assert pool(game, "daun") == 2


# ---------------------------------------------------------------- 20.5 combat

CELLE = {"heinrich": ("celle", 2), "richelieu": ("hannover", 2), "soubise": ("hannover", 2)}
HANDS = {"prussia": ["10D", "9D", "7D", "R"], "france": ["5S", "4S", "4S", "3S"]}


def celle(hands: dict[str, list[str]] | None = None) -> Game:
    """Heinrich in Celle attacks Richelieu and Soubise in Hannover."""
    return given("prussia", CELLE, phase="combat", hands=hands or HANDS)


def test_tv_33_the_worked_combat() -> None:
    """TV-33: 10♦, 5♠, 3♠, 7♦, 4♠, gives up: France loses 3, Soubise leaves, Richelieu retreats 3."""
    game = celle()
    seen = [score(game)]
    for line in ("play 10D", "play 5S", "play 3S", "play 7D", "play 4S"):
        orders(game, line)
        seen.append(score(game))
    assert seen == [-2, -8, -3, 0, -7, -3]
    orders(game, "pass")
    assert state(game) == "RETREAT_PICK" and menu(game)["loss"] == 3
    orders(game, f"retreat {menu(game)['cities'][0]}")
    assert where(game, "soubise") is None and troops(game, "richelieu") == 1
    assert distance(str(where(game, "richelieu")), "celle") == 4
    assert hand(game, "prussia") == ["9D", "R"] and troops(game, "heinrich") == 2
    assert where(game, "heinrich") == "celle"


def test_tv_34_the_duty_at_zero() -> None:
    """TV-34: at 0 with suit cards one must play (a Reserve will do); with Reserves only one may stop."""
    game = celle()
    orders(game, "play 10D", "play 5S", "play 3S")
    assert score(game) == 0 and decider(game) == "prussia"
    assert plays(game) == {"9D", "7D"} and menu(game)["duty"] == "zero"
    assert menu(game)["reserve_values"] == list(range(1, 11))
    legal(game, "play 9D", "play 7D", *(f"play R={v}" for v in range(1, 11)))
    refused(game, "pass", "R7.9")
    game = celle({"prussia": ["10D", "R"], "france": ["5S", "4S", "4S", "3S"]})
    orders(game, "play 10D", "play 5S", "play 3S")
    legal(game, "pass", "play R=1", "play R=10")
    after = then(game, "pass")
    assert where(after, "richelieu") == "hannover" and total(after, "france") == 4
    game = celle({"prussia": ["10D"], "france": ["5S", "4S", "4S", "3S"]})
    orders(game, "play 10D", "play 5S", "play 3S")
    assert plays(game) == set()
    orders(game, "pass")
    assert total(game, "prussia") == 2 and total(game, "france") == 4
    assert where(game, "heinrich") == "celle" and where(game, "soubise") == "hannover"


def test_tv_35_giving_up_is_voluntary() -> None:
    """TV-35: at −3 France still holds a 4♠ and may play it (+1) or give up."""
    game = celle()
    orders(game, "play 10D", "play 5S", "play 3S", "play 7D", "play 4S")
    assert decider(game) == "france" and plays(game) == {"4S"} and menu(game)["pass"]
    assert [entry["score"] for entry in menu(game)["plays"]] == [1]
    orders(game, "play 4S")
    assert decider(game) == "prussia" and score(game) == -1


def test_tv_36_giving_up_at_once() -> None:
    """TV-36: Prussia gives up at −2: both troops lost, no retreat, the hand untouched."""
    game = celle()
    orders(game, "pass")
    assert where(game, "heinrich") is None
    assert "RETREAT" not in state(game)
    assert set(HANDS["prussia"]) <= set(hand(game, "prussia"))


def test_tv_37_the_value_of_a_reserve() -> None:
    """TV-37: at −8 a Reserve as 7 keeps the right at −1, as 8 gives 0, as 10 gives +2."""
    placed = {
        "daun": ("prag", 8), "lacy": ("prag", 1),
        "friedrich": ("melnik", 8), "keith": ("melnik", 8), "dohna": ("melnik", 1),
    }  # fmt: skip
    game = given("prussia", placed, phase="combat", hands={"austria": ["R"]})
    assert score(game) == -8 and decider(game) == "austria"
    low = then(game, "play R=7")
    assert decider(low) == "austria" and score(low) == -1
    orders(low, "pass")
    quietly(low, lambda g: state(g) != "RETREAT_PICK")
    assert pool(low, "daun") == 8 and distance(str(where(low, "daun")), "prag") == 1
    even = then(game, "play R=8")
    assert decider(even) == "prussia" and score(even) == 0
    high = then(game, "play R=10")
    assert decider(high) == "prussia" and score(high) == -2


def test_tv_38_an_even_attack_without_cards_is_a_draw() -> None:
    """TV-38 (OP-19): the attacker holds the right at 0 and must stop; the defender plays nothing."""
    placed = {"daun": ("prag", 5), "friedrich": ("melnik", 5)}
    held = ["2H", "3H", "4H", "5H", "6H", "7H"]
    game = given("prussia", placed, phase="combat", hands={"austria": held})
    assert decider(game) == "prussia" and score(game) == 0
    assert plays(game) == set() and menu(game)["pass"]
    orders(game, "pass")
    assert (troops(game, "daun"), troops(game, "friedrich")) == (5, 5)
    assert hand(game, "austria") == held
    assert where(game, "daun") == "prag" and where(game, "friedrich") == "melnik"


def test_tv_39_the_list_of_pairs() -> None:
    """TV-39: three pairs; A's retreat strikes both of its pairs; a draw strikes only its own."""
    placed = {
        "richelieu": ("leipzig", 3), "seydlitz": ("merseburg", 3),
        "heinrich": ("borna", 4), "chevert": ("naumburg", 3),
    }  # fmt: skip
    game = given("prussia", placed, phase="combat")
    three = {("seydlitz", "richelieu"), ("seydlitz", "chevert"), ("heinrich", "richelieu")}
    assert state(game) == "COMBAT_PICK" and pairs(game) == three
    first = then(game, "attack heinrich richelieu", "pass")
    assert "halle" in menu(first)["cities"] and "halle" in ROADS["merseburg"]
    orders(first, "retreat halle")
    assert sure(sure(first.view(None).json()["combat"])["current"])["defender"]["generals"] == ["chevert"]
    orders(first, "pass")
    assert state(first) != "CARD"
    second = then(game, "attack seydlitz richelieu", "pass")
    assert pairs(second) == {("seydlitz", "chevert"), ("heinrich", "richelieu")}


def test_tv_40_more_than_all_cannot_be_lost() -> None:
    """TV-40: four troops lose at −9: four lost, off the map, no retreat, the winner stays."""
    placed = {"daun": ("prag", 4), "friedrich": ("melnik", 8), "keith": ("melnik", 5)}
    game = given("prussia", placed, phase="combat")
    assert score(game) == -9
    orders(game, "pass")
    assert where(game, "daun") is None and state(game) != "RETREAT_PICK"
    assert where(game, "friedrich") == "melnik" and pool(game, "friedrich") == 13


def test_tv_41_each_side_plays_the_suit_of_its_own_sector() -> None:
    """TV-41: an attacker in Celle plays ♦, a defender in Hannover ♠."""
    now = sure(celle().view(None).json()["combat"])["current"]
    assert (sure(now)["attacker"]["suit"], sure(now)["defender"]["suit"]) == ("D", "S")


# ---------------------------------------------------------------- 20.6 retreat


def test_tv_42_the_farthest_cities() -> None:
    """TV-42: beaten by 3 from Celle, Richelieu leaves Hannover for one of nine cities at distance 4."""
    placed = {"heinrich": ("celle", 8), "richelieu": ("hannover", 5)}
    game = given("prussia", placed, phase="combat")
    orders(game, "pass")
    assert set(menu(game)["cities"]) == {
        "alfeld", "braunschweig", "herford", "nienburg", "oebisfelde", "osnabrueck", "pyrmont",
        "rinteln", "verden",
    }  # fmt: skip
    assert all(distance("celle", c) == 4 for c in menu(game)["cities"])
    for city in ("munster", "wittingen", "winsen"):
        refused(game, f"retreat {city}", "R8.4")


def test_tv_43_no_path_no_survivors() -> None:
    """TV-43: a general in Emden beaten by 1 from Leer has nowhere to go: all five lost."""
    placed = {"ferdinand": ("emden", 5), "richelieu": ("leer", 6)}
    game = given("france", placed, phase="combat")
    orders(game, "pass")
    assert where(game, "ferdinand") is None and total(game, "hanover") == 0


ENCIRCLED = {"friedrich": ("oschatz", 4), "winterfeldt": ("oschatz", 2)}


def test_tv_44_an_encircled_stack() -> None:
    """TV-44: the gap opened at Torgau is the way out; without it the stack in Oschatz is destroyed."""
    placed = {**ENCIRCLED, "daun": ("torgau", 4), "browne": ("wurzen", 7), "karl": ("riesa", 6)}
    game = given("austria", placed, phase="combat")
    first = then(game, "attack daun friedrich", "pass")
    assert roles(first) == {"friedrich"}
    assert set(menu(first)["cities"]) == {
        "dessau", "elsterwerda", "finsterwalde", "halle", "herzberg", "zschornewitz",
    }  # fmt: skip
    refused(first, "retreat leipzig", "R8.4")
    orders(first, "retreat dessau", "attack browne friedrich", "pass")
    assert where(first, "friedrich") == "torgau" and pool(first, "friedrich") == 5
    second = then(game, "attack browne winterfeldt", "pass")
    assert where(second, "friedrich") is None and total(second, "prussia") == 0


def test_tv_45_a_near_city_if_no_other() -> None:
    """TV-45 (OP-28): blocked on both sides Ehrensvärd ends in Pasewalk, next to the victor."""
    placed = {"ehrensvaerd": ("anklam", 4), "friedrich": ("friedland-mecklenburg", 6)}
    game = given("prussia", placed, phase="combat")
    orders(game, "pass")
    assert set(menu(game)["cities"]) == {"demmin", "greifswald"}
    others = {"fermor": "greifswald", "russia_train_1": "jarmen"}
    game = given("prussia", {**placed, **others}, phase="combat")
    orders(game, "pass")
    assert where(game, "ehrensvaerd") == "pasewalk"


def test_tv_46_retreating_over_an_objective() -> None:
    """TV-46: a loss of 2 leads through Torgau to Bitterfeld or Falkenberg; Torgau's marker stays."""
    placed = {**ENCIRCLED, "browne": ("wurzen", 8), "karl": ("riesa", 6)}
    game = given("austria", placed, phase="combat", conquered={"torgau": "imperial"})
    orders(game, "attack browne friedrich", "pass")
    assert set(menu(game)["cities"]) == {"bitterfeld", "falkenberg"}
    orders(game, "retreat bitterfeld")
    assert conquered(game) == {"torgau": "imperial"} and pending(game) == {}
