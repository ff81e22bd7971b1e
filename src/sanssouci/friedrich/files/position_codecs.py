"""How the numbers of a state stand in a position: by the path and the kind that `fields` gives each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sanssouci.friedrich.files import position_fields as checked
from sanssouci.friedrich.files.position_fields import Json, array, obj, suit
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.effects import VERSION_NAMES
from sanssouci.friedrich.rules.fields import FIELDS, Field
from sanssouci.friedrich.rules.names import GENERALS, PIECES, ROLES, SUITS
from sanssouci.friedrich.rules.state import State


class Codec(NamedTuple):
    """How one kind of number is written, and read with its path in case it is refused."""

    write: Callable[[int], Any]
    read: Callable[[object, str], int]
    #: May null stand for what is not said?
    nullable: bool = False


def names_of(table: list[str]) -> Callable[[int], list[str]]:
    """Writes a set as the names of its members."""
    return lambda bits: [name for i, name in enumerate(table) if bits >> i & 1]


def _suits(value: object, field: str) -> int:
    found = 0
    for i, letter in enumerate(array(value, field, 4)):
        found |= 1 << suit(letter, f"{field}[{i}]")
    return found


CODECS: Final[dict[str, Codec]] = {
    "flag": Codec(lambda value: value == 1, lambda value, field: int(checked.flag(value, field))),
    "city": Codec(lambda value: CITY_IDS[value] if value >= 0 else None, checked.city, nullable=True),
    "general": Codec(lambda value: GENERALS[value], checked.general, nullable=True),
    "role": Codec(lambda value: ROLES[value], checked.role),
    "generals": Codec(names_of(GENERALS), checked.generals),
    "pieces": Codec(names_of(PIECES), checked.pieces),
    "suits": Codec(names_of(list(SUITS)), _suits),
    "effects": Codec(names_of(VERSION_NAMES), checked.effects),
}


def _codec(kind: str) -> Codec:
    if kind in CODECS:
        return CODECS[kind]
    low, high = (int(bound) for bound in kind.split(".."))
    return Codec(int, lambda value, field: checked.whole(value, field, low, high))


def _sections() -> dict[str, list[tuple[str, Field, Codec]]]:
    found: dict[str, list[tuple[str, Field, Codec]]] = {}
    for field in FIELDS:
        if field.kind:
            section, _, name = field.path.rpartition(".")
            found.setdefault(section, []).append((name, field, _codec(field.kind)))
    return found


#: Section of a position ("": the position itself) → its entries by name, in the order in which they are written.
SECTIONS: Final = _sections()
#: Sections that are null, and entries of theirs that are left out, where nothing is under way.
SPARSE: Final = ("combat", "moving", "purchase")


def read_section(s: State, data: Json, section: str, beside: tuple[str, ...] = ()) -> Json:
    """Put what a section says into a state; `beside` are the entries that the caller reads. Answers the section."""
    given = data.get(section, {})
    rows = SECTIONS[section]
    said = obj((given or {}) if section in SPARSE else given, section, [*(name for name, _, _ in rows), *beside])
    for name, field, codec in rows:
        if name in said and not (codec.nullable and said[name] is None):
            setattr(s, field.name, codec.read(said[name], f"{section}.{name}"))
    return said


def write_section(s: State, section: str) -> Json:
    """The entries of a section."""
    found: Json = {}
    for name, field, codec in SECTIONS[section]:
        value = int(getattr(s, field.name))
        if section not in SPARSE or value != field.default:
            found[name] = codec.write(value)
    return found
