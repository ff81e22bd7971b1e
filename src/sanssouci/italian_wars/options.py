"""House rulings: the option register of chapter 5, with the values in force for one question.

An `Options` remembers which rulings a resolver looked at; those are the assumptions of its answer.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .sheet import Sheet
from .words import Refusal, say

CAPTAIN_RULE = re.compile(r"([1-6])([+-])")
#: who loses each result of the optional battle, from -7 to +13; letters at the rerolls mean nothing
UNDERLINES = re.compile("[adn]{21}", re.IGNORECASE)


class Options:
    """The rulings in force. Reading one (`options["rounding.half"]`) notes it as an assumption used."""

    def __init__(self, sheet: Sheet, chosen: Mapping[str, object] | None = None) -> None:
        self._register = {entry["id"]: entry for entry in sheet["options"]["options"]}
        self._values: dict[str, Any] = {id_: entry["values"][0] for id_, entry in self._register.items()}
        self.used: set[str] = set()
        for id_, value in (chosen or {}).items():
            self._values[id_] = self._accept(id_, value)

    def _accept(self, id_: str, value: object) -> Any:
        entry = self._register.get(id_)
        if entry is None:
            raise Refusal("bad.option", "5", id=id_)
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, int):
            value = str(value)
        if value in entry["values"]:
            return value
        free = entry.get("free")
        if free == "grid" and (grid := _loser_grid(value)):
            return grid
        if free == "lines" and isinstance(value, str) and UNDERLINES.fullmatch(value):
            return value.lower()
        if free == "cells" and (cells := _cells(value)) is not None:
            return cells
        if free == "captain" and isinstance(value, str) and CAPTAIN_RULE.fullmatch(value):
            return value
        if free == "number" and isinstance(value, str) and re.fullmatch(r"\d{1,3}", value):
            return value
        raise Refusal("bad.option_value", "5", id=id_, value=str(value), values=", ".join(self.offered(id_)))

    def __getitem__(self, id_: str) -> Any:
        self.used.add(id_)
        return self._values[id_]

    def is_true(self, id_: str) -> bool:
        """Whether a yes-or-no ruling says yes."""
        return bool(self[id_] == "true")

    def peek(self, id_: str) -> Any:
        """The value in force, without noting it as used."""
        return self._values[id_]

    def offered(self, id_: str, lang: str = "en") -> list[str]:
        """The values one can name, with what is free to write, told in a language."""
        entry = self._register[id_]
        free = entry.get("free")
        if free == "captain":
            return [*entry["values"], "1-", "6+"]
        return [*entry["values"], *([say(f"free.{free}").render(lang)] if free else [])]

    def named(self, id_: str) -> list[str]:
        """The values that have a name; others are of one's own making."""
        return list(self._register[id_]["values"])

    def sample(self, id_: str) -> str | None:
        """A value of one's own to start from, where one may be written; None elsewhere."""
        diagonal = "/".join("".join("a" if row + column <= 9 else "d" for column in range(1, 9)) for row in range(9))
        samples = {"grid": diagonal, "lines": "a" * 11 + "d" * 10, "cells": "9:8+", "captain": "1-", "number": "20"}
        return samples.get(self._register[id_].get("free", ""))

    def alternatives(self, id_: str) -> list[str]:
        """The other named values of this ruling."""
        return [value for value in self._register[id_]["values"] if value != self._values[id_]]

    def lost(self, id_: str) -> str | None:
        """The line of chapter 2 this ruling stands in for, if the extraction lost something."""
        found: str | None = self._register[id_].get("lost")
        return found

    def default(self, id_: str) -> str:
        """The value the specification prefers."""
        return str(self._register[id_]["values"][0])

    def changed(self) -> dict[str, Any]:
        """The rulings that are not at their default."""
        return {id_: value for id_, value in self._values.items() if value != self._register[id_]["values"][0]}

    def everything(self) -> dict[str, Any]:
        """All rulings and their values."""
        return dict(self._values)

    def fresh(self, sheet: Sheet, **flipped: object) -> Options:
        """The same rulings, nothing noted as used, some flipped."""
        return Options(sheet, {**self._values, **{id_.replace("__", "."): value for id_, value in flipped.items()}})

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)


def _loser_grid(value: object) -> tuple[str, ...] | None:
    """A custom 9x8 grid of losers: rows of a (attacker), d (defender), n (nobody)."""
    if isinstance(value, str):
        value = re.split(r"[\s,;/]+", value.strip())
    if not isinstance(value, (list, tuple)) or len(value) != 9:
        return None
    rows = tuple("".join(row) if isinstance(row, (list, tuple)) else str(row) for row in value)
    if all(re.fullmatch("[adnADN]{8}", row) for row in rows):
        return tuple(row.lower() for row in rows)
    return None


def _cells(value: object) -> tuple[tuple[int, str], ...] | None:
    """A custom list of (row, column) of the charge table, columns as printed (`8+`)."""
    if isinstance(value, str):
        value = [one.split(":") for one in re.split(r"[\s,;]+", value.strip()) if one]
    if not isinstance(value, (list, tuple)):
        return None
    cells = []
    for one in value:
        if not isinstance(one, (list, tuple)) or len(one) != 2 or isinstance(one[0], bool):
            return None
        row, column = str(one[0]), str(one[1])
        if not re.fullmatch(r"\d", row) or column not in ("1", "2-4", "5-7", "8+"):
            return None
        cells.append((int(row), column))
    return tuple(cells)


def read_options(file: Path) -> dict[str, Any]:
    """The rulings of a settings file: JSON, or TOML with `[assault]` sections or dotted names."""
    try:
        written = file.read_text(encoding="utf-8")
        found = tomllib.loads(written) if file.suffix == ".toml" else json.loads(written)
    except (OSError, UnicodeDecodeError):
        raise Refusal("bad.file", None, file=file.name) from None
    except (json.JSONDecodeError, tomllib.TOMLDecodeError):
        raise Refusal("bad.file_form", None, file=file.name) from None
    if not isinstance(found, dict):
        raise Refusal("bad.file_form", None, file=file.name)
    flat: dict[str, Any] = {}
    for name, value in found.items():
        if isinstance(value, dict):
            flat.update({f"{name}.{inner}": ruling for inner, ruling in value.items()})
        else:
            flat[name] = value
    return flat
