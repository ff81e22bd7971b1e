"""Writing `friedrich-position/1`, complete form: it reads back to the identical game at every small step."""

from __future__ import annotations

from functools import lru_cache

from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.position_codecs import write_section
from sanssouci.friedrich.files.position_fields import Json
from sanssouci.friedrich.files.position_flow import exact_card, write_combat, write_moving, write_result
from sanssouci.friedrich.files.position_read import FORMAT
from sanssouci.friedrich.rules.board import (
    CITY_IDS,
    OBJECTIVE_BIT,
    OBJECTIVE_CITY,
    OBJECTIVE_DEFENDER,
    OBJECTIVE_NATION,
    OBJECTIVES,
)
from sanssouci.friedrich.rules.cards import DECK_SIZE, KINDS, MAX_DECKS, card_name
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FATE,
    FATE_COUNT,
    GENERAL_COUNT,
    GENERALS,
    MOST_TROOPS,
    NATION_COUNT,
    NATIONS,
    PIECE_COUNT,
    PIECES,
    ROLES,
    RUSSIA,
    SUITS,
)
from sanssouci.friedrich.rules.state import (
    ASKED,
    DRAW,
    FATE_DECK,
    FRESH,
    HAND,
    HELD,
    HIGH,
    KNOWN,
    LOW,
    NO_CARD,
    NOBODY,
    OO_NAMES,
    PHASES,
    POOL,
    RETIRED,
    STATE_NAMES,
    TABLE,
    TOLD,
    TOLD_TURN,
    USED,
    State,
)
from sanssouci.friedrich.rules.troops import members


def phase_of(s: State) -> str:
    """The phase a decision belongs to."""
    return "fate" if s.nation == NATION_COUNT else PHASES[s.state]


def set_cards(s: State, row: int) -> list[int]:
    """The cards of five sets, one per deck, in ascending order."""
    found: list[int] = []
    for d in range(MAX_DECKS):
        if cards := int(s.sets[row + d]):
            found += in_deck(d, cards)
    return found


@lru_cache(2048)
def in_deck(deck: int, cards: int) -> list[int]:
    """The cards of one set: from one order to the next most sets stay as they are, and seats see the same ones."""
    return [deck * DECK_SIZE + k for k in range(DECK_SIZE) if cards >> k & 1]


def figures(pool: int, stack: list[int]) -> dict[int, int]:
    """How a pool is written: 1 for each member, then filled to 8 from the top (formats.md, section 2)."""
    told = {}
    left = pool
    for i, g in enumerate(stack):
        rest = len(stack) - i - 1
        told[g] = max(0, min(MOST_TROOPS, left - rest)) if left >= len(stack) - i else min(left, 1)
        left -= told[g]
    return told


def write(s: State, chronicle: Chronicle, seed: str | None) -> Json:
    """The complete form."""
    result = write_result(s)
    data: Json = {
        "format": FORMAT,
        "scenario": s.scenario.name,
        "players": int(s.players),
        "options": dict(s.options.chosen),
        "turn": int(s.turn),
        "nation": NATIONS[s.nation] if s.nation < NATION_COUNT else None,
        "phase": phase_of(s),
        "state": STATE_NAMES[s.state],
        "decider": NATIONS[s.decider],
        "allotted": _nations(s.allotted),
        "pieces": _pieces(s),
        "retired": [GENERALS[g] for g in range(GENERAL_COUNT) if s.city[g] == RETIRED],
        "out": _nations(s.out | s.virtual_out),
        "moved": [PIECES[p] for p in range(PIECE_COUNT) if s.moved >> p & 1],
        "hands": {
            NATIONS[n]: [card_name(c) for c in set_cards(s, HAND + n * MAX_DECKS)]
            for n in range(NATION_COUNT)
            if s.playing >> n & 1 and not s.out >> n & 1
        },
        "conquered": markers(s, HELD),
        "pending": markers(s, ASKED),
        "fate": {
            "drawn": [FATE[s.pile[FATE_DECK + i]] for i in range(s.fate_drawn)],
            "next": [FATE[s.pile[FATE_DECK + i]] for i in range(s.fate_drawn, FATE_COUNT)],
            "suits": [suit or None for _, suit, _ in chronicle.fates],
            "turns": [when for _, _, when in chronicle.fates],
        },
        "last_victor": None if s.victor == NOBODY else {
            "general": GENERALS[s.victor], "city": CITY_IDS[s.victor_city],
        },
        "offensive_option": {
            "state": OO_NAMES[s.oo_state], "card": None if s.oo_card == NO_CARD else card_name(s.oo_card),
        },
        "stage": {"drawn": [exact_card(c) for c in set_cards(s, FRESH)], **write_section(s, "stage")},
        "memory": write_section(s, "memory"),
        "combat": write_combat(s),
        "moving": write_moving(s, chronicle.path),
        "purchase": write_section(s, "purchase") or None,
        "events": write_section(s, "events"),
        "fate_choice": _fate_choice(s),
        "piles": _piles(s),
        "known": {
            "cards": {
                name: [exact_card(c) for c in set_cards(s, KNOWN + r * MAX_DECKS)] for r, name in enumerate(ROLES)
            },
            "strength": {
                GENERALS[g]: [int(s.men[LOW + g]), int(s.men[HIGH + g])]
                for g in range(GENERAL_COUNT)
                if s.men[LOW + g] or s.men[HIGH + g]
            },
            "declared": {
                GENERALS[g]: {"troops": int(s.men[TOLD + g]), "turn": int(s.men[TOLD_TURN + g])}
                for g in range(GENERAL_COUNT)
                if s.men[TOLD_TURN + g] or s.men[TOLD + g]
            },
        },
        "rng": {"key": s.key.hex(), **write_section(s, "rng")},
        "revealed": int(s.revealed),
        "result": result,
    }  # fmt: skip
    if seed is not None:
        data["seed"] = seed
    return data


