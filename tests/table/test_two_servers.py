"""Two server processes on one PostgreSQL with Redis: orders through either, told by both, either killed."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.client import Browser

if TYPE_CHECKING:
    from conftest import Cluster, Serve, ServerProcess

pytestmark = [
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server"),
    pytest.mark.skipif(shutil.which("initdb") is None, reason="needs PostgreSQL"),
]

HANOVER = "allot hanover ferdinand=8 cumberland=4"
FRANCE = "allot france richelieu=8 soubise=7 chevert=5"


class Redis:
    """A Redis server of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            ["redis-server", *options, "--dir", str(self.folder)], stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("Redis does not start")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    one = Redis(tmp_path)
    yield one
    one.stop()


@pytest.fixture
def two(serve: Serve, cluster: Cluster, redis: Redis) -> tuple[ServerProcess, ServerProcess]:
    """Two servers on one database."""
    url = cluster.database()
    return serve("--redis", redis.url, database=url), serve("--redis", redis.url, database=url)


def at(browser: Browser, server: Any) -> Browser:
    """The same browser at the other server."""
    return Browser(server.base, browser.cookie)


def test_orders_through_either_are_told_by_both(two: tuple[Any, Any]) -> None:
    first, second = two
    match = first.match()
    anna = match.host.open(match.game)
    bruno = at(match.guest, second).open(match.game)
    other_tab = at(match.host, second).open(match.game)
    anna.order(HANOVER)
    bruno.until(lambda seat: seat.state["orders"] == 1)
    bruno.order(FRANCE)
    anna.until(lambda seat: seat.state["orders"] == 2)
    played = match.play([anna, bruno], random.Random(1), 60)
    assert played == 60
    other_tab.until(lambda seat: seat.state["orders"] == 62)
    assert other_tab.state["log"] == anna.state["log"] and other_tab.version == anna.version
    anna.ask("chat", text="across")
    bruno.until(lambda seat: seat.told[-1]["type"] == "chat")
    match.host.post(f"api/games/{match.game}/seats/1/name", {"name": "Brunhilde"})
    bruno.until(lambda seat: seat.state["table"]["card"]["seats"][1]["name"] == "Brunhilde")
    match.host.post(f"api/games/{match.game}/seats/1/link")
    bruno.until(lambda seat: seat.told[-1]["type"] == "gone")
    match.host.delete(f"api/games/{match.game}")
    other_tab.until(lambda seat: seat.told[-1]["type"] == "gone")


def test_undo_is_told_across(two: tuple[Any, Any]) -> None:
    first, second = two
    match = first.match()
    anna = match.host.open(match.game)
    bruno = at(match.guest, second).open(match.game)
    anna.order(HANOVER)
    bruno.until(lambda seat: seat.state["orders"] == 1)
    anna.undo()
    bruno.until(lambda seat: seat.state["orders"] == 0 and seat.state["log"] == [])


