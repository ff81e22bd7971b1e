"""Fate in a position: the cards drawn and to come, the nations they drove out, and what follows (R11)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.position_fields import (
    Json,
    array,
    bad,
    fate,
    nations,
    obj,
    playing,
    suit,
    whole,
)
from sanssouci.friedrich.files.problems import shown
from sanssouci.friedrich.rules.cards import shuffle
from sanssouci.friedrich.rules.fate import heir
from sanssouci.friedrich.rules.names import (
    FATE,
    FATE_AMERICA,
    FATE_COUNT,
    FATE_INDIA,
    FATE_LORD_BUTE,
    FATE_POEMS,
    NATION_COUNT,
    NATIONS,
    STROKES,
    SUITS,
)
from sanssouci.friedrich.rules.state import (
    FATE_DECK,
    State,
)

LAST_TURN: Final = 99


def read_out(s: State, data: Json, complete: bool) -> list[int]:
    """Nations that have left, the strokes that drove them out, and what follows from them."""
    listed = nations(data.get("out", []), "out")
    for n in range(NATION_COUNT):
        if listed >> n & 1 and n not in [stroke.nation for stroke in STROKES]:
            bad("no_stroke", "out", shown=NATIONS[n])
    fates = obj(data.get("fate", {}), "fate", ("drawn", "next", "suits", "turns"))
    drawn: list[int] = []
    for i, name in enumerate(array(fates.get("drawn", []), "fate.drawn", FATE_COUNT)):
        card = fate(name, f"fate.drawn[{i}]")
        if card in drawn:
            bad("twice", "fate.drawn", shown=shown(name))
        drawn.append(card)
    if not complete:
        implied = [c for stroke in STROKES if listed >> stroke.nation & 1 for c in stroke.cards if c not in drawn]
        drawn = implied + drawn
        for stroke in STROKES:
            if all(c in drawn for c in stroke.cards):
                listed |= 1 << stroke.nation
    s.out = listed & s.playing
    s.virtual_out = listed & ~s.playing
    s.colonial = sum(1 for c in (FATE_INDIA, FATE_AMERICA) if c in drawn)
    s.cuts = sum(1 for c in (FATE_LORD_BUTE, FATE_POEMS) if c in drawn)
    to = heir(s)
    if to >= 0:
        s.imperial_role, s.changed_hands = to, 1
    if s.scenario.outlasts & ~listed == 0 and data.get("state") not in ("GAME_OVER", "RETIRE"):
        bad("over", "out")
    if s.nation < NATION_COUNT and data.get("state") != "GAME_OVER":
        playing(s, s.nation, "nation")
    return drawn


def read_fate(s: State, data: Json, drawn: list[int], complete: bool) -> Chronicle:
    """The fate deck in order: what was drawn, what comes next, the rest shuffled."""
    fates: Json = data.get("fate", {})
    following: list[int] = []
    for i, name in enumerate(array(fates.get("next", []), "fate.next", FATE_COUNT)):
        card = fate(name, f"fate.next[{i}]")
        if card in drawn:
            bad("fate_drawn", f"fate.next[{i}]", shown=shown(name))
        if card in following:
            bad("twice", "fate.next", shown=shown(name))
        following.append(card)
    rest = [c for c in range(FATE_COUNT) if c not in drawn and c not in following]
    if complete and rest and following:
        bad("every_card", "fate.next")
    loose = vec[u8](rest)
    shuffle(loose, len(rest), s.key, s.chance)
    s.chance += 1
    for i, card in enumerate([*drawn, *following, *(loose[i] for i in range(len(rest)))]):
        s.pile[FATE_DECK + i] = card
    s.fate_drawn = len(drawn)
    suits = array(fates.get("suits", []), "fate.suits", FATE_COUNT)
    turns = array(fates.get("turns", []), "fate.turns", FATE_COUNT)
    told = []
    last = s.turn if s.nation == NATION_COUNT and complete else s.turn - 1
    plain = not s.scenario.expert and not s.scenario.ends  # of other games a short position does not tell
    for i, card in enumerate(drawn):
        letter = "S" if card < 12 and plain else ""
        if i < len(suits) and suits[i] is not None:
            letter = SUITS[suit(suits[i], f"fate.suits[{i}]")]
        when = last - len(drawn) + 1 + i
        if i < len(turns):
            when = whole(turns[i], f"fate.turns[{i}]", -FATE_COUNT, LAST_TURN + 1)
        told.append((FATE[card], letter, when))
    return Chronicle(fates=tuple(told))
