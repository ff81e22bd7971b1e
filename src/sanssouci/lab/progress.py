"""A progress bar on standard error: rich's where it is installed and somebody looks, else a line now and then."""

from __future__ import annotations

import sys
import time
from typing import Any, Protocol


class Progress(Protocol):
    """Counts what is done."""

    def __enter__(self) -> Progress: ...

    def __exit__(self, *problem: object) -> None: ...

    def done(self, number: int = 1) -> None:
        """So many more are done."""
        ...


class Lines:
    """One line every half minute, and one at the end."""

    EVERY = 30.0

    def __init__(self, title: str, total: int, already: int, quiet: bool = False) -> None:
        self.title, self.total, self.count, self.quiet = title, total, already, quiet
        self.already = already
        self.begun = self.last = time.monotonic()

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *problem: object) -> None:
        self._say()

    def done(self, number: int = 1) -> None:
        """So many more are done."""
        self.count += number
        if time.monotonic() - self.last >= self.EVERY:
            self._say()

    def _say(self) -> None:
        self.last = time.monotonic()
        spent, new = self.last - self.begun, self.count - self.already
        if not self.quiet:
            left = f", {spent / new * (self.total - self.count):.0f} s left" if new and self.count < self.total else ""
            print(f"{self.title}: {self.count} of {self.total}, {spent:.0f} s{left}", file=sys.stderr, flush=True)


class Bar:
    """The bar of rich."""

    def __init__(self, title: str, total: int, already: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Rich

        self._rich: Any = Rich(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            TimeRemainingColumn(), console=Console(stderr=True),
        )  # fmt: skip
        self._task = self._rich.add_task(title, total=total, completed=already)

    def __enter__(self) -> Bar:
        self._rich.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._rich.stop()

    def done(self, number: int = 1) -> None:
        """So many more are done."""
        self._rich.advance(self._task, number)


def progress(title: str, total: int, already: int = 0) -> Progress:
    """The best there is here."""
    if sys.stderr.isatty():
        try:
            return Bar(title, total, already)
        except ImportError:
            pass
    return Lines(title, total, already)
