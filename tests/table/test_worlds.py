"""Pairs of worlds that a seat cannot tell apart: whatever the table tells it is equal in both, and equally large.

One of each pair is a game, the other what the seat might imagine (`resample`, and a second, independent permutation of
everything it cannot know). Both are played on with orders that differ in their secret parts alone, until something is
disclosed: then, and only then, may the worlds part. Compared are the snapshot, every update as it is sent and as
it is compressed with the socket's own memory of what was sent before, the answers to questions, and the record.

`SANSSOUCI_PAIRS` says how many pairs; `SANSSOUCI_SEED` where they begin.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "friedrich"))
from generated import generate
from secrets_permuted import another_world

from sanssouci.friedrich import Game, resample
from sanssouci.table import robot
from sanssouci.table.contract.requests import Ask
from sanssouci.table.live import asks, wire
from sanssouci.table.live.connection import update
from sanssouci.table.live.model import GameRow, Mark, Seat
from sanssouci.table.live.referee import Referee, record_of
from sanssouci.table.live.room import Room, summarise
from sanssouci.table.storage.packing import dumps

PAIRS = int(os.environ.get("SANSSOUCI_PAIRS", "60"))
FIRST = int(os.environ.get("SANSSOUCI_SEED", "1")) * 1_000_000
#: orders that a pair is played on for at most
ORDERS = 8


class Ear:
    """What one seat of one world is told, with the socket's compression (`websocket.DEFLATE`)."""

    def __init__(self, position: dict[str, Any], role: str | None) -> None:
        # how a game began is no secret, and an imagined one begins from a position
        unseeded = {name: value for name, value in position.items() if name != "seed"}
        referee = Referee.load(json.loads(json.dumps(unseeded)))
        roles = roles_of(referee.game)
        seats = [Seat(n, [one], "here", one, None, True) for n, one in enumerate(roles)]
        row = GameRow(
            "game", 1, referee.scenario, len(seats), referee.options, 0.0, 0.0, 1, [1] * len(seats), 0,
            summarise(referee, seats), result=referee.result, seats=seats,
        )  # fmt: skip
        nowhere: Any = None
        self.room = Room(nowhere, row, referee, [], nowhere, nowhere)
        self.seat = next((seat for seat in seats if seat.roles == [role]), None)
        self.start = referee.position()
        self.entries: list[Any] = []
        self.packer = zlib.compressobj(4, zlib.DEFLATED, -14, 5)
        self.told: list[tuple[str, int]] = []
        self.hear(dumps([wire.play(self.room, self.seat), wire.table(self.room, 1, [])]))

    def hear(self, text: str) -> None:
        """One message, and how many bytes of it go over the wire."""
        self.told.append((text, len(self.packer.compress(text.encode()) + self.packer.flush(zlib.Z_SYNC_FLUSH))))

    def play(self, text: str, role: str) -> str | None:
        """An order of anybody; how it is told, or None if it disclosed something."""
        room = self.room
        before = room.referee.revealed
        after, public, secret = room.referee.play(text, role)
        giver = next(seat.seat for seat in room.row.seats if role in seat.roles)
        entry = replace(room.referee.entry(room.row.orders, giver, role, text, public, secret), at=0.0)
        row = replace(room.moved_on(after, giver, entry.n + 1), changed=0.0)
        room.row, room.referee = row, after
        room.marks.append(Mark(giver, entry.stage, entry.revealed))
        self.entries.append(entry)
        if after.revealed != before:
            return None
        return dumps(update(room, self.seat, entry.n, [entry]))

    def sums(self) -> dict[str, tuple[int, int]]:
        """Of each nation the generals on the map and the sum of their troops, for which anybody may ask."""
        view = self.room.referee.view(None)
        fielded = Counter(stack["nation"] for stack in view["stacks"] for _general in stack["generals"])
        return {name: (fielded[name], nation["troops"]) for name, nation in view["nations"].items()}

    def ask(self, what: Any, **more: Any) -> None:
        """A question, answered from what the seat may know."""
        nobody: Any = None
        message = Ask(what=what, **more)
        self.hear(dumps(asyncio.run(asks.ask(nobody, self.room, self.seat, message))))

    def record(self) -> None:
        """The record as the seat may have it."""
        roles = [] if self.seat is None else self.seat.roles
        last = self.room.referee.position()
        self.hear(record_of(self.start, self.entries, last, roles, False, {}, [], False))


def roles_of(game: Game) -> list[str]:
    """Everybody at a game."""
    return sorted({nation["role"] for nation in game.view(None).json()["nations"].values()})


def begun(rng: random.Random) -> Game:
    """A game in the midst of it: crowded and strange ones (`generated`), or a robot's."""
    if rng.random() < 0.6:
        return Game.from_position(generate(rng))
    game = Game.new(scenario="standard", players=4, seed=f"{rng.random()}")
    for _ in range(rng.randrange(120)):
        if (decision := game.decision) is None:
            break
        game.play(robot.order(game.menu(decision.roles[0]), rng), decision.roles[0])
    return game


