"""Asking a player for a line: at a terminal with history and completion, on a pipe line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from sanssouci.friedrich.decisions.orders import VERBS
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.names import NATIONS, PIECES, ROLES
from sanssouci.text.lines import read_lines
from sanssouci.text.voice import Voice

#: Answers a line, or None at the end of the input.
Ask = Callable[[str], str | None]
QUESTIONS = ["help", "menu", "moves", "war", "where", "who", "near", "look", "way", "pieces", "hand", "fate", "combat",
             "log", "how", "undo", "save", "load", "bots", "bot", "quit", "takes", "troops", "pay", "give"]  # fmt: skip


class Finished(Exception):
    """The player leaves, or the input has ended."""


def orders_from_input() -> Iterator[str]:
    """The lines of standard input, none if there is no such thing."""
    if sys.stdin is None:
        return iter(())
    return read_lines(sys.stdin.buffer)


def asker(voice: Voice) -> Ask:
    """How this player is asked."""
    if sys.stdin is not None and sys.stdin.isatty() and voice.out.isatty():
        _complete()
        return _at_terminal
    lines = orders_from_input()

    def on_pipe(prompt: str) -> str | None:
        voice.prompt(prompt)
        return next(lines, None)

    return on_pipe


def _at_terminal(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "\x00"


def completions(beginning: str) -> list[str]:
    """The words of the game that begin so; only the last of names joined by + is completed."""
    joined, plus, last = beginning.rpartition("+")
    words = [*VERBS, *QUESTIONS, *PIECES, *NATIONS, *ROLES, *CITY_IDS]
    return [joined + plus + word for word in dict.fromkeys(words) if word.startswith(last.lower())]


def _complete() -> None:
    """Let the tabulator key complete words, where the system can."""
    try:
        import readline
    except ImportError:
        return

    def completer(beginning: str, index: int) -> str | None:
        found = completions(beginning)
        return found[index] + " " if index < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    readline.parse_and_bind("set enable-bracketed-paste off")  # no control codes between plain lines
