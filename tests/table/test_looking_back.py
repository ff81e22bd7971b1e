"""Replays, records, uploads, forks and sandboxes."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.friedrich import Game
from sanssouci.table.client import Refused

if TYPE_CHECKING:
    from conftest import Match, ServerProcess


def refusal(call: Any, *arguments: Any, **more: Any) -> dict[str, Any]:
    """The error with which a call is refused."""
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.error


def frames(browser: Any, game: str, **query: Any) -> list[dict[str, Any]]:
    """All frames of a game."""
    found: list[dict[str, Any]] = []
    while True:
        asked = "&".join(f"{k}={v}" for k, v in (query | {"from": len(found), "count": 30}).items())
        page = browser.get(f"api/games/{game}/replay?{asked}")
        found += page["frames"]
        if len(found) >= page["total"]:
            return found


def finished(match: Match) -> int:
    """Play a whole game; how many orders."""
    anna, bruno = match.sit()
    count = match.play([anna, bruno], random.Random(11), 2000)
    assert anna.over
    anna.close()
    bruno.close()
    return count


def test_a_running_game_is_replayed_from_my_seat_only(match: Match) -> None:
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(2), 25)
    mine = frames(match.host, match.game, seat=0)
    assert [frame["n"] for frame in mine] == list(range(26))
    assert mine[-1]["view"] == anna.state["view"]
    assert [frame["entry"] for frame in mine[1:]] == anna.state["log"]
    assert refusal(match.host.get, f"api/games/{match.game}/replay?seat=1")["key"] == "table.not_yours"
    assert refusal(match.host.get, f"api/games/{match.game}/replay?seat=open")["key"] == "table.running"
    public = frames(match.host, match.game)
    assert all(frame["view"]["role"] is None for frame in public)
    assert refusal(match.host.get, f"api/games/{match.game}/position")["key"] == "table.running"


def test_a_finished_game_is_open(match: Match) -> None:
    count = finished(match)
    everything = frames(match.guest, match.game, seat="open")
    assert len(everything) == count + 1
    assert all("hand" in nation for nation in everything[-1]["view"]["nations"].values())
    assert all(stack["troops"] > 0 for frame in everything[3:] for stack in frame["view"]["stacks"])
    assert all(frame["entry"]["order"] for frame in everything[1:])
    assert len(frames(match.guest, match.game, seat=0)) == count + 1, "also from the other's seat"
    position = match.guest.get(f"api/games/{match.game}/position?n=10")
    assert Game.from_position(position).position() == position


def test_a_record_goes_out_and_comes_in(server: ServerProcess, match: Match) -> None:
    count = finished(match)
    status, headers, body = match.host.call("GET", f"api/games/{match.game}/record")
    text = body.decode()
    assert status == 200 and headers["content-disposition"].endswith('.friedrich"')
    assert text.startswith("format: friedrich-record/1") and "?" not in text
    assert "names: Anna (friedrich), Bruno (pompadour)" in text
    stranger = server.browser()
    game = stranger.post("api/records", {"text": text})["game"]
    card = stranger.get(f"api/games/{game}")["game"]
    assert card["orders"] == count and card["result"] == match.host.get(f"api/games/{match.game}")["game"]["result"]
    assert [seat["name"] for seat in card["seats"]] == ["Anna", "Bruno"]
    ours = frames(match.host, match.game, seat="open")
    theirs = frames(stranger, game, seat="open")
    assert [frame["view"] for frame in theirs] == [frame["view"] for frame in ours]
    again = stranger.call("GET", f"api/games/{game}/record")[2].decode()
    assert _orders(again) == _orders(text)


def test_a_record_without_a_seed_is_shown_as_it_was_played(server: ServerProcess, match: Match) -> None:
    finished(match)
    text = match.host.call("GET", f"api/games/{match.game}/record")[2].decode()
    # somebody's game at a real table: the cards are written down, the seed is nobody's
    lines = [line for line in text.splitlines() if not line.startswith("seed:")]
    assert len(lines) == len(text.splitlines()) - 1
    stranger = server.browser()
    game = stranger.post("api/records", {"text": "\n".join(lines)})["game"]
    ours = frames(match.host, match.game, seat="open")
    theirs = frames(stranger, game, seat="open")
    assert [frame["view"] for frame in theirs] == [frame["view"] for frame in ours]
    assert [_told(frame) for frame in theirs] == [_told(frame) for frame in ours]
    again = stranger.call("GET", f"api/games/{game}/record")[2].decode()
    assert _body(again) == _body(text), "also what chance gave"


def _told(frame: dict[str, Any]) -> Any:
    return None if frame["entry"] is None else frame["entry"]["events"]


def _body(text: str) -> str:
    return text.split("\n\n", 1)[1]


def _orders(text: str) -> list[str]:
    body = text.split("\n\n", 1)[1]
    return [line for line in body.splitlines() if line and not line.startswith("#")]


def test_a_bad_record_names_its_first_wrong_line(server: ServerProcess, match: Match) -> None:
    finished(match)
    lines = match.host.call("GET", f"api/games/{match.game}/record")[2].decode().splitlines()
    wrong = next(n for n, line in enumerate(lines) if line == "end")
    lines[wrong] = "move daun berlin"
    browser = server.browser()
    error = refusal(browser.post, "api/records", {"text": "\n".join(lines)})
    assert error["key"] == "table.record" and error["args"]["line"] == wrong + 1
    assert error["args"]["reason"]["key"] == "record.order" and "line" not in error["args"]["why"], "said once"
    assert browser.get("api/games") == {"games": []}


def test_a_record_of_a_running_game_hides_what_the_seat_may_not_know(match: Match) -> None:
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(2), 25)
    hers = match.host.call("GET", f"api/games/{match.game}/record")[2].decode()
    his = match.guest.call("GET", f"api/games/{match.game}/record")[2].decode()
    assert "allot france ?" in hers and "allot hanover ?" not in hers
    assert "allot hanover ?" in his and "allot france ?" not in his
    assert "seed" not in hers + his
    line = next(n for n, text in enumerate(hers.splitlines(), 1) if "?" in text)
    error = refusal(match.guest.post, "api/records", {"text": hers})
    assert error == {"key": "table.record_running", "args": {"line": line}, "rule": None}
    assert len(match.guest.get("api/games")["games"]) == 1


def test_a_record_without_an_order(match: Match) -> None:
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    text = match.host.call("GET", f"api/games/{match.game}/record")[2].decode()
    game = match.host.post("api/records", {"text": text})["game"]
    assert match.host.get(f"api/games/{game}")["game"]["orders"] == 0
    assert match.host.call("GET", f"api/games/{game}/record")[0] == 200


def test_a_finished_game_is_forked_anywhere(match: Match) -> None:
    count = finished(match)
    made = match.guest.post(f"api/games/{match.game}/fork", {"n": count // 2})
    assert made["resampled"] is False
    stored = match.host.get(f"api/games/{match.game}/position?n={count // 2}")
    with match.guest.open(made["game"]) as box:
        assert box.state["sandbox"] and box.curtain is None
        assert all("hand" in nation for nation in box.state["view"]["nations"].values())
        assert match.guest.get(f"api/games/{made['game']}/position") == stored
        for _ in range(10):
            match.play([box], random.Random(1), 1)
        assert box.state["orders"] == 10, "one screen plays all sides"
        box.undo()
        assert box.state["orders"] == 9
    assert match.host.get(f"api/games/{match.game}")["game"]["orders"] == count, "the game is untouched"
    assert refusal(match.host.get, f"api/games/{made['game']}")["key"] == "table.no_such_game", "private"


def test_a_running_game_is_forked_only_from_my_own_view(match: Match) -> None:
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(2), 25)
    assert refusal(match.host.post, f"api/games/{match.game}/fork", {"n": 20})["key"] == "table.bad_request"
    theirs = refusal(match.host.post, f"api/games/{match.game}/fork", {"n": 20, "seat": 1})
    assert theirs["key"] == "table.not_yours"
    imagined = set()
    for _ in range(6):
        made = match.host.post(f"api/games/{match.game}/fork", {"n": 25, "seat": 0})
        assert made["resampled"] is True
        position = match.host.get(f"api/games/{made['game']}/position")
        view = json.loads(json.dumps(Game.from_position(position).view("friedrich").json()))
        assert view == anna.state["view"], "it agrees with what I know"
        imagined.add(json.dumps([position["hands"]["france"], position["piles"]["draw"]]))
    assert len(imagined) == 6, "the rest is imagined anew each time"


def test_a_sandbox_from_a_position(server: ServerProcess) -> None:
    browser = server.browser()
    position: dict[str, Any] = {
        "format": "friedrich-position/1",
        "scenario": "standard",
        "turn": 3,
        "nation": "austria",
        "pieces": {"daun": {"city": "waldenburg", "troops": 8}, "keith": {"city": "glogau", "troops": 4}},
        "hands": {"austria": ["13S", "5H"]},
    }
    made = browser.post("api/sandbox", {"position": position})
    with browser.open(made["game"]) as box:
        assert box.state["menu"]["state"] == "MOVE_MENU" and box.state["menu"]["nation"] == "austria"
        assert box.state["view"]["nations"]["austria"]["hand"] == ["13S/1", "5H/1"]
    position["pieces"]["daun"]["troops"] = 9
    error = refusal(browser.post, "api/sandbox", {"position": position})
    assert error["key"].startswith("position.") and "daun" in json.dumps(error["args"])
