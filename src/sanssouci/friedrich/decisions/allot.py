"""R1.10: before the first turn every nation spreads its troops over its generals, in secret and in any order."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanssouci.friedrich.decisions.decision import Choice, Decision, Fault, Menu, Order
from sanssouci.friedrich.decisions.reasons import check_in_play
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import OffMenu, Trial
from sanssouci.friedrich.decisions.words import nation, shares
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.names import GENERALS, MOST_TROOPS, NATION_COUNT, NATIONS, PRUSSIA, nation_of
from sanssouci.friedrich.rules.state import ALLOT, State
from sanssouci.friedrich.rules.troops import ceiling, standing
from sanssouci.friedrich.shapes import Nation


@dataclass(frozen=True, slots=True)
class AllotOrder(Order):
    """A nation's whole allotment."""

    nation: int
    troops: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class AllotNation:
    """One nation that is still to be allotted; `{troops}` stands for `general=number` of every general."""

    nation: Nation
    troops: int
    generals: list[str]
    min: int
    max: int
    order: str


@dataclass(slots=True)
class AllotMenu(Menu):
    """The nations of the role."""

    nations: list[AllotNation]
    orders: list[Choice] = field(default_factory=list)


class Allot(Decision[AllotOrder]):
    """`allot NATION general=number …`, every general of the nation."""

    state, rule = ALLOT, "R1.10"
    forms = {"allot": "allot prussia friedrich=8 winterfeldt=2 …"}
    together = True

    def read(self, verb: str, words: list[str]) -> AllotOrder:
        """The nation, then the shares."""
        if len(words) < 2:
            self.misshapen(verb)
        return AllotOrder(verb, nation(words[0]), shares(words[1:], lambda: self.misshapen(verb)))

    def speaks_for(self, s: State, order: AllotOrder) -> int:
        """The nation it names."""
        return order.nation

    def plan(self, s: State, order: AllotOrder) -> list[int]:
        """One choice for each general but the last, who gets the rest; the menus are those of this nation's turn."""
        if not turn.deciders(s) >> order.nation & 1:
            raise OffMenu(s)
        t = s.copy()
        generals = standing(s, order.nation)
        t.decider, t.buy_to, t.buy_left = order.nation, generals[0], ceiling(s, order.nation)
        trial = Trial(t)
        given = dict(order.troops)
        if sorted(given) != generals:
            trial.fail()
        for general in generals[:-1]:
            trial.take(ALLOT, general << 4 | min(given[general], 15))
        if sum(given.values()) != int(ceiling(s, order.nation)):
            trial.fail()
        return trial.taken

    def carry_out(self, s: State, order: AllotOrder, choices: list[int]) -> None:
        """All at once: the nation need not be the one that is asked first."""
        turn.allot(s, order.nation, [troops for _, troops in sorted(order.troops)])

    def write(self, s: State, choices: list[int]) -> str:
        """Every general in his order."""
        who = nation_of(choices[0] >> 4)
        given = {choice >> 4: choice & 15 for choice in choices}
        rest = int(ceiling(s, who)) - sum(given.values())
        return f"allot {NATIONS[who]} " + " ".join(f"{GENERALS[g]}={given.get(g, rest)}" for g in standing(s, who))

    def menu(self, s: State, own: list[int]) -> AllotMenu:
        """What each nation has to spread."""
        found = [
            AllotNation(
                NATIONS[n], int(ceiling(s, n)), [GENERALS[g] for g in standing(s, n)], 1, MOST_TROOPS,
                f"allot {NATIONS[n]} {{troops}}",
            )
            for n in own
        ]  # fmt: skip
        return AllotMenu(*self.head(own), found)

    def why_not(self, s: State, order: AllotOrder, at: State) -> None:
        """A nation that is not asked, a general who is not its, too few or too many."""
        name = NATIONS[order.nation]
        if not s.playing >> order.nation & 1:
            refuse("nation_not_in_scenario", "R14.10", nation=name, scenario=s.scenario.name)
        if s.allotted >> order.nation & 1:
            refuse("allot_done", "R1.10", nation=name)
        given = dict(order.troops)
        for general, count in given.items():
            check_in_play(s, general)
            if PIECE_NATION[general] != order.nation:
                refuse("allot_foreign", "R1.10", general=GENERALS[general], nation=name)
            if count < 1:
                refuse("allot_minimum", "R6.2", general=GENERALS[general])
            if count > MOST_TROOPS:
                refuse("allot_maximum", "R6.2", general=GENERALS[general], count=count)
        missing = [GENERALS[g] for g in standing(s, order.nation) if g not in given]
        if missing:
            refuse("allot_missing", "R1.10", nation=name, generals=missing)
        wanted, count = int(ceiling(s, order.nation)), sum(given.values())
        refuse("allot_sum", "R1.10", nation=name, wanted=wanted, count=count)

    def hide(self, s: State, words: list[str]) -> str:
        """Nobody else sees the shares."""
        return f"allot {words[1]} ?"

    def amiss(self, s: State) -> Fault | None:
        """At the very beginning, and only who has not allotted."""
        if s.nation == NATION_COUNT:
            return "not_fate_step", "state"
        if s.allotted >> s.decider & 1 or s.nation != PRUSSIA or s.turn != 1:
            return "nothing_to_allot", "decider"
        return None
