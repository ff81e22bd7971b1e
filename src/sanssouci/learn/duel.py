"""A cheap look at what a net is worth: learners, who only rank orders by it, in the seats of captains.

Every number is played three times with the same shuffles: by captains with general's weights, with a learner as
Friedrich, and with learners as the attackers. No roll-outs, so a number takes two seconds where a match takes a
minute; what shows here need not show under a search.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any

from sanssouci.bots import weights
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules.names import ROLE_FRIEDRICH, ROLES
from sanssouci.learn.games import TABLES, Table
from sanssouci.learn.players import SAMPLES, Seat, play_game
from sanssouci.learn.ranker import Learner

#: Who learns: nobody, Friedrich, the attackers.
SEATINGS = ("none", "friedrich", "attackers")


class Captain(Seat):
    """General's weights without search and without softness."""

    def __init__(self, role: str, table: Table, rng: random.Random) -> None:
        self.soft = 0.0
        self.policy = Policy(weights.load("general", role, table=table.name), rng.getrandbits(60), SAMPLES, False)
        self.rng = random.Random(rng.getrandbits(60))
        self.name = "captain"


def maker(net: str, seating: str) -> Callable[[str, Table, random.Random], Any]:
    """The seats of one seating."""

    def make(role: str, table: Table, rng: random.Random) -> Any:
        friedrich = role == ROLES[ROLE_FRIEDRICH]
        learns = seating == "friedrich" if friedrich else seating == "attackers"
        return Learner(role, table, rng, net) if learns else Captain(role, table, rng)

    return make


def play(net: str, run: str, number: int, table: Table = TABLES[0]) -> list[int]:
    """The winners of the three games of a number, as sets of roles."""
    return [play_game(f"duel/{run}/{number}", table, maker(net, seating)).winners for seating in SEATINGS]


def verdict(found: list[list[int]]) -> str:
    """What Friedrich and the attackers gain by learning, in points with 95 % intervals, and who won."""
    defence = [100 * ((f & 1) - (n & 1)) for n, f, _ in found]
    attack = [100 * ((n & 1) - (a & 1)) for n, _, a in found]
    words = []
    for name, gains in (("Friedrich", defence), ("attackers", attack)):
        error = 1.96 * statistics.pstdev(gains) / len(gains) ** 0.5
        words.append(f"{name} {statistics.mean(gains):+.1f} ± {error:.1f}")
    for seating, column in zip(SEATINGS, zip(*found, strict=True), strict=True):
        wins = [100 * sum(w >> r & 1 for w in column) / len(column) for r in range(4)]
        words.append(f"{seating} " + "/".join(f"{win:.0f}" for win in wins))
    return f"{len(found)} numbers: " + ", ".join(words)
