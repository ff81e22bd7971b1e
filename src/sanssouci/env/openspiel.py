"""Friedrich as an OpenSpiel game: `import sanssouci.env.openspiel`, then `pyspiel.load_game("python_friedrich(…)")`.

Chance is sampled inside the game (there are no chance nodes) from the generator of the game object; a clone, a
state read back and a resampled state draw chance of their own. A state's clone holds the hidden cards of the true
game: only search that begins with `resample_from_infostate` (IS-MCTS) plays by the rules.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
from librt.vecs import vec
from mypy_extensions import u8

from sanssouci.env.fields import FIELDS, SIZE
from sanssouci.env.play import Play
from sanssouci.env.rewards import ZERO_SUM, reward_kind, shares
from sanssouci.env.rows import ROW_COUNT, ROW_NAMES
from sanssouci.env.setting import AGENTS, Setting, setting
from sanssouci.env.sight import Sight
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.pack import Packed, pack, unpack
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.knowledge.view import view
from sanssouci.friedrich.rules.cards import CARD_NAMES, DECK_SIZE, MAX_DECKS
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.friedrich.rules.options import OPTION_VALUES
from sanssouci.friedrich.rules.state import ALLOT, KNOWN, TRADE, USED, Event, State, seers
from sanssouci.friedrich.rules.troops import ceiling, total

#: More small steps than any game takes: a random one takes about 1,000, and no turn after the 23rd is played.
MOST_STEPS = 100_000
#: A line of somebody's history with all that came before it.
Node = tuple[Any, str]
#: What somebody may ask at any time and no event need tell: each nation's troops, the used cards he knows by deck, and
#: whether the Imperial Army is his, with which its hand and stacks come to him.
Asked = tuple[tuple[int, ...], tuple[int, ...], bool]
_EVERYBODY = -1  # whose history is what a spectator sees


def _parameters(name: str) -> dict[str, object]:
    """Options written as `decks:5;fair_play:strict`."""
    chosen: dict[str, object] = {}
    for part in filter(None, name.split(";")):
        key, _, value = part.partition(":")
        allowed = {str(known).lower(): known for known in OPTION_VALUES.get(key, [])}
        chosen[key] = allowed.get(value.lower(), value)
    return chosen


_DEFAULTS = {"scenario": "standard", "players": 0, "options": "", "reward": "shared", "seed": -1}
_GAME_TYPE = pyspiel.GameType(
    short_name="python_friedrich",
    long_name="Friedrich",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class FriedrichGame(pyspiel.Game):
    """The game: `scenario`, `players` (0: as many as the scenario has), `options`, `reward` and `seed` (−1: any)."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Refuse in one sentence what cannot be."""
        chosen = {**_DEFAULTS, **(params or {})}
        self.setting: Setting = setting(chosen["scenario"], chosen["players"] or None, _parameters(chosen["options"]))
        self.reward = reward_kind(chosen["reward"])
        self.random = Random(secrets.randbits(128) if chosen["seed"] < 0 else chosen["seed"])
        number = len(self.setting.people)
        least = -1 / number if self.reward == ZERO_SUM else 0.0
        info = pyspiel.GameInfo(
            num_distinct_actions=ROW_COUNT,
            max_chance_outcomes=0,
            num_players=number,
            min_utility=least,
            max_utility=1.0 + least,
            max_game_length=MOST_STEPS,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self) -> FriedrichState:
        """A game from its start."""
        return FriedrichState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FriedrichObserver:
        """What writes observations and histories."""
        return FriedrichObserver(self, iig_obs_type, params)

    def key(self) -> bytes:
        """A new source of chance."""
        return self.random.getrandbits(256).to_bytes(32, "big")


def _without_key(s: State) -> Packed:
    """A state as plain values, less the source of chance to come."""
    scenario, players, options, _, arrays, numbers = pack(s)
    return scenario, players, options, b"", arrays, numbers


def _totals(s: State) -> tuple[int, ...]:
    """R6.1: each nation's troops, as `sight` shows them."""
    return tuple(
        int(total(s, nation) if s.allotted >> nation & 1 else ceiling(s, nation)) if s.playing >> nation & 1 else 0
        for nation in range(len(NATIONS))
    )


def _used(s: State, eyes: int) -> tuple[int, ...]:
    """The used cards of each deck that these roles know."""
    found = []
    for deck in range(MAX_DECKS):
        used = int(s.sets[USED + deck])
        known = used if s.options.used_piles_open else 0
        for role in range(4):
            if eyes >> role & 1:
                known |= int(s.sets[KNOWN + role * MAX_DECKS + deck])
        found.append(used & known)
    return tuple(found)


