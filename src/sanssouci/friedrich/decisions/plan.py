"""A parsed order → the small choices it stands for, tried on a copy of the game.

Legality has one source: the menus of `turn.choices`. Each choice is looked for there; where one is
missing the refusal modules say why.
"""

from __future__ import annotations

from sanssouci.friedrich.decisions.parse import Order
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.refusals import RULE_OF, held, twin
from sanssouci.friedrich.decisions.refusals_combat import (
    refuse_card,
    refuse_evasion,
    refuse_pair,
    refuse_pass,
    refuse_retreat,
    stack_top,
)
from sanssouci.friedrich.decisions.refusals_fate import (
    liberated,
    refuse_discard,
    refuse_flip,
    refuse_laudon,
    refuse_loss,
    refuse_offensive,
    refuse_reinforcement,
    refuse_removal,
    refuse_retirement,
    refuse_west,
)
from sanssouci.friedrich.decisions.refusals_move import group_of, refuse_group, refuse_path, refuse_share
from sanssouci.friedrich.decisions.refusals_recruit import (
    refuse_gifts,
    refuse_payment,
    refuse_places,
    refuse_purchase,
    refuse_recipient,
    worth,
)
from sanssouci.friedrich.decisions.trial import Trial
from sanssouci.friedrich.rules.cards import is_reserve
from sanssouci.friedrich.rules.effects import EV_10S
from sanssouci.friedrich.rules.encoding import (
    DONE,
    DOUBLE,
    END,
    FIGHT,
    MOVE_GENERALS,
    MOVE_TRAIN,
    NONE,
    PASS,
    PAY_DOUBLE,
    RECRUIT,
    REMOVE,
    STOP,
)
from sanssouci.friedrich.rules.names import G_LAUDON, GENERAL_COUNT, PIECES, PRUSSIA, TRAINS_FROM
from sanssouci.friedrich.rules.state import (
    GAME_OVER,
    MOVE_PATH,
    OFF_MAP,
    RECRUIT_ASSIGN,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    SPLIT_ALLOT,
    STATE_NAMES,
    State,
)
from sanssouci.friedrich.rules.troops import top_of


def plan(s: State, order: Order) -> list[int]:
    """The choices an order stands for, or a refusal."""
    trial = Trial(s)
    if order.verb == "move":
        _move(s, order, trial)
    elif order.verb == "recruit":
        _recruit(s, order, trial)
    elif order.verb == "laudon":
        _laudon(s, order, trial)
    else:
        trial.take(_single(s, order, trial.menu()))
    return trial.taken


def _single(s: State, order: Order, menu: list[int]) -> int:
    """Orders that are one choice."""
    if order.verb in ("play", "pass"):
        return _card(s, order, menu)
    if order.verb == "end":
        return END
    if order.verb == "attack":
        attacker, defender = order.pieces
        pair = stack_top(s, attacker) * GENERAL_COUNT + stack_top(s, defender)
        if pair not in menu:
            refuse_pair(s, order)
        return pair
    if order.verb in ("fight", "evade", "retreat"):
        return _place(s, order, menu)
    if order.verb == "remove":
        choice = order.pieces[0] << 8 | REMOVE
        if choice not in menu:
            refuse_removal(s, order)
        return choice
    if order.verb == "liberate":
        return liberated(order)
    return _answer(s, order, menu)


def _place(s: State, order: Order, menu: list[int]) -> int:
    """8♣ and retreats: where a stack goes."""
    if order.verb == "fight":
        return FIGHT
    city = order.cities[0]
    if city not in menu:
        if order.verb == "evade":
            refuse_evasion(s, order, [c for c in menu if c != FIGHT])
        refuse_retreat(s, order, menu)
    return city


def _card(s: State, order: Order, menu: list[int]) -> int:
    """ST34: a card, or giving up."""
    if order.verb == "pass":
        if PASS not in menu:
            refuse_pass(s)
        return PASS
    named = order.cards[0]
    card = held(s, int(s.decider), order.cards)[0]
    value = DOUBLE if named.double else max(order.number, 0)
    choice = 1 + (card << 4 | value)
    if value > 15 or choice not in menu or order.number == 0 or (named.double and order.number >= 0):
        refuse_card(s, order, card)
    return choice


def _answer(s: State, order: Order, menu: list[int]) -> int:
    """Discards, the Offensive Option and the fate cards: a card, a general, a path, or none."""
    if order.none:
        if NONE not in menu:
            refuse("none_not_allowed", RULE_OF[STATE_NAMES[s.state]])
        return NONE
    if order.verb == "west":
        path = order.cities[0] * 1024 + order.cities[1]
        if path not in menu:
            refuse_west(s, order)
        return path
    if order.cards:
        card = held(s, int(s.decider), order.cards)[0]
        if card not in menu:
            if is_reserve(card) and twin(card) in menu:  # one Reserve of a deck is like the other
                return twin(card)
            if order.verb == "discard":
                refuse_discard(card)
            if order.verb == "offensive":
                refuse_offensive(card)
            refuse("not_legal", RULE_OF[STATE_NAMES[s.state]])
        return card
    general = order.pieces[0]
    if order.verb == "flip":
        general = stack_top(s, general)
    if general not in menu:
        _general_refused(s, order)
    return general


