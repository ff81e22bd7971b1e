"""The engine as the table uses it: one class around `sanssouci.friedrich.Game`.

What a running game needs of the engine is here. Nothing but views, menus and events that the engine made for a role
comes out of it, with one exception: `position()`, which goes to the database. Who needs more (a `View` for bots and
advice, a deal before the first order, an uploaded record) asks `game`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from sanssouci.friedrich import BadPosition, BadRecord, Game, IllegalOrder, View, resample
from sanssouci.friedrich.decisions.refusal import Refusal as EngineRefusal
from sanssouci.friedrich.decisions.registry import TOGETHER
from sanssouci.friedrich.files.chance import Arrangement, chances
from sanssouci.friedrich.files.pledge import AGAIN, deals
from sanssouci.friedrich.files.problems import Problem
from sanssouci.friedrich.files.record import write_record
from sanssouci.friedrich.files.replay import replay
from sanssouci.friedrich.game import Happening
from sanssouci.friedrich.rules.names import NATION_COUNT, NATIONS, ROLES
from sanssouci.friedrich.rules.state import role_of
from sanssouci.friedrich.shapes import GameEvent, NationView, ResultView, StackView, ViewJson
from sanssouci.table.contract.bodies import Position
from sanssouci.table.contract.menus import MenuJson
from sanssouci.table.errors import Refusal
from sanssouci.table.live.model import Back, Entry
from sanssouci.table.storage.packing import now, pack, unpack

Events = list[GameEvent]


class Referee:
    """One game of the engine, seen from the table. Never changed: `play` gives another one."""

    __slots__ = ("_menus", "_views", "deciding", "game", "state")

    def __init__(self, game: Game) -> None:
        # the log in the database is the record; the game need not keep its own
        game.keeps_record = False
        self.game = game
        decision = game.decision
        #: the roles that are to act
        self.deciding: list[str] = [] if decision is None else list(decision.roles)
        #: the name of the present decision
        self.state: str = "GAME_OVER" if decision is None else decision.state
        # views and menus are asked for once per seat and socket: made once per position
        self._views: dict[str | None, ViewJson] = {}
        self._menus: dict[str, MenuJson] = {}

    @classmethod
    def new(cls, scenario: str, players: int, options: Mapping[str, object], seed: str) -> Referee:
        """The start of a scenario."""
        try:
            return cls(Game.new(scenario=scenario, players=players, seed=seed, options=options))
        except BadPosition as problem:
            raise cannot_be(problem) from None

    @classmethod
    def load(cls, position: object) -> Referee:
        """A position that we stored, or one that somebody wrote."""
        try:
            return cls(Game.from_position(position))
        except BadPosition as problem:
            raise cannot_be(problem) from None

    @classmethod
    def laid_out(cls, position: Position, seed: str) -> Referee:
        """A position that somebody wrote, as the start of a real game: nobody knows what chance will give.

        Hands and strengths are as he laid them out; his seed, his key and his order of undrawn cards are not kept.
        """
        unseeded = {name: value for name, value in position.items() if name not in ("seed", "rng")}
        try:
            return cls(Game.from_position({**unseeded, "seed": seed}, shuffled=True))
        except BadPosition as problem:
            raise cannot_be(problem) from None

    def play(self, text: str, role: str) -> tuple[Referee, Events, dict[str, Events]]:
        """The game after an order, what everybody may know of it, and what each role was told more.

        This game stays as it is: what is not committed never happened.
        """
        after = self.game.copy()
        try:
            events = after.play(text, role)
        except IllegalOrder as illegal:
            raise refused(illegal.refusal) from None
        return Referee(after), *told_to_all(after, events)

    def entry(self, n: int, seat: int, role: str, text: str, public: Events, secret: dict[str, Events]) -> Entry:
        """The entry of the log for an order given in this position, with what it was told to whom."""
        named = self._named(text)
        return Entry(
            n=n,
            seat=seat,
            role=role,
            nation=self.decider if named is None else named[0],
            turn=self.turn,
            stage=self.stage,
            state=self.state,
            text=text,
            events=public,
            secret=secret,
            revealed=self.revealed,
            at=now(),
        )

    def check(self, text: str, role: str) -> Refusal | None:
        """Why an order is not legal, or None."""
        refusal = self.game.check(text, role)
        return None if refusal is None else refused(refusal)

    def view(self, role: str | None) -> ViewJson:
        """What a role may know; None: a spectator."""
        found = self._views.get(role)
        if found is None:
            found = self._views[role] = self.game.view(role).json()
        return found

    def menu(self, role: str) -> MenuJson:
        """What a role may do now."""
        found = self._menus.get(role)
        if found is None:
            found = self._menus[role] = self.game.menu(role)
        return found

    def forget(self) -> None:
        """Let the views and menus go that were made: who asks again gets them made again.

        A thousand games at rest should not keep their last views in memory for the collector to walk through.
        """
        self._views.clear()
        self._menus.clear()

    def open_view(self) -> ViewJson:
        """The view with everything open: for sandboxes and finished games only."""
        return open_view(self.view(None), self.position())

    def position(self) -> Position:
        """The complete position, for the database."""
        return self.game.position()

    @property
    def scenario(self) -> str:
        """The name of the scenario."""
        return self.game.state.scenario.name

    @property
    def players(self) -> int:
        """How many players the game is for."""
        return int(self.game.state.players)

    @property
    def options(self) -> dict[str, object]:
        """The options that differ from the default."""
        return dict(self.game.state.options.chosen)

    @property
    def result(self) -> ResultView | None:
        """The engine's result once the game is over."""
        result = self.game.result
        if result is None:
            return None
        return {
            "winners": list(result.winners),
            "nations": list(result.nations),
            "turn": result.turn,
            "reason": result.reason,
        }

    @property
    def turn(self) -> int:
        """The present turn."""
        return int(self.game.state.turn)

    @property
    def nation(self) -> str | None:
        """Whose stage it is; None in the end-of-turn step and during the first allotment."""
        nation = self.game.state.nation
        return NATIONS[nation] if self.state != "ALLOT" and nation < NATION_COUNT else None

    @property
    def decider(self) -> str | None:
        """The nation that decides (the first, where several do at once)."""
        decision = self.game.decision
        return None if decision is None else decision.nation

    @property
    def together(self) -> bool:
        """Whether several seats decide at once."""
        return self.state in TOGETHER

    @property
    def revealed(self) -> int:
        """The engine's counter of everything random or secret that was disclosed."""
        return int(self.game.state.revealed)

    @property
    def stage(self) -> str:
        """The present stage, for undo: `8/austria`, `8/end`."""
        return f"{self.turn}/{'allot' if self.state == 'ALLOT' else self.nation or 'end'}"

    def role_of_order(self, text: str, roles: Iterable[str]) -> str | None:
        """Which of a seat's `roles` an order would act for; None if none of them is to act."""
        deciding = [role for role in self.deciding if role in roles]
        if not deciding:
            return None
        owner = self._named(text)
        if owner is None:
            return deciding[0]  # if it is no order at all, the engine says so in its own words
        return owner[1] if owner[1] in deciding else None

    def _named(self, text: str) -> tuple[str, str] | None:
        """Where several decide at once: the nation that an order names, and its role."""
        words = text.lower().split()
        if not self.together or len(words) < 2 or words[1] not in NATIONS:
            return None
        return words[1], ROLES[role_of(self.game.state, NATIONS.index(words[1]))]

    def not_theirs(self, text: str, roles: Iterable[str]) -> Refusal:
        """Why an order is not for these roles to give, where `role_of_order` finds none."""
        owner = self._named(text)
        if owner is not None and owner[1] not in roles:
            return Refusal("table.not_your_nation", nation=owner[0], role=owner[1])
        return Refusal("table.not_your_turn", roles=self.deciding)


