"""Who sits where: people and bots, each with one or more roles (R1.1)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.scenario import named
from sanssouci.text.trouble import Trouble
from sanssouci.voice import DEFAULT

Person = tuple[str, ...]


class NoSuchBot(Trouble):
    """A bot or a role that is not there."""


def _registry() -> Any:
    try:
        from sanssouci.bots import registry
    except ImportError:
        raise NoSuchBot("no_bots") from None
    return registry


def bot_lines(language: str = DEFAULT) -> list[str]:
    """The bots that may take a seat, one line each."""
    offered = [info for info in _registry().BOTS.values() if info.offered]
    return [f"{info.name}: {info.about(language)}" for info in sorted(offered, key=lambda info: info.level)]


def people_of(scenario: str, players: int) -> list[Person]:
    """The roles of each player: with three players one person holds Elisabeth and Pompadour."""
    return [tuple(roles) for roles in named(scenario).seats[players]]


class Seats:
    """The seats of one game on this terminal."""

    def __init__(self, game: Game, wanted: list[str]) -> None:
        """`wanted` holds `role=bot` entries."""
        view = game.view(None).json()
        self.people = people_of(view["scenario"], view["players"])
        self.names: dict[Person, str] = {}
        self._deciders: dict[Person, Callable[..., str]] = {}
        self.rng = random.Random()
        for entry in wanted:
            role, _, bot = entry.partition("=")
            self.give(role.strip().lower(), bot.strip())

    def person(self, role: str) -> Person:
        """Who holds a role."""
        for person in self.people:
            if role in person:
                return person
        roles = ", ".join(role for person in self.people for role in person)
        raise NoSuchBot("no_role", word=repr(role[:40]), names=roles)

    def give(self, role: str, bot: str) -> None:
        """Hand a seat to a bot, or back to a person with `none`."""
        person = self.person(role)
        if bot in ("", "none"):
            self.names.pop(person, None)
            self._deciders.pop(person, None)
            return
        registry = _registry()
        offered = [name for name, info in registry.BOTS.items() if info.offered]
        if bot not in offered:
            raise NoSuchBot("no_bot", word=repr(bot[:40]), names=", ".join(offered))
        self._deciders[person] = registry.make(bot, self.rng.randrange(1 << 30)).decide
        self.names[person] = bot

    def is_bot(self, person: Person) -> bool:
        """Does a bot sit there?"""
        return person in self.names

    def humans(self) -> list[Person]:
        """The people at the terminal."""
        return [person for person in self.people if person not in self.names]

    def order_of(self, game: Game, role: str, seconds: float = 1.0) -> str:
        """What the bot of a role orders; it sees the view and the menu of its seat and nothing else."""
        decide = self._deciders[self.person(role)]
        return decide(game.view(role), game.menu(role), self.rng, seconds)
