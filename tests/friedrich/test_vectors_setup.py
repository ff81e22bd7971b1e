"""Test vectors TV-01 … TV-09: set-up, cards, decks (chapter 20.1)."""

from __future__ import annotations

from functools import cache

from reference import BOARD, CITIES, DEPOTS, NATIONS, OBJECTIVES, ROADS
from situations import (
    DECK,
    ROLES,
    all_but,
    draws,
    face,
    fate_step,
    given,
    hand_size,
    legal,
    menu,
    out,
    pile,
    public,
    quietly,
    refused,
    retired,
    stage_of,
    state,
    troops,
    turn_is,
    used,
)

from sanssouci.friedrich import Game


def vectors(generals: int, troops: int, least: int, most: int) -> int:
    """How many vectors of the menu's bounds have the required sum."""

    @cache
    def count(left: int, rest: int) -> int:
        if left == 0:
            return int(rest == 0)
        return sum(count(left - 1, rest - t) for t in range(least, most + 1) if t <= rest)

    return count(generals, troops)


def test_tv_01_first_allotment_of_france() -> None:
    """TV-01: 7/5/8 is a legal allotment of 20; nine on one, a sum of 19 and an empty general are not."""
    game = Game.new(scenario="standard", players=4, seed="tv-01")
    legal(game, "allot france richelieu=7 soubise=5 chevert=8")
    refused(game, "allot france richelieu=9 soubise=5 chevert=6", "R1.10", "R6.2")
    refused(game, "allot france richelieu=8 soubise=8 chevert=3", "R1.10")
    refused(game, "allot france richelieu=12 soubise=8 chevert=0", "R1.10", "R6.2")


def test_tv_02_number_of_first_allotments() -> None:
    """TV-02: the numbers of legal first allotments follow from troops, generals and the limits 1–8."""
    expected = {
        "standard": {"prussia": 848443, "hanover": 5, "russia": 315, "austria": 926, "france": 15},
        "west": {"hanover": 5, "france": 15},
        "austria": {"prussia": 2380, "austria": 926},
    }
    for scenario, numbers in expected.items():
        game = Game.new(scenario=scenario, players=4 if scenario == "standard" else 2, seed="tv-02")
        found = {}
        for role in ROLES:
            for entry in game.menu(role).get("nations", []):
                found[entry["nation"]] = vectors(len(entry["generals"]), entry["troops"], entry["min"], entry["max"])
        assert found == numbers
    only = Game.new(scenario="standard", players=4, seed="tv-02")
    assert troops(only, "ehrensvaerd") == 4
    assert troops(only, "hildburghausen") == 6
    assert troops(Game.new(scenario="west", players=2, seed="tv-02"), "seydlitz") == 3


def test_tv_03_sectors_and_counts_of_the_map() -> None:
    """TV-03: 672 cities, 976 roads (185 main), 33 sectors, 70 objectives, 10 depots, three dead ends."""
    assert len(CITIES) == 672
    assert len(BOARD["roads"]) == 976
    assert len({frozenset(road[:2]) for road in BOARD["roads"]}) == 976
    assert sum(kind == "main" for _, _, kind in BOARD["roads"]) == 185
    columns: dict[str, set[str]] = {}
    for city in CITIES.values():
        columns.setdefault(city["sector"][0], set()).add(city["sector"])
    assert [len(columns[c]) for c in sorted(columns)] == [4, 4, 4, 4, 4, 4, 5, 4]
    assert len({(c["sector"], c["suit"]) for c in CITIES.values()}) == 33
    counts = {nation: len(OBJECTIVES[nation]) for nation in NATIONS}
    assert counts == {
        "prussia": 14, "hanover": 0, "russia": 10, "sweden": 10, "austria": 16, "imperial": 10, "france": 10,
    }  # fmt: skip
    assert len({city for nation in NATIONS for city in OBJECTIVES[nation]}) == 70
    assert sum(len(DEPOTS[nation]) for nation in NATIONS) == 10
    dead_ends = {city for city in CITIES if len(ROADS[city]) == 1}
    assert dead_ends == {"emden", "jever", "oldenburg-holstein"}
    assert all(a in ROADS[b] for a in ROADS for b in ROADS[a])