def _names(used: tuple[int, ...]) -> Counter[str]:
    """The names of cards; a deck's two Reserves have the same."""
    return Counter(
        CARD_NAMES[deck * DECK_SIZE + kind]
        for deck, cards in enumerate(used)
        for kind in range(DECK_SIZE)
        if cards >> kind & 1
    )


def _news(before: Asked, now: Asked) -> dict[str, object]:
    """What has changed of it: totals, cards that lie in the used piles, and such as do not any more."""
    told: dict[str, object] = {
        name: after for name, old, after in zip(NATIONS, before[0], now[0], strict=True) if old != after
    }
    if before[1] != now[1]:
        old, new = _names(before[1]), _names(now[1])
        told |= {key: sorted(cards.elements()) for key, cards in (("used", new - old), ("gone", old - new)) if cards}
    return told


def _holding(s: State, person: int) -> str:
    """A line of what a person has: his hands and stacks."""
    known = view(s, Chronicle(), person).json()
    mine = {name: nation["hand"] for name, nation in known["nations"].items() if "hand" in nation}
    stacks = {stack["city"]: stack["troops"] for stack in known["stacks"] if "troops" in stack}
    return f"holds {json.dumps([mine, stacks], sort_keys=True)}"


class Table:
    """A game with everybody's history of it."""

    def __init__(self, game: FriedrichGame, play: Play) -> None:
        """The beginning of a history."""
        self.game = game
        self.play = play
        self.waiting: list[Event] = []  # what happened since the last whole order
        self.past: dict[int, Node | None] = dict.fromkeys([_EVERYBODY, *game.setting.people])
        self.asked: dict[int, Asked] = self._ask()

    def _eyes(self, person: int) -> int:
        return 0 if person == _EVERYBODY else int(seers(self.play.whole, person))

    def _ask(self) -> dict[int, Asked]:
        """What everybody may ask now."""
        s = self.play.whole
        totals = _totals(s)
        return {
            person: (totals, _used(s, eyes), bool(eyes >> s.imperial_role & 1))
            for person, eyes in ((person, self._eyes(person)) for person in self.past)
        }

    def _tell(self, person: int, line: str) -> None:
        self.past[person] = (self.past[person], line)

    def step(self, row: int) -> None:
        """Somebody acts; what he did he remembers at once, what happened everybody when the order is whole."""
        play = self.play
        s = play.s
        person = int(play.person())
        s.log = []
        try:
            play.step(row)
            self.waiting += s.log
        finally:
            s.log = None
        self._tell(person, ROW_NAMES[row])
        if play.whole is not s or s.state == ALLOT or (s.state == TRADE and s.offers):
            return
        asked = self._ask()
        for who in self.past:
            eyes = self._eyes(who)
            for event in self.waiting:
                key, _, public, private, knowing = event.parts()
                args = {**public, **private} if knowing & eyes else public
                self._tell(who, f"{key} {json.dumps(args, sort_keys=True)}")
            news = _news(self.asked[who], asked[who])
            if news:
                self._tell(who, f"now {json.dumps(news, sort_keys=True)}")
            if asked[who][2] and not self.asked[who][2]:
                self._tell(who, _holding(s, who))
        self.asked = asked
        self.waiting = []

    def history(self, person: int) -> list[str]:
        """A person's own history, oldest first."""
        lines = []
        node = self.past[person]
        while node is not None:
            node, line = node
            lines.append(line)
        lines.reverse()
        return lines

    def copy(self) -> Table:
        """An independent copy with chance of its own."""
        other = Table(self.game, self.play.copy(self.game.key()))
        other.waiting = list(self.waiting)
        other.past = dict(self.past)
        other.asked = dict(self.asked)
        return other

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def resampled(self, person: int, rng: Random) -> Table:
        """A game the person could be in: his history is the same, the others remember what everybody saw."""
        acting = self.play.person() == person
        base = self.play.s if acting else self.play.whole
        s = resample(view(base, Chronicle(), person), rng).state
        play = Play(s, True)
        if acting:
            play.first = self.play.first
            play.look()
        other = Table(self.game, play)
        for who in other.past:
            other.past[who] = self.past[who if who in (person, _EVERYBODY) else _EVERYBODY]
            if who in (person, _EVERYBODY):
                other.asked[who] = self.asked[who]
            else:
                other._tell(who, _holding(s, who))
                news = _news(self.asked[_EVERYBODY], other.asked[who])
                if news:
                    other._tell(who, f"now {json.dumps(news, sort_keys=True)}")
        return other

    def __getstate__(self) -> dict[str, Any]:
        play = self.play
        return {
            "parameters": self.game.get_parameters(),
            "state": _without_key(play.s),
            "whole": None if play.whole is play.s else _without_key(play.whole),
            "first": int(play.first),
            "waiting": self.waiting,
            "past": {person: self.history(person) for person in self.past},
            "asked": self.asked,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.game = FriedrichGame(kept["parameters"])
        self.game.random = Random(secrets.randbits(128))
        s = unpack(kept["state"])
        s.key = self.game.key()
        play = self.play = Play(s, True)
        if kept["whole"] is not None:
            play.whole = unpack(kept["whole"])
        play.first = kept["first"]
        play.look()
        self.waiting = kept["waiting"]
        self.asked = kept["asked"]
        self.past = {}
        for person, lines in kept["past"].items():
            self.past[person] = None
            for line in lines:
                self._tell(person, line)


class FriedrichState(pyspiel.State):
    """A moment of a game. Players are numbered from 0 in the order of `setting.people`."""

    def __init__(self, game: FriedrichGame) -> None:
        """The start of a game; clones and states read back overwrite it."""
        super().__init__(game)
        self.table = Table(game, game.setting.play(f"{game.random.getrandbits(128):032x}"))

    @property
    def people(self) -> tuple[int, ...]:
        """The persons by player."""
        return self.table.game.setting.people

    def current_player(self) -> int:
        """Who is to act."""
        if self.table.play.over():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.people.index(int(self.table.play.person()))

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []  # a menu tells of hidden things: it is for whoever is to act
        return sorted(int(row) for row in self.table.play.rows)

    def _apply_action(self, action: int) -> None:
        self.table.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return ROW_NAMES[action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return bool(self.table.play.over())

    def returns(self) -> list[float]:
        """Everybody's reward; zero before the end."""
        game, play = self.table.game, self.table.play
        if not play.over():
            return [0.0] * len(self.people)
        got = shares(play.s.winners, sum(1 << person for person in self.people), game.reward)
        return [float(got[person]) for person in self.people]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> FriedrichState:
        """Another game that agrees with everything the player may know, his history carried over."""
        other = FriedrichState(self.table.game)
        rng = Random(int(probability_sampler() * (1 << 53)))
        other.table = self.table.resampled(self.people[player_id], rng)
        return other

    def __str__(self) -> str:
        """What was done so far: the only thing that a state and its clone still share after chance has spoken."""
        return "; ".join(ROW_NAMES[action] for action in self.history()) or "the start"


class FriedrichObserver:
    """OpenSpiel's observer: the tensor is the observation of `sight`, the string of perfect recall the history."""

    def __init__(self, game: FriedrichGame, iig_obs_type: Any, params: Any) -> None:
        """Only what a player sees for himself is offered."""
        if params:
            raise ValueError("observers of this game take no parameters")
        self._recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        if iig_obs_type and iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("this game shows each player his own observation and nothing else")
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recall:
            self.tensor = np.zeros(SIZE, np.float32)
            self.dict = {name: self.tensor[at : at + size] for name, at, size, _ in FIELDS}
        self._bytes = vec[u8](bytes(SIZE))
        self._array = np.asarray(memoryview(self._bytes))
        self._sight = Sight(self._bytes, 0, game.setting.options)

    def _look(self, state: FriedrichState, player: int) -> None:
        self._sight.clear()
        state.table.play.observe(state.people[player], self._sight)

    def set_from(self, state: FriedrichState, player: int) -> None:
        """Write the tensor of a player; one of perfect recall does not exist."""
        if self.tensor is not None:
            self._look(state, player)
            self.tensor[:] = self._array

    def string_from(self, state: FriedrichState, player: int) -> str:
        """The player's history, or his observation as text: the fields that are not zero."""
        if self._recall:
            return "\n".join([AGENTS[state.people[player]], *state.table.history(state.people[player])])
        self._look(state, player)
        parts = []
        for name, at, size, _ in FIELDS:
            values = self._array[at : at + size]
            if values.any():
                parts.append(f"{name}={values.tobytes().hex()}")
        return " ".join(parts)


pyspiel.register_game(_GAME_TYPE, FriedrichGame)
