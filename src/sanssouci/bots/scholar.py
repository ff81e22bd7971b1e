"""`scholar`: general's search with a learned value at its leaves.

A roll-out ends in a whole imagined world; there the net names the chance of the own role to win. So what is compared
are chances, in millionths, and not thirtieths of a troop. The net is quick enough to look at many orders before any
is rolled out: of captain's marches, plans of two and purchases the best few by its eye are tried.
"""

from __future__ import annotations

import random
from typing import Any

from sanssouci.bots.belief import Belief
from sanssouci.bots.budget import Budget
from sanssouci.bots.general import GeneralBot, one_of_the_best, propose
from sanssouci.bots.net import leaf
from sanssouci.bots.netfile import packaged
from sanssouci.bots.policy import Policy
from sanssouci.bots.proposals import first_order, plans_of_two, purchase, ranked_marches, thinned
from sanssouci.bots.registry import NET
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import MOVE_MENU, State

#: Marches that are looked at, those that plans of two begin with, the worlds they are looked at in, and those kept.
LOOKED_AT = 10
PLANS = 3
GLANCES = 4
KEPT = 4
#: Millionths of a chance within which two orders that were tried as often are taken for equal.
NEARLY = 3000


class ScholarBot(GeneralBot):
    """Determinised search with sequential halving; a net sifts the orders and values the leaves."""

    def __init__(self, seed: int | str = 0, net: str = NET) -> None:
        """`net`: the file to read, the package's own unless another is named."""
        super().__init__(seed)
        self.learned = packaged(net)

    def value(self, s: State, b: Belief) -> int:
        """The chance of the seat to win in a full world, in millionths."""
        ground = self.learned.ground(self.table)
        role = int(b.role)
        return int(leaf(s, self.learned.net, role, ground.weights[role], ground.slopes[role], ground.shifts[role]))

    def think(self, view: Any, b: Belief, policy: Policy, rng: random.Random, budget: Budget) -> list[int]:
        """Of a plan of two only the first order is given."""
        chosen = super().think(view, b, policy, rng, budget)
        return first_order(b.state, chosen) if b.state.state == MOVE_MENU else chosen

    def candidates(
        self, view: Any, b: Belief, policy: Policy, plain: list[int], rng: random.Random, rollouts: int
    ) -> list[list[int]]:
        """The plain order, and of general's proposals and more those that look best to the net."""
        found = propose(b, policy, plain, self.adviser(int(b.role)))
        if b.state.state != MOVE_MENU:
            return found
        best = thinned(ranked_marches(b, policy.weights), LOOKED_AT)
        found += [order for _, order in best]
        found += plans_of_two(b, policy.weights, best, PLANS)
        bought = purchase(b, policy.weights)
        if bought:
            found.append(bought)
        found = [order for i, order in enumerate(found) if order not in found[:i]]
        if len(found) <= KEPT + 1:
            return found
        worlds = self.worlds(view, rng, GLANCES)
        values = {i: sum(self.glance(world, found[i], b) for world in worlds) for i in range(1, len(found))}
        return [plain, *(found[i] for i in sorted(values, key=lambda i: (-values[i], i))[:KEPT])]

    def settle_on(self, challengers: list[int], gains: list[list[int]], rng: random.Random) -> int:
        """One of those that are nearly as good as the best."""
        return one_of_the_best(challengers, gains, NEARLY, rng)

    def glance(self, world: State, order: list[int], b: Belief) -> int:
        """What a world is worth right after an order."""
        t = world.copy()
        for choice in order:
            turn.apply(t, choice)
        return self.value(t, b)
