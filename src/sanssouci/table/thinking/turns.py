"""Whose question is thought about next: everybody in turn, by address and by person, however many one asks.

One address (a club, or somebody who wants to keep others waiting) gets one turn before the next address gets one; of
its turns every person there gets one before the next does.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

from sanssouci.table import limits
from sanssouci.table.errors import Refusal


class Asker(NamedTuple):
    """Who waits: an address, and a browser there."""

    address: str
    person: int | None


#: nobody in particular, and who asks: set where a request or a socket comes in
NOBODY = Asker("", None)
ASKER: ContextVar[Asker] = ContextVar("asker", default=NOBODY)


Thing = TypeVar("Thing")


class Turns(Generic[Thing]):
    """Those who wait for a thing, in turn."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[int | None, deque[asyncio.Future[Thing]]]] = OrderedDict()

    def wait(self, who: Asker, bounded: bool = False) -> asyncio.Future[Thing]:
        """Queue up; `bounded`: refused where this person or address waits for too much already."""
        line = self._lines.get(who.address, OrderedDict())
        mine = line.get(who.person, deque())
        if bounded and (
            len(mine) >= limits.THOUGHTS_PER_PERSON
            or sum(len(one) for one in line.values()) >= limits.THOUGHTS_PER_ADDRESS
        ):
            raise Refusal("table.too_fast", limit="think", seconds=5)
        turn: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        mine.append(turn)
        line[who.person] = mine
        self._lines[who.address] = line
        return turn

    def give(self, thing: Thing) -> bool:
        """Give it to the next in turn; False if nobody waits."""
        while self._lines:
            address, line = self._lines.popitem(last=False)
            person, mine = line.popitem(last=False)
            turn = mine.popleft()
            # whoever still waits goes to the end of the line
            if mine:
                line[person] = mine
            if line:
                self._lines[address] = line
            if not turn.done():
                turn.set_result(thing)
                return True
        return False
