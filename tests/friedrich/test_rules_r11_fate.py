"""Chapter 11 of the rules: the Clock of Fate, its strokes, changes of hands; OP-50 … OP-56, OP-74 … OP-77."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reference import CITIES, GENERALS, NATIONS, OBJECTIVES, ROADS, distance, walks
from situations import (
    ROLE,
    ROLES,
    VICTOR_AT,
    conquered,
    decider,
    draws,
    face,
    fate_step,
    given,
    group,
    hand,
    hand_size,
    keys,
    legal,
    menu,
    orders,
    out,
    plays,
    pool,
    position_of,
    public,
    quietly,
    refused,
    result,
    retired,
    roles,
    score,
    split_fate,
    stage_of,
    state,
    then,
    total,
    troops,
    turn_is,
    under,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game
from sanssouci.friedrich.files.pack import contents


def last_card(game: Game) -> dict[str, Any]:
    """The fate card drawn last."""
    return dict(game.view(None).json()["fate"]["drawn"][-1])


def test_r11_1_one_card_from_turn_six_on() -> None:
    """R11.1, ST61, ST62: exactly one card at the end of each turn from the sixth on."""
    game = given("prussia", {"keith": "cottbus"}, turn=5, fate={"next": ["1", "2", "3"]})
    for turn, number in ((6, 0), (7, 1), (8, 2), (9, 3)):
        quietly(game, turn_is(turn))
        assert len(game.view(None).json()["fate"]["drawn"]) == number


def test_r11_2_the_standard_game_reads_spades() -> None:
    """R11.2: whoever won last, the ♠ version counts in the standard game; strokes have no version."""
    game = given("france", {}, phase="fate", turn=8, fate={"next": ["9"]},
                 last_victor={"general": "keith", "city": "glogau"})  # fmt: skip
    assert last_card(game)["suit"] == "S"
    assert "suit" not in last_card(fate_step("poems", {})) or last_card(fate_step("poems", {}))["suit"] is None


def test_r11_3_immediately_means_before_the_second_test() -> None:
    """R11.3, ST71: what the card changes counts in the test of the same turn."""
    marks = dict.fromkeys(["cammin", "malchin", "anklam", "greifenhagen", "stettin"], "sweden")
    assert winners(fate_step("elisabeth", {}, conquered=marks)) == {"elisabeth"}


def test_r11_4_next_turn_only() -> None:
    """R11.4, ST72: an event of turn 8 bites in the stage of turn 9 and is gone in turn 10."""
    game = fate_step("12S", {"daun": "bruenn"}, turn=8, fate={"next": ["1"]})
    quietly(game, stage_of("austria", 9))
    assert sure(group(game, "daun"))["steps"] == 2
    assert [e["card"] for e in game.view(None).json()["fate"]["in_force"]] == ["12"]
    quietly(game, stage_of("austria", 10))
    assert sure(group(game, "daun"))["steps"] == 3
    assert game.view(None).json()["fate"]["in_force"] == []


def test_r11_5_absent_subjects() -> None:
    """R11.5: NOW events on generals off the map or out nations do nothing; strokes reach them off the map."""
    game = fate_step("6C", {"lacy": ("prag", 2)})
    assert total(game, "austria") == 2
    game = fate_step("1D", {}, out=["russia"])
    assert state(game) == "MOVE_MENU"
    assert retired(fate_step("elisabeth", {"keith": "cottbus"})) == {"lehwaldt"}


def test_r11_6_free_troops() -> None:
    """R11.6: only below the ceiling and below eight (a pool below 8n)."""
    assert troops(fate_step("6C", {"daun": ("prag", 4)}), "daun") == 5
    assert troops(fate_step("6C", {"daun": ("prag", 8)}), "daun") == 8
    assert pool(fate_step("6C", {"daun": ("prag", 8), "lacy": ("prag", 4)}), "daun") == 13
    assert pool(fate_step("6C", {"daun": ("prag", 8), "lacy": ("prag", 8)}), "daun") == 16
    full = {"daun": ("prag", 7), "browne": ("tabor", 8), "karl": ("bruenn", 8), "laudon": ("olmuetz", 7)}
    assert total(fate_step("6C", full), "austria") == 30


def test_r11_7_forced_loss() -> None:
    """R11.7, OP-55: one troop less, unless that would take a general off the map."""
    assert troops(fate_step("2H", {"apraxin": ("lomza", 4)}), "apraxin") == 3
    assert troops(fate_step("2H", {"apraxin": ("lomza", 1)}), "apraxin") == 1
    assert pool(fate_step("2H", {"apraxin": ("lomza", 1), "fermor": ("lomza", 2)}), "apraxin") == 2
    assert pool(fate_step("2H", {"apraxin": ("lomza", 1), "fermor": ("lomza", 1)}), "apraxin") == 2
    assert total(fate_step("2H", {"fermor": ("lomza", 4)}), "russia") == 4


def test_r11_8_cannot_attack() -> None:
    """R11.8, Q15, OP-52, OP-54: not next to an enemy, alone or in company; he may stay where he is."""
    placed = {"friedrich": ("prag", 4), "keith": ("prag", 4), "schwerin": ("beraun", 3), "daun": ("kolin", 4)}
    game = under("7S", "prussia", placed)
    assert state(then(game, "end")) != "CARD" and decider(then(game, "end")) == "hanover"
    refused(game, "move friedrich+keith melnik jungbunzlau nimburg", "R11.8", "7♠")
    legal(game, "move friedrich+keith melnik jungbunzlau")
    legal(game, "move keith takes 4 melnik jungbunzlau nimburg")
    after = then(game, "move keith takes 4 melnik jungbunzlau nimburg", "end")
    now = sure(after.view(None).json()["combat"])["current"]
    assert sure(now)["attacker"]["generals"] == ["keith"]
    # joining Friedrich next to an enemy binds the joiner as well
    joined = then(game, "move schwerin prag", "end")
    assert decider(joined) == "hanover"
    # he can be attacked, and he protects
    attacked = under("7S", "austria", placed, phase="combat")
    assert state(attacked) == "CARD"


def test_r11_9_slowed() -> None:
    """R11.9: 2 cities or 3 on main roads, for the stack that holds him too; companions alone are free."""
    placed = {"daun": ("bruenn", 4), "lacy": ("bruenn", 4)}
    game = under("12S", "austria", placed)
    assert (sure(group(game, "daun"))["steps"], sure(group(game, "daun"))["main_steps"]) == (2, 3)
    both = group(game, "daun", "lacy")
    assert (sure(both)["steps"], sure(both)["main_steps"]) == (2, 3)
    assert (sure(group(game, "lacy"))["steps"], sure(group(game, "lacy"))["main_steps"]) == (3, 4)
    path = next(w for w in walks(position_of(game), ["daun", "lacy"], 3, 3) if len(w) == 3
                and not all(ROADS[a][b] == "main" for a, b in zip(["bruenn", *w], w, strict=False)))  # fmt: skip
    refused(game, "move daun+lacy " + " ".join(path), "R11.9", "R4.2", "12♠")


def test_r11_10_elisabeth() -> None:
    """R11.10, stroke ELISABETH: Russia out, Lehwaldt retired, Sweden eased; Sweden out before: Imperial hers."""
    placed = {"lehwaldt": ("mohrungen", 3), "fermor": ("lomza", 4), "russia_train_1": "torun"}
    game = fate_step("elisabeth", placed)
    assert out(game) == {"russia"} and retired(game) == {"lehwaldt"}
    assert where(game, "fermor") is None and where(game, "russia-train-1") is None
    assert public(game, "sweden")["eased"] and public(game, "sweden")["needed"] == 5
    assert public(game, "imperial")["role"] == "maria-theresa"
    game = fate_step("elisabeth", placed, out=["sweden"])
    assert public(game, "imperial")["role"] == "elisabeth"
    assert public(game, "austria")["needed"] == 12 and public(game, "imperial")["needed"] == 5


def test_r11_11_the_first_colonial_stroke() -> None:
    """R11.11, strokes INDIA, AMERICA: Austria draws 4, France 3 without giving one up."""
    for stroke in ("india", "america"):
        game = fate_step(stroke, {})
        assert (draws(game)["austria"], draws(game)["france"], draws(game)["hanover"]) == (4, 3, 2)
        assert out(game) == set()
        quietly(game, stage_of("france", 9))
        assert hand_size(game, "france") == 3


def test_r11_12_the_second_colonial_stroke() -> None:
    """R11.12, strokes INDIA, AMERICA: France out, Cumberland retired, Hanover 1, Imperial to Pompadour, eased."""
    for first, second in (("india", "america"), ("america", "india")):
        game = fate_step(second, {"cumberland": ("stade", 3), "soubise": ("koblenz", 2)},
                         fate={"drawn": [first]})  # fmt: skip
        assert out(game) == {"france"} and retired(game) == {"cumberland"}
        assert where(game, "soubise") is None and draws(game)["hanover"] == 1
        assert public(game, "imperial")["role"] == "pompadour"
        assert (public(game, "austria")["needed"], public(game, "imperial")["needed"]) == (12, 5)
        assert public(game, "sweden")["needed"] == 10


def test_r11_13_sweden() -> None:
    """R11.13, stroke SWEDEN, ST63b, Q14: Sweden out; Prussia retires one of its generals, not Friedrich."""
    game = fate_step("sweden", {"keith": ("cottbus", 4), "ehrensvaerd": ("stralsund", 2)}, retired=["dohna"])
    assert state(game) == "RETIRE" and roles(game) == {"friedrich"}
    named = set(GENERALS["prussia"]) - {"friedrich", "dohna"}
    assert set(menu(game)["generals"]) == named and not menu(game)["none"]
    refused(game, "retire dohna", "R11.13", "R10.4")
    refused(game, "retire none", "piece_unknown")
    orders(game, "retire keith")
    assert retired(game) == {"dohna", "keith"} and out(game) == {"sweden"}
    assert where(game, "ehrensvaerd") is None and total(game, "prussia") == 0
    game = fate_step("sweden", {"friedrich": "cottbus"}, retired=GENERALS["prussia"][1:])
    assert out(game) == {"sweden"} and state(game) == "MOVE_MENU"
    game = fate_step("sweden", {}, out=["russia"])
    orders(game, "retire keith")
    assert public(game, "imperial")["role"] == "elisabeth"


def test_option_sweden_may_retire_friedrich() -> None:
    """Option sweden_may_retire_friedrich: then Friedrich may be named."""
    option = {"options": {"sweden_may_retire_friedrich": True}}
    game = fate_step("sweden", {"friedrich": ("cottbus", 4)}, **option)
    orders(game, "retire friedrich")
    assert retired(game) == {"friedrich"}
    game = fate_step("sweden", {"friedrich": ("cottbus", 4)}, options={"edition_text": "first"})
    legal(game, "retire friedrich")


def test_r11_14_lord_bute_and_poems() -> None:
    """R11.14, strokes LORD BUTE, POEMS: 7, then 5, then 4."""
    for first, second in (("lord-bute", "poems"), ("poems", "lord-bute")):
        assert draws(fate_step(first, {}))["prussia"] == 5
        assert draws(fate_step(second, {}, fate={"drawn": [first]}))["prussia"] == 4


def test_r11_15_what_an_out_nation_leaves_behind() -> None:
    """R11.15, OP-74: pieces, markers go; the hand goes unseen to the used piles by deck."""
    placed = {"saltikov": ("lomza", 3), "russia_train_1": "torun", "keith": "cottbus"}
    game = fate_step("elisabeth", placed, hands={"russia": ["13S/1", "5H/2"]},
                     conquered={"ortelsburg": "russia", "breslau": "austria"})  # fmt: skip
    assert where(game, "saltikov") is None and where(game, "russia-train-1") is None
    assert conquered(game) == {"breslau": "austria"}
    assert hand(game, "russia") == []
    assert game.view(None).json()["piles"]["used"] == {"1": 1, "2": 1}
    assert game.view("friedrich").json()["seen"] == []
    held = dict.fromkeys(OBJECTIVES["russia"], "russia")
    assert given("france", {}, phase="fate", turn=8, fate={"next": ["elisabeth"]}, conquered=held).result is None


def test_r11_16_retirements_follow_r6_8() -> None:
    """R11.16: Cumberland out of a stack hands his troops on as far as there is room."""
    placed = {"ferdinand": ("celle", 4), "cumberland": ("celle", 8)}
    game = fate_step("india", placed, fate={"drawn": ["america"]})
    assert troops(game, "ferdinand") == 8
    game = fate_step("india", {"ferdinand": ("celle", 4)}, fate={"drawn": ["america"]})
    assert retired(game) == {"cumberland"} and troops(game, "ferdinand") == 4


KING = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}


def king(*held: str, placed: dict[str, Any] | None = None, nation: str = "austria", **fields: Any) -> Game:
    """Friedrich in Oschatz (♦) under 7♦."""
    hands = {"prussia": list(held), **fields.pop("hands", {})}
    return under("7D", nation, placed or KING, phase="combat", hands=hands, **fields)


def test_r11_17_the_stubborn_king() -> None:
    """R11.17, 7♦, Q16: a choice is legal iff a positive score stays reachable after it."""
    game = king("2D", "5D", "R")
    # a Reserve as 3 would land on 0, which is not positive, and the right would pass
    assert plays(game) == {"2D", "5D"} and menu(game)["reserve_values"] == [1, 2, 4, 5, 6, 7, 8, 9, 10]
    orders(game, "play 2D")
    refused(game, "pass", "R11.17", "7♦")
    orders(game, "play 5D")
    assert decider(game) == "austria" and score(game) == -4


def test_r11_17_the_duty_ends_at_a_positive_score() -> None:
    """R11.17: once positive, Prussia may give up later in the same combat."""
    game = king("5D", "2D", hands={"austria": ["9D"]})
    orders(game, "play 5D", "play 9D")
    assert decider(game) == "prussia" and score(game) == -7
    legal(game, "pass")


def test_r11_17_zero_is_not_positive() -> None:
    """R11.17: at zero with the duty pending Prussia must still go on if a card permits."""
    game = king("3D", hands={"austria": ["2D"]})
    orders(game, "play 3D")
    assert decider(game) == "austria" and score(game) == 0


def test_r11_17_the_lowest_cards_count() -> None:
    """R11.17, OP-63: at −3 the 3♠ would land on zero and the 2♠ opens the way."""
    placed = {"friedrich": ("breslau", 5), "daun": ("oels", 8)}
    game = under("7D", "austria", placed, phase="combat", hands={"prussia": ["2S", "3S"]})
    assert score(game) == -3 and plays(game) == {"2S"}


def test_r11_17_a_reserve_between_two_cards() -> None:
    """R11.17, OP-63: at −20 the 7♦ is good as well: a Reserve keeps the 13♦ from landing on zero."""
    placed = {"friedrich": ("oschatz", 4), "daun": ("riesa", 8), "browne": ("riesa", 8), "karl": ("riesa", 8)}
    game = under("7D", "austria", placed, phase="combat", hands={"prussia": ["7D", "13D", "R"]})
    assert score(game) == -20 and plays(game) == {"7D", "13D"}


def test_r11_17_where_no_positive_score_can_be_reached() -> None:
    """R11.17: every playable card is legal and giving up is not, while one remains."""
    game = king("2D/1", placed={"friedrich": ("oschatz", 3), "daun": ("riesa", 8)})
    assert plays(game) == {"2D"}
    refused(game, "pass", "R11.17", "7♦")
    orders(game, "play 2D")
    assert decider(game) == "prussia" and score(game) == -3
    legal(game, "pass")


def test_r11_17_cards_and_reserves_together() -> None:
    """R11.17, OP-63: at −11 with 2♦ and a Reserve only 2♦, or the Reserve as 10, keep +1 in reach."""
    placed = {"friedrich": ("oschatz", 2), "daun": ("riesa", 8), "lacy": ("riesa", 5)}
    game = king("2D", "R", placed=placed)
    assert score(game) == -11
    assert plays(game) == {"2D"} and menu(game)["reserve_values"] == [10] and not menu(game)["pass"]
    orders(game, "play 2D")
    assert menu(game)["reserve_values"] == [10]
    orders(game, "play R=10")
    assert decider(game) == "austria" and score(game) == -1
    # one worse, and nothing positive can be reached: every playable card is legal
    placed["lacy"] = ("riesa", 6)
    game = king("2D", "R", placed=placed)
    assert plays(game) == {"2D"} and menu(game)["reserve_values"] == list(range(1, 11)) and not menu(game)["pass"]
    # without the duty to use Reserves they are ignored in both tests
    game = king("2D", "R", placed=placed, options={"king_must_use_reserve": False})
    assert plays(game) == {"2D"} and not menu(game)["pass"]
    orders(game, "play 2D")
    assert menu(game)["pass"]


def test_r11_17_only_one_combat() -> None:
    """R11.17: after the first combat in which Prussia had to act the duty is over."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8), "lacy": ("wurzen", 7)}
    game = king("8D", "2D", placed=placed)
    orders(game, "attack daun friedrich", "play 8D", "pass")
    quietly(game, lambda g: state(g) == "CARD")
    assert decider(game) == "prussia" and menu(game)["duty"] is None
    legal(game, "pass")


