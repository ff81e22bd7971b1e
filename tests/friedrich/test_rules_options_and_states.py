"""Chapter 17 (states) and chapter 18.2 (named options): what the chapters' own tests leave over."""

from __future__ import annotations

import random

from generated import OPTIONS
from reference import OBJECTIVES
from situations import (
    fate_step,
    given,
    legal,
    menu,
    orders,
    position_of,
    position_refused,
    refused,
    roles,
    situation,
    state,
)

from certain import sure
from sanssouci.friedrich import Game


def small_steps(game: Game, wanted: str, seed: int = 0, limit: int = 400) -> Game | None:
    """Plays random small steps until the state is `wanted`; None if it never comes."""
    rng = random.Random(seed)
    for _ in range(limit):
        if game.result is not None:
            return None
        if state(game) == wanted:
            return game
        game.choose(rng.choice(game.choices()))
    return None


def test_st21_st22_small_steps_of_a_move() -> None:
    """ST20, ST21, ST22: step by step the game passes MOVE_MENU, SPLIT_ALLOT and MOVE_PATH."""
    for name in ("MOVE_PATH", "SPLIT_ALLOT"):
        found = None
        for seed in range(40):
            game = given("austria", {"daun": ("prag", 4), "lacy": ("prag", 4)})
            found = small_steps(game, name, seed, 6)
            if found is not None:
                break
        assert found is not None, name
        assert found.choices() and roles(found) == {"maria-theresa"}


def test_st23_to_st26_small_steps_of_a_purchase() -> None:
    """ST23, ST24, ST25, ST26: a purchase in small steps passes its own states."""
    seen = set()
    for seed in range(120):
        rng = random.Random(seed)
        game = given(
            "austria",
            {"daun": ("prag", 4), "lacy": ("tabor", 2)},
            hands={"austria": ["12S", "7C", "8H", "13D"]},
        )
        for _ in range(12):
            if state(game) != "MOVE_MENU" and not state(game).startswith(("RECRUIT", "MOVE", "SPLIT")):
                break
            seen.add(state(game))
            game.choose(rng.choice(game.choices()))
    assert {"RECRUIT_ORDER", "RECRUIT_PAY", "RECRUIT_PLACE", "RECRUIT_ASSIGN"} <= seen, seen


def test_st31_to_st37_a_combat_phase() -> None:
    """ST30, ST31, ST33, ST34, ST35, ST36, ST37: the states of a combat phase in order."""
    placed = {"richelieu": ("leipzig", 4), "seydlitz": ("merseburg", 4), "heinrich": ("borna", 6)}
    game = given("prussia", placed)
    seen = [state(game)]
    orders(game, "end")
    seen.append(state(game))
    orders(game, "attack heinrich richelieu")
    seen.append(state(game))
    orders(game, "pass")
    seen.append(state(game))
    orders(game, f"retreat {menu(game)['cities'][0]}")
    seen.append(state(game))
    assert seen == ["MOVE_MENU", "COMBAT_PICK", "CARD", "RETREAT_PICK", "MOVE_MENU"]


def test_st90_game_over() -> None:
    """ST90: nothing can be done after the end; the view says who won."""
    marks = dict.fromkeys(OBJECTIVES["france"], "france")
    game = given("france", {}, phase="supply", turn=4, conquered=marks)
    assert state(game) == "GAME_OVER" and game.choices() == []
    assert sure(game.view(None).json()["result"])["winners"] == ["pompadour"]
    assert game.view(None).json()["decision"] is None


def test_what_the_engine_answers_by_itself() -> None:
    """Formats, section 3: `end`, `play` and `pass` are asked even where one choice is left; a sole retreat is not."""
    game = given("austria", {}, hands={})
    assert state(game) == "MOVE_MENU" and menu(game)["groups"] == [] and menu(game)["end"]
    game = given("prussia", {"keith": ("prag", 2), "daun": ("melnik", 5)}, phase="combat")
    assert state(game) == "CARD" and menu(game)["plays"] == [] and menu(game)["pass"]


def test_option_edition_text() -> None:
    """Option edition_text: first presets end_of_turn, virtual discards, Friedrich's retirement, removal."""
    first = {"options": {"edition_text": "first"}}
    legal(given("prussia", {"keith": ("cottbus", 2)}, **first), "remove keith")
    legal(fate_step("sweden", {"friedrich": "cottbus"}, **first), "retire friedrich")
    mixed = {"options": {"edition_text": "first", "voluntary_removal": False}}
    refused(given("prussia", {"keith": ("cottbus", 2)}, **mixed), "remove keith", "R6.5")


