"""What strangers send: odd JSON, odd fields, too fast, from elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from sanssouci import voice
from sanssouci.friedrich import messages
from sanssouci.table import limits
from sanssouci.table.contract.bodies import Fork, NewGame, Rename
from sanssouci.table.contract.reading import clean, parse, read
from sanssouci.table.contract.requests import Instruct, Order
from sanssouci.table.errors import STATUS, Refusal
from sanssouci.table.http.calls import address
from sanssouci.table.http.security import content_security_policy, own_origin
from sanssouci.table.rates import Buckets
from sanssouci.table.settings import Settings

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(st.text() | st.binary())
def test_whatever_is_no_object_is_refused_not_raised(sent: str | bytes) -> None:
    try:
        assert isinstance(parse(sent), dict)
    except Refusal as refusal:
        assert refusal.key == "table.bad_request"


@given(st.dictionaries(st.text(max_size=5), json_values, max_size=5))
def test_objects_are_read_as_they_are(value: dict[str, Any]) -> None:
    try:
        assert parse(json.dumps(value)) == value
    except Refusal:
        # only what cannot be written back as UTF-8
        assert any("\\ud" in json.dumps(part) for part in [value])


@pytest.mark.parametrize(
    "sent",
    [
        "[" * 100_000,
        '{"a":' * 200 + "1" + "}" * 200,
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": "\\ud800"}',
        b"\xff\xfe",
        "",
        "7",
        '{"n": ' + "9" * 10_000 + "}",
    ],
)
def test_traps_in_json(sent: str | bytes) -> None:
    with pytest.raises(Refusal) as caught:
        parse(sent)
    assert caught.value.key == "table.bad_request"


def test_names_are_one_clean_line() -> None:
    assert clean("  An\u202ena\n\tvon  \x00X ") == "Anna von X"
    with pytest.raises(Refusal) as refusal:
        read({"name": "x" * (limits.NAME_TEXT + 1)}, Rename)
    assert (refusal.value.key, refusal.value.args_) == ("table.too_large", {"limit": limits.NAME_TEXT})


@pytest.mark.parametrize("value", [True, 1.0, "1", None, -1, 4, [1]])
def test_integers_are_integers(value: object) -> None:
    """None is "not said" for the seat of a fork, and no number for the point of it."""
    with pytest.raises(Refusal) as refusal:
        read({"n": value if value != 4 else 10**7}, Fork)
    told = {"field": "n", "why": "is not a number from 0 to 1000000"}
    assert refusal.value.args_.items() >= told.items()


@pytest.mark.parametrize("value", [None, "short", "x" * 65, "with space", "ümlautümlaut", 12345678, "abcdefgh\n"])
def test_keys(value: object) -> None:
    with pytest.raises(Refusal) as refusal:
        read({"text": "end", "version": 1, "key": value}, Order)
    assert refusal.value.args_.items() >= {"field": "key", "why": "is not 8 to 64 letters or digits"}.items()


GAME: dict[str, Any] = {"scenario": "west", "players": 2, "seats": [{"kind": "here"}]}


@pytest.mark.parametrize(
    ("shape", "sent", "field", "why"),
    [
        (Rename, {}, "name", "is not a text"),
        (Rename, {"name": 7}, "name", "is not a text"),
        (NewGame, {**GAME, "hints": "no"}, "hints", "is not true or false"),
        (NewGame, {**GAME, "seats": [{"kind": "ghost"}]}, "kind", "is not one of here, friend, bot"),
        (NewGame, {**GAME, "seats": [7]}, "seats", "is not an object"),
        (NewGame, {**GAME, "seats": {}}, "seats", "is not a list"),
        (NewGame, {**GAME, "seats": [{"kind": "here", "roles": ["a"] * 5}]}, "roles", "is not a list of at most 4"),
        (NewGame, {**GAME, "options": []}, "options", "is not an object"),
        (NewGame, {**GAME, "pace": {"kind": "bank", "seconds": 0}}, "seconds", "is not a number from 1 to 86400"),
        (NewGame, {"players": 2, "seats": []}, "scenario", "is not a text"),
        (Instruct, {"instruction": {"mode": "zero", "combats": []}}, "combats", "is not one of attack, defence, both"),
    ],
)
def test_one_sentence_names_the_field_and_what_it_should_be(shape: Any, sent: object, field: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read(sent, shape)
    told = refusal.value.args_
    assert (refusal.value.key, told["field"], told["why"]) == ("table.bad_request", field, why)
    # readers of another language get the reason by its key
    reason: Any = told["reason"]
    for language in voice.languages():
        assert messages.speaker(language).say(reason["key"], reason["args"]) != reason["key"]
    assert messages.speaker("it").say(reason["key"], reason["args"]) != why


def test_what_the_contract_does_not_know_is_passed_over() -> None:
    assert read({"name": "Anna", "colour": "red"}, Rename).name == "Anna"


def test_a_bucket_empties_and_says_how_long_to_wait() -> None:
    buckets = Buckets()
    for _ in range(int(limits.RATES["chat"].burst)):
        buckets.spend("chat", "a")
    with pytest.raises(Refusal) as refusal:
        buckets.spend("chat", "a")
    assert refusal.value.json().args == {"limit": "chat", "seconds": 2}
    buckets.spend("chat", "b")
    for _ in range(4):
        buckets.spend("chat", "many", times=2, cost=5)
    with pytest.raises(Refusal):
        buckets.spend("chat", "many", times=2, cost=5)
    buckets.spend("chat", "all", cost=1000)
    with pytest.raises(Refusal):
        buckets.spend("chat", "all")


def test_every_refusal_has_its_sentence_and_status() -> None:
    sentences = {key for key in voice.catalogue() if key.startswith("table.") and key.count(".") == 1}
    assert sentences == set(STATUS)


@pytest.mark.parametrize(
    ("origin", "asked", "good"),
    [
        (None, "https://table.example", True),
        ("https://table.example", "https://table.example", True),
        ("https://table.example", "wss://table.example", True),
        ("http://localhost:1756", "http://localhost:1756", True),
        ("http://localhost:1756", "ws://localhost:1756", True),
        ("https://proxy.example", "http://inside:1756", True),
        ("https://evil.example", "https://table.example", False),
        ("https://table.example.evil.example", "https://table.example", False),
        ("null", "https://table.example", False),
        ("", "https://table.example", False),
        ("file://table.example", "https://table.example", False),
        ("http://localhost:1757", "http://localhost:1756", False),
        # M10: another scheme is another site
        ("https://table.example", "http://table.example", False),
        ("http://table.example", "https://table.example", False),
        ("http://table.example", "wss://table.example", False),
        # … unless the operator has said how others reach the table
        ("https://told.example", "http://told.example", True),
        ("https://told.example", "http://table.example", False),
    ],
)
def test_origins(origin: str | None, asked: str, good: bool) -> None:
    settings = Settings(origins=frozenset({"https://proxy.example"}), public_url="https://told.example/friedrich/")
    assert own_origin(asking(asked, origin), settings) is good
    if origin in ("https://table.example", "http://table.example") and asked.startswith("http://"):
        assert own_origin(asking(asked, origin), replace(settings, secure_cookies=True)) is not good


def asking(url: str, origin: str | None = None, client: str = "192.0.2.7", **cookies: str) -> HTTPConnection:
    """A request for an address, as the server sees it."""
    scheme, host = url.split("://")
    headers = {"host": host, "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    headers |= {} if origin is None else {"origin": origin}
    return HTTPConnection(
        {
            "type": "http",
            "scheme": scheme,
            "path": "/",
            "client": (client, 1),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
    )


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a proxy's name", "a proxy's name"),
    ],
)
def test_limits_count_a_network_of_ipv6_as_one_address(client: str, counted: str) -> None:
    assert address(asking("http://table.example", client=client)) == counted


def test_the_policy_allows_nothing_inline() -> None:
    policy = content_security_policy()
    assert "unsafe" not in policy and "*" not in policy and "default-src 'none'" in policy
