"""Every bot plays every scenario and role legally to the end, repeats itself, and knows only its view."""

from __future__ import annotations

import random
from typing import Any

import pytest

from certain import sure
from sanssouci.bots import registry
from sanssouci.bots.base import Bot
from sanssouci.bots.budget import Budget
from sanssouci.bots.captain import CaptainBot
from sanssouci.friedrich import Game, resample

LONGEST = 4000  # orders: far more than any game needs


def play(game: Game, bots: dict[str, Bot], seed: int, budget: Budget | None = None, until: int = LONGEST) -> list[str]:
    """Play on; answers the orders given. Orders go through the same door as a person's."""
    streams = {role: random.Random(f"{seed} {role}") for role in bots}
    given: list[str] = []
    while game.result is None and len(given) < until:
        role = sure(game.decision).roles[0]
        order = bots[role].decide(game.view(role), game.menu(role), streams[role], budget or Budget(rollouts=4))
        game.play(order, role)
        given.append(order)
    return given


def seats(names: list[str], seed: int = 0) -> dict[str, Bot]:
    roles = ["friedrich", "elisabeth", "maria-theresa", "pompadour"]
    return {role: registry.make(names[i % len(names)], f"{seed}{role}") for i, role in enumerate(roles)}


@pytest.mark.parametrize("scenario", ["standard", "expert", "west", "austria"])
@pytest.mark.parametrize("names", ["random", "cadet captain", "captain cadet"])
def test_whole_games(names: str, scenario: str) -> None:
    """Between them the three line-ups put cadet and captain into every role."""
    game = Game.new(scenario=scenario, seed=f"{names} {scenario}")
    given = play(game, seats(names.split()), 1)
    assert game.result is not None, f"no end after {len(given)} orders"


def test_three_players() -> None:
    game = Game.new(scenario="standard", players=3, seed="three")
    play(game, seats(["captain", "cadet"]), 2)
    assert game.result is not None


def test_first_edition_with_every_liberty() -> None:
    options = {"edition_text": "first", "fate_modifiers_on_payment": True, "decks": 5}
    game = Game.new(scenario="expert", seed="liberties", options=options)
    play(game, seats(["captain"]), 3)
    assert game.result is not None


@pytest.mark.parametrize("name", ["general", "marshal", "oracle"])
def test_searching_bots_play_legally(name: str) -> None:
    game = Game.new(scenario="standard", seed=f"{name} once")
    bots = seats(["captain"])
    bots["maria-theresa"] = registry.make(name, 5)
    given = play(game, bots, 4, Budget(rollouts=12), until=150)
    assert len(given) == 150 or game.result is not None


@pytest.mark.parametrize("name", ["random", "cadet", "captain", "general", "marshal"])
def test_same_seed_same_orders(name: str) -> None:
    runs = []
    for _ in range(2):
        game = Game.new(scenario="standard", seed="twice")
        runs.append(play(game, seats([name]), 6, Budget(rollouts=24), until=70))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("name", ["random", "cadet", "captain", "general", "marshal"])
def test_what_a_seat_cannot_know_does_not_matter(name: str) -> None:
    """Non-interference: another world with the same view draws the same order from the same stream."""
    game = Game.new(scenario="standard", seed="secrets")
    bots = seats(["captain"])
    streams = {role: random.Random(role) for role in bots}
    shuffled = random.Random(11)
    compared = 0
    for number in range(400):
        if game.result is not None:
            break
        role = sure(game.decision).roles[0]
        view = game.view(role)
        if number % 16 == 0 or (sure(game.decision).state == "CARD" and number % 3 == 0):
            other = resample(view, shuffled)
            orders = []
            for world in (game, other):
                bot = registry.make(name, "same")
                stream, budget = random.Random(number), Budget(rollouts=24)
                orders.append(bot.decide(world.view(role), world.menu(role), stream, budget))
            assert orders[0] == orders[1]
            compared += 1
            if name in ("general", "marshal") and compared >= 14:
                break
        game.play(bots[role].decide(view, game.menu(role), streams[role], None), role)
    assert compared >= 10


def test_unknown_names_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="there is no bot 'emperor'"):
        registry.make("emperor", 1)


@pytest.mark.parametrize("figures", [{"rollouts": -1}, {"seconds": -0.5}, {"seconds": float("nan")}])
def test_budgets_below_nothing_are_refused(figures: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="less than none"):
        Budget(**figures)


def test_temperaments_differ_by_seed() -> None:
    assert len({CaptainBot(seed).temperament for seed in range(40)}) > 2
