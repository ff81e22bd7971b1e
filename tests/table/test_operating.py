"""What an operator looks at: metrics, logs, readiness."""

from __future__ import annotations

import json
import re
import shutil
import time
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.client import Refused

if TYPE_CHECKING:
    from conftest import Cluster, Serve

HANOVER = "allot hanover ferdinand=8 cumberland=4"
FRANCE = "allot france richelieu=8 soubise=7 chevert=5"


def numbers(text: str) -> dict[str, float]:
    """Every sample of a page of metrics; a line that is none fails."""
    found: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            sample = re.fullmatch(r'([a-z_]+(?:\{[a-z]+="[^"\\]*"\})?) ([0-9.]+)', line)
            assert sample, line
            found[sample[1]] = float(sample[2])
    return found


def test_metrics_count_what_happens(serve: Serve) -> None:
    server = serve("--metrics")
    match = server.match()
    anna, bruno = match.sit()
    anna.order(HANOVER)
    anna.undo()
    anna.order(HANOVER)
    bruno.order(FRANCE)
    with pytest.raises(Refused) as refused:
        anna.order("dance")
    status, headers, body = match.host.call("GET", "metrics")
    assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4")
    found = numbers(body.decode())
    assert found["sanssouci_orders_total"] == 3 and found["sanssouci_undos_total"] == 1
    assert found[f'sanssouci_refusals_total{{key="{refused.value.key}"}}'] == 1
    assert found["sanssouci_commit_seconds_count"] == found['sanssouci_commit_seconds_bucket{le="+Inf"}'] == 4
    assert found["sanssouci_games_live"] == 1 and found["sanssouci_sockets_open"] == 2


def test_metrics_are_only_for_who_asked_for_them(serve: Serve) -> None:
    body = serve().browser().call("GET", "metrics")[2]
    assert b"sanssouci_orders" not in body


def test_logs_are_json_and_hold_no_secret(serve: Serve) -> None:
    server = serve("--log-json", "--bot-workers", "1")
    match = server.match(pace={"kind": "bank", "seconds": 1, "bank": 0, "bot": "random"})
    with match.host.open(match.game) as anna:
        anna.until(lambda seat: seat.state["table"]["card"]["seats"][0]["bot"] == "random")
    for path in (f"join#{match.link}", f"api/games/{match.game}?token=hush"):
        server.browser().call("GET", path)
    server.stop()
    lines = [line for line in server.lines if not line.startswith("The table is at ")]
    told = [json.loads(line) for line in lines]
    assert any(one["message"] == "a seat is overdue" and one["game"] == match.game for one in told)
    assert all({"time", "level", "logger", "message"} <= one.keys() for one in told)
    for secret in (match.host.cookie, match.guest.cookie, match.link.partition("#")[2], "hush"):
        assert secret and secret not in server.output


@pytest.mark.skipif(shutil.which("initdb") is None, reason="needs PostgreSQL")
def test_a_server_without_its_database_lives_but_is_not_ready(serve: Serve, own_cluster: Cluster) -> None:
    server = serve(database=own_cluster.database())
    match = server.match()
    browser = server.browser()
    assert browser.get("api/ready") == {"ready": True}
    own_cluster.stop()
    until(browser, 503, {"ready": False})
    assert browser.get("api/health") == {"ok": True}
    own_cluster.again()
    until(browser, 200, {"ready": True})
    with match.host.open(match.game) as anna:
        assert anna.order(HANOVER)["n"] == 0


def until(browser: Any, status: int, answer: dict[str, bool]) -> None:
    """Ask for readiness until it is as wanted."""
    end = time.monotonic() + 60
    while (found := browser.call("GET", "api/ready"))[0] != status:
        assert time.monotonic() < end, found
    assert json.loads(found[2]) == answer
