"""Friedrich as a PettingZoo environment (AEC): `friedrich_v0.env()`.

One agent per person. Observations are made by `sight`, actions are the rows of `rows`; docs/research.md explains
both. Nobody terminates before the game does.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from librt.vecs import vec
from mypy_extensions import u8
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from sanssouci.env.fields import SIZE
from sanssouci.env.play import Play
from sanssouci.env.rewards import reward_kind, shares
from sanssouci.env.rows import ROW_COUNT, ROW_HASH
from sanssouci.env.setting import AGENTS, Setting, setting
from sanssouci.env.sight import Sight
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.friedrich.rules.state import GAME_OVER

Observation = dict[str, NDArray[Any]]


def env(**settings: Any) -> OrderEnforcingWrapper:
    """The environment, guarded against calls in the wrong order."""
    return OrderEnforcingWrapper(raw_env(**settings))


class raw_env(AECEnv):
    """One game, one agent after the other."""

    metadata = {
        "name": "friedrich_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "actions": ROW_HASH,
    }

    def __init__(
        self,
        scenario: str = "standard",
        players: int | None = None,
        options: dict[str, object] | None = None,
        reward: str = "shared",
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """What `reset` begins if it is not told otherwise.

        `reward`: how a win counts (`rewards.REWARDS`). `max_turns`: the game is truncated when so many turns are over;
        without, it ends by itself after at most 23.
        """
        super().__init__()
        if max_turns is not None and max_turns < 1:
            raise ValueError("max_turns is at least 1")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}; the only one is 'ansi'")
        self._first = {"scenario": scenario, "players": players, "options": options}
        self._setting = setting(scenario, players, options)
        self._reward = reward_kind(reward)
        self._max_turns = max_turns
        self.render_mode = render_mode
        self._seeds = Random(secrets.randbits(128))
        self.possible_agents = list(AGENTS)
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 255, (SIZE,), np.uint8),
                    "action_mask": Box(0, 1, (ROW_COUNT,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._action_spaces = {agent: Discrete(ROW_COUNT) for agent in AGENTS}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """The same for every agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The rows of the table."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed sets chance, for this and the following games; agents' randomness is their own.

        `options` may name `scenario`, `players` and `options` for this game; what it does not name is as at the start.
        """
        chosen: Setting = self._setting
        if options:
            strange = set(options) - set(self._first)
            if strange:
                raise ValueError(
                    f"reset takes scenario, players and options, not {', '.join(sorted(map(str, strange)))}"
                )
            asked = {**self._first, **options}
            if not isinstance(asked["options"], Mapping):
                asked["options"] = self._first["options"]  # PettingZoo's own test passes a number here
            if "scenario" in options and "players" not in options:
                asked["players"] = None
            chosen = setting(**asked)
        if seed is not None:
            self._seeds = Random(seed)
        self._play: Play = chosen.play(f"{self._seeds.getrandbits(128):032x}")
        self._people = chosen.people
        self.agents = [AGENTS[person] for person in chosen.people]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._eyes = {}
        for person in chosen.people:
            buffer = vec[u8](bytes(SIZE))
            self._eyes[AGENTS[person]] = (person, Sight(buffer, 0, chosen.options), np.asarray(memoryview(buffer)))
        self._shown: dict[str, NDArray[np.uint8]] = {}
        self.agent_selection = AGENTS[self._play.person()]

    def observe(self, agent: str) -> Observation:
        """What an agent sees: at its own decision that, otherwise the game as it stood after the last whole order."""
        play = self._play
        person, sight, row = self._eyes[agent]
        mask: NDArray[np.int8] = np.zeros(ROW_COUNT, np.int8)
        if person == play.person():
            mask[np.asarray(memoryview(play.rows))] = 1
            play.observe(person, sight)
            return {"observation": row.copy(), "action_mask": mask}
        seen = self._shown.get(agent)
        if seen is None:
            play.observe(person, sight)
            seen = self._shown[agent] = row.copy()
            seen.flags.writeable = False
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts; an illegal action is refused and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act; only agents that are done step with None")
        play = self._play
        play.step(int(action))
        if play.whole is play.s:
            self._shown.clear()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if play.over():
            got = shares(play.s.winners, sum(1 << person for person in self._people), self._reward)
            self.rewards = {AGENTS[person]: float(got[person]) for person in self._people}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_turns is not None and play.s.turn > self._max_turns:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = AGENTS[play.person()]
            return
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    @property
    def play(self) -> Play:
        """The true game, for whoever runs it and for a `Pilot`, which looks at views only."""
        return self._play

    def render(self) -> str | None:
        """One line: what everybody at the table sees of the clock."""
        if self.render_mode is None:
            return None
        s = self._play.whole
        if s.state == GAME_OVER:
            return f"turn {s.turn}: the game is over"
        return f"turn {s.turn}: {NATIONS[s.nation] if s.nation < len(NATIONS) else 'the end of the turn'}"

    def close(self) -> None:
        """Nothing is held open."""


__all__ = ["env", "raw_env"]