def test_r11_17_option_king_must_use_reserve() -> None:
    """R11.17, OP-63, option king_must_use_reserve: Reserves count by default, are ignored otherwise."""
    game = king("R")
    refused(game, "pass", "R11.17", "7♦", "OP-63")
    assert menu(game)["reserve_values"] == list(range(4, 11))
    refused(game, "play R=3", "R11.17", "7♦", "OP-63")
    legal(game, "play R=4", "play R=10")
    game = king("R", options={"king_must_use_reserve": False})
    legal(game, "pass", "play R=3")


def test_r11_18_imperial_changes_hands() -> None:
    """R11.18, ST70: Russia and Sweden out: Elisabeth; France out: Pompadour; only once."""
    game = fate_step("sweden", {"keith": "cottbus"})
    orders(game, "retire dohna")
    assert public(game, "imperial")["role"] == "maria-theresa"
    game = fate_step("elisabeth", {}, out=["sweden"])
    assert public(game, "imperial")["role"] == "elisabeth"
    game = given("prussia", {"keith": "cottbus"}, turn=9, out=["france"])
    assert public(game, "imperial")["role"] == "pompadour"


def test_r11_19_what_passes() -> None:
    """R11.19, OP-75, R15.15: hand, sheet, pieces and conquests pass; the old controller sees them no more."""
    game = fate_step("america", {"hildburghausen": ("erfurt", 5)}, hands={"imperial": ["13S", "4C"]},
                     fate={"drawn": ["india"]}, conquered={"leipzig": "imperial"})  # fmt: skip
    new = game.view("pompadour").json()
    assert sorted(map(face, new["nations"]["imperial"]["hand"])) == ["13S", "4C"]
    assert [s["troops"] for s in new["stacks"] if s["nation"] == "imperial"] == [5]
    assert "hand" not in game.view("maria-theresa").json()["nations"]["imperial"]
    assert conquered(game) == {"leipzig": "imperial"}


