"""One real server, one real browser; every page must stay free of script errors and refused resources."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("tablepage", "robot")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
SRC = Path(__file__).parents[2] / "src"
SOAK = os.environ.get("SANSSOUCI_SOAK") == "1"


class Server:
    """`sanssouci serve` as a process of its own, on a database file of its own."""

    def __init__(self, database: Path, *more: str) -> None:
        self.database, self.more = database, more
        self.port = 0
        self.base = ""
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        """Start it, on the same port as before if there was one, and wait until it says where it is."""
        code = "from sanssouci.cli import main; main()"
        options = ["--port", str(self.port), "--database", str(self.database), "--rate-factor", "1000", *self.more]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        if (SRC / "sanssouci").exists() and os.environ.get("PYTHONPATH"):
            environment["PYTHONPATH"] = str(SRC)
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        said: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, args=(self.process, said), daemon=True).start()
        while True:
            line = said.get(timeout=60)
            assert line is not None, "the server ended: " + "".join(self.lines)
            if line.startswith("The table is at "):
                self.base = line.split()[-1].rstrip("/") + "/"
                self.port = int(self.base.rsplit(":", 1)[1].rstrip("/"))
                return self

    def _read(self, process: subprocess.Popen[str], said: queue.Queue[str | None]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.append(line)
            said.put(line)
        said.put(None)

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> None:
        """SIGTERM, and no traceback in anything it has printed."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        assert "Traceback" not in "".join(self.lines), "".join(self.lines)


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
    one = Server(tmp_path_factory.mktemp("table") / "table.sqlite3", "--bot-seconds", "0.1").start()
    yield one
    one.stop()


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
            "addEventListener('securitypolicyviolation', (e) => console.error('CSP: ' + e.violatedDirective + ' ' + e.blockedURI))"
        )

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def verdict(self) -> list[str]:
        """Complaints that nobody expected."""
        return [said for said in self.complaints if not any(piece in said for piece in self.allowed)]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """No console errors and no violations of the content policy in any page of a test."""
    one = Watch()
    yield one
    assert one.verdict() == []


@pytest.fixture
def people(chromium: Browser, watch: Watch) -> Iterator[Callable[..., BrowserContext]]:
    """New people, each with a browser of their own."""
    contexts: list[BrowserContext] = []

    def come(**options: Any) -> BrowserContext:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("locale", "en-GB")
        context = chromium.new_context(**options)
        context.on("page", watch.page)
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()
