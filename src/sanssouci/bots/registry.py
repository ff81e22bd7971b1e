"""The ladder of opponents by name."""

from __future__ import annotations

from typing import NamedTuple

from sanssouci.bots.base import Bot


class BotInfo(NamedTuple):
    """What players are told about a bot. Those not offered are for the lab only."""

    name: str
    level: int
    description: str
    description_key: str
    offered: bool


def _info(name: str, level: int, description: str, offered: bool = True) -> BotInfo:
    return BotInfo(name, level, description, f"bot.{name}", offered)


BOTS: dict[str, BotInfo] = {
    bot.name: bot
    for bot in (
        _info("random", 0, "Plays anything that is legal. For trying the table out."),
    )
}


def make(name: str, seed: int | str = 0) -> Bot:
    """A bot of that name; the seed sets its temperament and its openings."""
    if name == "random":
        from sanssouci.bots.plain import RandomBot

        return RandomBot(seed)
    raise ValueError(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
