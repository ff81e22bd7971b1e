"""The real server as a process, and the real browser: for the tests and for the pictures."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
SRC = Path(__file__).parents[2] / "src"
SOAK = os.environ.get("SANSSOUCI_SOAK") == "1"


class Server:
    """`sanssouci serve` as a process of its own, on a database file of its own."""

    def __init__(self, database: Path, *more: str, source: Path | None = None) -> None:
        """`source`: where another copy of the package lies, which the process takes instead of ours."""
        self.database, self.more, self.source = database, more, source
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
        if self.source is not None:
            environment["PYTHONPATH"] = str(self.source)
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
