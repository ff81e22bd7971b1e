"""Fit the chances of `bots.chances` on self-play of captains and write `bots/chances.json`.

    python tools/fit_chances.py 400

Once a turn the public features are noted; each role's logistic weights follow by gradient descent on
winners, with a small pull towards zero, and are then calibrated on games left out. `sanssouci lab calibrate`
measures the result on other seeds.
"""

from __future__ import annotations

import json
import math
import pathlib
import random
import sys
from multiprocessing import Pool

from sanssouci.bots import arena, chances, openings, weights
from sanssouci.bots.captain import TEMPERAMENTS, CaptainBot
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.cards import key_from_seed
from sanssouci.friedrich.rules.decks import hand_size
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLES
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import SCENARIOS, named
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, State, role_of
from sanssouci.friedrich.rules.troops import total

#: Name of the fit, scenario; the expert game goes by the fit of the standard one.
SETS = (("standard", "standard"), ("pompadour", "west"), ("maria-theresa", "austria"))
Rows = list[tuple[list[float], int]]


def row_of(s: State) -> list[float]:
    """The public features of a state."""
    nations = range(NATION_COUNT)
    return chances.features(s, [int(hand_size(s, n)) for n in nations], [int(total(s, n)) for n in nations])


def game(scenario: str, seed: int) -> Rows:
    """One game: the features at the beginning of each turn, with the winners."""
    number = SCENARIOS.index(scenario)
    key = key_from_seed(f"fit {number} {seed}")
    s = scenarios.new_state(number, max(named(scenario).seats), Options({}), key)
    turn.start(s)
    rng = random.Random(seed)
    while s.state == ALLOT:
        turn.allot(s, s.decider, openings.shares(s, int(s.decider), rng))
    policies = [
        Policy(weights.load("captain", role, rng.choice(TEMPERAMENTS)), seed * 4 + r, CaptainBot.samples, False)
        for r, role in enumerate(ROLES)
    ]
    rows = []
    last = 0
    while s.state != GAME_OVER:
        if s.turn != last:
            last = int(s.turn)
            rows.append(row_of(s))
        arena.play_order(s, policies[role_of(s, s.decider)])
    return [(row, int(s.winners)) for row in rows]


def fit(rows: Rows, role: int, rounds: int = 400, pull: float = 3e-3) -> list[float]:
    """Logistic weights by gradient descent with a pull towards zero."""
    size = len(rows[0][0])
    found = [0.0] * size
    speed = [1e-8] * size
    for _ in range(rounds):
        slope = [pull * w * len(rows) for w in found]
        for row, winners in rows:
            wrong = 1 / (1 + math.exp(-sum(x * w for x, w in zip(row, found, strict=True)))) - (winners >> role & 1)
            for i, x in enumerate(row):
                slope[i] += wrong * x
        for i in range(size):
            g = slope[i] / len(rows)
            speed[i] = 0.98 * speed[i] + 0.02 * g * g if speed[i] > 1e-8 else g * g + 1e-8
            found[i] -= 0.05 * g / math.sqrt(speed[i])
    return [round(w, 4) for w in found]


def calibrated(games: list[Rows], role: int) -> list[float]:
    """Fitted on four fifths of the games; the rest says how far the chances named must be drawn towards the middle."""
    kept = len(games) * 4 // 5
    found = fit([row for game in games[:kept] for row in game], role)
    scores = [
        ([1.0, sum(x * w for x, w in zip(row, found, strict=True))], winners)
        for game in games[kept:]
        for row, winners in game
    ]
    shift, slope = fit(scores, role, pull=0.0)
    return [round(w * slope + (shift if i == 0 else 0.0), 4) for i, w in enumerate(found)]


def main(games: int) -> None:
    """Play, fit, write."""
    path = pathlib.Path(chances.__file__).parent / "chances.json"
    out: dict[str, dict[str, list[float]]] = {}
    with Pool() as pool:
        for name, scenario in SETS:
            roles = named(scenario).roles
            number = games if scenario == "standard" else max(games // 4, 1)
            played = pool.starmap(game, [(scenario, seed) for seed in range(number)], chunksize=2)
            fits = pool.starmap(calibrated, [(played, ROLES.index(role)) for role in roles])
            out[name] = dict(zip(roles, fits, strict=True))
            print(name, number, "games", sum(map(len, played)), "rows", flush=True)
    path.write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    main(int(sys.argv[1]))