def otherwise(text: str, menu: dict[str, Any], rng: random.Random) -> str:
    """The same order with another secret part: another card laid away, another division of a stack."""
    words = text.split()
    if words[0] == "discard" and menu["state"] == "FORCED_DISCARD":
        backs = [card for card in menu["cards"] if card.split("/")[1] == words[1].split("/")[1]]
        return f"discard {rng.choice(backs)}" if backs else text
    if "takes" in words and menu["state"] == "MOVE_MENU":
        group = next(g for g in menu["groups"] if "+".join(g["pieces"]) == words[1])
        words[3] = str(rng.randint(*group["takes"]))
    return " ".join(words)


def play_on(worlds: list[Ear], knowing: str | None, rng: random.Random) -> tuple[int, bool]:
    """Orders that look alike, until something is disclosed; how many, and whether something was."""
    for done in range(ORDERS):
        referees = [world.room.referee for world in worlds]
        if not referees[0].deciding or referees[0].deciding != referees[1].deciding:
            assert referees[0].deciding == referees[1].deciding, "everybody knows who is to act"
            return done, False
        role = referees[0].deciding[0]
        text = robot.order(referees[0].menu(role), rng)
        # one person may play several roles
        own = {nation["role"] for nation in referees[0].view(knowing)["nations"].values() if "hand" in nation}
        # what is laid away lies open where everybody may look through the used cards
        open_ = text.startswith("discard") and referees[0].game.state.options.used_piles_open
        other = text if role in own or open_ else otherwise(text, referees[1].menu(role), rng)
        if referees[0].check(text, role) is not None or referees[1].check(other, role) is not None:
            return done, False  # what one could do there, nobody can do here
        before = worlds[0].sums()
        told = [worlds[0].play(text, role), worlds[1].play(other, role)]
        if None in told or strength_shown(before, worlds):
            return done, True  # from here on they may differ
        for world, message in zip(worlds, told, strict=True):
            world.hear(message or "")
    return ORDERS, False


def strength_shown(before: dict[str, tuple[int, int]], worlds: list[Ear]) -> bool:
    """Whether a general left the map with all he had: his nation's sum, which is public, tells how many that were."""
    one, other = worlds[0].sums(), worlds[1].sums()
    return any(one[nation] != other[nation] and one[nation][0] < before[nation][0] for nation in one)


def pair(seed: int) -> tuple[bool, int]:
    """One pair of worlds; whether they differ at all, and how many orders were given."""
    rng = random.Random(seed)
    game = begun(rng)
    knowing: str | None = rng.choice([*roles_of(game), None])
    first = game.position()
    if rng.random() < 0.5:
        second = resample(game.view(knowing), rng).position()
    else:
        second = another_world(game, knowing, rng)[0]
    worlds = [Ear(position, knowing) for position in (first, second)]
    done, disclosed = play_on(worlds, knowing, random.Random(seed + 1))
    if not disclosed and rng.random() < 0.2:
        for world in worlds:
            world.ask("threats")
            placed = world.room.referee.view(knowing)["pieces"].items()
            for name in [name for name, piece in placed if "city" in piece][:3]:
                world.ask("piece", piece=name)
            if world.room.referee.result is None:  # over, it is open
                world.record()
    for one, other in zip(worlds[0].told, worlds[1].told, strict=False):
        assert one == other, f"seed {seed}: {knowing or 'a spectator'} is told {shown(one[0], other[0])}"
    assert disclosed or len(worlds[0].told) == len(worlds[1].told)
    return any(first[part] != second[part] for part in ("hands", "piles", "pieces", "fate")), done


def shown(one: str, other: str) -> str:
    """Where two texts part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 80) : at + 40]}… and …{other[max(0, at - 80) : at + 40]}…"


def test_worlds_that_look_alike_are_told_alike() -> None:
    found = [pair(FIRST + n) for n in range(PAIRS)]
    differ, orders = sum(1 for one in found if one[0]), sum(one[1] for one in found)
    assert differ > PAIRS * 0.9, "the worlds do not differ"
    assert orders > PAIRS, "hardly anything was played"
    print(f"{PAIRS} pairs of worlds, {differ} with other secrets, {orders} orders: no difference")


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter more for whoever else holds an odd number of low cards."""
    honest = wire.play

    def leaking(room: Room, seat: Seat | None) -> Any:
        hands = room.referee.position()["hands"]
        low = sum(1 for hand in hands.values() for card in hand if card[0] in "2345")
        return {**honest(room, seat), "role": "x" * (low % 2)}

    monkeypatch.setattr(wire, "play", leaking)
    with pytest.raises(AssertionError, match="is told"):
        for seed in range(40):
            pair(seed)
