"""Hints and odds from the bots, in a worker process, from what the asking seat may know."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, ROADS
from sanssouci.table.client import Refused

if TYPE_CHECKING:
    from conftest import Match, Serve

BATTLE: dict[str, Any] = {
    "format": "friedrich-position/1",
    "scenario": "west",
    "turn": 3,
    "nation": "france",
    "pieces": {
        "richelieu": {"city": CITY_IDS[ROADS[CITY_INDEX["minden"]][0][0]], "troops": 8},
        "ferdinand": {"city": "minden", "troops": 4},
        "cumberland": {"city": "hannover", "troops": 4},
    },
    "hands": {"hanover": ["2S", "3C", "5H", "6D", "7C", "R"], "france": ["4S", "5S", "9H", "10D", "8C"]},
}


def test_a_hint_is_a_legal_order_with_its_reasons(match: Match) -> None:
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(1), 3)
    acting, other = (anna, bruno) if anna.state["menu"] else (bruno, anna)
    answer = acting.ask("ask", what="hint")["answer"]
    assert answer["order"] == answer["hints"][0]["order"]
    assert acting.ask("check", text=answer["order"])["refusal"] is None
    with pytest.raises(Refused) as refused:
        other.ask("ask", what="hint")
    assert refused.value.key == "table.not_your_turn"


def test_odds_in_a_battle(serve: Serve) -> None:
    server = serve()
    match = server.match(BATTLE)
    anna, bruno = match.sit()
    assert anna.ask("ask", what="odds")["answer"] == {"odds": []}, "no battle yet"
    bruno.order("end")
    anna.until(lambda seat: seat.state["orders"] == 1)
    found = anna.ask("ask", what="odds")["answer"]["odds"]
    assert found and all(0 <= one["win"] <= 1 and 0 <= one["draw"] <= 1 for one in found)
    for one in found:
        assert anna.ask("check", text=one["order"])["refusal"] is None
    standing_by = bruno.ask("ask", what="odds")["answer"]["odds"]
    assert [one["order"] for one in standing_by] == [""]


def test_advice_has_a_rate_of_its_own(serve: Serve) -> None:
    server = serve("--rate-factor", "1", "--bot-seconds", "0.05")
    match = server.match()
    anna, _bruno = match.sit()
    with pytest.raises(Refused) as refused:
        for _ in range(10):
            anna.ask("ask", what="hint")
    assert refused.value.error["args"]["limit"] == "think"


def test_the_end_of_a_planned_move_is_judged_for_who_moves_alone(serve: Serve) -> None:
    server = serve()
    match = server.match(BATTLE)
    anna, bruno = match.sit()
    group = next(g for g in bruno.state["menu"]["groups"] if g["pieces"] == ["richelieu"])
    way = next(iter(group["ends"].values()))
    found = bruno.ask("ask", what="plan", text=f"move richelieu {' '.join(way)}")["answer"]
    assert found["city"] == way[-1] and found["supply"]["state"] in ("home", "train", "cut", "none")
    with pytest.raises(Refused) as refused:
        anna.ask("ask", what="plan", text=f"move richelieu {' '.join(way)}")
    assert refused.value.key == "table.not_your_turn"
    with pytest.raises(Refused) as refused:
        bruno.ask("ask", what="plan", text="move richelieu berlin")
    assert refused.value.key == "table.bad_request"
    threats = anna.ask("ask", what="threats")["answer"]
    assert {"ferdinand"} <= {name for one in threats["attacked"] for name in one["generals"]}
    goals = anna.ask("ask", what="objectives")["answer"]["nations"]
    assert set(goals) == {"france"} and all(not goal["held"] for goal in goals["france"])
