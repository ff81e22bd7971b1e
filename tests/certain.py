"""What a test takes for granted, said to the type checker and to the reader."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """The value, which must be there: a test that goes on with nothing would prove nothing."""
    assert value is not None
    return value
