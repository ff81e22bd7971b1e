"""The speed of the table, measured on a real server process with a real SQLite file.

    python tools/bench_table.py [--games 200] [--rate 100] [--seconds 20] [--more 1000]

Prints: bytes to the first playable screen; start-up time; the time from an order to the other browsers and to
its own reply (p50, p99) at a given rate of orders over many games, with the disk's fsync beside it, and how it
grows with more games; how many orders a second one game alone gets through; memory per live game; opening and
replaying a long game.
The players run in processes of their own (`bench_players.py`), which say how late they were themselves.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import bench_processes

import sanssouci
from sanssouci.friedrich import BUILD, Game
from sanssouci.table import robot
from sanssouci.table.client import Browser

PLAYERS = Path(__file__).with_name("bench_players.py")
#: the goals of the project, printed beside what was measured
SCREEN_KB, START_SECONDS, P99_MS, OPEN_MS = 350, 1.5, 50, 200
#: the reply to one's own order: so much above what disk and machine take themselves
REPLY_MS = 10
#: orders a second of one game alone where the disk is quick, else so much of what processor and disk allow
LOOP_RATE, LOOP_PART, QUICK_FSYNC_MS = 200, 0.7, 1.0
#: games that are opened for the closed loop: one after the other is played to its end
LOOP_GAMES = 150
#: frames that the replay page asks for at a time
PAGE = 50


class Server:
    """`sanssouci serve` on a database."""

    def __init__(self, folder: Path, rate_factor: int = 100_000) -> None:
        begun = time.perf_counter()
        command = [sys.executable, "-c", "from sanssouci.cli import main; main()", "serve", "--port", "0"]
        command += ["--database", str(folder / "bench.sqlite3"), "--rate-factor", str(rate_factor)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
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

    def busy(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(30)


def environment() -> dict[str, str]:
    """For child processes: the same Sanssouci as ours."""
    return dict(os.environ) | {"PYTHONPATH": str(Path(sanssouci.__file__).parents[1])}


def percentile(times: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else float("nan")


def spread(times: list[float]) -> str:
    """p50 and p99 as text."""
    return f"p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms"


# The page ------------------------------------------------------------------------------------------


def first_screen(browser: Browser) -> int:
    """Compressed bytes of the page, of the scripts, styles and fonts it begins with, and of a snapshot.

    All fonts are counted; a browser takes only those whose letters are on the screen.
    """
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
            # a chunk names what it cannot begin without, and a style its fonts, without the folder
            near = rb'(?:from|import)\s*["`]\./([A-Za-z0-9._-]+\.js)["`]'
            names += [b"assets/" + n for n in re.findall(near, text)]
            names += [b"assets/" + n for n in re.findall(rb"url\(\.?/?([A-Za-z0-9._-]+\.woff2)\)", text)]
            waiting += [name.decode() for name in names]
    for path in ("api/about", f"api/games/{game}"):
        total += len(gzip.compress(browser.call("GET", path)[2]))
    browser.headers = {}
    with browser.open(game) as seat:
        total += len(gzip.compress(seat.raw[-1].encode()))
    return total


# Orders --------------------------------------------------------------------------------------------


class Pulse(threading.Thread):
    """Asks the server for nothing (`api/health`) now and then: what any request takes during the load.

    It does nothing else, so how late it is woken is what the machine adds to everything.
    """

    def __init__(self, browser: Browser) -> None:
        super().__init__(daemon=True)
        self.browser = browser
        self.times: list[float] = []
        self.late: list[float] = []
        self.over = threading.Event()

    def run(self) -> None:
        """Ask until it is over."""
        slept = time.perf_counter()
        while not self.over.wait(0.05):
            begun = time.perf_counter()
            self.late.append(max(0.0, begun - slept - 0.05))
            self.browser.get("api/health")
            slept = time.perf_counter()
            self.times.append(slept - begun)


class Round(NamedTuple):
    """What one round measured, in seconds: to the other browsers, to the reply, and how late an idle process was."""

    others: list[float]
    replies: list[float]
    late: list[float]


def load(server: Server, count: int, asked: argparse.Namespace) -> list[Round]:
    """Several rounds of orders over `count` games; prints and returns the times of each round."""
    empty = server.memory()
    children = [_players(server, count, number, asked) for number in range(max(1, min(asked.clients, count)))]
    try:
        for one in children:
            if _line(one).strip() != "ready":
                raise SystemExit("the players could not open their games")
        held = (server.memory() - empty) / count / 1024
        print(f"  {count} games open: {held:.0f} KB of memory per live game with its sockets")
        return [_round(server, number, children) for number in range(asked.rounds)]
    finally:
        for one in children:
            one.kill()
            one.wait()


def _players(server: Server, count: int, number: int, asked: argparse.Namespace, *more: str) -> subprocess.Popen[str]:
    """One process of players with its share of the games."""
    processes = max(1, min(asked.clients, count))
    share = count // processes + (number < count % processes)
    command = [sys.executable, str(PLAYERS), server.base, "--games", str(share), "--seed", str(number)]
    command += ["--rate", str(asked.rate / processes), "--seconds", str(asked.seconds), "--scenario", asked.scenario]
    command += [*([] if asked.deflate else ["--no-deflate"]), *more]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment())


def _round(server: Server, number: int, children: list[subprocess.Popen[str]]) -> Round:
    """One round; what was measured is printed."""
    pulse = Pulse(server.browser())
    pulse.start()
    busy, begun = server.busy(), time.perf_counter()
    for one in children:
        _tell(one)
    found = [json.loads(_line(one)) for one in children]
    busy = (server.busy() - busy) / (time.perf_counter() - begun)
    pulse.over.set()
    pulse.join()
    return _report(number, found, pulse, busy)


def _line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline()


def _tell(child: subprocess.Popen[str]) -> None:
    assert child.stdin is not None
    child.stdin.write("go\n")
    child.stdin.flush()


def _report(number: int, found: list[dict[str, Any]], pulse: Pulse, busy: float) -> Round:
    times = [took for one in found for took in one["times"]]
    replies = [took for one in found for took in one["replies"]]
    late = [took for one in found for took in one["late"]]
    rate = sum(len(one["times"]) / one["wall"] for one in found)
    skipped = sum(one["skipped"] for one in found)
    print(f"  round {number + 1}: {rate:.1f} orders/s, {spread(times)}; the reply {spread(replies)}", end="")
    print(f", {skipped} orders left out for want of a free game" if skipped else "")
    print(f"    server: {busy:.0%} of a processor; an empty request (api/health) takes {spread(pulse.times)}")
    worst = f"at most {max(late, default=0) * 1000:.0f} ms"
    print(f"    players: {max(one['busy'] for one in found):.0%} of a processor; woken late by {spread(late)}, {worst}")
    return Round(times, replies, pulse.late)


def closed_loop(folder: Path, asked: argparse.Namespace) -> None:
    """One game alone, two browsers, each order as soon as both have heard of the one before."""
    folder = folder / "loop"
    folder.mkdir()
    before = fsync_times(folder)
    server = Server(folder, rate_factor=100)
    try:
        alone = argparse.Namespace(**vars(asked) | {"clients": 1, "scenario": "west"})
        child = _players(server, LOOP_GAMES, 0, alone, "--closed")
        try:
            if _line(child).strip() != "ready":
                raise SystemExit("the players could not open their games")
            busy = server.busy()
            _tell(child)
            found = json.loads(_line(child))
            busy = server.busy() - busy
        finally:
            child.kill()
            child.wait()
    finally:
        server.stop()
    disk = percentile(before + fsync_times(folder), 0.5)
    count = len(found["replies"])
    work = (busy + found["busy"]) / count * 1000
    rate = count / found["wall"]
    goal = LOOP_RATE if disk < QUICK_FSYNC_MS else LOOP_PART * 1000 / (work + disk)
    print(f"one game alone, two browsers, --rate-factor 100: {rate:.0f} orders/s (goal {goal:.0f})")
    print(f"  the reply {spread(found['replies'])}; fsync of the disk {spread(before)}")
    server_ms, players_ms = busy / count * 1000, found["busy"] / count * 1000
    print(f"  processor time of an order: {server_ms:.1f} ms at the server, {players_ms:.1f} ms at both browsers")


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


def idle_times(count: int = 300) -> list[float]:
    """How late a process that does nothing is woken: what the machine itself adds."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        time.sleep(0.002)
        times.append(time.perf_counter() - begun - 0.002)
    return times


