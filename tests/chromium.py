"""The browser of the tests: where there is one that draws no windows, that one, since it takes a third less time."""

from __future__ import annotations

import os
import shutil

#: The commands by which it may be known, the best first.
COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser")


def find(path: str | None = None) -> str | None:
    """Where it is; the variable CHROMIUM names another."""
    return os.environ.get("CHROMIUM") or next(filter(None, (shutil.which(one, path=path) for one in COMMANDS)), None)


CHROMIUM = find()
