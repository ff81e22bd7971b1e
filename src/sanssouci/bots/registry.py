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
        _info("cadet", 1, "A friendly beginner: goes for cities, spends too much in battle, forgets his retreat."),
        _info("captain", 2, "Sound and quick: weighs cities, troops, suits, supply and what may come back at him."),
        _info("general", 3, "Thinks ahead: tries his best orders in many imagined worlds before he gives one."),
        _info("oracle", 4, "Sees every hand. Only for measuring what secrets are worth.", offered=False),
    )
}


def make(name: str, seed: int | str = 0) -> Bot:
    """A bot of that name; the seed sets its temperament and its openings."""
    if name == "random":
        from sanssouci.bots.plain import RandomBot

        return RandomBot(seed)
    if name == "captain":
        from sanssouci.bots.captain import CaptainBot

        return CaptainBot(seed)
    if name == "cadet":
        from sanssouci.bots.captain import CadetBot

        return CadetBot(seed)
    if name == "general":
        from sanssouci.bots.general import GeneralBot

        return GeneralBot(seed)
    if name == "oracle":
        from sanssouci.bots.general import OracleBot

        return OracleBot(seed)
    raise ValueError(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
