"""Chapter 15 of the rules: who knows what; the FAQ digest Q1 … Q17 of chapter 16; OP-79, OP-80."""

from __future__ import annotations

import json

from situations import (
    ROLES,
    conquered,
    face,
    face_down,
    fate_step,
    given,
    hand,
    hand_size,
    legal,
    menu,
    moved,
    orders,
    pending,
    plays,
    pool,
    quietly,
    refused,
    retired,
    stage_of,
    state,
    troops,
    under,
    where,
)

from certain import sure

OTHERS = ("friedrich", "elisabeth", "pompadour", None)
PLACED = {"daun": ("prag", 7), "lacy": ("prag", 2), "laudon": ("tabor", 3), "keith": ("melnik", 4)}


def test_r15_1_single_stacks() -> None:
    """R15.1: only the owner sees a stack's troops; a declaration in combat tells everybody."""
    game = given("austria", PLACED)
    assert {s["city"]: s.get("troops") for s in game.view("maria-theresa").json()["stacks"]} == {
        "prag": 9, "tabor": 3, "melnik": None,
    }  # fmt: skip
    for role in OTHERS[1:]:
        assert all("troops" not in s for s in game.view(role).json()["stacks"])
    orders(game, "end")
    for role in OTHERS:
        stack = next(s for s in game.view(role).json()["stacks"] if s["city"] == "prag")
        assert sure(stack["declared"])["troops"] == 9 and stack["strength"] == [9, 9]


def test_r15_2_national_sums() -> None:
    """R15.2, ST81: everybody may know every nation's sum."""
    game = given("austria", PLACED)
    for role in (*ROLES, None):
        assert game.view(role).json()["nations"]["austria"]["troops"] == 12
        assert game.view(role).json()["nations"]["prussia"]["troops"] == 4


def test_r15_3_hands() -> None:
    """R15.3, R15.14: only the own role's hands, both of them."""
    game = given("austria", PLACED, hands={"austria": ["13S"], "imperial": ["5H"], "prussia": ["7C"]})
    own = game.view("maria-theresa").json()["nations"]
    assert own["austria"]["hand"] == ["13S/1"] and own["imperial"]["hand"] == ["5H/1"]
    for role in OTHERS:
        text = json.dumps(game.view(role).json())
        assert "13S/1" not in text and "5H/1" not in text
    assert game.view("friedrich").json()["nations"]["prussia"]["hand"] == ["7C/1"]


def test_r15_4_sizes_and_backs() -> None:
    """R15.4, OP-79: number and backs of every hand are public."""
    game = given("austria", PLACED, hands={"austria": ["13S/1", "4S/2", "5S/2"]})
    for role in (*ROLES, None):
        entry = game.view(role).json()["nations"]["austria"]
        assert entry["cards"] == 3 and entry["backs"] == {"1": 1, "2": 2}


def test_r15_5_cards_played() -> None:
    """R15.5: what is played in combat is public."""
    game = given("austria", {"daun": ("prag", 3), "keith": ("melnik", 6)}, phase="combat",
                 hands={"austria": ["5H"]})  # fmt: skip
    orders(game, "play 5H")
    for role in (*ROLES, None):
        played = sure(sure(game.view(role).json()["combat"])["current"])["played"]
        assert [(p["nation"], face(p["card"]), p["value"]) for p in played] == [("austria", "5H", 5)]


def test_r15_6_cards_paid() -> None:
    """R15.6: what is paid is public."""
    game = given("austria", PLACED, hands={"austria": ["6H"]})
    done = game.play("recruit troops 1 pay 6H give laudon=1")
    for role in (*ROLES, None):
        assert "6H" in json.dumps(game.events_for(done, role))
        assert list(map(face, game.view(role).json()["seen"])) == ["6H"]


def test_r15_7_the_card_given_up() -> None:
    """R15.7: France's discard is known to Pompadour alone; in the West Prussia's to Friedrich alone."""
    for nation, role, scenario in (("france", "pompadour", "standard"), ("prussia", "friedrich", "west")):
        game = given(nation, {}, phase="draw", scenario=scenario)
        card = menu(game)["cards"][0]
        done = game.play(f"discard {card}")
        assert card in json.dumps(game.events_for(done, role))
        other = "friedrich" if role == "pompadour" else "pompadour"
        assert card not in json.dumps(game.events_for(done, other))
        assert card not in json.dumps(game.view(other).json())


