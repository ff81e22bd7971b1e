"""Instructions for combats: what a seat would play while nobody of it is looking.

They are secret, can be cancelled at any time, and are carried out through the same door and after the same
kind of pause as a person's orders: nothing that others are told distinguishes them. Who is away seems to come,
look, play and go, since nobody plays without looking.
"""

from __future__ import annotations

import asyncio
import random
import secrets

from sanssouci.friedrich.shapes import CombatView
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.contract.messages import Instructed
from sanssouci.table.contract.requests import Instruct, Instruction, Wish
from sanssouci.table.errors import Refusal, bad
from sanssouci.table.live.connection import Connection
from sanssouci.table.live.house import House
from sanssouci.table.live.room import Room
from sanssouci.table.storage import store
from sanssouci.table.storage.packing import dumps


def read(wish: Wish | None) -> Instruction | None:
    """The instruction that is asked for; None cancels ("ask me")."""
    if wish is None:
        return None
    instruction: Instruction = {"mode": wish.mode, "combats": wish.combats}
    if wish.mode == "sum":
        if wish.sum is None:
            raise bad("sum", "range", low=1, high=500)
        instruction["sum"] = wish.sum
    return instruction


async def instruct(house: House, connection: Connection, message: Instruct) -> Instructed:
    """`instruct`: leave or cancel an instruction for the seat that is shown."""
    if connection.curtain is not None:
        raise Refusal("table.curtain")
    seat = connection.shown
    if seat is None:
        raise Refusal("table.not_yours")
    instruction = read(message.instruction)
    room = connection.room
    async with room.lock:
        connection.stay()
        async with house.database.writing() as database:
            text = None if instruction is None else dumps(instruction)
            await store.set_seat(database, room.row.id, seat.seat, instruction=text)
        room.row.seats[seat.seat].instruction = instruction
        house.spread(room.row.id, "quiet")
        await house.heard(room)
    return Instructed(instruction=instruction)


def decide(instruction: Instruction, menu: MenuJson, combat: CombatView | None) -> str | None:
    """The order an instruction stands for at a card decision, or None: then the person is asked."""
    current = None if combat is None else combat["current"]
    if current is None:
        return None
    side = "attack" if current["attacker"]["nation"] == menu["nation"] else "defence"
    if instruction["combats"] not in (side, "both"):
        return None
    mode, score = instruction["mode"], menu["score"]
    if mode == "sum":
        spent = sum(one["value"] for one in current["played"] if one["nation"] == menu["nation"])
        play = _to_win(menu, instruction["sum"] - spent)
    else:
        # never more than this, and as near to it as the cards allow
        goal = {"never": score, "zero": 0, "minus_one": -1}[mode]
        play = _up_to(menu, goal) if score < goal else None
    if play is not None:
        return play
    return "pass" if menu["pass"] else None


def _plays(menu: MenuJson) -> list[tuple[int, int, int, str]]:
    """(score after it, value, 1 for a Reserve, order) of everything that may be played."""
    found = []
    for one in menu["plays"]:
        order = f"play {one['card']}" + (" double" if one.get("double") else "")
        found.append((one["score"], one["value"], 0, order))
    for card in menu["reserves"]:
        for value in menu["reserve_values"]:
            worth = value + menu.get("bonus", 0)
            found.append((menu["score"] + worth, worth, 1, f"play {card}={value}"))
    return found


def _up_to(menu: MenuJson, goal: int) -> str | None:
    """What comes nearest to the goal without passing it; a Reserve only if no card of the suit does."""
    fitting = [play for play in _plays(menu) if play[0] <= goal]
    if not fitting:
        return None
    return max(fitting, key=lambda play: (1 - play[2], play[0]))[3]


def _to_win(menu: MenuJson, purse: int) -> str | None:
    """The cheapest play that turns the score, else the dearest that can be paid."""
    payable = [play for play in _plays(menu) if play[1] <= purse]
    winning = [play for play in payable if play[0] > 0]
    if winning:
        return min(winning, key=lambda play: (play[2], play[1]))[3]
    return max(payable, key=lambda play: (1 - play[2], play[1]))[3] if payable else None


class Adjutant:
    """Looks at every commit and carries out the instructions of seats that are to play a card."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._random = random.SystemRandom()
        self._busy: set[tuple[str, int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        house.listeners.append(self.look)

    async def look(self, room: Room) -> None:
        """Begin to think, for so long as a person might."""
        if room.referee.state != "CARD" or self.house.closing or room.row.sandbox:
            return
        for number in room.row.waiting:
            seat = room.row.seats[number]
            key = (room.row.id, number, room.row.versions[number])
            if seat.bot is None and seat.instruction is not None and key not in self._busy:
                self._busy.add(key)
                task = asyncio.create_task(self._carry_out(*key))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, game: str, number: int, version: int) -> None:
        pause = self.house.settings.instruction_seconds
        watch = self.house.watch
        # every moment is drawn before anything is looked at: it cannot depend on what the seat holds.
        # Half of the time he is on his way, half of it he looks
        comes = watch.now() + pause * self._random.uniform(0.1, 0.7)
        plays = comes + pause * self._random.uniform(0.2, 1.0)
        goes = plays + pause * self._random.uniform(0.2, 1.0)
        try:
            async with self.house.room(game) as room:
                await watch.until(comes)
                if self._order(room, number, version) is None:
                    return
                self._seem(room, number, True)
                await watch.until(plays)
                order = self._order(room, number, version)
                if order is not None:
                    await room.order(number, order, version, secrets.token_urlsafe(12))
                    await watch.until(goes)
        except Refusal:
            return  # the person was quicker, or the game is gone
        finally:
            self._busy.discard((game, number, version))
            live = self.house.live(game)
            if live is not None and not any(key[:2] == (game, number) for key in self._busy):
                self._seem(live, number, False)

    def _order(self, room: Room, number: int, version: int) -> str | None:
        """What the seat's instruction says to the present decision; None: nothing, or it is another's."""
        row, referee = room.row, room.referee
        instruction = row.seats[number].instruction
        if instruction is None or row.versions[number] != version or referee.state != "CARD":
            return None
        role = next((role for role in referee.deciding if role in row.seats[number].roles), None)
        return None if role is None else decide(instruction, referee.menu(role), referee.view(role)["combat"])

    def _seem(self, room: Room, number: int, looks: bool) -> None:
        """Let a seat seem to look, or not; told only where it makes a difference."""
        before = room.present()
        if looks:
            room.seeming.add(number)
        else:
            room.seeming.discard(number)
        if room.present() != before:
            self.house.tell_presence(room)

    def close(self) -> None:
        """Stop; a restart takes the instructions up again."""
        for task in self._tasks:
            task.cancel()
