"""Reading lines from strangers: whatever comes in, at most a bounded part of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from sanssouci.friedrich.decisions.words import LONGEST

_CHUNK: Final = LONGEST * 8


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream as text. A line that is too long or not UTF-8 comes as something no order can be."""
    while True:
        line = stream.readline(_CHUNK)
        if not line:
            return
        whole = line.endswith(b"\n")
        while not whole:  # the rest of an endless line is read past, not kept
            more = stream.readline(_CHUNK)
            whole = not more or more.endswith(b"\n")
            if more and len(line) <= _CHUNK:
                line += more
        try:
            yield line.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            yield "\x00"