def test_r15_8_numbers_of_recruits() -> None:
    """R15.8, R15.2: number of troops and trains and the new total are told."""
    game = given("austria", PLACED, hands={"austria": ["12H"]})
    done = game.play("recruit troops 1 train bruenn pay 12H give daun=1")
    told = [e for e in game.events_for(done, "friedrich") if e["key"] == "recruited"]
    assert told and told[0]["args"].get("troops") == 1
    assert game.view("friedrich").json()["nations"]["austria"]["troops"] == 13


def test_r15_9_assignment_of_recruits() -> None:
    """R15.9: who got them is the owner's secret: views of others do not depend on it."""
    games = []
    for who in ("daun", "laudon"):
        game = given("austria", PLACED, hands={"austria": ["6H"]}, seed="x")
        orders(game, f"recruit troops 1 pay 6H give {who}=1")
        games.append(game)
    for role in OTHERS:
        assert games[0].view(role).json() == games[1].view(role).json()
    assert games[0].view("maria-theresa").json() != games[1].view("maria-theresa").json()


def test_r15_10_the_board_is_public() -> None:
    """R15.10: positions, ranks, face-down state, markers and "?" are seen by all."""
    game = given("austria", {"daun": ("prag", 3, "down"), "austria_train_1": "beraun"},
                 conquered={"breslau": "austria"}, pending={"oels": "austria"})  # fmt: skip
    for role in (*ROLES, None):
        seen = game.view(role).json()
        assert seen["pieces"]["daun"]["city"] == "prag" and seen["pieces"]["daun"]["face_down"]
        assert seen["pieces"]["austria-train-1"]["city"] == "beraun"
        assert seen["conquered"] == {"breslau": "austria"} and seen["pending"] == {"oels": "austria"}


def test_r15_11_the_fate_deck() -> None:
    """R15.11: nobody knows its order; the set left follows from the cards drawn."""
    a = given("prussia", {"keith": "cottbus"}, turn=8, fate={"drawn": ["poems"], "next": ["9"]}, seed="x")
    b = given("prussia", {"keith": "cottbus"}, turn=8, fate={"drawn": ["poems"], "next": ["sweden"]}, seed="x")
    for role in (*ROLES, None):
        assert a.view(role).json()["fate"] == b.view(role).json()["fate"]
    assert "poems" not in a.view(None).json()["fate"]["left"]
    assert len(a.view(None).json()["fate"]["left"]) == 17


def test_r15_12_the_offensive_card() -> None:
    """R15.12: the card laid aside is public."""
    game = given("prussia", {}, scenario="expert", turn=5, offensive_option={"state": "declared", "card": "11D"})
    for role in (*ROLES, None):
        assert face(sure(game.view(role).json()["offensive_option"]["card"])) == "11D"


def test_r15_13_exchanged_cards() -> None:
    """R15.13: the giver and the taker know the cards of 9♦, nobody else."""
    game = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["9S", "8S", "7S"]}, seed="q")
    orders(game, "gift 4C")
    got = next(c for c in ("4C", "9S", "8S", "7S") if c not in hand(game, "austria"))
    if got != "4C":
        assert "4C/1" in game.view("friedrich").json()["known"].get("austria", [])
        assert f"{got}/1" in game.view("maria-theresa").json()["known"].get("prussia", [])
    for role in ("elisabeth", "pompadour", None):
        assert game.view(role).json()["known"] in ({}, {n: [] for n in game.view(role).json()["known"]})


def test_r15_14_both_nations_of_a_role() -> None:
    """R15.14: Friedrich sees Prussia's and Hanover's sheets."""
    game = given("prussia", {"keith": ("cottbus", 3), "ferdinand": ("celle", 5)}, hands={"hanover": ["5S"]})
    seen = game.view("friedrich").json()
    assert {s["nation"]: s["troops"] for s in seen["stacks"]} == {"prussia": 3, "hanover": 5}
    assert seen["nations"]["hanover"]["hand"] == ["5S/1"]


