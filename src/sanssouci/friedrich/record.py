"""Records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Union

from sanssouci.friedrich.state import State

if TYPE_CHECKING:
    from sanssouci.friedrich.game import Game


class Arrangement(NamedTuple):
    """What a record's chance lines prescribe."""

    draw: list[int] | None
    fate: list[int] | None
    pick: int | None


Entry = Union[int, str, Arrangement]
Node = tuple[Optional["Node"], Entry]


def arrange(s: State, arrangement: Arrangement) -> None:
    """Arrange."""


def write_record(game: Game, role: int | None, everything: bool) -> str:
    """Write."""
    return ""
