"""The Dockerfile and the compose file are text: what they call must exist as it is called."""

from __future__ import annotations

import re
from pathlib import Path

import typer.main

from sanssouci.table import command

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")


def known() -> tuple[set[str], set[str]]:
    """The options of `sanssouci serve` and the variables it reads."""
    serve = typer.main.get_command(command.serve_app)
    options = {name for parameter in serve.params for name in parameter.opts}
    variables = {str(parameter.envvar) for parameter in serve.params if getattr(parameter, "envvar", None)}
    return options, variables


def test_the_options_exist() -> None:
    asked = re.findall(r"^ +- (--[a-z-]+)", COMPOSE, re.MULTILINE)
    asked += re.findall(r'"(--[a-z-]+)"', DOCKERFILE)
    assert len(asked) >= 9
    assert set(asked) <= known()[0]


def test_the_variables_are_read() -> None:
    set_there = set(re.findall(r"\b(SANSSOUCI_[A-Z]+)\s*[:=]", COMPOSE + DOCKERFILE))
    assert set_there == {"SANSSOUCI_DATABASE", "SANSSOUCI_REDIS"}
    assert set_there <= known()[1]


def test_ports_and_paths_agree() -> None:
    port = str(command.PORT)
    assert f"EXPOSE {port}" in DOCKERFILE and f"127.0.0.1:{port}/api/ready" in DOCKERFILE
    assert f"dynamic a table {port}" in COMPOSE
    for copied in ("src", "setup.py", "pyproject.toml", "README.md", "locks"):
        assert (ROOT / copied).exists() and f"!{copied}\n" in (ROOT / ".dockerignore").read_text("utf-8")
    volume = re.search(r"^VOLUME (\S+)$", DOCKERFILE, re.MULTILINE)
    assert volume and f"SANSSOUCI_DATABASE={volume[1]}/" in DOCKERFILE
    named = set(re.findall(r"^  (\w+):$", COMPOSE.split("\nvolumes:\n")[0], re.MULTILINE))
    assert named == {"table", "database", "redis", "front"}
    for service in re.findall(r"(?:@|//)(\w+)/", COMPOSE):
        assert service in named, service
