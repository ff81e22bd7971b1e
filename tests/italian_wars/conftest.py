"""The specification as tests read it: its Markdown tables, section by section."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # questions and deskpage, for the tests beside it
pytest.register_assert_rewrite("deskpage")

SPEC = Path(__file__).parents[2] / "docs" / "rules" / "italian-wars.md"


class Spec:
    """`spec.tables("3.2")` are the tables of that section, each a list of rows of cells."""

    def __init__(self, text: str) -> None:
        self.sections: dict[str, str] = {}
        for part in re.split(r"^#{2,3} ", text, flags=re.M)[1:]:
            number = re.match(r"([\d.]+)", part)
            if number:
                self.sections[number.group(1).rstrip(".")] = part

    def tables(self, section: str) -> list[list[list[str]]]:
        found: list[list[list[str]]] = []
        inside = False
        for line in self.sections[section].splitlines():
            if line.startswith("|"):
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if not inside:
                    found.append([])
                inside = True
                if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                    found[-1].append(cells)
            else:
                inside = False
        return found


@pytest.fixture(scope="session")
def spec() -> Spec:
    return Spec(SPEC.read_text(encoding="utf-8"))
