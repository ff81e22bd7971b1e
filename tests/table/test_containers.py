"""The Dockerfile and the compose file are text: what they call must exist as it is called."""

from __future__ import annotations

import re
from pathlib import Path

import typer.main

from sanssouci.table import command
from sanssouci.table.http.routes import ENDPOINTS

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


def test_the_proxies_go_by_the_game() -> None:
    asked = re.search(r"@game path_regexp game (\S+)\n +request_header @game X-Game \{re\.game\.1\}", COMPOSE)
    assert asked and "lb_policy header X-Game" in COMPOSE and "request_header -X-Game" in COMPOSE
    guide = (ROOT / "docs/running.md").read_text("utf-8")
    nginx = re.search(r"map \$uri \$game \{\n +~(\S+) \$1;", guide)
    assert nginx and "hash $game consistent;" in guide
    of_a_game = [f"/api/{one.path}" for one in ENDPOINTS if "{game" in one.path]
    assert len(of_a_game) > 20
    for address in ["/api/games/{game}/socket", *of_a_game]:
        path = re.sub(r"\{game[^}]*\}", "AbC-123_x", address)
        for pattern in (asked[1], nginx[1]):
            found = re.search(pattern, path)
            assert found and found[1] == "AbC-123_x", address
    for address in (f"/api/{one.path}" for one in ENDPOINTS if "{game" not in one.path):
        assert not re.search(asked[1], address) or address.startswith("/api/games/"), address
