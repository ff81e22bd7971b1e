"""Chapter 4 of the rules: movement and stacking, with the open points OP-01 … OP-08."""

from __future__ import annotations

from reference import OBJECTIVES, ROADS, reach
from situations import (
    conquered,
    ends,
    given,
    group,
    legal,
    menu,
    moved,
    orders,
    pending,
    pool,
    position_of,
    position_refused,
    refused,
    situation,
    state,
    troops,
    where,
)

from certain import sure


def test_r4_1_each_piece_moves_once() -> None:
    """R4.1, ST20, ST21: any piece in any order, none twice in a phase."""
    game = given("austria", {"daun": "prag", "lacy": "tabor", "austria_train_1": "beraun"})
    orders(game, "move austria-train-1 pilsen", "move lacy wotitz", "move daun melnik")
    for line in ("move daun prag", "move lacy tabor", "move austria-train-1 beraun"):
        refused(game, line, "R4.1")
    assert menu(game)["groups"] == []
    legal(game, "end")


def test_r4_2_allowance() -> None:
    """R4.2, OP-06: generals 3 or 4 on main roads, trains 2 or 3; one plain road spoils the bonus."""
    game = given("prussia", {"friedrich": "oschatz", "prussia_train_1": "leipzig"})
    legal(game, "move friedrich riesa meissen dresden radeberg")
    refused(game, "move friedrich riesa meissen dresden pirna", "R4.2")
    refused(game, "move friedrich riesa meissen dresden radeberg kamenz", "R4.2")
    entry = group(game, "friedrich")
    assert entry is not None and (entry["steps"], entry["main_steps"]) == (3, 4)
    train = group(game, "prussia-train-1")
    assert train is not None and (train["steps"], train["main_steps"]) == (2, 3)
    legal(game, "move prussia-train-1 halle bitterfeld")
    refused(game, "move prussia-train-1 halle bitterfeld torgau", "R4.2")
    refused(game, "move friedrich dresden", "R4.3")


def test_r4_3_a_walk_may_turn_back() -> None:
    """R4.3, OP-03: to and fro is a walk; each departure from an objective is tested."""
    game = given("austria", {"daun": "breslau"})
    orders(game, "move daun oels breslau neumarkt")
    assert conquered(game)["oels"] == "austria" and conquered(game)["breslau"] == "austria"
    game = given("prussia", {"friedrich": "oschatz"})
    legal(game, "move friedrich riesa oschatz riesa", "move friedrich riesa oschatz")
    refused(game, "move friedrich berlin", "R4.3")


def test_r4_4_nobody_jumps() -> None:
    """R4.4, OP-05: no piece passes a city with any piece, own trains and allies included."""
    for blocker in ("austria_train_1", "hildburghausen", "friedrich", "prussia_train_1", "laudon"):
        game = given("austria", {"daun": "melnik", blocker: "prag"})
        refused(game, "move daun prag beraun", "R4.4", "R9.9", "R4.6")
        assert "beraun" not in ends(game, "daun")


def test_r4_5_one_piece_per_city() -> None:
    """R4.5: only up to three generals of one nation share a city."""
    game = given("austria", {"daun": "melnik", "austria_train_1": "prag", "hildburghausen": "jungbunzlau"})
    refused(game, "move daun prag", "R4.5", "R4.6")
    refused(game, "move daun jungbunzlau", "R4.5", "R4.6")
    refused(game, "move austria-train-1 melnik", "R4.5", "R4.6")
    game = given("austria", {"daun": "melnik", "browne": "prag", "karl": "prag", "lacy": "prag"})
    refused(game, "move daun prag", "R4.5", "R4.6")
    for bad in (
        {"daun": "prag", "austria_train_1": "prag"},
        {"austria_train_2": "prag", "austria_train_1": "prag"},
        {"daun": "prag", "hildburghausen": "prag"},
        {"daun": "prag", "browne": "prag", "karl": "prag", "lacy": "prag"},
        {"prussia_train_1": "prag", "keith": "prag"},
    ):
        position_refused(situation("austria", bad), "prag")


