"""The command line speaks the reader's language: help, headings, and what is wrong with a command's words."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from sanssouci import cli, voice

ROOT = Path(__file__).parents[2]
LANGUAGES = voice.languages()

#: runs many command lines in one process, so that each need not start Python
MANY = """
import json, sys
from typer.testing import CliRunner
from sanssouci import cli
for line in json.load(sys.stdin):
    print(json.dumps([line, CliRunner().invoke(cli.app, line, prog_name="sanssouci").output]))
"""
WRONG = [
    ["play", "--bots", "x"], ["play", "--port", "x"], ["play", "--port"], ["play", "--text=1"], ["replay"],
    ["replay", "a", "b"], ["none"], ["lab", "none"], ["lab", "match", "--games", "x"], ["charts", "forces", "none"],
    ["serve", "--host"], ["--language", "zz", "play"], ["backup"], ["serve", "--bot-seconds", "0"],
]  # fmt: skip


def run(*words: str) -> Any:
    """A command line in this process."""
    return CliRunner().invoke(cli.app, list(words), prog_name="sanssouci")


def commands() -> list[list[str]]:
    """The words of every command there is."""
    found: list[list[str]] = [[]]

    def walk(command: Any, words: list[str]) -> None:
        found.append(words)
        for name, further in getattr(command, "commands", {}).items():
            walk(further, [*words, name])

    context: Any = typer.main.get_command(cli.app).make_context("sanssouci", ["play"])
    for name in cli.COMMANDS:
        walk(context.command.get_command(context, name), [name])
    return found


def unmarked(text: str) -> str:
    """What stands outside of the marks, which lie within one another where a sentence holds another."""
    depth, outside = 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside += sign if depth == 0 and sign != "⟧" else ""
    assert depth == 0
    return outside


def test_all_help_and_all_mistakes_go_through_the_catalogue(tmp_path: Path) -> None:
    """In the made-up language nothing but names of commands, options and values stands outside of the marks."""
    made = [sys.executable, str(ROOT / "tools" / "sentences.py"), "--pseudo", str(tmp_path)]
    assert subprocess.run(made, check=False).returncode == 0
    known = {word for line in commands() for word in line} | {"sanssouci", "HOST", "PORT"}
    lines = [[*line, "--language", "xx", "--help"] for line in commands()]
    lines += [["--language", "xx", *line] for line in WRONG]
    done = subprocess.run(
        [sys.executable, "-c", MANY],
        env={**os.environ, "SANSSOUCI_LANGUAGES": str(tmp_path), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
        input=json.dumps(lines), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines) > 60
    for line, said in answers:
        assert "⟦" in said, line
        outside = re.sub(r"--[\w-]+", " ", unmarked(said))
        words = set(re.findall(r"[^\W\d_][\w-]+", outside)) - known
        assert words == set(), (line, words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_in_the_language_asked_for(language: str) -> None:
    words = voice.catalogue(language, "help")
    for line in (["--language", language, "play", "--help"], ["play", "--help", "--language", language]):
        said = " ".join(run(*line).output.split())
        begin = f"{words['help.typer.usage']} sanssouci play {words['help.typer.any_options']}"
        assert said.startswith(" ".join(begin.split()))
        assert " ".join(words["help.play"].split()) in said and f"{words['help.typer.options']}:" in said


def test_the_terminals_language_is_the_first_guess_and_groups_hand_theirs_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert run("replay").output.endswith("Brakuje: PLIK.\n")
    assert run("--language", "de", "replay").output.endswith("DATEI fehlt.\n")
    assert run("--language", "de", "replay", "--language", "es").output.endswith("Falta ARCHIVO.\n")
    assert "Controllo di Disciplina" in run("--language", "it", "charts").output
    assert "test dyscypliny" in run("charts").output.lower()
    assert json.loads(run("charts", "--json").output)["titles"]["discipline"] == "Discipline Check"


def test_what_is_wrong_is_one_sentence_and_status_two() -> None:
    for words, sentence in (
        (["play", "--port", "70000"], "--port must be a number from 1 to 65535."),
        (["play", "--bots", "x"], "There is no option --bots; perhaps you mean --bot, --options, --port."),
        (["lab", "match"], "BOTS is missing."),
        (["replay", "a", "b"], "Too many words: b."),
        (["none"], f"There is no command none; the commands are {', '.join(cli.COMMANDS)}."),
        (["--language", "eo", "play"], "There is no language 'eo'; the languages are en, de, es, fr, it, pl."),
    ):
        done = run(*words)
        assert (done.exit_code, done.output.splitlines()[-1]) == (2, sentence)
