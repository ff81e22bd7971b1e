"""`sanssouci replay` as a real process: a record is checked from end to end and shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from terminal import run

from sanssouci.friedrich import Game
from sanssouci.friedrich.files.pledge import Pledge, commitment, final_seed
from sanssouci.friedrich.files.record import write_record


@pytest.fixture(scope="module")
def text() -> str:
    """The record of a whole random game in the west."""
    game, rng = Game.new(scenario="west", seed="a record"), random.Random(5)
    while game.result is None:
        game.choose(rng.choice(game.choices()))
    return game.record()


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "game.friedrich"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_a_record_is_shown_to_its_end(text: str, tmp_path: Path) -> None:
    done = run("replay", written(tmp_path, text))
    assert done.status == 0 and done.err == ""
    assert "Turn 6 begins." in done.out and "Victory for " in done.out.splitlines()[-1]
    quiet = run("replay", written(tmp_path, text), "--quiet")
    assert quiet.status == 0 and len(quiet.out.splitlines()) == 1


def test_line_ends_of_other_systems_do_not_matter(text: str, tmp_path: Path) -> None:
    assert run("replay", written(tmp_path, text.replace("\n", "\r\n")), "--quiet").status == 0


def order_line(text: str, word: str) -> int:
    """The number of the first line that begins with a word, from 1."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(word))


CHANGES = [("end", "pass"), ("move ", "move daun brod"), ("allot ", "allot sweden x")]


@pytest.mark.parametrize(("word", "instead"), CHANGES)
def test_a_record_with_one_line_changed_stops_there(text: str, word: str, instead: str, tmp_path: Path) -> None:
    number = order_line(text, word)
    lines = text.splitlines()
    lines[number - 1] = instead
    done = run("replay", written(tmp_path, "\n".join(lines)))
    assert done.status == 1
    assert len(done.err.strip().splitlines()) == 1 and f"line {number}" in done.err


def test_a_wrong_result_is_found(text: str, tmp_path: Path) -> None:
    number = order_line(text, "result:")
    lines = text.splitlines()
    lines[number - 1] = "result: elisabeth, turn 3"
    done = run("replay", written(tmp_path, "\n".join(lines)))
    assert done.status == 1 and f"line {number}" in done.err


BROKEN: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 20,
    "no record": b"Dear diary,\n\ntoday I marched to Prag.\n",
    "another format": b"format: friedrich-record/99\n\nend\n",
    "unknown scenario": b"format: friedrich-record/1\nscenario: mars\n\nend\n",
    "unknown option": b"format: friedrich-record/1\nscenario: west\noptions: wonder=1\n\nend\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_record_ends_with_status_two(name: str, tmp_path: Path) -> None:
    done = run("replay", written(tmp_path, BROKEN[name]))
    assert done.status == 2 and done.out == ""
    assert len(done.err.strip().splitlines()) == 1


def test_missing_and_huge_files_end_with_status_two(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(20 * 1024 * 1024)
    for path in (huge, tmp_path, tmp_path / "missing"):
        done = run("replay", str(path))
        assert done.status == 2 and len(done.err.strip().splitlines()) == 1


def test_a_record_for_one_seat_says_that_it_hides_something(tmp_path: Path) -> None:
    game = Game.new(scenario="west", seed="seat")
    game.play("allot hanover ferdinand=6 cumberland=6")
    done = run("replay", written(tmp_path, game.record_for("pompadour")))
    assert done.status == 2 and "hides" in done.err


def promised() -> str:
    """The record of a short game in the west, dealt from a server's part and one player's."""
    server, parts = "5e" * 32, {0: "words of mine"}
    game, rng = Game.new(scenario="west", seed=final_seed(server, parts)), random.Random(5)
    while int(game.state.turn) < 3:
        game.choose(rng.choice(game.choices()))
    return write_record(game, None, True, Pledge(commitment(server), server, parts).headers(), over=True)


def test_a_shuffle_is_proved_never_promised_or_false(text: str, tmp_path: Path) -> None:
    """`--verify` ends with 0, 0 and 1, and says which in a sentence; `--commitment` holds it to what was shown."""
    kept = promised()
    proved = run("replay", written(tmp_path, kept), "--verify")
    assert proved.status == 0 and "proved" in proved.out.lower() and proved.err == ""
    never = run("replay", written(tmp_path, text), "--verify")
    assert never.status == 0 and never.out != proved.out
    changed = kept.replace("words of mine", "words of thine")
    assert changed != kept
    false = run("replay", written(tmp_path, changed), "--verify")
    assert false.status == 1 and "false" in (false.out + false.err).lower()
    other = run("replay", written(tmp_path, kept), "--verify", "--commitment", commitment("another"))
    assert other.status == 1
