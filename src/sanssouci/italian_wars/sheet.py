"""The sheet: every grid of chapter 3 as data, read from the JSON files of one folder.

Whoever owns the printed sheet corrects a cell in a copy of that folder and names the copy
(`--data FOLDER`, or the environment variable SANSSOUCI_CHARTS); no code has to change.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .words import Refusal

DATA = Path(__file__).parent / "data"
#: The files of the sheet; a folder of one's own must have them all.
NAMES = tuple(sorted(file.stem for file in DATA.glob("*.json")))


@dataclass(frozen=True)
class Band:
    """A row or column that stands for a range of numbers: `<=0`, `4`, `2-3`, `>=10`."""

    low: int | None
    high: int | None

    @classmethod
    def read(cls, written: str) -> Band:
        """The band a data file writes."""
        if written.startswith("<="):
            return cls(None, int(written[2:]))
        if written.startswith(">="):
            return cls(int(written[2:]), None)
        low, dash, high = written.partition("-")
        return cls(int(low), int(high) if dash else int(low))

    @property
    def label(self) -> str:
        """As players write it: `0-`, `4`, `2-3`, `10+`."""
        if self.low is None:
            return f"{self.high}-"
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @property
    def number(self) -> int:
        """The number a clamped roll is read as in this row."""
        return self.low if self.low is not None else self.high or 0


def bands(written: Sequence[str]) -> tuple[Band, ...]:
    """A whole edge of a grid."""
    return tuple(Band.read(one) for one in written)


def band_of(edge: Sequence[Band], value: int | Fraction) -> int:
    """Where `value` falls on this edge; beyond either end it is the end (row and column clamp)."""
    for index, band in enumerate(edge):
        if band.high is None or value <= band.high:
            return index
    return len(edge) - 1


@dataclass(frozen=True)
class Grid:
    """Rows, columns and cells of one table."""

    rows: tuple[Band, ...]
    columns: tuple[Band, ...]
    cells: tuple[tuple[Any, ...], ...]

    @classmethod
    def read(cls, table: dict[str, Any]) -> Grid:
        """The grid of a data file."""
        return cls(bands(table["rows"]), bands(table["columns"]), tuple(tuple(row) for row in table["cells"]))


class Sheet:
    """All the data of one folder; `sheet["artillery"]` is that file."""

    def __init__(self, folder: Path = DATA) -> None:
        self.folder = folder
        self._tables: dict[str, Any] = {}
        for name in NAMES:
            file = folder / f"{name}.json"
            try:
                self._tables[name] = json.loads(file.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                raise Refusal("bad.data_file", None, file=file.name, why=str(error.__class__.__name__)) from None
            except json.JSONDecodeError as error:
                raise Refusal("bad.data_json", None, file=file.name, line=error.lineno) from None

    def __getitem__(self, name: str) -> dict[str, Any]:
        table: dict[str, Any] = self._tables[name]
        return table

    def tables(self) -> dict[str, Any]:
        """All files by name, for whoever reads the sheet elsewhere."""
        return dict(self._tables)

    @cached_property
    def artillery(self) -> Grid:
        """The artillery grid (3.2)."""
        return Grid.read(self["artillery"])

    @cached_property
    def charge(self) -> Grid:
        """The charge grid (3.3)."""
        return Grid.read(self["charge"])

    @cached_property
    def discipline(self) -> Grid:
        """The grid of Discipline and Recovery Checks (3.4)."""
        return Grid.read(self["discipline"])

    @cached_property
    def pursuit_rows(self) -> tuple[Band, ...]:
        """The rows of the pursuit table (3.5)."""
        return bands(self["pursuit"]["rows"])

    @cached_property
    def assault_rows(self) -> tuple[Band, ...]:
        """The rows of the assault table (3.8)."""
        return bands(self["assault"]["rows"])

    @cached_property
    def initiative(self) -> Grid:
        """Table 1 of the optional battle (3.9)."""
        return Grid.read(self["optional"]["initiative"])

    @cached_property
    def loc(self) -> Grid:
        """The LOC grid (3.10)."""
        return Grid.read(self["loc"])

    @cached_property
    def attrition(self) -> Grid:
        """The attrition grid (3.12); its rows are strengths, its columns die rolls."""
        return Grid.read(self["attrition"])


@cache
def standard() -> Sheet:
    """The sheet as the specification gives it."""
    return Sheet()
