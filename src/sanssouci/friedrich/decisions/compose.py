"""Small choices → the order they stand for, in its canonical words (every card with its deck)."""

from __future__ import annotations

from sanssouci.friedrich.decisions.refusals import names_of
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_IDS, EAST_PRUSSIAN, OBJECTIVE_CITY
from sanssouci.friedrich.rules.cards import card_name, is_reserve
from sanssouci.friedrich.rules.encoding import (
    DONE,
    DOUBLE,
    END,
    FIGHT,
    MOVE_GENERALS,
    NONE,
    PASS,
    PAY_DOUBLE,
    RECRUIT,
    REMOVE,
    STOP,
)
from sanssouci.friedrich.rules.names import GENERAL_COUNT, GENERALS_FROM, NATIONS, PIECES, nation_of
from sanssouci.friedrich.rules.state import (
    ALLOT,
    CARD,
    COMBAT_PICK,
    EAST_PRUSSIA,
    EVADE,
    FLIP,
    FORCED_DISCARD,
    FREE_TROOP,
    GIFT,
    LAUDON,
    LOSE_TROOP,
    MOVE_MENU,
    MOVE_PATH,
    OFFENSIVE,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    REDRAW,
    RETIRE,
    RETREAT_PICK,
    SPLIT_ALLOT,
    TRADE,
    WEST_STEP,
    State,
)
from sanssouci.friedrich.rules.troops import ceiling

#: Decisions answered with one card, one general, or none: the verb and the word for none.
_CARD_VERBS = {FORCED_DISCARD: "discard", OFFENSIVE: "offensive", REDRAW: "redraw", GIFT: "gift"}
_GENERAL_VERBS = {FREE_TROOP: "reinforce", RETIRE: "retire", FLIP: "flip", LOSE_TROOP: "lose"}


def text_of(before: State, choices: list[int]) -> str:
    """The order that a complete sequence of choices stands for, taken from the decision `before`."""
    first = choices[0]
    state = int(before.state)
    if state == MOVE_MENU:
        return _phase_two(before, choices)
    if state == ALLOT:
        return _allot(before, choices)
    if state == LAUDON:
        if first == NONE:
            return "laudon none"
        return f"laudon {CITY_IDS[first]}" + (f" takes {choices[1]}" if len(choices) > 1 else "")
    if state == CARD:
        return _card(first)
    if state == COMBAT_PICK:
        return f"attack {PIECES[first // GENERAL_COUNT]} {PIECES[first % GENERAL_COUNT]}"
    if state == EVADE:
        return "fight" if first == FIGHT else f"evade {CITY_IDS[first]}"
    if state == RETREAT_PICK:
        return f"retreat {CITY_IDS[first]}"
    if state == EAST_PRUSSIA:
        freed = [CITY_IDS[OBJECTIVE_CITY[EAST_PRUSSIAN[i]]] for i in range(4) if first >> i & 1]
        return "liberate " + " ".join(freed)
    if state == TRADE:
        waiting = int(turn.deciders(before))
        who = NATIONS[(waiting & -waiting).bit_length() - 1]  # `choices` asks in the order of stages
        return f"trade {who} none" if first == NONE else f"trade {who} {card_name(first)}"
    if state == WEST_STEP:
        return "west none" if first == NONE else f"west {CITY_IDS[first // 1024]} {CITY_IDS[first % 1024]}"
    if state in _CARD_VERBS:
        none = "no" if state == OFFENSIVE else "none"
        return f"{_CARD_VERBS[state]} {none if first == NONE else card_name(first)}"
    return f"{_GENERAL_VERBS[state]} {'none' if first == NONE else PIECES[first]}"


def _card(choice: int) -> str:
    if choice == PASS:
        return "pass"
    card, value = (choice - 1) >> 4, (choice - 1) & 15
    if is_reserve(card):
        return f"play {card_name(card)}={value}"
    return f"play {card_name(card)}{' double' if value == DOUBLE else ''}"


def _allot(before: State, choices: list[int]) -> str:
    """The first allotment of one nation: its last general gets what is left."""
    nation = nation_of(choices[0] >> 4)
    generals = [g for g in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]) if before.city[g] >= 0]
    given = {choice >> 4: choice & 15 for choice in choices}
    rest = int(ceiling(before, nation)) - sum(given.values())
    words = [f"{PIECES[g]}={given.get(g, rest)}" for g in generals]
    return f"allot {NATIONS[nation]} " + " ".join(words)


def _phase_two(before: State, choices: list[int]) -> str:
    """Phase 2: end, a removal, a purchase or a move."""
    first = choices[0]
    if first == END:
        return "end"
    if first == RECRUIT:
        return _recruit(before, choices)
    kind, what = first & 255, first >> 8
    if kind == REMOVE:
        return f"remove {PIECES[what]}"
    who = "+".join(names_of(what)) if kind == MOVE_GENERALS else PIECES[what]
    s = before.copy()
    share, path = "", []
    for choice in choices:
        if s.state == SPLIT_ALLOT:
            share = f" takes {choice}"
        elif s.state == MOVE_PATH and choice != STOP:
            path.append(CITY_IDS[choice])
        turn.apply(s, choice)
    return f"move {who}{share} {' '.join(path)}"


def _recruit(before: State, choices: list[int]) -> str:
    s = before.copy()
    troops = 0
    places: list[str] = []
    cards: list[str] = []
    given: dict[int, int] = {}
    for choice in choices:
        if s.state == RECRUIT_ORDER:
            troops = choice
        elif s.state == RECRUIT_PLACE and choice != DONE:
            piece, city = choice // 1024, CITY_IDS[choice % 1024]
            if piece < GENERAL_COUNT:
                places.append(f"general {PIECES[piece]} {city}")
                given[piece] = 1
            else:
                places.append(f"train {city}")
        elif s.state == RECRUIT_PAY:
            double = choice >= PAY_DOUBLE
            cards.append(card_name(choice - PAY_DOUBLE) + " double" if double else card_name(choice))
        elif s.state == RECRUIT_ASSIGN:
            given[choice] = given.get(choice, 0) + 1
        turn.apply(s, choice)
    words = ["recruit", f"troops {troops}", *places, "pay", *cards]
    if given:
        words += ["give", *(f"{PIECES[g]}={n}" for g, n in sorted(given.items()))]
    return " ".join(words)