def test_tv_04_hands_after_the_first_turn() -> None:
    """TV-04: nobody plays: hands 7 2 4 1 5 1 3, 26 cards left in the pile, one card laid away unseen."""
    game = Game.new(scenario="standard", players=4, seed="tv-04")
    quietly(game, stage_of("france", 1))
    sizes = {nation: hand_size(game, nation) for nation in NATIONS}
    assert sizes == {
        "prussia": 7, "hanover": 2, "russia": 4, "sweden": 1, "austria": 5, "imperial": 1, "france": 3,
    }  # fmt: skip
    assert pile(game) == 26
    assert used(game) == 1
    for role in ("friedrich", "elisabeth", "maria-theresa"):
        assert game.view(role).json()["seen"] == []


def test_tv_05_the_second_deck_opens_in_the_middle_of_a_draw() -> None:
    """TV-05: in turn 3 Prussia takes the last two cards of deck one and five of deck two."""
    game = Game.new(scenario="standard", players=4, seed="tv-05")
    quietly(game, stage_of("france", 2))
    assert pile(game) == 2
    quietly(game, stage_of("prussia", 3))
    backs = public(game, "prussia")["backs"]
    assert backs == {"1": 16, "2": 5}
    assert pile(game) == 45


def test_tv_06_france_gives_up_one_of_the_four_just_drawn() -> None:
    """TV-06: of 13♥ held before and 2♣ 5♠ 9♦ Reserve drawn, only the four drawn may be given up."""
    rest = all_but("13H", "2C", "5S", "9D", "R")
    game = given("france", {}, phase="draw", hands={"france": ["13H/1"], "prussia": rest})
    assert state(game) == "FORCED_DISCARD"
    assert sorted(face(c) for c in menu(game)["cards"]) == ["2C", "5S", "9D", "R"]
    legal(game, "discard 2C", "discard 5S", "discard 9D", "discard R")
    refused(game, "discard 13H", "R3.2")


def test_tv_07_subsidy_cuts() -> None:
    """TV-07: POEMS after turn 6, LORD BUTE after turn 9: Prussia draws 5 in turns 7–9, then 4."""
    for first, second in (("poems", "lord-bute"), ("lord-bute", "poems")):
        game = fate_step(first, {}, turn=6, fate={"next": ["1", "2", second]})
        drawn = []
        before = 0
        for turn in (7, 8, 9, 10, 11):
            quietly(game, stage_of("prussia", turn))
            drawn.append(hand_size(game, "prussia") - before)
            before = hand_size(game, "prussia")
        assert drawn == [5, 5, 5, 4, 4]


def test_tv_08_india_and_america() -> None:
    """TV-08: the first cuts Austria to 4 and France to 3; the second drives France out, in either order."""
    for first, second in (("america", "india"), ("india", "america")):
        game = fate_step(
            first,
            {"cumberland": ("stade", 4), "soubise": ("koblenz", 4), "ferdinand": ("celle", 4)},
            turn=6,
            fate={"next": [second]},
        )
        found = draws(game)
        assert (found["austria"], found["france"], found["hanover"]) == (4, 3, 2)
        assert out(game) == set()
        quietly(game, stage_of("france", 7))
        assert hand_size(game, "france") == 3
        quietly(game, turn_is(8))
        assert out(game) == {"france"}
        assert retired(game) == {"cumberland"}
        assert draws(game)["hanover"] == 1
        seen = game.view(None).json()["nations"]
        assert seen["imperial"]["role"] == "pompadour"
        assert seen["austria"]["eased"] and seen["imperial"]["eased"]
        assert not seen["sweden"]["eased"]


def test_tv_09_after_the_fourth_deck_the_two_fullest_used_piles() -> None:
    """TV-09 (R3.9, OP-78): used piles of 31, 44, 38, 47: decks four and two make a pile of 91."""
    used_piles: dict[str, list[str]] = {}
    held: list[str] = []
    for deck, size in (("1", 31), ("2", 44), ("3", 38), ("4", 47)):
        whole = [f"{c}/{deck}" for c in DECK]
        used_piles[deck] = whole[:size]
        held += whole[size:]
    game = given(
        "hanover",
        {},
        phase="draw",
        hands={"prussia": held},
        piles={"draw": [], "unopened": [], "used": used_piles},
    )
    assert pile(game) == 91 - 2
    assert set(public(game, "hanover")["backs"]) <= {"2", "4"}
    assert game.view(None).json()["piles"]["used"] == {"1": 31, "3": 38}
