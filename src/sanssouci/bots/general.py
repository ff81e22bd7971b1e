"""`general`: captain as policy and judge inside a search over worlds sampled from the view.

Candidates are captain's best orders. Each is tried in the same sampled worlds with the same chance
(common random numbers), everybody being played by captain's quick policy to the end of the stage, or of
the next hostile stage while cards decide. Half of the candidates are dropped after each round.
"""

from __future__ import annotations

import random
import time
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.arena import play_on
from sanssouci.bots.battle import weigh_cards
from sanssouci.bots.belief import Belief, look
from sanssouci.bots.budget import Budget
from sanssouci.bots.captain import CaptainBot, side_weights
from sanssouci.bots.marches import best_march
from sanssouci.bots.policy import Policy
from sanssouci.bots.value import evaluate
from sanssouci.bots.weights import W_WIN
from sanssouci.friedrich import turn
from sanssouci.friedrich.encoding import PASS
from sanssouci.friedrich.names import NATION_COUNT
from sanssouci.friedrich.playout import SmallRandom
from sanssouci.friedrich.resample import resample
from sanssouci.friedrich.state import (
    CARD,
    COMBAT_PICK,
    GAME_OVER,
    MOVE_MENU,
    RETREAT_PICK,
    State,
)

#: Roll-outs for one decision when nobody says otherwise.
HABIT = 48
#: Candidates that are tried at most.
BREADTH = 8
#: Worlds that are imagined at most.
WORLDS = 32
#: Orders after which a roll-out is judged wherever it is.
LONGEST = 400


class GeneralBot(CaptainBot):
    """Determinised search with sequential halving."""

    def __init__(self, seed: int | str = 0) -> None:
        """The seed gives the temperament."""
        super().__init__(seed)
        self._quick: list[Policy] | None = None

    def quick(self) -> list[Policy]:
        """The policies that play roll-outs, one per role."""
        if self._quick is None:
            self._quick = [Policy(side_weights(role), 0, 1, True) for role in range(4)]
        return self._quick

    def worlds(self, view: Any, rng: random.Random, number: int) -> list[State]:
        """Full states that agree with the view."""
        return [resample(view, rng).state for _ in range(number)]

    def think(self, view: Any, b: Belief, policy: Policy, rng: random.Random, budget: Budget) -> list[int]:
        """The small choices of one whole order."""
        deadline = budget.deadline()
        plain = [int(choice) for choice in policy.order(b)]
        candidates = propose(b, policy, plain)
        rollouts = budget.rollouts
        if rollouts is None:
            rollouts = HABIT if budget.seconds is None else 1 << 30
        if len(candidates) < 2 or rollouts < 2 * len(candidates):
            return plain
        return self._halve(view, b, candidates, rng, rollouts, deadline)

    def _halve(
        self, view: Any, b: Belief, candidates: list[list[int]], rng: random.Random, rollouts: int, deadline: float
    ) -> list[int]:
        rounds = max((len(candidates) - 1).bit_length(), 1)
        per_round = rollouts // rounds
        started = time.monotonic()
        sums = [0.0] * len(candidates)
        alive = list(range(len(candidates)))
        tried = 0  # worlds used so far
        seeds: list[int] = []
        worlds: list[State] = []
        for number in range(rounds):
            share = max(per_round // len(alive), 1)
            until = started + (deadline - started) * (number + 1) / rounds
            for _ in range(share):
                if time.monotonic() >= until and tried > 0:
                    break
                if len(worlds) < WORLDS:
                    worlds += self.worlds(view, rng, 1)
                world = worlds[tried % len(worlds)]
                seeds.append(rng.getrandbits(64))
                for i in alive:
                    sums[i] += self.roll_out(world, candidates[i], b, seeds[-1])
                tried += 1
            alive.sort(key=lambda i: (-sums[i], i))
            alive = alive[: max(len(alive) // 2, 1)]
            if len(alive) == 1:
                break
        return candidates[alive[0]]

    def roll_out(self, world: State, candidate: list[int], b: Belief, seed: int) -> int:
        """Play a candidate in a world to the end of the stage; what the position is then worth to the seat."""
        s = world.copy()
        policies = self.quick()
        for role, policy in enumerate(policies):
            policy.rng = SmallRandom(seed + role)
            policy.stage = -1
        s.key = seed.to_bytes(8, "big")
        stage_turn, stage = s.turn, s.nation
        for choice in candidate:
            turn.apply(s, choice)
        until_turn, until = stage_turn, stage + 1
        if until > NATION_COUNT - 1:
            until_turn, until = stage_turn + 1, 0
        play_on(s, policies, until_turn, until, LONGEST)
        return worth(s, b, self.policy(int(b.role)).weights)


def worth(s: State, b: Belief, w: vec[i64]) -> int:
    """A position at the end of a roll-out, seen by the seat."""
    role: i64 = b.role
    if s.state == GAME_OVER:
        return int(w[W_WIN]) if s.winners >> role & 1 else -int(w[W_WIN])
    return int(evaluate(s, look(s, role), w))


def propose(b: Belief, policy: Policy, plain: list[int]) -> list[list[int]]:
    """Captain's own order first, then the next best by his ranking."""
    s = b.state
    found = [plain]
    if s.state == MOVE_MENU:
        m = best_march(s, b, policy.weights, True)
        ranked = sorted(range(len(m.kept)), key=lambda i: (-m.kept[i][0], i))
        groups: dict[int, int] = {}
        for i in ranked:
            order = m.kept[i][1]
            groups[order[0]] = groups.get(order[0], 0) + 1
            if groups[order[0]] <= 3 and order not in found:  # not all of them for one group
                found.append(order)
            if len(found) >= BREADTH - 1:
                break
        if [0] not in found:
            found.append([0])
    elif s.state == CARD:
        weighed = weigh_cards(s, b, policy.weights, policy.duel, policy.rng, policy.samples)
        order_ = sorted(range(len(weighed.choices)), key=lambda i: (-weighed.values[i], i))
        found += [[int(weighed.choices[i])] for i in order_[:5] if [int(weighed.choices[i])] not in found]
        if [PASS] not in found and any(c == PASS for c in weighed.choices):
            found.append([PASS])
    elif s.state in (COMBAT_PICK, RETREAT_PICK):
        found += [[int(c)] for c in turn.choices(s) if [int(c)] not in found][: BREADTH - 1]
    return found


class OracleBot(GeneralBot):
    """Sees everything: its worlds are the true one. Never offered; it bounds what hidden information is worth."""

    truth: State | None = None

    def reveal(self, game: Any) -> None:
        """The lab shows the whole game before each decision."""
        self.truth = game.state

    def worlds(self, view: Any, rng: random.Random, number: int) -> list[State]:
        """The true state, if the lab has shown it."""
        if self.truth is None:
            return super().worlds(view, rng, number)
        return [self.truth.copy() for _ in range(number)]
