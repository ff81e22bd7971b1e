"""The chances of a finished game, turn by turn."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sanssouci.table.client import Refused

if TYPE_CHECKING:
    from conftest import Match


def test_a_finished_game_tells_its_chances_turn_by_turn(match: Match) -> None:
    """One entry per turn, in order, each a chance; the last one is what happened. While it runs: nothing."""
    with pytest.raises(Refused) as caught:
        match.host.get(f"api/games/{match.game}/chances")
    assert caught.value.error["key"] == "table.running"
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(11), 2000)
    assert anna.over
    anna.close()
    bruno.close()
    card = match.host.get(f"api/games/{match.game}")["game"]
    points = match.host.get(f"api/games/{match.game}/chances")["chances"]
    assert [point["turn"] for point in points[:-1]] == list(range(1, card["turn"] + 1))
    assert [point["n"] for point in points] == sorted({point["n"] for point in points})
    roles = {role for seat in card["seats"] for role in seat["roles"]}
    for point in points:
        assert set(point["chances"]) == roles
        assert all(0 <= chance <= 1 for chance in point["chances"].values())
    assert points[-1]["chances"] == {role: float(role in card["result"]["winners"]) for role in roles}


def test_an_agreed_end_is_no_turn_of_the_game(match: Match) -> None:
    """Who gives up, or agrees to a draw, has not lost by the position: the last chances are those it left."""
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(11), 12)
    anna.close()
    bruno.close()
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    assert match.host.get(f"api/games/{match.game}")["game"]["result"]["reason"] == "concede"
    points = match.host.get(f"api/games/{match.game}/chances")["chances"]
    assert points[-1]["n"] == 12
    assert all(0 < chance < 1 for chance in points[-1]["chances"].values())
