"""R4.1: a train, a general, a stack or a part of one moves along the roads."""

from __future__ import annotations

from dataclasses import dataclass

from sanssouci.friedrich.decisions.decision import Answer, Fault, Order
from sanssouci.friedrich.decisions.ends import occupant, why_not_end
from sanssouci.friedrich.decisions.reasons import check_active, check_on_map, stack_in
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.shares import divide, hidden_share, shares, why_not_share
from sanssouci.friedrich.decisions.trial import Trial
from sanssouci.friedrich.decisions.walks import on_the_march, reach_of
from sanssouci.friedrich.decisions.words import city, number, piece
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_IDS, ROADS
from sanssouci.friedrich.rules.encoding import STOP, march_of, marching
from sanssouci.friedrich.rules.events import piece_names
from sanssouci.friedrich.rules.movement import allowance
from sanssouci.friedrich.rules.names import G_CHEVERT, GENERAL_COUNT, PIECES
from sanssouci.friedrich.rules.restrictions import keeps_chevert
from sanssouci.friedrich.rules.state import GAME_OVER, MOVE_MENU, MOVE_PATH, OFF_MAP, SPLIT_ALLOT, State
from sanssouci.friedrich.shapes import Numbers


@dataclass(frozen=True, slots=True)
class MoveOrder(Order):
    """Who goes, in ascending order, through which cities, with how many troops if that is said."""

    pieces: tuple[int, ...]
    cities: tuple[int, ...]
    takes: int | None = None


@dataclass(slots=True)
class MoveGroup:
    """Pieces that can move together, and the graph of their steps on the map's roads (`walks`)."""

    pieces: list[str]
    city: str
    takes: Numbers | None
    steps: int
    main_steps: int
    ends: dict[str, list[str]]  # every legal last city, with one shortest path to it
    order: str  # with `{takes}` where the share must be said, and `{path}`
    stops: list[str]  # ends where the walk is over, because somebody stands there
    passes: list[str]  # open cities where it may not end


class Move(Answer[MoveOrder]):
    """`move PIECE+PIECE takes NUMBER CITY CITY …`, every city that is entered, in order."""

    state, rule = MOVE_MENU, "R4.1"
    forms = {"move": "move daun schweidnitz oels; move friedrich+winterfeldt riesa; or move winterfeldt takes 3 riesa"}
    inner = {MOVE_PATH: "R4.1", SPLIT_ALLOT: "R4.8"}

    def read(self, verb: str, words: list[str]) -> MoveOrder:
        """Pieces joined by `+`, perhaps a share, the path."""
        if len(words) < 2:
            self.misshapen(verb)
        pieces: list[int] = []
        for word in words[0].split("+"):
            index = piece(word)
            if index in pieces:
                refuse("named_twice", piece=word)
            pieces.append(index)
        takes, path = None, words[1:]
        if path[0] == "takes":
            if len(path) < 3:
                self.misshapen(verb)
            takes, path = number(path[1], "troops"), path[2:]
        return MoveOrder(verb, tuple(sorted(pieces)), tuple(city(word) for word in path), takes)

    def plan(self, s: State, order: MoveOrder) -> list[int]:
        """ST20–ST22: pick up the group, divide the pool if need be, and walk; a move that wins may end the game."""
        trial = Trial(s)
        group = sum(1 << one for one in order.pieces)
        trial.take(MOVE_MENU, int(march_of(group)))
        divide(s, trial, group, order.takes)
        for to in order.cities:
            if trial.at(GAME_OVER):
                return trial.taken
            trial.take(MOVE_PATH, to)
        if trial.at(MOVE_PATH):
            trial.take(MOVE_PATH, STOP)
        return trial.taken

    def write(self, s: State, choices: list[int]) -> str:
        """The pieces, the share if it was asked for, the path."""
        who = "+".join(piece_names(marching(choices[0])))
        t = s.copy()
        share, path = "", []
        for choice in choices:
            if t.state == SPLIT_ALLOT:
                share = f" takes {choice}"
            elif t.state == MOVE_PATH and choice != STOP:
                path.append(CITY_IDS[choice])
            turn.apply(t, choice)
        return f"move {who}{share} {' '.join(path)}"

    def group(self, s: State, choice: int) -> MoveGroup:
        """What the menu of the movement phase tells of one group."""
        t = on_the_march(s, choice)
        part = int(t.group)
        names, takes, reach, far = piece_names(part), shares(s, part), reach_of(t), int(allowance(s, part))
        share = " takes {takes}" if takes and takes[0] != takes[1] else ""
        return MoveGroup(
            names,
            CITY_IDS[t.at],
            takes,
            far,
            far + 1,
            {CITY_IDS[end]: [CITY_IDS[c] for c in path] for end, path in reach.ends.items()},
            f"move {'+'.join(names)}{share} {{path}}",
            [CITY_IDS[c] for c in reach.stops],
            [CITY_IDS[c] for c in reach.passes],
        )

    def why_not(self, s: State, order: MoveOrder, at: State) -> None:
        """The first reason along the order: the pieces, the share, the path, its end."""
        pieces = list(order.pieces)
        _why_not_group(s, pieces)
        why_not_share(s, pieces, order.takes)
        _why_not_path(s, order)
        why_not_end(s, pieces, order.cities[-1])

    def hide(self, s: State, words: list[str]) -> str:
        """The share is hidden, and whether one was named."""
        path = words[4:] if words[2] == "takes" else words[2:]
        group = sum(1 << PIECES.index(name) for name in words[1].split("+"))
        return " ".join(["move", words[1], *hidden_share(s, group), *path])

    def amiss(self, s: State) -> Fault | None:
        """On the way there is somebody who marches, and a city where he is."""
        fault = super().amiss(s)
        if fault is None and s.state == MOVE_PATH and (not s.group or s.at == OFF_MAP):
            return "move_under_way", "moving"
        if fault is None and s.state == SPLIT_ALLOT and (not s.share or s.at == OFF_MAP):
            return "part_leaves", "moving.part"
        return fault


