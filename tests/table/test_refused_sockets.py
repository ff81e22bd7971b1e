"""Sockets that are refused get the status and the sentence of their refusal, and the log stays quiet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

if TYPE_CHECKING:
    from conftest import Serve
    from sanssouci.table.client import Browser


def refused(browser: Browser, path: str, origin: str | None = None) -> tuple[int, str]:
    """The status with which a handshake is refused, and the body it comes with."""
    headers = {"Cookie": f"sanssouci={browser.cookie}"} if browser.cookie else {}
    headers |= {"Origin": origin} if origin else {}
    with pytest.raises(InvalidStatus) as caught:
        connect(browser.base.replace("http", "ws", 1) + path, additional_headers=headers)
    response = caught.value.response
    return response.status_code, (response.body or b"").decode()


def key(body: str) -> str:
    """The key of the refusal in an answer."""
    return str(json.loads(body)["error"]["key"])


def test_refused_sockets(serve: Serve) -> None:
    server = serve()
    match = server.match()
    there = f"api/games/{match.game}/socket"
    for browser, path, origin, status, expected in (
        (match.host, "api/games/nonsense/socket", None, 404, "table.no_such_game"),
        (match.host, "api/games/%F0%9F%A4%96/socket", None, 404, "table.no_such_game"),
        (match.host, f"api/games/{'A' * len(match.game)}/socket", None, 404, "table.no_such_game"),
        (server.browser(), there, None, 404, "table.no_such_game"),
        (match.host, there, "https://elsewhere.example", 403, "table.origin"),
    ):
        found, body = refused(browser, path, origin)
        assert (found, key(body)) == (status, expected), path
    assert refused(match.host, "nowhere")[0] == 403, "an address where no socket is"
    with match.host.open(match.game) as seat:
        assert seat.state["orders"] == 0, "and who may come in comes in"
    server.stop()
    lines = [line for line in server.lines if not line.startswith("The table is at ")]
    assert lines == []
