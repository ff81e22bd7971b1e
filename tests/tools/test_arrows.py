"""The arrows of docs/architecture.md are those of the imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "sanssouci"
#: a package → what it stands on
Arrows = dict[str, set[str]]


def told() -> tuple[Arrows, Arrows]:
    """What the table says: what a package stands on, and what of it only its functions import."""
    below: Arrows = {}
    later: Arrows = {}
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = page.split("| package | stands on |", 1)[1].split("\n\n", 1)[0]
    for package, named in re.findall(r"^\| `(\w+)` \| (.*)\|$", rows, re.M):
        now, _, then = named.partition("later")
        below[package] = set(re.findall(r"`(\w+)`", now))
        later[package] = set(re.findall(r"`(\w+)`", then))
    return below, later


def imports(node: ast.AST, inside: bool = False) -> Iterator[tuple[str, bool]]:
    """The packages of the house that are imported below a node, and whether a function does it."""
    for child in ast.iter_child_nodes(node):
        names: list[str] = []
        if isinstance(child, ast.Import):
            names = [alias.name for alias in child.names]
        elif isinstance(child, ast.ImportFrom) and child.module == "sanssouci":
            names = [f"sanssouci.{alias.name}" for alias in child.names]
        elif isinstance(child, ast.ImportFrom) and not child.level:
            names = [child.module or ""]
        yield from ((name.split(".")[1], inside) for name in names if name.startswith("sanssouci."))
        yield from imports(child, inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def test_the_arrows_are_those_of_the_imports() -> None:
    below, later = told()
    packages = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
    assert set(below) == packages
    for package in sorted(packages):
        files = [ast.parse(path.read_text(encoding="utf-8")) for path in (HOUSE / package).rglob("*.py")]
        found = {(other, inside) for file in files for other, inside in imports(file) if other in packages - {package}}
        assert {other for other, _ in found} == below[package] | later[package], package
        assert {other for other, inside in found if not inside} <= below[package], f"{package}: not only later"


def test_they_point_down() -> None:
    """What is imported later left aside, no package stands on itself by way of others."""
    below, _ = told()
    laid: set[str] = set()
    while len(laid) < len(below):
        fresh = {package for package, others in below.items() if others <= laid} - laid
        assert fresh, f"a loop among {sorted(set(below) - laid)}"
        laid |= fresh


def test_the_modules_on_the_page_are_there() -> None:
    """What the tables of docs/architecture.md name is there; and all of the engine has its place on the page."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tables = re.split(r"^\|---\|---\|$", page, flags=re.M)
    named: dict[str, set[str]] = {}
    for title, table in zip(["", *(table.splitlines()[-1] for table in tables[:-1])], tables, strict=True):
        rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
        named[title] = {module for row in rows for module in re.findall(r"`([a-z_*]+)`", row)}
    for package in ("bots", "lab", "learn"):
        there = {path.stem for path in (HOUSE / package).glob("[a-z]*.py")}
        assert named[f"| `{package}/` | |"] - there == set(), package
    chapters, surface = named["| module | chapter |"], named["| module | what it does |"]
    assert chapters == {path.stem for path in (HOUSE / "friedrich" / "rules").glob("[a-z]*.py")}
    rooms = [HOUSE / "friedrich" / room for room in (".", "decisions", "knowledge", "files")]
    there = {path.stem for room in rooms for path in room.glob("[a-z]*.py")}
    assert {name for name in there if not any(fnmatch(name, pattern) for pattern in surface)} == set()
    assert {pattern for pattern in surface if not any(fnmatch(name, pattern) for name in there)} == set()
