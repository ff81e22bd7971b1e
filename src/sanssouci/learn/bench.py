"""Screening before games: positions whose candidates were played out to the end, and the regret of a choice.

A position of the benchmark is a movement decision of a kept game. Every candidate was tried in the same imagined
worlds with the same chance and played to the end by quick captains; its score is the share of those games that the
seat won. Regret is what the best candidate scored more than the chosen one: a judge of single orders, cheap beside
whole matches. The best of few noisy scores is too high, so regrets are compared with each other and with chance.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

from sanssouci.bots import weights
from sanssouci.bots.arena import play_on
from sanssouci.bots.belief import look
from sanssouci.bots.inputs import inputs
from sanssouci.bots.net import FARTHEST, SURE, chance_of, hand_made
from sanssouci.bots.netfile import Learned
from sanssouci.bots.policy import Policy
from sanssouci.bots.proposals import plans_of_two, purchase, ranked_marches, thinned
from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.encoding import END
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import GAME_OVER, MOVE_MENU, State, role_of
from sanssouci.learn.games import Played, replay

#: Candidates of a position and worlds in which each was played out.
CANDIDATES: Final = 6
WORLDS: Final = 24
#: A movement decision of a game is taken with this chance.
TAKEN: Final = 0.02
#: How often the hand-made value counts beside the net.
TIMES: Final = (1, 2, 4, 8, 16)


def roots(game: Played, at_most: int) -> list[int]:
    """Numbers of the small choices at which the positions taken from a game stand."""
    rng = random.Random(f"bench {game.seed}")
    found: list[int] = []

    def visit(s: State, number: int) -> None:
        if s.state == MOVE_MENU and s.turn > 1 and rng.random() < TAKEN:
            found.append(number)

    replay(game, visit)
    return found if len(found) <= at_most else sorted(rng.sample(found, at_most))


def candidates(s: State, table: str) -> list[list[int]]:
    """Orders that come to captain's mind: marches of different groups, a plan of two, a purchase, the end."""
    role = role_of(s, s.decider)
    b, w = look(s, role), weights.load("general", ROLES[role], table=table)
    best = thinned(ranked_marches(b, w), CANDIDATES)
    found = [order for _, order in best[: CANDIDATES - 3]]
    found += [*plans_of_two(b, w, best, 1), [END], purchase(b, w)]
    return [order for i, order in enumerate(found) if order and order not in found[:i]]


def score(s: State, orders: list[list[int]], table: str, seed: str, number: int = WORLDS) -> list[float]:
    """The share of worlds in which the seat won after each order."""
    rng = random.Random(seed)
    role = role_of(s, s.decider)
    view = Game(s, keeps_record=False).view(ROLES[role])
    quick = [Policy(weights.load("general", name, table=table), 0, 1, True) for name in ROLES]
    won = [0] * len(orders)
    for _ in range(number):
        world = resample(view, rng).state
        chance = rng.getrandbits(63)
        for i, order in enumerate(orders):
            t = world.copy()
            t.key = chance.to_bytes(8, "big")
            for r, policy in enumerate(quick):
                policy.rng, policy.stage = SmallRandom(chance + r), -1
            for choice in order:
                turn.apply(t, choice)
            play_on(t, quick, 99, 0, 20_000)
            won[i] += t.winners >> role & 1
    return [n / number for n in won]


def positions(game: Played, at_most: int, worlds: int = WORLDS) -> list[dict[str, Any]]:
    """The benchmark's positions of one game, with the scores of their candidates."""
    wanted = set(roots(game, at_most))
    found: list[dict[str, Any]] = []

    def visit(s: State, number: int) -> None:
        if number in wanted:
            orders = candidates(s, game.table.name)
            if len(orders) > 1:
                scores = score(s, orders, game.table.name, f"bench {game.seed} {number}", worlds)
                found.append({"seed": game.seed, "at": number, "orders": orders, "scores": scores})

    replay(game, visit)
    return found


def regret(entries: list[dict[str, Any]], games: list[Played], learned: Learned, worlds: int = 4) -> dict[str, float]:
    """The mean regret of choosing at random, by the hand-made value, and by the net, one order ahead.

    `net × 4` lets the hand-made value count four times what calibration gives it: over whole games it tells little of
    who wins, between two orders of one position it tells more.
    """
    by_seed: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        by_seed.setdefault(entry["seed"], []).append(entry)
    sums: dict[str, float] = {}
    for game in games:
        at = {entry["at"]: entry for entry in by_seed.get(game.seed, [])}

        def visit(s: State, number: int, at: dict[int, Any] = at, game: Played = game) -> None:
            if number in at:
                scores = at[number]["scores"]
                picked = {"chance": sum(scores) / len(scores)}
                for kind, chosen in _chosen(s, at[number]["orders"], learned, game.table.name, worlds).items():
                    picked[kind] = scores[chosen]
                for kind, got in picked.items():
                    sums[kind] = sums.get(kind, 0.0) + max(scores) - got

        if at:
            replay(game, visit)
    return {kind: total / max(len(entries), 1) for kind, total in sums.items()}


def _chosen(s: State, orders: list[list[int]], learned: Learned, table: str, worlds: int) -> dict[str, int]:
    role = role_of(s, s.decider)
    ground = learned.ground(table)
    w, slope, shift = ground.weights[role], ground.slopes[role], ground.shifts[role]
    view = Game(s, keeps_record=False).view(ROLES[role])
    rng = random.Random(7)
    names = ["hand-made", *(f"net × {times}" for times in TIMES)]
    sums = {name: [0] * len(orders) for name in names}
    for _ in range(worlds):
        world = resample(view, rng).state
        for i, order in enumerate(orders):
            t = world.copy()
            for choice in order:
                turn.apply(t, choice)
            if t.state == GAME_OVER:
                for name in names:
                    sums[name][i] += (SURE if name != "hand-made" else FARTHEST) * int(t.winners >> role & 1)
                continue
            hand = int(hand_made(t, role, w))
            add = int(learned.net.head(learned.net.hidden(inputs(t)), role))
            sums["hand-made"][i] += hand
            for times, name in zip(TIMES, names[1:], strict=True):
                sums[name][i] += int(chance_of(hand * slope * times + shift + add))
    return {name: values.index(max(values)) for name, values in sums.items()}


def write(path: Path, entries: list[dict[str, Any]]) -> None:
    """One position a line."""
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")


def read(path: Path) -> list[dict[str, Any]]:
    """The positions of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
