"""tools/fuzz.py: it plays, it stops at a violation, and what it writes reproduces it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    """The tool as a module."""
    path = Path(__file__).parents[2] / "tools" / "fuzz.py"
    spec = importlib.util.spec_from_file_location("fuzz_tool", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_tool"] = module
    spec.loader.exec_module(module)
    return module


def test_games_are_played_to_their_end(fuzz: ModuleType) -> None:
    """Beginnings and generated positions, by choices, by orders and keen on fights."""
    for seed in (1, 2, 5, 13):
        found = fuzz.one((seed, 400))
        assert "law" not in found, found
        assert sum(found["states"].values()) == found["steps"]


def test_the_same_seed_plays_the_same_game(fuzz: ModuleType) -> None:
    """A game is told by its number alone."""
    one: list[object] = []
    two: list[object] = []
    fuzz.play(3, 400, one)
    fuzz.play(3, 400, two)
    assert one == two and len(one) > 10


def test_a_violation_is_written_and_reproduced(
    fuzz: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file holds the opening, the choices and the position; playing it again comes to the same place."""
    script: list[object] = []
    fuzz.play(3, 400, script)
    cut = [*script[:25], 10**9]
    path = tmp_path / "violation.json"
    fuzz.report({"seed": 3, "every": 400, "law": "a choice that is none", "script": cut}, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["opening"] == fuzz.opening(3) and data["position"]["format"] == "friedrich-position/1"
    assert fuzz.reproduce(path) == 1
    assert "step 25" in capsys.readouterr().out
    data["script"] = script[:25]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert fuzz.reproduce(path) == 0