def test_unknown_options_are_refused() -> None:
    """18.2: an unknown option or value is named in one sentence."""
    position_refused(situation("prussia", {}, options={"speed": 3}), "speed")
    position_refused(situation("prussia", {}, options={"decks": 6}), "decks")
    position_refused(situation("prussia", {}, options={"fair_play": "nice"}), "fair_play")


def test_every_value_of_every_option_is_accepted() -> None:
    """18.2: every value loads, stays in the position, and only differing ones appear in the view."""
    for name, values in OPTIONS.items():
        for value in values:
            game = given("prussia", {"keith": "cottbus"}, options={name: value})
            assert position_of(game)["options"].get(name, values[0]) == value
            shown = game.view(None).json()["options"]
            assert shown == ({} if value == values[0] else {name: value})


def test_bad_positions() -> None:
    """Formats, section 2: what cannot be is refused with the field and the reason."""
    good = situation("prussia", {"keith": ("cottbus", 2)})
    position_refused({**good, "format": "chess"}, "format")
    position_refused({k: v for k, v in good.items() if k != "format"}, "format")
    position_refused({**good, "nation": "spain"}, "spain")
    position_refused({**good, "turn": 0}, "turn")
    position_refused({**good, "turn": "five"}, "turn")
    position_refused({**good, "phase": "lunch"}, "phase")
    position_refused({**good, "pieces": []}, "pieces")
    position_refused({**good, "pieces": {"napoleon": {"city": "berlin"}}}, "napoleon")
    position_refused({**good, "pieces": {"keith": {"city": "paris"}}}, "paris")
    position_refused({**good, "pieces": {"keith": {"city": "berlin", "troops": "many"}}}, "troops")
    position_refused({**good, "pieces": {"prussia-train-1": {"city": "berlin", "troops": 3}}}, "troops")
    position_refused({**good, "retired": ["keith"]}, "keith")
    position_refused({**good, "out": ["prussia"]}, "out")
    position_refused({**good, "conquered": {"berlin": "austria"}}, "berlin")
    position_refused({**good, "conquered": {"breslau": "russia"}}, "breslau")
    position_refused({**good, "fate": {"next": ["13"]}}, "13")
    position_refused({**good, "fate": {"drawn": ["5"], "next": ["5"]}}, "5")
    position_refused({**good, "players": 7}, "players")
    position_refused({**good, "scenario": "waterloo"}, "scenario")
    position_refused({**good, "hands": {"prussia": "13S"}}, "hands")
    position_refused({**good, "colour": "blue"}, "colour")


def test_bad_orders() -> None:
    """Section 6 of the surface: whatever is typed is answered by one sentence and changes nothing."""
    game = given("prussia", {"keith": ("cottbus", 2), "dohna": ("cottbus", 2)}, hands={"prussia": ["6S"]})
    for reason, lines in {
        "empty": ["", " "],
        "form": ["move", "move keith", "move keith takes forst", "recruit troops", "recruit troops 1 pay", "end end"],
        "piece_unknown": ["move napoleon berlin"],
        "city_unknown": ["move keith paris"],
        "named_twice": ["move keith+keith forst"],
        "number_wanted": [
            "move keith takes x forst", "recruit troops x pay 6S", "recruit troops -1 pay 6S",
            "recruit troops 99999999999999999999 pay 6S",
        ],
        "card_unknown": ["recruit troops 1 pay 14S"],
        "verb_unknown": ["hello world", "é" * 1000],
        "unreadable": ["\x00"],
        "too_long": ["move keith " + "forst cottbus " * 500],
        "R2.1": ["move daun prag"],
        "R10.2": ["recruit"],
        "R10.3": ["recruit troops 1"],
        "R6.5": ["remove keith"],
        "not_now": [
            "attack keith daun", "play 6S", "pass", "retreat berlin", "allot prussia friedrich=8", "discard 6S",
            "offensive no", "fight", "evade forst", "liberate koenigsberg rastenburg", "reinforce keith",
            "retire keith", "trade russia 5S", "redraw none", "laudon none", "flip none", "gift none", "lose keith",
            "west none",
        ],
    }.items():  # fmt: skip
        for line in lines:
            refused(game, line, reason)
    legal(game, "END", "  end  ", "Move KEITH takes 2 Forst")
