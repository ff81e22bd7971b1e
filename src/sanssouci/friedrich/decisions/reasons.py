"""What explanations share: is a piece there, who stands near, whom fate keeps from attacking."""

from __future__ import annotations

from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.rules.board import CITY_IDS, HALLE, PIECE_NATION, ROADS, SUIT, hostile
from sanssouci.friedrich.rules.effects import CLOCK, EV_3D, EV_3H, EV_10S, sign
from sanssouci.friedrich.rules.names import (
    G_SOUBISE,
    GENERAL_COUNT,
    NATIONS,
    PIECES,
    SUITS,
)
from sanssouci.friedrich.rules.state import NOT_IN_PLAY, OFF_MAP, RETIRED, State
from sanssouci.friedrich.rules.troops import generals_in, top_of


def stack_in(s: State, piece: int) -> int:
    """The set of generals in a general's city; a train alone."""
    if piece >= GENERAL_COUNT:
        return 1 << piece
    return int(generals_in(s, PIECE_NATION[piece], s.city[piece])) | 1 << piece


def stack_top(s: State, general: int) -> int:
    """The highest general of a general's stack; himself if he is off the map."""
    return int(top_of(s, general)) if s.city[general] >= 0 else general


def check_in_play(s: State, piece: int) -> None:
    """Refuse a piece that is outside the scenario or retired."""
    if s.city[piece] == NOT_IN_PLAY:
        refuse("not_in_scenario", "R14.10", piece=PIECES[piece], scenario=s.scenario.name)
    if s.city[piece] == RETIRED:
        refuse("retired", "R10.4", general=PIECES[piece])


def check_active(s: State, piece: int) -> None:
    """Refuse a piece of a nation whose stage it is not."""
    check_in_play(s, piece)
    if PIECE_NATION[piece] != s.nation:
        owner = NATIONS[PIECE_NATION[piece]]
        refuse("not_active", "R2.1", piece=PIECES[piece], owner=owner, nation=NATIONS[s.nation])


def check_on_map(s: State, piece: int, rule: str) -> None:
    """Refuse a piece that is not on the map."""
    if s.city[piece] == OFF_MAP:
        refuse("off_map", rule, piece=PIECES[piece])


def hostile_generals_near(s: State, city: int, nation: int) -> list[int]:
    """Enemy generals in cities adjacent to a city, in their order."""
    found: list[int] = []
    for other, _ in ROADS[city]:
        piece = int(s.occ[other]) - 1
        if 0 <= piece < GENERAL_COUNT and hostile(PIECE_NATION[piece], nation):
            found.append(piece)
    return sorted(found)


def barred(s: State, group: int) -> list[tuple[int, str]]:
    """R11.8: the generals of a set that cannot attack at all, with the fate card that says so."""
    rows = [version for i, version in enumerate(CLOCK) if version.barred and s.events >> i & 1]
    return [(int(row.general), sign(row.name)) for row in rows if group >> row.general & 1]


def refuse_attack(s: State, group: int, city: int, what: str) -> None:
    """R11.8 and its kin: refuse a city next to the enemy to generals that cannot attack there.

    `what` is `end` for a move and `enter` for a re-entry.
    """
    near = hostile_generals_near(s, city, PIECE_NATION[(group & -group).bit_length() - 1])
    if not near:
        return
    told: dict[str, object] = {"city": CITY_IDS[city], "other": PIECES[near[0]]}
    for general, fate in barred(s, group):
        refuse(f"no_attack_{what}", "R11.8", general=PIECES[general], fate=fate, **told)
    if s.events & EV_10S and group & s.bound:
        general = (group & int(s.bound)).bit_length() - 1
        refuse("bound_end", "OP-66", general=PIECES[general], **told)
    if s.events & EV_3H and group >> G_SOUBISE & 1 and s.hild_suits >> SUIT[city] & 1:
        refuse("soubise_suit", "OP-59", suit=SUITS[SUIT[city]])
    if s.events & EV_3D and (city == HALLE or any(s.city[g] == HALLE for g in near)):
        refuse(f"halle_{what}", "R11.8", **told)
