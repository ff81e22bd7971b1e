"""The game in words: what its arguments are and how its things are called; `sanssouci.voice` makes the sentences.

Names of cities come from the board, all other names from the catalogue (`name.*`). Where a field of a sentence names no
kind, the name of the argument tells it (`data/kinds.json`, which the page reads, too).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Final

from sanssouci import voice
from sanssouci.friedrich.rules.board import BOARD, CITY_IDS, CITY_INDEX, CITY_NAMES
from sanssouci.voice import Speaker

_SIGNS: Final = {"S": "♠", "C": "♣", "H": "♥", "D": "♦"}
_SUIT_WORDS: Final = ("spades", "clubs", "hearts", "diamonds")
_KINDS: Final = json.loads((Path(__file__).parent / "data" / "kinds.json").read_text("utf-8"))

#: What an argument is, told by its name, where the sentence does not say it.
KIND_OF: Final[dict[str, str]] = {argument: kind for kind, arguments in _KINDS.items() for argument in arguments}

_doubled: Final = {name for name in CITY_NAMES if CITY_NAMES.count(name) > 1}


class _Friedrich:
    """What the voice has to know of the game."""

    def kind(self, argument: str) -> str:
        """City, general, card …, by the name of an argument."""
        return KIND_OF.get(argument, "")

    def name(self, speaker: Speaker, kind: str, value: str) -> str | None:
        """Cities from the board, cards and suits by their signs, a piece by its general's name."""
        if kind in ("city", "path"):
            return speaker.words.get(f"name.city.{value}") or city_name(value)
        if kind in ("card", "face"):  # a face is a card without its deck
            shown = card_name(value if kind == "card" else value.partition("/")[0])
            return shown.replace("Reserve", speaker.words["name.reserve"])
        if kind == "suit":
            if value in _SUIT_WORDS:
                return _SIGNS["SCHD"[_SUIT_WORDS.index(value)]]
            return _SIGNS.get(value.upper(), value)
        if kind == "form":  # how an order is written is told by examples, the last one after an "or"
            other, (first, *more) = speaker.language.alternative, re.split(r"(?<=[,;]) or ", value)
            return reduce(lambda said, piece: speaker.language.joined(said + other, piece), more, first)
        if kind == "country":
            return speaker.words.get(f"country.{value}")
        if kind == "piece":
            return speaker.words.get(f"name.piece.{value}") or speaker.words.get(f"name.general.{value}")
        return None

    def shape(self, speaker: Speaker, kind: str, value: object, arguments: Mapping[str, object]) -> str | None:
        """Paths, pairs of generals, backs of cards, and a decision in the same words as everywhere."""
        if kind == "prompt":
            return speaker.fill(speaker.words.get(f"state.{value}", ""), arguments)
        if kind == "backs" and isinstance(value, Mapping):
            back = speaker.words["name.back"]
            return speaker.language.listed([speaker.fill(back, {"n": n, "deck": deck}) for deck, n in value.items()])
        if kind == "pairs" and isinstance(value, Sequence):
            pairs = [" – ".join(speaker.name("general", part) for part in pair) for pair in value]
            return speaker.language.listed(pairs)
        if kind == "path" and isinstance(value, Sequence) and not isinstance(value, str):
            return "–".join(speaker.name("city", part) for part in value)
        return None


_GAME: Final = _Friedrich()


@cache
def speaker(language: str = voice.DEFAULT) -> Speaker:
    """Who speaks of Friedrich in a language."""
    return Speaker(voice.language(language), voice.catalogue(language), _GAME)


def languages() -> list[str]:
    """The languages of the game."""
    return list(voice.languages())


def catalogue(language: str = voice.DEFAULT) -> Mapping[str, str]:
    """All sentences of a language; of one that is not there, the English ones."""
    return voice.catalogue(language)


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


def name(kind: str, value: object, language: str = voice.DEFAULT) -> str:
    """A name of the game as a player reads it."""
    return speaker(language).name(kind, value)


def joined(parts: list[str], language: str = voice.DEFAULT) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return voice.language(language).listed(parts)


def show(value: object, kind: str, language: str = voice.DEFAULT) -> str:
    """One argument in words; a kind with bars is the forms of the word that a number takes."""
    said = speaker(language)
    return said.counted(value, kind.split("|")) if "|" in kind else said.show(value, kind)


def render(key: str, arguments: Mapping[str, object], language: str = voice.DEFAULT) -> str:
    """The sentence of a key with its arguments, its first letter large; without a sentence the key itself."""
    return speaker(language).sentence(key, arguments)
