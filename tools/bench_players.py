"""The players of `bench_table.py`, in a process of their own so that they do not hold up the server.

    python tools/bench_players.py BASE … --games 50 --rate 25 --seconds 20

Says `ready` when every game is open. For every line it reads then it plays one round and prints one JSON object:
the seconds from each order to the last of the other browsers and to its reply, how late this process was, and how busy.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import secrets
import sys
import time
import zlib
from collections.abc import Callable
from typing import Any

import websockets.asyncio.client

from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.table import robot
from sanssouci.table.client import Browser

#: how many people play at once, by scenario
PLAYERS = {scenario.name: max(scenario.seats) for scenario in BOOK}
#: one browser hosts only so many games
GAMES_PER_HOST = 400
#: games opened at a time
TOGETHER = 8
#: how often this process asks itself how late it is
PULSE_SECONDS = 0.005

Message = dict[str, Any]


class Played:
    """A game with one browser at each seat; one order at a time."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.sockets: list[Any] = []
        self.states: list[Message] = []
        self.doors: list[tuple[str, str, bool]] = []  # address, cookie and compression of each seat's browser
        self.busy = False
        self.over = False

    async def open(self, urls: list[str], cookies: list[str], deflate: bool) -> None:
        """Connect everybody."""
        self.doors = [(url, cookie, deflate) for url, cookie in zip(urls, cookies, strict=True)]
        for number, door in enumerate(self.doors):
            self.sockets.append(await _connect(*door))
            self.states.append({})
            await self.sockets[-1].send('{"type": "hello", "id": 0}')
            await self.hear(number, lambda message: message["type"] == "snapshot")

    async def look(self) -> None:
        """One more browser comes, sees the game, and goes."""
        socket = await _connect(*self.doors[0])
        await socket.send('{"type": "hello", "id": 0}')
        while json.loads(await socket.recv())["type"] != "snapshot":
            pass
        socket.transport.abort()

    async def hear(self, number: int, wanted: Callable[[Message], bool]) -> Message:
        """Receive until something wanted comes."""
        while True:
            message: Message = json.loads(await self.sockets[number].recv())
            if message["type"] in ("snapshot", "update"):
                self.states[number] = message
            if wanted(message):
                return message

    async def order(self) -> tuple[float, float] | None:
        """One order of whoever is to act: seconds until the last of the other browsers, and he himself, heard of it."""
        seats = range(len(self.sockets))
        acting = next((n for n in seats if self.states[n]["menu"]), None)
        if acting is None:
            self.over = True
            return None
        state = self.states[acting]
        following = state["orders"] + 1
        text = robot.order(state["menu"], self.rng)
        key = secrets.token_urlsafe(12)
        message = json.dumps({"type": "order", "id": 1, "text": text, "version": state["version"], "key": key})
        begun = time.perf_counter()

        async def others() -> float:
            for other in seats:
                if other != acting:
                    await self.hear(other, lambda told: told["type"] == "update" and told["orders"] == following)
            return time.perf_counter() - begun

        await self.sockets[acting].send(message)
        told = asyncio.create_task(others())
        reply = await self.hear(acting, lambda told: told["type"] == "reply")
        answered = time.perf_counter() - begun
        if not reply["ok"]:
            raise SystemExit(f"{text!r} was refused: {reply['error']}")
        return await told, answered


async def _connect(url: str, cookie: str, deflate: bool) -> Any:
    return await websockets.asyncio.client.connect(
        url,
        additional_headers={"Cookie": f"sanssouci={cookie}"},
        max_size=None,
        compression="deflate" if deflate else None,
        open_timeout=60,
        ping_interval=None,
    )


