"""What every bot has in common: it turns a view and a menu into one order, and nothing else goes in."""

from __future__ import annotations

import random
from typing import Any, Protocol

from sanssouci.bots.budget import Budget
from sanssouci.friedrich.decisions.orders import text_of
from sanssouci.friedrich.decisions.registry import INNER
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.names import GENERALS, NATIONS
from sanssouci.friedrich.rules.state import ALLOT, LAUDON, MOVE_MENU, State
from sanssouci.friedrich.rules.troops import ceiling, standing


class Bot(Protocol):
    """Every bot, at the table and in the lab."""

    def decide(self, view: Any, menu: dict[str, Any], rng: random.Random, budget: Budget | float | None) -> str:
        """One order for the decision that the menu shows."""
        ...


class StateBot:
    """A bot that thinks in the engine's small steps, on the state its view lets it know."""

    def decide(self, view: Any, menu: dict[str, Any], rng: random.Random, budget: Budget | float | None) -> str:
        """One order for the decision that the menu shows."""
        allowed = Budget.of(budget)
        s: State = view.known_state.copy()
        nation = NATIONS.index(menu["nation"])
        if menu["state"] == "ALLOT":
            return self.allot(s, nation, rng)
        if menu["state"] == "TRADE":
            return self.trade(s, nation, menu, rng)
        choices = self.choose(view, s, nation, rng, allowed)
        return text_of(s, choices)

    def allot(self, s: State, nation: int, rng: random.Random) -> str:
        """The first allotment of a nation."""
        return allot_order(s, nation, self.shares(s, nation, rng))

    def shares(self, s: State, nation: int, rng: random.Random) -> list[int]:
        """How many troops each general of a nation gets."""
        own = standing(s, nation)
        left = int(ceiling(s, nation)) - len(own)
        given = [1] * len(own)
        while left > 0:
            open_ = [i for i, n in enumerate(given) if n < 8]
            given[rng.choice(open_)] += 1
            left -= 1
        return given

    def trade(self, s: State, nation: int, menu: dict[str, Any], rng: random.Random) -> str:
        """1♥: a card to give, or none."""
        return f"trade {NATIONS[nation]} {rng.choice([*menu['cards'], 'none'])}"

    def choose(self, view: Any, s: State, nation: int, rng: random.Random, budget: Budget) -> list[int]:
        """The small choices of one whole order."""
        raise TypeError("a bot must say what it chooses")


def allot_order(s: State, nation: int, shares: list[int]) -> str:
    """The order for a first allotment."""
    named = (f"{GENERALS[g]}={n}" for g, n in zip(standing(s, nation), shares, strict=True))
    return f"allot {NATIONS[nation]} " + " ".join(named)


def complete(before: int, s: State) -> bool:
    """Is an order that began in state `before` finished?"""
    if before == ALLOT:
        return True
    if before == MOVE_MENU or before == LAUDON:
        return s.state not in INNER
    return True


def one_by_one(s: State, pick: Any) -> list[int]:
    """Compose an order on a copy: `pick(copy, menu)` chooses until the order is whole."""
    before = int(s.state)
    t = s.copy()
    taken: list[int] = []
    while True:
        menu = [int(c) for c in turn.choices(t)]
        choice = int(pick(t, menu))
        taken.append(choice)
        if before != MOVE_MENU and before != LAUDON:
            return taken
        if before == MOVE_MENU and taken == [0]:
            return taken  # the end of the phase: what follows is not ours to play
        if before == LAUDON and len(taken) == 2:
            return taken
        turn.apply(t, choice)
        if complete(before, t):
            return taken
