"""How things are written into the database: JSON as compact text, positions compressed."""

from __future__ import annotations

import json
import time
import zlib
from datetime import UTC, datetime
from typing import Any


def dumps(value: Any) -> str:
    """Compact JSON; the same value gives the same bytes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def loads(text: str | None) -> Any:
    """The value of JSON we wrote ourselves; None for nothing."""
    return None if text is None else json.loads(text)


def pack(position: dict[str, Any]) -> bytes:
    """A position as it is stored. Level 1: ten times faster than 9 and hardly larger here."""
    return zlib.compress(dumps(position).encode(), 1)


def unpack(blob: bytes) -> dict[str, Any]:
    """The position that `pack` stored."""
    position: dict[str, Any] = json.loads(zlib.decompress(blob))
    return position


def now() -> float:
    """Seconds since 1970: how times are stored."""
    return time.time()


def stamp(at: float) -> str:
    """A time as it is told: ISO 8601, UTC, to the second."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