def test_r11_20_eased_victory() -> None:
    """R11.20: first-order objectives suffice for Sweden without Russia, for Austria and Imperial after the change."""
    game = given("prussia", {"keith": "cottbus"}, turn=9, out=["russia"])
    needs = {n: public(game, n)["needed"] for n in NATIONS if n not in ("prussia", "hanover")}
    assert (needs["sweden"], needs["austria"], needs["imperial"], needs["france"]) == (5, 16, 10, 10)
    game = given("prussia", {"keith": "cottbus"}, turn=9, out=["france"])
    assert [public(game, n)["needed"] for n in ("sweden", "austria", "imperial")] == [10, 12, 5]


def test_r11_21_three_participants() -> None:
    """R11.21, OP-75: with three players the holder of Elisabeth and Pompadour gets Imperial by either way."""
    game = given("prussia", {"keith": "cottbus"}, turn=9, out=["france"], players=3,
                 hands={"imperial": ["5S"]})  # fmt: skip
    for role in ("elisabeth", "pompadour"):
        assert "hand" in game.view(role).json()["nations"]["imperial"]
    assert "hand" not in game.view("maria-theresa").json()["nations"]["imperial"]


def test_op_50_in_force_until_the_fate_step_is_finished() -> None:
    """OP-50: 7♥ of turn 8 still forbids Friedrich a troop by 8♠ at the end of turn 9."""
    game = under("7H", "france", {"friedrich": ("cottbus", 3), "keith": ("forst", 3)}, phase="fate",
                 scenario="expert", last_victor={"general": "lehwaldt", "city": "breslau"},
                 fate={"next": ["8"]})  # fmt: skip
    assert state(game) == "FREE_TROOP"
    refused(game, "reinforce friedrich", "R11.6", "7♥", "OP-50", "OP-62")
    legal(game, "reinforce keith")


