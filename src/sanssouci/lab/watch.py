"""Watching a game from above: what the statistics need, and mistakes that need no judge.

Counted as blunders, per role:

* `supply`  – a general who was in supply when his stage began, did not have to retreat in it, and is out
  of supply at its end: his own side marched him, or his train, away;
* `trapped` – a beaten stack without a way to retreat (R8.6), lost with all its troops;
* `to_fro`  – a general who stands at the end of his stage where he stood two stages before, having been
  elsewhere between, while in both stages he neither fought, conquered, met anybody nor regained supply.
"""

from __future__ import annotations

from typing import Any

from sanssouci.friedrich import Game, Happening
from sanssouci.friedrich.rules.cards import MAX_DECKS
from sanssouci.friedrich.rules.names import GENERALS, GENERALS_FROM, NATION_COUNT, NATIONS, ROLES
from sanssouci.friedrich.rules.state import HAND, HELD, MOVE_MENU, role_of
from sanssouci.friedrich.rules.supply import supplied
from sanssouci.friedrich.rules.troops import standing

BLUNDERS = ("supply", "trapped", "to_fro")


class Watch:
    """Looks at the state before each decision and at the events after it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hands: list[list[int]] = []
        self.held: list[list[int]] = []
        self.battles: list[list[Any]] = []
        self.blunders: dict[str, dict[str, int]] = {role: dict.fromkeys(BLUNDERS, 0) for role in ROLES}
        self._turn = 0
        self._stage = (0, -1)
        self._in_supply: set[str] = set()
        self._pushed: set[str] = set()
        self._marching: list[str] = []
        self._busy: set[str] = set()
        self._was_busy: dict[str, bool] = {}
        self._before: dict[str, tuple[int, int]] = {}

    def look(self) -> None:
        """Call before every decision."""
        s = self.game.state
        if s.turn != self._turn:
            self._turn = int(s.turn)
            self._note()
        stage = (int(s.turn), int(s.nation))
        if stage != self._stage and s.state == MOVE_MENU:
            self._stage = stage
            self._pushed = set()
            n = stage[1]
            self._in_supply = {GENERALS[g] for g in standing(s, n) if supplied(s, g)}

    def _note(self) -> None:
        """Cards in hand and objectives held by every nation."""
        sets = self.game.state.sets
        self.hands.append([
            sum(int(sets[HAND + n * MAX_DECKS + d]).bit_count() for d in range(5)) for n in range(NATION_COUNT)
        ])  # fmt: skip
        self.held.append([int(sets[HELD + n]).bit_count() for n in range(NATION_COUNT)])

    def finish(self) -> None:
        """Call when the game is over: one more note of hands and objectives."""
        self._note()

    def hear(self, events: list[Happening]) -> None:
        """Call with the events of every order."""
        for event in events:
            args: dict[str, Any] = event.args
            key = event.key
            if key == "move":
                self._marching = args["pieces"]
            elif key in ("conquest", "reconquest", "question", "train_eliminated"):
                self._busy.update(self._marching)
            elif key == "combat_begins":
                self._busy.update(args["attacker"])
                self._busy.update(args["defender"])
                self.battles.append([
                    self._turn, args["attacker_nation"], args["defender_nation"], args["defender_city"], 0,
                ])  # fmt: skip
            elif key == "defeat":
                battle = self.battles[-1]
                battle[4] = args["loss"] if args["nation"] == battle[2] else -args["loss"]
            elif key in ("joined", "supply_restored", "retreat"):
                self._busy.update(args["generals"])
                if key == "retreat":
                    self._pushed.update(args["generals"])
            elif key == "entered":
                self._busy.add(args["piece"])
            elif key == "retreat_none":
                self._count(args["nation"], "trapped", 1)
            elif key == "supply_lost":
                self._count(args["nation"], "supply", len((self._in_supply - self._pushed) & set(args["generals"])))
            elif key in ("stage_begins", "turn_ends"):
                self._end_of_stage()

    def _count(self, nation: str, kind: str, number: int) -> None:
        self.blunders[ROLES[role_of(self.game.state, NATIONS.index(nation))]][kind] += number

    def _end_of_stage(self) -> None:
        """The stage that was played is over: who has walked to and fro?"""
        n = self._stage[1]
        if n < 0:
            return
        for g in range(GENERALS_FROM[n], GENERALS_FROM[n + 1]):
            name = GENERALS[g]
            here = int(self.game.state.city[g])
            one, two = self._before.get(name, (-9, -9))  # where he stood one and two stages ago
            busy = name in self._busy
            if here >= 0 and here == two and here != one and not busy and not self._was_busy.get(name, True):
                self._count(NATIONS[n], "to_fro", 1)
            self._before[name] = (here, one)
            self._was_busy[name] = busy
            self._busy.discard(name)
        self._stage = (self._stage[0], -1)
