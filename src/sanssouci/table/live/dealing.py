"""The deal: whose parts the seed is made of, and going back by consent, which deals anew what nobody has seen."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from sanssouci.friedrich import Game
from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.files import pledge
from sanssouci.friedrich.files.chance import Arrangement
from sanssouci.table import limits
from sanssouci.table.contract.bodies import Position
from sanssouci.table.errors import Refusal
from sanssouci.table.live.model import Back, Entry, GameRow, Taken, acts_kept
from sanssouci.table.live.referee import Referee
from sanssouci.table.live.room import Room
from sanssouci.table.storage import store, store_backs, store_orders
from sanssouci.table.storage.packing import now


async def add_part(room: Room, seat: int, text: str) -> None:
    """A seat's part of the seed, in place of what it added before; hold the room's lock."""
    row = room.row
    shuffle = row.shuffle
    if shuffle is None or shuffle.dealt or row.result is not None:
        raise Refusal("table.dealt")
    shuffle = replace(shuffle, parts={**shuffle.parts, str(seat): text})
    if row.laid_out:
        referee = Referee.laid_out(room.referee.position(), shuffle.seed)
    else:
        referee = Referee.new(row.scenario, row.players, row.options, shuffle.seed)
    row = replace(row, version=row.version + 1, shuffle=shuffle, changed=now())
    await room.put(row, [store_orders.set_start(row.id, referee.position())], referee)


def parts_missing(row: GameRow) -> bool:
    """Whether somebody who has come has not added to the seed yet, and still can."""
    shuffle = row.shuffle
    return (
        shuffle is not None
        and not shuffle.dealt
        and any(seat.joined and seat.bot is None and str(seat.seat) not in shuffle.parts for seat in row.seats)
    )


async def go_back(room: Room, seat: int, to: int) -> None:
    """Back to where `to` orders stood; hold the room's lock. The orders stay in log and record, and time is spent."""
    row = room.row
    async with room.database.reading() as connection:
        before = await store_backs.all_places(connection, row.id)
        if len(before) >= limits.BACKS_PER_GAME:
            raise Refusal("table.no_back", limit=limits.BACKS_PER_GAME)
        entries = await store_orders.entries(connection, row.id, to, row.orders - to)
        # where the game went on from by other cards
        places = {to} | {place for place in before if to < place < row.orders}
        dealt = {place: (await store_orders.positions(connection, row.id, place, 1))[0] for place in sorted(places)}
    taken = await asyncio.to_thread(_as_read, dealt, entries)
    game = Game.from_position(dealt[to])
    game.arrange(Arrangement(key=pledge.next_key(room.referee.game.state.key, to)))
    after = Referee(game)
    gone = room.moved_on(after, seat, to)
    gone.versions = [gone.version] * len(gone.versions)  # whatever was being answered is asked anew
    gone.back = None
    act = room.act("goneBack", count=len(taken), number=len(before) + 1)
    gone.acts = acts_kept([{**one, "orders": min(one["orders"], to)} for one in [*row.acts, act]])
    changes = [
        store.save_acts(gone),
        store_orders.drop_orders(row.id, to),
        store_orders.set_position(row.id, to, after.position()),
        store_backs.insert_back(row.id, Back(len(before) + 1, to, seat, now(), taken)),
    ]
    await room.put(gone, changes, after)
    del room.marks[to:]


def _as_read(dealt: dict[int, Position], entries: list[Entry]) -> list[Taken]:
    """Each order with its words as those may read them whom its secrets do not concern."""
    found = []
    for entry in entries:
        if entry.n in dealt:
            game = Game.from_position(dealt[entry.n])
        words = orders.canonical(game.state, entry.text)
        found.append(Taken(replace(entry, text=words), orders.hide(game.state, words)))
        game.play(entry.text)
    return found
