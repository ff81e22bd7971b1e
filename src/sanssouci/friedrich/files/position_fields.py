"""Checked access to the fields of a position: every wrong type, unknown name or number out of range is
refused with the path of the field, so that the reader itself can be plain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from sanssouci.friedrich.files.problems import BadPosition, shown
from sanssouci.friedrich.rules.board import CITY_INDEX
from sanssouci.friedrich.rules.effects import VERSION_NAMES
from sanssouci.friedrich.rules.names import FATE, GENERAL_COUNT, NATIONS, PIECES, ROLES, SUITS

#: A position of the complete form has some 12 KB.
LARGEST: Final = 1_000_000

_PIECE_INDEX: Final = {name: i for i, name in enumerate(PIECES)}
_NATION_INDEX: Final = {name: i for i, name in enumerate(NATIONS)}
_ROLE_INDEX: Final = {name: i for i, name in enumerate(ROLES)}
_FATE_INDEX: Final = {name: i for i, name in enumerate(FATE)}

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
            bad("unknown_field", _under(field, name))
    return value


def _under(field: str, name: str) -> str:
    label = "".join(c if c.isprintable() else "?" for c in name[:40])
    return f"{field}.{label}" if field else label


def under(field: str, name: str) -> str:
    """The path of a field inside another, safe to repeat."""
    return _under(field, name)


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


def _name(value: object, field: str, table: dict[str, int], wanted: str) -> int:
    found = table.get(text(value, field))
    if found is None:
        bad("unknown_name", field, shown=shown(value), wanted=wanted)
    return found


def city(value: object, field: str) -> int:
    """A city by its id."""
    return _name(value, field, CITY_INDEX, "a city")


def piece(value: object, field: str) -> int:
    """A general or a train."""
    return _name(value, field, _PIECE_INDEX, "a piece")


def general(value: object, field: str) -> int:
    """A general."""
    found = _name(value, field, _PIECE_INDEX, "a general")
    if found >= GENERAL_COUNT:
        bad("unknown_name", field, shown=shown(value), wanted="a general")
    return found


def nation(value: object, field: str) -> int:
    """A nation."""
    return _name(value, field, _NATION_INDEX, "a nation")


def role(value: object, field: str) -> int:
    """A role."""
    return _name(value, field, _ROLE_INDEX, "a role")


def fate(value: object, field: str) -> int:
    """A fate card."""
    return _name(value, field, _FATE_INDEX, "a fate card")


def suit(value: object, field: str) -> int:
    """A suit by its letter."""
    if text(value, field) not in ("S", "C", "H", "D"):
        bad("unknown_name", field, shown=shown(value), wanted="a suit")
    return SUITS.index(str(value))


def _all_of(one: Callable[[object, str], int], value: object, field: str) -> int:
    """A set whose members are named once each."""
    found = 0
    for i, name in enumerate(array(value, field)):
        bit = 1 << one(name, f"{field}[{i}]")
        if found & bit:
            bad("twice", field, shown=shown(name))
        found |= bit
    return found


def generals(value: object, field: str) -> int:
    """A set of generals."""
    return _all_of(general, value, field)


def pieces(value: object, field: str) -> int:
    """A set of pieces."""
    return _all_of(piece, value, field)


def nations(value: object, field: str) -> int:
    """A set of nations."""
    return _all_of(nation, value, field)


def effects(value: object, field: str) -> int:
    """A set of versions of numbered fate cards: `["5S", "9C"]`."""
    found = 0
    for i, name in enumerate(array(value, field)):
        label = text(name, f"{field}[{i}]")
        if label not in VERSION_NAMES:
            bad("unknown_name", f"{field}[{i}]", shown=shown(name), wanted="a version of a fate card")
        bit = 1 << VERSION_NAMES.index(label)
        if found & bit:
            bad("twice", field, shown=shown(name))
        found |= bit
    return found
