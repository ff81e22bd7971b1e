"""Who sits where: reading the seats of a new game, and dealing out the roles (R1.5)."""

from __future__ import annotations

import secrets

from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.table.contract.bodies import NewGame
from sanssouci.table.contract.reading import clean
from sanssouci.table.contract.results import ScenarioCard
from sanssouci.table.errors import bad, one_of
from sanssouci.table.live.model import Seat

#: scenario → number of players → the roles of each player (R1.1, R14)
ROLES: dict[str, dict[int, list[list[str]]]] = {scenario.name: scenario.seats for scenario in BOOK}


def scenarios() -> list[ScenarioCard]:
    """What can be played, for the start page."""
    return [
        ScenarioCard(scenario, sorted(by_players), {str(players): roles for players, roles in by_players.items()})
        for scenario, by_players in ROLES.items()
    ]


def read_seats(asked: NewGame, bots: list[str]) -> list[Seat]:
    """The seats of a new game as asked for; roles drawn unless chosen. Seats stand in the order given."""
    if len(asked.seats) != asked.players:
        raise bad("seats", "list_of", count=asked.players)
    at_table = []
    for number, one in enumerate(asked.seats):
        bot = one.bot if one.kind == "bot" else None
        if one.kind == "bot" and bot not in bots:
            raise one_of("bot", bots)
        at_table.append(Seat(number, [], one.kind, clean(one.name), bot, joined=one.kind != "friend"))
    if asked.roles == "drawn":
        draw_roles(at_table, asked.scenario)
        return at_table
    wanted = [sorted(roles) for roles in ROLES[asked.scenario][asked.players]]
    for seat, one in zip(at_table, asked.seats, strict=True):
        seat.roles = sorted(one.roles)
    if sorted(seat.roles for seat in at_table) != sorted(wanted):
        raise bad("roles", "roles", allowed=" · ".join("+".join(roles) for roles in wanted))
    return at_table


def draw_roles(at_table: list[Seat], scenario: str) -> None:
    """R1.5: deal the roles at random."""
    dealt = [sorted(roles) for roles in ROLES[scenario][len(at_table)]]
    secrets.SystemRandom().shuffle(dealt)
    for seat, roles in zip(at_table, dealt, strict=True):
        seat.roles = roles


def attackers(at_table: list[Seat]) -> list[Seat]:
    """The seats against Friedrich."""
    return [seat for seat in at_table if "friedrich" not in seat.roles]
