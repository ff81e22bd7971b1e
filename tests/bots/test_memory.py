"""What a bot keeps between decisions: weights that nobody can change, and nothing of what it saw."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sanssouci.bots import registry, weights
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game

#: the questions that are asked again: how many orders of the game came before
ASKED = (9, 40, 71, 102)
BOTS = ["random", "cadet", "captain", "general", "marshal"]


def decisions(seed: str, number: int) -> list[tuple[Any, dict[str, Any]]]:
    """Views and menus of the first decisions of a game between cadets."""
    game = Game.new(scenario="standard", players=4, seed=seed)
    bot, rng = registry.make("cadet", seed), random.Random(seed)
    found: list[tuple[Any, dict[str, Any]]] = []
    while len(found) < number:
        assert game.decision is not None
        role = game.decision.roles[0]
        found.append((game.view(role), game.menu(role)))
        game.play(bot.decide(*found[-1], rng, None), role)
    return found


def answers(name: str, others: int = 0) -> list[str]:
    """A bot's answers to the questions, `others` decisions of other games having come before."""
    bot = registry.make(name, "memory")
    for view, menu in decisions("another game", others):
        bot.decide(view, menu, random.Random(0), Budget(rollouts=2))
    asked = decisions("memory", max(ASKED) + 1)
    return [bot.decide(*asked[number], random.Random(7), Budget(rollouts=16)) for number in ASKED]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_answers_the_same_in_a_fresh_process_and_after_200_other_decisions(name: str) -> None:
    script = f"import json, test_memory; print(json.dumps(test_memory.answers({name!r})))"
    here = str(Path(__file__).parent)
    path = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == answers(name, others=200)


def test_weights_are_read_once_and_cannot_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    weights.load("captain", "friedrich", "bold", table="west")
    monkeypatch.setattr(json, "load", lambda *_args, **_more: pytest.fail("the file is read again"))
    assert len(weights.load("general", "friedrich", changes="judge", table="west")) == weights.WEIGHTS
    west = weights.tables()["west"]["captain"]
    assert not isinstance(west, str)
    for figures in (weights.read()["captain"]["friedrich"], west["friedrich"]):
        with pytest.raises(TypeError):
            figures["point"] = 1  # type: ignore[index]
