"""What one server process holds, and several on PostgreSQL and Redis behind a proxy: `bench_table.py --processes 2`.

Every game gives its next order as soon as its browsers have heard of the one before (saturation). Prints orders a
second, what each part costs in processor time for an order, and the waits of the games.
"""

from __future__ import annotations

import argparse
import json
import os
import pwd
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import sanssouci

PLAYERS = Path(__file__).with_name("bench_players.py")
PROXY = Path(__file__).with_name("bench_proxy.py")


def environment() -> dict[str, str]:
    """For child processes: the same Sanssouci as ours."""
    return dict(os.environ) | {"PYTHONPATH": str(Path(sanssouci.__file__).parents[1])}


def busy(*roots: int) -> float:
    """Seconds of processor time that processes and all their descendants have taken so far."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has just ended
        number = int(path.parent.name)
        parents[number] = int(fields[1])
        spent[number] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return sum(time_ for number, time_ in spent.items() if _below(number, set(roots), parents))


def _below(number: int, roots: set[int], parents: dict[int, int]) -> bool:
    while number and number not in roots:
        number = parents.get(number, 0)
    return number in roots


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres(folder: Path) -> Iterator[tuple[str, int]]:
    """A PostgreSQL server of our own on a real disk; its URL and its first process."""
    # Debian keeps its programs where no PATH leads
    places = [os.environ.get("PATH", ""), *map(str, Path("/usr/lib/postgresql").glob("*/bin"))]
    programs = [shutil.which(name, path=os.pathsep.join(places)) for name in ("initdb", "postgres")]
    if None in programs:
        raise SystemExit("--processes needs PostgreSQL's programs (Debian: apt install postgresql)")
    user = None
    if os.geteuid() == 0:  # it does not run as root
        user = "postgres" if "postgres" in {one.pw_name for one in pwd.getpwall()} else "nobody"
        shutil.chown(folder, user)
    initdb, server = map(str, programs)
    options: dict[str, Any] = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    data, port = str(folder / "data"), free_port()
    subprocess.run([initdb, "-D", data, "-U", "sanssouci", "-A", "trust", "-E", "UTF8"], check=True, **options)
    there = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    process = subprocess.Popen([server, "-D", data, "-p", str(port), *there], **options)
    try:
        ready = shutil.which("pg_isready", path=os.pathsep.join(places)) or "pg_isready"
        _until(lambda: subprocess.run([ready, "-h", "127.0.0.1", "-p", str(port)], **options).returncode == 0)
        yield f"postgresql://sanssouci@127.0.0.1:{port}/postgres", process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def redis(folder: Path) -> Iterator[tuple[str, int]]:
    """A Redis server of our own; its URL and its process."""
    if shutil.which("redis-server") is None:
        raise SystemExit("--processes needs redis-server (Debian: apt install redis-server)")
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
    try:
        _until(lambda: _answers(port))
        yield f"redis://127.0.0.1:{port}/0", process.pid
    finally:
        process.terminate()
        process.wait(30)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _until(ready: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise SystemExit("a program that the bench started does not answer")
        time.sleep(0.05)


@contextmanager
def started(command: list[str]) -> Iterator[tuple[str, int]]:
    """A program of ours that prints its address at the end of its first line; the address and its process."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"{command[-1]} did not start")
        yield line.split()[-1], process.pid
    finally:
        process.terminate()
        process.wait(30)


def serve(database: str, *more: str) -> list[str]:
    """The command of one server process."""
    command = [sys.executable, "-c", "from sanssouci.cli import main; main()", "serve", "--port", "0"]
    return [*command, "--database", database, "--rate-factor", "100000", *more]


def flood(door: str, asked: argparse.Namespace, parts: dict[str, list[int]]) -> dict[str, Any]:
    """All games at once as quickly as it goes, through one door; what was measured, and what every part took."""
    command = [sys.executable, str(PLAYERS), door, "--games", str(asked.flood), "--scenario", asked.scenario]
    command += ["--seconds", str(asked.seconds), "--flood", "--no-newcomers"]
    pipe = subprocess.PIPE
    players = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment())
    assert players.stdin is not None and players.stdout is not None
    try:
        if players.stdout.readline().strip() != "ready":
            raise SystemExit("the players could not open their games")
        before = {name: busy(*pids) for name, pids in parts.items()}
        players.stdin.write("go\n")
        players.stdin.flush()
        found: dict[str, Any] = json.loads(players.stdout.readline())
        found["parts"] = {name: busy(*pids) - before[name] for name, pids in parts.items()}
    finally:
        players.kill()
        players.wait()
    return found


def told(name: str, found: dict[str, Any]) -> str:
    """One line and a half about a flood."""
    waits = [wait for game in found["waits"] for wait in game]
    if not waits:
        return f"  {name}: no order was answered"
    middle, longest = statistics.median(waits), max(waits)
    parts = found["parts"] | {"players": found["busy"] * found["wall"]}
    each = ", ".join(f"{part} {seconds / len(waits) * 1000:.2f}" for part, seconds in parts.items())
    starved = min(map(len, found["waits"]))
    return (
        f"  {name}: {len(waits) / found['wall']:.0f} orders/s; median wait {middle * 1000:.0f} ms, the longest "
        f"{longest / middle:.1f} times that, the game served least got {starved} orders\n"
        f"    ms of processor time for an order: {each}"
    )


def one_file(folder: Path, asked: argparse.Namespace) -> None:
    """One process on SQLite."""
    with started(serve(str(folder / "one.sqlite3"))) as (base, pid):
        print(told("one process, SQLite", flood(base, asked, {"server": [pid]})))


def several(folder: Path, asked: argparse.Namespace, count: int, line: bool, scattered: bool) -> None:
    """So many processes on PostgreSQL behind the proxy, with Redis or without."""
    with ExitStack() as held:
        place = Path(tempfile.mkdtemp(prefix="sanssouci-postgres-", dir=asked.folder))
        held.callback(shutil.rmtree, place, ignore_errors=True)
        url, database = held.enter_context(postgres(place))
        told_by, parts = [], {"PostgreSQL": [database]}
        if line:
            address, number = held.enter_context(redis(folder))
            told_by, parts["Redis"] = ["--redis", address], [number]
        servers = [held.enter_context(started(serve(url, *told_by))) for _ in range(count)]
        how = ["--scattered"] if scattered else []
        door, proxy = held.enter_context(started([sys.executable, str(PROXY), *(base for base, _pid in servers), *how]))
        parts = {"servers": [pid for _base, pid in servers], **parts, "proxy": [proxy]}
        name = f"{count} {'process' if count == 1 else 'processes'}, PostgreSQL{' and Redis' if line else ''}, proxy"
        name += " that scatters" if scattered else " by the game"
        print(told(name, flood(door, asked, parts)))


def compare(folder: Path, asked: argparse.Namespace) -> None:
    """One process and several, at saturation."""
    print(f"saturation: {asked.flood} games ({asked.scenario}), {os.cpu_count()} processors for everything:")
    one_file(folder, asked)
    if asked.processes:
        several(folder, asked, 1, line=True, scattered=False)
        several(folder, asked, asked.processes, line=True, scattered=False)
        several(folder, asked, asked.processes, line=False, scattered=False)
        several(folder, asked, asked.processes, line=True, scattered=True)
