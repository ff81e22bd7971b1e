"""Nothing hidden in time: when bots and instructions answer follows from what everybody knows.

Pairs of worlds that a spectator cannot tell apart (a game, and another drawn by `resample` from his view) are
played at a table whose watch stands still unless the test moves it. A bot thinks for a time that betrays its
hand, as `general` does; what the spectator sees, when, and how large it is once compressed must not differ.
"""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sanssouci.friedrich import Game, resample
from sanssouci.table import robot
from sanssouci.table.contract.requests import Instruction
from sanssouci.table.live.connection import Connection
from sanssouci.table.live.house import House
from sanssouci.table.live.instructions import Adjutant
from sanssouci.table.live.model import SPECTATOR, Seat
from sanssouci.table.live.referee import Referee
from sanssouci.table.live.room import Room
from sanssouci.table.live.watch import Watch
from sanssouci.table.measure import METRICS
from sanssouci.table.settings import Settings
from sanssouci.table.storage import store_people
from sanssouci.table.storage.database import open_database
from sanssouci.table.thinking import slots
from sanssouci.table.thinking.advice import Adviser
from sanssouci.table.thinking.bots import BotDesk
from sanssouci.table.thinking.job import Job
from sanssouci.table.thinking.workers import Answer, BotFailed, Worker, Workers

ROLES = ["friedrich", "elisabeth", "maria-theresa", "pompadour"]
#: a hand as large as the enemy's, so that only the faces are hidden
DUEL: dict[str, Any] = {
    "format": "friedrich-position/1", "turn": 5, "nation": "prussia", "phase": "combat",
    "pieces": {"keith": {"city": "cottbus", "troops": 3}, "daun": {"city": "forst", "troops": 6}},
    "hands": {"prussia": ["13S", "4H", "7D"], "austria": ["9C", "2H"]},
}  # fmt: skip


class Stopped(Watch):
    """A watch that the test moves."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    async def until(self, moment: float) -> None:
        self.time = max(self.time, moment)
        await asyncio.sleep(0)


class Thinker(Worker):
    """Stands for the bots' process: gives an order and takes as long as the hand tells it to."""

    def __init__(self, watch: Stopped, order: Any) -> None:
        super().__init__(0)
        self.watch, self.clock = watch, watch.now
        self.order = order
        self.jobs: list[Job] = []

    async def ready(self) -> None:
        """It always is."""

    async def _exchange(self, job: Any) -> Answer:
        self.jobs.append(job)
        self.watch.time += betraying(job.view, job.menu, job.budget)
        await asyncio.sleep(0)
        return {"answer": self.order(job)}


def betraying(view: Any, menu: dict[str, Any], budget: float) -> float:
    """Seconds that differ with what the seat holds, within its budget."""
    held = json.dumps([menu.get("plays"), menu.get("cards"), view.json()["nations"]], sort_keys=True)
    return budget * random.Random(held).uniform(0.0, 1.0)


def seats_for(game: Game, bots: list[str]) -> list[Seat]:
    """All four seats; some of them bots."""
    return [
        Seat(n, [role], "bot" if role in bots else "here", role, "captain" if role in bots else None, True)
        for n, role in enumerate(ROLES)
    ]


class Table:
    """A house of one game with a spectator, a desk of bots and a watch."""

    def __init__(self, house: House, room: Room, thinker: Thinker, spectator: Connection) -> None:
        self.house, self.room, self.thinker, self.spectator = house, room, thinker, spectator
        self.times: list[float] = []

    def seen(self) -> list[dict[str, Any]]:
        """What the spectator was told, ids, dates and promises of a shuffle aside: they differ from game to game."""
        told = []
        while not self.spectator.queue.empty():
            text = self.spectator.queue.get_nowait()
            message = json.loads(text or "null")
            for entry in message.get("log", []):
                entry["at"] = ""
            for line in ("created", "changed", "game", "shuffle"):
                message.get("card", {}).pop(line, None)
            told.append(message)
        return told


