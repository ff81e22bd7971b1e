"""The speed of the table, measured on a real server process with a real SQLite file.

    python tools/bench_table.py [--games 200] [--rate 100] [--seconds 20] [--more 1000]

Prints: bytes to the first playable screen; start-up time; the time from an order to the other browser
(p50, p99) at a given rate of orders over many games, with the disk's fsync beside it, and how it grows
with more games; memory per live game; opening and replaying a game of 1,500 orders.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets.asyncio.client

import sanssouci
from sanssouci.friedrich import BUILD, Game
from sanssouci.table import robot
from sanssouci.table.client import Browser


class Server:
    """`sanssouci serve` on a new database."""

    def __init__(self, folder: Path) -> None:
        begun = time.perf_counter()
        command = [sys.executable, "-c", "from sanssouci.cli import main; main()", "serve", "--port", "0"]
        command += ["--database", str(folder / "bench.sqlite3"), "--rate-factor", "100000"]
        environment = os.environ | {"PYTHONPATH": str(Path(sanssouci.__file__).parents[1])}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split()[-1]
        self.browser().get("api/ready")
        self.started = time.perf_counter() - begun

    def browser(self) -> Browser:
        """A new browser."""
        return Browser(self.base)

    def memory(self) -> int:
        """Resident bytes of the process."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        return int(found[1]) * 1024 if found else 0

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(30)