# A long game ---------------------------------------------------------------------------------------


#: numbered cards first, so that no nation leaves early and the game lasts
SLOW_FATE = [*map(str, range(1, 13)), "elisabeth", "sweden", "india", "america", "lord-bute", "poems"]


def shortest(paths: Iterable[list[str]]) -> list[str]:
    """The path with the fewest cities."""
    return min(paths, key=len)


def long_winded(menu: dict[str, Any], rng: random.Random) -> str:
    """An order of a player who moves every piece by itself, as little as he may, and plays his smallest cards."""
    if menu["state"] == "MOVE_MENU":
        alone = [group for group in menu["groups"] if group["ends"] and len(group["pieces"]) == 1]
        if not alone:
            return "end"
        group = rng.choice(alone)
        takes = "" if group["takes"] is None else f" takes {group['takes'][1]}"
        return f"move {group['pieces'][0]}{takes} {' '.join(shortest(group['ends'].values()))}"
    if menu["state"] == "CARD" and menu["plays"]:
        return f"play {min(menu['plays'], key=lambda one: one['value'])['card']}"
    return robot.order(menu, rng)


def long_record(orders: int) -> tuple[str, int, float]:
    """The record of the longest of a few long-winded games; its orders; the seconds to play them again."""
    longest: tuple[Game, list[str]] | None = None
    start: dict[str, Any] = {}
    for seed in range(8):
        rng = random.Random(seed)
        start = {"format": "friedrich-position/1", "scenario": "standard", "players": 4, "seed": f"{seed:032x}"}
        game = Game.from_position({**start, "fate": {"next": SLOW_FATE}})
        begun = game.copy()
        texts: list[str] = []
        while len(texts) < orders and (decision := game.decision) is not None:
            role = decision.roles[0]
            texts.append(long_winded(game.menu(role), rng))
            game.play(texts[-1], role)
        if longest is None or len(texts) > len(longest[1]):
            longest, first = (game, texts), begun
        if len(texts) == orders:
            break
    assert longest is not None
    clock = time.perf_counter()
    for text in longest[1]:
        first.play(text)
    return longest[0].record(), len(longest[1]), time.perf_counter() - clock


