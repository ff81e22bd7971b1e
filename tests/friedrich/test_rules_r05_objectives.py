"""Chapter 5 of the rules: objectives, with OP-09 … OP-14."""

from __future__ import annotations

import pytest
from reference import CITIES, GENERALS, NATIONS, OBJECTIVES, ROADS, distance
from situations import conquered, decider, ends, fate_step, given, orders, pending, quietly, state, then, turn_is, where


def test_r5_1_only_generals_and_only_their_own_colour() -> None:
    """R5.1, R5.8: a train conquers nothing, and nobody takes an objective of another colour."""
    game = given("austria", {"austria_train_1": "breslau", "daun": "stettin", "lacy": "leipzig"})
    orders(game, "move austria-train-1 oels", "move daun gartz", "move lacy halle")
    assert conquered(game) == {} and pending(game) == {}


def test_r5_2_conquest_on_leaving() -> None:
    """R5.2: standing conquers nothing; leaving does, at the start or in passing, several in one move."""
    game = given("austria", {"daun": "waldenburg"})
    assert conquered(game) == {}
    stay = then(game, "end")
    assert conquered(stay) == {}
    orders(game, "move daun schweidnitz breslau oels")
    assert set(conquered(game)) == {"waldenburg", "schweidnitz", "breslau"}


def test_r5_2_protection_counts_at_the_moment_of_leaving() -> None:
    """R5.2: Breslau is protected while Keith is three away, whatever happens to Oels."""
    game = given("austria", {"daun": "breslau", "keith": "glogau"})
    orders(game, "move daun oels")
    assert pending(game) == {"breslau": "austria"} and conquered(game) == {}


@pytest.mark.parametrize(
    ("city", "by", "other"),
    [("minden", "keith", "ferdinand"), ("torgau", "keith", "ferdinand"), ("hannover", "ferdinand", "keith")],
)
def test_r5_3_the_defender(city: str, by: str, other: str) -> None:
    """R5.3: Prussia defends its soil and Saxony, Hanover its own; they never stand in for each other."""
    nation = next(n for n in NATIONS if city in OBJECTIVES[n])
    general = GENERALS[nation][0]
    far = next(c for c in sorted(CITIES) if distance(c, city) == 3)
    step = next(c for c in sorted(ROADS[city]) if distance(c, far) > 1)
    for guard, protects in ((by, True), (other, False)):
        game = given(nation, {general: city, guard: far})
        orders(game, f"move {general} {step}")
        assert (city in pending(game)) == protects
        assert (city in conquered(game)) == (not protects)


def test_r5_3_austria_defends_bohemia() -> None:
    """R5.3, R13.5: Prussian objectives are protected by Austrian generals."""
    game = given("prussia", {"friedrich": "prag", "daun": "tabor"}, scenario="expert", turn=2)
    assert distance("tabor", "prag") == 3
    orders(game, "move friedrich melnik")
    assert pending(game) == {"prag": "prussia"}
    game = given("prussia", {"friedrich": "prag", "hildburghausen": "tabor"}, scenario="expert", turn=2)
    orders(game, "move friedrich melnik")
    assert conquered(game) == {"prag": "prussia"}


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5])
def test_r5_4_protection_reaches_three(steps: int) -> None:
    """R5.4: a defender within three protects, at four he does not, other pieces do not matter."""
    city = next(c for c in sorted(CITIES) if distance("leipzig", c) == steps)
    placed = {"hildburghausen": "leipzig", "keith": city}
    step = next(c for c in sorted(ROADS["leipzig"]) if (c != city and distance(c, city) > 1) or steps > 3)
    game = given("imperial", {**placed, "daun": "grimma" if step != "grimma" else "borna"})
    orders(game, f"move hildburghausen {step}")
    assert ("leipzig" in pending(game)) == (steps <= 3)
    assert ("leipzig" in conquered(game)) == (steps > 3)


def test_r5_5_marks_do_not_influence_movement() -> None:
    """R5.5: conquered objectives are entered and crossed like any city."""
    free = given("prussia", {"friedrich": "oschatz"})
    marked = given("prussia", {"friedrich": "oschatz"}, conquered={"torgau": "imperial", "leipzig": "imperial"})
    assert ends(free, "friedrich") == ends(marked, "friedrich")