def test_op_51_a_returning_general_is_bound() -> None:
    """OP-51: 7♠ binds Friedrich who re-enters in that turn."""
    game = under("7S", "prussia", {"daun": ("spandau", 3)}, hands={"prussia": ["6S"]})
    refused(game, "recruit troops 1 general friedrich berlin pay 6S", "R11.8", "7♠")
    legal(game, "recruit troops 1 general keith berlin pay 6S")


def test_op_52_already_adjacent() -> None:
    """OP-52: he may stay without attacking, or move to a city that is not next to an enemy."""
    game = under("7S", "prussia", {"friedrich": ("prag", 4), "daun": ("kolin", 4)})
    legal(game, "move friedrich melnik")
    orders(game, "end")
    assert decider(game) == "hanover"


def test_op_53_who_may_approach() -> None:
    """OP-53: under 4♦ enemies may approach and attack Cumberland."""
    game = under("4D", "france", {"cumberland": ("hannover", 3), "soubise": ("wunstorf", 3)}, phase="combat")
    assert state(game) == "CARD"


def test_op_54_the_whole_stack_is_bound() -> None:
    """OP-54: a stack that contains the bound general neither moves into attack nor attacks."""
    placed = {"soubise": ("hannover", 3), "richelieu": ("hannover", 4), "ferdinand": ("celle", 3)}
    freely = given("france", placed, turn=9, phase="combat")
    assert state(freely) == "CARD"
    game = under("5S", "france", placed, phase="combat")
    assert state(game) == "MOVE_MENU" and position_of(game)["turn"] == 10, "no combat, and the turn is over"
    near = {**placed, "soubise": ("wunstorf", 3), "richelieu": ("wunstorf", 4)}
    legal(given("france", near, turn=9), "move soubise+richelieu hannover")
    refused(under("5S", "france", near), "move soubise+richelieu hannover", "R11")


