"""Chapter 3 of the rules: tactical cards and decks."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from situations import (
    DECK,
    SUITS,
    all_but,
    draws,
    face,
    given,
    hand,
    hand_size,
    menu,
    orders,
    pile,
    position_of,
    position_refused,
    public,
    refused,
    score,
    situation,
    state,
    then,
)

from sanssouci.friedrich import Game


@pytest.mark.parametrize(
    ("nation", "number", "fields"),
    [
        ("prussia", 7, {}),
        ("prussia", 5, {"fate": {"drawn": ["poems"]}}),
        ("prussia", 5, {"fate": {"drawn": ["lord-bute"]}}),
        ("prussia", 4, {"fate": {"drawn": ["poems", "lord-bute"]}}),
        ("hanover", 2, {}),
        ("hanover", 2, {"fate": {"drawn": ["india"]}}),
        ("hanover", 1, {"out": ["france"]}),
        ("russia", 4, {}),
        ("sweden", 1, {}),
        ("austria", 5, {}),
        ("austria", 4, {"fate": {"drawn": ["india"]}}),
        ("austria", 4, {"out": ["france"]}),
        ("imperial", 1, {}),
        ("france", 4, {}),
        ("france", 3, {"fate": {"drawn": ["america"]}}),
    ],
)
def test_r3_1_draw_numbers(nation: str, number: int, fields: dict[str, Any]) -> None:
    """R3.1, ST11: cards drawn in phase 1, before and after the cuts."""
    game = given(nation, {}, phase="draw", turn=9, **fields)
    assert hand_size(game, nation) == number
    assert state(game) == ("FORCED_DISCARD" if number == 4 and nation == "france" else "MOVE_MENU")
    assert draws(game)[nation] == number


def test_r3_2_the_french_loss_is_secret() -> None:
    """R3.2, ST12, R15.7: France gives up one of the four, unseen by the others."""
    game = given("france", {}, phase="draw", hands={"france": ["2S"]})
    drawn = menu(game)["cards"]
    assert len(drawn) == 4 and hand_size(game, "france") == 5
    done = game.play(f"discard {drawn[1]}")
    assert hand_size(game, "france") == 4
    assert drawn[1] not in json.dumps(game.events_for(done, "friedrich"))
    assert drawn[1] in json.dumps(game.events_for(done, "pompadour"))
    assert drawn[1] not in game.view("friedrich").json()["seen"]


def test_r3_3_no_hand_limit() -> None:
    """R3.3: sixty cards are held and kept through a stage."""
    held = [f"{c}/1" for c in DECK] + [f"{c}/2" for c in DECK[:10]]
    game = given("austria", {}, phase="draw", hands={"austria": held})
    assert hand_size(game, "austria") == 65
    orders(game, "end")
    assert hand_size(game, "austria") == 65


def test_r3_4_separate_hands() -> None:
    """R3.4, R15.3: a nation cannot use the cards of its role's other nation, nor see those of an ally."""
    game = given("prussia", {"keith": ("cottbus", 2)}, hands={"hanover": ["6S"], "prussia": ["5S"]})
    refused(game, "recruit troops 1 pay 6S", "recruit_poor")
    assert menu(game)["recruit"] is None
    richer = given("prussia", {"keith": ("cottbus", 2)}, hands={"hanover": ["6S"], "prussia": ["9C"]})
    refused(richer, "recruit troops 1 pay 6S", "card_not_held")
    seen = game.view("elisabeth").json()["nations"]
    assert "hand" not in seen["austria"] and "hand" not in seen["prussia"]


def test_r3_5_composition_of_a_deck() -> None:
    """R3.5, OP-81: each deck holds 2–13 of every suit once and two Reserves."""
    piles = position_of(Game.new(scenario="standard", players=4, seed="a"))["piles"]
    expected = Counter({f"{v}{s}": 1 for v in range(2, 14) for s in SUITS}) + Counter({"R": 2})
    assert Counter(face(c) for c in piles["draw"]) == expected
    position_refused(situation("prussia", {}, hands={"prussia": ["R/1", "R/1", "R/1"]}))
    position_refused(situation("prussia", {}, hands={"prussia": ["5S/1"], "austria": ["5S/1"]}))
    position_refused(situation("prussia", {}, hands={"prussia": ["14S"]}))
    position_refused(situation("prussia", {}, hands={"prussia": ["5S/5"]}))
    five = given("prussia", {}, hands={"prussia": ["5S/5"]}, options={"decks": 5})
    assert hand(five, "prussia") == ["5S"]


