"""What the lessons claim, computed from the engine: every number in their sentences is counted anew."""

from __future__ import annotations

from typing import Any

import pytest
from test_tutorial import LESSONS, Attempt, said

from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge.aids import warnings
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, distance
from sanssouci.friedrich.rules.names import NATIONS

BY_ID: dict[str, dict[str, Any]] = {lesson["id"]: lesson for lesson in LESSONS}
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", *[""] * 9, "twenty"]
ENGLISH = said("en")


def far(one: str, other: str) -> int:
    """How many cities lie between, the last one counted."""
    return int(distance(CITY_INDEX[one], CITY_INDEX[other]))


def pieces(lesson: str) -> dict[str, Any]:
    """Who stands where in a lesson."""
    found: dict[str, Any] = BY_ID[lesson]["position"]["pieces"]
    return found


def troops(lesson: str, *generals: str) -> int:
    """How many troops they lead together."""
    return sum(int(pieces(lesson)[one]["troops"]) for one in generals)


def ends(lesson: str, piece: str) -> dict[str, list[str]]:
    """Where a piece may go, with the way."""
    groups = Game.from_position(BY_ID[lesson]["position"]).menu(BY_ID[lesson]["role"])["groups"]
    found: dict[str, list[str]] = next(group["ends"] for group in groups if group["pieces"] == [piece])
    return found


def score(lesson: str) -> int:
    """What the side that is to play stands at when the combat begins."""
    combat = Game.from_position(BY_ID[lesson]["position"]).view("friedrich").json()["combat"]
    now = combat["current"] if combat else None
    assert now is not None
    side = now["attacker"]["troops"] - now["defender"]["troops"]
    return -abs(int(side))


def west_menu() -> dict[str, Any]:
    """What France may share out before the first turn."""
    found: dict[str, Any] = Game.new("west", seed="claims").menu("pompadour")["nations"][0]
    return found


CONQUERED = len(BY_ID["aim"]["position"]["conquered"])
# A sentence of a lesson, with the number it holds taken from the engine.
CLAIMS = [
    ("aim.text", "{} of the {} French towns", (CONQUERED, CONQUERED + 1)),
    ("move.task", "Bebra, {} cities to the north", (len(ends("move", "soubise")["bebra"]),)),
    ("main.task", "Bielefeld, {} cities away", (len(ends("main", "richelieu")["bielefeld"]),)),
    ("question.text", "Cumberland has {} and no card", (troops("question", "cumberland"),)),
    ("battle.task", "Richelieu is {} behind", (-score("battle"),)),
    ("minus.text", "Ferdinand has {} troops against {}", (troops("minus", "ferdinand"), troops("minus", "richelieu"))),
    ("minus.text", "{} points behind", (-score("minus"),)),
    ("zero.task", "attacks {} troops with {}", (troops("zero", "ferdinand"), troops("zero", "richelieu"))),
    ("stack.text", "Richelieu has {} troops", (troops("stack", "richelieu"),)),
    ("stack.text", "Cumberland next to him {},", (troops("stack", "cumberland"),)),
    ("stack.task", "Chevert with his {} troops", (troops("stack", "chevert"),)),
    ("stack.done", "{} against {}", (troops("stack", "richelieu", "chevert"), troops("stack", "cumberland"))),
    ("hidden.text", "Hanover has {} troops on the map", (troops("hidden", "ferdinand", "cumberland"),)),
    ("hidden.text", "Ferdinand showed {}", (troops("hidden", "ferdinand"),)),
    ("hidden.text", "so Cumberland has {}", (troops("hidden", "cumberland"),)),
    ("hidden.task", "Richelieu, who leads {},", (troops("hidden", "richelieu"),)),
    ("hidden.done", "{} against {}", (troops("hidden", "richelieu"), troops("hidden", "cumberland"))),
    ("supply.task", "{} cities from the train in Würzburg", (far("muenden", "wuerzburg"),)),
    ("allot.text", "France has {} for", (west_menu()["troops"],)),
    ("allot.text", "{} at least and {} at most", (west_menu()["min"], west_menu()["max"])),
    ("west.allot", "your {} troops", (west_menu()["troops"],)),
    ("west.turn1", "Your {} towns", (CONQUERED + 1,)),
    ("west.turn1", "Soubise, {} cities from Fulda", (far("fulda", "kassel"),)),
]


@pytest.mark.parametrize(("key", "sentence", "numbers"), CLAIMS)
def test_a_number_in_a_lesson_is_what_the_engine_counts(key: str, sentence: str, numbers: tuple[int, ...]) -> None:
    """The sentence holds the number that comes out when it is counted."""
    claim = sentence.format(*(WORDS[number] for number in numbers))
    assert claim.lower() in ENGLISH[f"learn.{key}"].lower()


