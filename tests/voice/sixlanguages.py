"""The six languages of `voice/rules.json`, whether they have a folder or not."""

from __future__ import annotations

import json

from sanssouci.voice.rules import Language
from sanssouci.voice.shelf import RULES

TABLE = json.loads(RULES.read_text("utf-8"))


def spoken(code: str) -> Language:
    """The rules of a language."""
    return Language.read(code, {"name": code, "direction": "ltr", **TABLE[code]})
