"""Bad networks, half-open sockets, databases that come and go, and clocks that jump: nothing is lost or done twice.

Short forms run in `make test`; SANSSOUCI_CUTS, SANSSOUCI_OUTAGES and SANSSOUCI_JUMPS make them longer (`make siege`).
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from cutting import BadNetwork
from test_kill import Player, examine, wait_for_progress
from test_two_servers import Redis

from sanssouci.table.client import Browser, Seat
from sanssouci.table.storage.backup import backup

if TYPE_CHECKING:
    from conftest import Cluster, Serve, ServerProcess

CUTS = int(os.environ.get("SANSSOUCI_CUTS", "40"))
OUTAGES = int(os.environ.get("SANSSOUCI_OUTAGES", "3"))
JUMPS = int(os.environ.get("SANSSOUCI_JUMPS", "8"))
SEED = int(os.environ.get("SANSSOUCI_SEED", "1"))
HALF_OPEN = int(os.environ.get("SANSSOUCI_HALF_OPEN", "60"))
#: … of them at one game: each is told of the others that came, and who has too much unread answers no ping any more
A_GAME = 12
WEST = [{"kind": "here"}, {"kind": "friend"}]


def until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait for a condition."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


class Patient(Player):
    """A player who asks again when the table says that it cannot do its work now."""

    def send(self, seat: Any) -> None:
        """Send what is pending; it stays pending where nobody knows whether it was carried out."""
        pending = self.pending
        try:
            super().send(seat)
        except AssertionError as problem:
            if "table.unavailable" not in str(problem):
                raise
            self.pending = pending
            raise TimeoutError from None  # he comes again


class Field:
    """Games of two that never stop: whoever's game is over begins another."""

    def __init__(self, bases: list[str], seed: int) -> None:
        self.bases = bases
        self.rng = random.Random(seed)
        self.stop = threading.Event()
        self.players: list[Player] = []

    def keep(self, games: int, host: ServerProcess) -> None:
        """So many games are played; they are made by the front door."""
        while sum(1 for player in self.players if not player.over) < games * 2:
            one, other = host.browser(), host.browser()
            made = one.post("api/games", {"scenario": "west", "players": 2, "seats": WEST})
            other.join(made["links"]["1"])
            for browser in (one, other):
                through = Browser(self.rng.choice(self.bases), browser.cookie)
                player = Patient(through, made["game"], self.rng.randrange(2**31), self.stop)
                self.players.append(player)
                player.start()

    def get_on(self, orders: int) -> None:
        """Until so many more orders were acknowledged."""
        wait_for_progress([player for player in self.players if not player.over], orders)

    def end(self) -> int:
        """Everybody stops; how many orders were acknowledged."""
        self.stop.set()
        for player in self.players:
            player.join(60)
            assert player.problem is None, player.problem
        return sum(len(player.acknowledged) for player in self.players)


@pytest.fixture
def network() -> Iterator[Callable[..., BadNetwork]]:
    """Makes bad networks."""
    made: list[BadNetwork] = []

    def make(*given: Any, **named: Any) -> BadNetwork:
        made.append(BadNetwork(*given, **named))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_cut_and_silent_connections_lose_nothing(
    serve: Serve, network: Callable[..., BadNetwork], tmp_path: Path
) -> None:
    server = serve(SOCKET_PING_SECONDS=1)
    bad = network(server.port, SEED, cut=0.8, silent=0.06, lives=1.5)
    field = Field([bad.base], SEED)
    while bad.cuts + bad.silences < CUTS:
        field.keep(3, server)
        field.get_on(1)
    assert field.end() > 10
    server.kill()
    examine(tmp_path / "table.sqlite3", field.players)
    assert bad.cuts > 0 and sum(player.repeated for player in field.players) > 0, "nothing was ever sent again"
    print(f"{bad.cuts} cuts, {bad.silences} silences, {sum(len(p.acknowledged) for p in field.players)} orders")


def sockets(server: ServerProcess) -> int:
    """How many sockets the server believes to be open."""
    text = server.browser().call("GET", "metrics")[2].decode()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("sanssouci_sockets_open ")))


