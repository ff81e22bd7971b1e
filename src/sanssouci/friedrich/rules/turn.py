"""Chapter 17: the state machine. One door for every choice, and what happens by itself in between."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules import (
    allotment,
    combat,
    duel,
    expert,
    fate,
    fate_cards,
    fate_moves,
    fate_troops,
    movement,
    muster,
    recruitment,
    scenarios,
    victory,
)
from sanssouci.friedrich.rules.allotment import (
    allot_step,
    begin_allotment,
    next_allotment,
    undo_partial,
    write_allotment,
)
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, bit, card_name, lowest
from sanssouci.friedrich.rules.decks import lay_away, take_from_hand
from sanssouci.friedrich.rules.encoding import (
    END,
    FIGHT,
    MOVE_GENERALS,
    MOVE_TRAIN,
    NONE,
    PASS,
    RECRUIT,
    REMOVE,
    STOP,
    kind_of,
)
from sanssouci.friedrich.rules.events import tell, tell_some
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    GENERALS,
    NATION_COUNT,
    NATIONS,
    PRUSSIA,
    RUSSIA,
)
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
    ALLOT,
    CARD,
    COMBAT_LIST,
    COMBAT_NEXT,
    COMBAT_PICK,
    DECLARE,
    DRAW_CARDS,
    EAST_PRUSSIA,
    EVADE,
    FATE_DRAW,
    FLIP,
    FORCED_DISCARD,
    FREE_TROOP,
    FRESH,
    GAME_OVER,
    GIFT,
    LAUDON,
    LOSE_TROOP,
    MOVE_MENU,
    MOVE_PATH,
    NEXT_TURN,
    OFFENSIVE,
    REASSIGN,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    REDRAW,
    RETIRE,
    RETREAT_PICK,
    RETRO,
    SPLIT_ALLOT,
    STAGE_BEGIN,
    STAGE_END,
    SUPPLY,
    TRADE,
    TURN_TEST_1,
    TURN_TEST_2,
    WEST_STEP,
    State,
    role_of,
    seers,
)
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
    if s.state == ALLOT:
        return s.playing & ~s.allotted
    if s.state == TRADE:
        return (bit(RUSSIA) | bit(AUSTRIA)) & ~s.offers
    if s.state == GAME_OVER:
        return 0
    return bit(s.decider)


def choices(s: State) -> vec[i64]:
    """What the decider may choose in this small step; never empty while the game runs."""
    out = vec[i64]()
    state = s.state
    if state == MOVE_MENU:
        out = append(out, END)
        out = movement.list_groups(s, out)
        if muster.can_recruit(s):
            out = append(out, RECRUIT)
        return out
    if state == MOVE_PATH:
        return movement.list_paths(s, out)
    if state == SPLIT_ALLOT:
        return movement.list_shares(s, out)
    if state == CARD:
        return duel.list_cards(s, out)
    if state == RECRUIT_ORDER:
        return recruitment.list_orders(s, out)
    if state == RECRUIT_PLACE:
        return recruitment.list_places(s, out)
    if state == RECRUIT_PAY:
        return recruitment.list_payments(s, out)
    if state == RECRUIT_ASSIGN:
        return recruitment.list_recipients(s, out)
    if state == COMBAT_PICK:
        return s.pairs[:]
    if state == RETREAT_PICK:
        return combat.pending_ends(s)
    if state == FORCED_DISCARD:
        return _list_fresh(s, out)
    return _rare_choices(s, out)


def _rare_choices(s: State, out: vec[i64]) -> vec[i64]:
    state = s.state
    if state == ALLOT:
        low, high = allotment.allot_bounds(s, s.decider, s.buy_to, s.buy_left)
        while low <= high:
            out = append(out, s.buy_to * 16 + low)
            low += 1
        return out
    if state == OFFENSIVE:
        return expert.list_offensive(s, out)
    if state == EVADE:
        return append(combat.evade_cities(s), FIGHT)
    if state == EAST_PRUSSIA:
        return expert.list_liberations(s, out)
    if state == FREE_TROOP:
        return fate_troops.list_reinforced(s, out)
    if state == RETIRE:
        return fate.list_retirements(s, out)
    if state == TRADE:
        return append(fate_cards.list_hand(s, s.decider, out), NONE)
    if state == REDRAW:
        out = fate_cards.list_hand(s, s.decider, out)
        return out if s.options.must_003 else append(out, NONE)
    if state == LAUDON:
        return append(fate_moves.laudon_cities(s), NONE)
    if state == FLIP:
        return fate_moves.list_flips(s, out)
    if state == GIFT:
        out = fate_cards.list_hand(s, PRUSSIA, out)
        return out if s.options.must_000 else append(out, NONE)
    if state == LOSE_TROOP:
        return fate_troops.list_losers(s, out)
    if state == WEST_STEP:
        return fate_moves.list_west(s, out)
    return out


def _list_fresh(s: State, out: vec[i64]) -> vec[i64]:
    """R3.2: only the cards just drawn."""
    for deck in range(MAX_DECKS):
        cards = s.sets[FRESH + deck]
        while cards != 0:
            out = append(out, deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
    return out


# The door -----------------------------------------------------------------------------------------


def apply(s: State, choice: i64) -> None:
    """Take one of `choices(s)` and run on to the next decision."""
    state = s.state
    if state == MOVE_PATH:
        if choice == STOP:
            movement.finish_move(s)
        else:
            movement.step(s, choice)
        if s.state == MOVE_MENU:
            offensive_won(s)
        return
    if state == MOVE_MENU:
        _move_menu(s, choice)
    elif state == CARD:
        if choice == PASS:
            combat.give_up(s)
        else:
            combat.play_card(s, (choice - 1) >> 4, (choice - 1) & 15)
    elif state == RECRUIT_ORDER:
        recruitment.order_troops(s, choice)
    elif state == RECRUIT_PLACE:
        recruitment.place(s, choice)
    elif state == RECRUIT_PAY:
        recruitment.pay(s, choice)
    elif state == RECRUIT_ASSIGN:
        recruitment.assign(s, choice)
    elif state == SPLIT_ALLOT:
        if s.nation == NATION_COUNT:
            fate_moves.laudon_share(s, choice)
        else:
            movement.take_share(s, choice)
    elif state == COMBAT_PICK:
        combat.pick(s, choice)
    elif state == RETREAT_PICK:
        combat.choose_retreat(s, choice)
    elif state == FORCED_DISCARD:
        _discard(s, choice)
    else:
        _rare_apply(s, choice)
    run(s)


def _rare_apply(s: State, choice: i64) -> None:
    state = s.state
    if state == ALLOT:
        allot_step(s, choice)
    elif state == OFFENSIVE:
        expert.declare_offensive(s, choice)
        begin_movement(s)
        offensive_won(s)
    elif state == EVADE:
        if choice == FIGHT:
            if s.log is not None:
                tell(s, "stands", "8♣", {"general": GENERALS[s.defender]})
            s.state = DECLARE
        else:
            combat.withdraw(s, choice)
    elif state == EAST_PRUSSIA:
        expert.liberate(s, choice)
        s.state = STAGE_END
    elif state == FREE_TROOP:
        fate_troops.reinforce(s, choice)
    elif state == RETIRE:
        fate.retire(s, choice, "R11.13")
        s.state = REASSIGN
    elif state == TRADE:
        fate_cards.name_offer(s, s.decider, choice)
    elif state == REDRAW:
        fate_cards.redraw(s, choice)
    elif state == LAUDON:
        fate_moves.laudon(s, choice)
    elif state == FLIP:
        fate_moves.flip(s, choice)
    elif state == GIFT:
        fate_cards.gift(s, choice)
    elif state == LOSE_TROOP:
        fate_troops.lose_troop(s, choice)
    elif state == WEST_STEP:
        fate_moves.go_west(s, choice)


def name_offer(s: State, nation: i64, card: i64) -> None:
    """1♥: one of the two nations answers; they may come in any order."""
    fate_cards.name_offer(s, nation, card)
    run(s)


def _move_menu(s: State, choice: i64) -> None:
    """ST20: pick up a group, begin a purchase, take a general away, or end the phase."""
    kind = kind_of(choice)
    if choice == END:
        if s.log is not None:
            tell(s, "movement_ends", "R2.3", {"nation": NATIONS[s.nation]})
        s.state = COMBAT_LIST
    elif choice == RECRUIT:
        recruitment.begin(s)
    elif kind == MOVE_GENERALS:
        movement.begin_move(s, choice >> 8)
    elif kind == MOVE_TRAIN:
        movement.begin_move(s, bit(choice >> 8))
    elif kind == REMOVE:
        _remove(s, choice >> 8)


def _remove(s: State, general: i64) -> None:
    """R6.5, option `voluntary_removal`: he goes; in a stack his companions keep what they can carry."""
    lost = part_with(s, general, False)
    if s.log is not None:
        tell(s, "removed", "R6.5", {"general": GENERALS[general], "lost": int(lost)})


def _discard(s: State, card: i64) -> None:
    """R3.2: the card is laid away unseen."""
    take_from_hand(s, s.nation, card)
    lay_away(s, card)
    if s.log is not None:
        tell_some(
            s, "discard", "R3.2", {"nation": NATIONS[s.nation], "back": int(card // DECK_SIZE) + 1},
            {"card": card_name(card)}, int(seers(s, role_of(s, s.nation))),
        )  # fmt: skip
    s.state = AFTER_DRAW


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
                s.state = OFFENSIVE
                s.decider = PRUSSIA
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
