"""R2.3: the movement phase: the active nation moves its pieces, recruits, or ends the phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from sanssouci.friedrich.decisions.decision import Answer, Asked, Choice, Menu, Order
from sanssouci.friedrich.decisions.move import Move, MoveGroup
from sanssouci.friedrich.decisions.recruit import Recruit, RecruitMenu
from sanssouci.friedrich.decisions.remove import Remove
from sanssouci.friedrich.decisions.trial import single
from sanssouci.friedrich.decisions.walks import graph_of, on_the_march
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_INDEX, PIECE_NATION
from sanssouci.friedrich.rules.encoding import (
    END,
    MOVE_GENERALS,
    MOVE_TRAIN,
    RECRUIT,
    REMOVE,
    kind_of,
    march_of,
    subject_of,
)
from sanssouci.friedrich.rules.names import GENERALS, PIECE_COUNT, PIECES
from sanssouci.friedrich.rules.objectives import guard_of, protected
from sanssouci.friedrich.rules.state import MOVE_MENU, OFF_MAP, State
from sanssouci.friedrich.shapes import NoWalk, Walk


@dataclass(slots=True)
class PhaseMenu(Menu):
    """Everything the active nation can do."""

    groups: list[MoveGroup]
    recruit: RecruitMenu | None
    remove: list[str]
    end: bool
    #: R5.2, R5.6: what a general takes who leaves the city. Nobody: it is conquered; whoever protects it: a "?".
    leaving: dict[str, list[str]]
    orders: list[Choice] = field(default_factory=list)


class End(Answer[Order]):
    """`end`."""

    state, rule = MOVE_MENU, "R2.3"
    forms = {"end": "end"}

    def read(self, verb: str, words: list[str]) -> Order:
        """The word alone."""
        self.exactly(verb, words, 0)
        return Order(verb)

    def plan(self, s: State, order: Order) -> list[int]:
        """The choice."""
        return single(s, END)

    def write(self, s: State, choices: list[int]) -> str:
        """The word."""
        return "end"


class Phase(Asked):
    """The decision that `move`, `recruit`, `remove` and `end` answer; each of them has its own class."""

    state, rule = MOVE_MENU, "R2.3"
    parts: ClassVar[dict[int, Answer[Any]]] = {
        MOVE_GENERALS: Move(),
        MOVE_TRAIN: Move(),
        RECRUIT: Recruit(),
        REMOVE: Remove(),
        END: End(),
    }

    def write(self, s: State, choices: list[int]) -> str:
        """As the order that begins so is written."""
        return self.parts[int(kind_of(choices[0]))].write(s, choices)

    def menu(self, s: State, own: list[int]) -> PhaseMenu:
        """Groups with their walks, the shop, removals."""
        move, recruit, remove = Move(), Recruit(), Remove()
        offered = self.offered(s)
        groups = [move.group(s, c) for c in offered if kind_of(c) in (MOVE_GENERALS, MOVE_TRAIN)]
        gone = [GENERALS[subject_of(c)] for c in offered if kind_of(c) == REMOVE]
        shop = recruit.shop(s) if RECRUIT in offered else None
        orders = [*(remove.choice(name) for name in gone), Choice("end")]
        return PhaseMenu(*self.head(own), groups, shop, gone, END in offered, _leaving(s, groups), orders)


def _leaving(s: State, groups: list[MoveGroup]) -> dict[str, list[str]]:
    """The objectives on the walks of generals that the active nation would take, with those who protect them."""
    crossed: dict[str, None] = {}
    for group in groups:
        if group.pieces[0] in GENERALS:
            walked = [name for name in group.ends if name not in group.stops]
            crossed.update(dict.fromkeys([group.city, *walked, *group.passes]))
    found: dict[str, list[str]] = {}
    for name in crossed:
        guard = int(guard_of(s, s.nation, CITY_INDEX[name]))
        if guard >= 0:
            found[name] = [PIECES[p] for p in protectors(s, CITY_INDEX[name], guard)]
    return found


def protectors(s: State, city: int, guard: int) -> list[int]:
    """R5.4, R5.8: the pieces that protect a city, each found by leaving out all the others."""
    if not protected(s, city, guard):
        return []
    own = [p for p in range(PIECE_COUNT) if PIECE_NATION[p] == guard and s.city[p] >= 0]
    alone = s.copy()
    for piece in own:
        alone.city[piece] = OFF_MAP
    found = []
    for piece in own:
        alone.city[piece] = s.city[piece]
        if protected(alone, city, guard):
            found.append(piece)
        alone.city[piece] = OFF_MAP
    return found


def walk(s: State, pieces: list[str]) -> Walk | NoWalk:
    """The exact step graph of one group of the menu; empty if these pieces cannot move together."""
    if s.state != MOVE_MENU or not pieces or any(name not in PIECES for name in pieces):
        return {}
    choice = int(march_of(sum(1 << PIECES.index(name) for name in set(pieces))))
    return graph_of(on_the_march(s, choice)) if choice in turn.choices(s) else {}
