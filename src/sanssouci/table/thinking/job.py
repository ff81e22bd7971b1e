"""What a worker process is asked: a decision of a bot, or a piece of advice."""

from __future__ import annotations

from dataclasses import dataclass

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