def test_op_55_a_stacked_general_loses_from_the_pool() -> None:
    """OP-55: 8♦ on Karl in a stack of two with three troops leaves two; with two troops nothing is lost."""
    assert pool(fate_step("8D", {"karl": ("prag", 2), "daun": ("prag", 1)}), "karl") == 2
    assert pool(fate_step("8D", {"karl": ("prag", 1), "daun": ("prag", 1)}), "karl") == 2


@pytest.mark.parametrize(
    ("card", "placed", "hands", "word", "must"),
    [
        ("4H", {}, {"france": ["2H"]}, "redraw none", "003"),
        ("6D", {"keith": ("prag", 2), "dohna": ("leipzig", 2)}, {}, "flip none", "003"),
        ("8S", {"keith": ("prag", 2), "dohna": ("leipzig", 2)}, {}, "reinforce none", "000"),
        ("9D", {}, {"prussia": ["2H"]}, "gift none", "000"),
    ],
)
def test_op_56_may_or_must(card: str, placed: dict[str, Any], hands: dict[str, Any], word: str, must: str) -> None:
    """OP-56, option fate_may_must: "may" everywhere, or 000's or 003's "must" for 4♥, 6♦, 8♠, 9♦."""
    for option in ("may", "000", "003"):
        game = fate_step(card, placed, hands=hands, options={"fate_may_must": option})
        assert menu(game)["none"] == (option != must)
        if option == must:
            refused(game, word, "none_not_allowed")
        else:
            legal(game, word)


