"""A pace for games that want one: deadlines per move, a bank of time, and a bot for who is overdue."""

from __future__ import annotations

from typing import Any

from sanssouci.table import fields
from sanssouci.table.errors import bad

DAY = 24 * 3600


def read(body: dict[str, Any], bots: list[str]) -> dict[str, Any] | None:
    """The pace asked for in a new game, or None."""
    if body.get("pace") is None:
        return None
    given = fields.mapping(body, "pace")
    kind = fields.one_of(given, "kind", ["bank", "days"])
    pace: dict[str, Any] = {"kind": kind}
    if kind == "bank":
        pace["seconds"] = fields.integer(given, "seconds", 5, DAY)
        pace["bank"] = fields.integer(given, "bank", 0, 30 * DAY)
    else:
        pace["days"] = fields.integer(given, "days", 1, 90)
    if not bots:
        raise bad("pace", "needs a bot, and there is none")
    pace["bot"] = fields.one_of(given, "bot", bots, bots[0])
    return pace
