"""The ladder of opponents by name."""

from __future__ import annotations

import os
from typing import NamedTuple

from sanssouci import voice
from sanssouci.bots.base import Bot

#: The net of `scholar`, who is for the lab: he foresees better than the others and plays no better (docs/bots.md).
NET = os.path.join(os.path.dirname(__file__), "scholar.net")


class BotInfo(NamedTuple):
    """What players are told about a bot. Those not offered are for the lab only."""

    name: str
    level: int
    offered: bool = True

    @property
    def description_key(self) -> str:
        """The key of its name; its description is this with `.about`."""
        return f"bot.{self.name}"

    def about(self, language: str = voice.DEFAULT) -> str:
        """What it is like, in a language."""
        return voice.catalogue(language)[f"{self.description_key}.about"]


BOTS: dict[str, BotInfo] = {
    bot.name: bot
    for bot in (
        BotInfo("random", 0),
        BotInfo("cadet", 1),
        BotInfo("captain", 2),
        BotInfo("general", 3),
        BotInfo("marshal", 4, offered=False),
        *([BotInfo("scholar", 4, offered=False)] if os.path.exists(NET) else []),
        BotInfo("oracle", 5, offered=False),
    )
}


def strongest() -> BotInfo:
    """The highest level that players may choose: it gives advice, and plays on for who gave up."""
    return max((bot for bot in BOTS.values() if bot.offered), key=lambda bot: bot.level)


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
    if name == "marshal":
        from sanssouci.bots.marshal import MarshalBot

        return MarshalBot(seed)
    if name == "scholar" and name in BOTS:
        from sanssouci.bots.scholar import ScholarBot

        return ScholarBot(seed)
    if name == "oracle":
        from sanssouci.bots.general import OracleBot

        return OracleBot(seed)
    raise ValueError(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
