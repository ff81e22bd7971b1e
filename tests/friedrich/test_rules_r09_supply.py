"""Chapter 9 of the rules: supply, with OP-32 … OP-39."""

from __future__ import annotations

from typing import Any

from reference import CITIES, DEPOTS, ROADS, distance
from situations import (
    conquered,
    face_down,
    fate_step,
    given,
    legal,
    orders,
    pending,
    pool,
    refused,
    retired,
    state,
    total,
    troops,
    where,
)

from certain import sure
from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge import aids
from sanssouci.friedrich.rules.names import GENERALS


def check(nation: str, placed: dict[str, Any], **fields: Any) -> Game:
    """The supply phase of a nation."""
    return given(nation, placed, phase="supply", **fields)


def test_r9_1_only_in_the_own_stage() -> None:
    """R9.1, ST50: Russia's check leaves Austrian and Swedish generals alone."""
    placed = {"fermor": "lomza", "daun": "leipzig", "ehrensvaerd": "berlin"}
    game = check("russia", placed)
    assert face_down(game, "fermor") and not face_down(game, "daun") and not face_down(game, "ehrensvaerd")


def test_r9_2_home_and_depots() -> None:
    """R9.2, Q9: Russians and French are supplied in their own depots, not near them; depots feed nobody else."""
    assert not face_down(check("france", {"soubise": "koblenz"}), "soubise")
    assert not face_down(check("france", {"soubise": "gemuenden"}), "soubise")
    assert face_down(check("france", {"soubise": "boppard"}), "soubise")
    assert face_down(check("france", {"soubise": "sierpc"}), "soubise")
    assert face_down(check("russia", {"fermor": "koblenz"}), "fermor")
    assert face_down(check("austria", {"daun": "hildburghausen"}), "daun")


def test_r9_3_six_steps() -> None:
    """R9.3, OP-33: a train at six open steps supplies, at seven it does not."""
    for city in ("leipzig", "halle", "erfurt"):
        for steps in (1, 5, 6, 7):
            there = next(c for c in sorted(CITIES) if distance(c, city) == steps)
            game = check("austria", {"daun": city, "austria_train_2": there})
            assert face_down(game, "daun") == (steps > 6)


def test_r9_4_open_path() -> None:
    """R9.4, OP-32: friends of any nation are crossed, hostile generals and trains are not; countries do not count."""
    placed = {"friedrich": "torgau", "prussia_train_1": "jueterbog"}
    around = ["falkenberg", "bitterfeld", "eilenburg", "oschatz"]
    assert set(ROADS["torgau"]) == set(around)
    friends = dict(zip(("keith", "ferdinand", "hanover_train_1", "prussia_train_2"), around, strict=True))
    assert not face_down(check("prussia", {**placed, **friends}), "friedrich")
    enemies = dict(zip(("daun", "austria_train_1", "hildburghausen", "soubise"), around, strict=True))
    assert face_down(check("prussia", {**placed, **enemies}), "friedrich")


def test_r9_5_a_train_feeds_any_number_of_its_own() -> None:
    """R9.5, OP-39: all own generals in reach, nobody else's, not even the same role's other nation."""
    placed = {"daun": "leipzig", "browne": "halle", "karl": "torgau", "austria_train_1": "eilenburg"}
    game = check("austria", placed)
    assert not any(face_down(game, g) for g in ("daun", "browne", "karl"))
    game = check("imperial", {"hildburghausen": "halle", "austria_train_1": "eilenburg"})
    assert face_down(game, "hildburghausen")


def test_r9_6_first_and_second_failure() -> None:
    """R9.6: first failure face-down; then supplied: face-up, unsupplied: all lost and off the map."""
    game = check("austria", {"daun": ("leipzig", 5)})
    assert face_down(game, "daun") and troops(game, "daun") == 5
    game = check("austria", {"daun": ("leipzig", 5, "down"), "lacy": ("prag", 2)})
    assert where(game, "daun") is None and total(game, "austria") == 2 and retired(game) == set()
    game = check("austria", {"daun": ("leipzig", 5, "down"), "austria_train_1": "halle"})
    assert not face_down(game, "daun")


