"""The bench of several processes: a real proxy that goes by the game, and what is said of a flood."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import bench_processes
import bench_proxy
import pytest


def test_the_proxy_goes_by_the_game() -> None:
    heads = [f"GET /api/games/{n:08}/socket?seat=1 HTTP/1.1\r\n\r\n".encode() for n in range(200)]
    places = [bench_proxy.chosen(head, 2) for head in heads]
    assert {0, 1} == set(places), "both serve"
    for n, place in enumerate(places):
        assert bench_proxy.chosen(f"POST /api/games/{n:08}/seats/0/link HTTP/1.1\r\n\r\n".encode(), 2) == place
    for other in (b"GET / HTTP/1.1\r\n\r\n", b"POST /api/games HTTP/1.1\r\n\r\n", b"GET /api/games?x HTTP/1.1\r\n\r\n"):
        assert bench_proxy.chosen(other, 2) is None


def test_processor_time_is_that_of_all_descendants() -> None:
    inner = "x = 0\nwhile x < 3_000_000: x += 1\nimport time; print('done', flush=True); time.sleep(60)"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    process = subprocess.Popen([sys.executable, "-c", outer], stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "done\n"
        assert bench_processes.busy(process.pid) > 0.05
    finally:
        os.killpg(process.pid, 9)
        process.wait()


def test_what_is_said_of_a_flood() -> None:
    found = {"waits": [[0.1] * 9 + [0.4], [0.1] * 10], "wall": 2.0, "busy": 0.1, "parts": {"server": 0.04}}
    said = bench_processes.told("one", found)
    assert "10 orders/s; median wait 100 ms, the longest 4.0 times that" in said
    assert "least got 10 orders" in said and "server 2.00, players 10.00" in said
    assert "no order" in bench_processes.told("one", found | {"waits": [[]]})


@pytest.mark.skipif(shutil.which("initdb") is None, reason="needs PostgreSQL")
@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server")
def test_two_processes_play_behind_the_proxy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = argparse.Namespace(flood=3, scenario="west", seconds=1.0, folder=Path("/tmp"), processes=2)
    bench_processes.several(tmp_path, asked, 2, line=True, scattered=False)
    said = capsys.readouterr().out
    assert "2 processes, PostgreSQL and Redis, proxy by the game" in said and "no order" not in said