def test_r15_15_imperial_after_the_change() -> None:
    """R15.15: the new controller sees hand and sheet, the old one remembers the cards of that moment."""
    game = fate_step("america", {"hildburghausen": ("erfurt", 5)}, hands={"imperial": ["13S"]},
                     fate={"drawn": ["india"]})  # fmt: skip
    assert game.view("pompadour").json()["nations"]["imperial"]["hand"] == ["13S/1"]
    old = game.view("maria-theresa").json()
    assert "hand" not in old["nations"]["imperial"]
    assert old["known"].get("imperial", []) == ["13S/1"]


def test_r15_16_used_piles() -> None:
    """R15.16, OP-79, option used_pile_inspection: not browsable, unless the option says so."""
    for option in (False, True):
        game = given("france", {}, phase="draw", options={"used_pile_inspection": option})
        card = menu(game)["cards"][0]
        orders(game, f"discard {card}")
        assert game.view("elisabeth").json()["seen"] == ([card] if option else [])
        assert game.view("elisabeth").json()["piles"]["used"] == {"1": 1}
    game = given("austria", PLACED, hands={"austria": ["6H"]})
    orders(game, "recruit troops 1 pay 6H give laudon=1")
    assert list(map(face, game.view("elisabeth").json()["seen"])) == ["6H"]


def test_op_80_no_card_is_ever_shown() -> None:
    """OP-80: there is no order that shows a card."""
    game = given("austria", PLACED, hands={"austria": ["6H"]})
    refused(game, "show 6H", "verb_unknown")


# ---------------------------------------------------------------- 16: the FAQ digest


def test_q1_sequence() -> None:
    """Q1: Prussia finishes all phases before Hanover moves."""
    game = given("prussia", {"keith": ("cottbus", 3), "ferdinand": ("celle", 3)})
    refused(game, "move ferdinand uelzen", "R2.1")
    orders(game, "end")
    legal(game, "move ferdinand uelzen")


def test_q2_why_vary_a_reserve() -> None:
    """Q2: at −8 a Reserve as 7 leaves −1 and a loss of one troop."""
    placed = {"daun": ("prag", 8), "lacy": ("prag", 2), "friedrich": ("melnik", 8), "keith": ("melnik", 8),
              "dohna": ("melnik", 2)}  # fmt: skip
    game = given("prussia", placed, phase="combat", hands={"austria": ["R"]})
    orders(game, "play R=7", "pass")
    assert menu(game)["loss"] == 1


def test_q3_a_nation_without_pieces() -> None:
    """Q3: it draws and may return."""
    game = given("imperial", {}, phase="draw", hands={"imperial": ["6S"]})
    assert hand_size(game, "imperial") == 2
    legal(game, "recruit troops 1 general hildburghausen hildburghausen pay 6S")


def test_q4_no_reconquest_across_prussia_and_hanover() -> None:
    """Q4: Prussia cannot recover Hameln, Hanover cannot recover Minden."""
    game = given("prussia", {"keith": "hameln"}, conquered={"hameln": "france"})
    assert conquered(orders(game, "move keith springe")) == {"hameln": "france"}
    game = given("hanover", {"ferdinand": "minden"}, conquered={"minden": "france"})
    assert conquered(orders(game, "move ferdinand herford")) == {"minden": "france"}


def test_q5_redistribution_after_a_fate_card() -> None:
    """Q5: Heinrich 4 + Dohna 3 become Heinrich 7 before Dohna is retired."""
    game = fate_step("sweden", {"heinrich": ("berlin", 4), "dohna": ("berlin", 3)})
    assert troops(orders(game, "retire dohna"), "heinrich") == 7


def test_q6_encircled_stacks_fight_one_after_the_other() -> None:
    """Q6: a gap closed by the first combat is closed in the second."""
    placed = {
        "friedrich": ("oschatz", 4),
        "browne": ("wurzen", 5),
        "karl": ("riesa", 6),
        "lacy": ("torgau", 5),
    }
    game = given("austria", placed, phase="combat")
    orders(game, "attack browne friedrich", "pass")
    assert where(game, "friedrich") is None


