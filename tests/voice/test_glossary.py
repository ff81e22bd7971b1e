"""Every language uses the terms of `docs/glossary.md`, and none that is struck out there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from sanssouci import voice
from sanssouci.voice import shelf

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
COLUMNS = ("en", "it", "pl", "es", "de", "fr")
ROOMS = {"game": "", "charts": "charts"}


class Term(NamedTuple):
    """What a concept is called in one language, and what it is not."""

    concept: str
    room: str
    used: tuple[str, ...]
    rejected: tuple[str, ...]


def tables() -> list[list[list[str]]]:
    """The tables of the glossary, without their headings."""
    found = re.findall(r"(?:^\|.*\n)+", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    return [[[cell.strip() for cell in line.strip("|").split("|")] for line in t.splitlines()[2:]] for t in found]


def terms(language: str) -> list[Term]:
    """The column of a language."""
    place = 2 + COLUMNS.index(language)
    found = []
    for row in tables()[0]:
        rejected = re.findall(r"~~`([^`]+)`~~", row[place])
        used = re.findall(r"`([^`]+)`", re.sub(r"~~.*?~~", "", row[place]))
        found.append(Term(row[0], row[1], tuple(used), tuple(rejected)))
    return found


def exceptions(language: str) -> set[tuple[str, str]]:
    """The sentences that may use a rejected word, with the word."""
    return {(key, word.strip("`")) for code, key, word, _ in tables()[1] if code == language}


def pattern(stems: str) -> re.Pattern[str]:
    """What finds a term: a dash stands for any ending."""
    words = [re.escape(word).replace(r"\-", "-") for word in stems.split()]
    endings = [re.sub(r"-$", r"\\w*", re.sub(r"-(?=\w)", r"\\w*-", word)) for word in words]
    return re.compile(r"(?<!\w)" + r"\s+".join(endings) + r"(?!\w)", re.IGNORECASE)


def plain(sentence: str) -> str:
    """A sentence without the names of its arguments; apostrophes are straight."""
    bare = re.sub(r"\{\w+(:\w*)?\}", " ", sentence)
    return re.sub(r"\{\w+:[=?]?", " ", bare).replace("’", "'")


def said(language: str, room: str) -> dict[str, str]:
    """Everything that a language says in the game or at the charts desk."""
    sentences = {key: plain(text) for key, text in voice.catalogue(language, ROOMS[room]).items()}
    return sentences if room == "charts" else {**sentences, "rules.md": plain(shelf.page(language, "rules.md"))}


def faults(term: Term, sentences: Mapping[str, str], allowed: set[tuple[str, str]]) -> Iterator[str]:
    """What is wrong with the use of a term."""
    if not any(pattern(stems).search(text) for stems in term.used for text in sentences.values()):
        yield f"{term.concept}: {' / '.join(term.used)} is used nowhere"
    for stems in term.rejected:
        for key, text in sentences.items():
            if (key, stems) not in allowed and pattern(stems).search(text):
                yield f"{term.concept}: {key} says {stems}"


@pytest.mark.parametrize("language", voice.languages())
def test_a_language_uses_its_terms_and_no_rejected_synonym(language: str) -> None:
    rooms = {room: said(language, room) for room in ROOMS}
    allowed = exceptions(language)
    assert [fault for term in terms(language) for fault in faults(term, rooms[term.room], allowed)] == []


@pytest.mark.parametrize("language", voice.languages())
def test_every_exception_is_needed(language: str) -> None:
    rejected = {word: term.room for term in terms(language) for word in term.rejected}
    for key, word in exceptions(language):
        assert pattern(word).search(said(language, rejected[word])[key]), (key, word)


def test_every_concept_has_a_term_in_all_six_languages_and_a_source() -> None:
    for row in tables()[0]:
        assert len(row) == 9 and row[1] in ROOMS and row[8], row
    for language in COLUMNS:
        assert [term.concept for term in terms(language) if not term.used] == []


@pytest.mark.parametrize(
    ("language", "room", "right", "wrong", "concept"),
    [
        ("it", "charts", "Attrito", "Logoramento", "attrition"),
        ("it", "charts", "chit", "segnalino", "chit"),
        ("it", "charts", "di inseguimento", "da inseguimento", "pursuit losses"),
        ("it", "game", "Orologio del Fato", "Appuntamenti col Destino", "Clock of Fate"),
        ("en", "game", "recruit", "enlist", "recruit"),
    ],
)
def test_a_rejected_synonym_in_place_of_a_term_is_found(
    language: str, room: str, right: str, wrong: str, concept: str
) -> None:
    spoilt = {key: re.sub(right, wrong, text, flags=re.IGNORECASE) for key, text in said(language, room).items()}
    (term,) = [term for term in terms(language) if term.concept == concept]
    found = list(faults(term, spoilt, exceptions(language)))
    assert any("is used nowhere" in fault for fault in found) and any(" says " in fault for fault in found)


@pytest.mark.parametrize(
    ("stems", "text", "found"),
    [
        ("kart- taktyczn-", "sześć Kart Taktycznych", True),
        ("kart- taktyczn-", "karta losu", False),
        ("miast-cel-", "dwa miasta-cele", True),
        ("Pontone", "due pontoni", False),
        ("first-order", "the first-order objectives", True),
    ],
)
def test_a_dash_stands_for_any_ending(stems: str, text: str, found: bool) -> None:
    assert bool(pattern(stems).search(text)) is found