def test_r9_7_contagion() -> None:
    """R9.7, OP-36, OP-37: together all are face-down; supplied all turn up, otherwise all are lost."""
    game = given("austria", {"daun": ("leipzig", 5, "down"), "lacy": ("halle", 3)})
    orders(game, "move lacy leipzig")
    assert face_down(game, "lacy")
    orders(game, "end")
    assert where(game, "lacy") is None and where(game, "daun") is None
    game = given("austria", {"daun": ("leipzig", 5, "down"), "lacy": ("leipzig", 3, "down"),
                             "austria_train_1": "wurzen"})  # fmt: skip
    orders(game, "move lacy takes 3 halle")
    assert face_down(game, "lacy") and face_down(game, "daun")
    orders(game, "end")
    assert not face_down(game, "lacy") and not face_down(game, "daun")


def test_r9_8_face_down_generals_act_normally() -> None:
    """R9.8: they move, conquer, protect, fight and receive troops."""
    game = given("austria", {"daun": ("breslau", 5, "down")}, hands={"austria": ["6S"]})
    orders(game, "move daun oels", "recruit troops 1 pay 6S")
    assert conquered(game) == {"breslau": "austria"} and troops(game, "daun") == 6
    assert face_down(game, "daun")
    game = given("austria", {"daun": "breslau", "keith": ("glogau", 2, "down")})
    orders(game, "move daun oels")
    assert pending(game) == {"breslau": "austria"}
    game = given("austria", {"daun": ("prag", 3, "down"), "keith": ("melnik", 2, "down")}, phase="combat")
    assert state(game) == "CARD"


def test_r9_9_trains_in_danger() -> None:
    """R9.9: a general entering a hostile train's city eliminates it and must stop; trains harm nobody."""
    game = given("austria", {"daun": "prag", "prussia_train_1": "melnik", "hanover_train_1": "kolin",
                             "austria_train_1": "beraun"})  # fmt: skip
    refused(game, "move daun melnik jungbunzlau", "R9.9", "R4.4", "R4.6")
    refused(game, "move austria-train-1 prag", "R4.5", "R4.6")
    orders(game, "move daun kolin")
    assert where(game, "hanover-train-1") is None and where(game, "daun") == "kolin"
    refused(game, "move austria-train-1 prag melnik", "R4.5", "R4.6")
    game = given("prussia", {"keith": ("cottbus", 2)}, hands={"prussia": ["6S"]})
    legal(game, "recruit train berlin pay 6S")


def test_r9_10_the_golden_rule() -> None:
    """R9.10: flipped at the end of the very stage in which supply was lost by one's own move."""
    game = given("austria", {"daun": ("tetschen", 5)})
    orders(game, "move daun pirna", "end")
    assert face_down(game, "daun")


def test_op_32_countries_are_irrelevant() -> None:
    """OP-32: an Austrian train in Saxony supplies across Prussian soil."""
    game = check("austria", {"daun": "cottbus", "austria_train_1": "spremberg"})
    assert not face_down(game, "daun")


def test_op_34_a_substitute_city_is_no_depot() -> None:
    """OP-34: a Russian is not supplied in a substitute city without a train."""
    placed = {"keith": ("sierpc", 2), "dohna": ("warszawa", 2), "fermor": ("radom", 2)}
    assert face_down(check("russia", placed), "fermor")


def test_op_35_all_are_evaluated_before_anything_is_removed() -> None:
    """OP-35: a whole unsupplied stack goes together, nobody profits from the removal of another."""
    placed = {"daun": ("leipzig", 2, "down"), "lacy": ("leipzig", 2, "down"), "karl": ("halle", 3, "down")}
    game = check("austria", placed)
    assert all(where(game, g) is None for g in placed)


def test_op_36_laudons_step_carries_contagion() -> None:
    """OP-36: by his 6♠ step Laudon joins a face-down companion and is face-down until the next check."""
    placed = {"laudon": ("leipzig", 2), "daun": ("halle", 3, "down")}
    game = fate_step("6S", placed)
    orders(game, "laudon halle")
    assert face_down(game, "laudon") and pool(game, "daun") == 5


def test_op_38_already_face_down() -> None:
    """OP-38: 9♠ on a general already face-down has no further effect."""
    placed = {"apraxin": ("ortelsburg", 3, "down"), "russia_train_1": "torun", "russia_train_2": "warszawa"}
    game = fate_step("9S", placed)
    assert face_down(game, "apraxin") and troops(game, "apraxin") == 3


def test_r9_3_a_path_begins_where_the_general_stands() -> None:
    """R9.3: in every city of the board, the first of the list included."""
    for city in sorted(set(CITIES) - set(DEPOTS["russia"])):
        train = sorted(ROADS[city])[0]
        s = given("russia", {"fermor": city, "russia_train_1": train}).state
        assert sure(aids.supply(s, GENERALS.index("fermor")))["path"] == [city, train]
