"""Events told as a story."""

from __future__ import annotations

import json
from pathlib import Path

from terminal import run

from sanssouci.text.story import story


def test_a_move_is_one_sentence_before_what_it_brought() -> None:
    events = [
        {"key": "move", "args": {"nation": "austria", "pieces": ["daun"], "from": "waldenburg"}},
        {"key": "conquest", "args": {"nation": "austria", "city": "waldenburg"}},
        {"key": "step", "args": {"pieces": ["daun"], "city": "schweidnitz"}},
        {"key": "step", "args": {"pieces": ["daun"], "city": "breslau"}},
        {"key": "movement_ends", "args": {"nation": "austria"}},
    ]
    assert story(events) == [
        "Daun: Waldenburg–Schweidnitz–Breslau", "Austria conquers Waldenburg", "Austria ends its movement",
    ]  # fmt: skip


def test_troops_that_one_general_receives_are_counted() -> None:
    to = [{"general": "friedrich"}] * 3 + [{"general": "keith"}] + [{}] * 2
    events = [{"key": "received", "args": {"nation": "prussia"} | one} for one in to]
    assert story(events) == [
        "Prussia assigns 3 new troops to Friedrich",
        "Prussia assigns a new troop to Keith",
        "Prussia assigns 2 new troops",
    ]


def test_the_example_of_the_orders_page(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "orders.md").read_text(encoding="utf-8")
    position = page.split("```json\n")[1].split("```")[0]
    shown = page.split("$ sanssouci referee position.json\n")[1].split("```")[0]
    path = tmp_path / "position.json"
    path.write_text(json.dumps(json.loads(position)), encoding="utf-8")
    assert run("referee", str(path), lines=shown.splitlines()[0] + "\n").out == shown
