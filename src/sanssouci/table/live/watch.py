"""The time that players see pass between what a seat is asked and what it does."""

from __future__ import annotations

import asyncio
import time


class Watch:
    """Tells the time and waits; tests put one in its place whose time they move themselves."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    async def until(self, moment: float) -> None:
        """Wait for a moment; not at all if it has passed."""
        pause = moment - self.now()
        if pause > 0:
            await asyncio.sleep(pause)
