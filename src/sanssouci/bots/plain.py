"""`random`: uniform over the choices. The yardstick below all others."""

from __future__ import annotations

import random
from typing import Any

from sanssouci.bots.base import StateBot, one_by_one
from sanssouci.bots.budget import Budget
from sanssouci.friedrich.rules.state import State


class RandomBot(StateBot):
    """Takes each small step uniformly at random."""

    def __init__(self, seed: int | str = 0) -> None:
        """The seed changes nothing: all chance comes with the decision."""

    def choose(self, view: Any, s: State, nation: int, rng: random.Random, budget: Budget) -> list[int]:
        """One random choice after the other, until the order is whole."""
        return one_by_one(s, lambda t, menu: rng.choice(menu))
