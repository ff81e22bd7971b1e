"""Chapter 13 of the rules: the expert game, with OP-83 … OP-90."""

from __future__ import annotations

from typing import Any

import pytest
from reference import BOARD, CITIES, GENERALS, OBJECTIVES, suit
from situations import (
    ROLES,
    all_but,
    cards,
    conquered,
    decider,
    fate_step,
    given,
    hand,
    menu,
    orders,
    pending,
    position_of,
    quietly,
    refused,
    result,
    roles,
    state,
    then,
    turn_is,
    where,
    winners,
)

from certain import sure
from sanssouci.friedrich import Game

EAST = ["ortelsburg", "koenigsberg", "riesenburg", "rastenburg"]
DECLARED = {"state": "declared", "card": "12H"}


def expert(nation: str, placed: dict[str, Any], **fields: Any) -> Game:
    """An expert game."""
    return given(nation, placed, scenario="expert", **fields)


def option_state(game: Game) -> str:
    """State of the Offensive Option."""
    return str(position_of(game)["offensive_option"]["state"])


def version(placed: dict[str, Any], **fields: Any) -> str:
    """Suit of the version of card 12 drawn now."""
    game = expert("france", placed, phase="fate", turn=8, fate={"next": ["12"]}, **fields)
    return str(game.view(None).json()["fate"]["drawn"][-1]["suit"])


@pytest.mark.parametrize(("city", "expected"), [("glogau", "C"), ("breslau", "S"), ("stade", "D"), ("prag", "H")])
def test_r13_1_the_suit_of_the_last_victor(city: str, expected: str) -> None:
    """R13.1: the version is that of the sector where the last victorious general now stands."""
    assert suit(city) == expected
    assert version({"keith": city}, last_victor={"general": "keith", "city": "emden"}) == expected


def test_op_83_no_victor_or_off_the_map() -> None:
    """OP-83: no victor: ♠; off the map: the city where he won; split: his own present city."""
    assert version({"keith": "glogau"}) == "S"
    assert version({}, last_victor={"general": "keith", "city": "glogau"}) == "C"
    assert version({}, last_victor={"general": "fermor", "city": "stade"}, out=["russia"]) == "D"
    split = {"keith": "prag", "dohna": "glogau"}
    assert version(split, last_victor={"general": "keith", "city": "stade"}) == "H"


def test_r13_2_east_prussia() -> None:
    """R13.2, OP-89, ST51: Russia holds all four and has no general inside after supply: Prussia frees two."""
    marks = dict.fromkeys(EAST, "russia")
    game = expert("russia", {"fermor": "sierpc"}, turn=4, conquered=marks)
    orders(game, "end")
    assert state(game) == "EAST_PRUSSIA" and roles(game) == {"friedrich"}
    refused(game, "liberate koenigsberg", "form")
    refused(game, "liberate koenigsberg koenigsberg", "R13.2")
    refused(game, "liberate koenigsberg stettin", "R13.2")
    orders(game, "liberate riesenburg ortelsburg")
    assert set(conquered(game)) == {"koenigsberg", "rastenburg"} and decider(game) == "sweden"
    three = dict.fromkeys(EAST[:3], "russia")
    game = orders(expert("russia", {"fermor": "sierpc"}, turn=4, conquered=three), "end")
    assert decider(game) == "sweden" and len(conquered(game)) == 3
    assert sum(c.get("region") == "ostpreussen" for c in BOARD["cities"]) == 30
    train = expert("russia", {"fermor": "sierpc", "russia_train_1": "mohrungen"}, turn=4, conquered=marks)
    assert state(orders(train, "end")) == "EAST_PRUSSIA"


def test_op_89_after_the_supply_phase() -> None:
    """OP-89: a general lost for lack of supply inside the province leaves it empty."""
    marks = dict.fromkeys(EAST, "russia")
    game = expert("russia", {"fermor": ("mohrungen", 2, "down"), "saltikov": "sierpc"}, turn=4, conquered=marks)
    orders(game, "end")
    assert where(game, "fermor") is None and state(game) == "EAST_PRUSSIA"


def test_r13_3_declaration() -> None:
    """R13.3, ST13, OP-84, R15.12: in turn 3 after the draw, a card of printed value ≥ 10, face up; no Reserve."""
    hands = {
        "prussia": ["10C", "9S", "R"],
        "austria": all_but("10C", "9S", "R", "2S", "3S", "4S", "5S", "6S", "7S", "8S"),
    }
    game = expert("prussia", {"keith": "cottbus"}, phase="draw", turn=3, hands=hands)
    assert state(game) == "OFFENSIVE" and menu(game)["none"] and cards(game) == {"10C"}
    refused(game, "offensive 9S", "R13.3")
    refused(game, "offensive R", "R13.3", "OP-84")
    refused(game, "offensive 13H", "card_not_held")
    no = then(game, "offensive no")
    assert option_state(no) == "none" and "10C" in hand(no, "prussia")
    orders(game, "offensive 10C")
    assert option_state(game) == "declared" and "10C" not in hand(game, "prussia")
    for role in (*ROLES, None):
        assert game.view(role).json()["offensive_option"]["card"] == "10C/1"
    for turn, scenario in ((2, "expert"), (4, "expert"), (3, "standard")):
        game = given("prussia", {}, phase="draw", turn=turn, scenario=scenario, hands={"prussia": ["10C"]})
        assert state(game) == "MOVE_MENU"


