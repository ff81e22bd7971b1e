"""The command line: `sanssouci play`, `serve`, `referee`, `replay`, `lab`, `charts`.

Each command lives beside what it commands; this module only mounts them, and imports a
package no sooner than its command is asked for, so that `sanssouci --version` is quick.
"""

from __future__ import annotations

import importlib
import sys

import click
import typer.main
from typer.core import TyperGroup

#: command → (module, attribute, one line of help). The attribute is a `typer.Typer`.
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("sanssouci.text.command", "play_app"),
    "referee": ("sanssouci.text.command", "referee_app"),
    "replay": ("sanssouci.text.command", "replay_app"),
    "serve": ("sanssouci.table.command", "serve_app"),
    "backup": ("sanssouci.table.command", "backup_app"),
    "restore": ("sanssouci.table.command", "restore_app"),
    "lab": ("sanssouci.lab.command", "app"),
    "charts": ("sanssouci.italian_wars.command", "app"),
}
