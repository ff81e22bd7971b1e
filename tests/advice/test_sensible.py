"""Hints that people would give: cards are not spent for nothing, a rich hand recruits, nobody walks in circles."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from sanssouci.bots import hints
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game

#: a lost combat: one Prussian troop against twelve, and clubs that others will need
LOST = {
    "format": "friedrich-position/1", "seed": "sensible", "nation": "austria", "phase": "combat", "turn": 2,
    "pieces": {
        "browne": {"city": "lauban", "troops": 8}, "karl": {"city": "lauban", "troops": 4},
        "keith": {"city": "hirschberg", "troops": 1},
    },
    "hands": {"prussia": ["12C", "11C", "8C", "5C", "3C"], "austria": ["9C", "6C", "13H", "4S", "7C"]},
}  # fmt: skip
#: a Reserve alone against fourteen troops and a full hand: as a 7 it saves five of six troops
RESERVE = {
    "format": "friedrich-position/1", "seed": "sensible", "scenario": "west", "players": 2, "nation": "france",
    "phase": "combat", "turn": 2,
    "pieces": {
        "richelieu": {"city": "pyrmont", "troops": 8}, "chevert": {"city": "pyrmont", "troops": 6},
        "cumberland": {"city": "alfeld", "troops": 6},
    },
    "hands": {
        "hanover": ["R", "5H", "8D"],
        "france": ["9S", "6S", "13H", "4S", "7C", "2S", "12S", "8S", "10H", "11D", "5C", "3H", "7H", "6D", "13D", "8C"],
    },
}  # fmt: skip
#: three troops missing, generals off the map, and more cards than battles
RICH = {
    "format": "friedrich-position/1", "seed": "sensible", "nation": "prussia", "turn": 7,
    "pieces": {
        "friedrich": {"city": "berlin", "troops": 8}, "schwerin": {"city": "breslau", "troops": 8},
        "seydlitz": {"city": "brandenburg", "troops": 8}, "winterfeldt": {"city": "potsdam", "troops": 5},
        "prussia-train-1": {"city": "jueterbog"}, "daun": {"city": "olmuetz", "troops": 8},
    },
    "hands": {"prussia": ["13S", "12S", "11S", "10S", "6S", "13C", "12C", "13H", "12H", "11H", "13D", "7D", "R"]},
}  # fmt: skip


def told(position: dict[str, Any], seed: int = 1, role: str = "friedrich") -> list[hints.Hint]:
    """What a role is advised; every hint is an order it may give."""
    game = Game.from_position(position)
    found = hints.hints(game.view(role), game.menu(role), random.Random(seed), Budget(rollouts=6))
    assert found and all(game.check(hint.order, role) is None for hint in found)
    return found


def test_no_card_is_spent_for_nothing() -> None:
    """Whatever is proposed saves a troop, costs the enemy one or may win; else giving up is, with what it is for."""
    shelf = json.loads((Path(__file__).parent / "absurd/surrender.json").read_text("utf-8"))
    for position, role in [(LOST, "friedrich"), *((shelf[n]["position"], shelf[n]["role"]) for n in (39, 43))]:
        _no_waste(told(position, role=role))


def _no_waste(found: list[hints.Hint]) -> None:
    for hint in found:
        assert hint.odds is not None
        saves = hint.odds.own_loss <= 0.9 or hint.odds.enemy_loss >= 0.1 or hint.odds.win + hint.odds.draw >= 0.1
        assert saves or (hint.order == "pass" and "hint.lost" in dict(hint.reasons)), hint


def test_a_reserve_stops_where_it_saves_most() -> None:
    """Neither giving up nor a higher value of the same card, which wins nothing, is told before it."""
    found = told(RESERVE)
    assert found[0].order == "play R/1=7" and found[0].odds is not None and found[0].odds.own_loss < 1.5
    assert "pass" not in [hint.order for hint in found]
    assert all(one.odds is not None and one.odds.own_loss < 4 for one in found)


def test_cards_are_counted_as_the_table_counts_them() -> None:
    """The points printed on them, a played card no more among them, and Reserves apart."""
    stay = {hint.order: dict(hint.reasons)["hint.stay"] for hint in told(LOST)}
    assert stay and all(held["suit"] == "C" and "reserves" not in held for held in stay.values())
    for order, held in stay.items():
        spent = int(order.split()[1].split("C")[0])
        assert held["points"] == 39 - spent
    game = Game.from_position(LOST | {"hands": {"prussia": ["12C", "R"], "austria": ["9C", "6C"]}})
    for hint in hints.hints(game.view("friedrich"), game.menu("friedrich"), random.Random(1), Budget(rollouts=0)):
        left = dict(hint.reasons).get("hint.stay")
        if left is not None:
            assert (left["points"], left.get("reserves")) == ((0, 1) if "12C" in hint.order else (12, None))


def test_a_rich_hand_recruits_before_the_stage_is_ended() -> None:
    """Missing troops are offered among the first; where nothing else is left to do, before all."""
    found = told(RICH)
    bought = [hint for hint in found if hint.order.startswith("recruit troops 3 general ")]
    assert bought and "end" not in [hint.order for hint in found]
    assert dict(bought[0].reasons)["hint.fills"] == {"count": 3, "lacking": 3}
    poor = told(RICH | {"hands": {"prussia": ["5S", "4H"]}})
    assert not [hint for hint in poor if hint.order.startswith("recruit")]


def test_nobody_walks_in_a_circle_or_by_a_detour() -> None:
    """No march ends where it began, none passes the same city twice."""
    for seed in range(3):
        for hint in told(RICH, seed):
            words = hint.order.split()
            if words[0] == "move":
                way = words[4:] if words[2] == "takes" else words[2:]
                start = RICH["pieces"][words[1].split("+")[0]]["city"]  # type: ignore[index]
                assert len({start, *way}) == len(way) + 1, hint.order
