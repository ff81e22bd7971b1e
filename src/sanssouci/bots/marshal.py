"""`marshal`: general's search with what self-play taught about the end of a game, and breadth that follows the budget.

His weights were found by playing on from general's against a pool of everybody before him. Near the end, when a
nation lacks few objectives, other figures count (`late_` in `weights.json`): attackers close, and Friedrich pays for
the combats that decide. In his roll-outs everybody plays as he does himself. He tries as many orders as half of his
roll-outs can show in three worlds each; the other half goes to the best.
"""

from __future__ import annotations

import random
from typing import Any

from sanssouci.bots.belief import Belief
from sanssouci.bots.general import FEWEST, GeneralBot, one_of_the_best, propose
from sanssouci.bots.policy import Policy

#: Orders that are tried at least and at most, the plain one and an adviser's not counted.
NARROW = 3
WIDE = 10
#: Thirtieths of a troop within which two orders that were tried as often are taken for equal.
NEARLY = 6


class MarshalBot(GeneralBot):
    """Determinised search with learned weights, for the end of a game too, and a mixed choice among equals."""

    rung = "marshal"
    others = "marshal"

    def candidates(
        self, view: Any, b: Belief, policy: Policy, plain: list[int], rng: random.Random, rollouts: int
    ) -> list[list[int]]:
        """The plain order first, and as many others as half of the budget can show in enough worlds."""
        return propose(b, policy, plain, self.adviser(int(b.role)), breadth(rollouts))

    def rounds(self, challengers: int, rollouts: int) -> list[tuple[int, int]]:
        """Half of the budget for all that it can show in enough worlds, what is left for the best two."""
        tried = min(challengers, rollouts // FEWEST - 1)
        if tried < 1:
            return []
        first = max(rollouts // 2 // (tried + 1), FEWEST)
        left = rollouts - first * (tried + 1)
        best = min(tried, 2)
        return [(tried, first), *([(best, left // (best + 1))] if left > best else [])]

    def settle_on(self, challengers: list[int], gains: list[list[int]], rng: random.Random) -> int:
        """One of those that are nearly as good as the best."""
        return one_of_the_best(challengers, gains, NEARLY, rng)


def breadth(rollouts: int) -> int:
    """How many orders are proposed besides the plain one: each wants to be tried in three worlds with half of them."""
    return max(NARROW, min(rollouts // 2 // FEWEST - 1, WIDE))
