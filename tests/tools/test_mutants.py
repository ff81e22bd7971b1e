"""The mutation harness on a small rule of its own: what it changes, what it finds out, and that it goes on."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
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

    @property
    def last(self) -> int:
        """What it was."""
        self.known = 3
        return self.known


def doubled(price: int) -> int:
    """For a table of the module."""
    return price * 2


DEAR = [doubled(6), doubled(8)]
'''
TEST = """
import pytest
from sanssouci.friedrich.rules.prices import DEAR, Duty, price

@pytest.mark.parametrize("owed", [0])
def test_duty(owed):
    assert Duty().due(owed)
    assert Duty().last == 3

def test_table():
    assert DEAR == [12, 16]

def test_price():
    assert price(False, 2) == 12
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


def try_prices(tree: Path, out: Path, *more: str) -> dict[str, str]:
    """Run the tool as from a command line; the verdicts, by what stands behind the module's name."""
    command = [sys.executable, mutants.__file__, "--tree", str(tree), "--out", str(out), *more, "prices"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return {name.removeprefix("prices."): said for name, said in mutants.verdicts(out, "prices").items()}


def test_every_mutant_is_another_program_with_a_name_of_its_own() -> None:
    found = mutants.mutants_of(RULE, "prices")
    sound = ast.dump(ast.parse(RULE))
    assert all(ast.dump(ast.parse(one.text)) != sound for one in found)
    assert len({one.name for one in found}) == len(found)
    names = {one.name for one in found}
    for wanted in (
        "price: 6 -> (7) #1", "price: lost -> (not lost) #1", "price: troops > 0 -> (troops >= 0) #1",
        "price: total += each -> pass #1", "unused: a == 3 -> (a != 3) #1", "unused: not a < 2 -> (a < 2) #1",
        "unused: a == 3 and not a < 2 -> (a == 3 or not a < 2) #1", "Duty.due: score == 0 -> (score != 0) #1",
    ):  # fmt: skip
        assert f"prices.{wanted}" in names
    assert not [name for name in names if "doubled" in name], "a call that is over when the module has been read"


def test_the_sample_is_seeded_and_takes_from_all_modules_of_a_chapter() -> None:
    def names(size: int, seed: str) -> list[str]:
        return [one.name for one in mutants.sample({"prices": RULE, "points": RULE}, size, seed)]

    assert names(5, "1") == names(5, "1") != names(5, "2")
    every = names(1000, "1")
    assert len(every) == len(set(every)) == 2 * len(mutants.mutants_of(RULE, "prices"))


def test_verdicts_are_found_and_kept(tree: Path, tmp_path: Path) -> None:
    """Killed by a wrong answer, by never ending, survived where the test looks away, nobody where none looks."""
    out = tmp_path / "out"
    said = try_prices(tree, out)
    assert said.keys() == {one.name.removeprefix("prices.") for one in mutants.mutants_of(RULE, "prices")}
    expected = {
        "price: 6 -> (7) #1": "killed",
        "price: troops -= 1 -> pass #1": "time",
        "price: 8 -> (9) #1": "survived",
        "unused: a == 3 -> (a != 3) #1": "nobody",
        "Duty.due: score == 0 -> (score != 0) #1": "killed",  # a method, by a test that had imported its class
        "Duty.last: self.known = 3 -> pass #1": "killed",
    }
    assert {name: said.get(name) for name in expected} == expected
    assert (tree / "src/sanssouci/friedrich/rules/prices.py").read_text(encoding="utf-8") == RULE

    kept = out / "prices.jsonl"
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[5:]), encoding="utf-8")
    try_prices(tree, out)
    assert len(kept.read_text(encoding="utf-8").splitlines()) == len(lines), "it goes on with what has no verdict"

    test = tree / "tests" / "friedrich" / "test_prices.py"
    test.write_text(TEST + "    assert price(True, 1) == 8\n", encoding="utf-8")
    again = try_prices(tree, out, "--again")
    assert {name for name in said if again[name] != said[name]} == {"price: 8 -> (9) #1"}


def test_tests_that_fail_anyway_are_named(tree: Path, tmp_path: Path) -> None:
    (tree / "tests" / "friedrich" / "test_wrong.py").write_text("def test_it():\n    assert False\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="test_wrong"):
        try_prices(tree, tmp_path / "out")


def test_the_score_leaves_out_what_is_equivalent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "equivalent.txt"
    known.write_text("prices.c\tnobody can see it\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "EQUIVALENT", known)
    said = {"prices.a": "killed", "prices.b": "time", "prices.c": "survived", "prices.d": "survived"}
    lines = (json.dumps({"mutant": name, "verdict": verdict}) for name, verdict in said.items())
    (tmp_path / "prices.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    mutants.report(tmp_path, ["prices"], survivors=True)
    printed = capsys.readouterr().out
    assert (
        "prices          2 of    3 killed   66.7%" in printed
        and "survived  prices.d" in printed
        and "survived  prices.c" not in printed
    )
    low, high = mutants.interval(90, 100)
    assert 0.82 < low < 0.83 and 0.94 < high < 0.95
