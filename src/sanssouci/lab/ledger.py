"""What a match has on disk: its settings, one line per finished game, tables.

A line is on disk (fsync) before its game counts. After a kill the half line that may be left is cut off
and the games that are missing are played; a finished game is never played again.
"""

from __future__ import annotations

import csv
import fcntl
import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any

import sanssouci
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.seating import ROLES_OF
from sanssouci.lab.watch import BLUNDERS
from sanssouci.lab.worker import save

SETTINGS = "match.json"
GAMES = "games.jsonl"
TABLE = "games.csv"
TIMES = "times.csv"
RECORDS = "records"


def code_fingerprint() -> str:
    """A hash of the engine's and the bots' sources: results of different code are not mixed."""
    root = Path(sanssouci.__file__).parent
    digest = hashlib.sha256()
    for part in ("friedrich", "bots"):
        for path in sorted((root / part).rglob("*")):
            inside = path.relative_to(root)
            if path.suffix in (".py", ".json") and not any(p.startswith(".") for p in inside.parts):
                digest.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class Ledger:
    """The folder of one match. Opening it resumes what is there, or begins anew."""

    def __init__(self, folder: Path, settings: dict[str, Any], mix_code: bool = False) -> None:
        self.folder = folder
        self.settings = settings
        self.results: dict[tuple[int, str], dict[str, Any]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabProblem(f"{folder} cannot be used: {error.strerror}") from None
        self._check(mix_code)
        self._file = open(folder / GAMES, "ab")  # noqa: SIM115 – open as long as the match runs
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # gone with the process, however it ends
        except OSError:
            self._file.close()
            raise LabProblem(f"another match is at work in {folder}") from None
        self._read()

    def _check(self, mix_code: bool) -> None:
        path = self.folder / SETTINGS
        if not path.exists():
            if (self.folder / GAMES).exists():
                raise LabProblem(f"{self.folder} holds games without their settings ({SETTINGS}): choose another --out")
            save(path, json.dumps(self.settings, indent=1, sort_keys=True) + "\n")
            return
        try:
            there = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(there, dict):
                raise ValueError
        except (OSError, ValueError):
            raise LabProblem(f"{path} cannot be read: choose another --out") from None
        for name in sorted(set(there) | set(self.settings)):
            if there.get(name) == self.settings.get(name) or (name == "code" and mix_code):
                continue
            if name == "code":
                raise LabProblem(
                    f"{self.folder} was begun with other code of engine or bots: choose another --out, "
                    "or say --mix-code to go on all the same"
                )
            raise LabProblem(
                f"{self.folder} holds another match ({name}: {there.get(name)}, not {self.settings.get(name)}): "
                "choose another --out"
            )

    def _read(self) -> None:
        path = self.folder / GAMES
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with open(path, "r+b") as file:
                file.truncate(whole)
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                result = json.loads(line)
                self.results[result["number"], result["seating"]] = _keys(result)
            except (ValueError, KeyError, TypeError):
                raise LabProblem(f"{path}, line {number} is damaged: remove it and start again") from None

    def add(self, result: dict[str, Any]) -> None:
        """Keep a finished game: it is on disk when this returns."""
        self._file.write(json.dumps(result, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results[result["number"], result["seating"]] = _keys(result)

    def close(self) -> None:
        """Nothing more will be added."""
        self._file.close()

    def write_tables(self, results: list[dict[str, Any]]) -> None:
        """`games.csv`, which repeats byte for byte, and `times.csv`, which does not."""
        roles = ROLES_OF[self.settings["scenario"]]
        save(self.folder / TABLE, _csv(
            ["number", "seating", "winners", "nations", "turn", "reason", "decisions", "battles",
             *[f"{kind}_{role}" for role in roles for kind in BLUNDERS]],
            [[r["number"], r["seating"], "+".join(r["winners"]), "+".join(r["nations"]), r["turn"], r["reason"],
              sum(r["decisions"].values()), len(r["battles"]),
              *[r["blunders"][role][kind] for role in roles for kind in BLUNDERS]] for r in results],
        ))  # fmt: skip
        save(self.folder / TIMES, _csv(
            ["number", "seating", "seconds"], [[r["number"], r["seating"], r["seconds"]] for r in results],
        ))  # fmt: skip


def _keys(result: dict[str, Any]) -> dict[str, Any]:
    """JSON has text keys only: give the time bins their numbers back."""
    result["times"] = {bot: {int(b): n for b, n in bins.items()} for bot, bins in result["times"].items()}
    return result


def _csv(head: list[str], rows: list[list[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
