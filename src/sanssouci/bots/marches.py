"""Moves as whole orders: every walk of every group, judged by where it leaves the board."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.value import evaluate
from sanssouci.bots.weights import W_SPLIT
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.encoding import MOVE_GENERALS, MOVE_TRAIN, STOP, kind_of, marching
from sanssouci.friedrich.rules.movement import (
    begin_move,
    finish_move,
    least_share,
    list_groups,
    list_paths,
    most_share,
    step,
    take_share,
)
from sanssouci.friedrich.rules.state import ASKED, HELD, MOVE_MENU, SPLIT_ALLOT, State
from sanssouci.friedrich.rules.troops import generals_in

_NOTHING: int = -(1 << 50)


class March:
    """The best walk found so far."""

    def __init__(self) -> None:
        """Nothing found yet."""
        self.value: i64 = _NOTHING
        self.choices: vec[i64] = vec[i64]()
        self.looked: i64 = 0
        self.seen: vec[i64] = vec[i64]()
        self.fee: i64 = 0  # what the walks now looked at must be worth more: the price of dividing a stack
        # All ends with their values, if somebody wants to rank them: value, then the number of choices, then these.
        self.keep: bool = False
        self.kept: list[tuple[int, list[int]]] = []


def _mark(s: State, city: i64) -> i64:
    """What tells two ends of a group's walks apart: where it stands and what it took or asked on the way."""
    sum_ = city
    for nation in range(7):
        sum_ = (sum_ * 31 + s.sets[HELD + nation] * 7 + s.sets[ASKED + nation]) & 0xFFFFFFFFFFFF
    return sum_


def _judge(m: March, s: State, city: i64, path: vec[i64], b: Belief, w: vec[i64]) -> None:
    """Value one end of a walk, if it differs from those seen."""
    mark = _mark(s, city)
    for i in range(len(m.seen)):
        if m.seen[i] == mark:
            return
    m.seen = append(m.seen, mark)
    m.looked += 1
    value = evaluate(s, b, w) - m.fee
    if m.keep:
        m.kept.append((int(value), [int(c) for c in path]))
    if value > m.value:
        m.value = value
        m.choices = path[:]


def _roam(m: March, s: State, path: vec[i64], b: Belief, w: vec[i64]) -> None:
    """Walk on from a group on the march; every legal end is judged once."""
    menu = list_paths(s, vec[i64]())
    for to in menu:
        t = s.copy()
        further = append(path[:], to)
        if to == STOP:
            city = t.at
            finish_move(t)
            _judge(m, t, city, further, b, w)
            continue
        step(t, to)
        if t.state == MOVE_MENU:
            _judge(m, t, to, further, b, w)
        else:
            _roam(m, t, further, b, w)


def explore(m: March, s: State, choice: i64, b: Belief, w: vec[i64]) -> None:
    """Judge all walks of one group of the movement menu, with the shares that come to mind if a stack divides."""
    path = append(vec[i64](), choice)
    kind = kind_of(choice)
    m.seen = vec[i64]()
    m.fee = 0
    if kind == MOVE_TRAIN:
        t = s.copy()
        begin_move(t, marching(choice))
        _roam(m, t, path, b, w)
        return
    group = marching(choice)
    whole = generals_in(s, s.nation, s.city[lowest(group)])
    if whole != group:
        m.fee = w[W_SPLIT]
    t = s.copy()
    begin_move(t, group)
    if t.state != SPLIT_ALLOT:
        _roam(m, t, path, b, w)
        return
    least = least_share(s, whole, group)
    most = most_share(s, whole, group)
    u = t.copy()
    take_share(u, least)
    _roam(m, u, append(path[:], least), b, w)
    if most > least + 2:
        m.seen = vec[i64]()
        take_share(t, most)
        _roam(m, t, append(path[:], most), b, w)


def groups(s: State) -> vec[i64]:
    """What can be picked up now."""
    return list_groups(s, vec[i64]())


def best_march(s: State, b: Belief, w: vec[i64], keep: bool) -> March:
    """The best move of the whole menu."""
    m = March()
    m.keep = keep
    menu = groups(s)
    for i in range(len(menu)):
        kind = kind_of(menu[i])
        if kind == MOVE_GENERALS or kind == MOVE_TRAIN:
            explore(m, s, menu[i], b, w)
    return m


def first_march(s: State, b: Belief, w: vec[i64], done: i64) -> March:
    """The best move of the first stack or train whose turn has not come: what roll-outs use.

    `done`: pieces already thought about. Answers a March whose `looked` is 0 if nobody is left.
    """
    m = March()
    menu = groups(s)
    for i in range(len(menu)):
        kind = kind_of(menu[i])
        if kind == MOVE_GENERALS or kind == MOVE_TRAIN:
            pieces = marching(menu[i])
            if pieces & done == 0:
                explore(m, s, menu[i], b, w)
                return m
    return m
