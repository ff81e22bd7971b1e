"""Scenario, players and options of an environment, checked as the engine checks them everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sanssouci.env.play import Play, new_play, persons
from sanssouci.friedrich.files import position
from sanssouci.friedrich.rules.cards import key_from_seed
from sanssouci.friedrich.rules.options import Options

#: The people by the role that names them; with three players `pompadour_3` is Elisabeth, too.
AGENTS = ("friedrich_0", "elisabeth_1", "theresa_2", "pompadour_3")


class Setting(NamedTuple):
    """What a game is played with."""

    scenario: int
    players: int
    options: Options
    people: tuple[int, ...]

    def play(self, seed: str, watched: bool = True) -> Play:
        """The start of a game whose chance grows from a seed."""
        return new_play(self.scenario, self.players, self.options, key_from_seed(seed), watched)


def setting(
    scenario: str = "standard", players: int | None = None, options: Mapping[str, object] | None = None
) -> Setting:
    """The setting of that name; `BadPosition`, a `ValueError`, says in one sentence what cannot be."""
    data: dict[str, object] = {"scenario": scenario, "options": dict(options or {})}
    if players is not None:
        data["players"] = players
    s = position.begin(data)
    number = int(s.scenario.number)
    return Setting(number, int(s.players), s.options, tuple(persons(number, int(s.players))))