def test_st13_is_asked_also_without_such_a_card() -> None:
    """ST13: the question is asked also where the hand leaves one answer, so that nobody learns of it."""
    rest = all_but("2S", "3S", "4S", "5S", "6S", "7S", "8S")
    game = expert("prussia", {}, phase="draw", turn=3, hands={"austria": rest})
    assert state(game) == "OFFENSIVE" and menu(game)["cards"] == [] and menu(game)["none"]


def thirteen(**fields: Any) -> Game:
    """Prussia lacks only Prag, where Friedrich stands."""
    marks = {c: "prussia" for c in OBJECTIVES["prussia"] if c != "prag"}
    fields.setdefault("turn", 6)
    return expert("prussia", {"friedrich": "prag"}, conquered=marks, offensive_option=DECLARED, **fields)


def test_r13_4_the_goal() -> None:
    """R13.4, OP-90, option oo_win_timing: all fourteen win at once, or at the end of the turn."""
    game = orders(thirteen(), "move friedrich melnik")
    assert winners(game) == {"friedrich"} and sure(result(game))["reason"] == "R13.4"
    game = orders(thirteen(options={"oo_win_timing": "end_of_turn"}), "move friedrich melnik")
    assert game.result is None
    quietly(game, turn_is(7))
    assert winners(game) == {"friedrich"} and sure(result(game))["turn"] == 6
    game = orders(thirteen(options={"edition_text": "first"}), "move friedrich melnik")
    assert game.result is None


def test_r13_4_by_a_retroactive_conquest() -> None:
    """R13.4, ST40: the goal reached in phase 4 wins as well."""
    marks = {c: "prussia" for c in OBJECTIVES["prussia"] if c != "prag"}
    game = expert("prussia", {}, phase="retroactive", turn=6, conquered=marks, pending={"prag": "prussia"},
                  offensive_option=DECLARED)  # fmt: skip
    assert winners(game) == {"friedrich"}


def test_op_90_prussia_first() -> None:
    """OP-90: the immediate victory comes before Austria's complete set at the end of the turn."""
    marks = {c: "prussia" for c in OBJECTIVES["prussia"] if c != "prag"}
    marks |= dict.fromkeys(OBJECTIVES["austria"], "austria")
    game = expert("prussia", {"friedrich": "prag"}, turn=6, conquered=marks, offensive_option=DECLARED)
    orders(game, "move friedrich melnik")
    assert winners(game) == {"friedrich"}


@pytest.mark.parametrize(
    ("turn", "option", "taken"),
    [
        (1, None, True), (3, None, True), (4, None, False), (4, DECLARED, True),
        (9, {"state": "taken"}, True), (9, {"state": "dead"}, False),
    ],
)  # fmt: skip
def test_r13_5_prussian_conquests(turn: int, option: dict[str, str] | None, taken: bool) -> None:
    """R13.5, OP-85: free up to turn 3, then only while the option is in force; Austria may reconquer."""
    fields: dict[str, Any] = {"offensive_option": option} if option else {}
    game = expert("prussia", {"friedrich": "prag"}, turn=turn, **fields)
    orders(game, "move friedrich melnik")
    assert ("prag" in conquered(game)) == taken


def test_r13_5_austria_reconquers() -> None:
    """R13.5, R5.7: Austria takes Prag back; Prussian generals within three hold it."""
    game = expert("austria", {"daun": "prag"}, turn=6, conquered={"prag": "prussia"})
    orders(game, "move daun kolin")
    assert conquered(game) == {}
    game = expert("austria", {"daun": "prag", "keith": "jungbunzlau"}, turn=6, conquered={"prag": "prussia"})
    orders(game, "move daun kolin")
    assert pending(game) == {"prag": "austria"}


def test_op_85_markers_stay_after_a_refusal_but_never_win() -> None:
    """OP-85: all fourteen without the option are no victory."""
    game = expert("france", {}, phase="supply", turn=5, conquered=dict.fromkeys(OBJECTIVES["prussia"], "prussia"))
    assert game.result is None and len(conquered(game)) == 14


