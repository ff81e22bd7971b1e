"""Garbage goes, whenever it became garbage, and what lives is not gone through every time."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Iterator

import pytest

from sanssouci.table.live import sweeping
from sanssouci.table.live.sweeping import LATEST_SECONDS, SWEEP_SECONDS, YOUNG, Sweeper, sweep


class Ring:
    """Something that refers to itself: only the collector finds it."""

    def __init__(self) -> None:
        self.me = self


def add(number: int) -> list[list[int]]:
    """Containers that stay as long as they are held."""
    return [[n] for n in range(number)]


@pytest.fixture
def sweeper() -> Iterator[Sweeper]:
    """One that began at second 0."""
    made = Sweeper(0.0)
    yield made
    made.stop()
    gc.collect()


def test_rings_that_go_at_once_are_found_by_the_next_step(sweeper: Sweeper) -> None:
    gone = weakref.ref(Ring())
    held = add(YOUNG)
    sweeper.step(1.0, 0.5)
    assert gone() is None and len(held) == YOUNG


def test_what_was_looked_at_is_set_aside(sweeper: Sweeper) -> None:
    """The next look does not go through it: neither young nor old generations hold anything."""
    held = add(10 * YOUNG)
    sweeper.step(1.0, 0.5)
    left = sum(len(gc.get_objects(generation)) for generation in range(3))
    assert left < YOUNG < gc.get_freeze_count() and held


def test_few_new_things_are_not_worth_a_look(sweeper: Sweeper) -> None:
    gone = weakref.ref(Ring())
    sweeper.step(1.0, 0.0)
    assert gone() is not None


@pytest.mark.parametrize(
    ("now", "busy", "swept"),
    [
        (SWEEP_SECONDS - 1, 0.0, False),
        (SWEEP_SECONDS, 0.5, False),
        (SWEEP_SECONDS, 0.0, True),
        (LATEST_SECONDS, 0.9, True),
    ],
)
def test_rings_that_lived_long_are_swept_out_in_a_quiet_moment(
    sweeper: Sweeper, now: float, busy: float, swept: bool
) -> None:
    ring = Ring()
    gone = weakref.ref(ring)
    held = add(YOUNG)
    sweeper.step(1.0, 0.5)
    del ring
    sweeper.step(now, busy)
    assert (gone() is None) is swept and held


def test_the_collector_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the server runs it is off; at the end it is as it was, and nothing stays set aside."""
    monkeypatch.setattr(sweeping, "EVERY", 0.001)

    async def run() -> None:
        task = asyncio.create_task(sweep())
        gone = weakref.ref(Ring())
        while gc.isenabled():
            await asyncio.sleep(0)
        held = add(YOUNG)
        while gone() is not None:
            await asyncio.sleep(0.001)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert held

    asyncio.run(asyncio.wait_for(run(), 20))
    assert gc.isenabled() and gc.get_freeze_count() == 0
