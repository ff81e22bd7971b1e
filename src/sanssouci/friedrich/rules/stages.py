"""17.2: the phases of a stage and of a turn that run by themselves."""

from __future__ import annotations

from typing import Final

from sanssouci.friedrich.rules import expert, restrictions, scenarios, victory
from sanssouci.friedrich.rules.cards import MAX_DECKS
from sanssouci.friedrich.rules.decks import draw_card, draw_hand, lay_away
from sanssouci.friedrich.rules.events import card_names, tell, tell_some
from sanssouci.friedrich.rules.names import NATION_COUNT, NATIONS, PRUSSIA
from sanssouci.friedrich.rules.state import (
    AFTER_DRAW,
    ASKED,
    DRAW_CARDS,
    EAST_PRUSSIA,
    FORCED_DISCARD,
    FRESH,
    MOVE_MENU,
    NO_CARD,
    OFF_MAP,
    STAGE_BEGIN,
    STAGE_END,
    TURN_TEST_1,
    State,
    in_game,
)
from sanssouci.friedrich.rules.steps import ask
from sanssouci.friedrich.rules.supply import check_supply


def offensive_won(s: State) -> None:
    """R13.4 with immediate timing: has Prussia just completed its fourteen?"""
    if s.nation == PRUSSIA and s.options.oo_immediate and victory.offensive_goal(s):
        victory.end_game(s, 1, 1, victory.BY_OFFENSIVE)


def begin_stage(s: State) -> None:
    """ST10: a nation's stage begins, or is skipped if it is out."""
    if not in_game(s, s.nation):
        s.state = STAGE_END
        return
    s.moved = 0
    s.bound = 0
    s.substitute = OFF_MAP
    s.recruits = 0
    s.decider = s.nation
    for nation in range(NATION_COUNT):
        s.sets[ASKED + nation] = 0
    if s.log is not None:
        tell(s, "stage_begins", "R2.1", {"nation": NATIONS[s.nation], "turn": int(s.turn)})
    s.state = DRAW_CARDS


def draw_cards(s: State) -> None:
    """ST11: phase 1."""
    got = draw_hand(s, s.nation, scenarios.draw_number(s, s.nation))
    if scenarios.discard_due(s, s.nation, got):
        ask(s, FORCED_DISCARD, s.nation)
    else:
        s.state = AFTER_DRAW


def begin_movement(s: State) -> None:
    """Phase 2 begins: what the fate cards forbid in it is fixed now."""
    restrictions.fix_restrictions(s)
    ask(s, MOVE_MENU, s.nation)


def check_supplies(s: State) -> None:
    """ST50: phase 5, then R13.6 and R13.2."""
    lost_south = check_supply(s)
    if lost_south:
        expert.austria_takes_card(s)
    if expert.east_prussia_due(s):
        ask(s, EAST_PRUSSIA, PRUSSIA)
    else:
        s.state = STAGE_END


def next_stage(s: State) -> None:
    """What was fixed for a stage lapses; the next nation follows, or the end of the turn."""
    s.bound = 0
    s.fixed = 0
    s.chevert_with = 0
    for deck in range(MAX_DECKS):
        s.sets[FRESH + deck] = 0
    s.nation += 1
    s.state = TURN_TEST_1 if s.nation >= NATION_COUNT else STAGE_BEGIN


def next_turn(s: State) -> None:
    """ST72: effects whose turn is over lapse (R11.4), those of this turn's card come into force."""
    if s.log is not None:
        tell(s, "turn_ends", "R2.5", {"turn": int(s.turn)})
    s.events = s.events_next
    s.events_next = 0
    s.events_used = 0
    s.hild_suits = 0
    s.hild_lost = 0
    s.turn += 1
    s.nation = 0
    s.state = STAGE_BEGIN
    turn_begins(s)


#: OP-93: cards a turn that nobody gets.
_DISCARDED: Final = 5


def turn_begins(s: State) -> None:
    """OP-93: the virtual nation's five cards of the first edition's scenarios (R14.9)."""
    if s.log is not None:
        tell(s, "turn_begins", "R2.5", {"turn": int(s.turn)})
    if not s.options.virtual_discard or not s.scenario.virtual:
        return
    cards: list[int] = []
    for _ in range(_DISCARDED):
        card = draw_card(s)
        if card == NO_CARD:
            break
        lay_away(s, card)
        cards.append(card)
    if s.log is not None:
        # Nobody may know the cards; a complete record keeps them.
        tell_some(s, "virtual_discard", "R14.9", {"count": len(cards)}, {"cards": card_names(cards)}, 0)