def told_to_all(after: Game, events: Iterable[Happening]) -> tuple[Events, dict[str, Events]]:
    """What everybody may know of events, and what each role was told more."""
    public = after.events_for(events, None)
    secret: dict[str, Events] = {}
    for one in ROLES:
        told = after.events_for(events, one)
        if told != public:
            secret[one] = told
    return public, secret


def open_view(view: ViewJson, position: Position) -> ViewJson:
    """A spectator's view with every hand and every stack's troops laid open."""
    hands, pieces = position["hands"], position["pieces"]
    nations: dict[str, NationView] = {
        name: {**entry, "hand": hands.get(name, [])} for name, entry in view["nations"].items()
    }
    stacks: list[StackView] = [
        {**stack, "troops": sum(pieces[general].get("troops", 0) for general in stack["generals"])}
        for stack in view["stacks"]
    ]
    return {**view, "nations": nations, "stacks": stacks}


def views_along(positions: list[Position], texts: list[str], role: str | None, everything: bool) -> list[ViewJson]:
    """The views of successive positions; `texts` are the orders between them.

    To play an order is far quicker than to read a position: only the first is read, and those after which an
    uploaded record had chance do something else than our seed.
    """
    if not positions:
        return []
    found = _played(positions, texts, role)
    if found is None:
        found = [Game.from_position(position).view(role).json() for position in positions]
    if everything:
        return [open_view(view, position) for view, position in zip(found, positions, strict=True)]
    return found