def _why_not_group(s: State, pieces: list[int]) -> None:
    """Pieces that cannot set out, or not together."""
    first = pieces[0]
    if len(pieces) > 1 and pieces[-1] >= GENERAL_COUNT:
        refuse("train_mixed", "R4.5")
    for one in pieces:
        check_active(s, one)
        check_on_map(s, one, "R4.1")
    for one in pieces:
        if s.city[one] != s.city[first]:
            refuse("not_together", "R4.8", piece=PIECES[one], other=PIECES[first])
        if s.moved >> one & 1:
            refuse("moved", "R4.1", piece=PIECES[one])
        if s.fixed >> one & 1:
            refuse("fixed", "OP-58", general=PIECES[one])
    group = sum(1 << one for one in pieces)
    if first < GENERAL_COUNT and not keeps_chevert(s, stack_in(s, first), group):
        refuse("chevert" if group >> G_CHEVERT & 1 else "chevert_alone", "OP-60")


def _why_not_path(s: State, order: MoveOrder) -> None:
    """R4.2–R4.4: the first step that breaks a rule."""
    pieces = list(order.pieces)
    limit = int(allowance(s, sum(1 << one for one in pieces)))
    rule = "R11.9" if limit == 2 and pieces[0] < GENERAL_COUNT else "R4.2"
    told: dict[str, object] = {"piece": PIECES[pieces[0]], "main": limit + 1}
    here = int(s.city[pieces[0]])
    minor: tuple[int, int] | None = None
    for step, to in enumerate(order.cities, 1):
        if to == here:
            refuse("same_city", "R4.3", city=CITY_IDS[to])
        road = next((is_main for other, is_main in ROADS[here] if other == to), None)
        if road is None:
            refuse("no_road", "R4.3", start=CITY_IDS[here], city=CITY_IDS[to])
        if not road and minor is None:
            minor = (here, to)
        if step > limit + 1:
            refuse("too_far_at_all", rule, **told)
        if step > limit and minor is not None:
            if len(order.cities) > limit + 1:
                refuse("too_far_at_all", rule, **told)
            refuse("too_far_main", rule, start=CITY_IDS[minor[0]], city=CITY_IDS[minor[1]], **told)
        if step < len(order.cities) and occupant(s, pieces, to) >= 0:
            refuse("pass_piece", "R4.4", city=CITY_IDS[to])
        here = to
