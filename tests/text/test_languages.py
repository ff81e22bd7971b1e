"""The terminal game in every language: what is said is the catalogue's, orders and JSON stay English."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from terminal import run

from sanssouci import voice

EVERYTHING = (
    "help", "menu", "war", "my pieces", "my hand", "where is richelieu", "look berlin", "who is near berlin 2",
    "way berlin potsdam", "moves seydlitz", "combat", "fate", "log", "how west", "bots", "move seydlitz nowhere",
    "undo", "bot nobody random", "save /", "load /nowhere/at/all", "move seydlitz potsdam", "undo", "quit",
)  # fmt: skip


def spoken(*arguments: str, **environment: Any) -> str:
    """A hot-seat game in which everything is asked."""
    lines = "\n".join(["allot prussia seydlitz=3", "allot hanover ferdinand=6 cumberland=6", *EVERYTHING]) + "\n"
    done = run("play", "--text", "--scenario", "west", "--seed", "1", *arguments, lines=lines, **environment)
    assert done.status == 0, done.err
    return done.out + done.err


@pytest.mark.parametrize("language", [code for code in voice.languages() if code != voice.DEFAULT])
def test_no_language_says_anything_english(language: str) -> None:
    """No sentence of the English terminal is heard in another language's game, and all of it has its own one."""
    said = spoken("--language", language, "--open")
    english, own = voice.catalogue("en"), voice.catalogue(language)
    plain = [key for key in english if key.startswith("text.") and "{" not in english[key] and len(english[key]) > 12]
    heard = [key for key in plain if english[key] != own[key] and english[key] in said]
    assert heard == []
    for topic in ("text.help.menu", "text.welcome", "text.no_combat", "text.no_fate", "text.left"):
        assert own[topic] in said
    assert "{" not in said


def test_the_terminal_is_spoken_to_in_its_own_language() -> None:
    """LANG is the first guess, --language counts more, a language that is not there is English."""
    assert voice.catalogue("it")["text.welcome"] in spoken("--open", LC_ALL="", LC_MESSAGES="", LANG="it_IT.UTF-8")
    assert voice.catalogue("en")["text.welcome"] in spoken("--open", "--language", "en", LANG="it_IT.UTF-8")
    assert voice.catalogue("en")["text.welcome"] in spoken("--open", LC_ALL="", LC_MESSAGES="", LANG="xx_XX.UTF-8")


def test_a_language_that_is_not_there_is_refused_in_one_sentence() -> None:
    done = run("play", "--text", "--language", "klingon", LC_ALL="C")
    assert (done.status, done.err) == (2, "there is no language 'klingon'; the languages are " + _names() + "\n")


def _names() -> str:
    return ", ".join(voice.languages())


def test_json_stays_english_unless_a_language_is_asked_for() -> None:
    """Keys, arguments and order words never change; the sentence is the reader's if he asks for it."""
    lines = "move daun nowhere\n? nonsense\n"
    plain = run("referee", "--json", lines=lines, LC_ALL="", LC_MESSAGES="", LANG="it_IT.UTF-8").answers
    italian = run("referee", "--json", "--language", "it", lines=lines).answers
    assert plain[0]["error"] != italian[0]["error"]
    assert {**plain[0], "error": ""} == {**italian[0], "error": ""}
    assert plain[1]["error"] == voice.catalogue("en")["text.ask"]
    assert italian[1]["error"] == voice.catalogue("it")["text.ask"]


def test_files_and_records_are_refused_in_the_language(tmp_path: Path) -> None:
    """What is wrong with a record, down to the refusal inside of it."""
    record = tmp_path / "broken.friedrich"
    record.write_text("format: friedrich-record/1\nscenario: west\nseed: 1\n\nmove daun nowhere\n", "utf-8")
    english = run("replay", str(record), "--language", "en")
    italian = run("replay", str(record), "--language", "it")
    assert english.status == italian.status == 1
    assert "line 5" in english.err and "riga 5" in italian.err
    reason = english.err.rpartition("nowhere")[2].strip()
    assert reason and reason not in italian.err