def test_op_74_the_hand_of_an_out_nation_stays_unseen() -> None:
    """OP-74: nobody is shown the cards that leave with a nation."""
    game = fate_step("sweden", {"keith": "cottbus"}, hands={"sweden": ["13S/1"]})
    done = game.play("retire keith")
    for role in ("friedrich", "maria-theresa", "pompadour"):
        assert "13S/1" not in json.dumps(game.events_for(done, role))
        assert "13S/1" not in game.view(role).json()["seen"]


def test_op_76_order_inside_a_stroke() -> None:
    """OP-76: Prussia is asked for the retirement before the change of hands and the second test."""
    marks = dict.fromkeys(["chemnitz", "leipzig", "dresden", "torgau", "pirna"], "imperial")
    game = fate_step("sweden", {"keith": "cottbus"}, out=["russia"], conquered=marks)
    assert state(game) == "RETIRE" and game.result is None
    orders(game, "retire keith")
    assert winners(game) == {"elisabeth"}


def test_op_77_one_role_wins_with_two_nations() -> None:
    """OP-77: Russia and Sweden both complete: a single winner, two nations."""
    marks = {c: n for n in ("russia", "sweden") for c in OBJECTIVES[n]}
    game = given("france", {}, phase="supply", turn=4, conquered=marks)
    assert winners(game) == {"elisabeth"} and set(sure(result(game))["nations"]) == {"russia", "sweden"}


def told(card: str, placed: dict[str, Any], *lines: str, **fields: Any) -> list[str]:
    """What everybody hears between a fate card, drawn when France ends its stage, and the end of the turn."""
    number, suit = split_fate(card)
    victor = {"general": "lehwaldt", "city": VICTOR_AT.get(suit, "breslau")}
    game = given("france", {"richelieu": "koblenz", **placed}, turn=8, fate={"next": [number]},
                 scenario="expert", **{"last_victor": victor, **fields})  # fmt: skip
    found = [event for line in ("end", *lines) for event in keys(game.events_for(game.play(line), None))]
    whole = position_of(game)
    assert whole["fate_choice"] is None and contents(game.state) == contents(Game.from_position(whole).state)
    return found[found.index("fate_card") + 1 : found.index("turn_ends")]


