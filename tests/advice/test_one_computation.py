"""Hints and odds are one computation, given by the highest level, and said in words."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sanssouci.bots import hints, registry, sayings
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game, messages

SHELF = Path(__file__).parent / "absurd"


def test_hint_and_odds_are_one_computation() -> None:
    """In a battle every hint carries the very figures that the table of odds shows, however often one asks."""
    battles = 0
    for number, one in enumerate(json.loads((SHELF / "surrender.json").read_text("utf-8"))[:12]):
        game = Game.from_position(one["position"])
        view = game.view(one["role"])
        shown = {odds.order: odds for odds in hints.battle_odds(view)}
        for seed in (number, number + 1):
            for hint in hints.hints(view, game.menu(one["role"]), random.Random(seed), Budget(rollouts=4)):
                assert hint.odds == shown[hint.order]
                assert hint.json()["saying"]["key"] in ("say.play", "say.play_as", "say.pass")
        battles += 1
    assert battles == 12


def test_the_adviser_is_the_highest_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stands highest in the registry is asked, and nobody else."""
    asked: list[str] = []

    class Marshal:
        def decide(self, view: Any, menu: dict[str, Any], rng: random.Random, budget: Any) -> str:
            asked.append(menu["state"])
            return "end"

    above = registry.BotInfo("above", 99)
    monkeypatch.setitem(registry.BOTS, "above", above)
    plain = registry.make
    monkeypatch.setattr(registry, "make", lambda name, seed: Marshal() if name == "above" else plain(name, seed))
    entry = json.loads((SHELF / "supply.json").read_text("utf-8"))[0]
    game = Game.from_position(entry["position"])
    assert hints.hints(game.view(entry["role"]), game.menu(entry["role"]), random.Random(1), Budget(rollouts=0))
    assert asked == ["MOVE_MENU"]


def test_orders_are_said_in_words() -> None:
    for order, key in {
        "move friedrich+winterfeldt riesa": "say.move",
        "move winterfeldt takes 3 riesa": "say.move_takes",
        "play R/2=7": "say.play_as",
        "pass": "say.pass",
        "recruit troops 2 general fermor sierpc pay 13S/1 12C/1 give fermor=2": "say.recruit",
        "attack daun keith": "say.attack",
        "retreat glatz": "say.retreat",
    }.items():
        named, args = sayings.saying(order)
        assert named == key
        for language in messages.languages():
            assert "{" not in messages.render(named, args, language) and "=" not in messages.render(
                named, args, language
            )
