"""How things are written into the database: JSON as compact text, positions compressed."""

from __future__ import annotations

import time
import zlib
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from sanssouci.table.contract.bodies import Position

_ENCODER = msgspec.json.Encoder()


def dumps(value: object) -> str:
    """Compact JSON; the same value gives the same bytes."""
    return _ENCODER.encode(value).decode()


def loads(text: str | None) -> Any:
    """The value of JSON we wrote ourselves; None for nothing."""
    return None if text is None else msgspec.json.decode(text)


def pack(position: Position) -> bytes:
    """A position as it is stored. Level 1: ten times faster than 9 and hardly larger here."""
    return zlib.compress(_ENCODER.encode(position), 1)


def unpack(blob: bytes) -> Position:
    """The position that `pack` stored."""
    return msgspec.json.decode(zlib.decompress(blob), type=Position)


def now() -> float:
    """Seconds since 1970: how times are stored."""
    return time.time()


def stamp(at: float) -> str:
    """A time as it is told: ISO 8601, UTC, to the second."""
    return _second(int(at // 1))


@lru_cache(1024)
def _second(at: int) -> str:
    """Every seat is told the same seconds."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
