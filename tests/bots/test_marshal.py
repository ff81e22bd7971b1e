"""What the marshal adds to general: weights for the end of a game, another way to spend roll-outs, a mixed choice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from certain import sure
from sanssouci.bots import registry, weights
from sanssouci.bots.belief import look
from sanssouci.bots.general import GeneralBot
from sanssouci.bots.goals import end_is_near, missing
from sanssouci.bots.marshal import WIDE, MarshalBot, breadth
from sanssouci.bots.policy import Policy
from sanssouci.bots.purse import suit_prices
from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.board import OBJECTIVE_CITY
from sanssouci.friedrich.rules.names import AUSTRIA, PRUSSIA, ROLES
from sanssouci.friedrich.rules.state import HELD, State
from sanssouci.friedrich.rules.victory import needed


def lacking(nation: int, number: int) -> State:
    """The beginning of a game in which a nation lacks so many objectives."""
    s = Game.new(seed="near the end").state.copy()
    wanted = int(needed(s, nation))
    for goal in range(len(OBJECTIVE_CITY)):
        if wanted >> goal & 1 and missing(s, nation) > number:
            s.sets[HELD + nation] |= 1 << goal
    assert missing(s, nation) == number
    return s


def test_the_end_is_near_when_few_objectives_are_missing() -> None:
    """An attacker looks at his own nations, Friedrich at everybody's."""
    for number, for_attacker, for_friedrich in ((2, True, True), (3, True, False), (4, False, False)):
        s = lacking(AUSTRIA, number)
        own = {role: look(s, ROLES.index(role)).own for role in ROLES}
        assert end_is_near(s, own["maria-theresa"]) is for_attacker
        assert end_is_near(s, own["friedrich"]) is for_friedrich
        assert not end_is_near(s, own["pompadour"])


def test_other_weights_count_near_the_end() -> None:
    figures = {**weights.figures_of("general", "maria-theresa", "standard"), "late_attack": 150, "late_threat": 40}
    calm, late = weights.vector(figures), sure(weights.late(figures))
    assert late[weights.W_ATTACK] == calm[weights.W_ATTACK] * 150 // 100
    assert late[weights.W_THREAT] == calm[weights.W_THREAT] * 40 // 100
    assert sum(a != b for a, b in zip(calm, late, strict=True)) == 2
    policy = Policy(calm, 1, 1, False, late)
    for number, hurried in ((4, False), (3, True), (5, False)):
        policy.feel(look(lacking(AUSTRIA, number), ROLES.index("maria-theresa")))
        assert policy.hurried is hurried
        assert list(policy.weights) == list(late if hurried else calm)


def test_without_figures_for_the_end_nothing_changes_there() -> None:
    figures = weights.figures_of("captain", "friedrich", "standard")
    assert weights.late(figures) is None
    policy = Policy(weights.vector(figures), 1, 1, False)
    policy.feel(look(lacking(AUSTRIA, 1), 0))
    assert not policy.hurried


def test_who_hoards_less_has_cheaper_cards_in_a_full_hand() -> None:
    """`hoard` 100 is what all rungs up to general reckon with; with more of it a large hand is spent sooner."""
    s = Game.new(seed="a full hand").state
    b = look(s, 0)
    for suit in range(4):
        b.suit[PRUSSIA * 4 + suit] = 30
    figures = weights.figures_of("general", "friedrich", "standard")
    prices = [sum(suit_prices(s, b, weights.vector({**figures, "hoard": hoard}), PRUSSIA)) for hoard in (50, 100, 200)]
    assert prices[0] > prices[1] > prices[2] > 0


@pytest.mark.parametrize(("rollouts", "orders"), [(6, 3), (24, 8), (30, 10), (96, WIDE), (1 << 30, WIDE)])
def test_breadth_follows_the_budget(rollouts: int, orders: int) -> None:
    """At least three orders are proposed, twelve at most; between them as many as a third of the roll-outs."""
    assert breadth(rollouts) == orders