async def play(
    path: Path,
    game: Game,
    bots: list[str],
    order: Any,
    orders: int,
    instruction: Instruction | None = None,
    slot_factor: float = 1.0,
    busy: float = 0.0,
) -> Table:
    """Let the bots (and instructions) of a game give so many orders; when each was committed.

    `busy`: for how long the only process thinks about something else when the first bot wants it.
    """
    house = House(await open_database(str(path)), Settings(slot_factor=slot_factor))
    watch = house.watch = Stopped()
    desk = BotDesk(house)
    adjutant = Adjutant(house)
    adjutant._random = random.Random(1756)  # type: ignore[assignment]
    thinker = Thinker(watch, order)
    workers = desk.workers = Workers(1, make=lambda _nice: thinker)
    async with house.database.writing() as connection:
        person = await store_people.new_person(connection, "0" * 64)
    at_table = seats_for(game, bots)
    for seat in at_table:
        seat.instruction = instruction if seat.kind == "here" else None
    done = asyncio.Event()
    listeners, house.listeners = house.listeners, []
    row, _links = await house.create(person, "standard", {}, at_table, referee=Referee(game.copy()))
    house.listeners = listeners
    async with house.room(row.id) as room:
        for seat, made in zip(room.row.seats, at_table, strict=True):
            seat.instruction = made.instruction
        spectator = Connection(room, person, [SPECTATOR])
        spectator.greeted = True
        room.connections.add(spectator)
        table = Table(house, room, thinker, spectator)

        async def noted(_room: Room) -> None:
            table.times.append(watch.time)
            if len(table.times) >= orders:
                house.closing = True
                done.set()

        house.listeners.append(noted)
        table.times.clear()
        async with asyncio.timeout(60), workers.turn() if busy else nullcontext():
            async with room.lock:
                for listener in listeners[:-1]:
                    await listener(room)
            while busy and not workers._turns._lines:
                await asyncio.sleep(0)
            watch.time += busy
        async with asyncio.timeout(60):
            await done.wait()
        adjutant.close()
        await desk.close()
        room.connections.clear()
    await house.database.close()
    return table


def worlds(position: dict[str, Any], number: int) -> list[Game]:
    """A game and others that a spectator cannot tell from it."""
    true = Game.from_position(position)
    view = true.view(None)
    found = [true, *(resample(view, random.Random(n)) for n in range(number))]
    assert all(one.view(None).json() == view.json() for one in found)
    hands = {json.dumps(one.position()["hands"]) for one in found}
    assert len(hands) > number // 2, "the worlds do not differ"
    return found


def gives_up(job: Job) -> str:
    """What every one of these worlds may do, and what discloses no card."""
    menu = job.menu
    return "pass" if menu["state"] == "CARD" else robot.order(menu, random.Random(5))


def test_a_bots_speed_tells_nothing_of_its_hand(tmp_path: Path) -> None:
    told = []
    for n, world in enumerate(worlds(DUEL, 5)):
        table = asyncio.run(play(tmp_path / f"{n}.sqlite3", world, ROLES, gives_up, 1))
        seen = table.seen()
        sizes = [len(zlib.compress(json.dumps(message).encode(), 6)) for message in seen]
        told.append((table.times, sizes, json.dumps(seen)))
        assert seen[0]["orders"] == 1
    assert len({json.dumps(times) for times, _, _ in told}) == 1, [times for times, _, _ in told]
    assert len({json.dumps(sizes) for _, sizes, _ in told}) == 1 and len({text for _, _, text in told}) == 1
    assert told[0][0][0] == pytest.approx(slots.CARD)


@pytest.mark.parametrize(("busy", "answered"), [(0.3, 1), (0.42, 1), (0.44, 2), (0.6, 2), (0.95, 3)])
def test_who_waits_for_a_process_answers_when_the_wait_says(tmp_path: Path, busy: float, answered: int) -> None:
    """The moment is settled when the process is there; only what is left until then is thought."""
    before = METRICS.counts["slot_overruns", ""]
    tables = [
        asyncio.run(play(tmp_path / f"{n}.sqlite3", world, ROLES, gives_up, 1, busy=busy))
        for n, world in enumerate(worlds(DUEL, 5))
    ]
    assert {round(table.times[0], 6) for table in tables} == {answered * slots.CARD}
    assert METRICS.counts["slot_overruns", ""] == before


def test_without_slots_the_speed_would_tell(tmp_path: Path) -> None:
    """The leak that the slots close is one that these tests can see."""
    tables = [
        asyncio.run(play(tmp_path / f"{n}.sqlite3", world, ROLES, gives_up, 1, slot_factor=0))
        for n, world in enumerate(worlds(DUEL, 5))
    ]
    assert len({table.times[0] for table in tables}) > 3


def test_an_instructions_pause_tells_nothing_of_its_hand(tmp_path: Path) -> None:
    times = []
    for n, world in enumerate(worlds(DUEL, 5)):
        instruction: Instruction = {"mode": "never", "combats": "both"}
        game = asyncio.run(play(tmp_path / f"{n}.sqlite3", world, [], gives_up, 1, instruction))
        # the first order deals the cards, and the card of the game tells so
        assert [message["type"] for message in game.seen()][-2:] == ["update", "table"]
        times.append(game.times)
    assert len({json.dumps(one) for one in times}) == 1 and times[0][0] > 0.3 * Settings().instruction_seconds