def test_both_at_once_only_one_is_carried_out(two: tuple[Any, Any]) -> None:
    """The same seat in two tabs at two servers sends at the same moment, over and over."""
    first, second = two
    match = first.match()
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        anna.order(HANOVER)
        bruno.order(FRANCE)
    tabs = [match.host.open(match.game), at(match.host, second).open(match.game)]
    outcomes: list[str] = []

    def send(tab: Any, text: str, barrier: threading.Barrier) -> None:
        barrier.wait()
        try:
            tab.order(text)
            outcomes.append("done")
        except Exception as problem:
            outcomes.append(getattr(problem, "key", repr(problem)))

    from sanssouci.table import robot

    for n in range(10):
        if not tabs[0].state["menu"]:
            break
        text = robot.order(tabs[0].state["menu"], random.Random(n), end=0)
        barrier = threading.Barrier(2)
        threads = [threading.Thread(target=send, args=(tab, text, barrier)) for tab in tabs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["done", "table.stale"], outcomes
        outcomes.clear()
        for tab in tabs:
            tab.until(lambda one, n=n: one.state["orders"] == 3 + n)
    assert tabs[0].state["log"] == tabs[1].state["log"]


def test_one_process_killed_at_any_moment(two: tuple[Any, Any], redis: Redis) -> None:
    first, second = two
    match = first.match()
    guest = at(match.guest, second)
    rng = random.Random(5)
    bots = [{"kind": "bot", "bot": "random"}] * 4
    watcher = first.browser()
    bot_game = watcher.post("api/games", {"scenario": "standard", "players": 4, "seats": bots})["game"]
    for _ in range(4):
        anna, bruno = match.host.open(match.game), guest.open(match.game)
        match.play([anna, bruno], rng, rng.randint(5, 15))
        orders = bruno.state["orders"]
        anna.send("order", text="end", version=anna.version, key=f"last-words-{orders}")
        first.kill()
        # the other goes on serving both players
        with at(match.host, second).open(match.game) as moved:
            assert moved.state["orders"] >= orders
            bruno.caught_up(moved.state["orders"])
            match.play([moved, bruno], rng, 5)
        anna.close()
        bruno.close()
        first.start()
    # bots of the killed process were taken over or resumed
    with at(watcher, second).open(bot_game) as seat:
        seat.until(lambda one: one.over, 240)


def test_a_lost_redis_delays_and_loses_nothing(two: tuple[Any, Any], redis: Redis) -> None:
    first, second = two
    match = first.match()
    anna = match.host.open(match.game)
    bruno = at(match.guest, second).open(match.game)
    redis.stop()
    anna.order(HANOVER)
    bruno.until(lambda seat: seat.state["orders"] == 1)
    redis.start()
    bruno.order(FRANCE)
    anna.until(lambda seat: seat.state["orders"] == 2)


def looking(seat: Any) -> tuple[list[int], int]:
    """Who looks at the game, as this socket was told."""
    table = seat.state["table"]
    return table["present"], table["spectators"]


def test_both_know_who_is_looking(two: tuple[Any, Any]) -> None:
    first, second = two
    match = first.match()
    anna = match.host.open(match.game)
    bruno = at(match.guest, second).open(match.game)
    anna.until(lambda seat: looking(seat) == ([0, 1], 0))
    bruno.until(lambda seat: looking(seat) == ([0, 1], 0))
    watcher = second.browser()
    watcher.join(match.host.post(f"api/games/{match.game}/watch")["link"])
    window = watcher.open(match.game)
    assert looking(window) == ([0, 1], 1), "who comes later is told at once"
    anna.until(lambda seat: looking(seat) == ([0, 1], 1))
    window.close()
    anna.until(lambda seat: looking(seat) == ([0, 1], 0))
    bruno.close()
    anna.until(lambda seat: looking(seat) == ([0], 0))
    bruno = at(match.guest, second).open(match.game)
    anna.until(lambda seat: looking(seat) == ([0, 1], 0))
    second.kill()
    anna.until(lambda seat: looking(seat) == ([0], 0))  # though nobody said goodbye
    second.start()
    bruno = at(match.guest, second).open(match.game)
    anna.until(lambda seat: looking(seat) == ([0, 1], 0))
    bruno.until(lambda seat: looking(seat) == ([0, 1], 0))
    second.stop()
    anna.until(lambda seat: looking(seat) == ([0], 0))


def test_what_a_seat_keeps_for_itself_is_known_to_both(two: tuple[Any, Any]) -> None:
    first, second = two
    match = first.match()
    there = at(match.host, second)
    assert kept(there, match.game) == ("", None)
    anna = match.host.open(match.game)
    anna.ask("notes", text="Fermor is weak")
    anna.ask("instruct", instruction={"mode": "never", "combats": "both"})
    end = time.monotonic() + 30
    while kept(there, match.game) != ("Fermor is weak", {"mode": "never", "combats": "both"}):
        assert time.monotonic() < end, "not told in half a minute"


def kept(browser: Browser, game: str) -> tuple[str, Any]:
    """A seat's notes and instruction, as its server tells them."""
    with browser.open(game) as seat:
        return seat.state["notes"], seat.state["instruction"]