def _general_refused(s: State, order: Order) -> None:
    if order.verb == "reinforce":
        refuse_reinforcement(s, order)
    if order.verb == "retire":
        refuse_retirement(s, order)
    if order.verb == "flip":
        refuse_flip(s, order)
    refuse_loss(s, order)


def _move(s: State, order: Order, trial: Trial) -> None:
    """ST20–ST22: pick up the group, divide the pool if need be, and walk."""
    lead = order.pieces[0]
    first = lead << 8 | MOVE_TRAIN if lead >= GENERAL_COUNT else group_of(order) << 8 | MOVE_GENERALS
    refuse_group(s, order)
    refuse_share(s, order)
    if first not in trial.menu():
        refuse_path(s, order)
    trial.take(first)
    if trial.at(SPLIT_ALLOT):
        trial.take(order.number)
    for city in order.cities:
        if trial.at(GAME_OVER):
            return
        if not trial.at(MOVE_PATH) or city not in trial.menu():
            refuse_path(s, order)
        trial.take(city)
    if trial.at(MOVE_PATH):
        if STOP not in trial.menu():
            refuse_path(s, order)
        trial.take(STOP)


def _laudon(s: State, order: Order, trial: Trial) -> None:
    """6♠: Laudon's step, and his share if he leaves a stack."""
    if order.none:
        trial.take(_answer(s, order, trial.menu()))
        return
    city = order.cities[0]
    if city not in trial.menu():
        refuse_laudon(s, order)
    refuse_share(s, Order("move", pieces=(G_LAUDON,), cities=order.cities, number=order.number))
    trial.take(city)
    if trial.at(SPLIT_ALLOT):
        trial.take(order.number)


def _recruit(s: State, order: Order, trial: Trial) -> None:
    """ST23–ST26: what is bought, where pieces come back, what is paid, who gets the troops."""
    if RECRUIT not in trial.menu():
        refuse_purchase(s, order)
        refuse_places(s, order)
        refuse("not_legal", "R10.2")
    trial.take(RECRUIT)
    if order.number not in trial.menu():
        refuse_purchase(s, order)
        refuse_places(s, order)
        refuse("not_legal", "R10.2")
    refuse_purchase(s, order)
    trial.take(order.number)
    places = _places(s, order)
    if trial.at(RECRUIT_PLACE):
        for place in places:
            if place not in trial.menu():
                refuse_places(s, order)
                refuse("not_legal", "R10.6")
            trial.take(place)
        if trial.at(RECRUIT_PLACE):
            if DONE not in trial.menu():
                refuse_payment(s, order)
                refuse("not_legal", "R10.2")
            trial.take(DONE)
    elif places:
        refuse_places(s, order)
        refuse("not_legal", "R10.6")
    _pay(s, order, trial)
    _assign(s, order, trial)


def _places(s: State, order: Order) -> list[int]:
    """The pieces that come back, in ascending order; the lowest-numbered train off the map enters first."""
    nation = int(s.nation)
    missing = [t for t in range(TRAINS_FROM[nation], TRAINS_FROM[nation + 1]) if s.city[t] == OFF_MAP]
    entering = sorted(order.entering) + list(zip(missing, order.trains, strict=False))
    if len(order.trains) > len(missing):
        refuse_purchase(s, order)
    return [piece * 1024 + city for piece, city in entering]


def _pay(s: State, order: Order, trial: Trial) -> None:
    """ST24: the cards, in the order in which the engine takes them (the dearest first)."""
    refuse_payment(s, order)
    cards = held(s, int(s.nation), order.cards)
    named = zip(cards, order.cards, strict=True)
    dearest = sorted((worth(card, name.double), card, PAY_DOUBLE * name.double) for card, name in named)
    for _, card, double in reversed(dearest):
        if not trial.at(RECRUIT_PAY) or card + double not in trial.menu():
            refuse("not_legal", "R10.3")
        trial.take(card + double)


def _assign(s: State, order: Order, trial: Trial) -> None:
    """ST26: who gets the new troops; those who come back have one each already."""
    refuse_gifts(s, order)
    if not order.given:
        while trial.at(RECRUIT_ASSIGN):
            menu = trial.menu()
            if _matters(trial.state, menu):
                refuse("give_needed", "R10.5", general=PIECES[menu[0]])
            trial.take(menu[0])
        return
    left = dict(order.troops)
    for general, _ in order.entering:
        left[general] -= 1
    for general in sorted(left):
        for _ in range(left[general]):
            if not trial.at(RECRUIT_ASSIGN) or general not in trial.menu():
                refuse_recipient(trial.state, general)
            trial.take(general)


def _matters(s: State, generals: list[int]) -> bool:
    """Does it matter which of these generals gets a troop? Inside a stack only 10♠ asks for a name."""
    named = s.nation == PRUSSIA and s.events & EV_10S
    return len({g if named else int(top_of(s, g)) for g in generals}) > 1
