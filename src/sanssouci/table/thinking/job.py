"""What a worker process is asked: a decision of a bot, a piece of advice, odds of the charts desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sanssouci.friedrich import View
from sanssouci.table.contract.menus import MenuJson


@dataclass(frozen=True, slots=True)
class Job:
    """One question; it holds what a seat may know, and nothing else of a game."""

    what: str  # order, hints, odds, chances
    bot: str
    seed: int
    view: View
    menu: MenuJson
    budget: float
    character: str = ""  # one temperament for the whole game

    @property
    def label(self) -> str:
        """What a failure is reported under."""
        return self.bot


@dataclass(frozen=True, slots=True)
class ChartsJob:
    """A question to the charts desk that takes long; nothing of any game."""

    asked: str  # resolve, odds, compare, need
    name: str
    body: dict[str, Any]
    what: str = "charts"

    @property
    def label(self) -> str:
        """What a failure is reported under."""
        return f"charts {self.asked} {self.name}"
