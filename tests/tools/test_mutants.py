"""The mutation harness on a small rule of its own: what it changes, what it finds out, and that it goes on."""

from __future__ import annotations

import ast
import json
import math
from pathlib import Path

import mutants
import pytest

RULE = '''"""A rule."""


def price(lost: bool, troops: int) -> int:
    """Eight points without a depot, else six."""
    each: int = 8 if lost else 6
    total = 0
    while troops > 0:
        total += each
        troops -= 1
    return total


def unused(a: int) -> bool:
    """Nobody asks."""
    return a == 3 and not a < 2


class Duty:
    """What is paid at zero."""

    def due(self, score: int) -> bool:
        """Whether."""
        return score == 0
'''
TEST = """
from sanssouci.friedrich.rules.prices import price

def test_price():
    assert price(False, 2) == 12

def test_nothing():
    assert True
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree with sources and tests where the harness looks for them."""
    rules = tmp_path / "tree" / "src" / "sanssouci" / "friedrich" / "rules"
    rules.mkdir(parents=True)
    for folder in (rules, rules.parent, rules.parent.parent):
        (folder / "__init__.py").write_text("", encoding="utf-8")
    (rules / "prices.py").write_text(RULE, encoding="utf-8")
    for other in ("decisions", "view"):  # modules of the same name in other rooms are none of the rules
        (rules.parent / other).mkdir()
        (rules.parent / other / "prices.py").write_text("", encoding="utf-8")
    tests = tmp_path / "tree" / "tests" / "friedrich"
    tests.mkdir(parents=True)
    (tests / "test_prices.py").write_text(TEST, encoding="utf-8")
    return tmp_path / "tree"


def test_every_mutant_is_another_program_with_a_name_of_its_own() -> None:
    found = mutants.mutants_of(RULE)
    sound = ast.dump(ast.parse(RULE))
    assert all(ast.dump(ast.parse(one.text)) != sound for one in found)
    assert len({one.name for one in found}) == len(found)
    names = {one.name for one in found}
    for wanted in (
        "price: 6 -> (7) #1", "price: lost -> (not lost) #1", "price: troops > 0 -> (troops >= 0) #1",
        "price: total += each -> pass #1", "unused: a == 3 -> (a != 3) #1", "unused: not a < 2 -> (a < 2) #1",
        "unused: a == 3 and not a < 2 -> (a == 3 or not a < 2) #1", "Duty.due: score == 0 -> (score != 0) #1",
    ):  # fmt: skip
        assert wanted in names


def test_the_sample_is_seeded() -> None:
    assert mutants.sample(RULE, 5, "1") == mutants.sample(RULE, 5, "1") != mutants.sample(RULE, 5, "2")
    assert len(mutants.sample(RULE, 1000, "1")) == len(mutants.mutants_of(RULE))


def test_verdicts_are_found_and_kept(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed by a wrong answer, by never ending, survived where the test looks away, nobody where none looks."""
    pytest.importorskip("coverage")
    monkeypatch.setattr(mutants, "START", 3.0)
    out = tmp_path / "out"
    out.mkdir()
    trials = [mutants.Trial(tree, out, 60, ["tests/friedrich", "tests/kept"], number) for number in (0, 1)]
    assert trials[0].tests_of("prices", 6)[0] == ["tests/friedrich/test_prices.py::test_price"]
    by_name = {one.name: one for one in mutants.mutants_of(RULE)}
    expected = {
        "price: 6 -> (7) #1": "killed",
        "price: troops -= 1 -> pass #1": "time",
        "price: 8 -> (9) #1": "survived",
        "unused: a == 3 -> (a != 3) #1": "nobody",
    }
    mutants.try_all(trials, [("prices", by_name[name]) for name in expected], out, math.inf)
    assert mutants.verdicts(out, "prices") == expected
    assert all(trial.paths["prices"].read_text(encoding="utf-8") == RULE for trial in trials)
    asked = {name for _, (name, *_) in mutants.waiting(trials[0], out, ["prices"], 1000, "1")}
    assert asked == by_name.keys() - expected.keys(), "the next run goes on with what has no verdict"


def test_the_score_leaves_out_what_is_equivalent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "equivalent.txt"
    known.write_text("prices.c\tnobody can see it\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "EQUIVALENT", known)
    said = {"a": "killed", "b": "time", "c": "survived", "d": "survived"}
    lines = (json.dumps({"mutant": name, "verdict": verdict}) for name, verdict in said.items())
    (tmp_path / "prices.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    mutants.report(tmp_path, ["prices"], survivors=True)
    printed = capsys.readouterr().out
    assert (
        "prices          2 of    3 killed   66.7%" in printed
        and "survived  d" in printed
        and "survived  c" not in printed
    )
    low, high = mutants.interval(90, 100)
    assert 0.82 < low < 0.83 and 0.94 < high < 0.95
