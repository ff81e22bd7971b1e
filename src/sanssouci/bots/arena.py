"""Whole games of policies against each other straight on the engine's states: for tuning and roll-outs."""

from __future__ import annotations

from mypy_extensions import i64

from sanssouci.bots.belief import look
from sanssouci.bots.policy import Policy
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import GAME_OVER, State, role_of


def play_order(s: State, policy: Policy) -> i64:
    """Let a policy give one order on a full state, knowing only what its role may; answers the choices made."""
    choices = policy.order(look(s, role_of(s, s.decider)))
    i: i64 = 0
    while i < len(choices):
        turn.apply(s, choices[i])
        i += 1
    return i


def play_on(s: State, policies: list[Policy], until_turn: i64, until_nation: i64, limit: i64) -> i64:
    """Play until a stage is reached, the game ends or `limit` orders are given; answers their number."""
    orders: i64 = 0
    while s.state != GAME_OVER and orders < limit:
        if s.turn > until_turn or (s.turn == until_turn and s.nation >= until_nation):
            break
        play_order(s, policies[role_of(s, s.decider)])
        orders += 1
    return orders