def test_thinking_is_cut_to_fit_and_slots_of_a_stage_are_bounded(tmp_path: Path) -> None:
    """Whole turns of bots: within each stage the slots add up to six seconds at most, and every thought fits."""
    before = METRICS.counts["slot_overruns", ""]
    game = Game.new(seed="a watch")
    rng = random.Random(2)
    table = asyncio.run(
        play(tmp_path / "table.sqlite3", game, ROLES, lambda job: robot.order(job.menu, rng, end=0.05), 260)
    )
    assert METRICS.counts["slot_overruns", ""] == before
    assert all(job.budget <= slots.MOVE for job in table.thinker.jobs)
    spent: dict[str, float] = {}
    for mark, at, last in zip(table.room.marks, table.times, [0.0, *table.times], strict=False):
        spent[mark.stage] = spent.get(mark.stage, 0.0) + at - last
    assert len(spent) > 8 and max(spent.values()) <= slots.STAGE_SECONDS + 1e-6
    # nobody waits long for what is short: few stages take half of it
    assert sorted(spent.values())[len(spent) // 2] < slots.STAGE_SECONDS


def test_a_long_stage_stays_within_its_seconds() -> None:
    """However many decisions a stage has, each is answered at the end of its own slot and none of them overdraws."""
    for wanted in (slots.MOVE, slots.CARD, slots.TRAINS):
        one_stage = slots.Slots()
        taken = [one_stage.take("3/austria", wanted, 1.0) for _ in range(60)]
        assert sum(taken) <= slots.STAGE_SECONDS and all(slot > 0 for slot in taken)
        assert all(slot > slots.SPARE + slots.LEAST for slot in taken[:24])
        assert all(slots.answering(7.0, slot, 7.0) == pytest.approx(7.0 + slot) for slot in taken)
        assert one_stage.take("4/prussia", wanted, 1.0) == pytest.approx(taken[0])


def test_a_thought_that_takes_too_long_is_counted_and_told_at_a_later_end(tmp_path: Path) -> None:
    before = METRICS.counts["slot_overruns", ""]

    async def wait(thought: float) -> float:
        house = House(await open_database(str(tmp_path / "table.sqlite3")), Settings())
        watch = house.watch = Stopped()
        watch.time = thought
        await BotDesk(house)._wait(0.0, 0.5, 0.5)
        await house.database.close()
        return watch.time

    assert [asyncio.run(wait(thought)) for thought in (0.0, 0.3, 0.5)] == [0.5] * 3
    assert METRICS.counts["slot_overruns", ""] == before
    assert [asyncio.run(wait(thought)) for thought in (0.51, 0.9, 1.2)] == [1.0, 1.0, 1.5]
    assert METRICS.counts["slot_overruns", ""] == before + 3


def test_a_bot_whose_process_died_is_asked_again(tmp_path: Path) -> None:
    """Only when it fails twice does the simplest one help out."""
    asked: list[str] = []

    def dies(failures: int) -> Any:
        def order(job: Job) -> str:
            asked.append(job.bot)
            if len(asked) <= failures:
                raise BotFailed("captain: its process died")
            return gives_up(job)

        return order

    for failures, names in ((1, ["captain"] * 2), (2, ["captain", "captain", "random"])):
        asked.clear()
        asyncio.run(play(tmp_path / f"{failures}.sqlite3", Game.from_position(DUEL), ROLES, dies(failures), 1))
        assert asked[: len(names)] == names


def test_what_everybody_knows_to_be_forced_is_answered_at_once() -> None:
    empty = Game.from_position(DUEL | {"hands": {"austria": ["9C"]}})
    assert slots.length(empty.view(None), "CARD") == slots.FORCED
    moving = {name: value for name, value in DUEL.items() if name != "phase"} | {"nation": "austria"}
    stands = Game.from_position(moving)
    assert slots.length(stands.view(None), "MOVE_MENU") == slots.MOVE
    pieces = DUEL["pieces"] | {"austria-train-1": {"city": "prag"}}
    trains = Game.from_position(moving | {"pieces": pieces, "moved": ["daun"]})
    assert slots.length(trains.view(None), "MOVE_MENU") == slots.TRAINS
    done = Game.from_position(moving | {"moved": ["daun"]})
    assert slots.length(done.view(None), "MOVE_MENU") == slots.FORCED


def test_hints_think_in_processes_of_their_own(tmp_path: Path) -> None:
    """However many hints are asked for, a bot's thought waits for none of them."""

    async def ask() -> list[str]:
        adviser = Adviser(Settings())
        house = House(await open_database(str(tmp_path / "table.sqlite3")), Settings(), adviser.advise)
        desk = BotDesk(house)
        asked: list[str] = []

        class Noted:
            def __init__(self, name: str) -> None:
                self.name = name

            async def ask(self, job: Job, _seconds: float, *_who: object, **_more: object) -> Any:
                asked.append(f"{self.name}: {job.what}")
                return "end"

        desk.workers, adviser.workers = Noted("bots"), Noted("advisers")  # type: ignore[assignment]
        game = Game.from_position(DUEL)
        for what in ("hints", "odds", "chances"):
            assert house.advise is not None
            await house.advise(what, game.view("friedrich"), {})
        await house.database.close()
        return asked

    assert asyncio.run(ask()) == ["advisers: hints", "advisers: odds", "advisers: chances"]
