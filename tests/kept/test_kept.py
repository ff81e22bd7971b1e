"""Whole games and counted positions of an earlier state of the program give what they gave (docs/testing.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kept_games import GAMES, POSITIONS, begin, counts, lacks, orders_of, played_again, read_expectation

from sanssouci.friedrich import Game

RECORDS = sorted(GAMES.glob("*.friedrich"))
COUNTED: list[dict[str, Any]] = json.loads(POSITIONS.read_text(encoding="utf-8"))


def test_nothing_kept_is_lost() -> None:
    """Games and positions may be added; each record has its expectation."""
    assert len(RECORDS) >= 52 and len(COUNTED) >= 30
    assert {path.stem for path in RECORDS} == {path.name.removesuffix(".json.gz") for path in GAMES.glob("*.gz")}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_game_is_played_again(path: Path) -> None:
    """Order by order: as many choices, as many orders on the menu, the same events; then the same position and result.

    Chance comes from the seed here, so that a change of the shuffling shows as well.
    """
    record = path.read_text(encoding="utf-8")
    expected = read_expectation(path)
    game = begin(record)
    for number, (order, step, after) in enumerate(played_again(record)):
        assert step == expected["trace"][number], f"order {number + 1}, {order!r}: [choices, offered, told]"
        game = after
    assert len(expected["trace"]) == len(orders_of(record))
    assert lacks(expected["position"], json.loads(json.dumps(game.position()))) == []
    assert json.loads(json.dumps(game.result)) == expected["result"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_record_is_read(path: Path) -> None:
    """The record drives chance itself, ends as its header says, and is written again as it was."""
    record = path.read_text(encoding="utf-8")
    game = Game.from_record(record)
    assert json.loads(json.dumps(game.result)) == read_expectation(path)["result"]
    assert game.record().split("\n\n", 1)[1] == record.split("\n\n", 1)[1]


@pytest.mark.parametrize("number", range(len(COUNTED)), ids=lambda n: f"{n}-{COUNTED[n]['state']}")
def test_counts(number: int) -> None:
    """Legal orders and the ways to go on, to a small depth, as chess engines keep their *perft*."""
    kept = COUNTED[number]
    position = kept["position"]
    now = counts(position, len(kept["leaves"]))
    assert now == {name: kept[name] for name in now}
    assert lacks(position, json.loads(json.dumps(Game.from_position(position).position()))) == []
