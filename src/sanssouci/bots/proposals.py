"""Orders worth thinking about: what captain would do, what he would do next, plans of two orders, purchases.

A plan of two is a candidate like any other; only its first order is given, the second is thought about again.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.levy import best_levy, carry_out
from sanssouci.bots.marches import best_march
from sanssouci.bots.weights import W_RECRUIT
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import MOVE_MENU, State

#: At most so many marches of one group.
OF_ONE: Final = 3
#: How much more eagerly a purchase is proposed than captain would make it.
EAGER: Final = 3

Ranked = list[tuple[int, list[int]]]


def ranked_marches(b: Belief, w: vec[i64]) -> Ranked:
    """Every march with its value by captain's eye, the best first."""
    kept = best_march(b.state, b, w, True).kept
    return sorted(kept, key=lambda one: -one[0])


def thinned(ranked: Ranked, number: int) -> Ranked:
    """The best so many, no group more often than `OF_ONE` times."""
    found: Ranked = []
    groups: dict[int, int] = {}
    for one in ranked:
        group = one[1][0]
        groups[group] = groups.get(group, 0) + 1
        if groups[group] <= OF_ONE:
            found.append(one)
        if len(found) == number:
            break
    return found


def plans_of_two(b: Belief, w: vec[i64], firsts: Ranked, number: int) -> list[list[int]]:
    """After each of the first marches the best that could follow, if it is an improvement."""
    found = []
    for value, first in firsts[:number]:
        t = b.state.copy()
        for choice in first:
            turn.apply(t, choice)
        if t.state == MOVE_MENU and t.nation == b.state.nation:
            then = best_march(t, b, w, False)
            if then.looked and then.value > value:
                found.append([*first, *(int(c) for c in then.choices)])
    return found


def purchase(b: Belief, w: vec[i64]) -> list[int]:
    """The purchase that somebody eager to recruit would make; empty if none can be."""
    eager = w[:]
    eager[W_RECRUIT] = w[W_RECRUIT] * EAGER
    levy = best_levy(b.state, b, eager)
    return [int(c) for c in carry_out(b.state, levy, b, eager)] if levy.gain > 0 else []


def first_order(s: State, choices: list[int]) -> list[int]:
    """The first order of a plan that begins at the movement menu."""
    t = s.copy()
    for number, choice in enumerate(choices):
        turn.apply(t, choice)
        if t.state == MOVE_MENU and t.nation == s.nation and t.turn == s.turn:
            return choices[: number + 1]
    return choices
