"""A generation of TD(λ): what a position is worth follows from what the net thought of the positions after it.

`targets` mixes the end of a game with the last net's own chances on the way there; `joined` puts new rows beside old
ones, so that half of what is learned from are games of earlier generations.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sanssouci.learn.fit import Params, offsets, predict
from sanssouci.learn.rows import Arrays

#: How much of what comes later counts at each row; the rest is the net's chance at the next one.
LAMBDA: Final = 0.9


def targets(chances: Any, won: Any, games: Any, trace: float = LAMBDA) -> Any:
    """By row and role, backwards through each game: λ of what was aimed at next, the rest the chance named there."""
    found = won.astype(np.float32)
    for i in range(len(found) - 2, -1, -1):
        if games[i] == games[i + 1]:
            found[i] = (1 - trace) * chances[i + 1] + trace * found[i + 1]
    return found


def aimed(p: Params, rows: Arrays, fitted: Any, trace: float = LAMBDA) -> Any:
    """The targets of rows by a net of the generation before."""
    numbers = np.arange(len(rows["x"]))
    return targets(predict(p, rows, offsets(rows, fitted), numbers), rows["won"], rows["game"], trace)


def joined(new: Arrays, old: Arrays, seed: int = 1) -> Arrays:
    """New rows and as many old ones, whole games drawn at random; games are numbered through."""
    rng = np.random.default_rng(seed)
    numbers = rng.permutation(np.unique(old["game"]))
    sizes = np.bincount(old["game"], minlength=int(old["game"].max()) + 1)[numbers]
    kept = numbers[: int(np.searchsorted(np.cumsum(sizes), len(new["x"]))) + 1]
    chosen = np.isin(old["game"], kept)
    first = int(new["game"].max()) + 1
    return {
        key: np.concatenate([new[key], old[key][chosen] + (first if key == "game" else 0)]).astype(new[key].dtype)
        for key in new
    }
