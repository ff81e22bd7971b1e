"""Rows to learn from: positions of kept games with their inputs, their hand-made values and what came of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import numpy as np

from sanssouci.bots.inputs import inputs
from sanssouci.bots.inputs_table import INPUTS
from sanssouci.bots.net import hand_made
from sanssouci.friedrich.rules.board import OBJECTIVE_COUNT, OBJECTIVE_NATION
from sanssouci.friedrich.rules.names import NATION_COUNT, ROLES
from sanssouci.friedrich.rules.state import ALLOT, HELD, MOVE_MENU, State
from sanssouci.learn.games import TABLES, Played, read_shard, replay
from sanssouci.learn.values import present, vectors

#: Of the positions where a stage begins so many are taken, and of the other movement menus.
AT_STAGES: Final = 0.4
WITHIN: Final = 0.08
#: What else a net learns to tell: who holds each objective at the end, who has left, the turn of the end.
AIMS: Final = OBJECTIVE_COUNT + NATION_COUNT + 1

Arrays = dict[str, Any]


class Reader:
    """Plays a game again and notes the positions that are taken."""

    def __init__(self, game: Played, hands: list[Any], at_stages: float, within: float) -> None:
        self.game = game
        self.hands = hands
        self.rng = random.Random(f"rows {game.seed}")
        self.chances = (at_stages, within)
        self.stage = -1
        self.x: list[Any] = []
        self.hand: list[list[int]] = []
        self.turns: list[int] = []

    def look(self, s: State, number: int) -> None:
        """One position."""
        if s.state == ALLOT:
            return
        stage = int(s.turn) * 8 + int(s.nation)
        begins, self.stage = stage != self.stage, stage
        if not begins and s.state != MOVE_MENU:
            return
        if self.rng.random() >= self.chances[0 if begins else 1]:
            return
        self.x.append(np.array(list(inputs(s)), dtype=np.int8))
        roles = [ROLES.index(role) for role in s.scenario.roles]
        self.hand.append([int(hand_made(s, r, self.hands[r])) if r in roles else 0 for r in range(4)])
        self.turns.append(int(s.turn))


def aims(s: State) -> Any:
    """What stood on the board at the end of a game."""
    first = [int(OBJECTIVE_NATION[o]) for o in range(OBJECTIVE_COUNT)]
    held = [int(s.sets[HELD + n]) >> (o - first.index(n)) & 1 for o, n in enumerate(first)]
    out = [int(s.out) >> n & 1 for n in range(NATION_COUNT)]
    return np.array([*held, *out, min(int(s.turn) * 5, 127)], dtype=np.int8)


def rows_of(games: list[Played], at_stages: float = AT_STAGES, within: float = WITHIN) -> Arrays:
    """The rows of some games, one after the other."""
    hands = {name: vectors(rows) for name, rows in present([table.name for table in TABLES]).items()}
    parts: dict[str, list[Any]] = {key: [] for key in ("x", "hand", "won", "aims", "table", "game", "turn")}
    for number, game in enumerate(games):
        reader = Reader(game, hands[game.table.name], at_stages, within)
        end = replay(game, reader.look)
        n = len(reader.x)
        if n == 0:
            continue
        parts["x"].append(np.stack(reader.x))
        parts["hand"].append(np.array(reader.hand, dtype=np.int32))
        parts["won"].append(np.tile(np.array([game.winners >> r & 1 for r in range(4)], dtype=np.int8), (n, 1)))
        parts["aims"].append(np.tile(aims(end), (n, 1)))
        parts["table"].append(np.full(n, TABLES.index(game.table), dtype=np.int8))
        parts["game"].append(np.full(n, number, dtype=np.int32))
        parts["turn"].append(np.array(reader.turns, dtype=np.int16))
    return {key: np.concatenate(found) for key, found in parts.items()}


def make_rows(shard: Path, out: Path) -> int:
    """The rows of a shard, written whole or not at all; answers how many there are."""
    found = rows_of(read_shard(shard))
    half = out.with_suffix(".part")
    with open(half, "wb") as file:
        np.savez(file, inputs=np.array([INPUTS]), **found)
    half.replace(out)
    return len(found["x"])


def read_rows(paths: list[Path]) -> Arrays:
    """All rows of some files; games are numbered through."""
    parts: dict[str, list[Any]] = {}
    games = 0
    for path in paths:
        with np.load(path) as found:
            if found["inputs"][0] != INPUTS:
                continue
            for key in found.files:
                if key != "inputs":
                    parts.setdefault(key, []).append(found[key] + games if key == "game" else found[key])
            games = int(parts["game"][-1][-1]) + 1
    return {key: np.concatenate(found) for key, found in parts.items()}
