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
    fate_troops,
    movement,
    recruitment,
    scenarios,
    victory,
)
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, bit, card_name, lowest
from sanssouci.friedrich.rules.decks import draw_card, draw_hand, lay_away, take_from_hand
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
)
from sanssouci.friedrich.rules.events import card_names, tell, tell_some
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    GENERALS,
    NATION_COUNT,
    NATIONS,
    PRUSSIA,
    RUSSIA,
)
from sanssouci.friedrich.rules.objectives import settle_questions
from sanssouci.friedrich.rules.state import (
    AFTER_DRAW,
    ALLOT,
    ASKED,
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
    NO_CARD,
    OFF_MAP,
    OFFENSIVE,
    POOL,
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
    in_game,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.supply import check_supply
from sanssouci.friedrich.rules.troops import ceiling, end_general, first_general, part_with, set_pool, top_of


def start(s: State) -> None:
    """Set up the scenario and go to the first decision."""
    scenarios.set_up(s)
    begin_allotment(s)
    run(s)


# The first allotment ------------------------------------------------------------------------------


def begin_allotment(s: State) -> None:
    """ST01: nations with a single possible vector are done at once; the first of the others is asked."""
    nation: i64 = 0
    while nation < NATION_COUNT:
        if s.playing >> nation & 1 == 1 and s.allotted >> nation & 1 == 0 and scenarios.single_allotment(s, nation):
            _allot_single(s, nation)
        nation += 1
    _next_allotment(s)


def _allot_single(s: State, nation: i64) -> None:
    left = ceiling(s, nation)
    troops: list[int] = []
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        if s.city[g] >= 0:
            low, _ = scenarios.allot_bounds(s, nation, g, left)
            troops.append(low)
            left -= low
        g += 1
    _write_allotment(s, nation, troops)
    top = first_general(nation)
    while top < end:
        if s.city[top] >= 0 and s.occ[s.city[top]] == top + 1:
            pool = s.men[POOL + top]
            set_pool(s, top, pool, pool, pool)  # everybody can work it out
        top += 1


def _write_allotment(s: State, nation: i64, troops: list[int]) -> None:
    i: i64 = 0
    g = first_general(nation)
    end = end_general(nation)
    names: dict[str, object] = {}
    while g < end:
        if s.city[g] >= 0:
            top = top_of(s, g)
            s.men[POOL + top] = s.men[POOL + top] + troops[i]
            names[GENERALS[g]] = troops[i]
            i += 1
        g += 1
    s.allotted |= bit(nation)
    if s.log is not None:
        tell_some(
            s, "allot", "R1.10", {"nation": NATIONS[nation]}, {"troops": names},
            int(seers(s, role_of(s, nation))),
        )  # fmt: skip


def _next_allotment(s: State) -> None:
    nation: i64 = 0
    while nation < NATION_COUNT:
        if s.playing >> nation & 1 == 1 and s.allotted >> nation & 1 == 0:
            s.state = ALLOT
            s.decider = nation
            s.buy_to = first_general(nation)
            while s.city[s.buy_to] < 0:
                s.buy_to += 1
            s.buy_left = ceiling(s, nation)
            return
        nation += 1
    s.buy_to = 0
    s.buy_left = 0
    if s.log is not None:
        tell(s, "allot_done", "R1.10", {})
    s.turn = 1
    s.nation = 0
    s.state = STAGE_BEGIN
    _turn_begins(s)


def allot(s: State, nation: i64, troops: list[int]) -> None:
    """R1.10: one nation's whole vector, in the order of its generals; nations may come in any order."""
    _undo_partial(s, s.decider)
    _write_allotment(s, nation, troops)
    _next_allotment(s)
    run(s)


def _undo_partial(s: State, nation: i64) -> None:
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        s.men[POOL + g] = 0
        g += 1


def _allot_step(s: State, choice: i64) -> None:
    nation = s.decider
    general = choice // 16
    troops = choice % 16
    top = top_of(s, general)
    s.men[POOL + top] = s.men[POOL + top] + troops
    s.buy_left -= troops
    g = general + 1
    end = end_general(nation)
    while g < end and s.city[g] < 0:
        g += 1
    s.buy_to = g
    # The last general gets the rest.
    last = g
    g += 1
    while g < end and s.city[g] < 0:
        g += 1
    if last < end and g >= end:
        top = top_of(s, last)
        s.men[POOL + top] = s.men[POOL + top] + s.buy_left
        s.allotted |= bit(nation)
        if s.log is not None:
            tell_some(s, "allot", "R1.10", {"nation": NATIONS[nation]}, {}, int(seers(s, role_of(s, nation))))
        _next_allotment(s)


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
        if recruitment.can_recruit(s):
            out = append(out, RECRUIT)
        return out
    if state == MOVE_PATH:
        return movement.list_paths(s, out)
    if state == SPLIT_ALLOT:
        return movement.list_shares(s, out)
    if state == CARD:
        return combat.list_cards(s, out)
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
        low, high = scenarios.allot_bounds(s, s.decider, s.buy_to, s.buy_left)
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
    deck: i64 = 0
    while deck < MAX_DECKS:
        cards = s.sets[FRESH + deck]
        while cards != 0:
            out = append(out, deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
        deck += 1
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
            _test_offensive(s)
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
        _allot_step(s, choice)
    elif state == OFFENSIVE:
        expert.declare_offensive(s, choice)
        _begin_movement(s)
        _test_offensive(s)
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
    kind = choice & 255
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


def _test_offensive(s: State) -> None:
    """R13.4 with immediate timing: has Prussia just completed its fourteen?"""
    if s.nation == PRUSSIA and s.options.oo_immediate and victory.offensive_goal(s):
        victory.end_game(s, 1, 1, victory.BY_OFFENSIVE)


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
            _test_offensive(s)
        elif state == SUPPLY:
            _supply(s)
        elif state == STAGE_END:
            _next_stage(s)
        elif state == STAGE_BEGIN:
            _stage_begin(s)
        elif state == DRAW_CARDS:
            _draw(s)
        elif state == AFTER_DRAW:
            if expert.offensive_due(s):
                s.state = OFFENSIVE
                s.decider = PRUSSIA
            else:
                _begin_movement(s)
        elif state == COMBAT_NEXT:
            combat.next_combat(s)
        elif state == DECLARE:
            combat.declare(s)
        elif state == TURN_TEST_1:
            s.nation = NATION_COUNT
            if not victory.test_objectives(s, victory.BY_OBJECTIVES_BEFORE):
                s.state = FATE_DRAW if s.turn > 5 else NEXT_TURN
        elif state == FATE_DRAW:
            fate.draw_fate(s)
        elif state == REASSIGN:
            fate.reassign(s)
            s.state = TURN_TEST_2
        elif state == TURN_TEST_2:
            if not victory.test_fate_victory(s) and not victory.test_objectives(s, victory.BY_OBJECTIVES_AFTER):
                s.state = NEXT_TURN
        else:
            _next_turn(s)


def _stage_begin(s: State) -> None:
    """ST10: a nation's stage begins, or is skipped if it is out."""
    if not in_game(s, s.nation):
        s.state = STAGE_END
        return
    s.moved = 0
    s.bound = 0
    s.substitute = OFF_MAP
    s.recruits = 0
    s.decider = s.nation
    nation: i64 = 0
    while nation < NATION_COUNT:
        s.sets[ASKED + nation] = 0
        nation += 1
    if s.log is not None:
        tell(s, "stage_begins", "R2.1", {"nation": NATIONS[s.nation], "turn": int(s.turn)})
    s.state = DRAW_CARDS


def _draw(s: State) -> None:
    """ST11: phase 1."""
    got = draw_hand(s, s.nation, scenarios.draw_number(s, s.nation))
    if scenarios.discard_due(s, s.nation, got):
        s.state = FORCED_DISCARD
        s.decider = s.nation
    else:
        s.state = AFTER_DRAW


def _begin_movement(s: State) -> None:
    """Phase 2 begins: what the fate cards forbid in it is fixed now."""
    movement.fix_restrictions(s)
    s.state = MOVE_MENU
    s.decider = s.nation


def begin_movement(s: State) -> None:
    """Phase 2 of the nation whose stage it is, for positions that begin there."""
    _begin_movement(s)


def _supply(s: State) -> None:
    """ST50: phase 5, then R13.6 and R13.2."""
    lost_south = check_supply(s)
    if lost_south:
        combat.austria_takes_card(s)
    if expert.east_prussia_due(s):
        s.state = EAST_PRUSSIA
        s.decider = PRUSSIA
    else:
        s.state = STAGE_END


def _next_stage(s: State) -> None:
    s.bound = 0
    s.fixed = 0
    s.chevert_with = 0
    deck: i64 = 0
    while deck < MAX_DECKS:
        s.sets[FRESH + deck] = 0
        deck += 1
    s.nation += 1
    s.state = TURN_TEST_1 if s.nation >= NATION_COUNT else STAGE_BEGIN


def _next_turn(s: State) -> None:
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
    _turn_begins(s)


def _turn_begins(s: State) -> None:
    """OP-93: the virtual nation's five cards of the first edition's scenarios (R14.9)."""
    if s.log is not None:
        tell(s, "turn_begins", "R2.5", {"turn": int(s.turn)})
    if not s.options.virtual_discard or not s.scenario.virtual:
        return
    drawn: i64 = 0
    cards: list[int] = []
    while drawn < 5:
        card = draw_card(s)
        if card == NO_CARD:
            break
        lay_away(s, card)
        cards.append(card)
        drawn += 1
    if s.log is not None:
        # Nobody may know the cards; a complete record keeps them.
        tell_some(s, "virtual_discard", "R14.9", {"count": int(drawn)}, {"cards": card_names(cards)}, 0)