def long_game(server: Server, asked: int) -> None:
    """Opening and replaying it."""
    browser = server.browser()
    text, orders, again = long_record(asked)
    begun = time.perf_counter()
    game = browser.post("api/records", {"text": text})["game"]
    uploaded = time.perf_counter() - begun
    measured: dict[str, list[float]] = {"open": [], "first": [], "jump": [], "all": []}
    for n in range(7):
        begun = time.perf_counter()
        browser.open(game, seat=0).close()
        measured["open"].append(time.perf_counter() - begun)
        pages = []
        for first in range(0, orders + 1, PAGE):
            begun = time.perf_counter()
            browser.get(f"api/games/{game}/replay?seat={'open' if n % 2 else 0}&from={first}&count={PAGE}")
            pages.append(time.perf_counter() - begun)
        measured["first"].append(pages[0])
        measured["jump"].append(max(pages))
        measured["all"].append(sum(pages))
    middle = {name: statistics.median(times) * 1000 for name, times in measured.items()}
    how = "as long as asked" if orders == asked else "the longest of eight long-winded ones under the rules"
    print(f"a game of {orders} orders ({how}), medians of {len(measured['open'])}:")
    print(f"  the engine plays its orders again in {again * 1000:.0f} ms", end="")
    print(f" ({again / orders * 1500 * 1000:.0f} ms for 1,500 at that rate)")
    print(f"  uploaded and checked to its end in {uploaded * 1000:.0f} ms")
    print(f"  opened in {middle['open']:.0f} ms (goal {OPEN_MS} ms)")
    print(f"  replay opened, its first {PAGE} frames, in {middle['first']:.0f} ms; ", end="")
    print(f"the slowest jump to another place {middle['jump']:.0f} ms (goal {OPEN_MS} ms)")
    print(f"  every frame, page after page: {middle['all']:.0f} ms ({middle['all'] / (orders + 1):.2f} ms a frame)")


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--games", type=int, default=200, help="games in play in the first measurement (200)")
    add("--more", type=int, default=1000, help="a second measurement with so many games; 0: none (1000)")
    add("--rate", type=float, default=100.0, help="orders a second over all games (100)")
    add("--seconds", type=float, default=20.0, help="how long each round lasts (20)")
    add("--rounds", type=int, default=3, help="rounds of each measurement; the median is told (3)")
    add("--clients", type=int, default=max(1, min(4, (os.cpu_count() or 2) - 1)), help="processes of players")
    add("--scenario", choices=["standard", "west"], default="standard", help="four browsers a game, or two")
    add("--no-deflate", dest="deflate", action="store_false", help="sockets without compression; browsers use it")
    add("--flood", type=int, default=40, help="games in play at saturation; 0: none (40)")
    add("--processes", type=int, help="nothing but saturation: one process, and so many on PostgreSQL with a proxy")
    add("--orders", type=int, default=1500, help="length of the long game, if one gets so long (1500)")
    add("--folder", type=Path, default=Path("."), help="where the database is put for the time: which disk is measured")
    return parser.parse_args()


