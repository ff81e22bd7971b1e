"""The hand-made value a net stands on: its weights travel with the net, so that later tuning does not shift it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots import weights
from sanssouci.friedrich.rules.names import ROLE_FRIEDRICH, ROLES

Weights = dict[str, list[list[int]]]


def present(tables: list[str]) -> Weights:
    """By table the weights by which `general` values the end of a roll-out, role by role."""
    return {
        table: [
            [int(w) for w in weights.load("general", role, "", "judge" if r == ROLE_FRIEDRICH else "", table)]
            for r, role in enumerate(ROLES)
        ]
        for table in tables
    }


def vectors(rows: list[list[int]]) -> list[vec[i64]]:
    """Ready for the engine."""
    return [vec[i64](row) for row in rows]
