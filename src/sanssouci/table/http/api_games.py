"""HTTP: about the table, creating, joining, listing and deleting games."""

from __future__ import annotations

import asyncio
from typing import Literal

from sanssouci import __version__
from sanssouci.friedrich.rules.options import OPTION_VALUES, refuse_options
from sanssouci.table import limits
from sanssouci.table.contract.bodies import Again, Join, NewGame, Token
from sanssouci.table.contract.cards import RematchProposal
from sanssouci.table.contract.notices import ChannelCard
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
    Rematch,
)
from sanssouci.table.errors import Refusal, bad, because, one_of
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.live import handing, pace, wire
from sanssouci.table.live.house import House
from sanssouci.table.live.model import SPECTATOR, Seat
from sanssouci.table.live.referee import Referee
from sanssouci.table.live.room import Room
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
        mail=call.notifier.channels["mail"].there,
        notices=[ChannelCard(one.name, one.address) for one in call.notifier.channels.values() if one.there],
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
        raise one_of("scenario", ROLES)
    if players not in ROLES[scenario]:
        raise bad("players", "range", low=min(ROLES[scenario]), high=max(ROLES[scenario]))
    problem = refuse_options(options)
    if problem is not None:
        raise because("options", *problem)
    at_table = read_seats(body, bots.names())
    pace_ = pace.read(body.pace, bots.names())
    referee = None
    if body.position is not None:
        position = {**body.position, "scenario": scenario, "players": players}
        referee = await asyncio.to_thread(Referee.laid_out, position, new_seed())
        options = referee.options  # those of the position are the ones that are played
        if referee.game.from_start:
            referee = None  # it lays out nothing
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


async def _linked(call: Call, token: str) -> tuple[str, int, store_people.Found | None]:
    """The game and seat that a link's token leads to, and the pass where it is one to another device."""
    if TOKEN.match(token):
        async with call.house.database.reading() as connection:
            link = await store_people.find_link(connection, digest(token))
            if link is not None:
                return *link, None
            found = await store_people.find_pass(connection, digest(token))
            if found is not None:
                return found.game, found.seat, found
    raise Refusal("table.no_such_link")


async def invitation(call: Call, body: Token) -> Invitation:
    """What a link leads to, before one sits down."""
    game, seat, device = await _linked(call, body.token)
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
            device=None if device is None else "moves" if device.moves else "adds",
            name="" if seat == SPECTATOR else row.seats[seat].name,
            host=next((one.name for one in row.seats if one.kind == "here"), ""),
            pace=row.pace,
        )


async def join(call: Call, body: Join) -> Joined:
    """Exchange a link's token for a seat (or for watching)."""
    game, seat, device = await _linked(call, body.token)
    person = await call.somebody()
    async with call.house.room(game) as room, room.lock:
        if device is not None:
            await _take_along(call.house, room, person, digest(body.token))
            return Joined(game, seat)
        async with call.house.database.writing() as connection:
            # looked at again with everything locked: a link that was replaced meanwhile leads nowhere
            if await store_people.find_link(connection, digest(body.token), lock=True) != (game, seat):
                raise Refusal("table.no_such_link")
            fresh = await store_people.grant(connection, person, game, seat, "link")
        if seat != SPECTATOR:
            await _sit_down(call, room, seat, clean(body.name), fresh)
    return Joined(game, None if seat == SPECTATOR else seat)


async def _sit_down(call: Call, room: Room, seat: int, name: str, fresh: bool) -> None:
    """Tell everybody that a browser has come to a seat by its link; hold the room's lock."""
    await call.house.let_go(room)  # counts who sits here
    at_table = room.row.seats[seat]
    told = {"name": name or at_table.name, "roles": at_table.roles, "count": at_table.browsers}
    what = "joined" if at_table.browsers == 1 else "came.host" if call.person == room.row.host else "came.link"
    await room.change((seat, {"joined": True, "name": told["name"]}), room.act(what, **told) if fresh else None)
    call.house.tell_table(room)


