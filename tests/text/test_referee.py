"""`sanssouci referee` as a real process: answers and exit statuses of formats.md, section 6."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from terminal import run

from sanssouci.friedrich import Game
from sanssouci.friedrich.decisions import orders as notation

SILESIA = {
    "format": "friedrich-position/1",
    "turn": 8,
    "nation": "austria",
    "pieces": {"daun": {"city": "waldenburg", "troops": 8}, "keith": {"city": "glogau", "troops": 4}},
    "hands": {"austria": ["13S", "5H", "R"], "prussia": ["10D/2"]},
    "seed": "tests",
}


@pytest.fixture
def silesia(tmp_path: Path) -> str:
    path = tmp_path / "silesia.json"
    path.write_text(json.dumps(SILESIA), encoding="utf-8")
    return str(path)


def test_tv_19_at_the_command_line(silesia: str) -> None:
    """R5.2: Daun's ride conquers two cities and puts a question mark on a third."""
    done = run("referee", silesia, "--json", lines="move daun schweidnitz breslau oels\n")
    assert done.status == 0
    order, end = done.answers
    assert (order["order"], order["ok"], order["error"], order["rule"]) == (
        "move daun schweidnitz breslau oels", True, None, None,
    )  # fmt: skip
    keys = [event["key"] for event in order["events"]]
    assert keys.count("conquest") == 2 and keys.count("question") == 1
    assert end["position"]["conquered"] == {"schweidnitz": "austria", "waldenburg": "austria"}
    assert end["position"]["pending"] == {"breslau": "austria"}


def test_an_illegal_order_is_answered_and_the_next_one_taken(silesia: str) -> None:
    lines = "move daun breslau\nmove keith steinau\nrubbish\nmove daun schweidnitz\n"
    done = run("referee", silesia, "--json", lines=lines)
    assert done.status == 1
    *orders, end = done.answers
    assert [o["ok"] for o in orders] == [False, False, False, True]
    assert [o["rule"] for o in orders] == ["R4.3", "R2.1", None, None]
    assert all(o["events"] == [] for o in orders[:3]) and all(isinstance(o["error"], str) for o in orders[:3])
    assert end["position"]["pieces"]["daun"]["city"] == "schweidnitz"


def test_the_position_at_the_end_is_complete_and_reads_back(silesia: str, tmp_path: Path) -> None:
    first = run("referee", silesia, "--json", lines="move daun schweidnitz\nend\n").answers[-1]["position"]
    path = tmp_path / "again.json"
    path.write_text(json.dumps(first), encoding="utf-8")
    assert run("referee", str(path), "--json").answers == [{"position": first}]


def test_questions_are_answered_with_what_they_ask(silesia: str) -> None:
    lines = "? menu\n? view elisabeth\n? view\n? position\n"
    done = run("referee", silesia, "--json", lines=lines)
    assert done.status == 0
    menu, view, watcher, position, end = done.answers
    assert menu["menu"]["state"] == "MOVE_MENU" and menu["menu"]["nation"] == "austria"
    assert view["view"]["role"] == "elisabeth" and watcher["view"]["role"] is None
    assert position == end
    hidden = json.dumps(view)
    assert "13S" not in hidden and "10D" not in hidden


def test_a_question_that_is_none_is_answered_too(silesia: str) -> None:
    done = run("referee", silesia, "--json", lines="? what\n? view nobody\n?\n")
    assert done.status == 1
    assert [answer["ok"] for answer in done.answers[:-1]] == [False, False, False]
    told = [(answer["key"], sorted(answer["arguments"])) for answer in done.answers[:-1]]
    assert told == [("text.ask", []), ("text.roles_are", ["names"]), ("text.ask", [])]


def test_blank_lines_and_comments_are_passed_over(silesia: str) -> None:
    done = run("referee", silesia, "--json", lines="\n# a remark\n   \n#! draw prussia 13S/1\n")
    assert done.status == 0 and len(done.answers) == 1


def test_the_start_of_a_scenario_by_options_and_by_name() -> None:
    order = "allot hanover ferdinand=6 cumberland=6\n"
    for arguments in (["--scenario", "west"], ["west"]):
        done = run("referee", *arguments, "--json", "--seed", "a", "--options", "decks=5", lines=order)
        assert done.status == 0
        assert done.answers[-1]["position"]["scenario"] == "west"
        assert done.answers[-1]["position"]["options"] == {"decks": 5}


def test_the_same_seed_gives_the_same_game() -> None:
    games = [run("referee", "--json", "--seed", seed).out for seed in ("one", "one", "two")]
    assert games[0] == games[1] != games[2]


