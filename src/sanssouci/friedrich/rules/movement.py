"""R4: movement and stacking, one city at a time (ST20–ST22)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import HALLE, NB, NB_FROM, NB_MAIN, PIECE_NATION, hostile
from sanssouci.friedrich.rules.cards import bit, count, lowest
from sanssouci.friedrich.rules.effects import EV_3D, HAMPERING, barred, pace
from sanssouci.friedrich.rules.encoding import MOVE_GENERALS, MOVE_TRAIN, REMOVE, STOP, about
from sanssouci.friedrich.rules.events import city_id, piece_names, tell
from sanssouci.friedrich.rules.names import GENERAL_COUNT, MOST_TROOPS, NATIONS, PIECES
from sanssouci.friedrich.rules.objectives import depart
from sanssouci.friedrich.rules.restrictions import hampered, keeps_chevert, may_end
from sanssouci.friedrich.rules.state import MOVE_MENU, MOVE_PATH, OFF_MAP, POOL, SPLIT_ALLOT, State, who_at
from sanssouci.friedrich.rules.steps import ask
from sanssouci.friedrich.rules.troops import (
    end_general,
    end_train,
    first_general,
    first_train,
    generals_in,
    join,
    split,
)

# What entering a city means (R4.6).
CLOSED: Final = 0
OPEN: Final = 1
JOINS: Final = 2
KILLS: Final = 3


def allowance(s: State, group: i64) -> i64:
    """R4.2, R11.9, 9♣: how many cities a group may go, main-road bonus not counted."""
    if group >> GENERAL_COUNT != 0:
        return 2
    if s.events == 0:
        return 3
    return pace(s.events, group, 3)


def one_more(steps: i64, far: i64, main: i64) -> bool:
    """R4.2: may a group go on after so many steps? One further if every road is a main road (`main` is 1)."""
    return steps < far or (steps == far and main == 1)


def entering(s: State, group: i64, city: i64) -> i64:
    """R4.4–R4.6, R9.9: what it means for a group to enter a city: CLOSED, OPEN, JOINS or KILLS."""
    who = who_at(s, city)
    if who == 0:
        return OPEN
    if group >> GENERAL_COUNT != 0:
        return CLOSED
    there = who - 1
    mine = PIECE_NATION[lowest(group)]
    if there < GENERAL_COUNT:
        if PIECE_NATION[there] != mine:
            return CLOSED
        if count(generals_in(s, mine, city) & ~group) + count(group) > 3:
            return CLOSED
        return JOINS
    if not hostile(mine, PIECE_NATION[there]):
        return CLOSED
    if s.events & HAMPERING != 0:
        if city == HALLE and s.events & EV_3D != 0:
            return CLOSED
        if group & barred(s.events) != 0:
            return CLOSED
    return KILLS


def can_go_on(s: State, group: i64, city: i64, steps: i64, all_main: i64, far: i64) -> bool:
    """Does a legal end lie ahead of a group that stands in `city` after `steps` steps?"""
    careful = hampered(s)
    nation = PIECE_NATION[lowest(group)]
    for i in range(NB_FROM[city], NB_FROM[city + 1]):
        main = NB_MAIN[i] & all_main
        if one_more(steps, far, main):
            kind = entering(s, group, NB[i])
            if kind != CLOSED:
                if not careful or may_end(s, nation, group, NB[i]):
                    return True
                if kind == OPEN and can_go_on(s, group, NB[i], steps + 1, main, far):
                    return True
    return False


def list_paths(s: State, out: vec[i64]) -> vec[i64]:
    """ST21: the next city of the group on the march, or stopping where it is."""
    group = s.group
    far = allowance(s, group)
    careful = hampered(s)
    nation = s.nation
    if s.steps > 0 and (not careful or may_end(s, nation, group, s.at)):
        out = append(out, STOP)
    steps = s.steps
    for i in range(NB_FROM[s.at], NB_FROM[s.at + 1]):
        main = NB_MAIN[i] & s.all_main
        if one_more(steps, far, main):
            to = NB[i]
            if s.occ[to] == 0:
                if not careful or may_end(s, nation, group, to) or can_go_on(s, group, to, steps + 1, main, far):
                    out = append(out, to)
            elif entering(s, group, to) != CLOSED:
                if not careful or may_end(s, nation, group, to):
                    out = append(out, to)
    return out


def list_groups(s: State, out: vec[i64]) -> vec[i64]:
    """ST20: trains and sets of generals of one city that can make a move."""
    nation = s.nation
    ready = ~(s.moved | s.fixed)
    end = end_general(nation)
    for g in range(first_general(nation), end):
        city = s.city[g]
        if city >= 0 and ready >> g & 1 == 1:
            if who_at(s, city) == g + 1 and s.men[POOL + g] > 0:
                # The top general: the stack may be larger, so look at every part of it once.
                stack = bit(g)
                for below in range(g + 1, end):
                    if s.city[below] == city:
                        stack |= bit(below)
                out = _list_parts(s, stack, ready, city, out)
            elif ready >> (who_at(s, city) - 1) & 1 == 0:
                # Only reached when the top may not move: 2♣ holds Fermor, never his superior Saltikov,
                # or a moved stack; parts are listed from the highest general that is ready.
                stack = generals_in(s, nation, city)
                if lowest(stack & ready) == g:
                    out = _list_parts(s, stack, ready, city, out)
    for t in range(first_train(nation), end_train(nation)):
        city = s.city[t]
        if city >= 0 and s.moved >> t & 1 == 0:
            if can_go_on(s, bit(t), city, 0, 1, allowance(s, bit(t))):
                out = append(out, about(MOVE_TRAIN, t))
    if s.options.voluntary_removal:
        for g in range(first_general(nation), end_general(nation)):
            if s.city[g] >= 0:
                out = append(out, about(REMOVE, g))
    return out


def _list_parts(s: State, stack: i64, ready: i64, city: i64, out: vec[i64]) -> vec[i64]:
    """Every non-empty part of a stack whose generals are all ready and that can make a step."""
    able = stack & ready
    part = able
    while part != 0:
        if s.events == 0 or keeps_chevert(s, stack, part):
            if can_go_on(s, part, city, 0, 1, allowance(s, part)):
                out = append(out, about(MOVE_GENERALS, part))
        part = (part - 1) & able
    return out


def begin_move(s: State, pieces: i64) -> None:
    """A train or a set of generals is picked up; if a stack divides and several shares are legal, ST22 asks."""
    city = s.city[lowest(pieces)]
    s.at = city
    s.steps = 0
    s.all_main = 1
    whole = generals_in(s, s.nation, city)
    if pieces >> GENERAL_COUNT != 0 or whole == pieces:
        s.group = pieces
        s.occ[city] = 0
        s.state = MOVE_PATH
        _tell_start(s)
        return
    s.share = pieces
    if least_share(s, whole, pieces) == most_share(s, whole, pieces):
        take_share(s, least_share(s, whole, pieces))
    else:
        s.state = SPLIT_ALLOT


def least_share(s: State, whole: i64, part: i64) -> i64:
    """ST22: the fewest troops a part of a stack may take along."""
    k = count(part)
    n = count(whole)
    return max(k, s.men[POOL + lowest(whole)] - MOST_TROOPS * (n - k))


def most_share(s: State, whole: i64, part: i64) -> i64:
    """ST22: the most troops a part of a stack may take along."""
    k = count(part)
    n = count(whole)
    return min(MOST_TROOPS * k, s.men[POOL + lowest(whole)] - (n - k))


def take_share(s: State, share: i64) -> None:
    """R4.8: the part waiting in `share` leaves its stack with so many troops, and is on the march."""
    part = s.share
    split(s, s.at, part, share)
    s.share = 0
    s.group = part
    s.state = MOVE_PATH
    _tell_start(s)


def list_shares(s: State, out: vec[i64]) -> vec[i64]:
    """ST22: the legal shares of the part that leaves."""
    whole = generals_in(s, PIECE_NATION[lowest(s.share)], s.at)
    for share in range(least_share(s, whole, s.share), most_share(s, whole, s.share) + 1):
        out = append(out, share)
    return out


def _tell_start(s: State) -> None:
    if s.log is not None:
        tell(s, "move", "R4.1", {
            "nation": NATIONS[PIECE_NATION[lowest(s.group)]], "pieces": piece_names(s.group), "from": city_id(s.at),
        })  # fmt: skip


def step(s: State, to: i64) -> None:
    """R4.3: the group on the march enters the next city; what it leaves may be conquered (R5.2)."""
    here = s.at
    group = s.group
    if group >> GENERAL_COUNT == 0:
        depart(s, s.nation, here)
    i = NB_FROM[here]
    while NB[i] != to:
        i += 1
    s.all_main &= NB_MAIN[i]
    s.steps += 1
    s.at = to
    left = group
    while left != 0:
        s.city[lowest(left)] = to
        left &= left - 1
    if s.log is not None:
        tell(s, "step", "R4.3", {"pieces": piece_names(group), "city": city_id(to)})
    if s.occ[to] != 0:
        finish_move(s)
        return
    far = allowance(s, group)
    if not one_more(s.steps, far, s.all_main):
        finish_move(s)


def finish_move(s: State) -> None:
    """The group stops where it is: a hostile train is eliminated (R9.9), own generals are joined (R4.9)."""
    group = s.group
    city = s.at
    s.group = 0
    s.at = OFF_MAP
    s.steps = 0
    s.all_main = 0
    ask(s, MOVE_MENU, s.nation)
    if group >> GENERAL_COUNT != 0:
        s.occ[city] = u8(lowest(group) + 1)
        s.moved |= group
        return
    settle_in(s, group, city)


def settle_in(s: State, group: i64, city: i64) -> None:
    """A group of generals comes to rest in a city it may enter."""
    who = who_at(s, city)
    if who > GENERAL_COUNT:
        eliminate_train(s, who - 1)
    everybody = join(s, city, group)
    s.moved |= everybody
    if everybody != group and s.log is not None:
        tell(s, "joined", "R4.9", {"city": city_id(city), "generals": piece_names(everybody)})


def eliminate_train(s: State, train: i64) -> None:
    """R9.9: a train is caught; it may come back for payment."""
    city = s.city[train]
    s.city[train] = OFF_MAP
    s.occ[city] = 0
    s.moved &= ~bit(train)
    if s.log is not None:
        tell(s, "train_eliminated", "R9.9", {"train": PIECES[train], "city": city_id(city)})
