"""A state as plain tuples and back, for sending views and games to other processes and for comparing them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules import fields
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import named
from sanssouci.friedrich.rules.state import FATE_DECK, PILE_SIZE, State, empty_state

ARRAYS: Final = tuple(array.name for array in fields.ARRAYS)
_NARROW: Final = tuple(array.name for array in fields.ARRAYS if array.item == "u8")
NUMBERS: Final = tuple(field.name for field in fields.FIELDS)

Packed = tuple[
    str, int, dict[str, object], bytes, tuple[tuple[int, ...], ...], tuple[int, ...]
]  #: scenario, players, options, key, arrays, numbers


def pack(s: State) -> Packed:
    """Everything in a state, in the order of ARRAYS and NUMBERS."""
    return (
        s.scenario.name,
        int(s.players),
        dict(s.options.chosen),
        s.key,
        tuple(tuple(int(x) for x in getattr(s, name)) for name in ARRAYS),
        tuple(int(getattr(s, name)) for name in NUMBERS),
    )


def unpack(packed: Packed) -> State:
    """The state again."""
    scenario, players, options, key, arrays, numbers = packed
    s = empty_state(named(scenario), players, Options(options), key)
    for name, values in zip(ARRAYS, arrays, strict=True):
        setattr(s, name, vec[u8](list(values)) if name in _NARROW else vec[i64](list(values)))
    for name, number in zip(NUMBERS, numbers, strict=True):
        setattr(s, name, number)
    return s


def contents(s: State) -> dict[str, object]:
    """What counts in a state, by name: the same for two states that are the same game."""
    found: dict[str, object] = {"scenario": s.scenario.name, "players": int(s.players), "key": s.key}
    found["options"] = dict(s.options.chosen)
    for name in ARRAYS:
        found[name] = [int(x) for x in getattr(s, name)]
    pile = [int(x) for x in s.pile]
    found["pile"] = pile[: s.draw_size] + pile[FATE_DECK:PILE_SIZE]  # what lies beyond the pile is dust
    for name in NUMBERS:
        found[name] = int(getattr(s, name))
    return found
