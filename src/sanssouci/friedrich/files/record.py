"""Records: `friedrich-record/1` (formats.md, section 4), a whole game as text.

A game keeps where it began and what was done, nothing else; the text is made when it is asked for, by playing
the game again with an ear for what chance gives. A record for one seat, or for spectators of a running game,
hides what that seat may not know behind `?`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.files import position
from sanssouci.friedrich.files.chance import Arrangement, Chance, arrange, chances, renamed
from sanssouci.friedrich.files.position_flow import write_result
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.state import GAME_OVER, Event, State, role_of, seers

if TYPE_CHECKING:
    from sanssouci.friedrich.game import Game

FORMAT: Final = "friedrich-record/1"
#: The version of the rules document that the engine follows.
RULES: Final = "1"

Entry = int | str | Arrangement  #: a small choice, a whole order, or what a record prescribed


def write_record(
    game: Game, role: int | None, everything: bool, headers: Mapping[str, str] | None = None, over: bool = False
) -> str:
    """The record of a game, for everybody's eyes or for those of one role (None: a spectator).

    `over`: its players ended it, though the rules did not; its seed is told as well.
    """
    s = game.state
    over = over or s.state == GAME_OVER
    lines = [f"format: {FORMAT}", f"rules: {RULES}", f"scenario: {s.scenario.name}", f"players: {s.players}"]
    if s.options.chosen:
        lines.append("options: " + ", ".join(f"{k}={_plain(v)}" for k, v in s.options.chosen.items()))
    for name, value in (headers or {}).items():
        lines.append(f"{name}: {value}")
    origin, chronicle = game.origin
    if over and game.seed is not None:
        lines.append(f"seed: {game.seed}")
    if not game.from_start:
        start = position.write(origin, chronicle, None)
        if not over:
            del start["rng"]
        lines.append("position: " + (json.dumps(start, separators=(",", ":")) if everything else "?"))
    result = write_result(s)
    if result is not None:
        lines.append("result: " + result_text(result["winners"], result["turn"]))
    lines.append("")
    eyes = None if everything else 0 if role is None else int(seers(s, role))
    lines += _Writer(origin.copy(), eyes).body(game.history)
    return "\n".join(lines) + "\n"


def result_text(winners: list[str], when: int) -> str:
    """`maria-theresa+pompadour, turn 9`."""
    return f"{'+'.join(winners)}, turn {when}"


def _plain(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


class _Writer:
    """Plays a game again and writes down its orders and what chance gave."""

    def __init__(self, s: State, eyes: int | None) -> None:
        self.s = s
        self.eyes = eyes
        self.lines: list[str] = []
        self.waiting: list[Chance] = []  # of the last order, until it is clear what faces they have
        self.notes: list[str] = []

    def body(self, history: list[Entry]) -> list[str]:
        """All orders with their chance lines."""
        s = self.s
        before: State | None = None
        trace: list[int] = []
        events: list[Event] = []
        for entry in history:
            if isinstance(entry, Arrangement):
                if entry.swaps:
                    self.waiting = renamed(self.waiting, entry.told)
                if entry.notes:
                    self._flush()
                    self.lines += [f"# {note}" for note in entry.notes]
                arrange(s, entry)
                continue
            if isinstance(entry, str):
                before, trace = None, []  # a whole order replaces a half-done allotment
                hidden = self._hide(s, orders.canonical(s, entry))
                log: list[Event] = []
                s.log = log
                orders.perform(s, entry)
                self._note(hidden, log)
                continue
            if before is None:
                before, trace, events = s.copy(), [], []
            trace.append(entry)
            log = []
            s.log = log
            turn.apply(s, entry)
            events += log
            if orders.whole(before, s):
                self._note(self._hide(before, orders.text_of(before, trace)), events)
                before = None
        self._flush()
        return self.lines

    def _note(self, text: str, events: list[Event]) -> None:
        """One order is done: its line, then what chance gave."""
        self._flush()
        self.lines.append(text)
        self.waiting = chances(events)
        for event in events:
            if event.key == "stage_begins":
                self.notes.append(f"# turn {event.args['turn']}, {event.args['nation']}")

    def _flush(self) -> None:
        self.lines += [chance.line(self.eyes) for chance in self.waiting]
        self.lines += self.notes
        self.waiting = []
        self.notes = []

    def _hide(self, before: State, text: str) -> str:
        """The order as the reader may see it."""
        if self.eyes is None or self.eyes >> role_of(before, orders.speaker(before, text)) & 1:
            return text
        return orders.hide(before, text)
