"""A view as JSON (docs/view.md): names instead of numbers, nothing that is not in the `View`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sanssouci.friedrich.decisions.registry import waiting_in
from sanssouci.friedrich.files.position_flow import write_result
from sanssouci.friedrich.files.position_write import in_deck, markers, phase_of, set_cards
from sanssouci.friedrich.rules.board import CITY_IDS, PIECE_NATION, SUIT
from sanssouci.friedrich.rules.cards import CARD_NAMES, MAX_DECKS
from sanssouci.friedrich.rules.effects import VERSION_NAMES
from sanssouci.friedrich.rules.encoding import attacker_of, defender_of, played_card, played_side, played_value
from sanssouci.friedrich.rules.events import piece_names
from sanssouci.friedrich.rules.names import (
    FATE,
    FATE_COUNT,
    GENERAL_COUNT,
    GENERALS,
    HANOVER,
    NATION_COUNT,
    NATIONS,
    PIECE_COUNT,
    PIECES,
    PRUSSIA,
    ROLES,
    SUITS,
)
from sanssouci.friedrich.rules.options import OPTION_VALUES
from sanssouci.friedrich.rules.scenario import NEVER
from sanssouci.friedrich.rules.scenarios import draw_number
from sanssouci.friedrich.rules.state import (
    ASKED,
    FATE_DECK,
    FRESH,
    GAME_OVER,
    HAND,
    HELD,
    HIGH,
    NO_CARD,
    NOBODY,
    NOT_IN_PLAY,
    OO_NAMES,
    POOL,
    RETIRED,
    STATE_NAMES,
    TOLD,
    TOLD_TURN,
    USED,
    State,
    in_game,
    role_of,
)
from sanssouci.friedrich.rules.troops import ceiling, members
from sanssouci.friedrich.rules.turn import deciders
from sanssouci.friedrich.rules.victory import eased, needed
from sanssouci.friedrich.shapes import (
    VIEW_FORMAT,
    CombatNow,
    CombatSide,
    CombatView,
    DecisionView,
    FateChoice,
    FateEntry,
    FateView,
    Moving,
    NationView,
    PieceView,
    StackView,
    ViewJson,
)

if TYPE_CHECKING:
    from sanssouci.friedrich.knowledge.view import View

_DECKS: Final = [str(d + 1) for d in range(MAX_DECKS)]


def view_json(v: View) -> ViewJson:
    """The whole view."""
    m = v.known_state
    return {
        "format": VIEW_FORMAT,
        "role": v.role,
        "scenario": m.scenario.name,
        "players": int(m.players),
        "options": {k: value for k, value in m.options.chosen.items() if value != OPTION_VALUES[k][0]},
        "turn": int(m.turn),
        "nation": NATIONS[m.nation] if m.nation < NATION_COUNT else None,
        "phase": phase_of(m),
        "decision": decision_now(m),
        "nations": {NATIONS[n]: _nation(v, m, n) for n in range(NATION_COUNT) if m.playing >> n & 1},
        "pieces": _pieces(m),
        "stacks": _stacks(v, m),
        "conquered": markers(m, HELD),
        "pending": markers(m, ASKED),
        "fate": _fate(v, m),
        "offensive_option": {
            "in_play": m.scenario.expert,
            "state": OO_NAMES[m.oo_state],
            "card": None if m.oo_card == NO_CARD else CARD_NAMES[m.oo_card],
        },
        "last_victor": None if m.victor == NOBODY else {"general": GENERALS[m.victor], "city": CITY_IDS[m.victor_city]},
        "stage": {
            "substitute": CITY_IDS[m.substitute] if m.substitute >= 0 else None,
            "recruited": int(m.recruits),
            "fixed": piece_names(m.fixed),
            "drawn": [CARD_NAMES[c] for c in set_cards(m, FRESH)],
        },
        "moving": _moving(v, m),
        "combat": _combat(m),
        "fate_choice": _fate_choice(m),
        "piles": {
            "draw": {_DECKS[d]: n for d, n in enumerate(v.draw_counts) if n},
            "unopened": list(range(m.decks_open + 1, m.options.decks + 1)),
            "used": {_DECKS[d]: n for d, n in enumerate(v.used_counts) if n},
        },
        "seen": [CARD_NAMES[c] for c in set_cards(m, USED)],
        "known": _known(v),
        "result": write_result(m),
    }


def decision_now(m: State) -> DecisionView | None:
    """Who decides what; None when the game is over."""
    if m.state == GAME_OVER:
        return None
    waiting = deciders(m)
    nations = [n for n in range(NATION_COUNT) if waiting >> n & 1]
    roles: list[str] = []
    for n in nations:
        name = ROLES[role_of(m, n)]
        if name not in roles:
            roles.append(name)
    return {"state": STATE_NAMES[m.state], "nation": NATIONS[nations[0]], "roles": roles}


def _nation(v: View, m: State, n: int) -> NationView:
    counts = v.hand_counts[n]
    out = not in_game(m, n)
    goal = 0
    if n != HANOVER and (n != PRUSSIA or m.scenario.conquers != NEVER):
        goal = int(needed(m, n)).bit_count()
    said: NationView = {
        "role": ROLES[role_of(m, n)],
        "out": out,
        "troops": v.totals[n],
        "ceiling": int(ceiling(m, n)),
        "draw": 0 if out else int(draw_number(m, n)),
        "cards": sum(counts),
        "backs": {_DECKS[d]: count for d, count in enumerate(counts) if count},
        "held": int(m.sets[HELD + n]).bit_count(),
        "needed": goal,
        "eased": bool(eased(m, n)),
        "allotted": m.allotted >> n & 1 == 1,
    }
    if v.own >> n & 1:
        said["hand"] = [CARD_NAMES[c] for c in set_cards(m, HAND + n * MAX_DECKS)]
    return said


def _pieces(m: State) -> dict[str, PieceView]:
    placed: dict[str, PieceView] = {}
    for p in range(PIECE_COUNT):
        where = m.city[p]
        if where == NOT_IN_PLAY:
            continue
        if where == RETIRED:
            placed[PIECES[p]] = {"retired": True}
        elif where < 0:
            placed[PIECES[p]] = {"off": True}
        elif p < GENERAL_COUNT:
            placed[PIECES[p]] = {
                "city": CITY_IDS[where],
                "face_down": m.face_down >> p & 1 == 1,
                "moved": m.moved >> p & 1 == 1,
            }
        else:
            placed[PIECES[p]] = {"city": CITY_IDS[where], "moved": m.moved >> p & 1 == 1}
    return placed


def _stacks(v: View, m: State) -> list[StackView]:
    """One entry per stack; a group on the march is one of its own."""
    found = []
    done = 0
    bounds = v.bounds()
    for g in range(GENERAL_COUNT):
        if m.city[g] < 0 or done >> g & 1:
            continue
        stack = members(m, g)
        done |= stack
        entry: StackView = {
            "city": CITY_IDS[m.city[g]],
            "nation": NATIONS[PIECE_NATION[g]],
            "generals": piece_names(stack),
            "strength": list(v.strength(g, bounds)) if m.men[HIGH + g] else [0, 0],
            "declared": None,
        }
        if v.own >> PIECE_NATION[g] & 1:
            entry["troops"] = int(m.men[POOL + g])
        if m.men[TOLD_TURN + g]:
            entry["declared"] = {"troops": int(m.men[TOLD + g]), "turn": int(m.men[TOLD_TURN + g])}
        found.append(entry)
    return found


def _fate(v: View, m: State) -> FateView:
    drawn = []
    for card, suit, turn in v.chronicle.fates:
        entry: FateEntry = {"card": card, "turn": turn}
        if suit:
            entry["suit"] = suit
        drawn.append(entry)
    gone = {m.pile[FATE_DECK + i] for i in range(m.fate_drawn)}
    return {
        "suits": m.scenario.faces,
        "drawn": drawn,
        "in_force": [
            {"card": name[:-1], "suit": name[-1], "used": m.events_used >> i & 1 == 1}
            for i, name in enumerate(VERSION_NAMES)
            if m.events >> i & 1
        ],
        "next": [{"card": v[:-1], "suit": v[-1]} for i, v in enumerate(VERSION_NAMES) if m.events_next >> i & 1],
        "left": [FATE[c] for c in range(FATE_COUNT) if c not in gone],
    }


def _moving(v: View, m: State) -> Moving | None:
    pieces = m.group or m.share
    if not pieces:
        return None
    path = list(v.chronicle.path) if m.group else [CITY_IDS[m.at]]
    return {
        "pieces": piece_names(pieces),
        "from": path[0] if path else CITY_IDS[m.at],
        "path": path[1:],
    }


def _side(m: State, top: int, named: bool) -> CombatSide:
    city = m.city[top]
    stack = members(m, top) if city >= 0 else 1 << top
    said: CombatSide = {
        "nation": NATIONS[PIECE_NATION[top]],
        "generals": piece_names(stack),
        "city": CITY_IDS[city] if city >= 0 else None,
        "suit": SUITS[SUIT[city]] if city >= 0 else None,
    }
    if named:
        said["troops"] = int(m.men[TOLD + top])
    return said


def _combat(m: State) -> CombatView | None:
    if m.attacker == NOBODY and not len(m.pairs):
        return None
    decision = waiting_in(m)
    named = decision is None or not decision.unnamed
    current: CombatNow | None = None
    if m.attacker != NOBODY:
        nations = (NATIONS[PIECE_NATION[m.attacker]], NATIONS[PIECE_NATION[m.defender]])
        current = {
            "attacker": _side(m, m.attacker, named),
            "defender": _side(m, m.defender, named),
            "right": None if not named else "defender" if m.right else "attacker",
            "score": int(m.score) if named else None,
            "played": [
                {
                    "nation": nations[played_side(p)],
                    "card": CARD_NAMES[played_card(p)],
                    "value": int(played_value(p)),
                }
                for p in m.played
            ],
        }
    return {
        "pairs": [[GENERALS[attacker_of(pair)], GENERALS[defender_of(pair)]] for pair in m.pairs],
        "current": current,
        "retreat": decision.retreat(m) if decision else None,
    }


def _fate_choice(m: State) -> FateChoice | None:
    if m.fate_card < 0 or m.nation < NATION_COUNT or m.state == GAME_OVER:
        return None
    named = [NATIONS[n] for n in range(NATION_COUNT) if m.offers >> n & 1]
    said: FateChoice = {"card": FATE[m.fate_card], "named": named}
    if m.fate_card < 12:
        said["suit"] = SUITS[m.fate_suit]
    return said


def _known(v: View) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for n in range(NATION_COUNT):
        names = _names(v.known_cards[n])
        if names:
            found[NATIONS[n]] = names
    names = _names(v.known_draw)
    if names:
        found["pile"] = names
    return found


def _names(rows: list[int]) -> list[str]:
    return [CARD_NAMES[card] for deck, cards in enumerate(rows) if cards for card in in_deck(deck, cards)]
