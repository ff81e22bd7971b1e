"""`marshal`: general's search with what self-play taught about the end of a game, and another way to spend roll-outs.

His weights were found by playing on from general's against a pool of everybody before him. Near the end, when a
nation lacks few objectives, other figures count (`late_` in `weights.json`): attackers close, and Friedrich pays for
the combats that decide. In his roll-outs everybody plays as he does himself.

He looks at many orders in one world. Most of them come to the same: what one order leaves out, the roll-out makes up
for. So whatever ended like the plain order or like another one is dropped, and all that is left of the budget goes to
the few that differ. An order that seems better is given without asking for proof: of two guesses the better one.
"""

from __future__ import annotations

import random
from typing import Any

from sanssouci.bots.belief import Belief
from sanssouci.bots.general import FEWEST, GeneralBot, propose, stands_out
from sanssouci.bots.policy import Policy

#: Orders of a movement menu that are proposed at least and at most, an adviser's not counted.
NARROW = 3
WIDE = 12
#: Those that stay after the first world.
FEW = 4
#: Standard errors by which an order must seem better than the plain one. General asks for more than three times that.
BARELY = 0.4
#: Thirtieths of a troop within which two orders are taken for equal.
NEARLY = 6


class MarshalBot(GeneralBot):
    """Determinised search with learned weights, for the end of a game too, and a mixed choice among equals."""

    rung = "marshal"
    others = "marshal"
    carries = True

    def candidates(
        self, view: Any, b: Belief, policy: Policy, plain: list[int], rng: random.Random, rollouts: int
    ) -> list[list[int]]:
        """The plain order first, and as many others as half of the budget can show in one world."""
        return propose(b, policy, plain, self.adviser(int(b.role)), breadth(rollouts))[: max(rollouts // 2, 2)]

    def rounds(self, challengers: int, rollouts: int) -> list[tuple[int, int]]:
        """One world for all; of what is left a third for a few, some more for two, the rest for the best."""
        left = rollouts - challengers - 1
        some = min(max(left // 3, FEW + 1), left)
        more = min(left * 2 // 5, left - some)
        return [(challengers, challengers + 1), (FEW, some), (FEW // 2, more), (1, left - some - more)]

    def distinct(self, challengers: list[int], gains: list[list[int]]) -> list[int]:
        """Of those that came to the same one, and none that came to the same as the plain order."""
        seen = [[0] * len(gains[challengers[0]])]
        found = []
        for i in challengers:
            if gains[i] not in seen:
                seen.append(gains[i])
                found.append(i)
        return found

    def settle_on(self, challengers: list[int], gains: list[list[int]], rng: random.Random) -> int:
        """The best, or one that was nearly as good wherever it was tried: who always gives the same can be read."""
        best = gains[challengers[0]]
        if not stands_out(best, BARELY):
            return 0
        near = [i for i in challengers if len(gains[i]) >= FEWEST and equal(gains[i], best)]
        return rng.choice(near or challengers[:1])


def equal(gains: list[int], best: list[int]) -> bool:
    """Are these gains nearly those of the best in the same worlds?"""
    return abs(sum(best[: len(gains)]) - sum(gains)) <= NEARLY * len(gains)


def breadth(rollouts: int) -> int:
    """How many orders are proposed besides the plain one: a first look at them costs less than half of the budget."""
    return max(NARROW, min(rollouts // 3, WIDE))
