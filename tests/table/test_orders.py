"""Orders over real sockets: only who is to act, only on the version he saw, once per key."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.client import Refused

if TYPE_CHECKING:
    from conftest import Match

HANOVER = "allot hanover ferdinand=8 cumberland=4"
FRANCE = "allot france richelieu=8 soubise=7 chevert=5"


def refusal(call: Any, *arguments: Any, **more: Any) -> dict[str, Any]:
    """The error with which a call is refused."""
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.error


def test_both_allot_at_once_each_on_his_own_version(match: Match) -> None:
    anna, bruno = match.sit()
    seen = bruno.version
    anna.order(HANOVER)
    bruno.until(lambda seat: seat.state["orders"] == 1)
    assert bruno.version == seen, "the other's secret answer does not age mine"
    bruno.order(FRANCE, version=seen)
    anna.until(lambda seat: seat.state["orders"] == 2)
    assert anna.state["log"][1]["order"] is None and anna.state["log"][0]["order"] == HANOVER
    assert "richelieu" not in str(anna.state["log"])


def test_the_log_names_the_nation_that_answered(match: Match) -> None:
    """Not the first of those that decide at once."""
    anna, bruno = match.sit()
    bruno.order(FRANCE)
    anna.until(lambda seat: seat.state["orders"] == 1)
    anna.order(HANOVER)
    bruno.until(lambda seat: seat.state["orders"] == 2)
    assert [entry["nation"] for entry in anna.state["log"][:2]] == ["france", "hanover"]


def test_who_is_not_to_act_cannot(match: Match) -> None:
    anna, bruno = match.sit()
    anna.order(HANOVER)
    bruno.order(FRANCE)
    acting, other = (anna, bruno) if anna.my_turn()["menu"] else (bruno, anna)
    other.until(lambda seat: seat.state["orders"] == 2)
    before = acting.state["orders"]
    assert refusal(other.order, "end")["key"] == "table.not_your_turn"
    assert refusal(anna.order, FRANCE)["key"] in ("table.not_your_turn", "refusal.not_now")
    match.play([acting], random.Random(0), 1)
    acting.until(lambda seat: seat.state["orders"] == before + 1)


def test_nobody_answers_for_another_nation(match: Match) -> None:
    anna, bruno = match.sit()
    error = refusal(bruno.order, HANOVER)
    assert error["key"] == "table.not_your_nation" and error["args"] == {"nation": "hanover", "role": "friedrich"}
    assert refusal(anna.order, FRANCE)["key"] == "table.not_your_nation"
    assert match.host.get(f"api/games/{match.game}")["game"]["orders"] == 0


def test_an_old_version_is_refused(match: Match) -> None:
    anna, bruno = match.sit()
    old = anna.version
    anna.order(HANOVER)
    error = refusal(anna.order, HANOVER, version=old)
    assert error["key"] == "table.stale" and error["args"]["version"] == anna.version
    bruno.order(FRANCE)
    assert refusal(bruno.order, "end", version=old)["key"] == "table.stale"


def test_a_key_is_carried_out_once_and_answered_the_same(match: Match) -> None:
    anna, _bruno = match.sit()
    first = anna.order(HANOVER, key="the-same-key", version=1)
    again = anna.order(HANOVER, key="the-same-key", version=1)
    assert (again["n"], again["version"]) == (first["n"], first["version"])
    assert match.host.get(f"api/games/{match.game}")["game"]["orders"] == 1
    assert refusal(anna.order, "end", key="the-same-key", version=1)["key"] == "table.key_used"


def test_an_illegal_order_changes_nothing_and_says_why(match: Match) -> None:
    anna, _bruno = match.sit()
    error = refusal(anna.order, "allot hanover ferdinand=9 cumberland=3")
    assert error["key"].startswith("refusal.") and error["rule"]
    assert refusal(anna.order, "dance")["rule"] is None
    assert anna.ask("check", text=HANOVER)["refusal"] is None
    assert anna.ask("check", text="allot hanover ferdinand=9 cumberland=3")["refusal"] == error
    assert match.host.get(f"api/games/{match.game}")["game"]["orders"] == 0


def test_two_tabs_see_the_same(match: Match) -> None:
    anna, _bruno = match.sit()
    with match.host.open(match.game) as tab:
        anna.order(HANOVER)
        tab.until(lambda seat: seat.state["orders"] == 1)
        assert (tab.state["log"], tab.version) == (anna.state["log"], anna.version)
        assert refusal(tab.order, HANOVER, version=1)["key"] == "table.stale"


def test_a_reconnect_finds_everything(match: Match) -> None:
    anna, bruno = match.sit()
    rng = random.Random(1)
    played = match.play([anna, bruno], rng, 12)
    shown = {name: anna.state[name] for name in ("view", "menu", "log", "version", "orders")}
    anna.close()
    with match.host.open(match.game) as back:
        assert {name: back.state[name] for name in shown} == shown
        assert back.state["orders"] == played == 12


def test_since_my_last_move(match: Match) -> None:
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(3), 20)
    own = [entry["n"] for entry in bruno.state["log"] if entry["seat"] == 1]
    bruno.close()
    with match.guest.open(match.game) as back:
        first = own[-1] + 1
        assert back.state["since"] == first
        answer = back.ask("since")
        assert answer["from"] == first and len(answer["log"]) == 20 - first
        assert answer["view"] == back.ask("frame", n=first)["frame"]["view"]


def test_the_log_comes_in_pages(match: Match) -> None:
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(4), 10)
    assert anna.ask("log", **{"from": 3, "count": 4})["log"] == anna.state["log"][3:7]
    assert refusal(anna.ask, "log", **{"from": 0, "count": 100_000})["key"] == "table.bad_request"


@pytest.mark.parametrize(
    "message",
    [
        {"text": "end"},
        {"text": "end", "version": "1", "key": "12345678"},
        {"text": "end", "version": 1, "key": "x"},
        {"text": 7, "version": 1, "key": "12345678"},
        {"text": "x" * 3000, "version": 1, "key": "12345678"},
        {"text": "end", "version": True, "key": "12345678"},
        {"text": "end", "version": -1, "key": "12345678"},
    ],
)
def test_odd_orders_are_refused(match: Match, message: dict[str, Any]) -> None:
    anna, _bruno = match.sit()
    error = refusal(anna.ask, "order", **message)
    assert error["key"] in ("table.bad_request", "table.too_large")
    assert anna.state["orders"] == 0


def test_undo_until_something_is_revealed(match: Match) -> None:
    anna, bruno = match.sit()
    assert anna.state["undo"] == {"order": 0, "stage": 0}
    assert refusal(anna.undo)["args"] == {"why": "nothing"}
    anna.order(HANOVER)
    assert anna.state["undo"] == {"order": 1, "stage": 1}
    anna.undo()
    bruno.until(lambda seat: seat.state["log"] == [] and seat.state["orders"] == 0)
    assert anna.state["menu"]["state"] == "ALLOT"
    anna.order(HANOVER)
    bruno.order(FRANCE)
    anna.until(lambda seat: seat.state["orders"] == 2)
    assert refusal(anna.undo)["args"] == {"why": "others"}
    bruno_last = refusal(bruno.undo)
    assert bruno_last["args"] == {"why": "revealed"}, "cards were drawn after his allotment"


def test_the_whole_stage_is_taken_back(match: Match) -> None:
    anna, bruno = match.sit()
    anna.order(HANOVER)
    bruno.order(FRANCE)
    anna.until(lambda seat: seat.state["orders"] == 2)
    mover, other = (anna, bruno) if anna.state["menu"] else (bruno, anna)
    begun, view, menu = mover.state["orders"], mover.state["view"], mover.state["menu"]
    assert menu["state"] == "FORCED_DISCARD", "in the west Prussia lays a card away unseen"
    match.play([mover, other], random.Random(0), 1)
    for _ in range(2):
        group = next(g for g in mover.state["menu"]["groups"] if g["takes"] is None and g["ends"])
        path = " ".join(next(iter(group["ends"].values())))
        mover.order(f"move {'+'.join(group['pieces'])} {path}")
    assert mover.state["undo"] == {"order": 1, "stage": 3}
    version = mover.version
    mover.undo("stage")
    assert (mover.state["orders"], mover.state["view"], mover.state["menu"]) == (begun, view, menu)
    assert mover.version > version
    other.until(lambda seat: seat.state["orders"] == begun)
    assert [entry["n"] for entry in other.state["log"]] == list(range(begun))