def measure(server: Server, folder: Path, asked: argparse.Namespace) -> None:
    """Everything that is measured on one running server."""
    screen = first_screen(server.browser()) / 1024
    print(f"first playable screen: {screen:.0f} KB compressed, with all fonts (goal {SCREEN_KB} KB)")
    for count in [asked.games] + ([asked.more] if asked.more else []):
        players = f"{asked.clients} processes of players beside one server process"
        print(f"{asked.rate:.0f} orders/s over {count} games ({asked.scenario}), {players}:")
        disk = fsync_times(folder)
        print(f"  fsync of the disk before: {spread(disk)}")
        rounds = load(server, count, asked)
        p50, p99 = (statistics.median(percentile(one.others, part) for one in rounds) for part in (0.5, 0.99))
        again = fsync_times(folder)
        print(f"  fsync of the disk after: {spread(again)}")
        woken = percentile([took for one in rounds for took in one.late], 0.99)
        allowed = REPLY_MS + percentile(disk + again, 0.99) + woken
        reply = [statistics.median(percentile(one.replies, part) for one in rounds) for part in (0.5, 0.99)]
        print(f"  from an order to its reply, median of {len(rounds)} rounds: p50 {reply[0]:.1f} ms, ", end="")
        print(f"p99 {reply[1]:.1f} ms (goal p99 {allowed:.1f} ms: {REPLY_MS} above the p99 of fsync ", end="")
        print(f"and of being woken, {woken:.1f} ms for a process that does nothing)")
        print(f"  from an order to the last of the other browsers, median of {len(rounds)} rounds: ", end="")
        print(f"p50 {p50:.1f} ms, p99 {p99:.1f} ms (goal p99 {P99_MS} ms)")
    closed_loop(folder, asked)
    if asked.flood:
        bench_processes.compare(folder, asked)
    long_game(server, asked.orders)


def main() -> None:
    """Measure and print."""
    asked = arguments()
    # a socket is a file; the children inherit the limit
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = max(asked.games, asked.more) * (4 if asked.scenario == "standard" else 2) + 200
    if most != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        if most < wanted:
            raise SystemExit(f"{wanted} open files are needed and {most} are allowed: ask for fewer games (--more 0)")
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name).absolute()
        print(f"engine: {BUILD}; Python {sys.version.split()[0]}; ", end="")
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start")
        print(f"a process that does nothing is woken late by {spread(idle_times())}")
        if asked.processes:
            bench_processes.compare(folder, asked)
            return
        fresh: list[float] = []
        again: list[float] = []
        for number in range(3):
            new = folder / str(number)
            new.mkdir()
            for times in (fresh, again):
                server = Server(new)
                times.append(server.started)
                server.stop()
        print(f"start-up until it says ready: {statistics.median(fresh):.2f} s with a new database, ", end="")
        print(f"{statistics.median(again):.2f} s with one that is there (medians of 3; goal {START_SECONDS} s)")
        server = Server(folder)
        try:
            measure(server, folder, asked)
        finally:
            server.stop()
        began = time.perf_counter()
        server = Server(folder)
        print(f"start-up on the database of all these games: {time.perf_counter() - began:.2f} s")
        server.stop()


if __name__ == "__main__":
    main()