def _played(positions: list[Position], texts: list[str], role: str | None) -> list[ViewJson] | None:
    """The views by playing; None if the orders do not lead to the last position (one was taken back meanwhile)."""
    game = _unrecorded(positions[0])
    found = [game.view(role).json()]
    try:
        for position, text in zip(positions[1:], texts, strict=True):
            before = _chance(game)
            game.play(text)
            if _chance(game) != before and not _is(game, position):
                game = _unrecorded(position)
            found.append(game.view(role).json())
    except (IllegalOrder, ValueError):
        return None
    return found if _is(game, positions[-1]) else None


def _unrecorded(position: Position) -> Game:
    game = Game.from_position(position)
    game.keeps_record = False
    return game


def _chance(game: Game) -> tuple[int, ...]:
    """What changes whenever chance has a say."""
    state = game.state
    return int(state.revealed), int(state.chance), int(state.draw_size), int(state.fate_drawn)


def _is(game: Game, position: Position) -> bool:
    """Whether a game has come to a position as the database has it."""
    return unpack(pack(game.position())) == position


def refused(refusal: EngineRefusal) -> Refusal:
    """The engine's refusal as the table's."""
    return Refusal(f"refusal.{refusal.key}", refusal.rule, **refusal.arguments)


def cannot_be(problem: Problem) -> Refusal:
    """A position or record that cannot be, as the table's refusal."""
    return Refusal(problem.key, None, **problem.arguments)


def resampled(view: View, rng: random.Random) -> Referee:
    """A full game that agrees with a view."""
    return Referee(resample(view, rng))


def record_of(
    start: Position,
    entries: list[Entry],
    last: Position,
    roles: list[str],
    everything: bool,
    headers: dict[str, str],
    backs: list[Back],
    over: bool,
) -> str:
    """The `.friedrich` record of a game from `start` to `last`, open or as the holder of `roles` may have it."""
    game = Game.from_position(start)
    if start["state"] == "ALLOT" and start.get("seed") is not None:
        # a game that began as its scenario does is written with its seed instead of a position
        fresh = Game.new(start["scenario"], start["players"], start["seed"], start["options"])
        if _is(fresh, start):
            game = fresh
    dealt = deals(game.state.key, [back.orders for back in backs])
    notes = _taken_back(backs, roles, everything)
    headers = headers | {f"{AGAIN}{back.number}": str(back.orders) for back in backs}
    try:
        for n, text in enumerate([*(entry.text for entry in entries), ""]):
            if n in notes:
                game.arrange(Arrangement(notes=tuple(notes[n])))
            for deal in dealt:
                if deal.orders == n:
                    game.arrange(Arrangement(key=deal.key))
            if text:
                game.play(text)
        true = _is(game, last)
    except IllegalOrder:
        true = False
    if not true:
        game = _prescribed(start, entries)
    number = ROLES.index(roles[0]) if roles else None
    return write_record(game, number, everything or game.result is not None, headers, over)


def _taken_back(backs: list[Back], roles: list[str], everything: bool) -> dict[int, list[str]]:
    """The orders taken back, as comments at the place where the game went on."""
    found: dict[int, list[str]] = {}
    for i, back in enumerate(backs):
        place = found.setdefault(min(later.orders for later in backs[i:]), [])
        place.append(f"gone back by consent: {len(back.taken)} orders")
        for taken in back.taken:
            open_ = everything or taken.entry.role in roles
            place.append("taken back: " + (taken.entry.text if open_ else taken.hidden))
    return found


def _prescribed(start: Position, entries: list[Entry]) -> Game:
    """The game of an uploaded record, whose chance was not our seed's: its log tells what was drawn."""
    lines = [write_record(Game.from_position(start), None, True)]
    for entry in entries:
        lines.append(entry.text)
        events = [Happening(one["key"], one["rule"], one["args"], one["args"], 15) for one in entry.open_events()]
        lines += [chance.line(None) for chance in chances(events)]
    return replay("\n".join(lines)).game


__all__ = [
    "BadRecord",
    "Referee",
    "cannot_be",
    "open_view",
    "record_of",
    "refused",
    "resampled",
    "told_to_all",
    "views_along",
]
