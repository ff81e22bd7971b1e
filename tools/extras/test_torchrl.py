"""TorchRL's wrapper around `friedrich_v0`: it observes every agent after every step and draws from the masks."""

from __future__ import annotations

import torch
from torchrl.envs import PettingZooWrapper

from sanssouci.env import friedrich_v0
from sanssouci.env.fields import SIZE
from sanssouci.env.rows import ROW_COUNT


def test_a_roll_out_of_random_actions() -> None:
    """Two hundred steps: shapes as declared, exactly one agent has a menu, and its action was on it."""
    env = PettingZooWrapper(env=friedrich_v0.env(), use_mask=True, categorical_actions=True, done_on_any=False)
    torch.manual_seed(1)
    steps = env.rollout(200)
    assert steps.batch_size[0] == 200
    acted = torch.zeros(200)
    for group, agents in env.group_map.items():
        seen = steps[group, "observation", "observation"]
        assert seen.shape == (200, len(agents), SIZE) and seen.dtype == torch.uint8
        mask, turn = steps[group, "action_mask"], steps[group, "mask"]
        assert mask.shape == (200, len(agents), ROW_COUNT)
        chosen = mask.gather(-1, steps[group, "action"].unsqueeze(-1).long()).squeeze(-1)
        assert bool(chosen[turn].all())
        acted += turn.sum(dim=1)
    assert bool((acted == 1).all())
