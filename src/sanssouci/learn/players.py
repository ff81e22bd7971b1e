"""Who plays the games one learns from: a mixed pool, some of whose orders are softened, each seat for itself."""

from __future__ import annotations

import random
from typing import Any

from sanssouci.bots import openings, weights
from sanssouci.bots.belief import look
from sanssouci.bots.captain import TEMPERAMENTS
from sanssouci.bots.marches import best_march
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, MOVE_MENU, State, role_of
from sanssouci.friedrich.rules.troops import standing
from sanssouci.learn.games import TABLES, Played, Scribe, Table, new_state

#: Of a hundred games so many at each of `TABLES`.
SHARES = (64, 8, 8, 10, 10)
#: Rung of the weights and how often it sits in a seat.
POOL = {"captain": 46, "general": 34, "adviser": 10, "cadet": 10}
#: Chance that a move is not the best but one of the next: how soft a seat may be.
SOFT = (0.0, 0.0, 0.03, 0.1)
#: Moves among which a soft seat chooses.
AMONG = 6
#: Hostile hands that a player of these games imagines.
SAMPLES = 3


def table_of(number: int) -> Table:
    """What game `number` is played at: the shares spread evenly."""
    at = number * 37 % 100
    for table, share in zip(TABLES, SHARES, strict=True):
        at -= share
        if at < 0:
            return table
    raise ValueError("the shares add up to less than a hundred")


class Seat:
    """A policy with its softness."""

    def __init__(self, role: str, table: Table, rng: random.Random) -> None:
        rung = rng.choices(list(POOL), list(POOL.values()))[0]
        if rung == "adviser" and role != ROLES[0]:
            rung = "captain"
        temper = rng.choice(TEMPERAMENTS)
        self.soft = rng.choice(SOFT)
        w = weights.load(rung, role, temper, table=table.name)
        self.policy = Policy(w, rng.getrandbits(60), SAMPLES, False)
        self.rng = random.Random(rng.getrandbits(60))
        self.name = f"{rung} {temper} {self.soft:g}" if temper else f"{rung} {self.soft:g}"

    def order(self, s: State) -> list[int]:
        """The small choices of one order."""
        b = look(s, role_of(s, s.decider))
        if self.soft and b.state.state == MOVE_MENU and self.rng.random() < self.soft:
            m = best_march(b.state, b, self.policy.weights, True)
            kept = sorted(m.kept, key=lambda one: -one[0])[:AMONG]
            if kept:
                return self.rng.choice(kept)[1]
        return [int(choice) for choice in self.policy.order(b)]


def allot(scribe: Scribe, rng: random.Random) -> None:
    """The first allotments, one general after the other."""
    s = scribe.s
    while s.state == ALLOT:
        nation = int(s.decider)
        plan = openings.shares(s, nation, rng)
        own = standing(s, nation)
        while s.state == ALLOT and s.decider == nation:
            scribe.take(int(s.buy_to) * 16 + plan[own.index(int(s.buy_to))])


def play_game(seed: str, table: Table, make: Any = Seat) -> Played:
    """One game of the pool; `make(role, table, rng)` gives each seat its player."""
    s = new_state(seed, table)
    scribe = Scribe(s)
    rng = random.Random(seed)
    allot(scribe, rng)
    seats = [make(role, table, rng) for role in ROLES]
    while s.state != GAME_OVER:
        for choice in seats[role_of(s, s.decider)].order(s):
            scribe.take(choice)
    return Played(seed, table, [seat.name for seat in seats], int(s.winners), int(s.turn), bytes(scribe.places))
