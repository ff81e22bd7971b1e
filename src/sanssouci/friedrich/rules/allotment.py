"""R1.10: the first allotment of troops."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit, count, lowest
from sanssouci.friedrich.rules.events import tell, tell_some
from sanssouci.friedrich.rules.names import GENERALS, MOST_TROOPS, NATION_COUNT, NATIONS
from sanssouci.friedrich.rules.stages import turn_begins
from sanssouci.friedrich.rules.state import ALLOT, POOL, STAGE_BEGIN, State, role_of, seers, who_at
from sanssouci.friedrich.rules.steps import STEPS, Step, ask
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, generals_on_map, reveal, top_of


def begin_allotment(s: State) -> None:
    """ST01: nations with a single possible vector are done at once; the first of the others is asked."""
    for nation in range(NATION_COUNT):
        if s.playing >> nation & 1 == 1 and s.allotted >> nation & 1 == 0 and single_allotment(s, nation):
            _allot_single(s, nation)
    next_allotment(s)


def _allot_single(s: State, nation: i64) -> None:
    left = ceiling(s, nation)
    troops: list[int] = []
    end = end_general(nation)
    for g in range(first_general(nation), end):
        if s.city[g] >= 0:
            low, _ = allot_bounds(s, nation, g, left)
            troops.append(low)
            left -= low
    write_allotment(s, nation, troops)
    for top in range(first_general(nation), end):
        if s.city[top] >= 0 and who_at(s, s.city[top]) == top + 1:
            reveal(s, top)  # everybody can work it out


def write_allotment(s: State, nation: i64, troops: list[int]) -> None:
    """A nation's whole vector is laid down, in secret."""
    i: i64 = 0
    names: dict[str, object] = {}
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] >= 0:
            top = top_of(s, g)
            s.men[POOL + top] = s.men[POOL + top] + troops[i]
            names[GENERALS[g]] = troops[i]
            i += 1
    s.allotted |= bit(nation)
    if s.log is not None:
        tell_some(
            s, "allot", "R1.10", {"nation": NATIONS[nation]}, {"troops": names},
            int(seers(s, role_of(s, nation))),
        )  # fmt: skip


def next_allotment(s: State) -> None:
    """The next nation is asked; after the last one the first turn begins."""
    for nation in range(NATION_COUNT):
        if s.playing >> nation & 1 == 1 and s.allotted >> nation & 1 == 0:
            ask(s, ALLOT, nation)
            s.buy_to = lowest(generals_on_map(s, nation))
            s.buy_left = ceiling(s, nation)
            return
    s.buy_to = 0
    s.buy_left = 0
    if s.log is not None:
        tell(s, "allot_done", "R1.10", {})
    s.turn = 1
    s.nation = 0
    s.state = STAGE_BEGIN
    turn_begins(s)


def undo_partial(s: State, nation: i64) -> None:
    """Forget what a nation has half allotted in small steps."""
    for g in range(first_general(nation), end_general(nation)):
        s.men[POOL + g] = 0


def allot_step(s: State, choice: i64) -> None:
    """ST01: one general's troops, general · 16 + troops; the last general gets the rest."""
    nation = s.decider
    general = choice // 16
    troops = choice % 16
    top = top_of(s, general)
    s.men[POOL + top] = s.men[POOL + top] + troops
    s.buy_left -= troops
    g = general + 1
    end = end_general(nation)
    while g < end and s.city[g] < 0:
        g += 1
    s.buy_to = g
    # The last general gets the rest.
    last = g
    g += 1
    while g < end and s.city[g] < 0:
        g += 1
    if last < end and g >= end:
        top = top_of(s, last)
        s.men[POOL + top] = s.men[POOL + top] + s.buy_left
        s.allotted |= bit(nation)
        if s.log is not None:
            tell_some(s, "allot", "R1.10", {"nation": NATIONS[nation]}, {}, int(seers(s, role_of(s, nation))))
        next_allotment(s)


def allot_bounds(s: State, nation: i64, general: i64, left: i64) -> tuple[i64, i64]:
    """R1.10: the least and the most a general may get if `left` troops remain for him and those after him."""
    after = count(generals_on_map(s, nation) >> (general + 1))
    one: i64 = 1
    return max(one, left - MOST_TROOPS * after), min(left - after, MOST_TROOPS * one)


def single_allotment(s: State, nation: i64) -> bool:
    """Is there only one legal vector?"""
    n = count(generals_on_map(s, nation))
    strength = ceiling(s, nation)
    return n <= 1 or strength == n or strength == MOST_TROOPS * n


class Allotting(Step):
    """R1.10: all nations divide their troops, each by itself."""

    def deciders(self, s: State) -> i64:
        """Those who have not done so."""
        return s.playing & ~s.allotted

    def choices(self, s: State) -> vec[i64]:
        """ST01: the next general's troops, general · 16 + troops."""
        out = vec[i64]()
        low, high = allot_bounds(s, s.decider, s.buy_to, s.buy_left)
        for troops in range(low, high + 1):
            out = append(out, s.buy_to * 16 + troops)
        return out

    def take(self, s: State, choice: i64) -> None:
        """The last general gets the rest."""
        allot_step(s, choice)


STEPS[ALLOT] = Allotting()
