"""What the decisions in the midst of a combat share: a position that waits for one needs two stacks that fight."""

from __future__ import annotations

from sanssouci.friedrich.decisions.decision import Fault
from sanssouci.friedrich.rules.board import PIECE_NATION, hostile
from sanssouci.friedrich.rules.names import NATION_COUNT
from sanssouci.friedrich.rules.state import NOBODY, POOL, State


def no_fight(s: State) -> Fault | None:
    """Why there is no combat of the stage's nation under way, if there is none."""
    if s.nation == NATION_COUNT:
        return "not_fate_step", "state"
    for name, top in (("attacker", s.attacker), ("defender", s.defender)):
        if top == NOBODY or s.city[top] < 0 or s.men[POOL + top] == 0:
            return "stack_fights", f"combat.{name}"
    if not hostile(PIECE_NATION[s.attacker], PIECE_NATION[s.defender]) or PIECE_NATION[s.attacker] != s.nation:
        return "no_fight", "combat.defender"
    return None


def not_his(s: State, top: int) -> Fault | None:
    """Why the nation that decides is not that of a stack."""
    return ("combat_decides", "decider") if PIECE_NATION[top] != s.decider else None
