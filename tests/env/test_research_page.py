"""docs/research.md says what is true, and its examples run as printed."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from sanssouci.env.fields import SIZE
from sanssouci.env.rewards import REWARDS
from sanssouci.env.rows import ROW_COUNT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def load(path: Path) -> ModuleType:
    """A file outside the package as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_examples_run_as_printed(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Each by itself; each says something at its end."""
    names: dict[str, object] = {}
    exec(compile(BLOCKS[number], f"docs/research.md example {number + 1}", "exec"), names)
    said = capsys.readouterr().out.strip()
    assert said
    if "captain" in names:
        assert names["score"] == {"friedrich_0": 0.0, "pompadour_3": 1.0}  # captain beats random play


def test_the_figures_of_the_page() -> None:
    """Sizes and names as they are in the code."""
    assert f"table of {ROW_COUNT:,}" in PAGE and f"n × {SIZE:,} bytes" in PAGE and f"uint8[{SIZE}]" in PAGE
    table = PAGE.split("| `reward` | |")[1].split("## Actions")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == REWARDS


def test_the_tables_are_written_from_the_code() -> None:
    """docs/research-tables.md is what tools/research_tables.py writes."""
    tool = load(ROOT / "tools" / "research_tables.py")
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page()


def test_the_learner_beats_random_play() -> None:
    """After a few rounds France wins games that random play never wins (the seeds are fixed)."""
    learner = load(ROOT / "docs" / "examples" / "west_learner.py")
    learned, at_random = learner.main(rounds=25, games=200)
    # 200 games and none won: random play wins less than one in 60 (95 %); twelve won: the learner more than one in 33.
    assert at_random == 0 and learned >= 0.06