class Load:
    """Many games and a fixed rate of orders."""

    def __init__(self, bases: list[str], asked: argparse.Namespace) -> None:
        self.bases = bases
        self.asked = asked
        self.answered = 0
        self.games: list[Played] = []
        self.times: list[float] = []
        self.replies: list[float] = []
        self.late: list[float] = []
        self.skipped = 0

    async def open(self) -> None:
        """Create every game and connect its players."""
        asked = self.asked
        for first in range(0, asked.games, GAMES_PER_HOST):
            browsers = [Browser(self.bases[0]) for _ in range(PLAYERS[asked.scenario])]
            numbers = range(first, min(first + GAMES_PER_HOST, asked.games))
            await self._one(browsers, numbers[0])  # everybody gets a cookie
            waiting = iter(numbers[1:])
            await asyncio.gather(*(self._some(browsers, waiting) for _ in range(TOGETHER)))

    async def _some(self, browsers: list[Browser], numbers: Any) -> None:
        for number in numbers:
            await self._one(browsers, number)

    async def _one(self, browsers: list[Browser], number: int) -> None:
        seats = [{"kind": "here"}] + [{"kind": "friend"}] * (len(browsers) - 1)
        body = {"scenario": self.asked.scenario, "players": len(browsers), "seats": seats}
        made = await asyncio.to_thread(browsers[0].post, "api/games", body)
        for seat, browser in enumerate(browsers[1:], 1):
            await asyncio.to_thread(browser.join, made["links"][str(seat)])
        game = Played(random.Random(f"{self.asked.seed}/{number}"))
        await game.open(
            self._urls(made["game"], len(browsers)), [one.cookie or "" for one in browsers], self.asked.deflate
        )
        self.games.append(game)

    def _urls(self, game: str, browsers: int) -> list[str]:
        """Where each browser of a game goes: all to one process, by the game's name, or to one after the other."""
        first = zlib.crc32(game.encode())
        places = [first + (n if self.asked.scattered else 0) for n in range(browsers)]
        bases = [self.bases[place % len(self.bases)] for place in places]
        return [base.replace("http", "ws", 1) + f"api/games/{game}/socket" for base in bases]

    async def play(self) -> dict[str, Any]:
        """Orders at the asked rate; what was measured."""
        asked = self.asked
        self.times, self.replies, self.late, self.skipped = [], [], [], 0
        tasks: set[asyncio.Task[None]] = set()
        rng = random.Random(asked.seed)
        busy = time.process_time()
        begun = time.perf_counter()
        pulse = asyncio.create_task(self._pulse())
        for number in range(int(asked.rate * asked.seconds)):
            pause = begun + number / asked.rate - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            free = [game for game in self.games if not game.busy and not game.over]
            if not free:
                self.skipped += 1
                continue
            chosen = rng.choice(free)
            chosen.busy = True
            task = asyncio.create_task(self._order(chosen))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
        pulse.cancel()
        wall = time.perf_counter() - begun
        return {
            "times": self.times,
            "replies": self.replies,
            "late": self.late,
            "skipped": self.skipped,
            "wall": wall,
            "busy": (time.process_time() - busy) / wall,
        }

    async def _order(self, game: Played) -> None:
        took = await game.order()
        if took is not None:
            self.times.append(took[0])
            self.replies.append(took[1])
        game.busy = False

    async def loop(self) -> dict[str, Any]:
        """One game after the other, each order as soon as everybody has heard of the one before."""
        self.times, self.replies = [], []
        busy, begun = time.process_time(), time.perf_counter()
        for game in self.games:
            while not game.over and time.perf_counter() - begun < self.asked.seconds:
                await self._order(game)
        wall = time.perf_counter() - begun
        return {"replies": self.replies, "wall": wall, "busy": time.process_time() - busy}

    async def flood(self) -> dict[str, Any]:
        """All games at once, each order as soon as everybody has heard of the one before; newcomers in between.

        How long each waited: in seconds, and in orders of all games that were answered meanwhile.
        """
        self.times, self.replies = [], []
        self.answered = 0
        busy, begun = time.process_time(), time.perf_counter()
        end = begun + self.asked.seconds
        waits: list[list[float]] = [[] for _ in self.games]
        meanwhile: list[list[int]] = [[] for _ in self.games]
        newcomers: list[tuple[float, int]] = []
        games = [self._flooding(*one, end) for one in zip(self.games, waits, meanwhile, strict=True)]
        others = [self._newcomers(newcomers, end)] if self.asked.newcomers else []
        await asyncio.gather(*games, *others)
        wall = time.perf_counter() - begun
        return {
            "waits": waits,
            "meanwhile": meanwhile,
            "newcomers": newcomers,
            "wall": wall,
            "busy": (time.process_time() - busy) / wall,
        }

    async def _flooding(self, game: Played, waits: list[float], meanwhile: list[int], end: float) -> None:
        while not game.over and time.perf_counter() < end:
            begun, before = time.perf_counter(), self.answered
            if await game.order() is None:
                return
            self.answered += 1
            waits.append(time.perf_counter() - begun)
            meanwhile.append(self.answered - before)

    async def _newcomers(self, waits: list[tuple[float, int]], end: float) -> None:
        """Somebody comes to one game after the other, as a page that is loaded anew does, until he sees it."""
        for game in self.games:
            if time.perf_counter() >= end:
                return
            begun, before = time.perf_counter(), self.answered
            await game.look()
            waits.append((time.perf_counter() - begun, self.answered - before))

    async def _pulse(self) -> None:
        """How much later than asked this process wakes up: what its own work and the machine add."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(PULSE_SECONDS)
            self.late.append(max(0.0, time.perf_counter() - begun - PULSE_SECONDS))

    async def close(self) -> None:
        """Leave."""
        for game in self.games:
            for socket in game.sockets:
                socket.transport.abort()


async def play(asked: argparse.Namespace) -> None:
    """Open, and play a round at every word."""
    load = Load(asked.bases, asked)
    await load.open()
    # else the collector goes through thousands of views during a round, and its pause is taken for the server's
    gc.collect()
    gc.freeze()
    gc.disable()
    print("ready", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        way = load.loop if asked.closed else load.flood if asked.flood else load.play
        print(json.dumps(await way()), flush=True)
    await load.close()


def main() -> None:
    """Read what is asked and do it."""
    parser = argparse.ArgumentParser(description="Players for bench_table.py, in a process of their own.")
    parser.add_argument("bases", nargs="+", help="addresses of the table, one for each of its processes")
    parser.add_argument("--games", type=int, default=50, help="games of this process")
    parser.add_argument("--rate", type=float, default=25.0, help="orders a second of this process")
    parser.add_argument("--seconds", type=float, default=20.0, help="for so long")
    parser.add_argument("--closed", action="store_true", help="one game at a time, as quickly as it goes")
    parser.add_argument("--flood", action="store_true", help="all games at once, as quickly as it goes")
    parser.add_argument(
        "--no-newcomers", dest="newcomers", action="store_false", help="with --flood: nobody loads the page meanwhile"
    )
    parser.add_argument(
        "--scattered", action="store_true", help="the browsers of a game at one process after the other"
    )
    parser.add_argument("--seed", default="1756", help="of the robot's choices")
    parser.add_argument("--scenario", choices=sorted(PLAYERS), default="standard")
    parser.add_argument("--no-deflate", dest="deflate", action="store_false", help="sockets without compression")
    asyncio.run(play(parser.parse_args()))


if __name__ == "__main__":
    main()
