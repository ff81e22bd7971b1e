"""HTTP: about the table, creating, joining, listing and deleting games."""

from __future__ import annotations

import asyncio
from typing import Any

from sanssouci import __version__
from sanssouci.friedrich.files.problems import sentence
from sanssouci.friedrich.rules.options import OPTION_VALUES, refuse_options
from sanssouci.table import limits
from sanssouci.table.contract.bodies import Again, Join, NewGame, Token
from sanssouci.table.contract.reading import clean
from sanssouci.table.contract.results import (
    About,
    Created,
    Done,
    Games,
    Invitation,
    Joined,
    Limits,
    Link,
    OneGame,
    OptionCard,
)
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.live import pace, wire
from sanssouci.table.live.model import SPECTATOR, Seat
from sanssouci.table.live.referee import Referee
from sanssouci.table.live.seats import ROLES, draw_roles, read_seats, scenarios
from sanssouci.table.storage import store, store_people
from sanssouci.table.thinking import bots
from sanssouci.table.tokens import TOKEN, digest, new_seed, new_token


async def about(call: Call) -> About:
    """What this table can do."""
    return About(
        version=__version__,
        scenarios=scenarios(),
        options=[OptionCard(name, list(values), values[0]) for name, values in OPTION_VALUES.items()],
        bots=bots.registered(),
        limits=Limits(limits.NAME_TEXT, limits.CHAT_TEXT, limits.NOTES_TEXT, limits.RECORD_BODY),
        mail=call.house.settings.smtp is not None,
    )


async def listed(call: Call) -> Games:
    """The games of this browser."""
    if call.person is None:
        return Games([])
    async with call.house.database.reading() as connection:
        rows = await store.games_of(connection, call.person, limits.GAMES_LISTED)
        mine = await store_people.all_seats_of(connection, call.person)
    return Games([wire.card(row, call.person, mine.get(row.id, [])) for row in rows])


async def show(call: Call) -> OneGame:
    """One game's card."""
    async with call.house.room(call.game) as room:
        mine = await call.house.seats_of(call.person, room)
        return OneGame(wire.card(room.row, call.person, mine))


async def create(call: Call, body: NewGame) -> Created:
    """A new game."""
    scenario, players, options = body.scenario, body.players, body.options or {}
    if scenario not in ROLES:
        raise bad("scenario", f"is not one of {', '.join(ROLES)}")
    if players not in ROLES[scenario]:
        raise bad("players", f"is not a number from {min(ROLES[scenario])} to {max(ROLES[scenario])}")
    problem = refuse_options(options)
    if problem is not None:
        raise bad("options", sentence(*problem))
    at_table = read_seats(body, bots.names())
    pace_ = pace.read(body.pace, bots.names())
    referee = None
    if body.position is not None:
        position = {**body.position, "scenario": scenario, "players": players}
        referee = await asyncio.to_thread(Referee.laid_out, position, new_seed())
        options = referee.options  # those of the position are the ones that are played
    person = await call.somebody()
    row, links = await call.house.create(
        person, scenario, options, at_table, referee=referee, pace=pace_, hints=body.hints
    )
    return created(row.id, at_table, links)


def created(game: str, at_table: list[Seat], links: dict[str, str]) -> Created:
    """The answer to a creation."""
    here = next((seat.seat for seat in at_table if seat.kind == "here"), None)
    return Created(game, here, links)


async def delete(call: Call) -> Done:
    """The host deletes a game."""
    async with call.house.room(call.game) as room:
        await call.house.seats_of(call.person, room)
        call.host_only(room)
        await call.house.delete(room)
    return Done()


async def _linked(call: Call, token: str) -> tuple[str, int]:
    """The game and seat that a link's token leads to."""
    found = None
    if TOKEN.match(token):
        async with call.house.database.reading() as connection:
            found = await store_people.find_link(connection, digest(token))
    if found is None:
        raise Refusal("table.no_such_link")
    return found


async def invitation(call: Call, body: Token) -> Invitation:
    """What a link leads to, before one sits down."""
    game, seat = await _linked(call, body.token)
    async with call.house.room(game) as room:
        row = room.row
        return Invitation(
            scenario=row.scenario,
            players=row.players,
            options=row.options,
            sandbox=row.sandbox,
            laid_out=row.laid_out,
            hints=row.hints,
            roles=[] if seat == SPECTATOR else row.seats[seat].roles,
        )


async def join(call: Call, body: Join) -> Joined:
    """Exchange a link's token for a seat (or for watching)."""
    name = clean(body.name)
    game, seat = await _linked(call, body.token)
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
    return Joined(game, None if seat == SPECTATOR else seat)


async def watch_link(call: Call) -> Link:
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
    return Link(f"watch#{token}")


async def rematch(call: Call, body: Again) -> Created:
    """The same people again, once a game is over."""
    house = call.house
    async with house.room(call.game) as room, room.lock:
        mine = await house.seats_of(call.person, room)
        if mine == [SPECTATOR] and room.row.host != call.person:
            raise Refusal("table.not_yours")
        old = room.row
        if old.result is None or old.sandbox:
            raise Refusal("table.running")
        if old.rematch is not None:
            call.status = 200
            return Created(old.rematch, mine[0] if mine[0] >= 0 else None, {})
        at_table = [
            Seat(s.seat, list(s.roles), s.kind, s.name, s.bot if s.kind == "bot" else None, s.joined) for s in old.seats
        ]
        if body.roles == "drawn":
            draw_roles(at_table, old.scenario)
        row, links = await house.create(old.host, old.scenario, old.options, at_table, pace=old.pace, hints=old.hints)
        async with house.database.writing() as connection:
            # whoever sat at the old table sits at the new one without a new link
            for person, seat, by_link in await store_people.browsers_at(connection, old.id):
                if seat != SPECTATOR:
                    await store_people.grant(connection, person, row.id, seat, by_link)
        await room.change(rematch=row.id)
        house.tell_table(room)
    return Created(row.id, mine[0] if mine[0] >= 0 else None, links)


ENDPOINTS = [
    Endpoint("GET", "about", about),
    Endpoint("GET", "games", listed),
    Endpoint("POST", "games", create, "create", limits.POSITION_BODY, 201),
    Endpoint("GET", "games/{game}", show),
    Endpoint("DELETE", "games/{game}", delete),
    Endpoint("POST", "invitation", invitation, "join"),
    Endpoint("POST", "join", join, "join"),
    Endpoint("POST", "games/{game}/watch", watch_link),
    Endpoint("POST", "games/{game}/rematch", rematch, "create", status=201, also=(200,)),
]
