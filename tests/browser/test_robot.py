"""Whole games by a robot that only sees the page."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from robot import Robot
from tablepage import Table, new_game
from tableserver import SOAK, Server


def play(people: Callable[..., BrowserContext], server: Server, scenario: str, me: str, restless: float) -> Robot:
    """A whole game against bots."""
    context = people(viewport={"width": 1000, "height": 700})
    game = new_game(context, server.base, me, None, scenario=scenario, others="bot")
    table = Table(context.new_page(), server.base, game["game"]).open()
    robot = Robot(table.page, random.Random(f"{scenario} {me}"), restless)
    robot.play()
    expect(table.page.locator(".prompt")).to_contain_text("The game is over")
    card = context.request.get(f"{server.base}api/games/{game['game']}").json()["game"]
    assert card["result"] is not None
    assert robot.states["MOVE_MENU"] >= 10, robot.states
    return robot


def test_west_to_its_end(people: Callable[..., BrowserContext], server: Server) -> None:
    """France, clicked by the robot, against a bot."""
    play(people, server, "west", "pompadour", 0.6)


@pytest.mark.skipif(not SOAK, reason="long: SANSSOUCI_SOAK=1")
@pytest.mark.parametrize(
    ("scenario", "me"),
    [
        ("west", "friedrich"),
        ("austria", "friedrich"),
        ("austria", "maria-theresa"),
        ("standard", "friedrich"),
        ("standard", "elisabeth"),
        ("expert", "maria-theresa"),
        ("expert", "friedrich"),
    ],
)
def test_every_scenario_to_its_end(
    people: Callable[..., BrowserContext], server: Server, scenario: str, me: str
) -> None:
    """Every scenario, restless."""
    play(people, server, scenario, me, 0.6)
