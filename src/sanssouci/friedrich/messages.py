"""Refusals, events, fate cards and prompts in words: sentences of a catalogue, one file per language.

A sentence holds fields in braces. `{city}` shows the argument `city`; `{to:city}` shows the argument
`to` as a city; `{count:troop|troops}` shows a number with the word in its right form. A part in square
brackets is left out where one of its arguments is missing, being what only some may know, or counts
nought ("and no trains"). Where a field names no kind, the name of the argument tells it (`KIND_OF`).
Lists are joined with commas and the language's "and". Names of cities come from the board, all other
names from the catalogue (`name.*`), so that a language is one file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Final

from sanssouci.friedrich.rules.board import BOARD, CITY_IDS, CITY_INDEX, CITY_NAMES

_FIELD: Final = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")
_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")
_SIGNS: Final = {"S": "♠", "C": "♣", "H": "♥", "D": "♦"}
_SUIT_WORDS: Final = ("spades", "clubs", "hearts", "diamonds")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[a-z]+)?")

#: What an argument is, told by its name, where the sentence does not say it.
KIND_OF: Final[dict[str, str]] = {
    "city": "city", "cities": "city", "from": "city", "to": "city", "path": "city", "start": "city",
    "general": "general", "generals": "general", "attacker": "general", "defender": "general",
    "loser": "general", "winner": "general", "victor": "general", "other": "general", "top": "general",
    "piece": "piece", "pieces": "piece", "train": "piece", "trains": "piece",
    "nation": "nation", "nations": "nation", "owner": "nation", "conqueror": "nation",
    "role": "role", "roles": "role", "winners": "role",
    "card": "card", "cards": "card", "suit": "suit", "fate": "fate", "backs": "backs",
}  # fmt: skip

_catalogues: dict[str, dict[str, str]] = {}
_doubled: Final = {name for name in CITY_NAMES if CITY_NAMES.count(name) > 1}


def languages() -> list[str]:
    """The languages there are files for."""
    folder = os.path.join(os.path.dirname(__file__), "messages")
    return sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))


def catalogue(language: str = "en") -> dict[str, str]:
    """All sentences of a language; those it lacks are English."""
    if language not in _catalogues:
        sentences = {} if language == "en" else dict(catalogue())
        path = os.path.join(os.path.dirname(__file__), "messages", f"{language}.json")
        if _LANGUAGE.fullmatch(language) and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                sentences.update(json.load(file))
        _catalogues[language] = sentences
    return _catalogues[language]


def city_name(city: str) -> str:
    """`Breslau`; where a name occurs twice, with what tells them apart: `Königsberg (Neumark)`."""
    index = CITY_INDEX.get(city)
    if index is None:
        return city
    name = CITY_NAMES[index]
    if name not in _doubled:
        return name
    tail = CITY_IDS[index].rpartition("-")[2]
    if tail == CITY_IDS[index]:
        tail = str(BOARD["cities"][index].get("region", BOARD["cities"][index]["country"]))
    return f"{name} ({_spell(tail)})"


def _spell(tail: str) -> str:
    """The region inside a city's id, written as people write it."""
    for plain, written in (("ae", "ä"), ("oe", "ö"), ("ue", "ü")):
        tail = tail.replace(plain, written)
    return tail.capitalize()


def card_name(card: str) -> str:
    """`10♦`; with its deck, where one is named, `10♦/2`; a Reserve is `Reserve`."""
    face, slash, deck = card.partition("/")
    if face[:1] in "Rr":
        shown = "Reserve" + face[1:]
    elif face[-1:].upper() in _SIGNS:
        shown = face[:-1] + _SIGNS[face[-1:].upper()]
    else:
        shown = face
    return shown + slash + deck


def name(kind: str, value: object, language: str = "en") -> str:
    """A name of the game as a player reads it."""
    text = str(value)
    words = catalogue(language)
    if kind == "city":
        return words.get(f"name.city.{text}") or city_name(text)
    if kind == "card":
        return card_name(text).replace("Reserve", words.get("name.reserve", "Reserve"))
    if kind == "face":  # a card without its deck
        return name("card", text.partition("/")[0], language)
    if kind == "suit":
        if text in _SUIT_WORDS:
            return _SIGNS["SCHD"[_SUIT_WORDS.index(text)]]
        return _SIGNS.get(text.upper(), text)
    if kind == "rule":
        return text
    return words.get(f"name.{kind}.{text}") or words.get(f"name.general.{text}", text)


def joined(parts: list[str], language: str = "en") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + catalogue(language).get("list.and", " and ") + parts[-1]


def _form(number: int, forms: list[str]) -> str:
    """The grammatical number: two forms as in English, three as in the Slavic languages."""
    if len(forms) == 3:
        if number == 1:
            return forms[0]
        few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
        return forms[1] if few else forms[2]
    return forms[0] if number == 1 else forms[-1]


def show(value: object, kind: str, language: str = "en") -> str:
    """One argument in words."""
    if isinstance(value, Mapping):
        if kind == "backs":
            back = catalogue(language).get("name.back", "{} of deck {}")
            return joined([back.format(n, d) for d, n in value.items()], language)
        return joined([f"{name(kind, k, language)} {v}" for k, v in value.items()], language)
    if isinstance(value, list | tuple):
        if kind == "pairs":
            pairs = [" – ".join(name("general", part, language) for part in pair) for pair in value]
            return joined(pairs, language)
        if kind == "path":
            return "–".join(name("city", part, language) for part in value)
        return joined([show(part, kind, language) for part in value], language)
    if "|" in kind:
        number = value if isinstance(value, int) else 0
        return f"{value} {_form(number, kind.split('|'))}"
    if kind == "signed" and isinstance(value, int):
        return str(value).replace("-", "−") if value <= 0 else f"+{value}"
    if value is None:
        return catalogue(language).get("name.nobody", "nobody")
    if isinstance(value, str) and kind:
        return name(kind, value, language)
    return str(value)


def render(key: str, arguments: Mapping[str, object], language: str = "en") -> str:
    """The sentence of a key with its arguments, its first letter large; without a sentence the key itself."""
    sentence = catalogue(language).get(key)
    if sentence is None:
        told = ", ".join(f"{k} {show(v, KIND_OF.get(k, ''), language)}" for k, v in arguments.items())
        return f"{key}: {told}" if told else key
    text = _filled(sentence, arguments, language)
    return text[:1].upper() + text[1:]


def _filled(sentence: str, arguments: Mapping[str, object], language: str) -> str:
    def keep(match: re.Match[str]) -> str:
        said = all(worth_saying(*field.groups()) for field in _FIELD.finditer(match.group(1)))
        return match.group(1) if said else ""

    def worth_saying(argument: str, kind: str | None) -> bool:
        return argument in arguments and not ("|" in (kind or "") and arguments[argument] == 0)

    def fill(match: re.Match[str]) -> str:
        argument, kind = match.group(1), match.group(2)
        if argument not in arguments:
            return match.group(0)
        if kind == "prompt":  # a decision in the same words as everywhere
            return _filled(catalogue(language).get(f"state.{arguments[argument]}", ""), arguments, language)
        return show(arguments[argument], kind if kind is not None else KIND_OF.get(argument, ""), language)

    return _FIELD.sub(fill, _OPTIONAL.sub(keep, sentence))
