"""A tiny learner: France in the scenario `west` against random play, by policy gradient on the arena.

Random play never wins for France. The learner weighs a handful of features (does this city lead towards an objective
that is still open, does the train follow) and a table of rows by decision, and wins about half of its games after
less than a minute. Everything it looks at is in the observation of the agent to act, and the board.

    python docs/examples/west_learner.py            # 60 rounds, then 500 games of examination
    python docs/examples/west_learner.py 25 200     # rounds, games
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from sanssouci.env.arena import Arena
from sanssouci.env.fields import FIELDS
from sanssouci.env.rows import CITY, LAY, NO, ROW_COUNT
from sanssouci.friedrich.rules.board import CITY_COUNT, DIST, OBJECTIVE_CITY, OBJECTIVE_NATION
from sanssouci.friedrich.rules.names import FRANCE

FIELD = {name: slice(first, first + size) for name, first, size, _ in FIELDS}
POMPADOUR = 3
GENERALS = slice(21, 24)  # of France, among the pieces; trains are the pieces from 24 on
GOALS = [o for o in range(len(OBJECTIVE_CITY)) if OBJECTIVE_NATION[o] == FRANCE]
AWAY = np.frombuffer(DIST, np.uint8).reshape(CITY_COUNT, CITY_COUNT).astype(np.int16)
FROM_GOAL = AWAY[[OBJECTIVE_CITY[o] for o in GOALS]]
HELD = slice(FIELD["conquered"].start + GOALS[0], FIELD["conquered"].start + GOALS[-1] + 1)
FEATURES = 6
QUESTIONS = 24


def features(seen: Any, rows: Any, game: Any) -> Any:
    """What is worth knowing about each legal row, one line each."""
    found = np.zeros((len(rows), FEATURES))
    closed = np.where(seen[:, HELD].T > 0, 99, 0)  # goals already held are far away
    march = seen[:, FIELD["march"]].astype(int)
    place = march[:, 2] * 256 + march[:, 3] - 1
    train = seen[:, FIELD["marching"]][:, 24:].any(1)
    here = (FROM_GOAL[:, np.maximum(place, 0)] + closed).min(0)

    city = (rows >= CITY) & (rows < LAY)
    of = game[city]
    there = (FROM_GOAL[:, rows[city] - CITY] + closed[:, of]).min(0)
    general = (place[of] >= 0) & ~train[of]
    found[city, 0] = np.clip(here[of] - there, -1, 1) * general  # towards an open goal
    found[city, 1] = (there == 0) * general  # into it

    high, low = seen[:, FIELD["city_high"]][:, GENERALS].astype(int), seen[:, FIELD["city_low"]][:, GENERALS]
    stands = high * 256 + low - 1
    distance = np.where(stands >= 0, (FROM_GOAL[:, np.maximum(stands, 0)] + closed[:, :, None]).min(0), 999)
    front = np.maximum(stands[np.arange(len(seen)), distance.argmin(1)], 0)
    nearer = AWAY[front[of], np.maximum(place[of], 0)] - AWAY[front[of], rows[city] - CITY]
    found[city, 2] = np.clip(nearer, -1, 1) * ((place[of] >= 0) & train[of])  # the train follows

    stop = rows == NO
    marching = place[game[stop]] >= 0
    found[stop, 3] = marching  # to stop on the march,
    found[stop, 4] = marching & (here[game[stop]] == 0)  # on a goal,
    found[stop, 5] = ~marching  # to end the phase, to pass, to decline
    return found


class Learner:
    """Weights of the features and of every row in every kind of decision."""

    def __init__(self) -> None:
        self.weights = np.zeros(FEATURES)
        self.table = np.zeros(QUESTIONS * ROW_COUNT)

    def draw(self, arena: Arena, chance: Any) -> tuple[Any, tuple[Any, ...]]:
        """An action for every game: France by the weights, Friedrich at random; and what learning needs of it."""
        offsets = np.array(arena.offsets)  # a copy: the next step overwrites the arena's own
        rows = np.array(arena.legal[: offsets[-1]])
        game = np.repeat(np.arange(arena.n), np.diff(offsets))
        seen = np.asarray(arena.observations)
        cell = seen[:, FIELD["question"]].argmax(1)[game] * ROW_COUNT + rows
        mine = (np.asarray(arena.actors) == POMPADOUR)[game]
        facts = features(seen, rows, game)
        score = np.where(mine, self.table[cell] + facts @ self.weights, 0.0)
        noisy = score + chance.gumbel(size=len(rows))
        taken = np.flatnonzero(noisy == np.maximum.reduceat(noisy, offsets[:-1])[game])
        return rows[taken], (taken, offsets[:-1], game, mine, cell, facts, score)

    def learn(self, chance: Any, arena: Arena, steps: int = 128, rate: float = 0.05, per_turn: float = 0.7) -> float:
        """One round: so many steps of every game, then a step along the gradient; answers the share of games won."""
        n = arena.n
        seen, rewards, dones = (np.asarray(view) for view in (arena.observations, arena.rewards, arena.dones))
        gain, ended, turns = np.zeros((steps, n)), np.zeros((steps, n), bool), np.zeros((steps, n), int)
        kept = []
        won = 0.0
        for t in range(steps):
            before = seen[:, HELD].sum(1).astype(int)
            turns[t] = seen[:, FIELD["turn"]][:, 0]
            actions, memory = self.draw(arena, chance)
            arena.step(actions)
            kept.append(memory)
            ended[t] = dones > 0
            gain[t] = np.where(ended[t], 10 * rewards[:, POMPADOUR], seen[:, HELD].sum(1).astype(int) - before)
            won += rewards[ended[t], POMPADOUR].sum()
        worth, later, next_turn = np.zeros((steps, n)), np.zeros(n), turns[-1]
        for t in reversed(range(steps)):  # what came of it, later turns counting less
            later = gain[t] + np.where(next_turn != turns[t], per_turn, 1.0) * later * ~ended[t]
            next_turn = turns[t]
            worth[t] = later
        for turn in np.unique(turns):
            worth[turns == turn] -= worth[turns == turn].mean()
        worth /= worth.std() + 1e-6
        to_weights, to_table = np.zeros(FEATURES), np.zeros_like(self.table)
        for t, (taken, first, game, mine, cell, facts, score) in enumerate(kept):
            likely = np.exp(score - np.maximum.reduceat(score, first)[game])
            push = -likely / np.add.reduceat(likely, first)[game] * worth[t][game]
            push[taken] += worth[t]
            push *= mine
            np.add.at(to_table, cell, push)
            to_weights += push @ facts
        self.table += 0.3 * rate * to_table / n**0.5
        self.weights += 0.3 * rate * to_weights / n**0.5
        return won / max(1, int(ended.sum()))


def examine(learner: Learner, games: int, seed: int, n: int = 128) -> float:
    """The share of so many games that France wins; the first ones to end do not count more than the others."""
    arena, chance = Arena(n, "west", seeds=seed), np.random.default_rng(seed)
    each = -(-games // n)
    played, won = np.zeros(n, int), 0.0
    while (played < each).any():
        arena.step(learner.draw(arena, chance)[0])
        ended = (np.asarray(arena.dones) > 0) & (played < each)
        won += np.asarray(arena.rewards)[ended, POMPADOUR].sum()
        played += ended
    return won / (each * n)


def main(rounds: int = 60, games: int = 500) -> tuple[float, float]:
    """Learn, then compare with random play; answers both shares of games won."""
    learner, chance = Learner(), np.random.default_rng(0)
    arena = Arena(256, "west", seeds=0)
    for number in range(1, rounds + 1):
        won = learner.learn(chance, arena)
        if number % 10 == 0:
            print(f"round {number}: France won {won:.0%} of the games that ended in it")
    result = examine(learner, games, 1), examine(Learner(), games, 1)
    print(f"France wins {result[0]:.1%} of {games} games; playing at random {result[1]:.1%}")
    return result


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
