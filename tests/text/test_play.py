"""`sanssouci play --text`: the hot-seat game with pipes and at a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from terminal import AtTerminal, run

START = "allot hanover ferdinand=7 cumberland=5\n\nallot france richelieu=7 soubise=5 chevert=8\n\n"
WEST = ("play", "--text", "--scenario", "west", "--seed", "x")


def west(*lines: str, **environment: Any) -> str:
    """A game in the west after the first allotment, as Friedrich sees it from there on."""
    done = run(*WEST, lines="\n" + START + "1\n" + "\n".join(lines) + "\n", **environment)
    assert done.status == 0 and done.err == ""
    return done.out


def test_the_decision_and_its_choices_are_told() -> None:
    said = west()
    assert "Prussia moves its pieces, recruits, or ends the movement." in said
    assert "move seydlitz … from Brandenburg: Seydlitz can reach 24 cities" in said
    assert "end – end the movement" in said


def test_a_refusal_names_its_rule_and_the_game_goes_on() -> None:
    said = west("move ferdinand bremervoerde", "move seydlitz berlin", "move seydlitz potsdam")
    assert "Ferdinand belongs to Hanover: this is the stage of Prussia (R2.1)." in said
    assert "There is no road from Brandenburg to Berlin (R4.3)." in said
    assert "Seydlitz: Brandenburg–Potsdam." in said


def test_questions_of_a_player_who_cannot_see_the_map() -> None:
    asked = ["where is richelieu", "who is near brandenburg 1", "my pieces", "my hand", "look berlin", "war"]
    said = west(*asked, "way berlin prag", "fate", "combat", "where is nobody", "who is near nowhere")
    assert "Richelieu: Iserlohn (The Empire, ♥), with Chevert, 12 to 16 troops." in said
    assert "0: Seydlitz: Brandenburg (Prussia, ♥), 3 troops [Prussian]" in said
    assert "Ferdinand: Stade (Hanover, ♦), 7 troops" in said
    assert "Main roads to Bernau, Königs Wusterhausen and Spandau" in said
    assert "France (Pompadour): 20 of 20 troops, 0 cards, draws 4, 0 of 10 objectives" in said
    assert "14 cities: Berlin," in said
    assert "No fate card has been drawn." in said and "There is no combat now." in said
    assert "There is no general and no train 'nobody'." in said
    assert "There is no city 'nowhere' on the map." in said


def test_the_ways_of_a_piece_and_a_choice_by_number() -> None:
    said = west("moves seydlitz", "3", "where is seydlitz", "99", "0")
    assert "3. move seydlitz potsdam – to Potsdam" in said
    assert "Seydlitz: Potsdam (Prussia, ♠), 3 troops, has moved." in said


def test_a_hint_can_be_asked_for_and_taken_by_its_number() -> None:
    said = west("hint", "1", "log 1")
    advice = said.split("Thinking.\n", 1)[1].splitlines()
    first = advice[0].removeprefix("Friedrich> ")
    assert first.startswith("1. ") and " – " in first, "an order and why"
    assert f"Friedrich> {first[3:].split(' – ')[0]}\n" in said, "the number gives the order"


def test_a_near_miss_is_asked_about_in_one_sentence() -> None:
    assert "did you mean Winsen?\n" in west("look winsn")


def test_only_bots_that_play_are_offered() -> None:
    done = run("play", "--text", "--bot", "elisabeth=nobody")
    assert done.status == 2 and "the bots are random, cadet, captain, general" in done.err
    assert "oracle" not in done.err and run("play", "--text", "--bot", "elisabeth=oracle").status == 2


def test_undo_until_something_is_disclosed() -> None:
    said = west("move seydlitz potsdam", "undo", "where is seydlitz", "end", "undo", "end", "", "undo", "log 3")
    assert said.count("Taken back.") == 1
    assert "This can no longer be taken back: something hidden or random was disclosed." in said
    assert "This can no longer be taken back: somebody else has acted." in said
    assert "Seydlitz: Brandenburg (Prussia, ♥), 3 troops." in said


def test_each_person_hears_only_what_is_theirs() -> None:
    """R15.1, R15.3: between the curtains stands nothing of the other side."""
    said = run(*WEST, lines="\n" + START + "my hand\n").out
    parts = said.split("The others look away; press Enter. ")
    assert len(parts) == 4  # before, Friedrich, Pompadour, Friedrich
    assert "Ferdinand 7" not in parts[2] and "Richelieu 7" not in parts[3]
    assert "Ferdinand 7" in parts[3]
    assert "France has allotted its troops." in parts[3]


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.friedrich"
    said = west("move seydlitz potsdam", f"save {path}", f"save {path}")
    assert "It holds every hand and every allotment" in said
    assert said.count("Saved: ") == 2
    text = path.read_text(encoding="utf-8")
    assert text.startswith("format: friedrich-record/1") and "move seydlitz potsdam" in text
    again = run("play", "--text", "--load", str(path), lines="\nwhere is seydlitz\n")
    assert again.status == 0 and "Seydlitz: Potsdam" in again.out
    inside = west(f"load {path}", "", "where is seydlitz")
    assert "Loaded." in inside and "Seydlitz: Potsdam" in inside


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_bytes(b"\x00\x01binary")
    said = west(f"load {there}", f"load {tmp_path / 'missing'}", f"save {there}", f"save {tmp_path}/no/such/folder",
                f"save {tmp_path}")  # fmt: skip
    assert said.count("is there already: name another file") == 2
    assert "cannot be written: No such file or directory" in said
    assert "cannot be read: No such file or directory" in said
    assert there.read_bytes() == b"\x00\x01binary"
    done = run("play", "--text", "--load", str(there))
    assert done.status == 2 and len(done.err.strip().splitlines()) == 1


def test_from_a_position(tmp_path: Path) -> None:
    position = {"format": "friedrich-position/1", "turn": 8, "nation": "austria",
                "pieces": {"daun": {"city": "waldenburg", "troops": 8}, "keith": {"city": "glogau"}}}  # fmt: skip
    path = tmp_path / "p.json"
    path.write_text(json.dumps(position), encoding="utf-8")
    done = run("play", "--text", "--load", str(path), lines="\nmove daun schweidnitz breslau oels\n")
    assert done.status == 0 and "Austria conquers Schweidnitz." in done.out


def test_help_and_notation() -> None:
    said = west("help", "how move", "how nothing", "bots")
    assert "who is near breslau" in said and "move: move daun" in said
    assert "'how' is not the beginning of an order" in said


def test_strange_input_does_no_harm() -> None:
    done = run(*WEST, lines=b"\n" + START.encode() + b"1\n\x00\xff\xfe\n" + b"x" * 1_000_000 + b"\n\x1b[2J\nquit\n")
    assert done.status == 0 and "\x1b" not in done.out and len(done.out) < 20_000


def test_bots_play_a_game_to_its_end() -> None:
    bots = ("--bot", "friedrich=random", "--bot", "pompadour=random")
    done = run("play", "--text", "--scenario", "west", "--seed", "bots", *bots, timeout=300)
    assert done.status == 0 and "Victory for " in done.out


def test_a_person_against_bots_needs_no_curtain() -> None:
    done = run(*WEST, "--bot", "pompadour=random", lines="allot hanover ferdinand=6 cumberland=6\nmy pieces\n")
    assert done.status == 0 and "look away" not in done.out
    assert "France has allotted its troops." in done.out and "Richelieu 7" not in done.out


def test_seats_change_hands() -> None:
    said = west("bot pompadour random", "bots", "bot nobody random", "bot pompadour wonder", "bot pompadour none")
    assert "Pompadour: played by random." in said
    assert "There is no role 'nobody' in this game" in said and "There is no bot 'wonder'" in said


@pytest.mark.parametrize(
    "arguments",
    [("--scenario", "mars"), ("--bot", "nobody=random"), ("--bot", "friedrich=wonder"), ("--load", "/nowhere")],
)
def test_a_game_that_cannot_begin_ends_with_status_two(arguments: tuple[str, str]) -> None:
    done = run("play", "--text", *arguments)
    assert (done.status, done.out) == (2, "") and len(done.err.strip().splitlines()) == 1


def test_at_a_terminal_the_curtain_clears_the_screen() -> None:
    game = AtTerminal("play", "--text", "--scenario", "west", "--seed", "x")
    assert "\x1b[2J" in game.until("Friedrich is to decide. The others look away; press Enter. ")
    game.type("")
    game.until("Friedrich> ")
    game.type("allot hanover ferdinand=7 cumberland=5")
    hidden = game.until("Pompadour is to decide. The others look away; press Enter. ")
    assert hidden.rindex("\x1b[2J") > hidden.index("cumberland=5")
    game.type("")
    assert "ferdinand" not in game.until("Pompadour> ").lower()
    game.type("quit")
    assert game.end() == 0


@pytest.mark.parametrize(("term", "flag"), [("dumb", ()), ("xterm", ("--plain",))])
def test_plain_output_has_no_frames_and_no_colours(term: str, flag: tuple[str, ...]) -> None:
    game = AtTerminal("play", "--text", "--scenario", "west", "--seed", "x", "--open", *flag, term=term)
    said = game.until("Friedrich> ")
    game.type("war")
    said += game.until("objectives") + game.until("Friedrich> ")
    assert "\x1b" not in said
    assert not any("\u2500" <= letter <= "\u257f" for letter in said)
    game.type("quit")
    assert game.end() == 0


def test_the_end_of_the_input_ends_the_game_politely() -> None:
    done = run(*WEST, lines="")
    assert done.status == 0 and "The game is left here." in done.out