def test_q7_farthest_city() -> None:
    """Q7: an end nearer to the victor than another reachable end is illegal."""
    game = given("prussia", {"heinrich": ("celle", 8), "richelieu": ("hannover", 5)}, phase="combat")
    orders(game, "pass")
    refused(game, "retreat munster", "R8.4")


def test_q8_retreat_over_objectives() -> None:
    """Q8: allowed, without conquest."""
    placed = {"richelieu": ("pyrmont", 5), "ferdinand": ("alfeld", 7)}
    game = given("hanover", placed, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert conquered(game) == {} and pending(game) == {}


def test_q9_a_depot_is_no_train() -> None:
    """Q9: next to Koblenz a French general without train is not supplied."""
    assert face_down(given("france", {"soubise": "limburg"}, phase="supply"), "soubise")


def test_q10_a_depot_is_no_objective() -> None:
    """Q10: leaving Berlin or Stade conquers nothing."""
    game = given("france", {"soubise": "stade", "chevert": "berlin"})
    orders(game, "move soubise zeven", "move chevert potsdam")
    assert conquered(game) == {} and pending(game) == {}


def test_q11_recruits_for_an_unsupplied_general() -> None:
    """Q11: allowed."""
    game = given("france", {"soubise": ("leipzig", 2, "down")}, hands={"france": ["6S"]})
    legal(game, "recruit troops 1 pay 6S")


def test_q12_general_and_train_into_one_depot() -> None:
    """Q12: no; three generals yes."""
    game = given("hanover", {}, hands={"hanover": ["12S"]})
    refused(game, "recruit troops 1 general ferdinand stade train stade pay 12S", "R10.6", "R4.5")
    legal(game, "recruit troops 2 general ferdinand stade general cumberland stade pay 12S")


def test_q13_reentry_onto_an_own_general() -> None:
    """Q13: allowed, needs a new troop, ends the movement of both."""
    game = given("hanover", {"ferdinand": ("stade", 2)}, hands={"hanover": ["6S"]})
    orders(game, "recruit troops 1 general cumberland stade pay 6S")
    assert {"ferdinand", "cumberland"} <= moved(game) and pool(game, "ferdinand") == 3


def test_q14_retire_an_off_map_general() -> None:
    """Q14: allowed."""
    game = fate_step("sweden", {"friedrich": "berlin"})
    assert retired(orders(game, "retire seydlitz")) == {"seydlitz"}


def test_q15_cannot_attack() -> None:
    """Q15: 4♦ forbids Cumberland to re-enter next to a hostile general."""
    game = under("4D", "hanover", {"richelieu": ("zeven", 3)}, hands={"hanover": ["6S"]})
    refused(game, "recruit troops 1 general cumberland stade pay 6S", "R11.8", "4♦")
    legal(game, "recruit troops 1 general ferdinand stade pay 6S")


def test_q16_the_stubborn_king() -> None:
    """Q16, 7♦: attacked at −3 with 3♦ and 5♦ the king's side must play the 5♦."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}
    game = under("7D", "austria", placed, phase="combat", hands={"prussia": ["3D", "5D"]})
    assert plays(game) == {"5D"}


def test_q17_drawing_back_the_gift() -> None:
    """Q17, 9♦: with an empty Austrian hand the gift comes straight back."""
    game = fate_step("9D", {}, hands={"prussia": ["4C"]})
    orders(game, "gift 4C")
    assert "4C" in hand(game, "prussia") and hand(game, "austria") == []


def test_bounds_follow_from_the_log() -> None:
    """R15.1: announced strength minus loss is known to all; recruits widen it; a re-entered general has ≥ 1."""
    game = given("austria", {"daun": ("prag", 6), "laudon": ("tabor", 3), "keith": ("melnik", 8)}, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    stack = next(s for s in game.view("friedrich").json()["stacks"] if "daun" in s["generals"])
    assert stack["strength"] == [4, 4]
    quietly(game, stage_of("austria"))
    low_high = next(s for s in game.view("friedrich").json()["stacks"] if "daun" in s["generals"])["strength"]
    assert low_high == [4, 4]
