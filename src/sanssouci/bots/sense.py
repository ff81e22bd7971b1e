"""Common sense for advice about movement: what no adviser may propose, whatever his reckoning says."""

from __future__ import annotations

from mypy_extensions import u8

from sanssouci.friedrich.decisions.orders import plan, text_of
from sanssouci.friedrich.knowledge.aids import reach
from sanssouci.friedrich.knowledge.outlook import perils
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.combat import list_pairs
from sanssouci.friedrich.rules.encoding import MOVE_TRAIN, attacker_of, kind_of, marching, subject_of
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATION_COUNT, PIECE_COUNT
from sanssouci.friedrich.rules.state import ASKED, HELD, State
from sanssouci.friedrich.rules.supply import supplied
from sanssouci.friedrich.rules.troops import top_of


def open_falls(s: State, own: int) -> set[str]:
    """The objectives that the enemy's next move could take, with nobody to keep them."""
    return {fall["city"] for fall in perils(s, own)[0] if not fall["guards"]}


def after_move(s: State, choices: list[int]) -> State:
    """The position after a move."""
    after = s.copy()
    for choice in choices:
        turn.apply(after, choice)
    return after


def untouched(s: State) -> bool:
    """Has nothing been moved or bought in this stage?"""
    return s.moved == 0 and s.recruits == 0


def saves(s: State, own: int, falls: set[str], choices: list[int]) -> set[str]:
    """What a move keeps from falling; nothing if it lays something else open."""
    left = open_falls(after_move(s, choices), own)
    return set() if left - falls else falls - left


def leaves_supply_for_nothing(s: State, own: int, choices: list[int]) -> bool:
    """Does a move take a supplied general out of supply, where no train can follow and nothing comes of it?"""
    if kind_of(choices[0]) == MOVE_TRAIN:
        return False
    group = int(marching(choices[0]))
    general = int(lowest(group))
    if not supplied(s, general):
        return False
    after = after_move(s, choices)
    if after.city[general] < 0 or supplied(after, general) or _gains(s, after, general):
        return False
    if open_falls(s, own) - open_falls(after, own):
        return False
    return not _train_follows(after, general)


def goes_nowhere(s: State, choices: list[int]) -> bool:
    """Does a move end where it began, with nothing taken on the way?"""
    after = after_move(s, choices)
    return list(after.city) == list(s.city) and not _takes(s, after)


def _takes(s: State, after: State) -> bool:
    """Is any objective taken, freed or asked for?"""
    return any(
        s.sets[row + nation] != after.sets[row + nation] for row in (HELD, ASKED) for nation in range(NATION_COUNT)
    )


def _gains(s: State, after: State, general: int) -> bool:
    """Is anything taken, asked for, caught or fought?"""
    if _takes(s, after):
        return True
    if any(s.city[train] >= 0 > after.city[train] for train in range(GENERAL_COUNT, PIECE_COUNT)):
        return True
    t = after.copy()
    list_pairs(t)
    return any(attacker_of(pair) == top_of(after, general) for pair in t.pairs)


def _train_follows(s: State, general: int) -> bool:
    """Could a train of the general's nation still bring him back into supply in this stage?"""
    trains = [subject_of(choice) for choice in turn.choices(s) if kind_of(choice) == MOVE_TRAIN]
    for train in trains:
        for end in reach(s, train):
            t = s.copy()
            t.occ[t.city[train]] = 0
            t.city[train] = end
            t.occ[end] = u8(1 + train)
            if supplied(t, general):
                return True
    return False


def straightened(s: State, choices: list[int], menu_ways: list[str]) -> str:
    """The order of a move by the shortest way of the menu to the same city, if all else comes out the same."""
    text = text_of(s, choices)
    words = text.split()
    keep = 4 if len(words) > 3 and words[2] == "takes" else 2
    if not menu_ways or len(words) - keep <= len(menu_ways):
        return text
    shorter = " ".join([*words[:keep], *menu_ways])
    one, two = after_move(s, choices), after_move(s, plan(s, shorter))
    return shorter if list(one.city) == list(two.city) and not _takes(one, two) else text
