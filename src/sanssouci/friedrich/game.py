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
from sanssouci.friedrich.files.problems import BadPosition, shown
from sanssouci.friedrich.files.record import Entry, write_record
from sanssouci.friedrich.knowledge.menu import menu, walk
from sanssouci.friedrich.knowledge.view import View, view
from sanssouci.friedrich.knowledge.view_json import decision_now
from sanssouci.friedrich.played import Happening, Played, Result, note
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.state import GAME_OVER, State, seers
from sanssouci.friedrich.shapes import GameEvent, NoWalk, Walk

#: A position that says no more than this is the start of its scenario.
_START_FIELDS = {"format", "scenario", "players", "options", "seed"}


class Decision(NamedTuple):
    """Who decides what now. In the simultaneous decisions several roles may, and `nation` is the first."""

    roles: tuple[str, ...]
    nation: str
    state: str


def role_number(role: str | None) -> int | None:
    """The number of a role; a name that is none is refused."""
    if role is None:
        return None
    if role not in ROLES:
        raise ValueError(f"there is no role {shown(role)}; the roles are {', '.join(ROLES)}")
    return ROLES.index(role)


class Game(Played):
    """A whole game: its true state and how it came about."""

    __slots__ = ("_heard", "_origin", "_origin_chronicle", "from_start", "seed")

    def __init__(
        self, state: State, chronicle: Chronicle | None = None, seed: str | None = None, keeps_record: bool = True
    ) -> None:
        """Take over a state; `Game.new` and `Game.from_position` are what is usually wanted."""
        super().__init__(state, keeps_record)
        self._heard = chronicle if chronicle is not None else Chronicle()
        self.seed = seed
        self.from_start = False  # its record begins with the scenario, not with a position
        self._origin = state.copy() if keeps_record else state
        self._origin_chronicle = self._heard

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
        other = Game(self.state.copy(), self.chronicle, self.seed, keeps_record=False)
        other.from_start = self.from_start
        other._origin = self._origin
        other._origin_chronicle = self._origin_chronicle
        other.remember(self)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: games may be played on in other processes."""
        return {
            "state": pack(self.state), "origin": pack(self._origin), "history": self.history,
            "chronicle": tuple(self.chronicle), "begun": tuple(self._origin_chronicle),
            "seed": self.seed, "from_start": self.from_start, "keeps_record": self.keeps_record,
            "unrecorded": self.unrecorded,
        }  # fmt: skip

    def __setstate__(self, kept: dict[str, Any]) -> None:
        Game.__init__(self, unpack(kept["state"]), Chronicle(*kept["chronicle"]), kept["seed"], keeps_record=False)
        self._origin = unpack(kept["origin"])
        self._origin_chronicle = Chronicle(*kept["begun"])
        self.from_start = kept["from_start"]
        self.keeps_record = kept["keeps_record"]
        self.unrecorded = kept.get("unrecorded", False)
        for entry in kept["history"]:
            self.done.add(entry)

    # ------------------------------------------------------------ what is asked

    @property
    def decision(self) -> Decision | None:
        """Who decides what now; None when the game is over."""
        told = decision_now(self.state)
        return None if told is None else Decision(tuple(told["roles"]), told["nation"], told["state"])

    @property
    def chronicle(self) -> Chronicle:
        """What everybody saw and the state need not remember."""
        if self.fates or self.way:
            self._heard = follow(self._heard, self.news())
        return self._heard

    def menu(self, role: str | None) -> dict[str, Any]:
        """What a role may do now (docs/view.md); empty for a role that is not to act."""
        number = role_number(role)
        return {} if number is None else menu(self.state, number)

    def walk(self, pieces: Iterable[str]) -> Walk | NoWalk:
        """The exact step graph of one group of the movement menu; empty if the group cannot move."""
        return walk(self.state, list(pieces))

    # ------------------------------------------------------------ what is done

    def play(self, order: str, role: str | None = None) -> list[Happening]:
        """Carry out an order; with `role`, only if that role is to give it. Raises `IllegalOrder`."""
        number = role_number(role)
        s = self.state
        s.log = []
        try:
            orders.perform(s, order, -1 if number is None else number)
            return note(self, order)
        finally:
            s.log = None

    def check(self, order: str, role: str | None = None) -> Refusal | None:
        """Why an order is not legal now, or None if it is. Nothing changes."""
        number = role_number(role)
        return orders.refusal(self.state, order, -1 if number is None else number)

    def _refuse(self, choice: object) -> None:
        raise IllegalOrder(Refusal("not_a_choice", {"choice": shown(choice)}, None))

    def arrange(self, arrangement: Arrangement) -> None:
        """Let what a record prescribes come to pass (see `chance`)."""
        arrange(self.state, arrangement)
        note(self, arrangement)

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
        self._needs_record()
        return write_record(self, None, True, headers)

    def record_for(self, role: str | None, headers: Mapping[str, str] | None = None) -> str:
        """The record as one seat (None: a spectator) may have it: hidden parts are `?` while the game runs."""
        self._needs_record()
        return write_record(self, role_number(role), self.state.state == GAME_OVER, headers)

    def _needs_record(self) -> None:
        if self.unrecorded:
            raise ValueError("this game has no record: it was played on with `step`, which keeps none")

    @property
    def origin(self) -> tuple[State, Chronicle]:
        """The state and chronicle the record begins from (not to be changed)."""
        return self._origin, self._origin_chronicle

    @property
    def history(self) -> list[Entry]:
        """Everything done since the origin, in order."""
        return self.done.entries()


def random_game(seed: str, rng: random.Random, scenario: str = "standard", players: int | None = None) -> Game:
    """A whole game of uniformly random small steps, for trials and benches."""
    game = Game.new(scenario=scenario, players=players, seed=seed)
    while game.result is None:
        game.choose(rng.choice(game.choices()))
    return game


__all__ = ["BadPosition", "Decision", "Game", "Happening", "Result", "random_game", "role_number"]