def _nations(bits: int) -> list[str]:
    return [NATIONS[n] for n in range(NATION_COUNT) if bits >> n & 1]


def _pieces(s: State) -> Json:
    placed: Json = {}
    for p in range(PIECE_COUNT):
        if s.city[p] < 0:
            continue
        entry: Json = {"city": CITY_IDS[s.city[p]]}
        if p < GENERAL_COUNT:
            here = members(s, p)
            stack = [g for g in range(GENERAL_COUNT) if here >> g & 1]
            entry["troops"] = figures(sum(int(s.men[POOL + g]) for g in stack), stack)[p]
            if s.face_down >> p & 1:
                entry["face_down"] = True
        placed[PIECES[p]] = entry
    return placed


def markers(s: State, row: int) -> dict[str, str]:
    """Control markers or question marks; a "?" belongs to the active nation."""
    found: dict[str, str] = {}
    for o in range(len(OBJECTIVES)):
        owner = OBJECTIVE_NATION[o]
        if s.sets[row + owner] & OBJECTIVE_BIT[o]:
            who = owner
            if row == ASKED and s.nation != owner:
                who = OBJECTIVE_DEFENDER[o]
            found[CITY_IDS[OBJECTIVE_CITY[o]]] = NATIONS[who]
    return found


def _fate_choice(s: State) -> Json | None:
    said: Json = {}
    if s.fate_card >= 0:
        said["card"] = FATE[s.fate_card]
    if s.fate_suit or s.fate_card >= 0:
        said["suit"] = SUITS[s.fate_suit]
    named: Json = {}
    for nation, offer in ((RUSSIA, s.offer_russia), (AUSTRIA, s.offer_austria)):
        if s.offers >> nation & 1:
            named[NATIONS[nation]] = None if offer in (NO_CARD, NONE) else exact_card(offer)
    if named:
        said["named"] = named
    return said or None


def _piles(s: State) -> Json:
    draw = [int(s.pile[DRAW + i]) for i in range(s.draw_size - 1, -1, -1)]
    used = set_cards(s, USED)
    order = [c for n in range(NATION_COUNT) for c in set_cards(s, HAND + n * MAX_DECKS)]
    order += set_cards(s, TABLE) + used + draw
    first = {c: i for i, c in reversed(list(enumerate(order)))}
    swapped = []
    for d in range(s.decks_open):
        one, other = d * DECK_SIZE + KINDS, d * DECK_SIZE + KINDS + 1
        if one in first and other in first and first[other] < first[one]:
            swapped.append(d + 1)
    return {
        "draw": [card_name(c) for c in draw],
        "unopened": list(range(s.decks_open + 1, s.options.decks + 1)),
        "used": {
            str(d + 1): [card_name(c) for c in used if c // DECK_SIZE == d]
            for d in range(MAX_DECKS)
            if s.sets[USED + d]
        },
        "reserves_swapped": swapped,
    }
