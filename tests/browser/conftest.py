"""One real server, one real browser; every page must stay free of script errors and refused resources."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("tablepage", "robot")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright  # noqa: E402
from tableserver import FLAGS, Server  # noqa: E402

from chromium import CHROMIUM  # noqa: E402


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser. Without one these tests cannot pass: say so instead of leaving them out."""
    assert CHROMIUM, "no Chromium on this machine: install it or set CHROMIUM"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill theirs."""
    one = Server(
        tmp_path_factory.mktemp("table") / "table.sqlite3", "--bot-seconds", "0.1", "--slot-factor", "0"
    ).start()
    yield one
    one.stop()


#: where others give the first order at once, a page may come too late to add to the shuffle, and is told so
LATE = re.compile(r"status of 409 .*/seats/\d+/part\)")


class Watch:
    """Collects what pages complain about."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.allowed: list[str] = []

    def page(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', "
            "(e) => console.error('CSP: ' + e.violatedDirective + ' ' + e.blockedURI))"
        )

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def verdict(self) -> list[str]:
        """Complaints that nobody expected."""
        said = (one for one in self.complaints if not LATE.search(one))
        return [one for one in said if not any(piece in one for piece in self.allowed)]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """No console errors and no violations of the content policy in any page of a test."""
    one = Watch()
    yield one
    assert one.verdict() == []


@pytest.fixture
def people(request: pytest.FixtureRequest, chromium: Browser, watch: Watch) -> Iterator[Callable[..., BrowserContext]]:
    """New people, each with a browser of their own. SANSSOUCI_SCREENS names a folder for a last look at each page."""
    contexts: list[BrowserContext] = []

    def come(**options: Any) -> BrowserContext:
        options.setdefault("viewport", {"width": 1100, "height": 700})
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("locale", "en-GB")
        context = chromium.new_context(**options)
        context.on("page", watch.page)
        contexts.append(context)
        return context

    yield come
    folder = os.environ.get("SANSSOUCI_SCREENS")
    for number, context in enumerate(contexts):
        if folder:
            for page in context.pages:
                name = f"{request.node.name}-{number}.png".replace("/", "_")
                page.screenshot(path=str(Path(folder) / name))
        context.close()
