"""Instructions for combats: what they play, and that the others cannot tell them from a person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, ROADS
from sanssouci.table.client import Refused
from sanssouci.table.live.instructions import decide

if TYPE_CHECKING:
    from conftest import Serve


def menu(score: int, cards: list[tuple[str, int]], reserves: int = 0, may_pass: bool = True) -> dict[str, Any]:
    return {
        "state": "CARD", "nation": "prussia", "score": score, "suit": "S", "bonus": 0, "pass": may_pass,
        "plays": [{"card": card, "value": value, "score": score + value} for card, value in cards],
        "reserves": [f"R/{n + 1}" for n in range(reserves)], "reserve_values": list(range(1, 11)),
    }  # fmt: skip


def combat(attacker: str = "prussia", played: list[tuple[str, int]] | None = None) -> Any:
    return {
        "current": {
            "attacker": {"nation": attacker},
            "defender": {"nation": "austria"},
            "played": [{"nation": nation, "value": value} for nation, value in played or []],
        }
    }


CARDS = [("2S/1", 2), ("5S/1", 5), ("9S/1", 9), ("13S/1", 13)]


@pytest.mark.parametrize(
    ("mode", "score", "cards", "order"),
    [
        ("never", -5, CARDS, "pass"),
        ("never", 0, CARDS, "pass"),
        ("zero", -5, CARDS, "play 5S/1"),
        ("zero", -6, CARDS, "play 5S/1"),
        ("zero", -1, CARDS, "pass"),
        ("zero", 0, CARDS, "pass"),
        ("minus_one", -6, CARDS, "play 5S/1"),
        ("minus_one", -5, CARDS, "play 2S/1"),
        ("minus_one", -1, CARDS, "pass"),
        ("zero", -4, [], "pass"),
    ],
)
def test_modes(mode: Any, score: int, cards: list[tuple[str, int]], order: str) -> None:
    assert decide({"mode": mode, "combats": "both"}, menu(score, cards), combat()) == order


def test_a_sum_buys_the_cheapest_turn_and_no_more() -> None:
    wish: Any = {"mode": "sum", "sum": 10, "combats": "both"}
    assert decide(wish, menu(-4, CARDS), combat()) == "play 5S/1"
    assert decide(wish, menu(-12, CARDS), combat()) == "play 9S/1", "13 is too dear"
    spent = combat(played=[("prussia", 9), ("austria", 12)])
    assert decide(wish, menu(-3, CARDS), spent) == "pass", "one point is left, and 2 costs two"


def test_a_reserve_only_where_no_card_of_the_suit_does() -> None:
    wish: Any = {"mode": "zero", "combats": "both"}
    assert decide(wish, menu(-5, CARDS, reserves=1), combat()) == "play 5S/1"
    assert decide(wish, menu(-4, [], reserves=1), combat()) == "play R/1=4"


def test_where_there_is_no_such_choice_the_person_is_asked() -> None:
    assert decide({"mode": "never", "combats": "both"}, menu(0, CARDS, may_pass=False), combat()) is None
    attack_only: Any = {"mode": "never", "combats": "attack"}
    assert decide(attack_only, menu(-3, CARDS), combat("austria")) is None
    assert decide(attack_only, menu(-3, CARDS), combat("prussia")) == "pass"


NEAR_MINDEN = CITY_IDS[ROADS[CITY_INDEX["minden"]][0][0]]
BATTLE = {
    "format": "friedrich-position/1",
    "scenario": "west",
    "turn": 3,
    "nation": "france",
    "pieces": {
        "richelieu": {"city": NEAR_MINDEN, "troops": 8},
        "ferdinand": {"city": "minden", "troops": 4},
        "cumberland": {"city": "hannover", "troops": 4},
        "hanover-train-1": {"city": "gifhorn"},
    },
    "seed": "17" * 16,
    "hands": {"hanover": ["2S", "3S", "5H", "6D", "7C", "R"], "france": ["4S", "5S", "9H", "10D", "8C"]},
}


def fight(server: Any, instruction: dict[str, Any] | None) -> list[str]:
    """A combat in which Friedrich's answer comes by instruction or by hand; all that Pompadour is told."""
    match = server.match(BATTLE)
    anna, bruno = match.sit()
    anna.until(lambda seat: seat.state["table"]["present"] == [0, 1])
    if instruction is not None:
        anna.ask("instruct", instruction=instruction)
    bruno.order("end")
    anna.until(lambda seat: seat.state["orders"] == 1)
    if instruction is None:
        assert anna.state["menu"]["state"] == "CARD" and anna.state["menu"]["score"] == -4
        anna.order("pass")
    bruno.until(lambda seat: seat.state["orders"] == 2)
    assert anna.until(lambda seat: seat.state["orders"] == 2)["log"][1]["order"] == "pass"
    # times, names of games and promises of their shuffles differ from one to the next
    return [
        re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|[0-9a-f]{64}", "OTHER", text.replace(match.game, "GAME"))
        for text in bruno.raw
    ]


def test_an_instruction_looks_like_a_person(serve: Serve) -> None:
    server = serve("--instruction-seconds", "0.1")
    by_hand = fight(server, None)
    instructed = fight(server, {"mode": "never", "combats": "both"})
    assert instructed == by_hand


def test_who_is_away_seems_to_come_and_go(serve: Serve) -> None:
    """Nobody plays without looking: an order of a seat that is not there would give the instruction away."""
    server = serve("--instruction-seconds", "1")
    match = server.match(BATTLE)
    anna, bruno = match.sit()
    bruno.until(lambda seat: seat.state["table"]["present"] == [0, 1])
    anna.ask("instruct", instruction={"mode": "never", "combats": "both"})
    anna.close()
    bruno.until(lambda seat: seat.state["table"]["present"] == [1])
    bruno.order("end")
    told = len(bruno.told)
    bruno.until(lambda seat: seat.state["orders"] == 2)
    came = [message.get("present") for message in bruno.told[told:] if message["type"] == "table"]
    assert came == [[0, 1]], "before the order"
    bruno.until(lambda seat: seat.state["table"]["present"] == [1])


def test_instructions_are_secret_kept_and_cancelled(serve: Serve) -> None:
    server = serve("--instruction-seconds", "0.1")
    match = server.match(BATTLE)
    anna, bruno = match.sit()
    told = len(bruno.raw)
    answer = anna.ask("instruct", instruction={"mode": "sum", "sum": 12})
    assert answer["instruction"] == {"mode": "sum", "combats": "both", "sum": 12}
    bruno.ask("ping")
    assert [m["type"] for m in bruno.told[told:]] == ["reply"], "nobody else hears of it"
    server.kill()
    server.start()
    with match.host.open(match.game) as again, match.guest.open(match.game) as other:
        assert again.state["instruction"] == {"mode": "sum", "combats": "both", "sum": 12}
        assert other.state["instruction"] is None
        assert "instruct" not in str(other.state["table"])
        again.ask("instruct", instruction=None)
        for bad in (
            {"mode": "always"},
            {"mode": "sum"},
            {"mode": "sum", "sum": 0},
            7,
            {"mode": "zero", "combats": "x"},
        ):
            with pytest.raises(Refused):
                again.ask("instruct", instruction=bad)
