"""`docs/changing.md` and `CONTRIBUTING.md` name files that exist, and the ten changes are all there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "changing.md", ROOT / "CONTRIBUTING.md"]
CHANGES = [
    "A decision", "A scenario", "A fate card", "A field of the state", "A notice channel", "An option", "An endpoint",
    "A bot", "A chart", "A language",
]  # fmt: skip


def named(page: Path) -> list[str]:
    """The paths a page names in backticks or links to."""
    text = page.read_text(encoding="utf-8")
    inside = [name for name in re.findall(r"`([^`\s]+)`", text) if "/" in name]
    return inside + [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "//" not in link]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_named_exists(page: Path) -> None:
    """From the root, in the Python package, or beside the page."""
    names = named(page)
    assert len(names) > 5
    places = (ROOT, ROOT / "src" / "sanssouci", page.parent)
    assert [name for name in names if not any((place / name).exists() for place in places)] == []


def test_the_ten_changes() -> None:
    assert re.findall(r"^## (.+)$", PAGES[0].read_text(encoding="utf-8"), re.M) == CHANGES
