"""The server is killed with SIGKILL in the middle of fast play, over and over.

20 times by default, 200 times with SANSSOUCI_SOAK, or as often as SANSSOUCI_KILLS says. After it: everything
acknowledged is in the log, no key was carried out twice, no order is half written, and bots went on by themselves.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.exceptions import WebSocketException

from sanssouci.friedrich import Game
from sanssouci.table import robot
from sanssouci.table.client import Browser, Refused
from sanssouci.table.storage.backup import backup

if TYPE_CHECKING:
    from conftest import Serve, ServerProcess

#: on all databases together
KILLS = int(os.environ.get("SANSSOUCI_KILLS", "200" if os.environ.get("SANSSOUCI_SOAK") else "20"))
KINDS = len(os.environ["SANSSOUCI_TEST_DATABASES"].split(","))
GONE = (OSError, WebSocketException, TimeoutError, EOFError)


class Player(threading.Thread):
    """Plays one seat as fast as it can, comes back after every kill, and writes down what it was told."""

    def __init__(self, browser: Browser, game: str, seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.browser, self.game, self.stop = browser, game, stop
        self.rng = random.Random(seed)
        self.keys = 0
        self.acknowledged: list[tuple[int, str, str]] = []  # n, text, key
        self.stale: list[str] = []  # keys the server said it did not carry out
        self.repeated = 0
        self.pending: tuple[str, int, str] | None = None
        self.problem: BaseException | None = None
        self.over = False

    def run(self) -> None:
        """Until told to stop."""
        try:
            while not self.stop.is_set() and not self.over:
                try:
                    self.play()
                except GONE:
                    self.stop.wait(0.02)  # the server is down: knock again
        except BaseException as problem:
            self.problem = problem

    def play(self) -> None:
        """One connection."""
        with self.browser.open(self.game) as seat:
            if self.pending is not None:
                # was it carried out? the same key again tells
                self.repeated += 1
                self.send(seat)
            while not self.stop.is_set():
                seat.until(lambda one: bool(one.state["menu"]) or one.over or self.stop.is_set(), 5)
                if seat.over:
                    self.over = True
                    return
                if not seat.state["menu"]:
                    return  # told to stop while it was not our turn
                text = robot.order(seat.state["menu"], self.rng, end=0.5)
                self.keys += 1
                self.pending = (text, seat.version, f"{self.name}-{self.keys:06d}")
                self.send(seat)

    def send(self, seat: Any) -> None:
        """Send what is pending, once or again with the same key."""
        assert self.pending is not None
        text, version, key = self.pending
        try:
            reply = seat.order(text, version=version, key=key)
            self.acknowledged.append((reply["n"], text, key))
        except Refused as refused:
            assert refused.key == "table.stale", refused.error
            self.stale.append(key)
        self.pending = None


def wait_for_progress(players: list[Player], count: int) -> None:
    """Until so many more orders were acknowledged, or the games are over."""
    before = sum(len(player.acknowledged) for player in players)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for player in players:
            assert player.problem is None, player.problem
        if sum(len(p.acknowledged) for p in players) >= before + count or all(p.over for p in players):
            return
        time.sleep(0.005)
    raise AssertionError("nobody gets on")


def new_match(server: ServerProcess, seed: int, stop: threading.Event) -> list[Player]:
    """Two players at a new game."""
    host, guest = server.browser(), server.browser()
    seats = [{"kind": "here"}, {"kind": "friend"}]
    made = host.post("api/games", {"scenario": "west", "players": 2, "seats": seats})
    guest.join(made["links"]["1"])
    players = [Player(host, made["game"], seed, stop), Player(guest, made["game"], seed + 1, stop)]
    for player in players:
        player.start()
    return players


def test_kill_after_kill(serve: Serve, fresh_database: Callable[[], str], tmp_path: Path) -> None:
    server = serve(database=fresh_database())
    rng = random.Random(1756)
    stop = threading.Event()
    players = [p for n in range(3) for p in new_match(server, 10 * n, stop)]
    running = list(players)
    watcher = server.browser()
    bots = [{"kind": "bot", "bot": "random"}] * 4
    bot_game = watcher.post("api/games", {"scenario": "standard", "players": 4, "seats": bots})["game"]
    bot_orders = [0]
    for kill in range(-(-KILLS // KINDS)):
        wait_for_progress(running, rng.randint(1, 12))
        time.sleep(rng.random() * 0.05)  # not always right after an acknowledgement
        server.kill()
        server.start()
        card = watcher.get(f"api/games/{bot_game}")["game"]
        assert card["orders"] >= bot_orders[-1], "a committed order of a bot was lost"
        bot_orders.append(card["orders"])
        if card["result"] is not None:
            bot_game = watcher.post("api/games", {"scenario": "standard", "players": 4, "seats": bots})["game"]
            bot_orders = [0]
        running = [p for p in running if not p.over]
        if len(running) < 4:
            fresh = new_match(server, 1000 + kill, stop)
            players += fresh
            running += fresh
    wait_for_progress(running, 10)
    # after the last restart the bots went on by themselves
    with watcher.open(bot_game) as seat:
        seat.until(lambda one: one.state["orders"] > bot_orders[-1] or one.over)
    stop.set()
    for player in players:
        player.join(30)
        assert player.problem is None, player.problem
    server.kill()
    path = Path(server.database)
    if "://" in server.database:
        path = tmp_path / "copy.sqlite3"
        asyncio.run(backup(server.database, path))
    examine(path, players)
    assert sum(player.repeated for player in players) > 0, "no kill ever fell between an order and its answer"


def examine(path: Path, players: list[Player]) -> None:
    """The database after the last kill, looked at without our own code for reading it."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    for game, start, count in connection.execute("SELECT id, start, orders FROM games").fetchall():
        rows = connection.execute("SELECT n, text, position FROM orders WHERE game = ? ORDER BY n", (game,)).fetchall()
        assert [row[0] for row in rows] == list(range(count)), "the log has no gap and no extra order"
        replayed = Game.from_position(json.loads(zlib.decompress(start)))
        for _n, text, _position in rows:
            replayed.play(text)
        if rows:
            assert json.loads(zlib.decompress(rows[-1][2])) == json.loads(json.dumps(replayed.position()))
        log = {row[0]: row[1] for row in rows}
        done = dict(connection.execute("SELECT key, reply FROM keys WHERE game = ?", (game,)).fetchall())
        assert len(done) == count, "as many keys as orders: nobody acted twice"
        for player in (p for p in players if p.game == game):
            for n, text, key in player.acknowledged:
                assert log[n] == text, "an acknowledged order was lost"
                assert json.loads(done[key])["n"] == n
            for key in player.stale:
                assert key not in done, "refused as stale, but carried out"
    connection.close()
