"""HTTP: the devices of a seat: a pass to another one, which there are, ending one."""

from __future__ import annotations

from sanssouci.table import limits
from sanssouci.table.contract.bodies import DevicePass, EndDevice
from sanssouci.table.contract.results import DeviceCard, Devices, Done, Pass
from sanssouci.table.errors import Refusal
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.storage import store_people
from sanssouci.table.storage.packing import now, stamp
from sanssouci.table.storage.store_people import Browser
from sanssouci.table.tokens import digest, new_token


async def make_pass(call: Call, body: DevicePass) -> Pass:
    """A link that takes this seat to another device: used once, good for ten minutes."""
    async with call.house.room(call.game) as room, room.lock:
        seat = await call.seat(room)
        person = await call.somebody()
        token, until = new_token(), now() + limits.PASS_SECONDS
        async with call.house.database.writing() as connection:
            await store_people.add_pass(connection, digest(token), room.row.id, seat, person, body.moves, until)
    return Pass(f"device#{token}", stamp(until))


async def show(call: Call) -> Devices:
    """The browsers and devices at this seat."""
    async with call.house.room(call.game) as room:
        seat = await call.seat(room)
        open_ = {connection.person for connection in room.connections if seat in connection.mine}
        async with call.house.database.reading() as connection:
            there = [one for one in await store_people.browsers_at(connection, room.row.id) if one.seat == seat]
    return Devices(
        [
            DeviceCard(
                device=_name(one),
                way=one.way,
                since=stamp(one.since) if one.since else None,
                this=one.person == call.person,
                looking=one.person in open_,
            )
            for one in sorted(there, key=lambda one: one.since)
        ]
    )


async def end(call: Call, body: EndDevice) -> Done:
    """Let another browser or device of this seat go."""
    async with call.house.room(call.game) as room, room.lock:
        seat = await call.seat(room)
        async with call.house.database.reading() as connection:
            there = [one for one in await store_people.browsers_at(connection, room.row.id) if one.seat == seat]
        found = next((one for one in there if _name(one) == body.device), None)
        me = next(one for one in there if one.person == call.person)
        if found is None:
            raise Refusal("table.no_such_device")
        # who came by a link does not put out who laid the table; a device that he added himself may
        if found is me or (found.way == "made" and me.added_by != found.person):
            raise Refusal("table.not_this_device")
        async with call.house.database.writing() as connection:
            await store_people.revoke(connection, found.person, room.row.id, seat)
        what = "deviceEnded" if found.way == "device" else "browserEnded"
        at_table = room.row.seats[seat]
        await room.change(act=room.act(what, name=at_table.name, roles=at_table.roles))
        await call.house.let_go(room, "ended")
        call.house.tell_table(room, why="ended")
    return Done()


def _name(browser: Browser) -> str:
    """What a browser is called among those of its seat; its number stays ours."""
    return digest(f"{browser.person}/{browser.game}/{browser.seat}")[:16]


_PATH = "games/{game}/seats/{seat:seat}/devices"

ENDPOINTS = [
    Endpoint("GET", _PATH, show),
    Endpoint("POST", _PATH, make_pass, "join", status=201),
    Endpoint("POST", f"{_PATH}/end", end),
]
