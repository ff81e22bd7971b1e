"""HTTP: about the table, creating, joining, listing and deleting games."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.routing import BaseRoute

from sanssouci import __version__
from sanssouci.friedrich.files.problems import sentence
from sanssouci.friedrich.rules.options import OPTION_VALUES, refuse_options
from sanssouci.table import limits
from sanssouci.table.contract import fields
from sanssouci.table.contract.bodies import NewGame
from sanssouci.table.contract.reading import read
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.calls import Answer, Call, route
from sanssouci.table.live import pace, wire
from sanssouci.table.live.house import House
from sanssouci.table.live.model import SPECTATOR, Seat
from sanssouci.table.live.referee import Referee
from sanssouci.table.live.seats import ROLES, draw_roles, read_seats, scenarios
from sanssouci.table.storage import store, store_people
from sanssouci.table.thinking import bots
from sanssouci.table.tokens import TOKEN, digest, new_seed, new_token


def routes(house: House) -> list[BaseRoute]:
    """The routes of this module."""
    return [
        route(house, "GET", "about", about),
        route(house, "GET", "games", listed),
        route(house, "POST", "games", create, "create", limits.POSITION_BODY),
        route(house, "GET", "games/{game}", show),
        route(house, "DELETE", "games/{game}", delete),
        route(house, "POST", "invitation", invitation, "join"),
        route(house, "POST", "join", join, "join"),
        route(house, "POST", "games/{game}/watch", watch_link),
        route(house, "POST", "games/{game}/rematch", rematch, "create"),
    ]


async def about(call: Call) -> Answer:
    """What this table can do."""
    return {
        "version": __version__,
        "scenarios": scenarios(),
        "options": [{"name": name, "values": values, "default": values[0]} for name, values in OPTION_VALUES.items()],
        "bots": bots.registered(),
        "limits": {
            "name": limits.NAME_TEXT,
            "chat": limits.CHAT_TEXT,
            "notes": limits.NOTES_TEXT,
            "record": limits.RECORD_BODY,
        },
        "mail": call.house.settings.smtp is not None,
    }


async def listed(call: Call) -> Answer:
    """The games of this browser."""
    if call.person is None:
        return {"games": []}
    async with call.house.database.reading() as connection:
        rows = await store.games_of(connection, call.person, limits.GAMES_LISTED)
        mine = await store_people.all_seats_of(connection, call.person)
    return {"games": [wire.card(row, call.person, mine.get(row.id, [])) for row in rows]}


async def show(call: Call) -> Answer:
    """One game's card."""
    async with call.house.room(call.game) as room:
        mine = await call.house.seats_of(call.person, room)
        return {"game": wire.card(room.row, call.person, mine)}


async def create(call: Call) -> Answer:
    """A new game."""
    asked = read(call.body, NewGame)
    scenario, players, options = asked.scenario, asked.players, asked.options or {}
    if scenario not in ROLES:
        raise bad("scenario", f"is not one of {', '.join(ROLES)}")
    if players not in ROLES[scenario]:
        raise bad("players", f"is not a number from {min(ROLES[scenario])} to {max(ROLES[scenario])}")
    problem = refuse_options(options)
    if problem is not None:
        raise bad("options", sentence(*problem))
    at_table = read_seats(asked, bots.names())
    pace_ = pace.read(asked.pace, bots.names())
    referee = None
    if asked.position is not None:
        position = {**asked.position, "scenario": scenario, "players": players}
        referee = await asyncio.to_thread(Referee.laid_out, position, new_seed())
        options = referee.options  # those of the position are the ones that are played
    person = await call.somebody()
    row, links = await call.house.create(
        person, scenario, options, at_table, referee=referee, pace=pace_, hints=asked.hints
    )
    return 201, created(row.id, at_table, links)


def created(game: str, at_table: list[Seat], links: dict[str, str]) -> dict[str, Any]:
    """The answer to a creation."""
    here = next((seat.seat for seat in at_table if seat.kind == "here"), None)
    return {"game": game, "seat": here, "links": links}


