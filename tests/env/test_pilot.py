"""The bots of the table in an environment: their orders, handed out as rows."""

from __future__ import annotations

import random
from typing import Any

import pytest
from situations import fate_step
from worlds import SETTINGS, middles

from sanssouci.bots.registry import make
from sanssouci.env.pilot import Pilot
from sanssouci.env.play import Play
from sanssouci.env.rows import ROW_NAMES
from sanssouci.env.setting import setting
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.knowledge.menu import menu
from sanssouci.friedrich.knowledge.view import view
from sanssouci.friedrich.rules.state import STATE_NAMES, role_of


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_whole_games(scenario: str, players: int) -> None:
    """A pilot for every person plays a game to its end; every row is legal when it comes."""
    play = setting(scenario, players).play("pilots")
    pilots = [Pilot("cadet", seed=person) for person in range(4)]
    turns = set()
    while not play.over() and play.s.turn < 5:
        turns.add(int(play.s.turn))
        play.step(pilots[play.person()].action(play))
    assert turns == {1, 2, 3, 4}


class Told:
    """A bot that does as another one and keeps what it said."""

    def __init__(self) -> None:
        self.bot = make("random")
        self.orders: list[str] = []

    def decide(self, *what: Any) -> str:
        self.orders.append(self.bot.decide(*what))
        return self.orders[-1]


def test_rows_stand_for_the_order() -> None:
    """In strange positions, too: the state after the rows is the state after the order."""
    from sanssouci.friedrich.decisions import orders
    from sanssouci.friedrich.files.pack import contents

    rng = random.Random("pilot")
    given = 0
    for play in middles(rng, 40):
        for _ in range(15):
            if play.over():
                break
            told = Told()
            pilot = Pilot(told)
            by_order = play.s.copy()
            while not told.orders or play.whole is not play.s or play.first >= 0:
                play.step(pilot.action(play))
            orders.perform(by_order, told.orders[0])
            assert contents(by_order) == contents(play.s), told.orders
            given += 1
    assert given > 300


@pytest.mark.parametrize("card, asked", [("12H", "WEST"), ("1H", "TRADE"), ("6S", "LAUDON")])
def test_rare_orders(card: str, asked: str) -> None:
    """Decisions whose rows are not simply the engine's choices."""
    place = {"hildburghausen": ("oels", 3), "daun": ("bruenn", 3), "laudon": ("bruenn", 5)}
    for seed in range(6):
        game = fate_step(
            card, place, memory={"hild_lost": True}, hands={"russia": ["R/1", "5C"], "austria": ["7H", "2S"]}
        )
        play = Play(game.state, True)
        assert STATE_NAMES[play.s.state] == asked
        pilot = Pilot("random", seed=seed)
        role = int(role_of(play.s, play.s.decider))
        assert menu(play.s, role) and view(play.s, Chronicle(), role)
        taken = []
        while STATE_NAMES[play.s.state] == asked or play.whole is not play.s:
            taken.append(ROW_NAMES[pilot.action(play)])
            play.step(ROW_NAMES.index(taken[-1]))
        assert taken == ["none"] or len(taken) in (1, 2)