def percentile(times: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else float("nan")


# The page ------------------------------------------------------------------------------------------


def first_screen(browser: Browser) -> int:
    """Compressed bytes of the page, everything it loads at once, and a snapshot."""
    seats = [{"kind": "here"}, {"kind": "friend"}]
    game = browser.post("api/games", {"scenario": "west", "players": 2, "seats": seats})["game"]
    browser.headers = {"Accept-Encoding": "gzip"}
    total, seen, waiting = 0, set(), [""]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        status, headers, body = browser.call("GET", path)
        if status != 200:
            continue
        total += len(body)
        text = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
        if path.endswith((".js", ".css")) or path == "":
            names = re.findall(rb"assets/[A-Za-z0-9._-]+\.(?:js|css|svg|woff2|json)", text)
            # a chunk names its neighbours without the folder
            names += [b"assets/" + n for n in re.findall(rb'"\./([A-Za-z0-9._-]+\.(?:js|css))"', text)]
            waiting += [name.decode() for name in names]
    for path in ("api/about", f"api/games/{game}"):
        total += len(gzip.compress(browser.call("GET", path)[2]))
    browser.headers = {}
    with browser.open(game) as seat:
        total += len(gzip.compress(seat.raw[-1].encode()))
    return total


# Orders --------------------------------------------------------------------------------------------


class Played:
    """A game of two sockets; one order at a time."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.sockets: list[Any] = []
        self.states: list[dict[str, Any]] = [{}, {}]
        self.busy = False
        self.over = False

    async def open(self, base: str, game: str, cookies: list[str]) -> None:
        """Connect both players."""
        url = base.replace("http", "ws", 1) + f"api/games/{game}/socket"
        for number, cookie in enumerate(cookies):
            socket = await websockets.asyncio.client.connect(
                url, additional_headers={"Cookie": f"sanssouci={cookie}"}, max_size=None, compression=None
            )
            await socket.send('{"type": "hello", "id": 0}')
            self.sockets.append(socket)
            await self.hear(number, lambda message: message["type"] == "snapshot")

    async def hear(self, number: int, wanted: Any) -> dict[str, Any]:
        """Receive until something wanted comes."""
        while True:
            message: dict[str, Any] = json.loads(await self.sockets[number].recv())
            if message["type"] in ("snapshot", "update"):
                self.states[number] = message
            if wanted(message):
                return message

    async def order(self) -> float | None:
        """One order of whoever is to act; seconds until the other browser has heard of it."""
        acting = next((n for n in (0, 1) if self.states[n]["menu"]), None)
        if acting is None:
            self.over = True
            return None
        state = self.states[acting]
        message = {
            "type": "order",
            "id": 1,
            "text": robot.order(state["menu"], self.rng),
            "version": state["version"],
            "key": secrets.token_urlsafe(12),
        }
        sent = json.dumps(message)
        begun = time.perf_counter()
        await self.sockets[acting].send(sent)
        await self.hear(1 - acting, lambda told: told["type"] == "update")
        heard = time.perf_counter() - begun
        await self.hear(acting, lambda told: told["type"] == "reply")
        return heard


async def load(server: Server, count: int, rate: float, seconds: float) -> list[float]:
    """Orders at a fixed rate over `count` games; the latencies."""
    host, guest = server.browser(), server.browser()
    games: list[Played] = []
    for number in range(count):
        if number % 400 == 0:
            host, guest = server.browser(), server.browser()  # one browser hosts only so many
        seats = [{"kind": "here"}, {"kind": "friend"}]
        made = host.post("api/games", {"scenario": "west", "players": 2, "seats": seats})
        guest.join(made["links"]["1"])
        one = Played(random.Random(number))
        await one.open(server.base, made["game"], [host.cookie or "", guest.cookie or ""])
        games.append(one)
    times: list[float] = []
    tasks: set[asyncio.Task[None]] = set()

    async def one_order(played: Played) -> None:
        took = await played.order()
        if took is not None:
            times.append(took)
        played.busy = False

    rng = random.Random(1756)
    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        pause = begun + number / rate - time.perf_counter()
        if pause > 0:
            await asyncio.sleep(pause)
        free = [played for played in games if not played.busy and not played.over]
        if free:
            chosen = rng.choice(free)
            chosen.busy = True
            task = asyncio.create_task(one_order(chosen))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    took = time.perf_counter() - begun
    print(f"  {count:5d} games: {len(times) / took:6.1f} orders/s, ", end="")
    for played in games:
        for socket in played.sockets:
            await socket.close()
    return times


def fsync_times(folder: Path, count: int = 300) -> list[float]:
    """What the disk itself takes to keep four kilobytes."""
    times = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(count):
            file.write(b"x" * 4096)
            file.flush()
            begun = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begun)
    return times


# A long game ---------------------------------------------------------------------------------------


#: numbered cards first, so that no nation leaves early and the game lasts
SLOW_FATE = [*map(str, range(1, 13)), "elisabeth", "sweden", "india", "america", "lord-bute", "poems"]


def long_record(orders: int) -> tuple[str, int]:
    """The record of the longest of a few random games, cut at so many orders; and how many it has."""
    longest, most = "", 0
    for seed in range(8):
        rng = random.Random(seed)
        start = {"format": "friedrich-position/1", "scenario": "standard", "players": 4, "seed": f"{seed:032x}"}
        game = Game.from_position({**start, "fate": {"next": SLOW_FATE}})
        count = 0
        while count < orders and (decision := game.decision) is not None:
            role = decision.roles[0]
            game.play(robot.order(game.menu(role), rng, end=0.0), role)
            count += 1
        if count > most:
            longest, most = game.record(), count
        if most == orders:
            break
    return longest, most


def long_game(server: Server, orders: int) -> None:
    """Opening and replaying it."""
    browser = server.browser()
    text, orders = long_record(orders)
    game = browser.post("api/records", {"text": text})["game"]
    opened, replayed, paged = [], [], []
    for _ in range(3):
        begun = time.perf_counter()
        browser.open(game, seat=0).close()
        opened.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        for first in range(0, orders + 1, 100):
            page = time.perf_counter()
            browser.get(f"api/games/{game}/replay?seat=open&from={first}&count=100")
            paged.append(time.perf_counter() - page)
        replayed.append(time.perf_counter() - begun)
    print(f"a game of {orders} orders: opened in {percentile(opened, 0.5):.0f} ms; ", end="")
    print(f"a page of 100 frames in {percentile(paged, 0.5):.0f} ms, all of it in {percentile(replayed, 0.5):.0f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--more", type=int, default=1000, help="a second round with so many games; 0: none")
    parser.add_argument("--rate", type=float, default=100.0, help="orders a second over all games")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--orders", type=int, default=1500, help="length of the long game, if one gets so long")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name).absolute()
        print(f"engine: {BUILD}; {os.cpu_count()} processors, shared by server and players")
        server = Server(folder)
        try:
            print(f"start-up of the server with a new database: {server.started:.2f} s")
            print(f"first playable screen: {first_screen(server.browser()) / 1024:.0f} KB compressed")
            empty = server.memory()
            disk = fsync_times(folder)
            print(f"fsync of the disk: p50 {percentile(disk, 0.5):.1f} ms, p99 {percentile(disk, 0.99):.1f} ms")
            print("from an order to the other browser:")
            for count in [asked.games] + ([asked.more] if asked.more else []):
                times = asyncio.run(load(server, count, asked.rate, asked.seconds))
                print(f"p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms")
                if count == asked.games:
                    print(f"  memory per live game: {(server.memory() - empty) / count / 1024:.0f} KB")
            long_game(server, asked.orders)
        finally:
            server.stop()
        begun = time.perf_counter()
        again = Server(folder)
        print(f"start-up on that database: {time.perf_counter() - begun:.2f} s")
        again.stop()


if __name__ == "__main__":
    main()
