"""A shuffle that can be checked: what a table promises before the deal, and whether a record keeps the promise.

The server shows a hash of its part of the seed before anybody adds a part of his own; the seed is a hash of all
parts. A record carries them in headers of their own, beside the ordinary `seed:`. Whoever knows what he was shown
and what he added can compute the rest again with `sha256sum` (docs/fairness.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

COMMITMENT: Final = "commitment"
SERVER: Final = "server-part"
PART: Final = "part-"  #: and the seat's number
AGAIN: Final = "again-"  #: and a number from 1: how many orders stood when everybody went back

Verdict = Literal["proved", "not_committed", "false"]


def commitment(server: str) -> str:
    """What is shown of the server's part before the deal."""
    return _hash(["sanssouci commitment 1", server])


def final_seed(server: str, parts: Mapping[int, str]) -> str:
    """The seed of a game: the server's part, then those of the seats that added one, in the order of seats."""
    return _hash(["sanssouci seed 1", server, *(f"{seat} {parts[seat]}" for seat in sorted(parts))])


def _hash(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def one_line(text: str) -> str:
    """A seat's part as it goes into the hash and the record: one line, single spaces, what can be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def next_key(key: bytes, orders: int) -> bytes:
    """The key after everybody agreed to go back to where so many orders stood: one promise covers them all."""
    return hashlib.sha256(key + b"again" + str(orders).encode()).digest()


class Deal(NamedTuple):
    """From where so many orders stand, chance is this key's."""

    orders: int
    key: bytes


def deals(key: bytes, again: Sequence[int]) -> list[Deal]:
    """The deals that hold in the end: what lies behind a place that was gone back to later is undone with the rest."""
    found: list[Deal] = []
    for orders in again:
        key = next_key(key, orders)
        found = [deal for deal in found if deal.orders <= orders]
        found.append(Deal(orders, key))
    return found


class Pledge(NamedTuple):
    """What the headers of a record say about its shuffle."""

    commitment: str
    server: str = ""  #: once the game is over
    parts: Mapping[int, str] = {}

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> Pledge | None:
        """The pledge in a record's headers; None where nothing was promised."""
        if COMMITMENT not in headers:
            return None
        parts = {
            int(name.removeprefix(PART)): value
            for name, value in headers.items()
            if name.startswith(PART) and name.removeprefix(PART) in ("0", "1", "2", "3")
        }
        return cls(headers[COMMITMENT], headers.get(SERVER, ""), parts)

    def headers(self) -> dict[str, str]:
        """The headers that `of` reads."""
        found = {COMMITMENT: self.commitment}
        if self.server:
            found[SERVER] = self.server
        return found | {f"{PART}{seat}": self.parts[seat] for seat in sorted(self.parts)}

    def broken(self, seed: str) -> str | None:
        """What does not hold, by its key: the server's part, or the seed."""
        if not self.server:
            return "withheld"
        if commitment(self.server) != self.commitment:
            return "server"
        return None if final_seed(self.server, self.parts) == seed else "seed"


class Checked(NamedTuple):
    """The answer to whether a record's chance is what was promised; `why` names what is false."""

    verdict: Verdict
    commitment: str | None = None
    parts: int = 0  #: how many seats added to the seed
    why: str | None = None
    line: int = 0  #: the first line that chance did not give, where it is one


def verify(text: str | bytes, shown: str | None = None) -> Checked:
    """Check a record against its promise, and against the commitment one was shown; `BadRecord` if it is none."""
    from sanssouci.friedrich.files.problems import BadRecord
    from sanssouci.friedrich.files.replay import replay

    headers = replay(text).headers
    pledge = Pledge.of(headers)
    if pledge is None:
        return Checked("not_committed") if shown is None else Checked("false", why="shown")
    found = Checked("proved", pledge.commitment, len(pledge.parts))
    if shown is not None and shown.strip().lower() != pledge.commitment:
        return found._replace(verdict="false", why="shown")
    why = pledge.broken(headers.get("seed", ""))
    if why is not None:
        return found._replace(verdict="false", why=why)
    try:
        replay(text, by_seed=True)
    except BadRecord as problem:
        return found._replace(verdict="false", why="chance", line=problem.line)
    return found
