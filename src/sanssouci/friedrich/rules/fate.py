"""R11: the clock of fate: the strokes, the numbered cards, and who runs the Imperial army."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit
from sanssouci.friedrich.rules.decks import (
    hand_cards,
    know,
    lay_away,
    take_from_hand,
)
from sanssouci.friedrich.rules.effects import CLOCK, GAINS, LASTS, LOSES, NOTHING, STRETCHED
from sanssouci.friedrich.rules.events import tell
from sanssouci.friedrich.rules.expert import fate_suit, settle_offensive
from sanssouci.friedrich.rules.fate_troops import FateStep, named_free_troop, named_loss, nothing, stretched
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FATE,
    FATE_AMERICA,
    FATE_ELISABETH,
    FATE_INDIA,
    FATE_LORD_BUTE,
    FATE_POEMS,
    FATE_SWEDEN,
    FRANCE,
    G_FRIEDRICH,
    GENERALS,
    IMPERIAL,
    NATIONS,
    PRUSSIA,
    ROLE_ELISABETH,
    ROLE_POMPADOUR,
    ROLES,
    RUSSIA,
    STROKES,
    SUITS,
    SWEDEN,
)
from sanssouci.friedrich.rules.state import (
    ASKED,
    FATE_DECK,
    HELD,
    NOBODY,
    NOT_IN_PLAY,
    OFF_MAP,
    REASSIGN,
    RETIRE,
    RETIRED,
    State,
    seers,
)
from sanssouci.friedrich.rules.steps import STEPS, ask
from sanssouci.friedrich.rules.troops import (
    end_general,
    end_train,
    first_general,
    first_train,
    generals_on_map,
    part_with,
    take_off,
)


def draw_fate(s: State) -> None:
    """ST61, ST62: reveal the next card, choose its version, execute it."""
    card = i64(s.pile[FATE_DECK + s.fate_drawn])
    s.fate_drawn += 1
    s.revealed += 1
    s.fate_card = card
    s.fate_suit = 0
    s.state = REASSIGN
    if card < FATE_ELISABETH:
        s.fate_suit = fate_suit(s)
        if s.log is not None:
            tell(s, "fate_card", "R11.1", {"card": FATE[card], "suit": SUITS[s.fate_suit], "turn": int(s.turn)})
        _numbered(s, card * 4 + s.fate_suit)
        return
    if s.log is not None:
        tell(s, "fate_card", "R11.1", {"card": FATE[card], "suit": "", "turn": int(s.turn)})
    if card == FATE_LORD_BUTE or card == FATE_POEMS:
        s.cuts += 1
        if s.log is not None:
            tell(s, "draw_changes", "R11.14", {"card": FATE[card]})
        settle_offensive(s)
        return
    if card == FATE_INDIA or card == FATE_AMERICA:
        s.colonial += 1
        if s.log is not None:
            tell(s, "draw_changes", "R11.11" if s.colonial == 1 else "R11.12", {"card": FATE[card]})
        if s.colonial < 2:
            return
    for stroke in STROKES:
        if card in stroke.cards:
            leave(s, stroke.nation)
            if stroke.general != NOBODY:
                retire(s, stroke.general, stroke.rule)
    if card == FATE_SWEDEN:
        _ask_retirement(s)


def leave(s: State, nation: i64) -> None:
    """R11.15, OP-74: a nation leaves with its pieces, markers and hand; an absent one is only counted (R14.10)."""
    if s.playing >> nation & 1 == 0:
        s.virtual_out |= bit(nation)
        return
    if s.out >> nation & 1 == 1:
        return
    if s.log is not None:
        tell(s, "nation_out", "R11.15", {"nation": NATIONS[nation]})
    s.out |= bit(nation)
    left = generals_on_map(s, nation)
    if left != 0:
        take_off(s, left)
    for t in range(first_train(nation), end_train(nation)):
        if s.city[t] >= 0:
            s.occ[s.city[t]] = 0
            s.city[t] = OFF_MAP
            s.moved &= ~bit(t)
    s.sets[HELD + nation] = 0
    s.sets[ASKED + nation] = 0
    for card in hand_cards(s, nation):
        take_from_hand(s, nation, card)
        lay_away(s, card)


def retire(s: State, general: i64, rule: str) -> None:
    """R6.8, R11.16: a general leaves for good; companions take over his troops as far as they can."""
    if s.city[general] == NOT_IN_PLAY or s.city[general] == RETIRED:
        return
    lost: i64 = 0
    if s.city[general] >= 0:
        lost = part_with(s, general, True)
    else:
        s.city[general] = RETIRED
    if s.log is not None:
        tell(s, "general_retired", rule, {"general": GENERALS[general], "lost": int(lost)})


def _ask_retirement(s: State) -> None:
    """R11.13, OP-91: Prussia names a general, where the scenario asks for one."""
    if not s.scenario.retires:
        return
    candidates = STEPS[RETIRE].choices(s)
    if len(candidates) == 1:
        retire(s, candidates[0], "R11.13")
    elif len(candidates) > 1:
        ask(s, RETIRE, PRUSSIA)


def _numbered(s: State, number: i64) -> None:
    """R11.3: a version of a numbered card acts now, is registered for the next turn, or does nothing."""
    version = CLOCK[number]
    does = version.does
    if does == NOTHING:
        nothing(s)
    elif does == LASTS:
        s.events_next |= bit(number)
        if s.log is not None:
            tell(s, "fate_in_force", "R11.4", {
                "card": FATE[s.fate_card], "suit": SUITS[s.fate_suit], "turn": int(s.turn) + 1,
            })  # fmt: skip
    elif does == GAINS:
        named_free_troop(s, version.general)
    elif does == LOSES:
        named_loss(s, version.general)
    elif does == STRETCHED:
        stretched(s, version.nation)
    else:
        STEPS[does].begin(s, does, version.nation)


def heir(s: State) -> i64:
    """R11.18: the role that has the Imperial army once these nations have left; −1: it stays where it was."""
    if s.scenario.inherits:
        if s.out >> RUSSIA & 1 == 1 and s.out >> SWEDEN & 1 == 1:
            return ROLE_ELISABETH
        if s.out >> FRANCE & 1 == 1:
            return ROLE_POMPADOUR
    return -1


def reassign(s: State) -> None:
    """R11.18–R11.20 (ST70): Imperial may change hands; not in the scenarios (R14.10)."""
    s.fate_card = -1
    s.fate_suit = 0
    to = heir(s)
    if to < 0 or s.changed_hands == 1:
        return
    s.changed_hands = 1
    s.imperial_role = to
    who = seers(s, to)
    for card in hand_cards(s, IMPERIAL):
        know(s, who, card)
    if s.log is not None:
        tell(s, "control_changes", "R11.18", {"nation": NATIONS[IMPERIAL], "role": ROLES[to]})
        tell(s, "eased", "R11.20", {"nations": [NATIONS[AUSTRIA], NATIONS[IMPERIAL]]})


class Retiring(FateStep):
    """R11.13: Prussia names a general who leaves for good."""

    def choices(self, s: State) -> vec[i64]:
        """ST63b: Prussian generals not yet retired, Friedrich excepted (option)."""
        out = vec[i64]()
        for g in range(first_general(PRUSSIA), end_general(PRUSSIA)):
            if s.city[g] >= OFF_MAP and (g != G_FRIEDRICH or s.options.friedrich_may_retire):
                out = append(out, g)
        return out

    def take(self, s: State, choice: i64) -> None:
        """R11.16."""
        retire(s, choice, "R11.13")
        s.state = REASSIGN


STEPS[RETIRE] = Retiring()
