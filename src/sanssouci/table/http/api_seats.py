"""HTTP: what is done to a seat: links, names, bots, concession, agreement."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sanssouci.table.contract.bodies import Agree, AgreeHints, HandOver, Rename
from sanssouci.table.contract.cards import Kind, Proposal
from sanssouci.table.contract.reading import clean
from sanssouci.table.contract.results import Done, HandedOver, Link
from sanssouci.table.errors import Refusal, bad, one_of
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.live import handing
from sanssouci.table.live.handing import By
from sanssouci.table.live.house import House
from sanssouci.table.live.room import Room
from sanssouci.table.live.seats import attackers
from sanssouci.table.storage import store_people
from sanssouci.table.thinking import bots
from sanssouci.table.tokens import digest, new_token


async def link(call: Call) -> Link:
    """A new link for a seat; the old one and whoever came by it are out."""
    async with call.house.room(call.game) as room, room.lock:
        seat, by = await _whose(call, room)
        at_table = room.row.seats[seat]
        await room.change(act=room.act(f"link.{by}", name=at_table.name, roles=at_table.roles))
        return Link(await new_link(call.house, room, seat))


async def _whose(call: Call, room: Room) -> tuple[int, By]:
    """The seat in the address, and as what this browser acts for it: as the seat itself, or as the host."""
    seat = await call.seat(room, or_host=True)
    mine = await call.house.seats_of(call.person, room)
    return seat, "seat" if seat in mine else "host"


async def new_link(house: House, room: Room, seat: int) -> str:
    """Make a link and let go whoever used the old one; hold the room's lock."""
    token = new_token()
    async with house.database.writing() as connection:
        await store_people.set_link(connection, room.row.id, seat, digest(token))
    await house.let_go(room)
    house.tell_table(room)
    return f"join#{token}"


async def rename(call: Call, body: Rename) -> Done:
    """Give a seat another name."""
    name = clean(body.name)
    async with call.house.room(call.game) as room, room.lock:
        seat, by = await _whose(call, room)
        old = room.row.seats[seat]
        act = room.act(f"renamed.{by}", old=old.name, roles=old.roles, name=name)
        await room.change((seat, {"name": name}), act if name != old.name else None)
        call.house.tell_table(room)
    return Done()


async def hand_over(call: Call, body: HandOver) -> HandedOver:
    """Hand a seat to a bot, or take it back."""
    bot = body.bot
    if bot is not None and bot not in bots.names():
        raise one_of("bot", bots.names())
    async with call.house.room(call.game) as room, room.lock:
        number, by = await _whose(call, room)
        seat = room.row.seats[number]
        if room.row.result is not None:
            raise Refusal("table.over")
        if seat.conceded:
            raise Refusal("table.conceded")
        kind: Kind = "friend" if seat.kind == "bot" and bot is None else seat.kind
        becomes_friend = kind != seat.kind
        await handing.hand_over(call.house, room, number, bot, by, kind)
        if becomes_friend:
            return HandedOver(await new_link(call.house, room, number))
    return HandedOver()


@asynccontextmanager
async def playing(call: Call) -> AsyncIterator[tuple[Room, int]]:
    """The room of a game that goes on, its lock held, and the asker's seat."""
    async with call.house.room(call.game) as room, room.lock:
        number = await call.seat(room)
        if room.row.result is not None:
            raise Refusal("table.over")
        yield room, number


async def concede(call: Call) -> Done:
    """Give up: Friedrich alone, either side of two, or one attacker among several."""
    async with playing(call) as (room, number):
        seat = room.row.seats[number]
        if seat.conceded:
            raise Refusal("table.conceded")
        against = attackers(room.row.seats)
        if "friedrich" in seat.roles:
            winners = [role for other in against for role in other.roles]
        elif all(other is seat or other.conceded or other.kind == "bot" for other in against):
            winners = ["friedrich"]
        else:
            act = room.act("conceded", name=seat.name, roles=seat.roles)
            await room.change((number, {"conceded": True, "bot": seat.bot or bots.substitute()}), act)
            call.house.tell_table(room)
            await call.house.committed(room, room.row.orders, [])
            return Done()
        await end(call.house, room, winners, "concede", (number, {"conceded": True}))
    return Done()


async def agree(call: Call, body: Agree) -> Done:
    """Propose an end, agree to it, or withdraw."""
    winners = None if body.winners is None else sorted(body.winners)
    async with playing(call) as (room, number):
        row = room.row
        roles = {role for seat in row.seats for role in seat.roles}
        if winners is not None and (not set(winners) <= roles or len(set(winners)) != len(winners)):
            raise bad("winners", "roles_here")
        old = row.proposal
        agreed: list[int] = [] if old is None or old["winners"] != winners else list(old["agreed"])
        proposal: Proposal | None
        if winners is None:
            # to withdraw one's word is to end the proposal
            proposal = old if old is not None and number not in old["agreed"] else None
        else:
            proposal = {"winners": winners, "agreed": sorted({*agreed, number})}
        await room.change(proposal=proposal)
        if proposal is not None and handing.asked(row) <= set(proposal["agreed"]):
            await end(call.house, room, list(proposal["winners"]), "agreement")
        else:
            call.house.tell_table(room)
    return Done()


async def hints(call: Call, body: AgreeHints) -> Done:
    """Propose to play with or without hints, or agree to it; asking for what is withdraws one's word."""
    wanted = body.hints
    async with playing(call) as (room, number):
        row = room.row
        if row.sandbox:
            # a fork keeps what the players of the game have agreed on
            raise Refusal("table.not_yours")
        old = row.hints_proposal
        if wanted == row.hints:
            if old is not None and number in old["agreed"]:
                await room.change(hints_proposal=None)
        else:
            agreed = sorted({*(old["agreed"] if old is not None else []), number})
            if handing.asked(row) <= set(agreed):
                act = room.act("hintsOn" if wanted else "hintsOff")
                await room.change(act=act, hints=wanted, hints_proposal=None)
            else:
                await room.change(hints_proposal={"hints": wanted, "agreed": agreed})
        call.house.tell_table(room)
    return Done()


async def end(
    house: House,
    room: Room,
    winners: list[str],
    reason: str,
    seat: tuple[int, dict[str, object]] | None = None,
) -> None:
    """End a game by the will of its players; hold the room's lock."""
    turn = room.row.summary["turn"]
    await room.change(seat, result={"winners": winners, "nations": [], "turn": turn, "reason": reason})
    await house.committed(room, room.row.orders, [])


ENDPOINTS = [
    Endpoint("POST", "games/{game}/seats/{seat:seat}/link", link),
    Endpoint("POST", "games/{game}/seats/{seat:seat}/name", rename),
    Endpoint("POST", "games/{game}/seats/{seat:seat}/bot", hand_over),
    Endpoint("POST", "games/{game}/seats/{seat:seat}/concede", concede),
    Endpoint("POST", "games/{game}/seats/{seat:seat}/agree", agree),
    Endpoint("POST", "games/{game}/seats/{seat:seat}/hints", hints),
]
