"""Many games at once: one compiled call steps them all and writes what the next to act may see.

The arena owns its buffers and hands out read-only memoryviews of them; NumPy wraps those without a copy, and every
step overwrites them. A game that ends begins anew in the same step with the next number of its own seed, unless the
arena was told to leave it at its end.
"""

from __future__ import annotations

import random
import sys
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sanssouci.env.fields import SIZE
from sanssouci.env.play import Play, new_play, persons
from sanssouci.env.rewards import reward_kind, shares
from sanssouci.env.rows import ROW_COUNT
from sanssouci.env.sight import Sight
from sanssouci.friedrich.rules.cards import key_from_seed
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.playout import SmallRandom
from sanssouci.friedrich.rules.state import State

#: No menu is longer: a beaten stack may have most of the map to retreat to.
MOST_LEGAL: Final = 704


class Games:
    """n games of one scenario, stepped together. `arena.Arena` is the friendly face."""

    def __init__(
        self, n: int, scenario: int, players: int, options: Options, seeds: list[str], reward: int, autoreset: bool
    ) -> None:
        """Every game begins with number 0 of its own seed."""
        self.n: i64 = n
        self.scenario: int = scenario
        self.players: int = players
        self.options: Options = options
        self.seeds: list[str] = seeds
        self.numbers: vec[i64] = vec[i64]([0] * n)
        self.reward: i64 = reward
        self.autoreset: bool = autoreset
        self.people: i64 = sum(1 << person for person in persons(scenario, players))
        self.random: SmallRandom = SmallRandom(0)
        self.observations: vec[u8] = vec[u8](bytes(n * SIZE))
        self.masks: vec[u8] = vec[u8](bytes(n * ROW_COUNT))
        self.offsets: vec[i64] = vec[i64]([0] * (n + 1))
        self.legal: vec[i64] = vec[i64]([0] * (n * MOST_LEGAL))
        self.actors: vec[i64] = vec[i64]([-1] * n)
        self.actions: vec[i64] = vec[i64]([-1] * n)
        self.places: vec[i64] = vec[i64]([0] * n)  # where each action stands in its menu
        self.rewards: vec[float] = vec[float]([0.0] * (4 * n))
        self.dones: vec[u8] = vec[u8](bytes(n))
        self.sights: list[Sight] = [Sight(self.observations, i * SIZE, options) for i in range(n)]
        self.plays: list[Play] = [self._begin(i) for i in range(n)]
        self._show_all()

    def _begin(self, i: int) -> Play:
        number: int = self.numbers[i]
        self.numbers[i] = self.numbers[i] + 1
        key = key_from_seed(f"{self.seeds[i]}/{number}")
        return new_play(self.scenario, self.players, self.options, key, False)

    def _show_all(self) -> None:
        """Write everything for the games as they stand."""
        i: i64 = 0
        while i < self.n:
            self._show(i)
            i += 1

    def _hide(self, i: i64) -> None:
        """Clear a game's mask: only what was set."""
        at = self.offsets[i]
        end = self.offsets[i + 1]
        base = i * ROW_COUNT
        while at < end:
            self.masks[base + self.legal[at]] = 0
            at += 1

    def _show(self, i: i64) -> None:
        """Write what the next to act in a game may see and do; its list of rows follows that of the game before."""
        play = self.plays[i]
        person = play.person()
        self.actors[i] = person
        if person < 0:
            self.sights[i].clear()
        else:
            self.sights[i].write(play.s, person, True, play.first)
        rows = play.rows
        at = self.offsets[i]
        base = i * ROW_COUNT
        k: i64 = 0
        while k < len(rows):
            row = rows[k]
            self.legal[at] = row
            self.masks[base + row] = 1
            at += 1
            k += 1
        self.offsets[i + 1] = at

    def draw(self) -> None:
        """Draw an action for every game, each legal row equally likely."""
        i: i64 = 0
        while i < self.n:
            first = self.offsets[i]
            size = self.offsets[i + 1] - first
            place: i64 = self.random.below(size) if size > 0 else -1
            self.places[i] = place
            self.actions[i] = self.legal[first + place] if place >= 0 else -1
            i += 1

    def take(self, data: bytes, width: i64, signed: bool) -> i64:
        """Take one action for each game from the bytes of whole numbers; answers the first game whose is illegal.

        A finished game takes anything. If any action is illegal nothing changes.
        """
        i: i64 = 0
        while i < self.n:
            k = (i + 1) * width - 1
            row: i64 = data[k]
            if signed and row >= 128:
                row -= 256
            while k > i * width:
                k -= 1
                byte: i64 = data[k]
                row = row << 8 | byte
            self.places[i] = -1
            if self.actors[i] >= 0:
                place = self.plays[i].index(row)
                if place < 0:
                    return i
                self.places[i] = place
                self.actions[i] = row
            else:
                self.actions[i] = -1
            i += 1
        return -1

    def step(self) -> None:
        """Carry out the actions drawn or taken."""
        i: i64 = 0
        while i < self.n:
            self._hide(i)
            i += 1
        i = 0
        while i < self.n:
            if self.dones[i] != 0:
                self.dones[i] = 0
                self.rewards[4 * i] = 0.0
                self.rewards[4 * i + 1] = 0.0
                self.rewards[4 * i + 2] = 0.0
                self.rewards[4 * i + 3] = 0.0
            place = self.places[i]
            if place >= 0:
                play = self.plays[i]
                play.step_at(place)
                if play.over():
                    self._end(i, play)
            self._show(i)
            i += 1

    def _end(self, i: i64, play: Play) -> None:
        """A game is over: its rewards are written, and the next begins."""
        got = shares(play.s.winners, self.people, self.reward)
        self.rewards[4 * i] = got[0]
        self.rewards[4 * i + 1] = got[1]
        self.rewards[4 * i + 2] = got[2]
        self.rewards[4 * i + 3] = got[3]
        self.dones[i] = 1
        if self.autoreset:
            self.plays[i] = self._begin(i)

    def run(self, steps: int) -> None:
        """Draw and step so many times."""
        left: i64 = steps
        while left > 0:
            self.draw()
            self.step()
            left -= 1

    def clone(self, seeds: list[str]) -> Games:
        """The same games with chance of their own from here on."""
        n: int = self.n
        other = Games(n, self.scenario, self.players, self.options, seeds, int(self.reward), self.autoreset)
        other.plays = [play.copy(key_from_seed(seed)) for play, seed in zip(self.plays, seeds, strict=True)]
        other.random = SmallRandom(random.Random(seeds[0]).getrandbits(96)) if seeds else other.random
        other.renew()
        return other

    def put(self, states: list[State]) -> None:
        """Go on from other states, one for each game."""
        self.plays = [Play(s, False) for s in states]
        self.renew()

    def renew(self) -> None:
        """Write everything anew after games were replaced."""
        i: i64 = 0
        while i < self.n:
            self._hide(i)
            i += 1
        self._show_all()


def whole_numbers(actions: memoryview, n: int) -> tuple[bytes, int, bool]:
    """The bytes of a buffer of n whole numbers, how many each takes, and whether they have a sign.

    Anything else is refused in one sentence.
    """
    if (
        actions.format not in ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q")
        or actions.nbytes != n * actions.itemsize
    ):
        raise ValueError(f"actions are one buffer of {n} whole numbers, one for each game")
    data = actions.tobytes()
    if sys.byteorder == "big":
        width = actions.itemsize
        data = b"".join(data[k : k + width][::-1] for k in range(0, len(data), width))
    return data, actions.itemsize, actions.format.islower()


__all__ = ["Games", "reward_kind", "whole_numbers"]
