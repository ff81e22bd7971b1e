"""Make `rules/state_made.py` from the description of the state in `rules/fields.py`.

The class is written out because it is compiled: `python tools/make_state.py` after a change of the fields.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sanssouci.friedrich.rules import fields
from sanssouci.friedrich.rules.fields import ARRAYS, EVERYBODY, FIELDS, GROUPS, Array, Knows

OUT = Path(fields.__file__).with_name("state_made.py")
#: What a game is made with; a copy shares it.
SHARED = ("scenario", "players", "options", "key")

HEAD = '''"""Made by tools/make_state.py from `fields`: the state, its copy, the empty one, what is public of it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from sanssouci.friedrich.rules.happening import Happening
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import Scenario

Event = Happening
'''

CLASS = '''
@mypyc_attr(acyclic=True)
class State:
    """A whole game at one decision. Rules live in the chapter modules; `turn` drives them.

    Made by `empty_state` and by `copy`, never directly: a copy should not pay for filling arrays twice.
    """

    scenario: Scenario
    players: i64
    options: Options
    key: bytes  # the source of chance
    log: list[Event] | None

'''


def size_of(array: Array) -> int:
    """How many entries an array has at the start."""
    return sum(row.size for row in array.rows) if array.rows else array.size


def open_parts(array: Array) -> list[tuple[str, str]]:
    """The rows of an array that everybody may know, neighbours joined: from … to …"""
    found: list[tuple[str, str]] = []
    ends = [row.name for row in array.rows[1:]] + [f"{array.name.upper()}_SIZE"]
    for row, end in zip(array.rows, ends, strict=False):
        if row.knows != EVERYBODY:
            continue
        if found and found[-1][1] == row.name:
            found[-1] = (found[-1][0], end)
        else:
            found.append((row.name, end))
    return found


def check() -> None:
    """Refuse a description that does not say who may know a field, or says a name twice."""
    names = [field.name for field in FIELDS] + [array.name for array in ARRAYS]
    for name in names:
        if names.count(name) > 1:
            raise SystemExit(f"{name} is described twice")
    rows = [(row.name, row.knows) for array in ARRAYS for row in array.rows]
    rows += [(field.name, field.knows) for field in FIELDS] + [(array.name, array.knows) for array in ARRAYS]
    for name, knows in rows:
        if not isinstance(knows, Knows):
            raise SystemExit(f"{name}: say who may know it")


def made() -> str:
    """The module's text."""
    check()
    lines = [HEAD]
    for array in ARRAYS:
        at = 0
        if array.rows:
            lines.append(f"# Rows of `{array.name}`: {array.meaning}.")
        for row in array.rows:
            lines.append(f"{row.name}: Final = {at}  # {row.meaning}")
            at += row.size
        if array.rows:
            lines.append(f"{array.name.upper()}_SIZE: Final = {at}\n")
    lines.append(CLASS.rstrip("\n"))
    lines += [""] + [f"    {array.name}: vec[{array.item}]  # {array.meaning}" for array in ARRAYS]
    for heading, group in GROUPS:
        lines += ["", f"    # {heading}"]
        lines += [f"    {field.name}: i64" + (f"  # {field.meaning}" if field.meaning else "") for field in group]
    lines += [
        "",
        "    def copy(self) -> State:",
        '        """An independent copy, without the log."""',
        "        s = State()",
    ]
    lines += [f"        s.{name} = self.{name}" for name in SHARED] + ["        s.log = None"]
    lines += [f"        s.{array.name} = self.{array.name}[:]" for array in ARRAYS]
    lines += [f"        s.{field.name} = self.{field.name}" for field in FIELDS] + ["        return s"]
    lines += [
        "", "    def public(self) -> State:",
        '        """R15: a fresh state with what everybody may know of this one, built up from nothing."""',
        '        s = empty_state(self.scenario, self.players, self.options, b"")',
    ]  # fmt: skip
    lines += [f"        s.{array.name} = self.{array.name}[:]" for array in ARRAYS if array.knows == EVERYBODY]
    lines += [f"        s.{field.name} = self.{field.name}" for field in FIELDS if field.knows == EVERYBODY]
    for array in ARRAYS:
        for first, end in open_parts(array):
            lines.append(f"        for i in range({first}, {end}):")
            lines.append(f"            s.{array.name}[i] = self.{array.name}[i]")
    lines += ["        return s", "", ""]
    lines += [
        "def empty_state(scenario: Scenario, players: int, options: Options, key: bytes) -> State:",
        '    """An empty board; `scenarios.new_state` puts the pieces into play, `scenarios.set_up` on the map."""',
        "    s = State()",
    ]
    lines += [f"    s.{name} = {name}" for name in SHARED] + ["    s.log = None"]
    for array in ARRAYS:
        size = size_of(array)
        lines.append(f"    s.{array.name} = vec[{array.item}](" + (f"[{array.default}] * {size})" if size else ")"))
    lines += [f"    s.{field.name} = {field.default}" for field in FIELDS] + ["    return s"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:]:
        raise SystemExit("make_state.py takes no arguments")
    OUT.write_text(made(), encoding="utf-8")
