"""What the net sees, and that it reckons in whole numbers: the same compiled and plain, near what was trained."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots import inputs as seen
from sanssouci.bots import inputs_table, netfile, registry
from sanssouci.bots import net as nets
from sanssouci.bots.belief import look
from sanssouci.bots.budget import Budget
from sanssouci.bots.foresight import in_world
from sanssouci.bots.proposals import first_order, plans_of_two, ranked_marches
from sanssouci.bots.weights import load
from sanssouci.friedrich import Game
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.names import NATIONS, PIECES, ROLES
from sanssouci.friedrich.rules.state import GAME_OVER, MOVE_MENU, State

NAMES = inputs_table.names()
FIRST, SECOND = 8, 4


def plain(module: ModuleType) -> ModuleType:
    """The same module read as plain Python, whatever was compiled."""
    path = Path(str(module.__file__))
    source = path.parent / f"{path.name.split('.')[0]}.py"
    spec = importlib.util.spec_from_file_location(f"plain_{source.stem}", source)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def some_states(number: int) -> list[State]:
    """Positions of random games of all scenarios, those between orders included."""
    found: list[State] = []
    for wanted, scenario in enumerate(("standard", "expert", "west", "austria"), 1):
        s = Game.new(scenario=scenario, seed=f"net {scenario}").state
        rng = random.Random(scenario)
        steps = 0
        while s.state != GAME_OVER and len(found) < number * wanted:
            steps += 1
            if steps % 41 == 0:
                found.append(s.copy())
            menu = turn.choices(s)
            turn.apply(s, menu[rng.randrange(len(menu))])
    return found


def weights(seed: int, first: int = FIRST, second: int = SECOND) -> list[list[int]]:
    """A net of chance."""
    rng = random.Random(seed)
    sizes = [int(inputs_table.INPUTS) * first, first, first * second, second, second * 4, 4]
    spans = [3000, 200_000, 3000, 200_000, 4000, 500_000]
    return [[rng.randint(-span, span) for _ in range(size)] for size, span in zip(sizes, spans, strict=True)]


def value_of(s: State, name: str) -> int:
    """One input."""
    return int(seen.inputs(s)[NAMES.index(name)])


def position(pieces: dict[str, Any], nation: str = "prussia", **more: Any) -> State:
    """A position of the standard game."""
    return Game.from_position(
        {"format": "friedrich-position/1", "scenario": "standard", "nation": nation, "pieces": pieces, **more}
    ).state


def test_every_input_has_one_name_and_the_page_says_them() -> None:
    from sanssouci.learn.inputs_page import page

    assert len(NAMES) == inputs_table.INPUTS == len(set(NAMES))
    assert Path("docs/inputs.md").read_text(encoding="utf-8") == page()


def test_compiled_and_plain_code_see_and_reckon_the_same() -> None:
    other_inputs, other_net = plain(seen), plain(nets)
    one, other = nets.Net(FIRST, SECOND, weights(1)), other_net.Net(FIRST, SECOND, weights(1))
    w = load("general", "friedrich")
    states = some_states(6)
    assert len(states) == 24
    rows = [[int(n) for n in seen.inputs(s)] for s in states]
    assert rows == [[int(n) for n in other_inputs.inputs(s)] for s in states]
    assert len({tuple(row) for row in rows}) == 24 and all(abs(n) <= 127 for row in rows for n in row)
    for s in states:
        for role in range(len(ROLES)):
            assert nets.leaf(s, one, role, w, 700, 5000) == other_net.leaf(s, other, role, w, 700, 5000)


def test_two_weights_in_a_word_give_what_two_sums_give() -> None:
    """Negative low halves borrow from the high ones: the sums come out apart all the same."""
    given = weights(2)
    net = nets.Net(FIRST, SECOND, given)
    w1, b1, w2, b2, w3, b3 = given
    for s in some_states(2):
        x = [int(n) for n in seen.inputs(s)]
        sums = [b1[j] + sum(x[i] * w1[i * FIRST + j] for i in range(len(x))) for j in range(FIRST)]
        one = [min(max(n >> 10, 0), 2047) for n in sums]
        sums = [b2[j] + sum(one[i] * w2[i * SECOND + j] for i in range(FIRST)) for j in range(SECOND)]
        two = [min(max(n >> 12, 0), 2047) for n in sums]
        hidden = net.hidden(seen.inputs(s))
        assert [int(n) for n in hidden] == two
        for role in range(4):
            wanted = b3[role] + sum(two[k] * w3[role * SECOND + k] for k in range(SECOND))
            assert net.head(hidden, role) == wanted
    assert any(n < 0 for n in b1 + w1)


def test_a_net_whose_sums_could_overflow_is_refused() -> None:
    large = weights(3)
    large[0][0] = 1 << 24
    with pytest.raises(ValueError, match="unit 0 of the first layer has weights too large"):
        nets.Net(FIRST, SECOND, large)
    with pytest.raises(ValueError, match="other numbers of weights"):
        nets.Net(FIRST, SECOND, weights(3, FIRST, 6))


def test_an_empty_net_leaves_the_hand_made_value() -> None:
    empty = nets.Net(FIRST, SECOND, [[0] * len(part) for part in weights(4)])
    w = load("general", "friedrich")
    values, chances = [], []
    for s in some_states(4):
        values.append(int(nets.hand_made(s, 0, w)))
        chances.append(int(nets.leaf(s, empty, 0, w, 800, 0)))
    order = sorted(range(len(values)), key=values.__getitem__)
    assert [chances[i] for i in order] == sorted(chances)
    assert all((chance > 500_000) == (value > 0) for chance, value in zip(chances, values, strict=True) if value)


def test_chances_rise_with_the_odds_and_are_those_of_the_formula() -> None:
    import math

    found = [int(nets.chance_of(x << 14)) for x in range(-1000, 1001)]
    assert found == sorted(found) and found[1000] == 500_000
    for x in range(-700, 701, 7):
        exact = 1_000_000 / (1 + math.exp(-x / 64 - 1 / 200))
        assert abs(int(nets.chance_of((x << 14) + (1 << 20) // 200)) - exact) < 20


def test_a_finished_game_counts_what_came_of_it() -> None:
    game = Game.new(scenario="west", seed="end")
    s, rng = game.state, random.Random(1)
    while s.state != GAME_OVER:
        menu = turn.choices(s)
        turn.apply(s, menu[rng.randrange(len(menu))])
    net, w = nets.Net(FIRST, SECOND, weights(5)), load("general", "friedrich")
    for role in range(4):
        assert nets.leaf(s, net, role, w, 1, 0) == (nets.SURE if s.winners >> role & 1 else 0)


def test_a_file_of_a_net_comes_back_whole_and_any_other_is_refused() -> None:
    rows = [[int(n) for n in load("general", role)] for role in ROLES]
    head = {
        "first": FIRST, "second": SECOND, "about": {"games": 3},
        "grounds": {"standard": {"weights": rows, "slopes": [1, 2, 3, 4], "shifts": [5, 6, 7, 8]}},
    }  # fmt: skip
    data = netfile.encode(head, weights(6))
    found = netfile.decode(data)
    s = some_states(1)[0]
    x = seen.inputs(s)
    one = nets.Net(FIRST, SECOND, weights(6))
    assert [int(n) for n in found.net.hidden(x)] == [int(n) for n in one.hidden(x)]
    assert found.ground("west") is found.ground("standard") and found.ground("west").slopes == (1, 2, 3, 4)
    for bad in (b"", b"{}", data[:-9], data.replace(b'"first": 8', b'"first": 6'), b"x" + data):
        with pytest.raises(ValueError, match="this is no net of these bots"):
            netfile.decode(bad)


def test_inputs_say_who_guards_an_objective_and_whether_he_holds_out() -> None:
    """Magdeburg lies in Prussia and is an objective of France; its only guard stands two steps away."""
    name = "Halberstadt for france"
    guard = {"seydlitz": {"city": "halberstadt", "troops": 8}, "richelieu": {"city": "koblenz", "troops": 8}}
    alone = position(guard)
    guards = next(n for n in NAMES if n.startswith(f"{name}: guards"))
    stays = next(n for n in NAMES if n.startswith(f"{name}: lengths of a retreat"))
    assert value_of(alone, guards) == 80  # nobody can reach him
    assert value_of(alone, stays) == 99  # a retreat of three steps ends three steps away at most
    gone = position({"richelieu": {"city": "koblenz", "troops": 8}})
    assert value_of(gone, guards) == 0 and value_of(gone, stays) == 0
    two = position(guard | {"heinrich": {"city": "magdeburg", "troops": 4}})
    assert value_of(two, guards) == 100


def test_inputs_see_exact_reach_and_the_suit_of_the_attack() -> None:
    """Five cities away on main roads is within reach (R4.2); how much he fears hangs on what the enemy holds there."""
    lose = "cumberland: chance to lose against the worst enemy by exact reach, in hundredths"
    reach = "cumberland: hostile stacks that reach him, times 20"
    pieces = {"cumberland": {"city": "hildesheim", "troops": 3}, "richelieu": {"city": "bielefeld", "troops": 8}}
    s = position(pieces)
    assert value_of(s, reach) == 20 and value_of(s, lose) > 60
    away = position(pieces | {"richelieu": {"city": "koblenz", "troops": 8}})
    assert value_of(away, reach) == 0 and value_of(away, lose) == 0


def test_inputs_put_the_purse_beside_the_missing_troops() -> None:
    s = position({"cumberland": {"city": "stade", "troops": 2}}, hands={"hanover": ["13S/1", "11H/1"]})
    at = {term: value_of(s, f"hanover: {term}") for term in inputs_table.NATION_TERMS}
    assert at["troops missing, times 4"] == 4 * 10
    assert at["purse, a fifth"] == 24 // 5
    assert at["troops missing that the purse pays, times 4"] == 4 * (
        24 // 6 if at["100 with its depots lost"] == 0 else 3
    )
    assert at["points of spades, halved"] == 6 and at["points of hearts, halved"] == 5


def test_a_plan_of_two_begins_with_an_order_of_its_own() -> None:
    game = Game.new(scenario="west", seed="plans")
    s, rng = game.state, random.Random(2)
    tried = 0
    while s.state != GAME_OVER and tried < 3:
        if s.state == MOVE_MENU and s.moved == 0:
            b = look(s, 0 if s.decider <= 1 else 3)
            w = load("captain", "friedrich" if s.decider <= 1 else "pompadour")
            for plan in plans_of_two(b, w, ranked_marches(b, w), 2):
                tried += 1
                first = first_order(b.state, plan)
                assert 0 < len(first) < len(plan) and first == plan[: len(first)]
                t = s.copy()
                for choice in plan:
                    turn.apply(t, choice)
                assert t.nation == s.nation and int(t.moved).bit_count() >= 2
        menu = turn.choices(s)
        turn.apply(s, menu[rng.randrange(len(menu))])
    assert tried and len(PIECES) == 35 and len(NATIONS) == 7


def test_the_net_of_the_package_is_small_knows_all_tables_and_is_for_the_lab_alone() -> None:
    """Who opens `scholar` by name gets the net that lies in the package; no player is offered him."""
    assert Path(registry.NET).stat().st_size < 2_000_000
    found = netfile.packaged(registry.NET)
    assert set(found.grounds) == {"standard", "standard-3", "expert", "west", "austria"}
    assert not registry.BOTS["scholar"].offered and registry.strongest().name != "scholar"
    game = Game.new(seed="at the start")
    named = in_world(game.state, found)
    assert set(named) == set(ROLES) and all(0.02 < chance < 0.8 for chance in named.values())
    bot = registry.make("scholar", 1)
    rng = random.Random(1)
    for _ in range(8):
        decision = game.decision
        assert decision is not None
        role = decision.roles[0]
        game.play(bot.decide(game.view(role), game.menu(role), rng, Budget(rollouts=12)), role)


def test_the_net_of_the_package_reckons_the_same_compiled_and_plain() -> None:
    found, other_net = netfile.packaged(registry.NET), plain(nets)
    ground = found.ground("standard")
    s = some_states(1)[0]
    x = seen.inputs(s)
    w1, w2 = [int(n) for n in found.net.w1], [int(n) for n in found.net.w2]
    one = other_net.unfold(other_net.gather(x, vec[i64](w1), found.net.b1, int(found.net.first)), 10)
    two = other_net.unfold(other_net.gather(one, vec[i64](w2), found.net.b2, int(found.net.second)), 12)
    assert [int(n) for n in two] == [int(n) for n in found.net.hidden(x)]
    odds = [nets.odds_of(s, found.net, r, ground.weights[r], ground.slopes[r], ground.shifts[r]) for r in range(4)]
    assert len({int(o) for o in odds}) == 4