BEATEN = {"hildburghausen": ("sonneberg", 4), "friedrich": ("kronach", 5)}
NEAR, FAR = (next(c for c in CITIES if distance(c, "torun") == away) for away in (4, 5))
TOLD: list[tuple[str, dict[str, Any], tuple[str, ...], dict[str, list[str]], list[str]]] = [
    ("1C", {"fermor": ("lomza", 3)}, (), {}, ["troop_gained"]),
    ("1H", {}, ("trade russia none", "trade austria none"), {"russia": ["5S"], "austria": ["9H"]}, ["trade_declined"]),
    ("1H", {}, ("trade russia 5S", "trade austria none"), {"russia": ["5S"], "austria": ["9H"]}, ["trade_declined"]),
    ("1H", {}, ("trade russia none", "trade austria 9H"), {"russia": ["5S"], "austria": ["9H"]}, ["trade_declined"]),
    ("1H", {}, ("trade russia 5S", "trade austria 9H"), {"russia": ["5S"], "austria": ["9H"]}, ["traded"]),
    ("1H", {}, (), {"russia": ["5S"]}, ["fate_nothing"]),
    ("2C", {}, (), {}, ["fate_in_force"]),
    ("2H", {"apraxin": ("lomza", 3)}, (), {}, ["troop_lost"]),
    ("2H", {"apraxin": ("bunzlau", 3)}, (), {}, ["troop_lost"]),
    ("2H", {"apraxin": ("lomza", 1)}, (), {}, ["fate_nothing"]),
    ("2H", {}, (), {}, ["fate_nothing"]),
    ("4H", {}, ("redraw 2H",), {"france": ["2H"]}, ["redrawn"]),
    ("4H", {}, ("redraw none",), {"france": ["2H"]}, ["redraw_declined"]),
    ("4H", {}, (), {}, ["fate_nothing"]),
    ("6S", {"laudon": "prag"}, ("laudon melnik",), {}, ["laudon_moves"]),
    ("6S", {"laudon": "prag"}, ("laudon none",), {}, ["laudon_stays"]),
    ("6S", {}, (), {}, ["fate_nothing"]),
    ("6C", {"daun": ("prag", 3)}, (), {}, ["troop_gained"]),
    ("6C", {"daun": ("bunzlau", 3)}, (), {}, ["troop_gained"]),
    ("6C", {"daun": ("prag", 8)}, (), {}, ["fate_nothing"]),
    ("6C", {}, (), {}, ["fate_nothing"]),
    ("6D", {"keith": "leipzig"}, ("flip keith",), {}, ["flipped"]),
    ("6D", {"keith": "leipzig"}, ("flip none",), {}, ["flip_declined"]),
    ("6D", {"keith": "berlin"}, (), {}, ["fate_nothing"]),
    ("8S", {"keith": "berlin"}, ("reinforce keith",), {}, ["troop_gained"]),
    ("8S", {"keith": "berlin"}, ("reinforce none",), {}, ["troop_declined"]),
    ("9S", {"fermor": NEAR, "russia_train_1": "torun"}, (), {}, ["fate_nothing"]),
    ("9S", {"fermor": FAR, "russia_train_1": "torun"}, (), {}, ["flipped"]),
    ("9S", {"fermor": (FAR, 1, "down"), "russia_train_1": "torun"}, (), {}, ["fate_nothing"]),
    ("9D", {}, ("gift 4C",), {"prussia": ["4C"]}, ["gift_given"]),
    ("9D", {}, ("gift none",), {"prussia": ["4C"]}, ["gift_declined"]),
    ("9D", {}, (), {}, ["fate_nothing"]),
    ("10C", {"keith": ("berlin", 3)}, (), {}, ["troop_lost"]),
    ("10C", {"keith": ("berlin", 1)}, (), {}, ["fate_nothing"]),
    ("poems", {}, (), {}, ["draw_changes"]),
    ("india", {}, (), {}, ["draw_changes"]),
    ("elisabeth", {"lehwaldt": "berlin"}, (), {}, ["nation_out", "general_retired"]),
]  # fmt: skip


@pytest.mark.parametrize(("card", "placed", "lines", "hands", "heard"), TOLD)
def test_r11_3_what_a_card_does_is_told(
    card: str, placed: dict[str, Any], lines: tuple[str, ...], hands: dict[str, list[str]], heard: list[str]
) -> None:
    """R11.3, R11.5, R15.13: everybody hears what a card did, and that it did nothing."""
    assert told(card, placed, *lines, hands=hands) == heard


def test_op_69_the_way_west_is_told() -> None:
    """12♥: both cities, or that Hildburghausen stays."""
    game = given("imperial", BEATEN, phase="combat", scenario="expert", turn=8, fate={"next": ["12"]})
    orders(game, "pass", "retreat hildburghausen")
    quietly(game, lambda now: state(now) == "WEST")
    done = then(game).play("west meiningen kissingen")
    west = next(event for event in game.events_for(done, None) if event["key"] == "west_moved")
    assert west["args"] == {"path": ["meiningen", "kissingen"]}
    assert "west_stays" in keys(game.events_for(then(game).play("west none"), None))


