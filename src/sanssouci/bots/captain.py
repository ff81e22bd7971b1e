"""`captain` and `cadet`: the policy on a seat's own belief, with a temperament drawn from the seed."""

from __future__ import annotations

import random
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots import openings, weights
from sanssouci.bots.base import StateBot, allot_order
from sanssouci.bots.belief import Belief, belief_of
from sanssouci.bots.budget import Budget
from sanssouci.bots.policy import Policy
from sanssouci.bots.purse import cheapest, suit_prices
from sanssouci.friedrich.decisions.orders import text_of
from sanssouci.friedrich.rules.cards import card_name, value_of
from sanssouci.friedrich.rules.names import NATIONS, ROLES
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import State

#: Temperaments a seed can give; the first is the plain one.
TEMPERAMENTS: Final[list[str]] = ["", "bold", "patient", "raider"]


class CaptainBot(StateBot):
    """A value function and one-ply look-ahead over whole orders."""

    samples = 6
    rung = "captain"

    def __init__(self, seed: int | str = 0) -> None:
        """The seed gives the temperament."""
        self.temperament = random.Random(f"temperament {seed}").choice(TEMPERAMENTS)
        self.seed = seed
        self.table = ""
        self._policies: dict[tuple[str, int], Policy] = {}

    def policy(self, role: int) -> Policy:
        """The policy for a role at the table of the last view, made once."""
        found = self._policies.get((self.table, role))
        if found is None:
            figures = weights.coloured(self.rung, ROLES[role], self.temperament, table=self.table)
            late = weights.late(figures)
            found = self._policies[self.table, role] = Policy(weights.vector(figures), 0, self.samples, False, late)
        return found

    def believe(self, view: Any) -> Belief:
        """The seat's picture of the game."""
        return belief_of(view)

    def decide(self, view: Any, menu: dict[str, Any], rng: random.Random, budget: Budget | float | None) -> str:
        """One order for the decision that the menu shows."""
        nation = NATIONS.index(menu["nation"])
        self.table = weights.table_of(view.known_state)
        if menu["state"] == "ALLOT":
            s = view.known_state
            return allot_order(s, nation, openings.shares(s, nation, rng))
        b = self.believe(view)
        policy = self.policy(int(b.role))
        policy.rng = SmallRandom(rng.getrandbits(64))
        if menu["state"] == "TRADE":
            return _trade(b, policy.weights, nation)
        return text_of(view.known_state, self.think(view, b, policy, rng, Budget.of(budget)))

    def think(self, view: Any, b: Belief, policy: Policy, rng: random.Random, budget: Budget) -> list[int]:
        """The small choices of one whole order."""
        return [int(choice) for choice in policy.order(b)]


def _trade(b: Belief, w: vec[i64], nation: int) -> str:
    """1♥: a poor card is offered; nobody knows what comes back, on the average something better."""
    s: State = b.state
    number: i64 = nation
    card = cheapest(s, suit_prices(s, b, w, number), number)
    if card < 0 or value_of(card) > 5:
        return f"trade {NATIONS[nation]} none"
    return f"trade {NATIONS[nation]} {card_name(int(card))}"


class CadetBot(CaptainBot):
    """A friendly beginner: sees what can be taken, overspends in battle and forgets what may come back at him."""

    samples = 1
    rung = "cadet"
