"""`tools/compare.py`: what it reads from the benches, and what it calls a loss."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compare", TOOLS / "compare.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["compare"] = module
    spec.loader.exec_module(module)
    return module


def runs(middle: float, noise: float, seed: int, number: int = 10) -> list[float]:
    rng = random.Random(seed)
    return [middle * (1 + rng.uniform(-noise, noise)) for _ in range(number)]


@pytest.mark.parametrize(("middle", "more_is_better"), [(1.5, False), (1 / 1.5, True)])
def test_a_figure_half_as_slow_again_is_a_loss(tool: ModuleType, middle: float, more_is_better: bool) -> None:
    found = tool.compare(runs(1.0, 0.1, 1), runs(middle, 0.1, 2), more_is_better)
    assert found.loss and found.low <= found.ratio <= found.high and 1.3 < found.ratio < 1.7


def test_the_same_speed_is_none_and_neither_is_noise(tool: ModuleType) -> None:
    wrong = sum(tool.compare(runs(1.0, 0.3, n), runs(1.0, 0.3, n + 100), False).loss for n in range(60))
    assert wrong <= 6, "one in forty is what an interval of 95 % allows on this side; one in ten would be a wrong one"
    assert not tool.compare(runs(1.0, 0.02, 1), runs(1.04, 0.02, 2), False).loss, "below five in a hundred"


def test_a_gain_is_below_one_whichever_way_the_figure_counts(tool: ModuleType) -> None:
    assert tool.compare(runs(1.0, 0.1, 1), runs(2.0, 0.1, 2), True).ratio < 0.7
    assert tool.compare(runs(1.0, 0.1, 1), runs(0.5, 0.1, 2), False).ratio < 0.7


def test_losses_are_told_and_missing_figures_are_named(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    figures = (tool.Figure("ms", ""), tool.Figure("new figure", ""))
    old = [{"ms": 1.0}] * 3
    assert tool.report({"old": old, "new": [{"ms": 2.0, "new figure": 1.0}] * 3}, figures)
    said = capsys.readouterr().out
    assert "SLOWER" in said and re.search(r"new figure +not printed by both", said)
    assert not tool.report({"old": old, "new": [{"ms": 0.5, "new figure": 1.0}] * 3}, figures)


@pytest.mark.parametrize("bench", ["bench", "bench_table"])
def test_every_figure_is_one_that_the_bench_prints(tool: ModuleType, bench: str) -> None:
    """The words before each number stand in the bench's own source."""
    source = re.sub(r"\s+", " ", (TOOLS / f"{bench}.py").read_text(encoding="utf-8"))
    for figure in {"bench": tool.BENCH, "bench_table": tool.BENCH_TABLE}[bench]:
        for words in re.findall(r"[A-Za-z][A-Za-z :,-]{5,}", figure.pattern):
            assert words.strip(" :") in source, (figure.name, words)


def test_an_output_is_read(tool: ModuleType) -> None:
    text = "random games per second    1947   (through the public API 88)\nnanoseconds per copy       205\n"
    assert tool.read(text, tool.BENCH) == {
        "random games a second": 1947.0,
        "games a second through the API": 88.0,
        "nanoseconds a copy": 205.0,
    }


def test_the_processor_time_of_an_order_is_the_part_over_the_rate(tool: ModuleType) -> None:
    """Commits that print no such figure print its two halves, round by round."""
    text = "".join(
        f"  round {n}: {rate:.1f} orders/s, p50 9.0 ms, p99 30.0 ms; the reply p50 5.0 ms, p99 9.0 ms\n"
        f"    server: {part:.0%} of a processor; an empty request (api/health) takes p50 1.0 ms, p99 2.0 ms\n"
        for n, (rate, part) in enumerate(((80.0, 0.24), (40.0, 0.16)), 1)
    )
    assert tool.read(text, tool.BENCH_TABLE) == {"processor time of an order, ms": pytest.approx(3.5)}


def test_only_who_knows_an_option_is_asked_for_it(tool: ModuleType, tmp_path: Path) -> None:
    for name, known in (("old", "pass"), ("new", 'add = ["--flood"]')):
        (tmp_path / name / "tools").mkdir(parents=True)
        (tmp_path / name / ".venv" / "bin").mkdir(parents=True)
        (tmp_path / name / ".venv" / "bin" / "python").symlink_to(sys.executable)
        script = f"import sys\n{known}\nprint('start-up until it says ready:', 10 * len(sys.argv))\n"
        (tmp_path / name / "tools" / "bench_table.py").write_text(script, encoding="utf-8")
    old, new = (tool.bench(tmp_path / name, "bench_table", tool.BENCH_TABLE, "--more", "0") for name in ("old", "new"))
    assert old == {"start-up with a new database, s": 30.0} and new == {"start-up with a new database, s": 50.0}
