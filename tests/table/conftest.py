"""A real server process on a real database file, for every test that asks for one."""

from __future__ import annotations

import asyncio
import os
import pwd
import queue
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import sanssouci
from sanssouci.table import robot
from sanssouci.table.client import Browser, Seat

#: the package under test, as this process found it: the sources, or an installed and compiled copy
SRC = Path(sanssouci.__file__).parents[1]


# Debian keeps the programs of PostgreSQL's server where no PATH leads
if shutil.which("initdb") is None:
    os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, Path("/usr/lib/postgresql").glob("*/bin"))])

#: the databases that server tests run on; PostgreSQL where its programs are installed, and always in `make test`
if os.environ.get("SANSSOUCI_COMPLETE") == "1":
    os.environ["SANSSOUCI_TEST_DATABASES"] = "sqlite,postgres"
else:
    os.environ.setdefault("SANSSOUCI_TEST_DATABASES", "sqlite,postgres" if shutil.which("initdb") else "sqlite")
DATABASES = os.environ["SANSSOUCI_TEST_DATABASES"]


def unprivileged() -> str | None:
    """Whom PostgreSQL runs as: it does not run as root. A wheel of it brings no user of its own."""
    if os.geteuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


class Cluster:
    """A PostgreSQL server of the tests' own, without password, on a free port of this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = unprivileged()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.count = 0
        self.process: subprocess.Popen[bytes] | None = None

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, user=self.user, capture_output=True, cwd=self.folder)
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> Cluster:
        """Make a cluster and start it."""
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "sanssouci", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        return self.again()

    def again(self) -> Cluster:
        """Start a cluster that is there."""
        data = str(self.folder / "data")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-D", data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")
        return self

    def database(self) -> str:
        """A new, empty database; its URL."""
        self.count += 1
        name = f"table{self.count}"
        asyncio.run(self._create(name))
        return f"postgresql://sanssouci@127.0.0.1:{self.port}/{name}"

    async def _create(self, name: str) -> None:
        import asyncpg  # type: ignore[import-untyped]

        connection = await asyncpg.connect(f"postgresql://sanssouci@127.0.0.1:{self.port}/postgres")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    def stop(self) -> None:
        """Stop it."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")


