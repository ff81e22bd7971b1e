"""How the house is built, in figures: lines, `Any`, import loops, the longest module and function, of two states.

    python tools/measures.py                 this tree
    python tools/measures.py OLD [NEW]       commits side by side, as the table in docs/architecture.md

Everything is read from the text of `src/sanssouci`; nothing is imported. `Any` is counted wherever the word stands,
imports included. Code is what is left of the lines without blank ones, comments, docstrings and imports; for the
rooms of the engine that were rebuilt it is told side by side, what a program writes left out. An import loop is a set
of modules each of which reaches all the others by imports, those inside functions and under `TYPE_CHECKING` included:
the figure is how many modules lie on one.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tarfile
import tokenize
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOUSE = "src/sanssouci"
#: What was rebuilt in the engine → its files then and now, below `friedrich/`.
REBUILT = {
    "the rules": (
        "names options encoding effects board cards decks state scenarios movement objectives troops combat duel "
        "retreat supply recruitment fate victory expert turn events playout rules/*"
    ),
    "orders and menus": "words parse plan trial refusal* compose orders menu decisions/* knowledge/menu",
    "positions": "position* problems pack files/position* files/problems files/pack",
    "views": "view view_json resample knowledge/view knowledge/view_json knowledge/resample",
    "games and records": "record replay chance chronicle game messages played files/record files/replay "
    "files/chance files/chronicle",
}
#: Written by `tools/make_state.py`.
WRITTEN = "friedrich/rules/state_made.py"


@dataclass
class Measures:
    """What was counted in one state of the sources."""

    lines: dict[str, int] = field(default_factory=dict)
    code: dict[str, int] = field(default_factory=dict)
    rebuilt: dict[str, int] = field(default_factory=dict)
    anys: dict[str, int] = field(default_factory=dict)
    loops: list[list[str]] = field(default_factory=list)
    longest_module: tuple[int, str] = (0, "")
    longest_function: tuple[int, str] = (0, "")


def sources_of(commit: str | None) -> dict[str, str]:
    """Path below `src/sanssouci` → text: of a commit, or of the files that lie here."""
    if commit is None:
        base = ROOT / HOUSE
        return {
            path.relative_to(base).as_posix(): path.read_text(encoding="utf-8") for path in sorted(base.rglob("*.py"))
        }
    packed = subprocess.run(["git", "archive", commit, HOUSE], cwd=ROOT, capture_output=True, check=True).stdout
    found = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive.getmembers():
            if member.isfile() and member.name.endswith(".py"):
                stream = archive.extractfile(member)
                assert stream is not None
                found[member.name.removeprefix(HOUSE + "/")] = stream.read().decode()
    return found


def module_of(path: str) -> str:
    """`table/app.py` → `table.app`; a package is called by its folder."""
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def imports_of(path: str, tree: ast.AST, modules: set[str]) -> set[str]:
    """The modules of the house that a module imports, wherever in its text."""
    here = path.removesuffix(".py").split("/")[:-1]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.removeprefix("sanssouci.") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = ".".join(here[: len(here) - node.level + 1] + ([node.module] if node.module else []))
            elif node.module == "sanssouci" or (node.module or "").startswith("sanssouci."):
                base = (node.module or "").removeprefix("sanssouci").removeprefix(".")
            else:
                continue
            for alias in node.names:
                inner = f"{base}.{alias.name}".removeprefix(".")
                found.add(inner if inner in modules else base)
    return (found & modules) - {module_of(path)}


def loops_of(graph: dict[str, set[str]]) -> list[list[str]]:
    """The sets of modules that reach each other, the largest first."""

    def reached(start: str, edges: dict[str, set[str]]) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for other in edges[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        return seen

    backwards: dict[str, set[str]] = {name: set() for name in graph}
    for name, others in graph.items():
        for other in others:
            backwards[other].add(name)
    left, found = set(graph), []
    while left:
        name = min(left)
        loop = reached(name, graph) & reached(name, backwards)
        if loop:
            found.append(sorted(loop))
        left -= loop | {name}
    return sorted(found, key=lambda loop: (-len(loop), loop))


def code_of(text: str, tree: ast.AST) -> int:
    """The lines with code: no blank ones, no comments, no docstrings, no imports."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node, clean=False) is not None:
                left_out |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            left_out |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    silent = (
        tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
    )  # fmt: skip
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in silent:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - left_out)


def measure(sources: dict[str, str]) -> Measures:
    """Count one state."""
    told = Measures()
    trees = {path: ast.parse(text) for path, text in sources.items()}
    modules = {module_of(path) for path in sources}
    for path, text in sources.items():
        room = path.split("/")[0] if "/" in path else "."
        lines = len(text.splitlines())
        told.lines[room] = told.lines.get(room, 0) + lines
        code = code_of(text, trees[path])
        told.code[room] = told.code.get(room, 0) + code
        for name, files in REBUILT.items():
            if path != WRITTEN and any(fnmatch(path, f"friedrich/{one}.py") for one in files.split()):
                told.rebuilt[name] = told.rebuilt.get(name, 0) + code
        told.anys[room] = told.anys.get(room, 0) + len(re.findall(r"\bAny\b", text))
        told.longest_module = max(told.longest_module, (lines, path))
        for node in ast.walk(trees[path]):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                told.longest_function = max(
                    told.longest_function, (node.end_lineno - node.lineno + 1, f"{path} {node.name}")
                )
    told.loops = loops_of({module_of(path): imports_of(path, tree, modules) for path, tree in trees.items()})
    return told


def rows(all_told: list[Measures]) -> list[list[str]]:
    """The table: a name, and one figure for each state."""
    rooms = sorted(set().union(*(told.lines for told in all_told)))
    table = [["lines", *(f"{sum(told.lines.values()):,}" for told in all_told)]]
    table += [[f"lines, {room}", *(f"{told.lines.get(room, 0):,}" for told in all_told)] for room in rooms]
    table += [["code", *(f"{sum(told.code.values()):,}" for told in all_told)]]
    table += [[f"code, {name}", *(f"{told.rebuilt.get(name, 0):,}" for told in all_told)] for name in REBUILT]
    table += [["`Any`", *(str(sum(told.anys.values())) for told in all_told)]]
    for room in rooms:
        if any(told.anys.get(room) for told in all_told):
            table.append([f"`Any`, {room}", *(str(told.anys.get(room, 0)) for told in all_told)])
    table.append(["modules on an import loop", *(str(sum(map(len, told.loops))) for told in all_told)])
    table.append(["longest module", *("{:,} ({})".format(*told.longest_module) for told in all_told)])
    table.append(["longest function", *("{:,} ({})".format(*told.longest_function) for told in all_told)])
    return table


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and the loops of the newest state."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="*", help="none: the files here; one: that commit and the files here")
    commits: list[str | None] = [*parser.parse_args(arguments).commits]
    if len(commits) < 2:
        commits.append(None)
    told = [measure(sources_of(commit)) for commit in commits]
    print("| |" + "".join(f" {commit or 'here'} |" for commit in commits))
    print("|---" * (len(commits) + 1) + "|")
    for row in rows(told):
        print("| " + " | ".join(row) + " |")
    for loop in told[-1].loops:
        print("\nloop: " + " ".join(loop))
    return 0


if __name__ == "__main__":
    sys.exit(main())
