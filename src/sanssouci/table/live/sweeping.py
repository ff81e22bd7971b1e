"""Collecting garbage in small steps, so that no pause grows with the number of games.

Left to itself the collector goes through everything that lives, once enough of it has been added: with a
thousand games open that took 0.2 s, and everybody waited. Nearly all that is added here stays, and nearly
all that goes lies in no circle. So a step looks only at what came since the step before and then sets it
aside; what has become garbage among the things set aside is swept out when nobody is waiting.
"""

from __future__ import annotations

import asyncio
import gc
import time

#: seconds between two steps
EVERY = 0.5
#: containers that must have come before a step looks at them
YOUNG = 2_000
#: seconds after which everything is gone through in a quiet moment, and at the latest
SWEEP_SECONDS, LATEST_SECONDS = 600.0, 3600.0
#: share of a processor below which a moment is quiet
QUIET = 0.05


class Sweeper:
    """Takes the collector's place from its making until `stop`."""

    def __init__(self, now: float) -> None:
        gc.collect()
        gc.freeze()
        gc.disable()
        self._swept = now

    def step(self, now: float, busy: float) -> None:
        """Look at what is new; sweep out everything if it is time. `busy`: share of a processor since the last step."""
        due = now - self._swept
        if (due >= SWEEP_SECONDS and busy < QUIET) or due >= LATEST_SECONDS:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._swept = now
        elif gc.get_count()[0] >= YOUNG:
            gc.collect(0)
            gc.freeze()

    def stop(self) -> None:
        """The collector goes on as usual."""
        gc.unfreeze()
        gc.enable()


async def sweep() -> None:
    """Step until cancelled."""
    now, spent = time.monotonic(), time.process_time()
    sweeper = Sweeper(now)
    try:
        while True:
            await asyncio.sleep(EVERY)
            later, more = time.monotonic(), time.process_time()
            sweeper.step(later, (more - spent) / (later - now))
            now, spent = later, more
    finally:
        sweeper.stop()