def test_r3_6_the_reserve_names_any_value_from_one_to_ten() -> None:
    """R3.6, Q2, ST34: a Reserve counts a whole number from 1 to 10, in the suit of the sector."""
    placed = {"daun": ("prag", 5), "friedrich": ("melnik", 8), "keith": ("melnik", 2)}
    game = given("prussia", placed, phase="combat", hands={"austria": ["R"]})
    assert menu(game)["reserve_values"] == list(range(1, 11))
    for value in range(1, 11):
        after = then(game, f"play R={value}")
        assert score(after) == (-5 + value if value < 5 else 5 - value)
    for odd in ("0", "11", "-1", "1.5", "x", ""):
        refused(game, f"play R={odd}", "R3.6" if odd.isdigit() else "number_wanted")
    refused(game, "play R", "R3.6")


def test_r3_7_used_cards_are_sorted_by_deck() -> None:
    """R3.7: what is paid goes to the used pile of its own deck."""
    game = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["6S/2", "6S/1"]})
    orders(game, "recruit troops 1 pay 6S/2")
    assert game.view(None).json()["piles"]["used"] == {"2": 1}
    assert hand(game, "austria") == ["6S"] and position_of(game)["hands"]["austria"] == ["6S/1"]


def test_r3_8_a_dry_pile_is_followed_by_the_next_deck() -> None:
    """R3.8, OP-78: two cards left: Austria draws them and three of the freshly opened second deck."""
    game = given("austria", {}, phase="draw", hands={"prussia": all_but("2S", "9H")})
    assert public(game, "austria")["backs"] == {"1": 2, "2": 3}
    assert {"2S", "9H"} <= set(hand(game, "austria"))
    assert game.view(None).json()["piles"]["unopened"] == [3, 4]


def exhausted(sizes: list[int], decks: int = 4, **fields: Any) -> dict[str, Any]:
    """All decks opened, the draw pile empty, used piles of these sizes, the rest in Prussia's hand."""
    used_piles = {}
    held: list[str] = []
    for deck, size in enumerate(sizes, start=1):
        whole = [f"{c}/{deck}" for c in DECK]
        if size:
            used_piles[str(deck)] = whole[:size]
        held += whole[size:]
    return {
        "phase": "draw",
        "hands": {"prussia": held},
        "piles": {"draw": [], "unopened": [], "used": used_piles},
        **fields,
    }


def test_r3_9_after_the_last_deck_two_used_piles_are_shuffled_together() -> None:
    """R3.9, OP-78: the two fullest used piles; ties by the lower deck number; no cards, no draw."""
    game = given("russia", {}, **exhausted([10, 20, 20, 20]))
    assert pile(game) == 40 - 4
    assert game.view(None).json()["piles"]["used"] == {"1": 10, "4": 20}
    assert set(public(game, "russia")["backs"]) <= {"2", "3"}
    game = given("russia", {}, **exhausted([1, 2, 0, 0]))
    assert hand_size(game, "russia") == 3 and pile(game) == 0
    game = given("russia", {}, **exhausted([0, 0, 0, 0]))
    assert hand_size(game, "russia") == 0
    game = given("france", {}, **exhausted([1, 1, 1, 0]))
    assert hand_size(game, "france") == 3 and state(game) == "MOVE_MENU"
    game = given("russia", {}, **exhausted([1, 1, 1, 5]))
    assert hand_size(game, "russia") == 4 and pile(game) == 2


def test_option_deck_recycle() -> None:
    """Option deck_recycle: one_after_other takes the fullest used pile alone, then the next."""
    one: dict[str, Any] = {"options": {"deck_recycle": "one_after_other"}}
    game = given("russia", {}, **exhausted([10, 20, 30, 5], **one))
    assert pile(game) == 26 and game.view(None).json()["piles"]["used"] == {"1": 10, "2": 20, "4": 5}
    game = given("russia", {}, **exhausted([3, 1, 1, 1], **one))
    assert public(game, "russia")["backs"] == {"1": 3, "2": 1}


def test_option_decks() -> None:
    """Option decks: with five decks the fifth is opened before anything is reshuffled."""
    held = [f"{c}/{d}" for d in range(1, 5) for c in DECK]
    game = given("sweden", {}, phase="draw", hands={"prussia": held}, options={"decks": 5})
    assert public(game, "sweden")["backs"] == {"5": 1} and pile(game) == 49
    game = given("sweden", {}, phase="draw", hands={"prussia": held})
    assert hand_size(game, "sweden") == 0
