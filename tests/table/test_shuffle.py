"""The deal: promised before, made of everybody's parts, disclosed with every kind of end, and checked."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.friedrich.files.pledge import Pledge, commitment, final_seed, verify
from sanssouci.friedrich.files.replay import replay
from sanssouci.table.client import Browser, Refused
from sanssouci.table.contract.cards import Kind
from sanssouci.table.live.dealing import parts_missing
from sanssouci.table.live.model import GameRow, Shuffle
from sanssouci.table.live.model import Seat as SeatRow

if TYPE_CHECKING:
    from conftest import Match, ServerProcess

Position = dict[str, Any]


def shuffle_of(browser: Browser, game: str) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"api/games/{game}")["game"]["shuffle"]
    return found


def record_of(browser: Browser, game: str) -> str:
    return browser.call("GET", f"api/games/{game}/record")[2].decode()


def add(browser: Browser, game: str, seat: int, part: str) -> None:
    browser.post(f"api/games/{game}/seats/{seat}/part", {"part": part})


def test_the_promise_is_kept(match: Match) -> None:
    before = shuffle_of(match.host, match.game)
    assert before["parts"] == {} and before["dealt"] is False and before["server"] is None
    add(match.host, match.game, 0, "  words of  mine ")
    add(match.guest, match.game, 1, "0f" * 16)
    add(match.guest, match.game, 1, "1e" * 16)  # until the deal one may think better of it
    told = shuffle_of(match.guest, match.game)
    assert told["parts"] == {"0": "words of mine", "1": "1e" * 16}
    assert told["commitment"] == before["commitment"] and told["server"] is None and not told["dealt"]
    anna, bruno = match.sit()
    with anna, bruno:
        match.play([anna, bruno], random.Random(1), 12)
        assert shuffle_of(match.host, match.game)["dealt"] is True
        running = record_of(match.host, match.game)
        assert f"commitment: {before['commitment']}" in running and "part-0: words of mine" in running
        assert "server-part" not in running and "seed:" not in running
    match.guest.post(f"api/games/{match.game}/seats/1/concede")
    over = shuffle_of(match.host, match.game)
    assert commitment(over["server"]) == before["commitment"]
    text = record_of(match.host, match.game)
    found = Pledge.of(replay(text).headers)
    assert found == Pledge(before["commitment"], over["server"], {0: "words of mine", 1: "1e" * 16})
    assert replay(text).headers["seed"] == final_seed(over["server"], found.parts)
    assert verify(text, before["commitment"]).verdict == "proved"
    answer = {"verdict": "proved", "commitment": before["commitment"], "parts": 2, "why": None, "line": 0}
    assert match.guest.get(f"api/games/{match.game}/verify") == answer
    assert server_check(match, text) == answer
    assert server_check(match, text.replace("words of mine", "words of thine")) == answer | {
        "verdict": "false",
        "why": "seed",
    }


def server_check(match: Match, text: str) -> dict[str, Any]:
    return match.server.browser().post("api/verify", {"text": text})


def test_a_part_changes_the_deal_and_nothing_that_is_seen(match: Match) -> None:
    """What a seat adds decides about the cards; until the first order nobody sees any difference."""
    anna, bruno = match.sit()
    with anna, bruno:
        view = anna.state["view"]
        add(match.guest, match.game, 1, "something")
        anna.until(lambda one: one.state["table"]["card"]["shuffle"]["parts"] == {"1": "something"})
        with match.host.open(match.game) as again:
            assert again.state["view"] == view and again.version == anna.version
        anna.order("allot hanover ferdinand=8 cumberland=4")  # with the version from before
    match.guest.post(f"api/games/{match.game}/seats/1/concede")
    seed = match.host.get(f"api/games/{match.game}/position?n=0")["seed"]
    assert seed == final_seed(shuffle_of(match.host, match.game)["server"], {1: "something"})


def test_after_the_deal_nobody_adds(match: Match) -> None:
    with match.host.open(match.game) as anna:
        anna.order("allot hanover ferdinand=8 cumberland=4")
        with pytest.raises(Refused) as late:
            add(match.guest, match.game, 1, "late")
        assert late.value.key == "table.dealt" and late.value.status == 409
        anna.undo()
        with pytest.raises(Refused, match=r"table\.dealt"):
            add(match.guest, match.game, 1, "the deal stays dealt though its order was taken back")
    told = shuffle_of(match.guest, match.game)
    assert told["dealt"] is True and "1" not in told["parts"], "who comes later is told that he added nothing"


def test_nobody_adds_for_another(match: Match) -> None:
    with pytest.raises(Refused, match=r"table\.not_yours"):
        add(match.guest, match.game, 0, "not mine")
    for nothing in ("", "  \t ", "\x00"):
        with pytest.raises(Refused, match=r"bad_request"):
            add(match.guest, match.game, 1, nothing)
    with pytest.raises(Refused, match=r"table\.too_large"):
        add(match.guest, match.game, 1, "x" * 201)
    assert shuffle_of(match.host, match.game)["parts"] == {}


@pytest.mark.parametrize("end", ["concede", "agree", "before the deal"])
def test_every_kind_of_end_discloses(match: Match, end: str) -> None:
    add(match.guest, match.game, 1, "mine")
    promised = shuffle_of(match.host, match.game)["commitment"]
    if end != "before the deal":
        with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
            match.play([anna, bruno], random.Random(2), 6)
    with pytest.raises(Refused, match=r"table\.running"):
        match.host.get(f"api/games/{match.game}/verify")
    if end == "agree":
        match.host.post(f"api/games/{match.game}/seats/0/agree", {"winners": []})
        match.guest.post(f"api/games/{match.game}/seats/1/agree", {"winners": []})
    else:
        match.host.post(f"api/games/{match.game}/seats/0/concede")
    assert verify(record_of(match.guest, match.game), promised).verdict == "proved"
    assert match.guest.get(f"api/games/{match.game}/verify")["parts"] == 1


def laid_out(**more: Any) -> Position:
    return {
        "format": "friedrich-position/1", "scenario": "west", "turn": 3, "nation": "hanover",
        "pieces": {"ferdinand": {"city": "hannover", "troops": 5}, "chevert": {"city": "koblenz", "troops": 4}},
        "hands": {"hanover": ["5S", "6H"], "france": ["9C"]},
    } | more  # fmt: skip


@pytest.mark.parametrize("position", [laid_out(), laid_out(phase="draw"), laid_out(phase="fate")])
def test_a_game_from_a_position_is_promised_too(server: ServerProcess, position: Position) -> None:
    match = server.match(position)
    with match.host.open(match.game) as anna:
        view = anna.state["view"]
        add(match.guest, match.game, 1, "mine")
        with match.host.open(match.game) as again:
            assert again.state["view"] == view, "what lies open when it is laid out stays"
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        if match.play([anna, bruno], random.Random(3), 25) == 25 and not anna.over:  # fate may end it
            match.host.post(f"api/games/{match.game}/seats/0/concede")
    text = record_of(match.host, match.game)
    assert "#! draw" in text or "#! fate" in text
    assert verify(text).verdict == "proved"


def test_sandboxes_and_uploads_promise_nothing(match: Match) -> None:
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        match.play([anna, bruno], random.Random(3), 8)
    sandbox = match.host.post(f"api/games/{match.game}/fork", {"n": 8, "seat": 0})["game"]
    assert shuffle_of(match.host, sandbox) is None
    with pytest.raises(Refused, match=r"table\.dealt"):
        add(match.host, sandbox, 0, "mine")
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    kept = match.host.post("api/records", {"text": record_of(match.host, match.game)})["game"]
    assert match.host.get(f"api/games/{kept}/verify")["verdict"] == "not_committed"


def test_bots_leave_people_time_to_add() -> None:
    def row(*seats: tuple[Kind, str | None, bool], **shuffle: Any) -> GameRow:
        people = [SeatRow(n, [], kind, "", bot, joined) for n, (kind, bot, joined) in enumerate(seats)]
        return GameRow(
            "", 1, "west", 2, {}, 0, 0, 1, [], 0, {"turn": 1, "nation": None, "state": "", "waiting": []},
            shuffle=Shuffle("s", **shuffle), seats=people,
        )  # fmt: skip

    here: tuple[Kind, str | None, bool] = ("here", None, True)
    bot: tuple[Kind, str | None, bool] = ("bot", "captain", True)
    assert parts_missing(row(here, bot))
    assert not parts_missing(row(here, bot, parts={"0": "mine"}))
    assert not parts_missing(row(here, bot, dealt=True))
    assert not parts_missing(row(bot, bot))
    assert not parts_missing(row(("friend", None, False), bot)), "who has not come is not waited for"
    assert not parts_missing(row(("here", "captain", True), bot)), "nor whose seat a bot plays"


def test_the_server_part_is_told_to_nobody_before_the_end(match: Match) -> None:
    """Neither a socket nor an answer holds it, and the database has it only in its own column."""
    said: list[str] = []
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        add(match.host, match.game, 0, "mine")
        match.play([anna, bruno], random.Random(6), 6)
        said += anna.raw + bruno.raw
    for path in ("", "/record", "/replay", "/backs"):
        said.append(match.guest.call("GET", f"api/games/{match.game}{path}")[2].decode())
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    over = shuffle_of(match.host, match.game)["server"]
    assert len(over) == 64
    assert not any(over in text for text in said) and any("mine" in text for text in said)
