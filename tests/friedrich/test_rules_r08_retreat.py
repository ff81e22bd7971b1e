"""Chapter 8 of the rules: retreat, with OP-26 … OP-31."""

from __future__ import annotations

from typing import Any

from reference import CITIES, distance, retreat_ends
from situations import conquered, decider, given, menu, orders, pending, pieces, refused, retired, roles, state, where

from sanssouci.friedrich import Game


def beaten(placed: dict[str, Any], nation: str = "prussia", **fields: Any) -> Game:
    """A combat of two stacks in which the side with the right gives up at once."""
    game = given(nation, placed, phase="combat", **fields)
    if state(game) == "COMBAT_PICK":
        attacker, defender = menu(game)["pairs"][0]
        orders(game, f"attack {attacker} {defender}")
    return orders(game, "pass")


def test_r8_1_the_retreat_comes_before_the_next_combat() -> None:
    """R8.1: the retreat is decided at once, other pairs wait."""
    placed = {
        "richelieu": ("leipzig", 4), "seydlitz": ("merseburg", 6), "chevert": ("naumburg", 4),
    }  # fmt: skip
    game = given("prussia", placed, phase="combat")
    orders(game, "attack seydlitz richelieu", "pass")
    assert state(game) == "RETREAT_PICK"
    refused(game, "attack seydlitz chevert", "not_now")
    orders(game, f"retreat {menu(game)['cities'][0]}")
    assert state(game) == "CARD"


def test_r8_2_the_length_is_the_loss() -> None:
    """R8.2: as many cities as troops lost, no main-road bonus, the stack stays together."""
    for loss in (1, 2, 3, 4):
        placed = {
            "daun": ("prag", 8),
            "lacy": ("prag", 2),
            "friedrich": ("melnik", 8),
            "keith": ("melnik", 2 + loss),
        }
        game = beaten(placed)
        expected = retreat_ends({"pieces": pieces(**placed)}, "prag", "melnik", loss)
        assert menu(game)["loss"] == loss and set(menu(game)["cities"]) == expected
        city = sorted(expected)[0]
        orders(game, f"retreat {city}")
        assert where(game, "daun") == where(game, "lacy") == city


def test_r8_3_legal_paths() -> None:
    """R8.3, Q6, OP-26: no city twice, no city with a piece of anybody, not back over the start."""
    placed = {"ferdinand": ("leer", 5), "richelieu": ("papenburg", 7), "prussia_train_1": "oldenburg"}
    game = beaten(placed, "france")
    # Emden is one step and a dead end: two steps are impossible, coming back over Leer is not allowed.
    assert where(game, "ferdinand") is None
    game = beaten({"ferdinand": ("leer", 5), "richelieu": ("papenburg", 6), "prussia_train_1": "oldenburg"},
                  "france")  # fmt: skip
    assert where(game, "ferdinand") == "emden"
    for blocker in ("austria_train_1", "laudon", "hildburghausen", "prussia_train_1", "schwerin"):
        placed = {"daun": ("melnik", 4), "friedrich": ("prag", 5), blocker: "jungbunzlau"}
        assert where(beaten(placed), "daun") is None


def test_r8_4_only_the_farthest_ends_count() -> None:
    """R8.4, OP-27, OP-28, Q7: ends nearer to the victor are illegal; other enemies are irrelevant."""
    placed = {"daun": ("prag", 6), "friedrich": ("melnik", 8), "schwerin": ("pilsen", 2)}
    game = beaten(placed)
    ends_found = set(menu(game)["cities"])
    assert ends_found == retreat_ends({"pieces": pieces(**placed)}, "prag", "melnik", 2)
    far = max(distance("melnik", c) for c in ends_found)
    near = next(c for c in CITIES if 0 < distance("prag", c) == 2 and distance("melnik", c) < far)
    refused(game, f"retreat {near}", "R8.4", "R8.3")
    refused(game, "retreat berlin", "R8.4", "R8.3")


def test_r8_5_the_winner_chooses() -> None:
    """R8.5, OP-29, ST36: the winner picks the end, also when he was attacked; the loser has no menu."""
    game = beaten({"daun": ("prag", 6), "friedrich": ("melnik", 8)})
    assert roles(game) == {"friedrich"} and game.menu("maria-theresa") == {}
    game = beaten({"daun": ("melnik", 8), "friedrich": ("prag", 6)})
    assert roles(game) == {"maria-theresa"} and state(game) == "RETREAT_PICK"
    assert decider(game) == "austria"


def test_r8_6_no_full_path_no_survivors() -> None:
    """R8.6: without a path of full length all troops are lost."""
    placed = {"ferdinand": ("emden", 8), "richelieu": ("leer", 8), "chevert": ("leer", 1)}
    game = beaten(placed, "france")
    assert where(game, "ferdinand") is None and retired(game) == set()


def test_r8_7_the_new_place_protects_at_once() -> None:
    """R8.7: after a retreat nearer to the "?" the general protects it in phase 4."""
    placed = {"daun": ("breslau", 3), "keith": ("glogau", 3), "laudon": ("neusalz", 4)}
    game = given("austria", placed)
    orders(game, "move daun oels", "end", "pass", "retreat steinau")
    assert conquered(game) == {} and pending(game) == {}


def test_op_26_not_back_to_the_start() -> None:
    """OP-26: a dead end of one city cannot be bounced out of."""
    placed = {"ferdinand": ("leer", 8), "richelieu": ("papenburg", 8), "chevert": ("papenburg", 2),
              "soubise": ("oldenburg", 1)}  # fmt: skip
    game = given("france", placed, phase="combat")
    orders(game, "attack richelieu ferdinand", "pass")
    assert where(game, "ferdinand") is None


def test_op_27_plain_road_distance() -> None:
    """OP-27: distance from the victor ignores pieces: a train in Münden does not make Driburg farther."""
    placed = {"soubise": ("holzminden", 4), "ferdinand": ("goettingen", 5), "hanover_train_1": "muenden"}
    game = beaten(placed, "hanover")
    assert set(menu(game)["cities"]) == {"pyrmont", "driburg"}
    assert distance("goettingen", "pyrmont") == distance("goettingen", "driburg")


def test_op_28_the_maximum_is_taken_over_reachable_ends() -> None:
    """OP-28: where only a near city can be reached, it is used."""
    placed = {"daun": ("melnik", 4), "friedrich": ("prag", 6), "austria_train_1": "leipa",
              "austria_train_2": "reichenberg"}  # fmt: skip
    game = beaten(placed)
    assert where(game, "daun") == "nimburg" and distance("nimburg", "prag") == 2


def test_op_29_the_end_suffices() -> None:
    """OP-29: the order names the end city only; several paths to it are one choice."""
    game = beaten({"daun": ("prag", 5), "friedrich": ("melnik", 8)})
    cities = menu(game)["cities"]
    assert len(cities) == len(set(cities))
    refused(game, "retreat", "form")


def test_op_30_nothing_left_nothing_retreats() -> None:
    """OP-30: a stack that lost everything leaves the map from where it stood."""
    game = beaten({"daun": ("prag", 2), "friedrich": ("melnik", 8)})
    assert where(game, "daun") is None and state(game) == "MOVE_MENU"


def test_op_31_surplus_generals_leave_before_the_retreat() -> None:
    """OP-31: the rest retreats together."""
    placed = {"daun": ("prag", 2), "karl": ("prag", 2), "lacy": ("prag", 1), "friedrich": ("melnik", 8)}
    game = beaten(placed)
    assert where(game, "lacy") is None and where(game, "karl") == "prag" and menu(game)["loss"] == 3