CARDS_MOVE = [
    ("1H", {"russia": ["5S", "6S"], "austria": ["9H"]}, ("trade russia 5S", "trade austria 9H"), ("russia", "austria")),
    ("4H", {"france": ["2H", "3H"], "russia": ["4S"]}, ("redraw 2H",), ("france",)),
    ("9D", {"prussia": ["4C", "5C"], "austria": ["9H"], "france": ["2D"]}, ("gift 4C",), ("prussia", "austria")),
]


@pytest.mark.parametrize(("card", "hands", "lines", "exchanged"), CARDS_MOVE)
def test_r15_13_outsiders_forget_the_hands_that_exchanged(
    card: str, hands: dict[str, list[str]], lines: tuple[str, ...], exchanged: tuple[str, ...]
) -> None:
    """R15.13, D-14: of these hands a role that is in neither knows no card any longer, of the others all it knew."""
    whole = position_of(fate_step(card, {}, hands=hands))
    outsiders = [role for role in ROLES if role not in {ROLE[nation] for nation in exchanged}]
    known = {nation: whole["hands"][nation] for nation in hands}
    for role in outsiders:
        cards = {card for held in known.values() for card in held}
        whole["known"]["cards"][role] = sorted(cards.union(whole["known"]["cards"][role]))
    game = Game.from_position(whole)
    for role in outsiders:
        seen = {n: held for n, held in game.view(role).json()["known"].items() if held and n in hands}
        assert {*seen} >= {n for n in hands if ROLE[n] != role}
    orders(game, *lines)
    for role in outsiders:
        seen = {n: held for n, held in game.view(role).json()["known"].items() if held and n in hands}
        assert {*seen} == {n for n in hands if n not in exchanged and ROLE[n] != role}, role


def test_r11_8_halle_alone_is_closed() -> None:
    """3♦: a train may be caught elsewhere, pieces come back elsewhere, friends may stand in it; 5♠ closes nothing."""
    game = under("3D", "austria", {"daun": ("leipzig", 3), "prussia_train_1": "wurzen"})
    legal(game, "move daun wurzen")
    legal(under("5S", "austria", {"daun": ("leipzig", 3), "prussia_train_1": "halle"}), "move daun halle")
    for guest in ("saltikov", "soubise"):
        legal(under("3D", "austria", {"daun": ("wurzen", 3), guest: ("halle", 3)}), "move daun leipzig")
    for guest in ("friedrich", "cumberland"):
        game = under("3D", "austria", {"daun": ("wurzen", 3), guest: ("halle", 3)})
        refused(game, "move daun leipzig", "R11.8", "3♦")
    placed = {"daun": ("halle", 3), "richelieu": ("zeven", 3)}
    legal(under("3D", "hanover", placed, hands={"hanover": ["6S"]}), "recruit troops 1 general ferdinand stade pay 6S")


def test_r11_8_a_position_may_say_who_is_bound() -> None:
    """R11.8, OP-66: whoever is bound is so without a card in force: he neither goes next to an enemy nor attacks."""
    whole = position_of(given("prussia", {"friedrich": ("beraun", 3), "keith": ("prag", 3), "daun": ("kolin", 3)}))
    whole["stage"]["bound"] = ["friedrich"]
    refused(Game.from_position(whole), "move friedrich prag", "R4.6", "R11.8")
    assert state(orders(Game.from_position(whole), "end")) == "CARD"
    whole["stage"]["bound"] = ["keith"]
    assert decider(orders(Game.from_position(whole), "end")) == "hanover"


def test_op_60_without_5_diamonds_chevert_is_free() -> None:
    """5♦, OP-60: whoever a position puts beside him."""
    whole = position_of(under("4S", "france", {"chevert": ("hannover", 3), "richelieu": ("hannover", 3)}))
    whole["stage"]["chevert_with"] = ["richelieu"]
    legal(Game.from_position(whole), "move chevert takes 3 springe", "move richelieu takes 3 springe")


def test_r11_17_a_combat_is_the_kings_from_his_first_decision() -> None:
    """R11.17: not before, whatever is left over from another."""
    placed = {"friedrich": ("prag", 3), "daun": ("kolin", 3), "lacy": ("melnik", 3)}
    whole = position_of(given("austria", placed, phase="combat", hands={"prussia": ["2S"]}))
    whole["combat"]["king"] = True
    assert "king" not in position_of(orders(Game.from_position(whole), "attack daun friedrich"))["combat"]
