"""All decisions of the game. A new one is a module of its own and a line here."""

from __future__ import annotations

from typing import Any, Final

from sanssouci.friedrich.decisions.allot import Allot
from sanssouci.friedrich.decisions.attack import Attack
from sanssouci.friedrich.decisions.decision import Answer, Asked, Part
from sanssouci.friedrich.decisions.discard import Discard
from sanssouci.friedrich.decisions.evade import Evade
from sanssouci.friedrich.decisions.flip import Flip
from sanssouci.friedrich.decisions.gift import Gift
from sanssouci.friedrich.decisions.laudon import Laudon
from sanssouci.friedrich.decisions.liberate import Liberate
from sanssouci.friedrich.decisions.lose import Lose
from sanssouci.friedrich.decisions.move import Move
from sanssouci.friedrich.decisions.offensive import Offensive
from sanssouci.friedrich.decisions.phase import End, Phase
from sanssouci.friedrich.decisions.play import PlayCard
from sanssouci.friedrich.decisions.recruit import Recruit
from sanssouci.friedrich.decisions.redraw import Redraw
from sanssouci.friedrich.decisions.reinforce import Reinforce
from sanssouci.friedrich.decisions.remove import Remove
from sanssouci.friedrich.decisions.retire import Retire
from sanssouci.friedrich.decisions.retreat import Retreat
from sanssouci.friedrich.decisions.trade import Trade
from sanssouci.friedrich.decisions.west import West
from sanssouci.friedrich.rules.state import STATE_NAMES

PARTS: Final[list[Part]] = [
    Allot(), Discard(), Offensive(), Phase(), Move(), Recruit(), Remove(), End(), Attack(), Evade(), PlayCard(),
    Retreat(), Liberate(), Reinforce(), Retire(), Trade(), Redraw(), Laudon(), Flip(), Gift(), Lose(), West(),
]  # fmt: skip
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
