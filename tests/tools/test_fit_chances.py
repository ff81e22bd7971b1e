"""The fit of the chances: it finds what is there, and each table's games are played with its own weights."""

from __future__ import annotations

import math
import random

import fit_chances
import pytest

from sanssouci.bots import weights


def test_newtons_method_finds_the_odds() -> None:
    """Two features with known weights, one that says nothing, one that is never there."""
    rng = random.Random(3)
    rows = []
    for _ in range(4000):
        row = [1.0, rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-1, 1), 0.0]
        chance = 1 / (1 + math.exp(-(0.5 + 1.2 * row[1] - 0.8 * row[2])))
        rows.append((row, int(rng.random() < chance) << 2))
    assert fit_chances.fit(rows, 2) == pytest.approx([0.5, 1.2, -0.8, 0.0, 0.0], abs=0.12)
    assert fit_chances.fit(rows, 1)[0] < -5, "a role that never wins is told so"


def test_equations_are_solved() -> None:
    assert fit_chances.solved([[4.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 2.0]], [6.0, 4.0, 4.0]) == pytest.approx(
        [1.0, 2.0, 3.0]
    )


@pytest.mark.parametrize("table", fit_chances.TABLES)
def test_every_table_is_played_by_its_own_weights(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots learned to hold West and Austria; chances learned from games without that told people the opposite."""
    asked: list[str] = []

    def noted(rung: str, role: str, temperament: str = "", changes: str = "", table: str = "") -> object:
        asked.append(table)
        raise StopIteration

    monkeypatch.setattr(weights, "load", noted)
    with pytest.raises(StopIteration):
        fit_chances.game(table, 1)
    assert asked == [table]
