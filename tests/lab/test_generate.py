"""Data sets of self-play: equal for equal seeds, whole after a kill, small, and honest about who saw what."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from sanssouci.env.fields import TROOPS
from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.cards import CARD_COUNT
from sanssouci.friedrich.rules.names import GENERAL_COUNT, GENERALS_FROM, NATIONS
from sanssouci.lab import generate, plain
from sanssouci.lab.problems import LabProblem

GAMES = 20


def words(out: Path, *more: str, games: int = GAMES) -> list[str]:
    """A command line for short games."""
    return ["generate", "--bot", "random", "--scenario", "west", "--games", str(games), "--out", str(out), *more]


def shards(out: Path) -> dict[str, bytes]:
    """The files of a data set."""
    return {path.name: path.read_bytes() for path in sorted(out.glob("*.parquet"))}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small data set."""
    out = tmp_path_factory.mktemp("data")
    assert plain.run(words(out)) == 0
    return out


def test_rows_are_a_game_that_can_be_played_again(data: Path) -> None:
    """Orders, results and what was true are those of the game of that seed; what is hidden is not in what was seen."""
    rows: list[dict[str, Any]] = parquet.read_table(data).to_pylist()
    assert {row["game"] for row in rows} == set(range(1, GAMES + 1)) and len(shards(data)) == 2
    game = Game.new(scenario="west", seed="data/lab/1/1")
    hidden = 0
    for row in (row for row in rows if row["game"] == 1):
        decision = game.decision
        assert decision is not None and decision.roles[0] == row["role"] and game.state.turn == row["turn"]
        assert row["true_troops"] == generate.true_troops(game.state)
        own = {"friedrich": ("prussia", "hanover"), "pompadour": ("france", "imperial")}[row["role"]]
        for nation in range(len(NATIONS)):
            a, b = GENERALS_FROM[nation], GENERALS_FROM[nation + 1]
            shown, true = row["seen"][TROOPS + a : TROOPS + b], row["true_troops"][a:b]
            if NATIONS[nation] not in own:
                assert not any(shown)
                hidden += any(true)
        game.play(row["order"], row["role"])
    assert hidden, "something was there to be seen"
    assert game.result is not None and list(game.result.winners) == rows[0]["winners"]
    assert len(rows[0]["true_troops"]) == GENERAL_COUNT and len(rows[0]["true_cards"]) == CARD_COUNT
    assert any(row["given"] for row in rows) and any(row["chances"] for row in rows)
    assert all(row["won"] == (row["role"] in row["winners"]) for row in rows)


def test_a_killed_command_goes_on(data: Path, tmp_path: Path) -> None:
    """What was whole stays, the rest is played; the end is what one run gives, byte for byte."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    command = [sys.executable, "-m", "sanssouci.lab.plain", *words(tmp_path, "--workers", "1")]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    while process.poll() is None and not shards(tmp_path):
        time.sleep(0.005)
    process.kill()
    process.wait()
    first = {name: (tmp_path / name).stat().st_mtime_ns for name in shards(tmp_path)}
    assert first
    assert plain.run(words(tmp_path)) == 0
    assert shards(tmp_path) == shards(data)
    assert all((tmp_path / name).stat().st_mtime_ns == at for name, at in first.items()), "never written again"


def test_more_games_and_other_settings(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert plain.run(words(tmp_path, games=3)) == 0
    assert plain.run(words(tmp_path)) == 0 and shards(tmp_path) == shards(data)
    assert plain.run(words(tmp_path, "--seed", "2")) == 2
    assert "other settings" in capsys.readouterr().err and shards(tmp_path) == shards(data)


def test_a_standard_game_is_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under 100 KB, as the command says."""
    assert plain.run(["generate", "--bot", "cadet", "--games", "2", "--out", str(tmp_path)]) == 0
    said = float(capsys.readouterr().out.rpartition(", ")[2].split()[0])
    assert said == pytest.approx(sum(map(len, shards(tmp_path).values())) / 2000, abs=0.06) and said < 100


def test_parquet_is_named_where_it_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(LabProblem, match=r"locks/data\.txt"):
        generate.run_generate("random", 1, tmp_path, "west", 1, None, 1, None)


def test_on_ray_it_is_the_same(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    assert plain.run(words(here, games=4)) == 0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "RAY_AUTH_MODE": "disabled"}
    command = [sys.executable, "-m", "sanssouci.lab.plain", *words(there, "--workers", "2", "--ray", games=4)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert shards(there) == shards(here) != {}
