"""Files handed in by the player: positions and records, read with a limit and one sentence for what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sanssouci.friedrich import Game
from sanssouci.friedrich.files.position import loads
from sanssouci.friedrich.files.problems import BadPosition, BadRecord
from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.text.trouble import Trouble

#: No position or record of a game comes near this.
LARGEST_FILE: Final = 16 * 1024 * 1024


class Unreadable(Trouble):
    """A file that cannot be used."""


def read_bytes(path: str) -> bytes:
    """A file, if it is one, can be read, and is not absurdly large."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        known = isinstance(error, OSError) and error.strerror
        raise Unreadable("unreadable" if known else "not_a_file", file=path, why=error) from None
    if len(data) > LARGEST_FILE:
        raise Unreadable("too_large", file=path, limit=LARGEST_FILE)
    return data


def game_from_position(path: str) -> Game:
    """The game a position file describes."""
    try:
        return Game.from_position(loads(read_bytes(path)))
    except BadPosition as problem:
        raise Unreadable("in_file", file=path, why=problem) from None


def game_from_record(path: str) -> Game:
    """The game at the end of a record file."""
    try:
        return Game.from_record(read_bytes(path))
    except BadRecord as problem:
        raise Unreadable("in_file", file=path, why=problem) from None


def game_from_file(path: str) -> Game:
    """A position or a record, told apart by how they begin."""
    if read_bytes(path).lstrip()[:1] == b"{":
        return game_from_position(path)
    return game_from_record(path)


def new_game(scenario: str, players: int | None, seed: str | None, chosen: list[str]) -> Game:
    """The start of a scenario; `chosen` holds options as `name=value`."""
    try:
        return Game.new(scenario=scenario, players=players, seed=seed, options=options_from(chosen))
    except BadPosition as problem:
        raise Unreadable("problem", why=problem) from None


def options_from(chosen: list[str]) -> dict[str, object]:
    """`oo_win_timing=end_of_turn`, `decks=5`, `voluntary_removal=true`, also several with commas."""
    options: dict[str, object] = {}
    for entry in ",".join(chosen).split(","):
        if not entry.strip():
            continue
        name, equals, value = (part.strip() for part in entry.partition("="))
        if not equals:
            raise Unreadable("options", word=repr(entry.strip()[:40]))
        truth = {"true": True, "yes": True, "false": False, "no": False}.get(value.lower())
        if truth is not None:
            options[name] = truth
        else:
            options[name] = int(value) if name == "decks" and value.isdecimal() and len(value) < 4 else value
    return options


def game_at(place: str | None, scenario: str, players: int | None, seed: str | None, chosen: list[str]) -> Game:
    """Where the referee begins: a position file, or the start of a scenario."""
    if place is not None and not (place in SCENARIOS and not Path(place).exists()):
        return game_from_position(place)
    return new_game(place or scenario, players, seed, chosen)