def test_r4_6_where_a_path_may_end() -> None:
    """R4.6: an empty city, own generals with room, a hostile train (generals only)."""
    placed = {
        "daun": "melnik", "lacy": "prag", "prussia_train_1": "jungbunzlau", "keith": "leipa",
        "austria_train_1": "nimburg",
    }  # fmt: skip
    game = given("austria", placed)
    assert ends(game, "daun") == {"prag", "jungbunzlau"}
    refused(game, "move austria-train-1 jungbunzlau", "R4.5", "R4.6")
    refused(game, "move lacy melnik jungbunzlau leipa", "R4.4", "R4.6", "R9.9")
    orders(game, "move daun jungbunzlau")
    assert where(game, "prussia-train-1") is None and where(game, "daun") == "jungbunzlau"
    assert reach(position_of(given("austria", placed)), ["daun"]) - {"melnik"} == {"prag", "jungbunzlau"}


def test_r4_7_the_lowest_number_is_on_top() -> None:
    """R4.7: the stack lists its generals with the supreme commander first."""
    game = given("austria", {"lacy": "prag", "karl": "prag", "daun": "prag"})
    assert game.view(None).json()["stacks"][0]["generals"] == ["daun", "karl", "lacy"]


def test_r4_8_stacks_move_and_divide() -> None:
    """R4.8, OP-01, ST22: any subset may leave first, the rest may move, stay or divide again."""
    game = given("austria", {"daun": ("prag", 4), "karl": ("prag", 4), "lacy": ("prag", 4)})
    assert sure(group(game, "daun", "karl", "lacy"))["takes"] is None
    assert sure(group(game, "karl", "lacy"))["takes"] == [4, 11]
    assert sure(group(game, "daun"))["takes"] == [1, 8]
    refused(game, "move daun melnik", "R4.8")
    orders(game, "move karl takes 8 melnik", "move daun takes 1 kolin", "move lacy beraun")
    assert [troops(game, g) for g in ("karl", "daun", "lacy")] == [8, 1, 3]
    refused(game, "move karl prag", "R4.1", "R4.8")
    game = given("austria", {"daun": ("prag", 1), "karl": ("prag", 1)})
    legal(game, "move daun melnik")
    game = given("austria", {"daun": ("prag", 8), "karl": ("melnik", 1)})
    refused(game, "move daun+karl kolin", "R4.8")


def test_r4_9_joining_ends_movement() -> None:
    """R4.9, OP-02: entering a general's city ends the move of all there, moved or not."""
    game = given("austria", {"daun": ("melnik", 3), "lacy": ("prag", 3)})
    refused(game, "move daun prag kolin", "R4.4", "R4.6", "R4.9")
    orders(game, "move daun prag")
    for line in ("move lacy takes 3 kolin", "move daun+lacy kolin", "move daun takes 3 kolin"):
        refused(game, line, "R4.9", "R4.1")


def test_r4_10_reentered_pieces_do_not_move() -> None:
    """R4.10, R10.8: neither the re-entered general nor the one he joins may move."""
    game = given("austria", {"lacy": ("tabor", 3)}, hands={"austria": ["6S", "6C"]})
    orders(game, "recruit troops 1 general daun tabor pay 6S", "recruit train bruenn pay 6C")
    assert {"daun", "lacy", "austria-train-1"} <= moved(game)
    for line in ("move daun takes 1 wotitz", "move lacy takes 3 wotitz", "move austria-train-1 trebitsch"):
        refused(game, line, "R4.10", "R10.8", "R4.9", "R4.1")


def test_r4_11_no_zones_of_control() -> None:
    """R4.11: passing next to hostile generals neither costs nor stops; only ending there means combat."""
    game = given("prussia", {"friedrich": "oschatz", "daun": "deuben"})
    assert "dresden" in ROADS["deuben"]
    orders(game, "move friedrich riesa meissen dresden radeberg", "end")
    assert state(game) == "MOVE_MENU"


