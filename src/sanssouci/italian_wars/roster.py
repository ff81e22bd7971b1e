"""The force file: Forces by name, a log of what happened to them, and undo.

A small JSON file (`italian-wars-forces/1`) players can write by hand. Nothing in it depends on the
clock, so the same seed gives the same log. Writing replaces the file in one step or not at all.
"""

from __future__ import annotations

import copy
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .answer import Answer
from .forces import Force
from .sheet import Sheet
from .words import Refusal

FORMAT = "italian-wars-forces/1"
MOST_BYTES = 4_000_000


class Roster:
    """A force file in memory."""

    def __init__(self, content: Mapping[str, Any], sheet: Sheet, file: str = "forces.json") -> None:
        self.sheet = sheet
        self.file = file
        if content.get("format") != FORMAT or not isinstance(content.get("forces"), Mapping):
            raise Refusal("bad.forces_format", None, file=file)
        for field in ("log", "history"):
            listed = content.get(field, [])
            if not isinstance(listed, list) or not all(isinstance(one, Mapping) for one in listed):
                raise Refusal("bad.forces_format", None, file=file)
        self.forces: dict[str, dict[str, Any]] = {}
        for name, raw in content["forces"].items():
            if not isinstance(raw, Mapping):
                raise Refusal("bad.forces_format", None, file=file)
            self.forces[name] = Force.read(raw, sheet, name).as_json()
        self.log: list[dict[str, Any]] = list(content.get("log", []))
        self.history: list[dict[str, Any]] = list(content.get("history", []))

    @classmethod
    def load(cls, path: Path, sheet: Sheet) -> Roster:
        """The force file at `path`."""
        try:
            if path.stat().st_size > MOST_BYTES:
                raise Refusal("bad.file_form", None, file=path.name)
            content = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            raise Refusal("bad.file", None, file=path.name) from None
        except (json.JSONDecodeError, RecursionError):
            raise Refusal("bad.file_form", None, file=path.name) from None
        if not isinstance(content, dict):
            raise Refusal("bad.forces_format", None, file=path.name)
        return cls(content, sheet, path.name)

    def force(self, name: str) -> Force:
        """A Force by name."""
        if name not in self.forces:
            raise Refusal("bad.no_force", None, file=self.file, force=name, forces=", ".join(self.forces))
        return Force.read(self.forces[name], self.sheet, name)

    def apply(self, answer: Answer, roles: Mapping[str, str], lang: str = "en") -> None:
        """Take over the Forces a procedure leaves, and log it. `roles` says which Force played which part."""
        self._remember()
        for role, name in roles.items():
            if role in answer.after:
                self.forces[name] = {**answer.after[role], "name": self.forces[name]["name"]}
        lines = [one.render(lang) for one in answer.log] or [one.text.render(lang) for one in answer.effects]
        self._write(answer.table, lines, dice=list(answer.values.get("dice", [])), roles=dict(roles))

    def replace(self, name: str, force: Force, what: str, lines: list[str]) -> None:
        """Take over one changed Force, and log why."""
        self._remember()
        self.forces[name] = force.as_json()
        self._write(what, lines)

    def undo(self) -> None:
        """Back to before the last entry; the log keeps both the entry and its undoing."""
        if not self.history:
            raise Refusal("refuse.nothing_to_undo")
        last = self.history.pop()
        self.forces = last["forces"]
        self._write("undo", [], undone=last["entry"])

    def _remember(self) -> None:
        self.history.append({"entry": len(self.log) + 1, "forces": copy.deepcopy(self.forces)})

    def _write(self, what: str, lines: list[str], **more: Any) -> None:
        self.log.append({"entry": len(self.log) + 1, "what": what, **more, "lines": lines})

    def as_json(self) -> dict[str, Any]:
        """The whole file."""
        return {"format": FORMAT, "forces": self.forces, "log": self.log, "history": self.history}

    def save(self, path: Path) -> None:
        """Write the file beside its place, then move it there."""
        handle = None
        try:
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
            ) as handle:
                json.dump(self.as_json(), handle, ensure_ascii=False, indent=1)
                handle.write("\n")
            os.replace(handle.name, path)
        except OSError:
            if handle is not None and os.path.exists(handle.name):
                os.unlink(handle.name)
            raise Refusal("bad.write", None, file=path.name) from None


def example() -> dict[str, Any]:
    """Two small Forces to start from."""
    return {
        "format": FORMAT,
        "forces": {
            "french": {
                "name": "French",
                "quality": 2,
                "units": [
                    {"id": "gendarmes", "type": "gendarmes", "sp": 8, "quality": 3, "reliability": "R"},
                    {"id": "swiss", "type": "swiss", "sp": 10, "quality": 3, "reliability": "S"},
                    {"id": "gascons", "type": "infantry", "sp": 9, "quality": 1, "reliability": "N"},
                    {"id": "guns", "type": "siege_artillery", "sp": 5},
                ],
                "captains": [
                    {
                        "name": "Captain General",
                        "rank": "captain_general",
                        "initiative": 3,
                        "stars": 1,
                        "siege": True,
                    },
                    {"name": "Captain of the horse", "initiative": 2},
                ],
            },
            "league": {
                "name": "League",
                "quality": 2,
                "units": [
                    {
                        "id": "arquebusiers",
                        "type": "firearm_infantry",
                        "sp": 8,
                        "quality": 2,
                        "reliability": "N",
                    },
                    {"id": "lances", "type": "heavy_cavalry", "sp": 4, "quality": 2, "reliability": "N"},
                    {"id": "stradioti", "type": "stradioti", "sp": 3, "quality": 1, "reliability": "S"},
                    {"id": "culverins", "type": "artillery", "sp": 3},
                ],
                "captains": [{"name": "Provveditore", "rank": "captain_general", "initiative": 2, "stars": 1}],
            },
        },
        "log": [],
        "history": [],
    }
