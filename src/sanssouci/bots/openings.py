"""First allotments: a few sound plans per nation, chosen and varied by chance."""

from __future__ import annotations

import random

from sanssouci.friedrich.rules.state import State
from sanssouci.friedrich.rules.troops import ceiling, standing

#: Troops by rank of general. Prussia: Friedrich, Winterfeldt, Heinrich, Schwerin, Keith, Seydlitz, Dohna, Lehwaldt.
PLANS: dict[int, list[list[int]]] = {
    0: [[7, 2, 3, 6, 5, 2, 5, 2], [6, 4, 3, 5, 5, 2, 5, 2], [8, 1, 4, 6, 4, 2, 5, 2], [5, 4, 3, 6, 6, 2, 5, 1]],
    1: [[7, 5], [6, 6], [8, 4]],
    2: [[5, 4, 5, 2], [6, 3, 5, 2], [5, 4, 6, 1]],
    4: [[8, 7, 6, 6, 3], [8, 6, 7, 5, 4], [7, 7, 7, 6, 3]],
    6: [[8, 6, 6], [7, 6, 7], [8, 5, 7]],
}


def shares(s: State, nation: int, rng: random.Random) -> list[int]:
    """How many troops each general of a nation gets at the start."""
    own = standing(s, nation)
    full = int(ceiling(s, nation))
    plans = PLANS.get(nation)
    if plans is None or len(own) < len(plans[0]):
        base, rest = divmod(full, len(own))
        return [base + (1 if i < rest else 0) for i in range(len(own))]
    plan = list(rng.choice(plans))
    # A troop here or there, so that nobody knows the sheet by heart.
    giver = rng.choice([i for i, n in enumerate(plan) if n > 2])
    takers = [i for i, n in enumerate(plan) if n < 8 and i != giver]
    if takers and rng.random() < 0.5:
        taker = rng.choice(takers)
        plan[giver] -= 1
        plan[taker] += 1
    return plan