async def _take_along(house: House, room: Room, person: int, token: str) -> None:
    """A seat comes to another device of its owner's, and may leave the one it was at; hold the room's lock."""
    async with house.database.writing() as connection:
        found = await store_people.use_pass(connection, token)
        if found is None:
            raise Refusal("table.no_such_link")
        there = await store_people.browsers_at(connection, found.game)
        giver = next(one for one in there if (one.person, one.seat) == (found.person, found.seat))
        if found.moves and person != found.person:
            # the new one has the old one's place: it came to the seat as that one did
            await store_people.revoke(connection, found.person, found.game, found.seat)
            await store_people.grant(connection, person, found.game, found.seat, giver.way, giver.added_by)
        else:
            await store_people.grant(connection, person, found.game, found.seat, "device", found.person)
    seat = room.row.seats[found.seat]
    await room.change(act=room.act("moved" if found.moves else "added", name=seat.name, roles=seat.roles))
    why = "moved" if found.moves else "link"
    await house.let_go(room, why)
    house.tell_table(room, why=why)


async def watch_link(call: Call) -> Link:
    """The host makes a new link for spectators."""
    async with call.house.room(call.game) as room:
        await call.house.seats_of(call.person, room)
        call.host_only(room)
        token = new_token()
        async with room.lock:
            async with call.house.database.writing() as connection:
                await store_people.set_link(connection, room.row.id, SPECTATOR, digest(token))
            await call.house.let_go(room)
            call.house.spread(room.row.id, "table")
    return Link(f"watch#{token}")


async def rematch(call: Call, body: Again) -> Rematch:
    """Propose the same people again, once a game is over, or agree to it, or not; it begins when all agree."""
    house = call.house
    async with house.room(call.game) as room, room.lock:
        mine = await house.seats_of(call.person, room)
        if mine == [SPECTATOR] and room.row.host != call.person:
            raise Refusal("table.not_yours")
        old = room.row
        seat = mine[0] if mine[0] >= 0 else None
        if old.result is None or old.sandbox:
            raise Refusal("table.running")
        if old.rematch is not None:
            call.status = 200
            return Rematch(old.rematch, seat, {})
        asked = handing.asked_again(old)
        agreed = set(mine) & asked  # those at one screen speak together
        before = old.rematch_proposal
        if body.agree and before is not None and before["roles"] == body.roles:
            agreed |= set(before["agreed"])
        if not body.agree or not asked <= agreed:
            call.status = 200
            proposal: RematchProposal | None = {"roles": body.roles, "agreed": sorted(agreed)} if body.agree else None
            await room.change(rematch_proposal=proposal)
            house.tell_table(room)
            return Rematch(None, seat, {})
        game, links = await _begin_again(house, room, body.roles)
    return Rematch(game, seat, links if call.person == old.host else {})


async def _begin_again(house: House, room: Room, roles: Literal["drawn", "same"]) -> tuple[str, dict[str, str]]:
    """The next game of the same people, and the links of the friends' seats; hold the room's lock."""
    old = room.row
    at_table = [
        Seat(s.seat, list(s.roles), s.kind, s.name, s.bot if s.kind == "bot" else None, s.joined) for s in old.seats
    ]
    if roles == "drawn":
        draw_roles(at_table, old.scenario)
    row, links = await house.create(old.host, old.scenario, old.options, at_table, pace=old.pace, hints=old.hints)
    async with house.database.writing() as connection:
        # whoever sat at the old table sits at the new one without a new link
        for one in await store_people.browsers_at(connection, old.id):
            if one.seat != SPECTATOR:
                await store_people.grant(connection, one.person, row.id, one.seat, one.way, one.added_by)
    await room.change(rematch=row.id, rematch_proposal=None)
    house.tell_table(room)
    return row.id, links


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
