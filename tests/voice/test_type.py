"""How a language sets its signs: no-break spaces and apostrophes in French, two question marks in Spanish."""

from __future__ import annotations

import re

from sanssouci import voice

ROOMS = ("", "charts", "help")


def sentences(language: str) -> dict[str, str]:
    """All sentences of a language and the lines of its rules."""
    said = {f"{room}/{key}": text for room in ROOMS for key, text in voice.catalogue(language, room).items()}
    lines = enumerate(voice.page(language, "rules.md").splitlines(), 1)
    return said | {f"rules.md:{n}": line for n, line in lines}


def test_no_french_line_begins_with_a_colon() -> None:
    """An ordinary space before : ; ? ! » would let the sign slip into the next line."""
    loose = re.compile(r" [:;!»](?=\s|$)| \?(?=\s|$)|« ")
    assert [key for key, text in sentences("fr").items() if loose.search(text)] == []


def test_french_apostrophes_are_round() -> None:
    straight = re.compile(r"(?<=[^\W\d])'(?=[^\W\d{])")
    assert [key for key, text in sentences("fr").items() if straight.search(text)] == []


def test_every_spanish_question_has_both_its_marks() -> None:
    """A `?` that belongs to a command or to a choice in braces is none."""
    no_question = re.compile(r"\{\w+:\?[^{}]*|`[^`]*`|https?://\S*")
    said = {key: no_question.sub(" ", text) for key, text in sentences("es").items() if not key.endswith("/text.ask")}
    assert [key for key, text in said.items() if text.count("¿") != text.count("?")] == []
