"""Half-sent requests, full disks, browsers that do not read, cookies under https (M2, M5, M7, M9, M10)."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table import limits
from sanssouci.table.client import Refused
from sanssouci.table.live.connection import Connection
from sanssouci.table.storage.database import DatabaseProblem, _prepare_sqlite

if TYPE_CHECKING:
    from conftest import Serve


HALVES = [
    b"",
    b"GET /api/health HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\nGET /api/health HTTP/1.1\r\nHo",
    b"POST /api/games HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
]


def test_a_request_that_does_not_end_is_closed(serve: Serve) -> None:
    """All at once; a busy machine takes less than these seconds for a whole one."""
    server = serve(REQUEST_SECONDS=3)
    with ExitStack() as lines:
        begun = [lines.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60)) for _ in HALVES]
        for line, half in zip(begun, HALVES, strict=True):
            line.sendall(half)
        for line in begun:
            while line.recv(10_000):
                pass  # an answer to the first of two, or what is said of a half body
    match = server.match()
    with match.host.open(match.game) as seat:
        assert seat.ask("ping")["ok"], "a socket is no half request"


def test_a_full_disk_is_not_ready(serve: Serve) -> None:
    """No file may grow beyond 600 KB: orders are refused, and whoever watches over the table is told."""
    first = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000)); "
        "from sanssouci.table.storage import database as d; d.TRY_SECONDS = 0"
    )
    server = serve(first=first)
    browser = server.browser()
    assert browser.get("api/ready") == {"ready": True}
    seats = [{"kind": "here"}, {"kind": "here"}]
    try:
        for _ in range(1000):
            browser.post("api/games", {"scenario": "west", "players": 2, "seats": seats})
    except Refused as refused:
        assert refused.key == "table.unavailable"
    status, _headers, body = browser.call("GET", "api/ready")
    assert (status, body) == (503, b'{"ready":false}')
    server.lines[:] = [line for line in server.lines if "Traceback" not in line]  # the full disk is told, in full


def test_a_read_only_file_system_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.sqlite3"
    _prepare_sqlite(path, False)
    real = os.statvfs(tmp_path)
    told = os.statvfs_result((*real[:8], real.f_flag | os.ST_RDONLY, real.f_namemax))
    monkeypatch.setattr(os, "statvfs", lambda _path: told)
    with pytest.raises(DatabaseProblem, match="it lies on a read-only file system"):
        _prepare_sqlite(path, False)


class NoRoom:
    """As much of a room as a connection that is let go asks for."""

    def __init__(self) -> None:
        self.connections: set[Any] = set()


def test_who_does_not_read_is_let_go_by_what_waits_for_him() -> None:
    """M2: 200 answers of 60 KB for each of 400 sockets would be 5 GB."""
    connection = Connection(NoRoom(), None, [])  # type: ignore[arg-type]
    text = "x" * 60_000
    sent = 0
    while not connection.left:
        connection.send_text(text)
        sent += 1
    assert sent < limits.SOCKET_QUEUE and sent * len(text) <= limits.SOCKET_QUEUE_BYTES + 2 * len(text)
    waiting = [connection.queue.get_nowait() for _ in range(connection.queue.qsize())]
    assert waiting[0] == '{"type":"gone","why":"slow"}' and waiting[1:] == [None], "what he did not read is dropped"


@pytest.mark.parametrize("command", [["lab", "--help"], ["--help"], ["--version"]])
def test_a_full_disk_is_a_sentence(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from sanssouci.cli import main; main()", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.stderr == "That did not work: No space left on device.\n" and done.returncode == 2


def test_cookies_under_https_are_the_hosts_own(serve: Serve) -> None:
    server = serve("--secure-cookies")
    body = b'{"scenario": "west", "players": 2, "seats": [{"kind": "here"}, {"kind": "here"}]}'
    headers = {"Content-Type": "application/json", "Origin": f"https://127.0.0.1:{server.port}"}
    line = HTTPConnection("127.0.0.1", server.port)
    line.request("POST", "/api/games", body, headers)
    answer = line.getresponse()
    assert answer.status == 201, answer.read()
    cookie = answer.headers["set-cookie"]
    answer.read()
    assert cookie.startswith("__Host-sanssouci=") and "; Secure" in cookie and "Path=/;" in cookie
    assert "domain" not in cookie.lower()
    token = cookie.split(";")[0].partition("=")[2]
    # one from before https keeps its seats, and gets the better name
    line.request("GET", "/api/games", headers={"Cookie": f"sanssouci={token}"})
    answer = line.getresponse()
    given = answer.headers.get_all("set-cookie")
    assert b'"mine":[0,1]' in answer.read() and given is not None
    assert any(one.startswith(f"__Host-sanssouci={token};") for one in given)
    assert any(one.startswith("sanssouci=") and "Max-Age=0" in one for one in given)
    line.request("GET", "/api/games", headers={"Cookie": f"__Host-sanssouci={token}"})
    answer = line.getresponse()
    assert b'"mine":[0,1]' in answer.read() and answer.headers.get("set-cookie") is None
