"""Checked access to the fields of a position: every wrong type, unknown name or number out of range is
refused with the path of the field, so that the reader itself can be plain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from sanssouci.friedrich.files.problems import BadPosition, shown
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.effects import VERSION_NAMES
from sanssouci.friedrich.rules.names import FATE, GENERALS, NATIONS, PIECES, ROLES, SUITS
from sanssouci.friedrich.rules.state import State, in_game

#: A position of the complete form has some 12 KB.
LARGEST: Final = 1_000_000

Json = dict[str, Any]


def bad(key: str, field: str, **arguments: object) -> NoReturn:
    """Refuse the position for the reason `position.<key>`."""
    raise BadPosition("position." + key, {"field": field, **arguments})


def loads(text: str | bytes) -> Json:
    """A position from JSON text: one object, no field twice, no NaN, not too large or too deep."""
    if len(text) > LARGEST:
        bad("too_large", "", limit=LARGEST)

    def pairs(items: list[tuple[str, Any]]) -> Json:
        found: Json = {}
        for name, value in items:
            if name in found:
                bad("twice", shown(name), shown=shown(name))
            found[name] = value
        return found

    def no_constant(name: str) -> NoReturn:
        bad("no_number", "", shown=name)

    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=no_constant)
    except UnicodeDecodeError:
        bad("not_utf8", "")
    except BadPosition:
        raise
    except RecursionError:
        bad("nested", "position")
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            bad("not_json", "", line=error.lineno)
        bad("long_number", "")
    if not isinstance(value, dict):
        bad("not_object", "")
    return value


def obj(value: object, field: str, allowed: Iterable[str] | None = None) -> Json:
    """An object, with no other fields than those allowed."""
    if not isinstance(value, dict):
        bad("type", field, wanted="an object", shown=shown(value))
    for name in value:
        if not isinstance(name, str):
            bad("type", field, wanted="a name", shown=shown(name))
        if allowed is not None and name not in allowed:
            bad("unknown_field", under(field, name))
    return value


def under(field: str, name: str) -> str:
    """The path of a field inside another, safe to repeat."""
    label = "".join(c if c.isprintable() else "?" for c in name[:40])
    return f"{field}.{label}" if field else label


def array(value: object, field: str, most: int = 300) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(value, list):
        bad("type", field, wanted="a list", shown=shown(value))
    if len(value) > most:
        bad("range", field, number=len(value), low=0, high=f"{most} entries")
    return value


def whole(value: object, field: str, low: int, high: int) -> int:
    """A whole number within bounds; true and false are no numbers."""
    if not isinstance(value, int) or isinstance(value, bool):
        bad("type", field, wanted="a whole number", shown=shown(value))
    if not low <= value <= high:
        bad("range", field, number=shown(value), low=low, high=high)
    return value


def playing(s: State, n: int, field: str) -> None:
    """Refuse a nation that takes no part, or has left."""
    if not in_game(s, n):
        bad("nation_out" if s.playing >> n & 1 else "not_in_play", field, shown=NATIONS[n])


def flag(value: object, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        bad("type", field, wanted="true or false", shown=shown(value))
    return value


def text(value: object, field: str) -> str:
    """A text."""
    if not isinstance(value, str):
        bad("type", field, wanted="a name", shown=shown(value))
    return value


#: Reads a field, whose path is told with it, as a number.
Reader = Callable[[object, str], int]


def _one_of(names: Iterable[str], wanted: str) -> Reader:
    """A reader of names as their numbers."""
    numbers = {name: i for i, name in enumerate(names)}

    def read(value: object, field: str) -> int:
        found = numbers.get(text(value, field))
        if found is None:
            bad("unknown_name", field, shown=shown(value), wanted=wanted)
        return found

    return read


def _set_of(one: Reader) -> Reader:
    """A reader of sets whose members are named once each."""

    def read(value: object, field: str) -> int:
        found = 0
        for i, name in enumerate(array(value, field)):
            bit = 1 << one(name, f"{field}[{i}]")
            if found & bit:
                bad("twice", field, shown=shown(name))
            found |= bit
        return found

    return read


#: A city by its id, a general or a train, a general alone, and so on; a suit by its letter.
city: Final = _one_of(CITY_IDS, "a city")
piece: Final = _one_of(PIECES, "a piece")
general: Final = _one_of(GENERALS, "a general")
nation: Final = _one_of(NATIONS, "a nation")
role: Final = _one_of(ROLES, "a role")
fate: Final = _one_of(FATE, "a fate card")
suit: Final = _one_of(SUITS, "a suit")
#: Sets of these.
generals: Final = _set_of(general)
pieces: Final = _set_of(piece)
nations: Final = _set_of(nation)
#: Versions of numbered fate cards: `["5S", "9C"]`.
effects: Final = _set_of(_one_of(VERSION_NAMES, "a version of a fate card"))
