"""`Arena`: n games stepped by one compiled call. The work is done in `games`; this gives it names and checks.

Every buffer is the arena's own and is overwritten by each step: what should last must be copied.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from sanssouci.env.fields import SIZE
from sanssouci.env.games import Games, whole_numbers
from sanssouci.env.rewards import reward_kind
from sanssouci.env.rows import ROW_COUNT, ROW_HASH, ROW_NAMES
from sanssouci.env.setting import AGENTS, setting
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.knowledge.view import View, view
from sanssouci.friedrich.rules.playout import SmallRandom


class Arena:
    """n games of one setting.

    After every step the buffers say for each game who is to act (`actors`, the number of the agent; −1 at the end),
    what that agent sees (`observations`) and may do (`masks`; the same as a short list: the rows
    `legal[offsets[i]:offsets[i + 1]]`), what the last action was (`actions`), whether the game ended with it
    (`dones`) and what that was worth to each of the four (`rewards`).
    """

    #: Gymnasium's name for what happens at the end of a game: the next one begins in the same step. There is no
    #: final observation, since nobody is to act at the end; with `autoreset=False` the game stays at its end.
    metadata = {"name": "friedrich_arena_v0", "autoreset_mode": "SameStep", "actions": ROW_HASH}

    def __init__(
        self,
        n: int,
        scenario: str = "standard",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seeds: Sequence[int] | int | None = None,
        reward: str = "shared",
        autoreset: bool = True,
    ) -> None:
        """`seeds`: one number for each game, or one for all of them together; without, chance is the system's."""
        if n < 1:
            raise ValueError("an arena has at least one game")
        self.n = n
        self.setting = setting(scenario, players, options)
        self._games = Games(
            n,
            self.setting.scenario,
            self.setting.players,
            self.setting.options,
            _seeds(seeds, n),
            reward_kind(reward),
            autoreset,
        )
        self.draw_seed(random.getrandbits(64) if seeds is None else 0)
        self._wrap()

    def _wrap(self) -> None:
        games, n = self._games, self.n
        self.observations = memoryview(games.observations).cast("B", (n, SIZE))
        self.masks = memoryview(games.masks).cast("b", (n, ROW_COUNT))
        self.offsets = memoryview(games.offsets)
        self.legal = memoryview(games.legal)
        self.actors = memoryview(games.actors)
        self.actions = memoryview(games.actions)
        self.rewards = memoryview(games.rewards).cast("B").cast("d", (n, 4))
        self.dones = memoryview(games.dones)

    def draw_seed(self, seed: int) -> None:
        """Where the arena's own drawing of actions begins; it has nothing to do with the games' chance."""
        self._games.random = SmallRandom(seed)

    def step(self, actions: Any = None) -> None:
        """One action for each game, as one buffer of whole numbers; without, the arena draws them itself."""
        if actions is None:
            self._games.draw()
        else:
            data, width, signed = whole_numbers(memoryview(actions), self.n)
            wrong = self._games.take(data, width, signed)
            if wrong >= 0:
                row = int(memoryview(actions)[wrong])
                name = f" ({ROW_NAMES[row]})" if 0 <= row < ROW_COUNT else ""
                raise ValueError(f"action {row}{name} is not legal in game {wrong}; no game was changed")
        self._games.step()

    def run(self, steps: int) -> None:
        """So many steps with actions drawn inside, and only then an answer."""
        self._games.run(steps)

    def clone(self, seed: int) -> Arena:
        """An arena with the same games at the same points. Chance to come grows from the seed, never from the true key.

        What is hidden in the games is in the clone: for honest planning use `resample`.
        """
        other = Arena.__new__(Arena)
        other.n, other.setting = self.n, self.setting
        other._games = self._games.clone([f"clone {seed}/{i}" for i in range(self.n)])
        other._wrap()
        return other

    def view(self, game: int) -> View:
        """What the agent to act in a game may know, for `resample` and for bots."""
        play = self._games.plays[game]
        if play.over():
            raise ValueError(f"game {game} is over and nobody is to act in it")
        return view(play.s, Chronicle(), int(play.person()))

    def resample(self, seen: View, seed: int) -> None:
        """Put into every place another game that agrees with a view; all else is dealt at random."""
        known, own = seen.known_state, self.setting
        if (known.scenario.number, known.players, known.options.full) != (own.scenario, own.players, own.options.full):
            raise ValueError("the view is of a game with another scenario, other players or other options")
        rng = random.Random(seed)
        self._games.put([resample(seen, rng).state for _ in range(self.n)])

    @property
    def agents(self) -> list[str]:
        """The names of the agents by their numbers."""
        return list(AGENTS)


def _seeds(seeds: Sequence[int] | int | None, n: int) -> list[str]:
    if seeds is None:
        return [f"{random.SystemRandom().getrandbits(128)}" for _ in range(n)]
    if isinstance(seeds, int):
        return [f"{seeds}/{i}" for i in range(n)]
    if len(seeds) != n:
        raise ValueError(f"{n} games need {n} seeds, not {len(seeds)}")
    return [str(seed) for seed in seeds]
