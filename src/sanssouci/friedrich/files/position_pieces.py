"""The pieces of a position: where they stand, with how many troops, who is gone (R4.5, R6.6, R6.7)."""

from __future__ import annotations

from sanssouci.friedrich.files.position_fields import Json, bad, city, flag, generals, obj, piece, pieces, under, whole
from sanssouci.friedrich.rules.board import CITY_IDS, PIECE_NATION
from sanssouci.friedrich.rules.names import (
    GENERAL_COUNT,
    GENERALS_FROM,
    MOST_TROOPS,
    NATION_COUNT,
    NATIONS,
    PIECE_COUNT,
    PIECES,
    STROKES,
)
from sanssouci.friedrich.rules.state import HIGH, LOW, NOT_IN_PLAY, OFF_MAP, POOL, RETIRED, State
from sanssouci.friedrich.rules.troops import ceiling, standing


def read_pieces(s: State, data: Json, complete: bool) -> None:
    """Where the pieces stand, and with how many troops."""
    retired = generals(data.get("retired", []), "retired")
    for g in range(GENERAL_COUNT):
        if retired >> g & 1 and s.city[g] == NOT_IN_PLAY:
            bad("not_in_play", "retired", shown=PIECES[g])
    left_with = {}
    if not complete:
        for stroke in STROKES:
            if s.out >> stroke.nation & 1 and stroke.general >= 0 and s.city[stroke.general] != NOT_IN_PLAY:
                left_with[stroke.general] = stroke.nation
    gone = retired | sum(1 << g for g in left_with)
    for i in range(len(s.occ)):
        s.occ[i] = 0
    for i in range(len(s.men)):
        s.men[i] = 0
    figures = [0] * GENERAL_COUNT
    if "pieces" not in data:
        _set_up_pieces(s, gone, figures)
    else:
        for p in range(PIECE_COUNT):
            if s.city[p] != NOT_IN_PLAY:
                s.city[p] = OFF_MAP
        for name, entry in obj(data["pieces"], "pieces").items():
            p = piece(name, under("pieces", name))
            field = f"pieces.{name}"
            if s.city[p] == NOT_IN_PLAY:
                bad("not_in_play", field, shown=name)
            if s.out >> PIECE_NATION[p] & 1:
                bad("nation_out", field, shown=NATIONS[PIECE_NATION[p]])
            if p in left_with:
                bad("left_with", field, shown=NATIONS[left_with[p]])
            if gone >> p & 1:
                bad("retired", field)
            _read_piece(s, p, field, entry, figures, complete)
    for g in range(GENERAL_COUNT):
        if gone >> g & 1:
            s.city[g] = RETIRED
    moving = data.get("moving")
    if complete and isinstance(moving, dict):
        s.group = pieces(moving.get("pieces", []), "moving.pieces")
    _settle(s, figures, complete)
    s.moved = pieces(data.get("moved", []), "moved")
    for p in range(PIECE_COUNT):
        if not complete and s.moved >> p & 1 and s.city[p] < 0:
            bad("off_map", "moved", shown=PIECES[p])


def _read_piece(s: State, p: int, field: str, entry: object, figures: list[int], complete: bool) -> None:
    train = p >= GENERAL_COUNT
    said = obj(entry, field, ("city", "troops", "face_down"))
    if "city" not in said:
        bad("missing_field", field + ".city")
    if train and ("troops" in said or "face_down" in said):
        bad("troops_of_train", field)
    s.city[p] = city(said["city"], field + ".city")
    if not train:
        figures[p] = whole(said.get("troops", 1), field + ".troops", 0 if complete else 1, MOST_TROOPS)
        if flag(said.get("face_down", False), field + ".face_down"):
            s.face_down |= 1 << p


def _set_up_pieces(s: State, gone: int, figures: list[int]) -> None:
    """The scenario's set-up; outside the first allotment troops are spread evenly, the higher rank first."""
    for p in range(PIECE_COUNT):
        if s.city[p] != NOT_IN_PLAY and s.out >> PIECE_NATION[p] & 1:
            s.city[p] = OFF_MAP
        if gone >> p & 1:
            s.city[p] = OFF_MAP
    for n in range(NATION_COUNT):
        there = standing(s, n)
        strength = min(ceiling(s, n), MOST_TROOPS * len(there))
        for i, g in enumerate(there):
            figures[g] = strength // len(there) + (1 if i < strength % len(there) else 0)


def _settle(s: State, figures: list[int], complete: bool) -> None:
    """Who stands where; stacks pool their troops (R6.7)."""
    for p in range(PIECE_COUNT):
        where = s.city[p]
        if where < 0 or s.group >> p & 1:
            continue
        field = f"pieces.{PIECES[p]}"
        who = int(s.occ[where])
        if who == 0:
            s.occ[where] = p + 1
        elif PIECE_NATION[who - 1] != PIECE_NATION[p]:
            bad("two_nations", field, shown=CITY_IDS[where])
        elif p >= GENERAL_COUNT or who > GENERAL_COUNT:
            bad("crowded", field, shown=CITY_IDS[where])
    for g in range(GENERAL_COUNT):
        if s.city[g] < 0:
            continue
        apart = s.group >> g & 1
        stack = [
            o for o in range(GENERALS_FROM[PIECE_NATION[g]], GENERALS_FROM[PIECE_NATION[g] + 1])
            if s.city[o] == s.city[g] and s.group >> o & 1 == apart
        ]  # fmt: skip
        if len(stack) > 3:
            bad("crowded", f"pieces.{PIECES[g]}", shown=CITY_IDS[s.city[g]])
        if stack[0] != g:
            continue
        pool = sum(figures[o] for o in stack)
        s.men[POOL + g], s.men[LOW + g], s.men[HIGH + g] = pool, len(stack), MOST_TROOPS * len(stack)
        if not complete and any(s.face_down >> o & 1 for o in stack):
            for o in stack:
                s.face_down |= 1 << o  # R9.7
    for n in range(NATION_COUNT):
        own = range(GENERALS_FROM[n], GENERALS_FROM[n + 1])
        sum_ = sum(s.men[POOL + g] for g in own)
        if sum_ > ceiling(s, n):
            bad("ceiling", "pieces", shown=NATIONS[n], number=sum_, limit=ceiling(s, n))
