"""Bots and hints think on other machines, reached through Redis; without any the table thinks by itself."""

from __future__ import annotations

import asyncio
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
from sanssouci.friedrich import Game
from sanssouci.table.thinking import remote
from sanssouci.table.thinking.job import Job
from sanssouci.table.thinking.workers import Answer, Worker

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


def test_who_waits_for_a_job_does_not_take_the_silence_for_an_outage(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis' client gives up after five seconds of its own accord; a thinker without work was deaf for the next one."""
    patience: list[float] = []

    async def idle() -> None:
        connect = remote.connect

        def noted(url: str, given: float | None = None) -> Any:
            client = connect(url, given)
            patience.append(client.connection_pool.connection_kwargs["socket_timeout"])
            return client

        monkeypatch.setattr(remote, "connect", noted)
        thinking = asyncio.create_task(remote.Thinker(redis.url, 1).run())
        while not patience:
            await asyncio.sleep(0.01)
        thinking.cancel()
        async with asyncio.timeout(60):
            await asyncio.gather(thinking, return_exceptions=True)

    asyncio.run(idle())
    assert patience[0] > remote.ASK_SECONDS


class Noted(Worker):
    """Stands for a thinker's process: notes what it is asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.jobs: list[Job] = []

    async def ready(self) -> None:
        """It always is."""

    async def _exchange(self, job: Any) -> Answer:
        self.jobs.append(job)
        return {"answer": "pass"}


def test_a_thought_elsewhere_is_cut_to_fit(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """S1: what is left until it must end, less what the job waited; where there is no end, all that was granted."""
    monkeypatch.setattr(remote, "TAKEN_SECONDS", 60.0)
    game = Game.new(scenario="west", players=2, seed="elsewhere")
    job = Job("order", "captain", 1, game.view("friedrich"), game.menu("friedrich"), 30.0)

    async def ask() -> list[float]:
        asker, thinker, noted = (
            remote.RemoteWorker(0, redis.url, remote.THOUGHTS),
            remote.Thinker(redis.url, 1),
            Noted(),
        )
        thinker._workers = [noted]
        asked = asyncio.create_task(asker.ask(job, 60, asker.clock() + 20.0))
        look = remote.connect(redis.url)
        while not await look.llen(remote.THOUGHTS):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)  # nobody has time to think
        thinking = asyncio.create_task(thinker.run())
        assert await asked == "pass" and await asker.ask(job, 60) == "pass"
        thinking.cancel()
        async with asyncio.timeout(60):  # it ends, in whatever command it is
            await asyncio.gather(thinking, return_exceptions=True)
        return [one.budget for one in noted.jobs]

    cut, whole = asyncio.run(ask())
    assert 0 < cut <= 19.8 and whole == 30.0


def test_an_odd_address_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from sanssouci.cli import main; main()", "think", "--redis", "nonsense"]
    environment = os.environ | {"PYTHONPATH": str(Path(sanssouci.__file__).parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1 and "Redis" in done.stderr