def test_r5_6_retroactive_conquest() -> None:
    """R5.6, ST40: a "?" is examined in phase 4 of the same stage: conquered or removed."""
    placed = {"daun": ("breslau", 3), "laudon": ("steinau", 6), "keith": ("glogau", 2)}
    game = given("austria", placed)
    orders(game, "move daun oels", "end")
    assert pending(game) == {"breslau": "austria"}
    orders(game, "pass")
    assert where(game, "keith") is None
    assert conquered(game) == {"breslau": "austria"} and pending(game) == {}
    game = given("austria", {"daun": ("breslau", 3), "keith": ("glogau", 2)})
    orders(game, "move daun oels", "end")
    assert conquered(game) == {} and pending(game) == {}


def test_r5_6_no_question_mark_outlives_its_stage() -> None:
    """R5.6: not even the last stage of a turn, when fate asks before another stage begins."""
    placed = {"soubise": ("diepholz", 3), "ferdinand": ("bremen", 3), "laudon": "prag"}
    game = given("france", placed, turn=8, fate={"next": ["6"]})
    orders(game, "move soubise quakenbrueck")
    assert pending(game) == {"diepholz": "france"}
    orders(game, "end")
    assert state(game) == "LAUDON" and conquered(game) == {} and pending(game) == {}


def test_r5_6_a_question_mark_left_over_from_a_position() -> None:
    """R5.6: phase 4 decides every "?" of the stage, whoever put it."""
    game = given("austria", {"keith": "glogau"}, phase="retroactive",
                 pending={"breslau": "austria", "cosel": "austria"})  # fmt: skip
    assert conquered(game) == {"cosel": "austria"} and pending(game) == {}


def test_r5_6_what_is_conquered_is_no_question() -> None:
    """R5.2, R5.6: a "?" goes with the conquest, not only in phase 4."""
    game = given("austria", {"daun": "breslau"}, pending={"breslau": "austria"})
    orders(game, "move daun oels")
    assert conquered(game) == {"breslau": "austria"} and pending(game) == {}


def test_r5_7_reconquest_with_exchanged_roles() -> None:
    """R5.7, Q4: the defender takes back by leaving; the conqueror's generals protect within three."""
    held = {"breslau": "austria"}
    game = given("prussia", {"keith": "breslau"}, conquered=held)
    orders(game, "move keith oels")
    assert conquered(game) == {}
    game = given("prussia", {"keith": "breslau", "daun": "glogau"}, conquered=held)
    orders(game, "move keith oels")
    assert conquered(game) == held and pending(game) == {"breslau": "prussia"}
    orders(game, "end")
    assert conquered(game) == held and pending(game) == {}
    game = given("prussia", {"keith": "breslau", "hildburghausen": "glogau"}, conquered=held)
    orders(game, "move keith oels")
    assert conquered(game) == {}
    game = given("hanover", {"ferdinand": "breslau"}, conquered=held)
    orders(game, "move ferdinand oels")
    assert conquered(game) == held and pending(game) == {}


def test_r5_7_retroactive_reconquest() -> None:
    """R5.7, R5.6: the conqueror's general is beaten in the same stage: the marker disappears."""
    placed = {"keith": ("breslau", 3), "schwerin": ("steinau", 8), "daun": ("glogau", 2)}
    game = given("prussia", placed, conquered={"breslau": "austria"})
    orders(game, "move keith oels", "end", "pass")
    assert conquered(game) == {} and pending(game) == {}


def test_r5_8_trains_do_nothing_for_objectives() -> None:
    """R5.8, OP-12: no train protects, except Imperial ones the conquests of Imperial."""
    game = given("austria", {"daun": "breslau", "prussia_train_1": "oels"})
    orders(game, "move daun schweidnitz")
    assert conquered(game) == {"breslau": "austria"}
    for owner, kept in (("imperial", True), ("austria", False)):
        city = "torgau" if owner == "imperial" else "radeberg"
        train = next(c for c in sorted(CITIES) if distance(c, city) == 3)
        step = next(c for c in sorted(ROADS[city]) if c != train)
        game = given("prussia", {"keith": city, "imperial_train_1": train}, conquered={city: owner})
        orders(game, f"move keith {step}")
        assert (city in pending(game)) == kept
    game = given("prussia", {"keith": "breslau", "austria_train_1": "oels"}, conquered={"breslau": "austria"})
    orders(game, "move keith schweidnitz")
    assert conquered(game) == {}