class ServerProcess:
    """`sanssouci serve` as a process of its own."""

    def __init__(self, database: Path | str, *arguments: str, port: int = 0, first: str = "", **bounds: float) -> None:
        self.database = str(database)
        self.arguments = arguments
        self.port = port
        self.bounds = bounds  # limits other than those of limits.py, so that tests reach them
        self.first = first  # a line of Python that the process runs before it serves
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def start(self) -> ServerProcess:
        """Start it and wait until it says where it is."""
        command = [
            sys.executable,
            "-c",
            f"from sanssouci.table import limits; vars(limits).update({self.bounds!r}); {self.first}\n"
            "from sanssouci.cli import main; main()",
            "serve",
            "--port",
            str(self.port),
            "--database",
            self.database,
            *(() if "--rate-factor" in self.arguments else ("--rate-factor", "1000")),
            # bots answer at once: what their slots are for is tested with a watch of the test's own
            *(() if "--slot-factor" in self.arguments else ("--slot-factor", "0")),
            *self.arguments,
        ]
        environment = os.environ | {"PYTHONPATH": str(SRC), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        said: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, args=(self.process, said), daemon=True).start()
        while True:
            line = said.get(timeout=300)
            if line is None:
                raise AssertionError("the server ended: " + "".join(self.lines))
            if line.startswith("The table is at "):
                self.base = line.split()[-1]
                self.port = int(self.base.rsplit(":", 1)[1].split("/")[0])
                break
        return self

    def _read(self, process: subprocess.Popen[str], said: queue.Queue[str | None]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.append(line)
            said.put(line)
        said.put(None)

    @property
    def output(self) -> str:
        """Everything it has printed."""
        return "".join(self.lines)

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def stop(self) -> int:
        """SIGTERM; its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def browser(self) -> Browser:
        """A new browser."""
        return Browser(self.base)

    def match(self, position: dict[str, Any] | None = None, **more: Any) -> Match:
        """A new game of two browsers in `west`."""
        return Match(self, position, **more)


Serve = Callable[..., ServerProcess]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL server for all tests; not below pytest's folder, which only its owner may enter."""
    with tempfile.TemporaryDirectory(prefix="sanssouci-postgres-") as folder:
        one = Cluster(Path(folder)).start()
        yield one
        one.stop()


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that a test may stop and start as it likes; it runs at the end."""
    with tempfile.TemporaryDirectory(prefix="sanssouci-postgres-") as folder:
        one = Cluster(Path(folder)).start()
        yield one
        one.stop()


@pytest.fixture(scope="module", params=DATABASES.split(","))
def fresh_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Gives new databases of each kind in turn."""
    if request.param == "postgres":
        return cast(Cluster, request.getfixturevalue("cluster")).database
    return lambda: str(tmp_path_factory.mktemp("table") / "table.sqlite3")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers; they are stopped after the test, and none may have printed a traceback."""
    started: list[ServerProcess] = []

    def start(*arguments: str, database: Path | str | None = None, **more: Any) -> ServerProcess:
        server = ServerProcess(database or tmp_path / "table.sqlite3", *arguments, **more)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()
    for server in started:
        assert "Traceback" not in server.output, server.output


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, fresh_database: Callable[[], str]) -> Iterator[ServerProcess]:
    """One server for a whole module, on each kind of database in turn; a module's `FIRST` runs in it beforehand."""
    one = ServerProcess(fresh_database(), first=getattr(request.module, "FIRST", "")).start()
    yield one
    one.stop()
    assert "Traceback" not in one.output, one.output


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the module's server has said last stands below a failure."""
    report = yield
    one = getattr(item, "funcargs", {}).get("server")
    if report.failed and isinstance(one, ServerProcess):
        report.sections.append(("the server's log", one.output[-4000:]))
    return report


class Match:
    """A game of two browsers in `west`, Friedrich at seat 0 and Pompadour at seat 1."""

    def __init__(self, server: ServerProcess, position: dict[str, Any] | None = None, **more: Any) -> None:
        self.server = server
        self.host, self.guest = server.browser(), server.browser()
        answer = self.host.post(
            "api/games",
            {
                "scenario": "west",
                "players": 2,
                "roles": "chosen",
                "seats": [
                    {"kind": "here", "name": "Anna", "roles": ["friedrich"]},
                    {"kind": "friend", "name": "Bruno", "roles": ["pompadour"]},
                ],
                "position": position,
            }
            | more,
        )
        self.game: str = answer["game"]
        self.link: str = answer["links"]["1"]
        self.guest.join(self.link)

    def sit(self) -> tuple[Seat, Seat]:
        """Both sockets."""
        return self.host.open(self.game), self.guest.open(self.game)

    def again(self) -> str:
        """The next game of the two, in the same roles: the guest proposes it and the host agrees."""
        path, body = f"api/games/{self.game}/rematch", {"roles": "same"}
        assert self.guest.post(path, body)["game"] is None
        return str(self.host.post(path, body)["game"])

    def play(self, seats: list[Seat], rng: random.Random, most: int, **more: Any) -> int:
        """Let the robot play through sockets; how many orders were given."""
        return play_on(seats, rng, most, **more)


def play_on(seats: list[Seat], rng: random.Random, most: int, **more: Any) -> int:
    """Let the robot play through sockets; how many orders were given."""
    for count in range(most):
        acting = None
        while acting is None:
            acting = next((seat for seat in seats if seat.state["menu"]), None)
            if acting is None:
                if any(seat.over for seat in seats):
                    return count
                for seat in seats:
                    seat.receive()
        acting.order(robot.order(acting.state["menu"], rng, **more))
        orders = acting.state["orders"]
        for seat in seats:
            seat.caught_up(orders)
    return most


@pytest.fixture
def match(server: ServerProcess) -> Match:
    """A new match on the module's server."""
    return Match(server)