def test_op_03_every_departure_is_tested_separately() -> None:
    """OP-03: the same objective left twice in one move is taken by the departure that is free."""
    game = given("sweden", {"ehrensvaerd": "anklam"})
    orders(game, "move ehrensvaerd wolgast anklam jarmen")
    assert conquered(game) == {"anklam": "sweden"} and pending(game) == {}


def test_op_04_part_of_a_stack_leaves_an_objective() -> None:
    """OP-04: a departing part conquers although the rest stays in the city."""
    game = given("austria", {"daun": ("breslau", 2), "lacy": ("breslau", 2)})
    orders(game, "move lacy takes 2 oels")
    assert conquered(game) == {"breslau": "austria"}


def test_op_06_changing_main_roads_at_a_junction() -> None:
    """OP-06: Wurzen–Leipzig–Halle–Köthen and Wurzen–Leipzig–Merseburg–Naumburg branch in Leipzig."""
    legal(given("prussia", {"friedrich": "oschatz"}), "move friedrich wurzen leipzig halle koethen",
          "move friedrich wurzen leipzig merseburg naumburg")  # fmt: skip


def test_op_07_no_zero_step_moves() -> None:
    """OP-07: a move needs at least one city; a piece that stays may still be joined."""
    game = given("austria", {"daun": "prag", "lacy": "melnik"})
    refused(game, "move daun", "form")
    refused(game, "move daun prag", "R4.3")
    orders(game, "move lacy prag")
    assert pool(game, "daun") == 2


def lacking(nation: str, *missing: str) -> dict[str, str]:
    """Control markers of a nation that holds everything but these."""
    return {c: nation for c in OBJECTIVES[nation] if c not in missing}


def test_r5_10_op_08_fair_play() -> None:
    """R5.10, OP-08, option fair_play: honour blocks nothing, winning_move near a win, strict always."""
    placed = {"soubise": "riesa", "friedrich": "berlin"}
    near = lacking("austria", "radeberg", "zittau")
    far = lacking("austria", "radeberg", "zittau", "breslau")
    step = "move soubise meissen dresden radeberg"
    for option, marks, allowed in (
        ("honour", near, True), ("honour", {}, True),
        ("winning_move", near, False), ("winning_move", far, True),
        ("strict", near, False), ("strict", far, False), ("strict", {}, False),
        ("strict", lacking("austria"), True), ("winning_move", lacking("austria", "zittau"), True),
    ):  # fmt: skip
        game = given("france", placed, options={"fair_play": option}, conquered=marks)
        if allowed:
            legal(game, step)
            assert "radeberg" in ends(game, "soubise")
        else:
            refused(game, step, "R5.10", "OP-08")
            assert "radeberg" not in ends(game, "soubise")
        legal(game, "move soubise oschatz wurzen")


def test_op_08_the_sole_free_neighbour_of_a_needed_objective() -> None:
    """OP-08, option fair_play winning_move: nor may an ally end on the only free way to it."""
    # Waldenburg is needed; every neighbour but one is occupied.
    ways = sorted(ROADS["waldenburg"])
    last, others = ways[0], ways[1:]
    blockers = dict(zip(("fermor", "apraxin", "tottleben", "russia_train_1", "russia_train_2"), others, strict=False))
    start = next(c for c in sorted(ROADS[last]) if c != "waldenburg" and c not in ways)
    placed = {**blockers, "soubise": start}
    marks = lacking("austria", "waldenburg")
    game = given("france", placed, options={"fair_play": "winning_move"}, conquered=marks)
    refused(game, f"move soubise {last}", "R5.10", "OP-08")
    legal(given("france", placed, conquered=marks), f"move soubise {last}")
    placed.pop(next(iter(blockers)))
    game = given("france", placed, options={"fair_play": "winning_move"}, conquered=marks)
    legal(game, f"move soubise {last}")
