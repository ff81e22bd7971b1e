"""What the marshal adds to general: weights for the end of a game, breadth by budget, a mixed choice."""

from __future__ import annotations

import random

import pytest

from certain import sure
from sanssouci.bots import registry, weights
from sanssouci.bots.belief import look
from sanssouci.bots.general import FEWEST, GeneralBot
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


@pytest.mark.parametrize(("rollouts", "orders"), [(6, 3), (24, 3), (36, 5), (60, 9), (96, WIDE), (1 << 30, WIDE)])
def test_breadth_follows_the_budget(rollouts: int, orders: int) -> None:
    """At least three orders are proposed, ten at most; between them as many as half of the roll-outs can show."""
    assert breadth(rollouts) == orders


def test_half_of_the_roll_outs_go_to_the_best_two() -> None:
    """No budget is overdrawn: where it is too small to show all in three worlds, fewer are tried, or none."""
    for challengers in range(1, 12):
        for rollouts in range(2, 400):
            rounds = MarshalBot(1).rounds(challengers, rollouts)
            spent = [(taking_part + 1) * worlds for taking_part, worlds in rounds]
            assert sum(spent) <= rollouts
            if rollouts < 2 * FEWEST:
                assert rounds == []
                continue
            tried, worlds = rounds[0]
            assert worlds >= FEWEST and (tried == challengers or (tried + 2) * FEWEST > rollouts)
            if worlds > FEWEST:
                assert rollouts / 2 - tried - 1 <= spent[0] <= rollouts / 2
            if len(rounds) == 2:
                assert rounds[1][0] == min(tried, 2)


def test_of_nearly_equal_orders_not_always_the_same_is_given() -> None:
    bot = MarshalBot(1)
    gains: list[list[int]] = [[], [40, 44, 42], [38, 40, 39], [10, 11, 12], [-5, 5, -5]]
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
