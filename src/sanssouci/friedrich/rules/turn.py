"""Chapter 17: the state machine. One door for every choice, and what happens by itself in between."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules import (
    combat,
    expert,
    fate,
    fate_cards,
    fate_moves,
    movement,
    muster,
    recruitment,
    scenarios,
    victory,
)
from sanssouci.friedrich.rules.allotment import begin_allotment, next_allotment, undo_partial, write_allotment
from sanssouci.friedrich.rules.cards import DECK_SIZE, card_name
from sanssouci.friedrich.rules.decks import lay_away, list_set, take_from_hand
from sanssouci.friedrich.rules.encoding import (
    END,
    MOVE_GENERALS,
    MOVE_TRAIN,
    RECRUIT,
    REMOVE,
    STOP,
    kind_of,
    marching,
    subject_of,
)
from sanssouci.friedrich.rules.events import tell, tell_some
from sanssouci.friedrich.rules.names import GENERALS, NATION_COUNT, NATIONS, PRUSSIA
from sanssouci.friedrich.rules.objectives import settle_questions
from sanssouci.friedrich.rules.stages import (
    begin_movement,
    begin_stage,
    check_supplies,
    draw_cards,
    next_stage,
    next_turn,
    offensive_won,
)
from sanssouci.friedrich.rules.state import (
    AFTER_DRAW,
    COMBAT_LIST,
    COMBAT_NEXT,
    DECLARE,
    DRAW_CARDS,
    FATE_DRAW,
    FORCED_DISCARD,
    FRESH,
    GAME_OVER,
    MOVE_MENU,
    MOVE_PATH,
    NEXT_TURN,
    OFFENSIVE,
    REASSIGN,
    RETRO,
    SPLIT_ALLOT,
    STAGE_BEGIN,
    STAGE_END,
    SUPPLY,
    TURN_TEST_1,
    TURN_TEST_2,
    State,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.steps import STEPS, Step, ask, new_menu
from sanssouci.friedrich.rules.troops import part_with


def start(s: State) -> None:
    """Set up the scenario and go to the first decision."""
    scenarios.set_up(s)
    begin_allotment(s)
    run(s)


# The first allotment ------------------------------------------------------------------------------


def allot(s: State, nation: i64, troops: list[int]) -> None:
    """R1.10: one nation's whole vector, in the order of its generals; nations may come in any order."""
    undo_partial(s, s.decider)
    write_allotment(s, nation, troops)
    next_allotment(s)
    run(s)


# Menus --------------------------------------------------------------------------------------------


def deciders(s: State) -> i64:
    """The set of nations that may decide now: several at the first allotment and at the trade of 1♥."""
    return 0 if s.state == GAME_OVER else STEPS[s.state].deciders(s)


def choices(s: State) -> vec[i64]:
    """What the decider may choose in this small step; never empty while the game runs."""
    return STEPS[s.state].choices(s)


# The door -----------------------------------------------------------------------------------------


def apply(s: State, choice: i64) -> None:
    """Take one of `choices(s)` and run on to the next decision."""
    STEPS[s.state].take(s, choice)
    run(s)


def name_offer(s: State, nation: i64, card: i64) -> None:
    """1♥: one of the two nations answers; they may come in any order."""
    fate_cards.name_offer(s, nation, card)
    run(s)


# What happens by itself ---------------------------------------------------------------------------


def run(s: State) -> None:
    """Run the automatic states up to the next decision."""
    while s.state > GAME_OVER:
        state = s.state
        if state == COMBAT_LIST:
            combat.list_pairs(s)
        elif state == RETRO:
            settle_questions(s)
            s.state = SUPPLY
            offensive_won(s)
        elif state == SUPPLY:
            check_supplies(s)
        elif state == STAGE_END:
            next_stage(s)
        elif state == STAGE_BEGIN:
            begin_stage(s)
        elif state == DRAW_CARDS:
            draw_cards(s)
        elif state == AFTER_DRAW:
            if expert.offensive_due(s):
                ask(s, OFFENSIVE, PRUSSIA)
            else:
                begin_movement(s)
        elif state == COMBAT_NEXT:
            combat.next_combat(s)
        elif state == DECLARE:
            combat.declare(s)
        elif state == TURN_TEST_1:
            s.nation = NATION_COUNT
            if not victory.won_by_objectives(s, victory.BY_OBJECTIVES_BEFORE):
                s.state = FATE_DRAW if s.turn > 5 else NEXT_TURN
        elif state == FATE_DRAW:
            fate.draw_fate(s)
        elif state == REASSIGN:
            fate.reassign(s)
            s.state = TURN_TEST_2
        elif state == TURN_TEST_2:
            if not victory.won_by_fate(s) and not victory.won_by_objectives(s, victory.BY_OBJECTIVES_AFTER):
                s.state = NEXT_TURN
        else:
            next_turn(s)


