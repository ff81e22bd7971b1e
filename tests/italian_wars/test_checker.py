"""The data checker: the files as shipped are clean, and a changed cell is noticed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sanssouci.italian_wars import Refusal, ask, assault, charge
from sanssouci.italian_wars.book import TABLES
from sanssouci.italian_wars.check import check
from sanssouci.italian_wars.sheet import DATA, NAMES, Sheet, standard


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    return folder


def change(folder: Path, name: str, edit: Callable[[dict[str, Any]], None]) -> Sheet:
    file = folder / f"{name}.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    edit(content)
    file.write_text(json.dumps(content), encoding="utf-8")
    return Sheet(folder)


def test_the_data_as_shipped_is_clean() -> None:
    assert check(standard()) == []


def test_every_table_is_found_in_the_order_of_the_sheet() -> None:
    """3.1–3.15: a file for each but the captains, and every one of them in the book."""
    assert list(TABLES) == [
        "terrain", "artillery", "charge", "discipline", "recovery", "pursuit", "captain", "zoc", "assault", "optional",
        "loc", "orders", "attrition", "chits", "units", "weather",
    ]  # fmt: skip
    assert {*NAMES} == {*TABLES, "options"} - {"recovery", "captain"}


DIFFERENCES: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("assault", lambda t: t["cells"][4].__setitem__(0, "2D / --")),
    ("assault", lambda t: t["cells"][6].__setitem__(0, "1D / --")),
    ("assault", lambda t: t["loser"].__setitem__(4, "aaaaddddd"[:8])),
    ("artillery", lambda t: t["cells"][6].__setitem__(5, "2 b §")),
    ("artillery", lambda t: t["cells"][2].__setitem__(1, "-")),
    ("charge", lambda t: t["cells"][6].__setitem__(2, "D")),
    ("discipline", lambda t: t["cells"][2].__setitem__(1, "D")),
    ("loc", lambda t: t["cells"][0].__setitem__(1, -3)),
    ("attrition", lambda t: t["cells"][3].__setitem__(9, 4)),
    ("optional", lambda t: t["results"].__setitem__("3", "reroll +1")),
    ("optional", lambda t: t["initiative"]["cells"][0].__setitem__(3, 0)),
    ("optional", lambda t: t.__setitem__("attacker_loses_up_to", 4)),
    ("optional", lambda t: t["cavalry"]["other"].pop()),
    ("weather", lambda t: t["weather"]["rain"].__setitem__("artillery", -1)),
    ("units", lambda t: t["digest"]["cavalry"]["major_battle"].__setitem__("CHG-FLANK", 2)),
]


@pytest.mark.parametrize(("name", "edit"), DIFFERENCES)
def test_a_changed_cell_is_a_difference(copy: Path, name: str, edit: Callable[[dict[str, Any]], None]) -> None:
    findings = check(change(copy, name, edit))
    assert findings and not any(one.error for one in findings)
    assert name in {one.table for one in findings}
    assert findings[0].text.render("it") != findings[0].text.render("en")


ERRORS: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("assault", lambda t: t["cells"].pop()),
    ("artillery", lambda t: t["cells"][0].__setitem__(0, "boom")),
    ("loc", lambda t: t["columns"].__setitem__(1, "2-12")),
    ("charge", lambda t: t["rows"].__setitem__(0, "zero")),
    ("attrition", lambda t: t.__setitem__("cells", None)),
    ("optional", lambda t: t.pop("results")),
]


@pytest.mark.parametrize(("name", "edit"), ERRORS)
def test_a_broken_table_is_an_error(copy: Path, name: str, edit: Callable[[dict[str, Any]], None]) -> None:
    findings = check(change(copy, name, edit))
    assert [one.table for one in findings if one.error] == [name]


def test_a_file_that_is_missing_or_no_json_is_refused(copy: Path) -> None:
    (copy / "loc.json").write_text("{", encoding="utf-8")
    with pytest.raises(Refusal, match=r"loc\.json"):
        Sheet(copy)
    (copy / "loc.json").unlink()
    with pytest.raises(Refusal, match=r"loc\.json"):
        Sheet(copy)


def test_a_corrected_cell_is_used(copy: Path) -> None:
    """An owner of the sheet marks a pillage cell and corrects a result; no code changes."""
    inputs = {"sp": 8, "cavalry": "heavy", "quality": 1, "die": 6}
    sheet = change(copy, "charge", lambda t: t.__setitem__("pillage_cells", [[7, "8+"]]))
    assert "pillage" in [one.kind for one in charge(**inputs, sheet=sheet).effects]
    assert "pillage" not in [one.kind for one in charge(**inputs).effects]
    even = {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2, "die": 3}
    sheet = change(copy, "assault", lambda t: t["cells"][3].__setitem__(4, "2 / --"))
    assert assault(**even, sheet=sheet).cell == "2 / --"


def test_answers_name_the_readings_they_rest_on() -> None:
    even = {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2}
    for table, inputs, readings in (
        ("assault", {**even, "die": 2}, {"L1", "L7"}),
        ("artillery", {"sp": 6, "die": 3}, {"L5"}),
        ("artillery", {"sp": 1, "die": 1}, set()),
        ("charge", {"sp": 8, "cavalry": "heavy", "quality": 3, "die": 6}, {"L4", "L6"}),
        ("charge", {"sp": 4, "cavalry": "light", "weather": "mud", "die": 1}, {"L9"}),
        ("discipline", {"quality": 2, "sp": 5, "forced_order": True, "extra": [("x", 2)], "die": 6}, {"L8"}),
        ("optional", {"modifier": 1, "die": [6, 3]}, {"L2", "L3"}),
        ("optional", {"modifier": 20, "die": [6]}, {"L2", "L10"}),
        ("attrition", {"sp": 30, "mp": 3, "die": 3}, set()),
    ):
        answer = ask(table, inputs)
        assert set(answer.readings) == readings, table
        assert all(f"{one}:" in answer.explain("it") for one in readings)


def test_reconstructed_cells_say_so() -> None:
    for name, lost in (
        ("artillery", "L5"),
        ("charge", "L4"),
        ("assault", "L1"),
        ("optional", "L2"),
        ("terrain", "L11"),
    ):
        assert lost in {one["lost"] for one in standard()[name]["reconstructed"]}
