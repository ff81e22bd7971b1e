"""A learner: captain proposes, the net ranks. What it plays is what the next generation learns from.

Of the movement menu it weighs captain's own order, his best marches, a few drawn at random, and plans of two marches,
since a conquest that needs two is what one look ahead misses. Each is tried in a few worlds imagined from what the
seat may know; the net names the chance there. Everything but movement is captain's.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from sanssouci.bots.belief import Belief, look
from sanssouci.bots.captain import TEMPERAMENTS
from sanssouci.bots.net import leaf
from sanssouci.bots.netfile import packaged
from sanssouci.bots.policy import Policy
from sanssouci.bots.proposals import first_order, plans_of_two, purchase, ranked_marches, thinned
from sanssouci.bots.weights import load
from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.encoding import END
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import MOVE_MENU, State, role_of
from sanssouci.learn.games import Table
from sanssouci.learn.players import SAMPLES, Seat

#: Captain's marches that are weighed, those drawn at random, the marches a plan of two begins with, the worlds.
BEST: Final = 10
DRAWN: Final = 2
PLANS: Final = 3
WORLDS: Final = 2
#: Of a hundred seats so many learn; the others are the frozen pool.
LEARNERS: Final = 60
#: Millionths within which two orders are taken for equal: a mixed choice cannot be read.
NEARLY: Final = 4000


class Learner:
    """A seat that ranks by the net."""

    def __init__(self, role: str, table: Table, rng: random.Random, net: str) -> None:
        self.role = ROLES.index(role)
        learned = packaged(net)
        self.net, self.ground = learned.net, learned.ground(table.name)
        self.policy = Policy(load("general", role, rng.choice(TEMPERAMENTS), table=table.name), 0, SAMPLES, False)
        self.policy.rng = SmallRandom(rng.getrandbits(64))
        self.rng = random.Random(rng.getrandbits(60))
        self.name = "learner"

    def order(self, s: State) -> list[int]:
        """The small choices of one order."""
        role = role_of(s, s.decider)
        b = look(s, role)
        plain = [int(choice) for choice in self.policy.order(b)]
        if b.state.state != MOVE_MENU:
            return plain
        candidates = self.candidates(b, plain)
        if len(candidates) < 2:
            return plain
        seen = Game(s, keeps_record=False).view(ROLES[role])
        worlds = [resample(seen, self.rng).state for _ in range(WORLDS)]
        values = [sum(self.value(world, order) for world in worlds) // WORLDS for order in candidates]
        top = max(values)
        near = [order for order, value in zip(candidates, values, strict=True) if value >= top - NEARLY]
        return first_order(b.state, self.rng.choice(near))

    def candidates(self, b: Belief, plain: list[int]) -> list[list[int]]:
        """Each once, captain's own first."""
        w = self.policy.weights
        ranked = ranked_marches(b, w)
        best = thinned(ranked, BEST)
        found = [plain, [END], *(order for _, order in best), *plans_of_two(b, w, best, PLANS)]
        found += [order for _, order in self.rng.sample(ranked, min(DRAWN, len(ranked)))]
        bought = purchase(b, w)
        if bought:
            found.append(bought)
        return [order for i, order in enumerate(found) if order not in found[:i]]

    def value(self, world: State, order: list[int]) -> int:
        """The chance of the seat after an order in an imagined world."""
        t = world.copy()
        for choice in order:
            turn.apply(t, choice)
        g, r = self.ground, self.role
        return int(leaf(t, self.net, r, g.weights[r], g.slopes[r], g.shifts[r]))


def seat_maker(net: str) -> Callable[[str, Table, random.Random], Any]:
    """Seats of a generation: learners with this net among the frozen pool."""

    def make(role: str, table: Table, rng: random.Random) -> Any:
        return Learner(role, table, rng, net) if rng.randrange(100) < LEARNERS else Seat(role, table, rng)

    return make
