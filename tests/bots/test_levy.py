"""What bots buy."""

from __future__ import annotations

from sanssouci.bots import weights
from sanssouci.bots.arena import play_order
from sanssouci.bots.belief import look
from sanssouci.bots.levy import best_levy
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules import muster, recruitment
from sanssouci.friedrich.rules.cards import WHOLE_DECK
from sanssouci.friedrich.rules.names import FRANCE, ROLES
from sanssouci.friedrich.rules.state import HAND, MOVE_MENU, OFF_MAP, State, role_of
from sanssouci.friedrich.rules.supply import at_home
from sanssouci.friedrich.rules.troops import end_general, end_train, first_general, first_train
from sanssouci.lab.tuning import Table, start


def france_abroad() -> State:
    """France before its stage, with armies abroad, in a game of captains."""
    s = start("a train lost", Table("standard", 4))
    policies = [Policy(weights.load("captain", role), 1, 1, True) for role in ROLES]
    generals = range(first_general(FRANCE), end_general(FRANCE))
    while not (
        s.nation == FRANCE
        and s.state == MOVE_MENU
        and s.turn > 3
        and any(s.city[g] >= 0 and not at_home(FRANCE, s.city[g]) for g in generals)
    ):
        play_order(s, policies[role_of(s, s.decider)])
    return s


def test_who_has_lost_his_trains_and_has_cards_buys_one_r10() -> None:
    """R10: an army abroad without a train starves; a rich hand buys one, and does not where all trains stand."""
    s = france_abroad()
    s.sets[HAND + FRANCE * 5] = WHOLE_DECK
    w = weights.load("captain", "pompadour")
    assert best_levy(s, look(s, 3), w).trains == 0
    for train in range(first_train(FRANCE), end_train(FRANCE)):
        s.occ[s.city[train]] = 0
        s.city[train] = OFF_MAP
    bought = best_levy(s, look(s, 3), w)
    assert bought.trains == 1 and bought.gain > 0
    assert muster.price(s, FRANCE) * (bought.troops + 1) <= muster.purse(s, FRANCE)
    assert recruitment.most_troops(s) >= bought.troops