async def delete(call: Call) -> Answer:
    """The host deletes a game."""
    async with call.house.room(call.game) as room:
        await call.house.seats_of(call.person, room)
        call.host_only(room)
        await call.house.delete(room)
    return {}


async def _linked(call: Call) -> tuple[str, int]:
    """The game and seat that the token of a request leads to."""
    token = fields.text(call.body, "token", 64)
    found = None
    if TOKEN.match(token):
        async with call.house.database.reading() as connection:
            found = await store_people.find_link(connection, digest(token))
    if found is None:
        raise Refusal("table.no_such_link")
    return found


async def invitation(call: Call) -> Answer:
    """What a link leads to, before one sits down."""
    game, seat = await _linked(call)
    async with call.house.room(game) as room:
        row = room.row
        return {
            "scenario": row.scenario,
            "players": row.players,
            "options": row.options,
            "sandbox": row.sandbox,
            "laid_out": row.laid_out,
            "hints": row.hints,
            "roles": [] if seat == SPECTATOR else row.seats[seat].roles,
        }


async def join(call: Call) -> Answer:
    """Exchange a link's token for a seat (or for watching)."""
    name = fields.name(call.body) if "name" in call.body else ""
    game, seat = await _linked(call)
    person = await call.somebody()
    async with call.house.room(game) as room, room.lock:
        async with call.house.database.writing() as connection:
            await store_people.grant(connection, person, game, seat, by_link=True)
            if seat != SPECTATOR:
                values: dict[str, Any] = {"joined": True}
                if name:
                    values["name"] = name
                await store.set_seat(connection, game, seat, **values)
        if seat != SPECTATOR:
            at_table = room.row.seats[seat]
            at_table.joined = True
            at_table.name = name or at_table.name
            call.house.tell_table(room)
    return {"game": game, "seat": None if seat == SPECTATOR else seat}


async def watch_link(call: Call) -> Answer:
    """The host makes a new link for spectators."""
    async with call.house.room(call.game) as room:
        await call.house.seats_of(call.person, room)
        call.host_only(room)
        token = new_token()
        async with room.lock:
            async with call.house.database.writing() as connection:
                await store_people.set_link(connection, room.row.id, SPECTATOR, digest(token))
            for connection_ in list(room.connections):
                if not connection_.playing and connection_.person != room.row.host:
                    connection_.leave("link")
            call.house.spread(room.row.id, "table")
    return {"link": f"watch#{token}"}


async def rematch(call: Call) -> Answer:
    """The same people again, once a game is over."""
    same = fields.one_of(call.body, "roles", ["drawn", "same"], "drawn") == "same"
    house = call.house
    async with house.room(call.game) as room, room.lock:
        mine = await house.seats_of(call.person, room)
        if mine == [SPECTATOR] and room.row.host != call.person:
            raise Refusal("table.not_yours")
        old = room.row
        if old.result is None or old.sandbox:
            raise Refusal("table.running")
        if old.rematch is not None:
            return {"game": old.rematch, "seat": mine[0] if mine[0] >= 0 else None, "links": {}}
        at_table = [
            Seat(s.seat, list(s.roles), s.kind, s.name, s.bot if s.kind == "bot" else None, s.joined) for s in old.seats
        ]
        if not same:
            draw_roles(at_table, old.scenario)
        row, links = await house.create(old.host, old.scenario, old.options, at_table, pace=old.pace, hints=old.hints)
        async with house.database.writing() as connection:
            # whoever sat at the old table sits at the new one without a new link
            for person, seat, by_link in await store_people.browsers_at(connection, old.id):
                if seat != SPECTATOR:
                    await store_people.grant(connection, person, row.id, seat, by_link)
        await room.change(rematch=row.id)
        house.tell_table(room)
    return 201, {"game": row.id, "seat": mine[0] if mine[0] >= 0 else None, "links": links}
