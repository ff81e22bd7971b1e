"""Bots and hints think on other machines, reached through Redis; without any the table thinks by itself."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_two_servers import Redis

import sanssouci

if TYPE_CHECKING:
    from conftest import Serve, ServerProcess

pytestmark = pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server")
BOTS = [{"kind": "bot", "bot": "captain"}] * 2


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis server."""
    one = Redis(tmp_path)
    yield one
    one.stop()


class Thinker:
    """`sanssouci think` as a process of its own."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-c", "from sanssouci.cli import main; main()", "think", "--redis", url]
        environment = os.environ | {"PYTHONPATH": str(Path(sanssouci.__file__).parents[1]), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*command, "--workers", "1"], stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        assert self.process.stdout is not None and self.process.stdout.readline() == "Ready to think.\n"

    def end(self) -> None:
        """Kill it with its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)


def children(process: Any) -> int:
    """How many processes a process has begun that still run."""
    return len(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())


def play(server: ServerProcess, orders: int) -> int:
    """Let bots play a war among themselves; how many orders they gave."""
    browser = server.browser()
    game = browser.post("api/games", {"scenario": "west", "players": 2, "seats": BOTS})["game"]
    with browser.open(game) as seat:
        seat.until(lambda one: one.over or one.state["orders"] >= orders, 120)
        return int(seat.state["orders"])


def test_bots_think_elsewhere_and_here_when_nobody_does(serve: Serve, redis: Redis) -> None:
    server = serve("--thinkers", redis.url)
    thinker = Thinker(redis.url)
    try:
        assert play(server, 6) >= 6
        assert children(server.process) == 0, "the table has thought by itself"
        assert children(thinker.process) == 1
        match = server.match()
        with match.host.open(match.game) as anna:
            assert anna.ask("ask", what="hint")["answer"]["hints"]
        assert children(server.process) == 0
    finally:
        thinker.end()
    assert play(server, 6) >= 6, "nobody thinks elsewhere any more"
    assert children(server.process) > 0
    redis.stop()
    assert play(server, 6) >= 6, "nor is there a Redis"


def test_an_odd_address_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from sanssouci.cli import main; main()", "think", "--redis", "nonsense"]
    environment = os.environ | {"PYTHONPATH": str(Path(sanssouci.__file__).parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1 and "Redis" in done.stderr
