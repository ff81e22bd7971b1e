"""Friedrich as PettingZoo knows it: its own tests, and what it does not test."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from twins import Watcher
from worlds import SETTINGS

from sanssouci.env import friedrich_v0
from sanssouci.env.fields import FIELDS
from sanssouci.env.rewards import REWARDS, reward_kind, shares

AGENTS = ["friedrich_0", "elisabeth_1", "theresa_2", "pompadour_3"]
at = {name: first for name, first, _, _ in FIELDS}


def some_action(env: Any, rng: random.Random) -> int:
    """Any legal action of the agent to act."""
    return int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_api(scenario: str, players: int) -> None:
    """PettingZoo's `api_test`; the only complaints are about observations that carry their mask in a dict."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(friedrich_v0.env(scenario=scenario, players=players), num_cycles=200)
    assert {str(w.message) for w in told} <= {
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
        "Observation is not a NumPy array",
    }


def test_seeds() -> None:
    """PettingZoo's `seed_test`: the same seed, the same game."""
    seed_test(friedrich_v0.env, num_cycles=300)


def test_performance(capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's `performance_benchmark` runs through (five seconds of random games)."""
    performance_benchmark(friedrich_v0.env(scenario="west"))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_a_whole_game(scenario: str, players: int) -> None:
    """Nobody ends before the game does, everybody acts, and the winners share one point."""
    env = friedrich_v0.env(scenario=scenario, players=players)
    env.reset(seed=3)
    rng = random.Random(3)
    people = {"west": [0, 3], "austria": [0, 2]}.get(scenario, [0, 2, 3] if players == 3 else [0, 1, 2, 3])
    assert env.agents == [AGENTS[person] for person in people]
    acted = set()
    got = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            got[agent] = reward
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        assert not any(env.terminations.values()) and reward == 0
        assert observation["observation"][at["to_act"]] == 1
        acted.add(agent)
        env.step(some_action(env, rng))
    assert acted == set(got) == {AGENTS[person] for person in people}
    assert sum(got.values()) == pytest.approx(1)


def test_others_see_no_menu() -> None:
    """Off turn the mask is all zero, and what one is shown, kept or not, changes with whole orders only."""
    env = friedrich_v0.env()
    env.reset(seed=5)
    rng = random.Random(5)
    changes = 0
    last: dict[str, bytes] = {}
    for _ in range(1500):
        state = env.unwrapped._play
        for agent in env.agents:
            seen = env.observe(agent)
            assert seen["action_mask"].any() == (agent == env.agent_selection)
            assert seen["observation"].tobytes() == Watcher(state, AGENTS.index(agent)).look()
            if agent != env.agent_selection:
                now = seen["observation"].tobytes()
                if agent in last and last[agent] != now:
                    assert state.whole is state.s
                    changes += 1
                last[agent] = now
            else:
                last.pop(agent, None)
        env.step(some_action(env, rng))
        if all(env.terminations.values()):
            break
    assert changes > 100


def test_reset_takes_another_game() -> None:
    """`reset(options=…)` names scenario, players and options of this game; the next is as at the start again."""
    env = friedrich_v0.env()
    env.reset(seed=1, options={"scenario": "west", "options": {"decks": 5}})
    assert env.agents == ["friedrich_0", "pompadour_3"]
    env.reset(options={"players": 3})
    assert env.agents == ["friedrich_0", "theresa_2", "pompadour_3"]
    env.reset()
    assert env.agents == AGENTS
    with pytest.raises(ValueError, match=r"^reset takes scenario, players and options, not speed$"):
        env.reset(options={"speed": 3})
    with pytest.raises(ValueError, match='"waterloo" is not the name of a scenario'):
        env.reset(options={"scenario": "waterloo"})


def test_an_illegal_action_changes_nothing() -> None:
    """It is refused in one sentence, and the agent is still to act."""
    env = friedrich_v0.env()
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    for action in (0, -1, 5000, None):
        with pytest.raises(ValueError):
            env.step(action)
    after = env.observe(env.agent_selection)
    assert all((before[key] == after[key]).all() for key in before)


def test_a_limit_truncates() -> None:
    """`max_turns` ends the game for everybody at once, without reward."""
    env = friedrich_v0.env(scenario="austria", max_turns=2)
    env.reset(seed=1)
    rng = random.Random(1)
    while not any(env.truncations.values()):
        assert env.unwrapped._play.s.turn <= 2
        env.step(some_action(env, rng))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.unwrapped._play.s.turn == 3 and set(env.rewards.values()) == {0.0}


def test_the_seed_is_not_the_agents() -> None:
    """The seed sets the chance of this and the following games; different seeds give different games."""

    def hands(seed: int, games: int) -> bytes:
        env = friedrich_v0.env(scenario="west")
        env.reset(seed=seed)
        for _ in range(games):
            env.reset()
        for _ in range(20):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        return bytes(env.observe("friedrich_0")["observation"].tobytes())

    assert hands(1, 0) == hands(1, 0) and hands(1, 2) == hands(1, 2)
    assert len({hands(1, 0), hands(2, 0), hands(1, 1), hands(1, 2)}) == 4


def test_rewards() -> None:
    """A win is one point, shared by the persons who won; the variants count otherwise."""
    four, three = 15, 13

    def of(kind: str, winners: int, people: int) -> list[float]:
        return [round(float(x), 4) for x in shares(winners, people, reward_kind(kind))]

    assert of("shared", 0b0001, four) == [1, 0, 0, 0]
    assert of("shared", 0b0110, four) == [0, 0.5, 0.5, 0]
    assert of("shared", 0b1010, three) == [0, 0, 0, 1]  # Elisabeth and Pompadour are one person
    assert of("shared", 0b0110, three) == [0, 0, 0.5, 0.5]
    assert of("each", 0b0110, four) == [0, 1, 1, 0]
    assert of("each", 0b1010, three) == [0, 0, 0, 1]
    assert of("summed", 0b1110, three) == [0, 0, 0.3333, 0.6667]
    assert of("summed", 0b0110, four) == [0, 0.5, 0.5, 0]
    assert of("zero_sum", 0b0001, four) == [0.75, -0.25, -0.25, -0.25]
    assert of("zero_sum", 0b0001, 0b1001) == [0.5, 0, 0, -0.5]
    for kind in REWARDS:
        assert friedrich_v0.env(reward=kind)
    with pytest.raises(ValueError, match=r"^there is no reward 'fame'; the rewards are shared, each,"):
        friedrich_v0.env(reward="fame")
