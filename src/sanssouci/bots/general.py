"""`general`: captain as policy and judge inside a search over worlds sampled from the view.

Candidates are captain's best orders by weights that self-play tuned further. Each is tried in the same sampled
worlds with the same chance (common random numbers), everybody being played by captain's quick policy to the end
of the stage, or of the turn for the Defence. Half of the challengers are dropped after each round.

Self-play made Friedrich a miser who overlooks what a small stake would bring. So he has an adviser with a sharper
eye (`weights.json`, "adviser"), who adds orders to be tried and fights the duels when few cards are left, and a
judge of his own who counts hostile troops and trains at what they are worth.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.arena import play_on
from sanssouci.bots.battle import weigh_cards
from sanssouci.bots.belief import Belief, look, see_all
from sanssouci.bots.budget import Budget
from sanssouci.bots.captain import CaptainBot
from sanssouci.bots.marches import best_march
from sanssouci.bots.policy import Policy
from sanssouci.bots.purse import hand_points, hands_worth
from sanssouci.bots.value import evaluate
from sanssouci.bots.weights import W_WIN, coloured, figures_of, late, load, vector
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.duel import acting
from sanssouci.friedrich.rules.encoding import END, PASS
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLE_FRIEDRICH, ROLES
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import (
    CARD,
    COMBAT_PICK,
    GAME_OVER,
    MOVE_MENU,
    RETREAT_PICK,
    State,
)

#: Roll-outs for one decision when nobody says otherwise, and when only its time is limited.
HABIT = 48
UNLIMITED = 1 << 30
#: Candidates that are tried at most, and how many of them an adviser may name (and then one more is tried).
BREADTH = 6
ADVICE = 2
#: Points in hand up to which Friedrich lets his adviser fight the duels.
SMALL_HAND = 30
#: Worlds in which a challenger must have been tried, and standard errors by which it must be ahead.
FEWEST = 3
DOUBT = 1.5
#: Worlds that are imagined at most.
WORLDS = 32
#: Orders after which a roll-out is judged wherever it is.
LONGEST = 400


class GeneralBot(CaptainBot):
    """Determinised search with sequential halving."""

    rung = "general"

    #: Roles that look to the end of the turn: who defends must see what the enemy makes of it.
    far = (True, False, False, False)
    #: Whose weights the others have in roll-outs.
    others = "captain"
    #: Whether a round gets what the one before could not use.
    carries = False

    def __init__(self, seed: int | str = 0) -> None:
        """The seed gives the temperament."""
        super().__init__(seed)
        self.clock = time.monotonic  # the one of the budget
        self._quick: dict[tuple[str, int], list[Policy]] = {}
        self._adviser: dict[str, Policy] = {}
        self._judge: dict[str, tuple[vec[i64], vec[i64]]] = {}

    def adviser(self, role: int) -> Policy | None:
        """The second opinion of the Defence; the Attack needs none."""
        if role != ROLE_FRIEDRICH:
            return None
        found = self._adviser.get(self.table)
        if found is None:
            w = load("adviser", ROLES[role], table=self.table)
            found = self._adviser[self.table] = Policy(w, 0, self.samples, False)
        return found

    def judge(self, role: int) -> vec[i64]:
        """The weights by which the end of a roll-out is valued: those of the moment in which the roll-outs begin."""
        policy = self.policy(role)
        if role != ROLE_FRIEDRICH:
            return policy.weights
        found = self._judge.get(self.table)
        if found is None:
            figures = coloured(self.rung, ROLES[role], self.temperament, "judge", self.table)
            calm = vector(figures)
            found = self._judge[self.table] = calm, late(figures) or calm
        return found[policy.hurried]

    def quick(self, own: int) -> list[Policy]:
        """The policies that play roll-outs, one per role: the own seat goes on as it is."""
        found = self._quick.get((self.table, own))
        if found is None:
            rungs = [self.rung if role == own else self.others for role in range(4)]
            known = [figures_of(rung, role, self.table) for rung, role in zip(rungs, ROLES, strict=True)]
            found = self._quick[self.table, own] = [Policy(vector(w), 0, 1, True, late(w)) for w in known]
        return found

    def worlds(self, view: Any, rng: random.Random, number: int) -> list[State]:
        """Full states that agree with the view."""
        return [resample(view, rng).state for _ in range(number)]

    def think(self, view: Any, b: Belief, policy: Policy, rng: random.Random, budget: Budget) -> list[int]:
        """The small choices of one whole order."""
        self.clock = budget.clock
        deadline = budget.deadline()
        adviser = self.adviser(int(b.role))
        if adviser is not None:
            adviser.rng = SmallRandom(rng.getrandbits(64))
            if b.state.state == CARD and hand_points(b.state, PIECE_NATION[acting(b.state)]) <= SMALL_HAND:
                return [int(choice) for choice in adviser.order(b)]
        plain = [int(choice) for choice in policy.order(b)]
        rollouts = budget.rollouts
        if rollouts is None:
            rollouts = HABIT if budget.seconds is None else UNLIMITED
        candidates = self.candidates(view, b, policy, plain, rng, rollouts)
        if len(candidates) < 2 or rollouts < 2 * len(candidates):
            return plain
        return self._halve(view, b, candidates, rng, rollouts, deadline)

    def candidates(
        self, view: Any, b: Belief, policy: Policy, plain: list[int], rng: random.Random, rollouts: int
    ) -> list[list[int]]:
        """The orders that are tried, the plain one first."""
        return propose(b, policy, plain, self.adviser(int(b.role)))

    def rounds(self, challengers: int, rollouts: int) -> list[tuple[int, int]]:
        """For each round how many challengers take part and how many roll-outs it has."""
        number = challengers.bit_length()
        found = []
        for _ in range(number):
            found.append((challengers, rollouts // number))
            challengers = max(challengers // 2, 1)
        return found

    def distinct(self, challengers: list[int], gains: list[list[int]]) -> list[int]:
        """Those worth trying on after the first round, the best first."""
        return challengers

    def _halve(
        self, view: Any, b: Belief, candidates: list[list[int]], rng: random.Random, rollouts: int, deadline: float
    ) -> list[int]:
        """Sequential halving of the challengers; the plain order, the first, stays to be compared with.

        Orders are compared world by world, so that what both meet alike cancels out. A challenger must be better
        beyond the noise of what was tried, or the plain order stands.
        """
        challengers = list(range(1, len(candidates)))
        rounds = self.rounds(len(challengers), rollouts)
        started = self.clock()
        gains: list[list[int]] = [[] for _ in candidates]
        worlds: list[State] = []
        tried = left = 0
        for number, (taking_part, share) in enumerate(rounds):
            challengers = challengers[:taking_part]
            left = share + left if self.carries else share
            in_worlds = max(left // (len(challengers) + 1), 0 if self.carries else 1)
            until = started + (deadline - started) * (number + 1) / len(rounds)
            for _ in range(in_worlds):
                if self.clock() >= until and tried > 0:
                    break
                if len(worlds) < WORLDS:
                    worlds += self.worlds(view, rng, 1)
                world = worlds[tried % len(worlds)]
                seed = rng.getrandbits(63)
                found = [self.roll_out(world, candidates[0], b, seed)]
                for i in challengers:
                    if self.clock() >= deadline and tried > 0:
                        break
                    found.append(self.roll_out(world, candidates[i], b, seed))
                if len(found) <= len(challengers):
                    break  # out of time: a world that not all have seen does not count
                for i, value in zip(challengers, found[1:], strict=True):
                    gains[i].append(value - found[0])
                tried += 1
                left -= len(challengers) + 1
            challengers.sort(key=lambda i: (-sum(gains[i]), i))
            if number == 0:
                challengers = self.distinct(challengers, gains)
            if not challengers:
                return candidates[0]
        return candidates[self.settle_on(challengers, gains, rng)]

    def settle_on(self, challengers: list[int], gains: list[list[int]], rng: random.Random) -> int:
        """The number of the order that is given: the best challenger's, or 0, the plain one's."""
        return challengers[0] if stands_out(gains[challengers[0]]) else 0

    def roll_out(self, world: State, candidate: list[int], b: Belief, seed: int) -> int:
        """Play a candidate in a world to the end of the stage; what the position is then worth to the seat."""
        s = world.copy()
        policies = self.quick(int(b.role))
        for role, policy in enumerate(policies):
            policy.rng = SmallRandom(seed + role)
            policy.stage = -1
        s.key = seed.to_bytes(8, "big")
        until_turn, until = self.horizon(s, int(b.role))
        for choice in candidate:
            turn.apply(s, choice)
        play_on(s, policies, until_turn, until, LONGEST)
        return self.value(s, b)

    def value(self, s: State, b: Belief) -> int:
        """What the world at the end of a roll-out is worth to the seat."""
        return worth(s, b, self.judge(int(b.role)))

    def horizon(self, s: State, role: int) -> tuple[int, int]:
        """How far a roll-out looks: turn and nation of the stage before which it ends."""
        if self.far[role] or s.nation >= NATION_COUNT - 1:
            return int(s.turn) + 1, 0
        return int(s.turn), int(s.nation) + 1


def stands_out(gains: list[int], doubt: float = DOUBT) -> bool:
    """Is the mean of these gains above zero beyond doubt enough: by so many standard errors?"""
    n = len(gains)
    if n < FEWEST:
        return False
    mean = sum(gains) / n
    error = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (n - 1) / n)
    return mean > doubt * error


def one_of_the_best(challengers: list[int], gains: list[list[int]], nearly: int, rng: random.Random) -> int:
    """One of those that are nearly as good as the best, or 0: who always gives the same answer can be read."""
    best = gains[challengers[0]]
    if not stands_out(best):
        return 0
    tried = [i for i in challengers if len(gains[i]) == len(best) and stands_out(gains[i])]
    return rng.choice([i for i in tried if sum(best) - sum(gains[i]) <= nearly * len(best)])


def worth(s: State, b: Belief, w: vec[i64]) -> int:
    """A position at the end of a roll-out, seen by the seat."""
    role: i64 = b.role
    if s.state == GAME_OVER:
        return int(w[W_WIN]) if s.winners >> role & 1 else -int(w[W_WIN])
    seen = look(s, role)
    return int(evaluate(s, seen, w) + hands_worth(s, seen, w))


def propose(
    b: Belief, policy: Policy, plain: list[int], adviser: Policy | None, breadth: int = BREADTH
) -> list[list[int]]:
    """Captain's own order first, then the next best by his ranking and by his adviser's."""
    s = b.state
    found = [plain]
    if s.state == MOVE_MENU:
        room = breadth - 1
        orders = best_marches(b, policy, breadth)
        if adviser is not None:
            room = breadth + ADVICE - 1
            orders = orders[: breadth - ADVICE] + best_marches(b, adviser, ADVICE)
        found += [order for i, order in enumerate(orders) if order != plain and order not in orders[:i]]
        found = found[:room]
        if [END] not in found:
            found.append([END])
    elif s.state == CARD:
        weighed = weigh_cards(s, b, policy.weights, policy.duel, policy.rng, policy.samples)
        order_ = sorted(range(len(weighed.choices)), key=lambda i: (-weighed.values[i], i))
        found += [[int(weighed.choices[i])] for i in order_[:5] if [int(weighed.choices[i])] not in found]
        if [PASS] not in found and any(c == PASS for c in weighed.choices):
            found.append([PASS])
    elif s.state in (COMBAT_PICK, RETREAT_PICK):
        found += [[int(c)] for c in turn.choices(s) if [int(c)] not in found][: breadth - 1]
    return found


def best_marches(b: Belief, policy: Policy, number: int) -> list[list[int]]:
    """The best marches by a ranking, at most three of one group."""
    found: list[list[int]] = []
    groups: dict[int, int] = {}
    m = best_march(b.state, b, policy.weights, True)
    for _, order in sorted(m.kept, key=lambda kept: -kept[0]):
        groups[order[0]] = groups.get(order[0], 0) + 1
        if groups[order[0]] <= 3:
            found.append(order)
        if len(found) == number:
            break
    return found


class OracleBot(GeneralBot):
    """Sees everything: its worlds are the true one. Never offered; it bounds what hidden information is worth."""

    truth: State | None = None

    def reveal(self, game: Any) -> None:
        """The lab shows the whole game before each decision."""
        self.truth = game.state

    def believe(self, view: Any) -> Belief:
        """The truth, if the lab has shown it; attackers, whose weights were tuned on estimates, do worse by it."""
        if self.truth is None or view.role != ROLES[ROLE_FRIEDRICH]:
            return super().believe(view)
        return see_all(self.truth, ROLES.index(view.role))

    def worlds(self, view: Any, rng: random.Random, number: int) -> list[State]:
        """The true state, if the lab has shown it."""
        if self.truth is None:
            return super().worlds(view, rng, number)
        return [self.truth.copy() for _ in range(number)]
