"""What happened, as a key with arguments: a public part, and a part for those who may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from sanssouci.friedrich.shapes import GameEvent


@mypyc_attr(acyclic=True)
class Happening:
    """One event: what everybody may know (`args`), and what only the roles of the set `seers` may (`secret`).

    A value: nobody changes it. It can be taken apart like a tuple.
    """

    __match_args__ = ("key", "rule", "args", "secret", "seers")

    def __init__(self, key: str, rule: str, args: dict[str, object], secret: dict[str, object], seers: int) -> None:
        """Made by `events.tell`."""
        self.key: str = key
        self.rule: str = rule
        self.args: dict[str, object] = args
        self.secret: dict[str, object] = secret
        self.seers: int = seers

    def json(self, role: int | None = None, everything: bool = False) -> GameEvent:
        """The event as a role may know it (None: a spectator), or with everything."""
        args = dict(self.args)
        if everything or (role is not None and self.seers >> role & 1):
            args.update(self.secret)
        return {"key": self.key, "rule": self.rule, "args": args}

    def parts(self) -> tuple[str, str, dict[str, object], dict[str, object], int]:
        """Key, rule, public arguments, secret arguments and who knows those."""
        return self.key, self.rule, self.args, self.secret, self.seers

    def with_secret(self, secret: dict[str, object]) -> Happening:
        """The same event with other secret arguments."""
        return Happening(self.key, self.rule, self.args, secret, self.seers)

    def __iter__(self) -> Iterator[object]:
        return iter(self.parts())

    def __getitem__(self, index: int) -> object:
        return self.parts()[index]

    def __len__(self) -> int:
        return 5

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Happening) and self.parts() == other.parts()

    def __repr__(self) -> str:
        return f"Happening{self.parts()!r}"

    def __reduce__(self) -> tuple[object, ...]:
        return Happening, self.parts()


__all__ = ["Happening"]
