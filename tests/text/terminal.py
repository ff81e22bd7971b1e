"""Running the real commands: as a child with pipes, and as a child at a terminal of its own."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from typing import Any

COMMAND = [sys.executable, "-c", "from sanssouci.cli import main; main()"]


class Done:
    """What a command said and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str, lines: bytes | str = b"", timeout: float = 120, **environment: str) -> Done:
    """Run `sanssouci` with pipes; a traceback is never an answer."""
    data = lines.encode() if isinstance(lines, str) else lines
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    child = subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, timeout=timeout, env=env)
    done = Done(child.returncode, child.stdout.decode(), child.stderr.decode())
    assert "Traceback" not in done.out + done.err, done.err
    return done


class AtTerminal:
    """A command at a pseudo-terminal: what is written is waited for, never slept for."""

    def __init__(self, *arguments: str, term: str = "xterm") -> None:
        import pty

        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = term
            os.environ["COLUMNS"] = "200"
            os.execv(COMMAND[0], [*COMMAND, *arguments])
        self.seen = ""
        self.start = 0

    def until(self, wanted: str, timeout: float = 60) -> str:
        """Wait for a text; answer what came since the last one."""
        end = time.monotonic() + timeout
        while wanted not in self.seen[self.start :]:
            left = end - time.monotonic()
            assert left > 0, f"{wanted!r} did not come: {self.seen[self.start :]!r}"
            if select.select([self.descriptor], [], [], left)[0]:
                try:
                    data = os.read(self.descriptor, 65536)
                except OSError:
                    data = b""
                assert data, f"{wanted!r} did not come before the end: {self.seen[self.start :]!r}"
                self.seen += data.decode(errors="replace")
        cut = self.seen.index(wanted, self.start) + len(wanted)
        part, self.start = self.seen[self.start : cut], cut
        return part

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.descriptor, line.encode() + b"\n")

    def end(self) -> int:
        """Wait for the end; answer the exit status."""
        while True:
            try:
                if not os.read(self.descriptor, 65536):
                    break
            except OSError:
                break
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