# Steps that lead from one chapter to the next -----------------------------------------------------


class Discarding(Step):
    """R3.2: a card just drawn is laid away."""

    def choices(self, s: State) -> vec[i64]:
        """Only those."""
        return list_set(s, FRESH, vec[i64]())

    def take(self, s: State, choice: i64) -> None:
        """Unseen."""
        take_from_hand(s, s.nation, choice)
        lay_away(s, choice)
        if s.log is not None:
            tell_some(
                s, "discard", "R3.2", {"nation": NATIONS[s.nation], "back": int(choice // DECK_SIZE) + 1},
                {"card": card_name(choice)}, int(seers(s, role_of(s, s.nation))),
            )  # fmt: skip
        s.state = AFTER_DRAW


class Declaring(Step):
    """R13.3: Prussia lays a card aside for the Offensive Option, or not."""

    def choices(self, s: State) -> vec[i64]:
        """ST13."""
        return expert.list_offensive(s, vec[i64]())

    def take(self, s: State, choice: i64) -> None:
        """Movement follows."""
        expert.declare_offensive(s, choice)
        begin_movement(s)
        offensive_won(s)


class Moving(Step):
    """ST20: pick up a group, begin a purchase, take a general away, or end the phase."""

    def choices(self, s: State) -> vec[i64]:
        """The end of the phase is always there."""
        out = movement.list_groups(s, append(new_menu(), END))
        return append(out, RECRUIT) if muster.can_recruit(s) else out

    def take(self, s: State, choice: i64) -> None:
        """R2.3."""
        kind = kind_of(choice)
        if choice == END:
            if s.log is not None:
                tell(s, "movement_ends", "R2.3", {"nation": NATIONS[s.nation]})
            s.state = COMBAT_LIST
        elif choice == RECRUIT:
            recruitment.begin(s)
        elif kind == MOVE_GENERALS or kind == MOVE_TRAIN:
            movement.begin_move(s, marching(choice))
        elif kind == REMOVE:
            _remove(s, subject_of(choice))


def _remove(s: State, general: i64) -> None:
    """R6.5, option `voluntary_removal`: he goes; in a stack his companions keep what they can carry."""
    lost = part_with(s, general, False)
    if s.log is not None:
        tell(s, "removed", "R6.5", {"general": GENERALS[general], "lost": int(lost)})


class Walking(Step):
    """ST21: city by city."""

    def choices(self, s: State) -> vec[i64]:
        """R4.2: the next city, or the end."""
        return movement.list_paths(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """R13.4: with the move Prussia may have completed its fourteen."""
        if choice == STOP:
            movement.finish_move(s)
        else:
            movement.step(s, choice)
        if s.state == MOVE_MENU:
            offensive_won(s)


class Dividing(Step):
    """ST22: a part leaves its stack, on the march or with Laudon."""

    def choices(self, s: State) -> vec[i64]:
        """R4.8: how many troops it may have."""
        return movement.list_shares(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """It leaves."""
        if s.nation == NATION_COUNT:
            fate_moves.laudon_share(s, choice)
        else:
            movement.take_share(s, choice)


STEPS[FORCED_DISCARD] = Discarding()
STEPS[OFFENSIVE] = Declaring()
STEPS[MOVE_MENU] = Moving()
STEPS[MOVE_PATH] = Walking()
STEPS[SPLIT_ALLOT] = Dividing()
