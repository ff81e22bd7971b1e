"""The friendly face of the engine (formats.md, section 5): names and whole orders outside, numbers inside.

A `Game` holds the true state and is for whoever runs the game. What may leave it for a player is a
`View`, a menu and the events of `events_for`.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.decisions.refusal import IllegalOrder, Refusal
from sanssouci.friedrich.files import position
from sanssouci.friedrich.files.chance import Arrangement, arrange
from sanssouci.friedrich.files.chronicle import Chronicle, follow
from sanssouci.friedrich.files.pack import pack, unpack
from sanssouci.friedrich.files.position_flow import write_result
from sanssouci.friedrich.files.problems import BadPosition, shown
from sanssouci.friedrich.files.record import Entry, Node, write_record
from sanssouci.friedrich.knowledge.menu import menu, walk
from sanssouci.friedrich.knowledge.view import View, view
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.names import NATION_COUNT, NATIONS, ROLES
from sanssouci.friedrich.rules.state import GAME_OVER, STATE_NAMES, State, role_of, seers
from sanssouci.friedrich.shapes import GameEvent, NoWalk, Walk

#: A position that says no more than this is the start of its scenario.
_START_FIELDS = {"format", "scenario", "players", "options", "seed"}


class Decision(NamedTuple):
    """Who decides what now. In the simultaneous decisions several roles may, and `nation` is the first."""

    roles: tuple[str, ...]
    nation: str
    state: str


class Result(NamedTuple):
    """How the game ended."""

    winners: tuple[str, ...]
    nations: tuple[str, ...]
    turn: int
    reason: str


class Happening(NamedTuple):
    """One event: what everybody may know, and what only the roles of the set `seers` may."""

    key: str
    rule: str
    args: dict[str, object]
    secret: dict[str, object]
    seers: int

    def json(self, role: int | None = None, everything: bool = False) -> GameEvent:
        """The event as a role may know it (None: a spectator), or with everything."""
        args = dict(self.args)
        if everything or (role is not None and self.seers >> role & 1):
            args.update(self.secret)
        return {"key": self.key, "rule": self.rule, "args": args}


def role_number(role: str | None) -> int | None:
    """The number of a role; a name that is none is refused."""
    if role is None:
        return None
    if role not in ROLES:
        raise ValueError(f"there is no role {shown(role)}; the roles are {', '.join(ROLES)}")
    return ROLES.index(role)


class Game:
    """A whole game: its true state and how it came about."""

    __slots__ = (
        "_choices", "_history", "_origin", "_origin_chronicle",
        "chronicle", "from_start", "keeps_record", "seed", "state",
    )  # fmt: skip

    def __init__(
        self, state: State, chronicle: Chronicle | None = None, seed: str | None = None, keeps_record: bool = True
    ) -> None:
        """Take over a state; `Game.new` and `Game.from_position` are what is usually wanted."""
        self.state = state
        self.chronicle = chronicle if chronicle is not None else Chronicle()
        self.seed = seed
        self.keeps_record = keeps_record
        self.from_start = False  # its record begins with the scenario, not with a position
        self._origin = state.copy() if keeps_record else state
        self._origin_chronicle = self.chronicle
        self._history: Node | None = None
        self._choices: list[int] | None = None

    # ------------------------------------------------------------ beginnings

    @classmethod
    def new(
        cls,
        scenario: str = "standard",
        players: int | None = None,
        seed: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Game:
        """The start of a scenario. Without a seed, chance comes from the system's secure source."""
        if seed is None:
            seed = secrets.token_hex(16)
        data: dict[str, Any] = {"scenario": scenario, "seed": seed}
        if players is not None:
            data["players"] = players
        if options is not None:
            data["options"] = dict(options)
        state = position.begin(data)
        turn.start(state)
        game = cls(state, seed=seed)
        game.from_start = True
        return game

    @classmethod
    def from_position(cls, data: object, shuffled: bool = False) -> Game:
        """The game a position describes; raises `BadPosition` if it cannot be.

        `shuffled`: its seed alone decides what chance will give; any order of undrawn cards in it is not kept.
        """
        state, chronicle, seed = position.read(data, shuffled)
        game = cls(state, chronicle, seed)
        game.from_start = isinstance(data, dict) and data.keys() <= _START_FIELDS
        return game

    @classmethod
    def from_record(cls, text: str | bytes) -> Game:
        """The game at the end of a record; raises `BadRecord` with the first wrong line."""
        from sanssouci.friedrich.files.replay import replay

        return replay(text).game

    def copy(self) -> Game:
        """An independent copy."""
        other = Game.__new__(Game)
        other.state = self.state.copy()
        other.chronicle = self.chronicle
        other.seed = self.seed
        other.keeps_record = self.keeps_record
        other.from_start = self.from_start
        other._origin = self._origin
        other._origin_chronicle = self._origin_chronicle
        other._history = self._history
        other._choices = self._choices
        return other

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: games may be played on in other processes."""
        return {
            "state": pack(self.state), "origin": pack(self._origin), "history": self.history,
            "chronicle": tuple(self.chronicle), "begun": tuple(self._origin_chronicle),
            "seed": self.seed, "from_start": self.from_start, "keeps_record": self.keeps_record,
        }  # fmt: skip

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.state = unpack(kept["state"])
        self._origin = unpack(kept["origin"])
        self.chronicle = Chronicle(*kept["chronicle"])
        self._origin_chronicle = Chronicle(*kept["begun"])
        self.seed = kept["seed"]
        self.from_start = kept["from_start"]
        self.keeps_record = kept["keeps_record"]
        self._choices = None
        self._history = None
        for entry in kept["history"]:
            self._history = (self._history, entry)

    # ------------------------------------------------------------ what is asked

    @property
    def decision(self) -> Decision | None:
        """Who decides what now; None when the game is over."""
        s = self.state
        if s.state == GAME_OVER:
            return None
        waiting = turn.deciders(s)
        nations = [n for n in range(NATION_COUNT) if waiting >> n & 1]
        roles: list[str] = []
        for n in nations:
            name = ROLES[role_of(s, n)]
            if name not in roles:
                roles.append(name)
        return Decision(tuple(roles), NATIONS[nations[0]], STATE_NAMES[s.state])

    @property
    def result(self) -> Result | None:
        """None while the game runs; then winners, nations, turn and reason."""
        ended = write_result(self.state)
        if ended is None:
            return None
        return Result(tuple(ended["winners"]), tuple(ended["nations"]), ended["turn"], ended["reason"])

    def menu(self, role: str | None) -> dict[str, Any]:
        """What a role may do now (docs/view.md); empty for a role that is not to act."""
        number = role_number(role)
        return {} if number is None else menu(self.state, number)

    def walk(self, pieces: Iterable[str]) -> Walk | NoWalk:
        """The exact step graph of one group of the movement menu; empty if the group cannot move."""
        return walk(self.state, list(pieces))

    def choices(self) -> list[int]:
        """The present decision in the engine's small steps; empty only when the game is over."""
        if self._choices is None:
            self._choices = list(turn.choices(self.state))
        return list(self._choices)

    # ------------------------------------------------------------ what is done

    def play(self, order: str, role: str | None = None) -> list[Happening]:
        """Carry out an order; with `role`, only if that role is to give it. Raises `IllegalOrder`."""
        number = role_number(role)
        s = self.state
        s.log = []
        try:
            orders.perform(s, order, -1 if number is None else number)
            return self._done(order)
        finally:
            s.log = None

    def check(self, order: str, role: str | None = None) -> Refusal | None:
        """Why an order is not legal now, or None if it is. Nothing changes."""
        number = role_number(role)
        return orders.refusal(self.state, order, -1 if number is None else number)

    def choose(self, choice: int) -> list[Happening]:
        """Take one of `choices()`."""
        if self._choices is None:
            self._choices = list(turn.choices(self.state))
        if choice not in self._choices:
            raise IllegalOrder(Refusal("not_a_choice", {"choice": shown(choice)}, None))
        s = self.state
        s.log = []
        try:
            turn.apply(s, choice)
            return self._done(choice)
        finally:
            s.log = None

    def _done(self, entry: Entry) -> list[Happening]:
        """Note what was done and answer what happened."""
        self._choices = None
        if self.keeps_record:
            self._history = (self._history, entry)
        log = self.state.log
        if not log:
            return []
        self.chronicle = follow(self.chronicle, log)
        return [Happening._make(event) for event in log]

    def arrange(self, arrangement: Arrangement) -> None:
        """Let what a record prescribes come to pass (see `chance`)."""
        arrange(self.state, arrangement)
        self._choices = None
        if self.keeps_record:
            self._history = (self._history, arrangement)

    # ------------------------------------------------------------ what leaves

    def events_for(self, events: Iterable[Happening], role: str | None) -> list[GameEvent]:
        """What a seat may know of these events; None: a spectator."""
        number = role_number(role)
        if number is None:
            return [event.json() for event in events]
        eyes = seers(self.state, number)
        return [event.json(number, everything=event.seers & eyes != 0) for event in events]

    def position(self) -> dict[str, Any]:
        """`friedrich-position/1`, complete form."""
        return position.write(self.state, self.chronicle, self.seed)

    def view(self, role: str | None) -> View:
        """What a role may know (R15), built up from nothing; None: a spectator."""
        return view(self.state, self.chronicle, role_number(role))

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """`friedrich-record/1`: the whole game with everything in it, for whoever runs it."""
        return write_record(self, None, True, headers)

    def record_for(self, role: str | None, headers: Mapping[str, str] | None = None) -> str:
        """The record as one seat (None: a spectator) may have it: hidden parts are `?` while the game runs."""
        return write_record(self, role_number(role), self.state.state == GAME_OVER, headers)

    @property
    def origin(self) -> tuple[State, Chronicle]:
        """The state and chronicle the record begins from (not to be changed)."""
        return self._origin, self._origin_chronicle

    @property
    def history(self) -> list[Entry]:
        """Everything done since the origin, in order."""
        found: list[Entry] = []
        node = self._history
        while node is not None:
            node, entry = node
            found.append(entry)
        found.reverse()
        return found


def random_game(seed: str, rng: random.Random, scenario: str = "standard", players: int | None = None) -> Game:
    """A whole game of uniformly random small steps, for trials and benches."""
    game = Game.new(scenario=scenario, players=players, seed=seed)
    while game.result is None:
        game.choose(rng.choice(game.choices()))
    return game


__all__ = ["BadPosition", "Decision", "Game", "Happening", "Result", "random_game", "role_number"]
