"""A page from before an upgrade: the parts that it has not loaded yet are gone from the server."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE
from tableserver import Server

import sanssouci

if TYPE_CHECKING:
    from conftest import Watch

People = Callable[..., BrowserContext]


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[tuple[Server, Callable[[], None]]]:
    """A server with pages of its own, and what renames all their parts, as a new build does."""
    source = Path(sanssouci.__file__).parent
    copy = tmp_path / "src" / "sanssouci"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    pages = copy / "table/static"

    def upgrade() -> None:
        parts = sorted((pages / "assets").glob("*.js"))
        for path in [*parts, pages / "index.html"]:
            text = path.read_text("utf-8")
            for part in parts:
                text = text.replace(part.name, f"{part.stem}-new.js")
            path.write_text(text, "utf-8")
        for part in parts:
            part.rename(part.with_name(f"{part.stem}-new.js"))

    server = Server(tmp_path / "table.sqlite3", source=tmp_path / "src")
    yield server.start(), upgrade
    server.stop()


def rules(page: Page) -> None:
    """Go to the rules from where one is, within the page."""
    page.locator("a[href$='rules']").first.click()
    expect(page.locator("main, article").get_by_text("R4.1", exact=False).first).to_be_visible(timeout=PATIENCE)


def test_an_old_page_finds_what_a_new_build_renamed(
    people: People, watch: Watch, upgraded: tuple[Server, Callable[[], None]]
) -> None:
    server, upgrade = upgraded
    # what the old page complains of in its last moment
    watch.allowed += ["RulesPage", "'default'"]
    page = people().new_page()
    page.goto(server.base)
    expect(page.locator("a[href$='rules']").first).to_be_visible(timeout=PATIENCE)
    loads: list[str] = []
    page.on("load", lambda _page: loads.append(page.url))
    server.stop()
    upgrade()
    server.start()
    rules(page)
    assert loads and loads[-1].endswith("rules"), "it was loaded anew, where it was"
