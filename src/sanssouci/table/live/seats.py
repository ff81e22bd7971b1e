"""Who sits where: reading the seats of a new game, and dealing out the roles (R1.5)."""

from __future__ import annotations

import secrets
from typing import Any

from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.table.contract import fields
from sanssouci.table.errors import bad
from sanssouci.table.live.model import Seat

KINDS = ["here", "friend", "bot"]

#: scenario → number of players → the roles of each player (R1.1, R14)
ROLES: dict[str, dict[int, list[list[str]]]] = {scenario.name: scenario.seats for scenario in BOOK}


def scenarios() -> list[dict[str, Any]]:
    """What can be played, for the start page."""
    return [
        {
            "name": scenario,
            "players": sorted(by_players),
            "roles": {str(players): roles for players, roles in by_players.items()},
        }
        for scenario, by_players in ROLES.items()
    ]


def read_seats(body: dict[str, Any], scenario: str, players: int, bots: list[str]) -> list[Seat]:
    """The seats of a new game as asked for; roles drawn unless chosen. Seats stand in the order given."""
    given = body.get("seats")
    if not isinstance(given, list) or len(given) != players:
        raise bad("seats", f"is not a list of {players}")
    at_table = []
    for number, one in enumerate(given):
        if not isinstance(one, dict):
            raise bad("seats", "holds something that is no seat")
        kind = fields.one_of(one, "kind", KINDS)
        bot = fields.one_of(one, "bot", bots) if kind == "bot" else None
        at_table.append(Seat(seat=number, roles=[], kind=kind, name=fields.name(one), bot=bot, joined=kind != "friend"))
    if fields.one_of(body, "roles", ["drawn", "chosen"], "drawn") == "drawn":
        draw_roles(at_table, scenario)
        return at_table
    wanted = [sorted(roles) for roles in ROLES[scenario][players]]
    for seat, one in zip(at_table, given, strict=True):
        seat.roles = sorted(fields.strings(one, "roles", 4))
    if sorted(seat.roles for seat in at_table) != sorted(wanted):
        raise bad("roles", "do not go round: " + " · ".join("+".join(roles) for roles in wanted))
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
