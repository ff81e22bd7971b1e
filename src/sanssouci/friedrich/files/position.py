"""Positions: `friedrich-position/1` (formats.md, section 2).

`read` takes what people and the engine write and answers a state; `write` gives the complete form, which
reads back to the identical game; `loads` reads JSON text. What cannot be is refused with `BadPosition`:
a key, arguments, and one sentence that names the field and the reason.
"""

from __future__ import annotations

from sanssouci.friedrich.files.position_fields import loads
from sanssouci.friedrich.files.position_read import FORMAT, begin, read
from sanssouci.friedrich.files.position_write import phase_of, write
from sanssouci.friedrich.files.problems import BadPosition

__all__ = ["FORMAT", "BadPosition", "begin", "loads", "phase_of", "read", "write"]
