"""All decisions of the game, found in the modules of this folder."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any, Final

from sanssouci.friedrich.decisions.decision import Answer, Asked, Part
from sanssouci.friedrich.rules.names import NATION_COUNT
from sanssouci.friedrich.rules.state import PHASES, STATE_NAMES, State

#: The door to all decisions stands beside them, and asks this module.
_DOOR: Final = "orders"


def _found() -> list[Part]:
    """One of every class with a state, in the order of the game."""
    parts: list[Part] = []
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        name = f"{__package__}.{module.name}"
        if module.name != _DOOR and name != __name__:
            for kind in vars(importlib.import_module(name)).values():
                if isinstance(kind, type) and issubclass(kind, Part) and kind.__module__ == name:
                    if hasattr(kind, "state"):
                        parts.append(kind())
    return sorted(parts, key=lambda one: one.state)


PARTS: Final[list[Part]] = _found()
ANSWERS: Final[list[Answer[Any]]] = [one for one in PARTS if isinstance(one, Answer)]
#: The question that is asked in each state.
ASKED_IN: Final[dict[int, Asked]] = {one.state: one for one in PARTS if isinstance(one, Asked)}
#: The kind of order that each verb begins.
ANSWERED_BY: Final[dict[str, Answer[Any]]] = {verb: one for one in ANSWERS for verb in one.forms}
#: How each order is written, for refusals and help.
FORMS: Final[dict[str, str]] = {verb: form for one in ANSWERS for verb, form in one.forms.items()}
#: The small steps inside a whole order.
INNER: Final[dict[int, str]] = {state: rule for one in ANSWERS for state, rule in one.inner.items()}
#: The rule under which each state is asked.
RULE_OF: Final[dict[int, str]] = INNER | {state: one.rule for state, one in ASKED_IN.items()}
#: States in which several nations decide at once, and each order names its own.
TOGETHER: Final[tuple[str, ...]] = tuple(STATE_NAMES[one.state] for one in ASKED_IN.values() if one.together)


def waiting_in(s: State) -> Part | None:
    """The decision that a game waits for, None when it is over.

    A small step inside an order may belong to one decision of a stage and to another of the fate step.
    """
    if s.state in ASKED_IN:
        return ASKED_IN[int(s.state)]
    fate = s.nation == NATION_COUNT
    owners = [one for one in ANSWERS if s.state in one.inner]
    return next((one for one in owners if (PHASES[one.state] == "fate") == fate), owners[0] if owners else None)
