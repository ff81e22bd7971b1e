"""The charts page under test: one server with its routes alone, one browser, a fresh visitor for every test."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chromium import CHROMIUM
from sanssouci.italian_wars.words import LANGUAGES, say

sync_api = pytest.importorskip("playwright.sync_api")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

TABLES = [
    "terrain",
    "artillery",
    "charge",
    "discipline",
    "recovery",
    "pursuit",
    "zoc",
    "assault",
    "optional",
    "loc",
    "orders",
    "attrition",
    "chits",
]
RUNS = ["assault-run", "siege-run", "battle-run", "pursuit-run", "march-run", "turn-run"]
SAID = {"title": "title", "example": "load_example", "undo": "undo", "auto": "auto_run", "apply": "apply",
        "keep": "keep_plan", "whole": "whole_table", "print": "print"}  # fmt: skip
WORDS = {lang: {name: say(f"ui.{key}").render(lang) for name, key in SAID.items()} for lang in LANGUAGES}
every_language = pytest.mark.parametrize("lang", LANGUAGES)
#: a stranger's machine may be slow; nothing here is timed
PATIENCE = 30_000
sync_api.expect.set_options(timeout=PATIENCE)


def until(page: Any, met: Callable[[], bool], what: str) -> None:
    """Ask until a condition is met. (`wait_for_function` does not wait for a promise: any promise counts as true.)"""
    end = time.monotonic() + PATIENCE / 1000
    while not met():
        assert time.monotonic() < end, what
        page.wait_for_timeout(50)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The routes alone behind a real server."""
    import uvicorn
    from starlette.applications import Starlette

    from sanssouci.italian_wars.pages import routes

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes()), host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    limit = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive() and time.monotonic() < limit
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--host-resolver-rules=MAP far.test 127.0.0.1"],
        )
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh visitor; anything the browser complains about fails the test."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}, accept_downloads=True)
    found = context.new_page()
    complaints: list[str] = []
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield found
    # Chromium notes refusals (4xx) and a network that is not there; scripts and the content policy must stay silent
    expected = ("status of 4", "ERR_INTERNET_DISCONNECTED")
    assert [text for text in complaints if not any(words in text for words in expected)] == []
    context.close()


def visit(page: Any, tab: str, lang: str, **inputs: Any) -> None:
    query = f"i={json.dumps(inputs)}&" if inputs else ""
    page.goto(f"/charts/#{tab}?{query}lang={lang}")
    page.wait_for_selector("article")
    sync_api.expect(page.locator("h1")).to_have_text(WORDS[lang]["title"])


def settled(page: Any) -> None:
    """The tab shown has its answer and its odds."""
    page.wait_for_selector("article[aria-busy=false], article.forces, article.rulings-tab")


class Hand:
    """A player at the board: one tap or one number typed is one action."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.actions = 0

    def tap(self, what: str) -> None:
        self.page.locator(what).click()
        self.actions += 1

    def type(self, what: str, number: int) -> None:
        self.page.locator(what).fill(str(number))
        self.actions += 1


def second_visit(page: Any, lang: str, **turn: str) -> Hand:
    """The turn bar is set, two Forces are saved, and the player comes back."""
    visit(page, "forces", lang)
    page.get_by_text(WORDS[lang]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    page.locator(".turn-bar summary").click()
    for name, value in turn.items():
        page.locator(f"#turn-{name}").select_option(value)
    page.goto("/charts")
    page.wait_for_selector(".home-tab")
    for name in turn:
        sync_api.expect(page.locator(f"[data-turn={name}]")).to_be_visible()
    return Hand(page)


#: a turn bar in which everything is set that counts
TURN = {"weather": "rain", "terrain": "hill", "siege_level": "2", "attacker": "french", "defender": "league"}
