"""The HTTP surface: headers, limits, health, pages, behind a proxy, an orderly end."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table import limits
from sanssouci.table.client import ConnectionClosed, Refused, Seat

if TYPE_CHECKING:
    from conftest import Match, Serve, ServerProcess


def test_health_readiness_and_security_headers(server: ServerProcess) -> None:
    browser = server.browser()
    assert browser.get("api/health") == {"ok": True} and browser.get("api/ready") == {"ready": True}
    for path in ("", "api/about", "api/nothing", "nothing.js"):
        _status, headers, _body = browser.call("GET", path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert browser.cookie is None, "who only looks gets no cookie"


@pytest.mark.parametrize("path", ["", "new", "game/abc", "join", "replay/abc/12", "rules"])
def test_addresses_of_the_page_lead_to_the_page(server: ServerProcess, path: str) -> None:
    status, headers, body = server.browser().call("GET", path)
    assert status == 200 and headers["content-type"].startswith("text/html")
    assert b"<!doctype html>" in body.lower()
    assert not re.search(rb"<script(?![^>]*\bsrc=)", body), "nothing inline: the policy would refuse it"


@pytest.mark.parametrize(
    "path",
    ["nothing.js", "assets/nothing.css", "../settings.py", "..%2fsettings.py", "%2e%2e/settings.py", "a\\..\\b.py"],
)
def test_no_other_files(server: ServerProcess, path: str) -> None:
    status, _headers, body = server.browser().call("GET", path.replace("\\", "%5c"))
    assert status == 404 and json.loads(body)["error"]["key"] == "table.no_such_page"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "api/nothing", None, 404),
        ("POST", "api/about", {}, 405),
        ("PATCH", "api/games", {}, 405),
        ("GET", "api/games/short", None, 404),
        ("GET", "api/games/" + "x" * 16, None, 404),
        ("POST", "api/games", b"{", 400),
        ("POST", "api/games", b"[]", 400),
        ("POST", "api/games", b"\xff\xff", 400),
        ("POST", "api/games", b'{"scenario":' + b"[" * 50_000 + b"]" * 50_000 + b"}", 400),
        ("POST", "api/games", b"x" * (limits.POSITION_BODY + 1), 413),
        ("POST", "api/join", b'"' + b"x" * (limits.HTTP_BODY + 1) + b'"', 413),
        ("POST", "api/sandbox", {"position": 7}, 400),
        ("POST", "api/sandbox", {"position": {"format": "friedrich-position/1", "players": 77}}, 422),
        ("POST", "api/records", {"text": "nonsense"}, 422),
        ("POST", "api/records", {"text": 7}, 400),
        ("GET", "api/rules/R99.99", None, 404),
    ],
)
def test_bad_requests_have_one_answer_each(
    server: ServerProcess, method: str, path: str, body: object, status: int
) -> None:
    got, _headers, content = server.browser().call(method, path, body)
    assert got == status
    assert set(json.loads(content)["error"]) == {"key", "args", "rule"}


def test_other_sites_are_refused(server: ServerProcess, match: Match) -> None:
    stranger = match.host
    stranger.headers = {"Origin": "https://evil.example"}
    status, _headers, body = stranger.call("POST", f"api/games/{match.game}/seats/0/concede", {})
    assert status == 403 and json.loads(body)["error"]["key"] == "table.origin"
    with pytest.raises(Exception, match="403"):
        Seat(match.host, match.game, headers={"Origin": "https://evil.example"})
    stranger.headers = {"Origin": server.base.rstrip("/")}
    assert stranger.post(f"api/games/{match.game}/seats/0/name", {"name": "Anne"}) == {}
    stranger.headers = {"Content-Type": "text/plain"}
    with pytest.raises(Refused) as caught:
        stranger.post(f"api/games/{match.game}/seats/0/name", {"name": "Eve"})
    assert caught.value.key == "table.bad_request"


def _reply(seat: Seat) -> dict[str, Any]:
    """The next reply, whatever else is told meanwhile."""
    while (message := seat.receive())["type"] != "reply":
        pass
    return message


def test_huge_and_odd_messages_close_or_are_refused(match: Match) -> None:
    anna, _bruno = match.sit()
    for text in ("", "{", "[]", "7", '{"type": 7}', '{"type": "dance", "id": 1}', '{"type": "order", "id": 1e999}'):
        anna.socket.send(text)
        assert _reply(anna)["ok"] is False
    anna.socket.send(json.dumps({"type": "chat", "id": 1, "text": "x" * limits.SOCKET_MESSAGE}))
    assert _reply(anna)["error"]["key"] == "table.too_large"
    with pytest.raises(ConnectionClosed):
        _reply(anna)
    with match.host.open(match.game) as again:
        again.socket.send(b"\x00\x01")
        assert _reply(again)["ok"] is False
    with match.host.open(match.game) as third:
        third.socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            _reply(third)
    with match.host.open(match.game, hello=False) as silent:
        silent.send("ping")
        assert _reply(silent)["ok"] is False, "hello comes first"
    assert match.host.get(f"api/games/{match.game}")["game"]["orders"] == 0


def test_rates_are_limited(serve: Serve) -> None:
    server = serve("--rate-factor", "1")
    browser = server.browser()
    burst = int(limits.RATES["join"].burst)
    for _ in range(burst):
        with pytest.raises(Refused) as refused:
            browser.post("api/join", {"token": "x" * 32})
        assert refused.value.key == "table.no_such_link"
    status, headers, body = browser.call("POST", "api/join", {"token": "x" * 32})
    assert status == 429 and json.loads(body)["error"]["args"]["limit"] == "join"
    assert int(headers["retry-after"]) >= 1
    seats = [{"kind": "here"}, {"kind": "friend"}]
    game = browser.post("api/games", {"scenario": "west", "players": 2, "seats": seats})["game"]
    with browser.open(game) as seat:
        with pytest.raises(Refused) as refused:
            for _ in range(100):
                seat.ask("chat", text="again")
        assert refused.value.key == "table.too_fast"


def test_behind_a_proxy_with_a_root_path(serve: Serve) -> None:
    server = serve("--proxy-headers", "--root-path", "/friedrich", "--origin", "https://club.example")
    assert server.base.endswith("/friedrich/")
    browser = server.browser()
    status, _headers, page = browser.call("GET", "/friedrich/")
    assert status == 200
    if b"<base" in page:
        assert b'<base href="/friedrich/"' in page
    browser.headers = {
        "Origin": "https://club.example",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "192.0.2.7",
    }
    seats = [{"kind": "here"}, {"kind": "friend"}]
    _status, headers, body = browser.call(
        "POST", "/friedrich/api/games", {"scenario": "west", "players": 2, "seats": seats}
    )
    cookie = headers["set-cookie"].lower()
    assert "; secure" in cookie and "path=/friedrich/" in cookie and cookie.startswith("__secure-sanssouci=")
    browser.headers = {}
    with browser.open(json.loads(body)["game"]) as seat:
        assert seat.state["menu"]["state"] == "ALLOT"


def test_an_orderly_end_and_a_new_start(serve: Serve) -> None:
    server = serve()
    browser = server.browser()
    seats = [{"kind": "here"}, {"kind": "friend"}]
    game = browser.post("api/games", {"scenario": "west", "players": 2, "seats": seats})["game"]
    seat = browser.open(game)
    before = seat.state
    assert server.stop() == 0
    assert seat.receive() == {"type": "gone", "why": "shutdown"}
    server.start()
    with browser.open(game) as again:
        for name in ("view", "menu", "version", "log"):
            assert again.state[name] == before[name]


def test_a_taken_port_is_a_sentence(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    with pytest.raises(AssertionError, match=r"Cannot listen on .* --port"):
        serve(port=server.port, database=tmp_path / "other.sqlite3")
    assert not (tmp_path / "other.sqlite3").exists()


def test_large_answers_are_compressed_for_who_takes_them_so(server: ServerProcess) -> None:
    browser = server.browser()
    plain = browser.call("GET", "api/rules")[2]
    browser.headers = {"Accept-Encoding": "gzip"}
    _status, headers, zipped = browser.call("GET", "api/rules")
    assert headers["content-encoding"] == "gzip" and gzip.decompress(zipped) == plain
    assert len(zipped) < len(plain) / 3


def test_a_seat_of_thousands_of_digits_is_nobody(server: ServerProcess) -> None:
    match = server.match()
    for digits, wanted in (("7" * 5000, (404, 405)), ("7777", (403,)), ("9", (403,))):
        status = match.host.call("POST", f"api/games/{match.game}/seats/{digits}/name", {"name": "Anna"})[0]
        assert status in wanted, (len(digits), status)