def test_in_words(silesia: str) -> None:
    lines = "move daun schweidnitz breslau oels\nmove daun oels\n? menu\n? view friedrich\n"
    done = run("referee", silesia, lines=lines)
    assert done.status == 1
    assert "Austria conquers Schweidnitz." in done.out
    assert "(R4.1)" in done.out
    assert "\x1b" not in done.out


BAD = {
    "nine troops": {**SILESIA, "pieces": {"daun": {"city": "waldenburg", "troops": 9}}},
    "two nations": {**SILESIA, "pieces": {"daun": {"city": "waldenburg"}, "keith": {"city": "waldenburg"}}},
    "a card twice": {**SILESIA, "hands": {"austria": ["13S/1", "13S/1"]}},
    "unknown city": {**SILESIA, "pieces": {"daun": {"city": "atlantis"}}},
    "unknown field": {**SILESIA, "wonder": 1},
    "wrong type": {**SILESIA, "turn": "eight"},
    "no format": {"turn": 3},
    "a list": [],
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_position_ends_with_status_two_and_one_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(BAD[name]), encoding="utf-8")
    done = run("referee", str(path), "--json")
    assert (done.status, done.out) == (2, "")
    assert len(done.err.strip().splitlines()) == 1 and "bad.json" in done.err


FILES: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 50,
    "cut off": b'{"format": "friedrich-position/1", "pieces": {',
    "deep": b"[" * 100_000,
    "nan": b'{"format": "friedrich-position/1", "turn": NaN}',
    "huge number": b'{"format": "friedrich-position/1", "turn": ' + b"9" * 5000 + b"}",
    "not utf-8": b'{"format": "\xff\xfe"}',
}


@pytest.mark.parametrize("name", FILES)
def test_an_unreadable_file_ends_with_status_two(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(FILES[name])
    done = run("referee", str(path))
    assert done.status == 2 and done.out == "" and len(done.err.strip().splitlines()) == 1


def test_missing_files_folders_and_bad_options_end_with_status_two(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(17 * 1024 * 1024)
    tries: list[list[str]] = [
        [str(tmp_path / "missing.json")], [str(tmp_path)], [str(huge)], ["--scenario", "mars"],
        ["--players", "7"], ["--scenario", "west", "--players", "4"], ["--options", "wonder=1"],
        ["--options", "decks"], ["--options", "decks=6"], ["--unknown"],
    ]  # fmt: skip
    for arguments in tries:
        done = run("referee", *arguments)
        assert (done.status, done.out) == (2, ""), arguments
        assert done.err.strip()


LINES: dict[str, bytes] = {
    "binary": bytes(range(1, 256)).replace(b"\n", b"") + b"\n",
    "zero bytes": b"\x00" * 1000 + b"\n",
    "endless": b"move daun " + b"breslau " * 200_000 + b"\n",
    "endless without end": b"x" * 3_000_000,
    "not utf-8": b"move d\xe4un breslau\n",
    "control signs": b"move\x1b[2Jdaun\n",
    "strange letters": "möve ḑäün ｂｒｅｓｌａｕ 💣\n".encode(),
    "many": b"x\n" * 500,
}


@pytest.mark.parametrize("name", LINES)
def test_strange_input_is_refused_and_the_game_unchanged(name: str, silesia: str) -> None:
    quiet = run("referee", silesia, "--json").answers[-1]
    done = run("referee", silesia, "--json", lines=LINES[name])
    assert done.status == 1
    assert all(answer["ok"] is False and answer["rule"] is None for answer in done.answers[:-1])
    assert done.answers[-1] == quiet
    words = run("referee", silesia, lines=LINES[name])
    assert words.status == 1 and "\x1b" not in words.out and len(words.out) < 200_000


def test_a_whole_random_game_through_the_referee(tmp_path: Path) -> None:
    """Every order a game was made of is legal for the referee, and the end is the same."""
    game = Game.new(scenario="west", seed="whole")
    start: dict[str, Any] = game.position()
    rng, orders = random.Random(3), list[str]()
    before, taken = game.state.copy(), list[int]()
    while game.result is None and len(orders) < 400:
        asked = game.decision
        choice = rng.choice(game.choices())
        game.choose(choice)
        taken.append(choice)
        now = game.decision
        state = now.state if now else ""
        inside = state in ("MOVE_PATH", "SPLIT_ALLOT") or state.startswith("RECRUIT_")
        if not inside and not (state == "ALLOT" and now == asked):
            orders.append(notation.text_of(before, taken))
            before, taken = game.state.copy(), []
    path = tmp_path / "start.json"
    path.write_text(json.dumps(start), encoding="utf-8")
    done = run("referee", str(path), "--json", lines="\n".join(orders))
    assert done.status == 0
    assert not taken
    there, here = done.answers[-1]["position"], game.position()
    for field in ("turn", "state", "pieces", "hands", "conquered", "fate", "revealed"):
        assert there.get(field) == here.get(field), field
