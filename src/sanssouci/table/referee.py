"""The engine as the table uses it: one class around `sanssouci.friedrich.Game`.

All knowledge about the engine's interface is here. Nothing but views, menus and events that the
engine made for a role comes out of it, with one exception: `position()`, which goes to the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sanssouci.friedrich import Game, IllegalOrder, resample
from sanssouci.table.errors import Refusal

Events = list[dict[str, Any]]

#: where several seats decide at once; the order then names its nation as the second word
TOGETHER = ("ALLOT", "TRADE")


class Referee:
    """One game of the engine, seen from the table."""

    __slots__ = ("_menus", "_public", "_views", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        # views and menus are asked for once per seat and socket: made once per position
        self._views: dict[str | None, dict[str, Any]] = {}
        self._menus: dict[str, dict[str, Any]] = {}
        self._public: dict[str, Any] | None = None

    @classmethod
    def new(cls, scenario: str, players: int, options: dict[str, Any], seed: str) -> Referee:
        """The start of a scenario."""
        try:
            return cls(Game.new(scenario=scenario, players=players, seed=seed, options=options))
        except (ValueError, IllegalOrder) as problem:
            raise Refusal("table.bad_position", why=str(problem)) from None

    @classmethod
    def load(cls, position: dict[str, Any]) -> Referee:
        """A position that we stored, or one that somebody wrote."""
        try:
            return cls(Game.from_position(position))
        except (ValueError, IllegalOrder) as problem:
            raise Refusal("table.bad_position", why=str(problem)) from None

    def play(self, text: str) -> tuple[Referee, Events, dict[str, Events]]:
        """The game after an order, what everybody may know of it, and what each role was told more.

        This game stays as it is: what is not committed never happened.
        """
        after = self.game.copy()
        try:
            events = after.play(text)
        except IllegalOrder as refusal:
            raise refused(refusal) from None
        public = after.events_for(events, None)
        secret: dict[str, Events] = {}
        for role in self.roles:
            told = after.events_for(events, role)
            if told != public:
                secret[role] = told
        return Referee(after), public, secret

    def check(self, text: str) -> Refusal | None:
        """Why an order is not legal, or None."""
        refusal = self.game.check(text)
        return None if refusal is None else refused(refusal)

    def view(self, role: str | None) -> dict[str, Any]:
        """What a role may know; None: a spectator."""
        found = self._views.get(role)
        if found is None:
            found = self._views[role] = self.game.view(role).json()
        return found

    def menu(self, role: str) -> dict[str, Any]:
        """What a role may do now."""
        found = self._menus.get(role)
        if found is None:
            found = self._menus[role] = dict(self.game.menu(role))
        return found

    def open_view(self) -> dict[str, Any]:
        """The view with everything open: for sandboxes and finished games only."""
        merged: dict[str, Any] = dict(self.view(None))
        nations = {name: dict(entry) for name, entry in merged["nations"].items()}
        stacks = [dict(stack) for stack in merged["stacks"]]
        for role in self.roles:
            own = self.view(role)
            for name, entry in own["nations"].items():
                nations[name].update(entry)
            for stack, seen in zip(stacks, own["stacks"], strict=True):
                stack.update(seen)
        merged["nations"] = nations
        merged["stacks"] = stacks
        return merged

    def position(self) -> dict[str, Any]:
        """The complete position, for the database."""
        position: dict[str, Any] = self.game.position()
        return position

    @property
    def roles(self) -> list[str]:
        """The roles of the scenario."""
        return sorted({entry["role"] for entry in self.view(None)["nations"].values()})

    @property
    def result(self) -> dict[str, Any] | None:
        """The engine's result once the game is over."""
        result: dict[str, Any] | None = self.view(None)["result"]
        return result

    @property
    def deciding(self) -> list[str]:
        """The roles that are to act."""
        decision = self.view(None)["decision"]
        return [] if decision is None else list(decision["roles"])

    @property
    def state(self) -> str:
        """The name of the present decision."""
        decision = self.view(None)["decision"]
        return "GAME_OVER" if decision is None else str(decision["state"])

    @property
    def together(self) -> bool:
        """Whether several seats decide at once."""
        return self.state in TOGETHER

    @property
    def revealed(self) -> int:
        """The engine's counter of everything random or secret that was disclosed."""
        return int(self.game.revealed)

    @property
    def stage(self) -> str:
        """The present stage, for undo: `8/austria`, `8/end`."""
        view = self.view(None)
        return f"{view['turn']}/{'allot' if self.state == 'ALLOT' else view['nation'] or 'end'}"

    def role_of_order(self, text: str, roles: Iterable[str]) -> str | None:
        """Which of a seat's `roles` an order would act for; None if none of them is to act."""
        deciding = [role for role in self.deciding if role in roles]
        if not deciding:
            return None
        if not self.together:
            return deciding[0]
        words = text.split()
        entry = self.view(None)["nations"].get(words[1].lower()) if len(words) > 1 else None
        if entry is None:
            return deciding[0]  # no order at all: the engine says so in its own words
        owner = str(entry["role"])
        return owner if owner in deciding else None


def refused(refusal: Any) -> Refusal:
    """The engine's refusal as the table's."""
    return Refusal(f"refusal.{refusal.key}", refusal.rule, **dict(refusal.arguments))


def resampled(view: Any, rng: Any) -> Referee:
    """A full game that agrees with a view."""
    return Referee(resample(view, rng))
