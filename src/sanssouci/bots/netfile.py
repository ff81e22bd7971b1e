"""The file of a net: a line of JSON, then whole numbers. Read once a process; nobody can change what bots share."""

from __future__ import annotations

import array
import json
import sys
import zlib
from functools import cache
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.inputs_table import INPUTS
from sanssouci.bots.net import Net
from sanssouci.bots.weights import WEIGHTS

FORMAT = "sanssouci-net/1"


class Ground(NamedTuple):
    """What a net stands on at a table: the hand-made value of each role and how it is turned into odds."""

    weights: tuple[vec[i64], ...]
    slopes: tuple[int, ...]
    shifts: tuple[int, ...]


class Learned(NamedTuple):
    """A net with its grounds by table; a table it does not know is taken for the standard game."""

    net: Net
    grounds: dict[str, Ground]
    about: dict[str, Any]

    def ground(self, table: str) -> Ground:
        """The ground at a table."""
        return self.grounds.get(table) or self.grounds["standard"]


def encode(head: dict[str, Any], weights: list[list[int]]) -> bytes:
    """The bytes of a file; `head` says its format, the sizes of its layers and its grounds."""
    data = array.array("i", [number for part in weights for number in part])
    if data.itemsize != 4:
        raise ValueError("whole numbers of 32 bits are wanted")
    if sys.byteorder == "big":
        data.byteswap()
    return (
        json.dumps({"format": FORMAT, "inputs": int(INPUTS), **head}).encode()
        + b"\n"
        + zlib.compress(data.tobytes(), 9)
    )


def decode(data: bytes) -> Learned:
    """A net from the bytes of its file; what is none is told in one sentence."""
    line, _, packed = data.partition(b"\n")
    try:
        head = json.loads(line)
        if head["format"] != FORMAT or head["inputs"] != INPUTS:
            raise ValueError(f"it was made for {head['inputs']} inputs, not {INPUTS}")
        numbers = array.array("i", zlib.decompress(packed))
        if sys.byteorder == "big":
            numbers.byteswap()
        first, second = head["first"], head["second"]
        sizes = [int(INPUTS) * first, first, first * second, second, second * 4, 4]
        parts, at = [], 0
        for size in sizes:
            parts.append(list(numbers[at : at + size]))
            at += size
        if at != len(numbers):
            raise ValueError(f"it holds {len(numbers)} weights, not {at}")
        grounds = {
            name: Ground(tuple(vec[i64](_whole(row)) for row in g["weights"]), tuple(g["slopes"]), tuple(g["shifts"]))
            for name, g in head["grounds"].items()
        }
        return Learned(Net(first, second, parts), grounds, head.get("about", {}))
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise ValueError(f"this is no net of these bots: {error}") from None


def _whole(row: list[int]) -> list[int]:
    """The hand-made weights of a file; those that came after it count as they were taken for granted then."""
    return row + [100] * (WEIGHTS - len(row))


@cache
def packaged(path: str) -> Learned:
    """The net of a file."""
    with open(path, "rb") as file:
        return decode(file.read())