def counted(gain: Callable[[int, int], int], challengers: int, rollouts: int) -> tuple[Counter[int], list[int]]:
    """How often each order was rolled out, the plain one being 0, if `gain` says what an order is worth in a world."""
    tries: Counter[int] = Counter()

    class Told(MarshalBot):
        def worlds(self, view: Any, rng: random.Random, number: int) -> list[State]:
            return [Game.new(seed="a world").state] * number

        def roll_out(self, world: State, candidate: list[int], b: Any, seed: int) -> int:
            tries[candidate[0]] += 1
            return gain(candidate[0], tries[0])

    bot = Told(1)
    bot.clock = lambda: 0.0
    orders = [[i] for i in range(challengers + 1)]
    view: Any = None
    return tries, bot._halve(view, view, orders, random.Random(1), rollouts, float("inf"))


def test_what_comes_to_the_same_is_not_tried_again() -> None:
    """Orders 1 to 5 end like the plain one, 7 like 6: after one world only 6 and 8 are left, and get the rest."""
    worth = {6: 40, 7: 40, 8: 20}
    tries, chosen = counted(lambda order, world: worth.get(order, 0) + 10 * world if order else 10 * world, 8, 24)
    assert chosen == [6]
    assert [tries[i] for i in range(1, 9)] == [1, 1, 1, 1, 1, tries[6], 1, tries[8]]
    assert tries[6] > tries[8] > 2 and tries.total() <= 24


def test_where_all_come_to_the_same_the_plain_order_stands() -> None:
    tries, chosen = counted(lambda order, world: 7, 6, 24)
    assert chosen == [0] and tries.total() == 7


def test_no_budget_is_overdrawn() -> None:
    """Nor is much of it left over where orders differ."""
    for challengers in range(1, 12):
        for rollouts in range(2 * challengers + 2, 100):
            tries, _ = counted(lambda order, world: order * world, challengers, rollouts)
            assert rollouts - 2 <= tries.total() <= rollouts


def test_a_better_guess_is_taken_without_proof() -> None:
    """General wants one and a half standard errors."""
    bot, rng = MarshalBot(1), random.Random(4)
    gains: list[list[int]] = [[], [90, -40, 60, -30, 20]]
    assert bot.settle_on([1], gains, rng) == 1 and GeneralBot(1).settle_on([1], gains, rng) == 0
    assert bot.settle_on([1], [[], [90, -40, -40]], rng) == 0


def test_of_nearly_equal_orders_not_always_the_same_is_given() -> None:
    """Nearly equal in the worlds that both were tried in."""
    bot = MarshalBot(1)
    gains: list[list[int]] = [[], [40, 44, 42, 60], [38, 40, 39], [10, 11, 12], [-5, 5, -5]]
    rng = random.Random(4)
    assert {bot.settle_on([1, 2, 3, 4], gains, rng) for _ in range(50)} == {1, 2}
    assert bot.settle_on([4], gains, rng) == 0


def test_marshal_has_all_weights_at_every_table() -> None:
    """Where a table says that he plays as another rung does there, he has that rung's figures."""
    for table in ("standard", "standard-3", "expert", "west", "austria"):
        for role in ROLES:
            figures = weights.figures_of("marshal", role, table)
            names = {name.removeprefix(weights.LATE) for name in figures}
            assert names == set(weights.NAMES) and min(figures.values()) >= 0
    assert weights.figures_of("marshal", "pompadour", "west") == weights.figures_of("general", "pompadour", "west")


def test_in_his_roll_outs_everybody_plays_as_he_does() -> None:
    """Where general takes the others for captains."""
    for bot, rung in ((MarshalBot(1), "marshal"), (GeneralBot(1), "captain")):
        bot.table = "standard"
        others = [list(policy.calm) for policy in bot.quick(0)[1:]]
        assert others == [list(weights.load(rung, role)) for role in ROLES[1:]]


def test_the_registry_knows_him() -> None:
    assert isinstance(registry.make("marshal", 1), MarshalBot)
