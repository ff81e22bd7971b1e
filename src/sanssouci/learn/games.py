"""Games kept small: a seed, and for every small choice its place in the menu.

A shard holds the games of one block of numbers: a line of JSON (who sat where, how each game ended), then the places
of all games one after the other, packed with LZMA. Nothing else is kept: positions and inputs are computed again by
playing the choices, so that old games serve new inputs, and a game that does not come out as it is written down was
made by other rules and is refused.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sanssouci
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.cards import key_from_seed
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.friedrich.rules.state import GAME_OVER, State
from sanssouci.lab.problems import LabProblem

FORMAT = "sanssouci-games/1"
#: Places up to this take one byte; beyond it two.
SHORT = 248


class Table(NamedTuple):
    """What is played."""

    scenario: str
    players: int

    @property
    def name(self) -> str:
        """As weights know it."""
        return f"{self.scenario}-3" if self.players == 3 else self.scenario


#: What games are made of for nets. Kept games name a table by its place: another one goes to the end. A net takes
#: what is not here for the standard game.
TABLES = [Table("standard", 4), Table("standard", 3), Table("expert", 4), Table("west", 2), Table("austria", 2)]


class Played(NamedTuple):
    """A finished game."""

    seed: str
    table: Table
    seats: list[str]
    winners: int
    turn: int
    places: bytes


@cache
def rules_fingerprint() -> str:
    """A hash of the rules and their data: what the places in a menu depend on."""
    root = Path(sanssouci.__file__).parent / "friedrich"
    digest = hashlib.sha256()
    for path in sorted([*(root / "rules").glob("*.py"), *(root / "data").glob("*.json")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def new_state(seed: str, table: Table) -> State:
    """The game of a seed at its first decision."""
    s = scenarios.new_state(SCENARIOS.index(table.scenario), table.players, Options({}), key_from_seed(seed))
    turn.start(s)
    return s


def place_bytes(place: int) -> bytes:
    """A place in a menu."""
    if place < SHORT:
        return bytes([place])
    high, low = divmod(place - SHORT, 256)
    return bytes([SHORT + high, low])


def places_of(data: bytes) -> Iterator[int]:
    """The places again."""
    at = 0
    while at < len(data):
        first = data[at]
        at += 1
        if first >= SHORT:
            first = SHORT + (first - SHORT) * 256 + data[at]
            at += 1
        yield first


class Scribe:
    """Applies small choices and notes their places; menus of one are not noted."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.places = bytearray()

    def take(self, choice: int) -> None:
        """One small choice."""
        menu = [int(c) for c in turn.choices(self.s)]
        if len(menu) > 1:
            self.places += place_bytes(menu.index(choice))
        turn.apply(self.s, choice)


def replay(game: Played, visit: Callable[[State, int], None]) -> State:
    """Play a game again; `visit` sees every position but the last before its choice, with its number."""
    s = new_state(game.seed, game.table)
    number = 0
    left = places_of(game.places)
    try:
        while s.state != GAME_OVER:
            visit(s, number)
            menu = turn.choices(s)
            turn.apply(s, menu[next(left)] if len(menu) > 1 else menu[0])
            number += 1
    except (IndexError, StopIteration):
        raise LabProblem(_changed(game)) from None
    if next(left, None) is not None or s.winners != game.winners or s.turn != game.turn:
        raise LabProblem(_changed(game))
    return s


def _changed(game: Played) -> str:
    return f"game {game.seed} does not come out as it was written down: it was made by other rules"


def write_shard(path: Path, games: list[Played], settings: dict[str, Any]) -> int:
    """Write a shard whole or not at all; answers its size in bytes."""
    head = {
        "format": FORMAT, "rules": rules_fingerprint(), **settings,
        "games": [[g.seed, TABLES.index(g.table), g.seats, g.winners, g.turn, len(g.places)] for g in games],
    }  # fmt: skip
    data = json.dumps(head, separators=(",", ":")).encode() + b"\n" + b"".join(g.places for g in games)
    half = path.with_suffix(".part")
    half.write_bytes(lzma.compress(data, preset=9))
    half.replace(path)
    return path.stat().st_size


def read_shard(path: Path) -> list[Played]:
    """The games of a shard."""
    try:
        head, _, data = lzma.decompress(path.read_bytes()).partition(b"\n")
        found = json.loads(head)
        if found["format"] != FORMAT:
            raise ValueError
        games, at = [], 0
        for seed, table, seats, winners, last, size in found["games"]:
            games.append(Played(seed, TABLES[table], seats, winners, last, data[at : at + size]))
            at += size
        if at != len(data):
            raise ValueError
    except (OSError, lzma.LZMAError, ValueError, KeyError, IndexError, TypeError):
        raise LabProblem(f"{path} cannot be read as games: remove it and start again") from None
    return games
