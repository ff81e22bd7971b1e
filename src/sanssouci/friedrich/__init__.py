"""Friedrich: the rules, and everything that speaks for them. `Game` is where to begin (formats.md, section 5)."""

from __future__ import annotations

from sanssouci.friedrich.decisions.refusal import (
    AgainstTheRules,
    IllegalOrder,
    NoSuchOrder,
    NotNow,
    NotYours,
    Refusal,
)
from sanssouci.friedrich.files.problems import BadPosition, BadRecord
from sanssouci.friedrich.game import Decision, Game, Happening, Result
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.knowledge.view import View
from sanssouci.friedrich.rules import state as _state

#: "compiled" if the core runs as machine code, "pure" if it runs as Python.
BUILD = "pure" if str(_state.__file__).endswith(".py") else "compiled"

__all__ = [
    "BUILD",
    "AgainstTheRules",
    "BadPosition",
    "BadRecord",
    "Decision",
    "Game",
    "Happening",
    "IllegalOrder",
    "NoSuchOrder",
    "NotNow",
    "NotYours",
    "Refusal",
    "Result",
    "View",
    "resample",
]
