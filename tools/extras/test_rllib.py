"""RLlib's wrapper around `friedrich_v0`: a whole game, stepped agent by agent."""

from __future__ import annotations

import numpy as np
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

from sanssouci.env import friedrich_v0


def test_a_whole_game() -> None:
    """Legal actions from the mask; at the end everybody is done and one point is given."""
    env = PettingZooEnv(friedrich_v0.env(scenario="west"))
    seen, _ = env.reset(seed=1)
    chance = np.random.default_rng(1)
    got: dict[str, float] = {}
    for _ in range(20_000):
        (agent,) = seen
        assert env.observation_spaces[agent].contains(seen[agent])
        action = int(chance.choice(np.flatnonzero(seen[agent]["action_mask"])))
        seen, rewards, terminated, _, _ = env.step({agent: action})
        for name, reward in rewards.items():
            got[name] = got.get(name, 0.0) + reward
        if terminated["__all__"]:
            break
    assert terminated["__all__"] and sum(got.values()) == 1
