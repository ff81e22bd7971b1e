"""Whole games of every scenario over real sockets, each seat in a browser of its own; and bots that die."""

from __future__ import annotations

import contextlib
import os
import random
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.live.seats import ROLES

if TYPE_CHECKING:
    from conftest import Match, ServerProcess

GAMES = [(scenario, players) for scenario, by_players in ROLES.items() for players in by_players]


@pytest.mark.parametrize(("scenario", "players"), GAMES)
def test_a_whole_game_to_its_end(server: ServerProcess, match: Match, scenario: str, players: int) -> None:
    roles = ROLES[scenario][players]
    kinds = [{"kind": "friend" if n else "here", "roles": own} for n, own in enumerate(roles)]
    browsers = [server.browser() for _ in roles]
    made = browsers[0].post("api/games", {"scenario": scenario, "players": players, "roles": "chosen", "seats": kinds})
    for number, link in made["links"].items():
        browsers[int(number)].join(link)
    seats = [browser.open(made["game"]) for browser in browsers]
    count = match.play(seats, random.Random(7), 3000, end=0.5)
    assert all(seat.over for seat in seats)
    card = browsers[0].get(f"api/games/{made['game']}")["game"]
    assert card["result"]["winners"] and card["orders"] == count
    for number, seat in enumerate(seats):
        told = [m for m in seat.told if m["type"] == "update"]
        assert len(told) >= count
        for message in told:
            check_own(message, roles[number])
        # what was told piece by piece is what a new browser is told at once
        with browsers[number].open(made["game"]) as fresh:
            for name in ("view", "menu", "version", "orders"):
                assert fresh.state[name] == seat.state[name]
            tail = len(fresh.state["log"])
            assert fresh.state["log"] == seat.state["log"][-tail:]
    assert [m["menu"] for m in seats[0].told if m["type"] == "update"][-1] == {}


def check_own(message: dict[str, Any], roles: list[str]) -> None:
    """Hands and troops of one's own nations only; a menu only for who is to act; texts of one's own orders only."""
    view = message["view"]
    for nation in view["nations"].values():
        assert ("hand" in nation) == (nation["role"] in roles)
    for stack in view["stacks"]:
        assert ("troops" in stack) == (view["nations"][stack["nation"]]["role"] in roles)
    assert bool(message["menu"]) == (message["role"] in roles)
    for entry in message["log"]:
        assert (entry["order"] is not None) == (entry["role"] in roles)


def test_a_bot_whose_process_dies_is_asked_again(server: ServerProcess) -> None:
    browser = server.browser()
    kinds = [{"kind": "bot", "bot": "random"}] * 4
    game = browser.post("api/games", {"scenario": "standard", "players": 4, "seats": kinds})["game"]
    with browser.open(game) as watcher:
        killed = 0
        while killed < 3 and not watcher.over:
            orders = watcher.state["orders"]
            watcher.caught_up(orders + 1)
            for pid in children(server):
                with contextlib.suppress(ProcessLookupError):  # it has just been replaced by another
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
        assert killed >= 3
        watcher.until(lambda seat: seat.over, 240)


def children(server: ServerProcess) -> list[int]:
    """The bots' processes of a server."""
    assert server.process is not None
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(stat[1]) == server.process.pid and b"bot_worker" in line:
                found.append(int(entry.name))
    return found