def test_r5_9_retreats_touch_no_objectives() -> None:
    """R5.9, Q8, R8.7: a beaten Austrian passes or leaves objectives without conquering."""
    game = given("austria", {"daun": ("breslau", 5), "friedrich": ("schweidnitz", 7)}, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert where(game, "daun") not in (None, "breslau")
    assert conquered(game) == {} and pending(game) == {}


def test_op_09_distance_zero_protects() -> None:
    """OP-09: a defender who retreats onto the "?" city itself protects it."""
    # Keith stands next to Breslau and is driven onto it by the attacker on his other side.
    placed = {
        "keith": ("oels", 4), "daun": ("namslau", 5), "austria_train_1": "kepno", "austria_train_2": "militsch",
    }  # fmt: skip
    game = given("austria", placed, phase="combat", pending={"breslau": "austria"})
    orders(game, "pass")
    assert where(game, "keith") == "breslau"
    quietly(game, lambda g: decider(g) == "imperial")
    assert conquered(game) == {} and pending(game) == {}


def test_op_10_the_question_mark_outlives_its_general() -> None:
    """OP-10: the general who placed it is destroyed in the same stage; the "?" still counts."""
    placed = {
        "daun": ("breslau", 1), "laudon": ("steinau", 8), "keith": ("glogau", 2), "schwerin": ("ziegenhals", 8),
    }  # fmt: skip
    assert distance("ziegenhals", "breslau") == 4
    game = given("austria", placed)
    orders(game, "move daun strehlen grottkau neisse", "end", "attack daun schwerin", "pass")
    assert where(game, "daun") is None and pending(game) == {"breslau": "austria"}
    orders(game, "pass")
    assert where(game, "keith") is None
    assert conquered(game) == {"breslau": "austria"}


def test_op_11_the_protecting_train_falls_later() -> None:
    """OP-11: protection is asked again in phase 4, when the train is gone."""
    game = given("prussia", {"friedrich": "torgau", "keith": "herzberg", "imperial_train_1": "falkenberg"},
                 conquered={"torgau": "imperial"})  # fmt: skip
    orders(game, "move friedrich oschatz")
    assert pending(game) == {"torgau": "prussia"}
    orders(game, "move keith falkenberg", "end")
    assert conquered(game) == {}


def test_op_13_markers_of_a_leaving_nation() -> None:
    """OP-13, R11.15: the objectives of an out nation are unmarked at once."""
    marks = {"stettin": "sweden", "breslau": "austria"}
    game = fate_step("sweden", {"keith": "cottbus"}, conquered=marks)
    quietly(game, turn_is(9))
    assert conquered(game) == {"breslau": "austria"}


def test_op_14_imperial_conquests_stay() -> None:
    """OP-14, R11.19: when Imperial changes hands its markers stay."""
    marks = {"leipzig": "imperial"}
    game = fate_step("america", {}, conquered=marks, fate={"drawn": ["india"]})
    assert conquered(game) == marks


@pytest.mark.parametrize("nation", [n for n in NATIONS if OBJECTIVES[n]])
def test_r5_2_every_objective(nation: str) -> None:
    """R5.2, R5.3, R5.7: each is conquered by whoever leaves it, and taken back by the nation that guards it."""
    general = GENERALS[nation][0]
    for city in OBJECTIVES[nation]:
        country = {"saxony": "prussia"}.get(CITIES[city]["country"], CITIES[city]["country"])
        for mover, held, then_held in ((nation, {}, {city: nation}), (country, {city: nation}, {})):
            leader = general if mover == nation else GENERALS[mover][0]
            game = given(mover, {leader: (city, 3)}, conquered=held, scenario="expert", turn=2)
            orders(game, f"move {leader} {sorted(ROADS[city])[0]}")
            assert conquered(game) == then_held and pending(game) == {}, (mover, city)
