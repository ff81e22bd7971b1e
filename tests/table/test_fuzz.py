"""Strangers with bad manners: schemathesis on the HTTP surface, and a fuzzer of the socket protocol.

No traceback (the server fixture sees to that), no 5xx, every message answered or the socket closed, and
whatever is not theirs stays as it was.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error, response_schema_conformance, status_code_conformance
from websockets.exceptions import ConnectionClosed

from sanssouci.table.client import Browser, Seat
from sanssouci.table.http.routes import ENDPOINTS
from sanssouci.table.live.asks import QUESTIONS as ANSWERED
from sanssouci.table.live.talk import TALK

if TYPE_CHECKING:
    from conftest import Match, ServerProcess

EXAMPLES = int(os.environ.get("SANSSOUCI_EXAMPLES", "200" if os.environ.get("SANSSOUCI_SOAK") else "15"))
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]


CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


def _plain(path: str) -> str:
    """An address without the kinds of its parts."""
    return re.sub(r":\w+}", "}", path)


class Stranger:
    """A browser with a few games of its own, and a game of others that it must not touch."""

    def __init__(self, server: ServerProcess) -> None:

        self.others = server.match()
        self.browser = server.browser()
        kinds = [{"kind": "here"}, {"kind": "friend"}]
        body = {"scenario": "west", "players": 2, "seats": kinds}
        self.games = [self.browser.post("api/games", body)["game"] for _ in range(4)]
        self.before = self.witness()

    def witness(self) -> Any:
        """What the others see of their game."""
        with self.others.host.open(self.others.game) as anna, self.others.guest.open(self.others.game) as bruno:
            kept = ("view", "menu", "version", "log", "orders", "chat", "notes", "instruction")
            names = [seat["name"] for seat in anna.state["table"]["card"]["seats"]]
            return [{name: seat.state[name] for name in kept} for seat in (anna, bruno)] + [names]


@pytest.fixture(scope="module")
def stranger(server: ServerProcess) -> Stranger:
    return Stranger(server)


@pytest.fixture(scope="module")
def surface(stranger: Stranger) -> Any:
    """The document, with games that exist among those that do not."""
    text = json.dumps(stranger.browser.get("api/openapi.json"))
    pattern = json.dumps({"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"})
    assert pattern in text
    ids = {"anyOf": [{"enum": [*stranger.games, stranger.others.game]}, json.loads(pattern)]}
    return schemathesis.openapi.from_dict(json.loads(text.replace(pattern, json.dumps(ids))))


@pytest.mark.parametrize(("method", "path"), [(one.method, _plain(one.path)) for one in ENDPOINTS])
def test_the_http_surface(server: ServerProcess, stranger: Stranger, surface: Any, method: str, path: str) -> None:
    operation = surface[f"/api/{path}"][method]
    answered = set()

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=SLOW, database=None)
    @given(case=operation.as_strategy() | operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
    def try_out(case: Any) -> None:
        if method == "DELETE":
            case.path_parameters["game"] = stranger.others.game  # not theirs to delete
        cookie = {"Cookie": f"sanssouci={stranger.browser.cookie}"}
        response = case.call(base_url=server.base.rstrip("/"), headers=cookie, timeout=60)
        answered.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    try_out()
    assert answered and max(answered) < 500


def test_nothing_of_others_has_changed(stranger: Stranger) -> None:
    assert stranger.witness() == stranger.before


def test_the_document_describes_what_is_served(surface: Any) -> None:
    """Routes and document come from one list; whatever an endpoint takes and gives stands in it."""
    for endpoint in ENDPOINTS:
        described = surface[f"/api/{_plain(endpoint.path)}"][endpoint.method].definition.raw
        assert described["summary"] == endpoint.about and endpoint.about
        assert ("requestBody" in described) == (endpoint.body is not None), endpoint.path


# The socket ----------------------------------------------------------------------------------------

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = ["hello", *TALK, "order ", "ORDER", ""]
#: everything that may be asked but what a bot thinks about for a second
QUESTIONS = sorted(ANSWERED.keys() - {"hint"})
FIELDS = {
    "id": st.integers(-5, 50) | ODD,
    "seat": st.integers(-3, 5) | ODD,
    "text": st.sampled_from(["end", "allot hanover ferdinand=8 cumberland=4", "allot france richelieu=8", "pass", ""])
    | st.sampled_from(["help", "menu", "war", "hand", "near kassel 9", "way kassel berlin", "log"])
    | ODD,
    "version": st.integers(-2, 9) | ODD,
    "key": st.sampled_from(["12345678", "the-same-key"]) | ODD,
    "what": st.sampled_from(["order", "stage", *QUESTIONS]) | ODD,
    "language": st.sampled_from(["en", "it", "xx"]) | ODD,
    "instruction": st.fixed_dictionaries(
        {"mode": st.sampled_from(["never", "zero", "sum"]) | ODD}, optional={"sum": st.integers(-1, 600) | ODD}
    )
    | ODD,
    "pieces": st.lists(st.sampled_from(["daun", "friedrich", "france-train-1", "x"]), max_size=4) | ODD,
    "piece": st.sampled_from(["daun", "friedrich", "richelieu", "france-train-1"]) | ODD,
    "city": st.sampled_from(["berlin", "kassel", "nowhere"]) | ODD,
    "from": st.integers(-5, 10**10) | ODD,
    "count": st.integers(-5, 10**6) | ODD,
    "n": st.integers(-5, 10**10) | ODD,
}
MESSAGES = st.fixed_dictionaries({"type": st.sampled_from(KINDS) | ODD}, optional=FIELDS).map(json.dumps)
RAW = MESSAGES | ODD.map(json.dumps) | st.text(max_size=200) | st.binary(max_size=200)


def finish(seat: Seat) -> list[dict[str, Any]]:
    """Everything told until the server has answered a last ping, or closed."""
    told = []
    try:
        seat.socket.send('{"type": "ping", "id": 777}')
        while True:
            message = seat.receive()
            told.append(message)
            if message["type"] == "reply" and message["id"] == 777:
                return told
    except ConnectionClosed:
        return told


@settings(max_examples=EXAMPLES * 4, deadline=None, suppress_health_check=SLOW)
@given(messages=st.lists(RAW, min_size=1, max_size=12), greeted=st.booleans())
def test_the_socket_from_a_seat_that_is_not_to_act(
    fuzzed: tuple[Match, Browser], messages: list[str | bytes], greeted: bool
) -> None:
    match, watcher = fuzzed
    for browser in (match.guest, watcher):
        with browser.open(match.game, hello=greeted) as seat:
            for message in messages:
                try:
                    seat.socket.send(message)
                except ConnectionClosed:
                    break
            told = finish(seat)
            for said in told:
                assert said["type"] in ("reply", "snapshot", "table", "curtain", "update", "chat"), said
                assert said.get("error", {}).get("key") != "table.unavailable", said
            replies = [m for m in told if m["type"] == "reply"]
            assert len(replies) <= len(messages) + 1


@pytest.fixture(scope="module")
def fuzzed(server: ServerProcess) -> Any:
    """A game in which only Anna is to act, fuzzed by Bruno and by a spectator."""
    match = server.match()
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        anna.order("allot hanover ferdinand=8 cumberland=4")
        bruno.order("allot france richelieu=8 soubise=7 chevert=5")
        anna.my_turn()
        before = {name: anna.state[name] for name in ("view", "menu", "version", "log", "undo")}
    watcher = server.browser()
    watcher.join(match.host.post(f"api/games/{match.game}/watch")["link"])
    yield match, watcher
    with match.host.open(match.game) as anna:
        assert {name: anna.state[name] for name in before} == before, "nothing changed"


@settings(max_examples=EXAMPLES * 2, deadline=None, suppress_health_check=SLOW)
@given(messages=st.lists(MESSAGES, min_size=1, max_size=10))
def test_the_socket_of_who_is_to_act(acting: Match, messages: list[str]) -> None:
    """Legal orders may be carried out; everything else is refused, and the game stays playable."""
    with acting.host.open(acting.game) as seat:
        for message in messages:
            seat.socket.send(message)
        for said in finish(seat):
            assert said.get("error", {}).get("key") != "table.unavailable", said
    with acting.host.open(acting.game) as again:
        assert again.state["orders"] == len(again.state["log"])


@pytest.fixture(scope="module")
def acting(server: ServerProcess) -> Any:
    """A game for the one who may act."""
    return server.match()
