"""Friedrich as OpenSpiel knows it: its simulation test, serialisation, information states and honest search."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from situations import given
from twins import Watcher, differing, kind, people, twin
from worlds import SETTINGS, beginnings, middles, some_row

from sanssouci.env.fields import SIZE
from sanssouci.env.openspiel import Table
from sanssouci.env.play import Play
from sanssouci.env.rows import NO, ROW_NAMES
from sanssouci.friedrich.rules.state import State


def load(scenario: str, players: int = 0, **more: Any) -> Any:
    """The game with these parameters and a fixed seed."""
    rest = "".join(f",{name}={value}" for name, value in more.items())
    return pyspiel.load_game(f"python_friedrich(scenario={scenario},players={players},seed=5{rest})")


def moments(game: Any, rng: random.Random, gap: int) -> Any:
    """Now and then a state of a random game."""
    state = game.new_initial_state()
    step = 0
    while not state.is_terminal():
        if step % gap == 0:
            yield state
        state.apply_action(rng.choice(state.legal_actions()))
        step += 1
    yield state


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_simulation(scenario: str, players: int) -> None:
    """OpenSpiel's own `random_sim_test`, without its serialisation, which cannot keep a generator of chance."""
    pyspiel.random_sim_test(load(scenario, players), num_sims=1, serialize=False, verbose=False)


def test_the_kind_of_game() -> None:
    """Sampled stochastic, general-sum, of imperfect information; parameters are the settings."""
    game = load("standard", 3, options="decks:5;fair_play:strict;laudon_conquers:false", reward="zero_sum")
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert kind.utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert game.num_players() == 3 and game.num_distinct_actions() == len(ROW_NAMES)
    chosen = game.new_initial_state().table.game.setting.options.chosen
    assert chosen == {"decks": 5, "fair_play": "strict", "laudon_conquers": False}
    with pytest.raises(Exception, match="decks"):
        load("west", 0, options="decks:9")


def test_actions_are_sorted_and_seen_by_whoever_is_to_act() -> None:
    """Legal actions ascend; the tensor of every player exists at every moment."""
    rng = random.Random(1)
    for state in moments(load("standard", 4), rng, 40):
        if state.is_terminal():
            assert sum(state.returns()) == pytest.approx(1)
            break
        actions = state.legal_actions()
        assert actions == sorted(set(actions)) and state.action_to_string(actions[0]) == ROW_NAMES[actions[0]]
        for player in range(4):
            assert state.legal_actions(player) == (actions if player == state.current_player() else [])
            tensor = np.asarray(state.observation_tensor(player))
            assert tensor.shape == (SIZE,) and tensor.any()


def seen(state: Any) -> list[object]:
    """Everything players are shown of a state."""
    players = range(state.get_game().num_players())
    return [
        state.current_player(),
        [] if state.is_terminal() else state.legal_actions(),
        [state.information_state_string(player) for player in players],
        [state.observation_string(player) for player in players],
        [state.observation_tensor(player) for player in players],
    ]


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_a_state_written_and_read_back_is_the_same(scenario: str, players: int) -> None:
    """`serialize` and `deserialize_state`; and a clone. Chance to come is new in both, and its key in neither text."""
    game = load(scenario, players)
    for state in moments(game, random.Random(2), 97):
        text = state.serialize()
        keys = {state.table.play.s.key}
        for other in (game.deserialize_state(text), game.deserialize_state(text), state.clone()):
            assert seen(other) == seen(state) and other.history() == state.history()
            keys.add(other.table.play.s.key)
        assert len(keys) == 4


def test_clones_and_texts_are_independent() -> None:
    """Playing on in a clone changes nothing in the original."""
    for state in moments(load("austria"), random.Random(3), 60):
        if state.is_terminal():
            break
        before = seen(state)
        other = state.clone()
        rng = random.Random(4)
        for _ in range(30):
            if not other.is_terminal():
                other.apply_action(rng.choice(other.legal_actions()))
        assert seen(state) == before


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_resampled_states_carry_the_history_over(scenario: str, players: int) -> None:
    """The player's information state and observation are the same strings; the rest is dealt anew."""
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for state in moments(load(scenario, players), random.Random(6), 53):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.current_player() == player and other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        different += list(other.table.play.s.pile) != list(state.table.play.s.pile)
        other.apply_action(other.legal_actions()[0])  # it can be played on
    assert different > 3


def told(s: State, rows: list[str]) -> list[list[str]]:
    """What Friedrich and Maria Theresa remember of these steps of hers, after each of them."""
    game = load("standard", 4).new_initial_state().table.game
    table = Table(game, Play(s, True))
    seen_so_far = [table.history(0)]
    for name in rows:
        table.step(ROW_NAMES.index(name))
        if table.history(0) != seen_so_far[-1]:
            seen_so_far.append(table.history(0))
    return [*seen_so_far, table.history(2)]


def test_histories_keep_the_secrets_of_small_steps() -> None:
    """A divided stack: whether its share was asked for, and what it was, only its owner remembers."""
    stacks = {"daun": ("prag", 1), "lacy": ("prag", 1), "karl": ("tabor", 8)}
    even = {"daun": ("prag", 4), "lacy": ("prag", 4), "karl": ("tabor", 2)}
    march = ["city melnik", "none"]
    few = told(given("austria", stacks, seed="share").state, ["piece daun", *march])
    many = told(given("austria", even, seed="share").state, ["piece daun", "number 3", *march])
    assert few[:-1] == many[:-1] and len(few) == 3  # nothing, then the whole order
    assert few[-1] != many[-1]


def test_the_history_tells_games_apart_that_look_different() -> None:
    """A game and its twin, played alike: as long as a person has been told the same he sees the same.

    Otherwise IS-MCTS would take two situations for one that the player can tell apart.
    """
    rng = random.Random("histories")
    compared = parted = 0
    for play in [*beginnings(rng, 6), *middles(rng, 150)]:
        for _ in range(6):
            steps = rng.randrange(80)
            while not play.over() and (steps > 0 or play.whole is not play.s):
                play.step(some_row(play, rng))
                steps -= 1
            if play.over() or play.s.offers:
                continue
            person = rng.choice(people(play))
            here = Watcher(Play(play.s.copy(), True), person)
            there = Watcher(Play(twin(play.s, person, rng), True), person)
            for _ in range(60):
                common = sorted(set(here.play.rows) & set(there.play.rows))
                if not common or kind(here.play) != kind(there.play):
                    break
                row = NO if NO in common and rng.random() < 0.3 else int(rng.choice(common))
                here.step(row)
                there.step(row)
                if any(one.play.whole is not one.play.s or one.play.person() == person for one in (here, there)):
                    continue
                if here.history != there.history:
                    parted += 1
                    break
                compared += 1
                assert here.seen[-1] == there.seen[-1], (differing(here, there), here.history[-4:])
    assert compared > 1000 and parted > 100, (compared, parted)


def test_ismcts_plays_a_game_of_west() -> None:
    """Friedrich by IS-MCTS, which looks at resampled states only, against random play."""
    game = load("west")
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 2, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(bot.step(state) if state.current_player() == 0 else int(chance.choice(actions)))
    assert sum(state.returns()) == pytest.approx(1)
