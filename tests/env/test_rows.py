"""The table of actions: every choice of every menu has a row of its own, and the row leads back to it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from situations import fate_step, given, under
from worlds import beginnings, middles, some_row

from sanssouci.env.play import Play
from sanssouci.env.rows import ROW_COUNT, ROW_HASH, ROW_NAMES, ROW_TABLE, choice_of
from sanssouci.friedrich import Game
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import STATE_NAMES, WEST_STEP


def test_the_table_is_fixed() -> None:
    """At most 3,000 rows, each with a name of its own; a change of any shows in the version."""
    assert ROW_COUNT == len(ROW_NAMES) == len(set(ROW_NAMES)) <= 3000
    assert (ROW_TABLE, ROW_COUNT, ROW_HASH) == ("friedrich-actions/1", 2281, "c1d373fbb14fc34d")


def same_menu(play: Play) -> None:
    """No two choices share a row, and each row gives its choice back."""
    s = play.s
    rows = [int(row) for row in play.rows]
    assert rows and len(set(rows)) == len(rows), (STATE_NAMES[s.state], rows)
    assert all(0 <= row < ROW_COUNT for row in rows), (STATE_NAMES[s.state], rows)
    choices = [int(choice) for choice in turn.choices(s)]
    if s.state != WEST_STEP:
        assert choices == [choice_of(s, row, -1) for row in rows], STATE_NAMES[s.state]


@pytest.mark.parametrize("batch", range(4))
def test_rows_and_choices_are_the_same_menu(batch: int) -> None:
    """Whole random games of all scenarios, and late ones in which every kind of decision occurs."""
    rng = random.Random(f"rows {batch}")
    met: Counter[str] = Counter()
    for play in [*beginnings(rng, 6), *middles(rng, 60)]:
        while not play.over():
            met[STATE_NAMES[play.s.state]] += 1
            same_menu(play)
            play.step(some_row(play, rng))
    assert set(STATE_NAMES[:14]) - {"OFFENSIVE", "EVADE"} <= set(met), met


CROWD: dict[str, Any] = {
    "keith": ("melnik", 4), "dohna": ("prag", 3), "daun": ("olmuetz", 4), "laudon": ("olmuetz", 4),
    "saltikov": ("poznan", 4), "soubise": ("kassel", 3),
}  # fmt: skip
#: Decisions that random games seldom meet, and how they come about.
RARE = {
    "RETIRE": lambda: fate_step("sweden", CROWD),
    "TRADE": lambda: fate_step("1H", CROWD, hands={"russia": ["R/1", "5C"], "austria": ["7H"]}),
    "REDRAW": lambda: fate_step("4H", CROWD, hands={"france": ["R/1", "5C"]}),
    "LAUDON": lambda: fate_step("6S", CROWD),
    "FLIP": lambda: fate_step("6D", CROWD),
    "FREE_TROOP": lambda: fate_step("8S", CROWD),
    "GIFT": lambda: fate_step("9D", CROWD, hands={"prussia": ["R/1", "5C"], "austria": ["7H"]}),
    "LOSE_TROOP": lambda: fate_step("10C", CROWD),
    "EVADE": lambda: under("8C", "austria", {"keith": ("prag", 3), "daun": ("melnik", 6)}, phase="combat"),
    "OFFENSIVE": lambda: given("prussia", CROWD, scenario="expert", turn=3, phase="draw"),
}


@pytest.mark.parametrize("kind", RARE)
def test_rare_decisions(kind: str) -> None:
    """The same where random games seldom come."""
    play = Play(RARE[kind]().state, True)
    while STATE_NAMES[play.s.state] != kind:
        play.step(0)
    same_menu(play)
    assert len(play.rows) > 1


def test_what_is_not_on_the_menu_changes_nothing() -> None:
    """An illegal action is refused in one sentence that names it."""
    rng = random.Random("refused")
    for play in middles(rng, 20):
        for _ in range(30):
            if play.over():
                break
            before = Game(play.s.copy(), keeps_record=False).position()
            row = rng.randrange(-3, ROW_COUNT + 3)
            if row not in list(play.rows):
                with pytest.raises(
                    ValueError, match=f"^action {row}.* is not legal now; the action mask tells what is$"
                ):
                    play.step(row)
                assert Game(play.s, keeps_record=False).position() == before
            play.step(some_row(play, rng))


def test_the_way_west_is_two_cities() -> None:
    """12♥: first the first city, then the second; together they give every way of the engine exactly once."""
    place = {"hildburghausen": ("oels", 3), "daun": ("bruenn", 3)}
    s = fate_step("12H", place, memory={"hild_lost": True}).state
    ways = [int(way) for way in turn.choices(s)]
    assert s.state == WEST_STEP and len(ways) > 3
    names = {ROW_NAMES[row].removeprefix("city ") for row in Play(s, True).rows}
    assert "none" in names
    reached = []
    for first in names - {"none"}:
        begun = Play(s.copy(), True)
        begun.step(ROW_NAMES.index(f"city {first}"))
        assert "none" not in {ROW_NAMES[row] for row in begun.rows}
        for row in begun.rows:
            play = Play(s.copy(), True)
            play.step(ROW_NAMES.index(f"city {first}"))
            reached.append(choice_of(play.s, row, play.first))
            same_menu(play)
            play.step(row)
            assert play.s.city[20] == reached[-1] % 1024
    assert sorted(reached) == sorted(ways[:-1])


def test_liberation_is_a_pair_of_cities() -> None:
    """R13.2: the six pairs of East Prussia's four cities."""
    game = Game.new("expert", seed="liberate")
    s = game.state
    s.state = STATE_NAMES.index("EAST_PRUSSIA")
    same_menu(Play(s, True))
    assert {ROW_NAMES[row].split()[0] for row in Play(s, True).rows} == {"liberate"}


def test_a_lone_reserve_is_the_first() -> None:
    """The two Reserves of a deck look alike: who holds one cannot tell which it is."""
    place = {"daun": ("prag", 3), "keith": ("melnik", 3)}
    seen = []
    for kind in (48, 49):
        game = given("austria", place, seed="reserve")
        s = game.state
        while STATE_NAMES[s.state] != "CARD":
            turn.apply(s, 0)
        for deck in range(5):
            s.sets[s.decider * 5 + deck] = 0
        s.sets[s.decider * 5] = 1 << kind
        play = Play(s, True)
        same_menu(play)
        seen.append([ROW_NAMES[row] for row in play.rows])
    assert seen[0] == seen[1]
    assert "play Ra/1=10" in seen[0] and "play Rb/1=10" not in seen[0]
