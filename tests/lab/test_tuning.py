"""Tuning: a round is the same whoever plays its games, and a weight moves only if its effect stands out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sanssouci.bots import weights
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.tuning import FIXED, Pair, Plan, Table, compare, drawn, packaged, rounds_of, step, tune

WEST = Table("west", 2)


def tuned(out: Path, workers: int, ray: str | None = None) -> bytes:
    """The file of one small round."""
    told: list[str] = []
    tune(Plan(WEST, 600, 2, 0.3, "small", 1, workers, ray), [packaged(WEST)], out, told.append)
    assert len(told) == 1 and told[0].startswith("1 friedrich ")
    return out.read_bytes()


def test_a_round_is_the_same_whoever_plays_it(tmp_path: Path) -> None:
    """One process or two: the same credits, the same weights; they can be compared with those of the package."""
    one = tuned(tmp_path / "one.json", 1)
    assert one == tuned(tmp_path / "two.json", 2)
    told: list[str] = []
    compare(WEST, rounds_of(tmp_path / "one.json")[-1], 1, "1", 1, None, told.append)
    assert [line[:16].strip() for line in told] == [
        "package both", "tuned both", "tuned Friedrich", "tuned attackers",
    ]  # fmt: skip


def test_a_side_that_learns_alone_leaves_the_other_as_it_was(tmp_path: Path) -> None:
    """It meets those it began with, round after round, and nobody else."""
    begun = [packaged(WEST), {**packaged(WEST), "pompadour": {**packaged(WEST)["pompadour"], "attack": 77}}]
    told: list[str] = []
    out = tmp_path / "friedrich.json"
    tune(Plan(WEST, 600, 6, 0.5, "alone", 2, 1, side="friedrich"), begun, out, told.append)
    rounds = rounds_of(out)
    assert len(rounds) == 2 and rounds[-1]["friedrich"] != begun[-1]["friedrich"]
    assert all(rounds[-1][role] == begun[-1][role] for role in rounds[-1] if role != "friedrich")
    assert all(" pompadour 0.000 " in line for line in told)


def test_what_is_no_file_of_rounds_is_named(tmp_path: Path) -> None:
    """One sentence, whatever is in it."""
    path = tmp_path / "tuned.json"
    for text in ("{", "[1]", '{"weights": 1}'):
        path.write_text(text)
        with pytest.raises(LabProblem, match=r"tuned.json holds no rounds of a tuning"):
            rounds_of(path)
    path.write_text("[]")
    with pytest.raises(LabProblem, match=r"holds no round yet$"):
        rounds_of(path)


def test_a_weight_moves_only_if_its_effect_stands_out() -> None:
    """Credits that follow the draw of one weight move that one, upwards; pure noise moves few and not far."""
    figures = packaged(WEST)
    chance = random.Random(1)
    pairs = [Pair(f"p{i}", WEST, figures, ("friedrich",), 0.3) for i in range(200)]
    target = weights.NAMES.index(next(n for n in weights.NAMES if n not in FIXED and figures["friedrich"][n] > 50))
    results = []
    for pair in pairs:
        noise = drawn(figures, random.Random(pair.seed), pair.spread, 1)[1]["friedrich"][target]
        gain = 0.2 * noise + chance.gauss(0, 0.1)
        results.append(([gain, 0.0, 0.0, 0.0], [-gain, 0.0, 0.0, 0.0]))
    moved = step(figures, pairs, results, "friedrich")
    name = weights.NAMES[target]
    assert moved[name] > figures["friedrich"][name] * 1.2
    still = [n for n in weights.NAMES if moved[n] == figures["friedrich"][n]]
    assert set(FIXED) <= set(still) and len(still) > len(weights.NAMES) / 3
