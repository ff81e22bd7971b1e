"""The languages of the table: those that have a folder in `sanssouci.voice`."""

from __future__ import annotations

from sanssouci import voice
from sanssouci.voice import preferred

__all__ = ["LANGUAGES", "preferred"]

#: the first is spoken to who asks for none of them
LANGUAGES = voice.languages()
