"""What a role may do now, complete but factored (docs/view.md): what a page lights up.

Everything on a menu is read off the engine's small steps by the decision that is asked, so that a menu cannot promise
what is then refused.
"""

from __future__ import annotations

from typing import Any

from sanssouci.friedrich.decisions.decision import plain
from sanssouci.friedrich.decisions.phase import walk
from sanssouci.friedrich.decisions.registry import ASKED_IN
from sanssouci.friedrich.decisions.walks import ends_of
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.names import NATION_COUNT, NATIONS
from sanssouci.friedrich.rules.state import GAME_OVER, STATE_NAMES, State, role_of

__all__ = ["ends_of", "menu", "walk"]


def menu(s: State, role: int) -> dict[str, Any]:
    """The menu of a role; empty if it is not to act."""
    if s.state == GAME_OVER:
        return {}
    waiting = turn.deciders(s)
    own = [n for n in range(NATION_COUNT) if waiting >> n & 1 and role_of(s, n) == role]
    if not own:
        return {}
    asked = ASKED_IN.get(int(s.state))
    if asked is None:  # in the middle of an order that is given in small steps
        choices = [int(choice) for choice in turn.choices(s)]
        return {"state": STATE_NAMES[s.state], "nation": NATIONS[own[0]], "choices": choices}
    said: dict[str, Any] = plain(asked.menu(s, own))
    return said
