"""Resample."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sanssouci.friedrich.view import View

if TYPE_CHECKING:
    from sanssouci.friedrich.game import Game


def resample(view: View, rng: random.Random) -> Game:
    """Resample."""
    raise ValueError
