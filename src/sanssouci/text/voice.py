"""How the terminal game speaks: with colour on a screen, or as plain lines that a screen reader reads well."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from rich.console import Console
from rich.markup import escape

from sanssouci.friedrich.messages import speaker
from sanssouci.voice import DEFAULT


class Voice:
    """Writes headings, sentences and lists. Plain: no colour, no frames, one thing per line."""

    def __init__(self, plain: bool, out: TextIO | None = None, language: str = DEFAULT) -> None:
        """`plain` is what the player asked for; a pipe or a dumb terminal is always spoken to plainly."""
        self.said = speaker(language)
        self.out = out if out is not None else sys.stdout
        if isinstance(self.out, io.TextIOWrapper):
            self.out.reconfigure(errors="replace")  # a terminal without our letters shows ? instead
        self.screen = self.out.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self.plain = plain or not self.screen
        self.console = Console(file=self.out, highlight=False, soft_wrap=True, emoji=False)

    def say(self, text: str = "", style: str = "") -> None:
        """One line."""
        if self.plain:
            self.out.write(text + "\n")
            self.out.flush()
        else:
            self.console.print(escape(text), style=style or None)

    def tell(self, key: str, style: str = "", **arguments: object) -> None:
        """One sentence of the catalogue, `text.KEY`."""
        self.say(self.said.sentence(f"text.{key}", arguments), style)

    def heading(self, text: str) -> None:
        """The title of what follows."""
        self.say(text + ":" if self.plain else text, "bold")

    def items(self, lines: list[str], numbered: bool = False) -> None:
        """A list, one entry a line."""
        for number, line in enumerate(lines, 1):
            if numbered:
                self.say(f"{number}. {line}")
            else:
                self.say(line if line.startswith("  ") else f"- {line}")

    def refuse(self, text: str) -> None:
        """What cannot be done, and why."""
        self.say(text if text.endswith((".", "?", "!")) else text + ".", "red")

    def news(self, text: str) -> None:
        """Something that happened."""
        self.say(text + ".", "cyan")

    def prompt(self, text: str) -> None:
        """Ask for a line."""
        self.out.write(text)
        self.out.flush()

    def curtain(self) -> None:
        """Take what the last player saw off the screen."""
        if self.screen:
            self.out.write("\x1b[2J\x1b[3J\x1b[H")
            self.out.flush()
