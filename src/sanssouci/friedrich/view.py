"""Views."""

from __future__ import annotations

from typing import Any

from sanssouci.friedrich.chronicle import Chronicle
from sanssouci.friedrich.state import State


class View:
    """View."""

    def json(self) -> dict[str, Any]:
        """Json."""
        return {}


def view(s: State, chronicle: Chronicle, role: int | None) -> View:
    """View."""
    return View()
