"""The languages there are: one folder each, found by looking; and everything that stands in them.

A language is a folder with a `language.json`. Its `*.json` hold the sentences of the game, those in a folder below
(`charts/`) are a catalogue of their own. `SANSSOUCI_LANGUAGES` may name one more place with such folders: a translation
under way can be tried there, and tests keep their made-up language in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from sanssouci.voice.rules import Language

#: spoken to whoever asks for no language that is there
DEFAULT: Final = "en"
#: where the languages of the program lie
HOME: Final = Path(__file__).parent / "catalogue"
#: plurals, numbers, lists and elision of languages, whether they have a folder or not
RULES: Final = Path(__file__).parent / "rules.json"


def places() -> list[Path]:
    """Where languages are looked for."""
    more = os.environ.get("SANSSOUCI_LANGUAGES")
    return [HOME, Path(more)] if more else [HOME]


@cache
def _folders() -> dict[str, Path]:
    found = {file.parent.name: file.parent for place in places() for file in place.glob("*/language.json")}
    return {code: found[code] for code in sorted(found, key=lambda code: (code != DEFAULT, code))}


def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return tuple(_folders())


def folder(code: str) -> Path:
    """Where a language lies; of one that is not there, where English lies."""
    folders = _folders()
    return folders.get(code, folders[DEFAULT])


@cache
def facts(code: str) -> Mapping[str, Any]:
    """A `language.json` with the entry of `rules.json` that it refers to; what it says itself counts more."""
    own = json.loads((folder(code) / "language.json").read_text("utf-8"))
    return {**json.loads(RULES.read_text("utf-8"))[own["rules"]], **own}


@cache
def language(code: str) -> Language:
    """The rules of a language; of one that is not there, those of English."""
    return Language.read(folder(code).name, facts(code))


@cache
def catalogue(code: str = DEFAULT, room: str = "") -> Mapping[str, str]:
    """All sentences of a language: those of the game, or those of a room of their own such as `charts`."""
    said: dict[str, str] = {}
    for file in sorted((folder(code) / room).glob("*.json")):
        if file.name != "language.json":
            said.update(json.loads(file.read_text("utf-8")))
    return said


def page(code: str, name: str) -> str:
    """A whole document of a language, such as `rules.md`."""
    return (folder(code) / name).read_text("utf-8")


def preferred(header: str) -> str:
    """The language of ours that a browser likes best, by its header `Accept-Language`."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(",")[:50]:
        name, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        wishes.append((-quality, name[:2].lower()))
    wishes.sort(key=lambda wish: wish[0])
    return next((name for quality, name in wishes if quality < 0 and name in languages()), DEFAULT)


def guessed(environment: Mapping[str, str]) -> str:
    """The language a terminal is set to, as POSIX says it: LC_ALL, LC_MESSAGES, LANG, the first that is set."""
    wish = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return wish[:2].lower() if wish[:2].lower() in languages() and wish[2:3] in ("", "_", ".", "@") else DEFAULT
