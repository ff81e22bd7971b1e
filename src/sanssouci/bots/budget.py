"""How much a bot may think about one decision."""

from __future__ import annotations

import time
from collections.abc import Callable


class Budget:
    """Either a number of roll-outs (results repeat) or seconds (at the table). Given both, what ends first."""

    def __init__(self, rollouts: int | None = None, seconds: float | None = None, processor: bool = False) -> None:
        """Without any figure: the bot's own habit. `processor`: seconds of this process's own processor time."""
        if rollouts is not None and rollouts < 0:
            raise ValueError(f"a budget of {rollouts} roll-outs is less than none")
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"a budget of {seconds} seconds is less than none")
        self.rollouts = rollouts
        self.seconds = seconds
        #: The clock that the seconds are read from; who waits for a processor loses nothing on the second.
        self.clock: Callable[[], float] = time.process_time if processor else time.monotonic

    @classmethod
    def of(cls, given: Budget | float | None) -> Budget:
        """A budget as it is, a plain number as seconds, nothing as no limit of its own."""
        if given is None:
            return cls()
        if isinstance(given, Budget):
            return given
        return cls(seconds=float(given))

    def deadline(self) -> float:
        """The moment of `clock` at which thinking should end; infinite without seconds."""
        return float("inf") if self.seconds is None else self.clock() + self.seconds

    def __repr__(self) -> str:
        """For logs and reports."""
        return f"Budget(rollouts={self.rollouts}, seconds={self.seconds})"
