"""The tool for readers of a translation, and the made-up language that shows what did not go through the catalogue."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sanssouci import voice

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"
PLAY = "from sanssouci.cli import main; main()"


def tool(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script of `tools/`."""
    command = [sys.executable, str(TOOLS / name), *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("language", voice.languages())
def test_every_message_is_printed_with_all_its_arguments(language: str) -> None:
    run = tool("sentences.py", language)
    assert run.returncode == 0, run.stderr
    keys = {line for line in run.stdout.splitlines() if not line.startswith("    ")}
    rooms = {f"{room}/{key}" for room in ("charts", "help") for key in voice.catalogue(language, room)}
    assert keys == set(voice.catalogue(language)) | rooms
    assert [line for line in run.stdout.splitlines() if re.search(r"\{[a-z_]+\}", line)] == []


def test_a_made_up_language_is_complete_marked_and_longer(tmp_path: Path) -> None:
    assert tool("sentences.py", "--pseudo", str(tmp_path)).returncode == 0
    checked = tool("check_languages.py", "xx", SANSSOUCI_LANGUAGES=str(tmp_path))
    assert checked.stdout == "xx: 0 found\n"
    english = voice.catalogue("en")["text.welcome"]
    script = "help\nwar\nmenu\ncombat\nmove daun nowhere\nquit\n"
    run = subprocess.run(
        [sys.executable, "-c", PLAY, "play", "--text", "--open", "--scenario", "west", "--language", "xx"],
        env={**os.environ, "SANSSOUCI_LANGUAGES": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        input=script, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    welcome = next(line for line in run.stdout.splitlines() if english in line)
    assert welcome.startswith("⟦") and welcome.endswith("⟧") and len(welcome) >= 1.4 * len(english)
    # the prompt is the name of a role
    said = [line.removeprefix("Friedrich> ") for line in run.stdout.splitlines()]
    assert [line for line in said if line.strip() and "⟦" not in line] == []


def test_what_a_ruling_may_be_is_marked_or_a_word(tmp_path: Path) -> None:
    """The values of a house ruling are words of the contract; what is free to write is described by the catalogue."""
    assert tool("sentences.py", "--pseudo", str(tmp_path)).returncode == 0
    run = subprocess.run(
        [sys.executable, "-c", PLAY, "charts", "options", "--lang", "xx"],
        env={**os.environ, "SANSSOUCI_LANGUAGES": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    offered = [value for line in lines if " = " in line for value in line.partition("  (")[2][:-1].split(" | ")]
    assert len(offered) > 20
    assert [value for value in offered if " " in value and not value.startswith("⟦")] == []
    assert [line for line in lines if line.startswith("    ") and not line.strip().startswith("⟦")] == []
