"""Try changed weights of captain by self-play on the engine's states.

    python tools/tune_bots.py 40 base defence.point=8 defence.point=8,attack.threat=60

Each further word is one trial: comma-separated `set.weight=value` changes to `bots/weights.json`. The same
seeds are played in every trial; printed are wins by role, by nation, and the median length.
"""

from __future__ import annotations

import collections
import random
import statistics
import sys

from sanssouci.bots import arena, openings, weights
from sanssouci.bots.policy import Policy
from sanssouci.friedrich import scenarios, turn
from sanssouci.friedrich.cards import key_from_seed
from sanssouci.friedrich.names import NATIONS, ROLES
from sanssouci.friedrich.options import Options
from sanssouci.friedrich.state import ALLOT, GAME_OVER, State, role_of


def start(seed: int, scenario: int = 0) -> State:
    """A game after the first allotment."""
    s = scenarios.new_state(scenario, 4, Options({}), key_from_seed(f"tune {seed}"))
    turn.start(s)
    rng = random.Random(seed)
    while s.state == ALLOT:
        turn.allot(s, s.decider, openings.shares(s, int(s.decider), rng))
    return s


def play(seed: int, figures: list[dict[str, int]]) -> State:
    """One game with one set of figures per role."""
    s = start(seed)
    policies = [Policy(weights.vector(figures[role]), seed * 4 + role, 3, False) for role in range(4)]
    while s.state != GAME_OVER:
        arena.play_order(s, policies[role_of(s, s.decider)])
    return s


def trial(spec: str, games: int, first: int) -> str:
    """Play the games of one trial; a line of results."""
    sets = weights.read()
    for change in spec.split(","):
        if "=" in change:
            where, value = change.split("=")
            name, weight = where.split(".")
            sets[name][weight] = int(value)
    figures = [{**sets["attack"], **(sets["defence"] if role == 0 else {})} for role in range(4)]
    roles: collections.Counter[str] = collections.Counter()
    nations: collections.Counter[str] = collections.Counter()
    turns = []
    for seed in range(first, first + games):
        s = play(seed, figures)
        roles.update(ROLES[r] for r in range(4) if s.winners >> r & 1)
        nations.update(NATIONS[n] for n in range(2, 7) if s.winning >> n & 1)
        turns.append(int(s.turn))
    return f"{spec}: {dict(roles)} {dict(nations)} median turn {statistics.median(turns)}"


if __name__ == "__main__":
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    for word in sys.argv[2:]:
        print(trial(word, int(sys.argv[1]), 1), flush=True)