def lost(by: int, nation: str = "austria", **fields: Any) -> Game:
    """Keith loses against the nation by so much."""
    general = GENERALS[nation][0]
    placed = {"keith": ("glogau", 5), general: ("steinau", min(8, 5 + by))}
    if nation == "imperial":
        placed = {"keith": ("glogau", 5 - by if by < 5 else 1), general: ("steinau", 5)}
    game = expert(nation, placed, phase="combat", turn=7, offensive_option=DECLARED, **fields)
    orders(game, "pass")
    return quietly(game, lambda g: state(g) != "RETREAT_PICK")


def test_r13_6_austria_takes_the_card() -> None:
    """R13.6: Prussia lost to Austria at −3 or worse; not at −2, not against another nation."""
    assert option_state(lost(2)) == "declared"
    game = lost(3)
    assert option_state(game) == "taken" and hand(game, "austria") == ["12H"]
    assert option_state(lost(3, "imperial")) == "declared"


def starve(city: str, **fields: Any) -> Game:
    """Keith is lost for lack of supply in that city."""
    return expert("prussia", {"keith": (city, 3, "down")}, phase="supply", turn=7,
                  offensive_option=DECLARED, **fields)  # fmt: skip


def test_r13_6_starved_south_of_line_five() -> None:
    """R13.6, OP-86, OP-87, option line_5: south is y > 935, or beyond the southern edge of row 5 (1030)."""
    foreign = [c for c in CITIES.values() if c["country"] not in ("prussia",)]
    north = next(c["id"] for c in foreign if c["y"] <= 935)
    between = next(c["id"] for c in foreign if 935 < c["y"] <= 1030)
    south = next(c["id"] for c in foreign if c["y"] > 1030)
    assert [option_state(starve(c)) for c in (north, between, south)] == ["declared", "taken", "taken"]
    edge = {"options": {"line_5": "edge"}}
    assert [option_state(starve(c, **edge)) for c in (north, between, south)] == [
        "declared",
        "declared",
        "taken",
    ]
    assert BOARD["line_5_y"] == 935
    two = expert("prussia", {"keith": ("prag", 3, "down"), "dohna": ("prag", 3, "down")}, phase="supply",
                 turn=7, offensive_option=DECLARED)  # fmt: skip
    assert hand(two, "austria") == ["12H"]


def test_r13_7_failure() -> None:
    """R13.7: a subsidy cut and the taken card together kill the option, in either order."""
    game = fate_step("poems", {}, scenario="expert", offensive_option={"state": "taken"})
    assert option_state(game) == "dead"
    assert option_state(lost(3, fate={"drawn": ["lord-bute"]})) == "dead"
    assert option_state(fate_step("poems", {}, scenario="expert", offensive_option=DECLARED)) == "declared"
    marks = dict.fromkeys(OBJECTIVES["prussia"], "prussia")
    game = expert("france", {}, phase="supply", turn=5, conquered=marks, offensive_option={"state": "dead"},
                  options={"oo_win_timing": "end_of_turn"})  # fmt: skip
    assert game.result is None


def test_r13_8_austrias_compensation() -> None:
    """R13.8, OP-88: four may lack if a Saxon objective is really held; the permission survives failure."""
    outside = [c for c in OBJECTIVES["austria"] if CITIES[c]["country"] != "saxony"]
    saxon = [c for c in OBJECTIVES["austria"] if CITIES[c]["country"] == "saxony"]
    assert set(saxon) == {"radeberg", "zittau", "goerlitz", "muskau", "kamenz"}
    for option in (DECLARED, {"state": "taken"}, {"state": "dead"}):
        for real in saxon:
            marks = dict.fromkeys([*outside, real], "austria")
            game = expert("france", {}, phase="supply", turn=5, conquered=marks, offensive_option=option)
            assert winners(game) == {"maria-theresa"}
    marks = dict.fromkeys([*outside[:10], "zittau"], "austria")
    assert expert("france", {}, phase="supply", turn=5, conquered=marks, offensive_option=DECLARED).result is None
    ten = [c for c in outside if OBJECTIVES["austria"][c] == 1]
    eased = {"out": ["france"], "phase": "supply", "turn": 5, "offensive_option": DECLARED}
    for held, won in ((ten[:8], False), ([*ten[:7], "zittau"], True), ([*ten[:8], "goerlitz"], True)):
        game = expert("imperial", {}, conquered=dict.fromkeys(held, "austria"), **eased)
        assert (game.result is not None) == won, marks


def test_r13_9_the_others_win_normally() -> None:
    """R13.9: Russia needs its ten in the expert game too."""
    marks = dict.fromkeys(OBJECTIVES["russia"], "russia")
    game = expert("france", {"fermor": "mohrungen"}, phase="supply", turn=5, conquered=marks,
                  offensive_option=DECLARED)  # fmt: skip
    assert winners(game) == {"elisabeth"}
