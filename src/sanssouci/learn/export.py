"""From a trained net to its file in whole numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sanssouci.bots import netfile
from sanssouci.bots.net import INPUT_BITS, ODDS_BITS, UNIT_BITS, WEIGHT_BITS
from sanssouci.learn.fit import HAND_SCALE, Params
from sanssouci.learn.games import TABLES
from sanssouci.learn.values import Weights


def whole(values: Any, bits: int) -> list[int]:
    """Rounded to units of 2⁻ᵇⁱᵗˢ, row by row."""
    return [int(n) for n in np.rint(np.asarray(values, dtype=np.float64) * 2**bits).reshape(-1)]


def quantised(p: Params) -> list[list[int]]:
    """The weights as the engine takes them: heads role by role, biases with the half by which cutting off rounds."""
    half = 0.5 / 2**UNIT_BITS
    return [
        whole(p["w1"], WEIGHT_BITS), whole(p["b1"] + half, WEIGHT_BITS + INPUT_BITS),
        whole(p["w2"], WEIGHT_BITS), whole(p["b2"] + half, WEIGHT_BITS + UNIT_BITS),
        whole(p["w3"].T, ODDS_BITS - UNIT_BITS), whole(p["b3"], ODDS_BITS),
    ]  # fmt: skip


def grounds(hands: Weights, fitted: Any) -> dict[str, Any]:
    """What the net stands on, table by table."""
    found = {}
    for t, table in enumerate(TABLES):
        if table.name in hands:
            found[table.name] = {
                "weights": hands[table.name],
                "slopes": whole(fitted[t, :, 0] * HAND_SCALE, ODDS_BITS),
                "shifts": whole(fitted[t, :, 1], ODDS_BITS),
            }
    return found


def write_net(path: Path, p: Params, hands: Weights, fitted: Any, about: dict[str, Any]) -> int:
    """Write the file; answers its size in bytes. A net that does not fit whole numbers is refused."""
    head = {
        "first": int(p["b1"].size), "second": int(p["b2"].size), "grounds": grounds(hands, fitted), "about": about,
    }  # fmt: skip
    data = netfile.encode(head, quantised(p))
    netfile.decode(data)
    half = path.with_suffix(".part")
    half.write_bytes(data)
    half.replace(path)
    return len(data)
