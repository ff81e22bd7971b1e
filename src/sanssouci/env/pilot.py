"""A bot of the table in an environment: it gives whole orders from its view; here they are handed out as rows."""

from __future__ import annotations

import random
from typing import Any

from sanssouci.bots.base import Bot
from sanssouci.bots.registry import make
from sanssouci.env.play import Play
from sanssouci.env.rows import CITY, NO, row_of
from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.knowledge.menu import menu
from sanssouci.friedrich.knowledge.view import view
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import ALLOT, WEST_STEP, State, role_of


class Pilot:
    """Plays any number of seats with one bot; it never looks further than the view of the seat that is to act."""

    def __init__(self, bot: Bot | str, seed: int = 0, budget: Any = None) -> None:
        """A bot or the name of one (docs/bots.md); `seed` sets its temperament and its random stream."""
        self.bot = make(bot, seed) if isinstance(bot, str) else bot
        self.random = random.Random(f"pilot {seed}")
        self.budget = budget
        self._rows: list[int] = []

    def action(self, play: Play) -> int:
        """The next action of whoever is to act in a game."""
        if play.whole is play.s and play.first < 0 and play.s.state != ALLOT:
            self._rows = []
        if not self._rows or play.index(self._rows[0]) < 0:
            self._rows = self._order(play.s)
        return self._rows.pop(0)

    def _order(self, s: State) -> list[int]:
        role = int(role_of(s, s.decider))
        order = self.bot.decide(view(s, Chronicle(), role), menu(s, role), self.random, self.budget)
        found = []
        t = s.copy()
        for choice in orders.plan(s, order):
            row = int(row_of(t, choice, -1))
            found.append(row)
            if t.state == WEST_STEP and row != NO:
                found.append(int(row_of(t, choice, row - CITY)))
            turn.apply(t, choice)
        return found


__all__ = ["Pilot"]
