"""Hostile requests to a real server, again and again: its memory and its disk stay flat.

`SANSSOUCI_SOAK=1` makes the same rounds many times over.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import socket
import sqlite3
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

from sanssouci.friedrich import Game
from sanssouci.table import robot
from sanssouci.table.client import Refused
from sanssouci.table.http.pages import FOLDER

if TYPE_CHECKING:
    from conftest import Serve, ServerProcess

LONG = os.environ.get("SANSSOUCI_SOAK") == "1"
#: the first rounds fill caches and pools; what counts is what the later ones add
WARM, ROUNDS = (10, 100) if LONG else (2, 4)
#: bytes that may come and go; the file cache alone took 34 MB for each round before it was mended
MEMORY, DISK = 12_000_000, 1_000_000
HANOVER = "allot hanover ferdinand=8 cumberland=4"


def memory(server: ServerProcess) -> int:
    """Resident bytes."""
    assert server.process is not None
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) * 1024


def spelled(number: int, name: str) -> str:
    """A file's path in one of endlessly many spellings."""
    rng = random.Random(number)
    return "assets/" + "".join(rng.choice(["/", "./", "//", ".//"]) for _ in range(rng.randint(4, 40))) + name


def record() -> str:
    """A game to upload."""
    game, rng = Game.new(scenario="west", players=2, seed="soak"), random.Random(5)
    while (decision := game.decision) is not None:
        game.play(robot.order(game.menu(decision.roles[0]), rng))
    return game.record()


class Hostile:
    """Does in each round what a stranger might do without end."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.match = server.match()
        self.record = record()
        self.asset = max((FOLDER / "assets").iterdir(), key=lambda path: path.stat().st_size).name
        self.count = 0

    def round(self) -> None:
        """Everything once."""
        self.files()
        self.unknown()
        self.rubbish()
        self.talk()
        self.games()

    def files(self) -> None:
        """The same file by other paths, on one connection."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for _ in range(150):
            self.count += 1
            connection.request("GET", "/" + spelled(self.count, self.asset))
            answer = connection.getresponse()
            assert answer.status == 200 and answer.read()
        connection.close()

    def unknown(self) -> None:
        """Games and links that are not there, from browsers that never come again."""
        browser = self.server.browser()
        for _ in range(60):
            self.count += 1
            assert browser.call("GET", f"api/games/{self.count:016}")[0] == 404
            assert browser.call("POST", "api/join", {"token": f"{self.count:043}"})[0] == 404

    def rubbish(self) -> None:
        """Half requests that are given up, bad JSON, a record that cannot be."""
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", self.server.port)) as half:
                half.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{")
        browser = self.server.browser()
        for _ in range(20):
            assert browser.call("POST", "api/records", {"text": "x" * 60_000})[0] == 422

    def talk(self) -> None:
        """Chat, orders taken back, notes and questions without end."""
        with self.match.host.open(self.match.game) as anna:
            for n in range(25):
                anna.ask("chat", text=f"{n} " + "x" * 900)
                anna.order(HANOVER)
                anna.undo()
            anna.ask("notes", text="y" * 15_000)
            with contextlib.suppress(Refused):
                anna.ask("since")

    def games(self) -> None:
        """New browsers with games, sandboxes and records, which they delete again."""
        for _ in range(2):
            browser = self.server.browser()
            games = [browser.post("api/records", {"text": self.record})["game"]]
            start = {"format": "friedrich-position/1", "scenario": "west"}
            games += [browser.post("api/sandbox", {"position": start})["game"] for _ in range(5)]
            for game in games:
                assert browser.call("DELETE", f"api/games/{game}")[0] == 200


def pages(path: Path) -> int:
    """Bytes of the database in use, those in the write-ahead log with them."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    used = (
        connection.execute("PRAGMA page_count").fetchone()[0]
        - connection.execute("PRAGMA freelist_count").fetchone()[0]
    )
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    return int(used * size)


def test_hostile_requests_leave_memory_and_disk_flat(serve: Serve, tmp_path: Path) -> None:
    server = serve(CHAT_LINES=40, KEYS_PER_GAME=200, UPKEEP_SECONDS=0.5, STRANGER_SECONDS=2)
    hostile = Hostile(server)
    for _ in range(WARM):
        hostile.round()
    before, kept = memory(server), pages(tmp_path / "table.sqlite3")
    for _ in range(ROUNDS):
        hostile.round()
    grown, more = memory(server) - before, pages(tmp_path / "table.sqlite3") - kept
    assert grown < MEMORY, f"{grown / 1e6:.0f} MB more memory after {ROUNDS} rounds"
    assert more < DISK, f"{more / 1e3:.0f} KB more on the disk after {ROUNDS} rounds"
    print(f"{ROUNDS} rounds: {grown / 1e6:+.1f} MB of memory, {more / 1e3:+.0f} KB on the disk")
