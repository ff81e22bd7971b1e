"""What thinking processes are asked travels as plain JSON: it comes out as it went in, and nothing in it is run."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sanssouci.bots import registry
from sanssouci.friedrich import Game
from sanssouci.table.thinking.job import JOB_BYTES, ChartsJob, Job, NoJob, read, written

REFUSED = "This is no job for a thinking process."


def a_job() -> Job:
    """The first decision of a game."""
    game = Game.new(scenario="west", players=2, seed="job")
    decision = game.decision
    assert decision is not None
    role = decision.roles[0]
    return Job("order", "random", 7, game.view(role), game.menu(role), 0.1, "one/0")


@pytest.mark.parametrize("scenario, players", [("standard", 4), ("standard", 3), ("west", 2), ("austria", 2)])
def test_a_job_comes_out_as_it_went_in(scenario: str, players: int) -> None:
    # games to their ends: a battle has more in it than any beginning
    bot, rng, cards = registry.make("random"), random.Random(3), 0
    while cards < 5:
        game = Game.new(scenario=scenario, players=players, seed=str(rng.random()))
        while (decision := game.decision) is not None:
            cards += decision.state == "CARD"
            role = decision.roles[0]
            job = Job("hints", "hints", rng.getrandbits(63), game.view(role), game.menu(role), 0.5)
            again = read(written(job))
            assert isinstance(again, Job)
            assert again.view.__getstate__() == job.view.__getstate__() and again.menu == job.menu
            assert again.view.json() == job.view.json()
            for name in ("what", "bot", "seed", "budget", "character"):
                assert getattr(again, name) == getattr(job, name)
            game.play(bot.decide(job.view, job.menu, rng, 0.1))
    charts = ChartsJob("odds", "siege-run", {"level": 2})
    assert read(written(charts)) == charts


class Attack:
    """Makes a file where somebody unpickles it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


def hostile(path: Path) -> list[bytes]:
    """What is no job."""
    good = json.loads(written(a_job()))

    def changed(**more: Any) -> bytes:
        return json.dumps(good | more).encode()

    def seen(**more: Any) -> bytes:
        return changed(view=good["view"] | more)

    scenario, players, options, key, arrays, numbers = good["view"]["known_state"]
    return [
        b"", b"null", b"[]", b"\xff\xfe", b"[" * 100_000, pickle.dumps(Attack(path)), pickle.dumps(7),
        changed(what="__import__"), changed(type="os"), changed(budget=1e9), changed(budget=-1), changed(seed="x"),
        changed(extra=1), changed(menu=[]), changed(bot=7), changed(character="x" * 101), changed(view=None),
        seen(known_state=["nowhere", players, options, key, arrays, numbers]),
        seen(known_state=[scenario, 99, options, key, arrays, numbers]),
        seen(known_state=[scenario, players, {"__class__": 1}, key, arrays, numbers]),
        seen(known_state=[scenario, players, options, key, [one[:-1] for one in arrays], numbers]),
        seen(known_state=[scenario, players, options, key, arrays[:-1], numbers]),
        seen(known_state=[scenario, players, options, key, [[10**18] * len(one) for one in arrays], numbers]),
        seen(known_state=[scenario, players, options, key, arrays, [*numbers, 1]]),
    ]  # fmt: skip


def test_what_is_no_job_is_refused_in_a_sentence(tmp_path: Path) -> None:
    read(written(a_job()))
    for number, one in enumerate(hostile(tmp_path / "made")):
        with pytest.raises(NoJob, match=REFUSED):
            read(one)
            pytest.fail(f"number {number} was taken for a job")
    with pytest.raises(NoJob, match="too large"):
        read(b" " * (JOB_BYTES + 1))
    assert not (tmp_path / "made").exists()


def test_a_thinking_process_refuses_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "made"
    jobs = [pickle.dumps(Attack(path)), b"{}", written(a_job())]
    done = subprocess.run(
        [sys.executable, "-m", "sanssouci.table.thinking.bot_worker", "0"],
        input=b"".join(len(one).to_bytes(4, "big") + one for one in jobs),
        capture_output=True,
        timeout=120,
    )
    assert done.stdout[:4] == bytes(4), "it says that it is ready"
    answers, rest = [], done.stdout[4:]
    while rest:
        size = int.from_bytes(rest[:4], "big")
        answers.append(json.loads(rest[4 : 4 + size]))
        rest = rest[4 + size :]
    assert answers[:2] == [{"error": REFUSED}] * 2
    assert answers[2]["answer"].startswith("allot") and len(answers) == 3
    assert not path.exists() and not done.stderr
