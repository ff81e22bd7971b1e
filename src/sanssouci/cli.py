"""The command line: `sanssouci play`, `serve`, `referee`, `replay`, `lab`, `charts`.

Each command lives beside what it commands; this module only mounts them, and imports a
package no sooner than its command is asked for, so that `sanssouci --version` is quick.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING

import typer
import typer.main

from sanssouci.spoken import SpokenGroup, language_of, say, why, wished

if TYPE_CHECKING:
    from typer._click.core import Command, Context

#: command → (module, attribute). The attribute is a `typer.Typer`.
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("sanssouci.text.command", "play_app"),
    "referee": ("sanssouci.text.command", "referee_app"),
    "replay": ("sanssouci.text.command", "replay_app"),
    "serve": ("sanssouci.table.command", "serve_app"),
    "think": ("sanssouci.table.command", "think_app"),
    "backup": ("sanssouci.table.command", "backup_app"),
    "restore": ("sanssouci.table.command", "restore_app"),
    "lab": ("sanssouci.lab.command", "app"),
    "charts": ("sanssouci.italian_wars.command", "app"),
}


class _Lazy(SpokenGroup):
    """A group that imports a command's module only when that command is asked for."""

    def list_commands(self, ctx: Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Context, name: str) -> Command | None:
        where = COMMANDS.get(name)
        if where is None:
            return None
        command = typer.main.get_command(getattr(importlib.import_module(where[0]), where[1]))
        command.name = name
        return self.named(command, name, language_of(ctx))


app = typer.Typer(cls=_Lazy, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


def _version(wanted: bool) -> None:
    if wanted:
        from sanssouci import __version__
        from sanssouci.friedrich import BUILD

        typer.echo(f"sanssouci {__version__} ({BUILD})")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True),
) -> None:
    """Friedrich: the table, the referee and the opponents; and the Italian Wars charts desk."""


def main() -> None:
    """Run the command line; a broken pipe (`| head`) ends it quietly, a full disk with a sentence."""
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # here, where something can be said about it
    except BrokenPipeError:
        _say_no_more()
        sys.exit(0)
    except OSError as problem:
        _say_no_more()
        language = wished(sys.argv[1:])
        print(say("error.failed", language, why=why(problem, language)), file=sys.stderr)
        sys.exit(2)


def _say_no_more() -> None:
    """What is still to be written goes nowhere: the interpreter would try again at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
