"""What a match has on disk: its settings, one line per finished game, tables.

A line is on disk (fsync) before its game counts. After a kill the half line that may be left is cut off
and the games that are missing are played; a finished game is never played again.
"""

from __future__ import annotations

import ast
import csv
import fcntl
import hashlib
import importlib.metadata
import io
import json
import os
import sys
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


def code_fingerprint(*more: str) -> str:
    """A hash of everything a result depends on: results of different code are not mixed.

    That is every file of the engine and the bots (sources, weights, nets; not what is built from them), every other
    package of ours they import, and the version of every library. `more` names packages whose own files count, too.
    """
    root = Path(sanssouci.__file__).parent
    digest = hashlib.sha256()
    parts, libraries = _imported(root, ["bots", "friedrich"])
    for part in [*parts, *(part for part in more if part not in parts)]:
        for path in _files(root / part):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for library in libraries:
        digest.update(f"{library} {_version(library)}\0".encode())
    return digest.hexdigest()[:16]


def _files(folder: Path) -> list[Path]:
    """The files of a package, without what Python and the compiler made of them."""
    made = (".pyc", ".so", ".pyd", ".c", ".h")
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in made]
    return sorted(path for path in found if not any(p.startswith(".") for p in path.relative_to(folder).parts))


def _imported(root: Path, parts: list[str]) -> tuple[list[str], list[str]]:
    """These packages of ours and all that they import, and the libraries besides Python's own."""
    found, libraries = list(parts), set()
    for part in found:  # grows while it is walked
        for path in _files(root / part):
            if path.suffix != ".py":
                continue
            for node in ast.walk(ast.parse(path.read_bytes())):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                    names = [node.module]
                    if node.module == "sanssouci":
                        names = [f"sanssouci.{alias.name}" for alias in node.names]
                for name in names:
                    top, _, rest = name.partition(".")
                    if top != "sanssouci":
                        if top not in sys.stdlib_module_names:
                            libraries.add(top)
                    elif (root / rest.split(".")[0]).is_dir() and rest and rest.split(".")[0] not in found:
                        found.append(rest.split(".")[0])
    return sorted(found), sorted(libraries)


def _version(library: str) -> str:
    """The installed version of a library by the name it is imported by."""
    for name in importlib.metadata.packages_distributions().get(library, []):
        return importlib.metadata.version(name)
    return ""


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