def test_france_draws_what_the_companion_says() -> None:
    """The draw of a turn."""
    game = Game.new("west", seed="claims")
    for order in ("allot hanover ferdinand=8 cumberland=4", "allot france richelieu=8 soubise=8 chevert=4"):
        game.play(order)
    drawn: dict[str, int] = {}
    stages: list[str] = []
    while "france" not in drawn:
        assert game.decision is not None
        menu = game.menu(game.decision.roles[0])
        order = "end" if game.check("end") is None else menu["orders"][0]["order"]
        for event in game.play(order):
            if event.key == "draw":
                drawn[str(event.args["nation"])] = int(str(event.args["count"]))
            elif event.key == "stage_begins":
                stages.append(str(event.args["nation"]))
    assert f"France draws {WORDS[drawn['france']]} cards a turn" in ENGLISH["learn.west.turn3"]
    assert stages[-1] == "france", "Prussia and Hanover go first, France last"


def test_nobody_is_nearer_to_soubise_than_kassel() -> None:
    """The companion's first advice."""
    french = [*BY_ID["aim"]["position"]["conquered"], "kassel"]
    assert min(french, key=lambda town: far("fulda", town)) == "kassel"
    at = pieces("allot")
    assert at["chevert"]["city"] == at["richelieu"]["city"], "they may march together"


def test_in_the_first_lesson_one_town_is_left_and_nobody_protects_it() -> None:
    """The aim of the war, carried out."""
    attempt = Attempt(BY_ID["aim"]).give("move soubise kassel fritzlar")
    assert ("conquest", {"nation": "france", "city": "kassel"}) in attempt.events
    assert Attempt(BY_ID["aim"]).give("end").verdict == "failed"


def test_alone_richelieu_would_be_beaten() -> None:
    """The lesson on stacks says so: without Chevert, and without a spade."""
    attempt = Attempt(BY_ID["stack"]).give("end")
    assert attempt.game.check("pass") is None
    assert attempt.give("pass").verdict == "failed"


def test_only_the_weak_one_is_beaten() -> None:
    """The lesson on hidden strength: Ferdinand would win, Cumberland is lost altogether."""
    attempt = Attempt(BY_ID["hidden"]).give("move richelieu detmold pyrmont").give("end").give("pass")
    assert attempt.verdict == "failed"
    right = Attempt(BY_ID["hidden"]).give("move richelieu warburg hofgeismar").give("end")
    assert any(key == "generals_leave" and args["generals"] == ["cumberland"] for key, args in right.events)
    near = [city for city in ends("hidden", "richelieu") if far(city, "kassel") == 1]
    assert near == ["hofgeismar"], "the only place next to Cumberland that Richelieu can reach"


def test_ending_at_once_starves_soubise() -> None:
    """Six cities is the limit: at seven he is lost, and no train stands nearer."""
    assert Attempt(BY_ID["supply"]).give("end").verdict == "failed"
    home = [piece["city"] for name, piece in pieces("supply").items() if name.startswith("france-train")]
    assert min(far("muenden", city) for city in home) == 7


def test_nobody_gives_up_for_the_learner() -> None:
    """Whatever card the learner plays, the next decision of his side is his own."""
    for lesson, cards in (("battle", ("7S", "4S")), ("minus", ("4S", "12S"))):
        for card in cards:
            attempt = Attempt(BY_ID[lesson]).give(f"play {card}")
            nation = "france" if BY_ID[lesson]["role"] == "pompadour" else "hanover"
            assert not any(key == "gives_up" and args["nation"] == nation for key, args in attempt.events)


def test_the_supply_limit_is_the_engine_s() -> None:
    """A train that comes within six cities supplies him, wherever it stops."""
    for city, way in ends("supply", "france-train-2").items():
        verdict = Attempt(BY_ID["supply"]).give(f"move france-train-2 {' '.join(way)}").give("end").verdict
        assert (verdict == "done") == (far("muenden", city) <= 6), city


def test_every_city_of_the_board_is_spelt_as_it_is_called() -> None:
    """A lesson's marks and focus are cities."""
    for lesson in LESSONS:
        assert {lesson["focus"], *lesson["marks"]} <= set(CITY_IDS)


@pytest.mark.parametrize("lesson", [one for one in LESSONS if "end" in one["solution"]], ids=lambda one: str(one["id"]))
def test_the_solution_is_never_warned_of(lesson: dict[str, Any]) -> None:
    """The table would ask a learner who does what he is told whether he means it."""
    attempt = Attempt(lesson)
    for order in lesson["solution"]:
        if order == "end":
            side = ("france",) if lesson["role"] == "pompadour" else ("prussia", "hanover")
            own = sum(1 << NATIONS.index(nation) for nation in side)
            assert warnings(attempt.game.state, own) == []
        attempt.give(order)