def test_half_open_sockets_are_let_go(serve: Serve, network: Callable[..., BadNetwork]) -> None:
    """Their browsers never said goodbye, and no network says that they are gone."""
    server = serve("--metrics", SOCKET_PING_SECONDS=5)
    bad = network(server.port, SEED, slow=0.0)
    matches = [server.match() for _ in range(-(-HALF_OPEN // A_GAME))]
    anna = [match.host.open(match.game) for match in matches]
    bruno: list[Seat] = []
    for match in matches:
        through = Browser(bad.base, match.guest.cookie)
        bruno += [through.open(match.game) for _ in range(min(A_GAME, HALF_OPEN - len(bruno)))]
    assert sockets(server) == HALF_OPEN + len(matches)
    for seat in anna:
        seat.until(lambda one: one.state["table"]["present"] == [0, 1])
    bad.hush()
    # though nobody said so, he is known to be gone, and his seat may be taken up from elsewhere at once
    for seat in anna:
        seat.until(lambda one: one.state["table"]["present"] == [0])
    until(lambda: sockets(server) == len(matches), "half-open sockets are kept")
    for match in matches:
        with match.guest.open(match.game) as again:
            assert again.state["seat"] == 1
    for seat in bruno:
        seat.socket.socket.close()
    for seat in anna:
        seat.close()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis server that may be stopped."""
    one = Redis(tmp_path)
    yield one
    one.stop()


@pytest.mark.skipif(shutil.which("initdb") is None, reason="needs PostgreSQL")
@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server")
def test_database_and_redis_come_and_go(serve: Serve, own_cluster: Cluster, redis: Redis, tmp_path: Path) -> None:
    url = own_cluster.database()
    servers = [serve("--redis", redis.url, database=url) for _ in range(2)]
    field = Field([server.base for server in servers], SEED)
    field.keep(3, servers[0])
    try:
        for number in range(OUTAGES):
            field.get_on(5)
            what = (number + SEED) % 3
            if what != 1:
                own_cluster.stop()
            if what != 0:
                redis.stop()
            time.sleep(field.rng.uniform(0.0, 0.5))  # how long it is away makes no difference
            for server in servers:
                assert server.browser().call("GET", "api/health")[0] == 200
            if what != 1:
                own_cluster.again()
            if what != 0:
                redis.start()
            until(lambda: all(ready(server) for server in servers), "it does not become ready again")
            field.keep(3, servers[number % 2])
        field.get_on(5)
    finally:
        count = field.end()
    copy = tmp_path / "copy.sqlite3"
    asyncio.run(backup(url, copy))
    examine(copy, field.players)
    assert count > 10
    for server in servers:
        # what the players saw is asked above; the log may say that the database was away
        server.lines = [line.replace("Traceback", "traceback") for line in server.lines]


def ready(server: ServerProcess) -> bool:
    """Whether a server can do its work."""
    return bool(server.browser().call("GET", "api/ready")[0] == 200)


def gone_on(last: int, seat: Any) -> bool:
    """Whether a game has more orders than it had."""
    return bool(seat.over or seat.state["orders"] > last)


def test_clocks_that_jump_change_nothing(serve: Serve, tmp_path: Path) -> None:
    """A wall clock that is set forward and back by hours and years: games go on, logs keep their order."""
    clock = tmp_path / "clock"
    clock.write_text("0")
    first = f"import time; _real = time.time; time.time = lambda: _real() + float(open({str(clock)!r}).read() or 0)"
    server = serve("--slot-factor", "0", first=first)
    rng = random.Random(SEED)
    match = server.match()
    bots = [{"kind": "bot", "bot": "random"}] * 4
    watcher = server.browser()
    bot_game = watcher.post("api/games", {"scenario": "standard", "players": 4, "seats": bots})["game"]
    anna, bruno = match.sit()
    last = 0
    for _ in range(JUMPS):
        new = tmp_path / "clock.new"
        new.write_text(str(rng.choice([-1, 1]) * 10 ** rng.uniform(0, 8)))
        new.replace(clock)
        if match.play([anna, bruno], rng, 6) < 6:
            match = server.match()
            anna, bruno = match.sit()
        page = anna.ask("log", **{"from": 0, "count": 200})["log"]
        assert [entry["n"] for entry in page] == list(range(len(page)))
        anna.ask("chat", text="What time is it?")
        assert server.browser().call("GET", "api/ready")[0] == 200
        with match.host.open(match.game) as again:
            assert again.state["orders"] == anna.state["orders"]
        with watcher.open(bot_game) as seat:
            # bots go on by themselves
            seat.until(partial(gone_on, last))
            last = seat.state["orders"]
            if seat.over:
                bot_game = watcher.post("api/games", {"scenario": "standard", "players": 4, "seats": bots})["game"]
                last = 0


def test_nothing_is_told_before_the_game_is_shown(serve: Serve, tmp_path: Path) -> None:
    """Somebody goes while a newcomer's snapshot is still being read from the database."""
    door, waits = tmp_path / "door", tmp_path / "waits"
    first = f"""
import asyncio
from pathlib import Path
from sanssouci.table.storage import store_orders
_entries = store_orders.entries
async def entries(*given):
    while Path({str(waits)!r}).exists() and not Path({str(door)!r}).exists():
        await asyncio.sleep(0.01)
    return await _entries(*given)
store_orders.entries = entries
"""
    match = serve(first=first).match()
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        anna.until(lambda seat: seat.state["table"]["present"] == [0, 1])
        waits.touch()
        newcomer = match.host.open(match.game, hello=False)
        newcomer.send("hello")
        assert newcomer.receive()["type"] == "reply"
        bruno.close()
        anna.until(lambda seat: seat.state["table"]["present"] == [0])
        door.touch()
        assert newcomer.receive()["type"] == "snapshot"
        assert newcomer.state["table"]["present"] == [0]
        newcomer.close()
