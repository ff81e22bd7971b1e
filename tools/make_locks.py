"""Write the locks: every third-party package with the hashes of all its files (`locks/*.txt`).

    python tools/make_locks.py

What is wanted stands in `pyproject.toml` and `requirements-test.txt`, in which version in `constraints*.txt`; this
asks pip what belongs together, and the package index for the hashes of sources and of wheels for every platform. Run
it after changing any of them, on a machine with a network; `make` and the container install by the locks alone.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.request import Request, urlopen

from setup_tests import PROGRAMS

ROOT = Path(__file__).parents[1]
CONSTRAINTS = [ROOT / f"constraints{name}.txt" for name in ("", "-env", "-openspiel", "-ray", "-data")]
#: wanted by other Pythons than the one that writes the locks: redis on 3.11.0 to 3.11.2
ELSEWHERE = ["async-timeout"]
HEAD = "# Written by tools/make_locks.py from constraints.txt: change that, not this.\n"


def wanted() -> dict[str, list[str]]:
    """Lock → what is to be installed by it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    build = ["pip", "wheel", *project["build-system"]["requires"]]
    serve = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["postgres"]]
    lines = (ROOT / "requirements-test.txt").read_text("utf-8").splitlines()
    tests = [line for line in lines if line and not line.startswith("#")]
    extras = project["project"]["optional-dependencies"]
    return {
        "build": build,
        "play": project["project"]["dependencies"],
        **{name: [*project["project"]["dependencies"], *extras[name]] for name in ("env", "openspiel", "ray", "data")},
        "serve": [*serve, *ELSEWHERE],
        "test": [*build, *serve, *tests, *ELSEWHERE],
    }


def programs() -> dict[str, str]:
    """Wheels that bring a program to the tests (`tools/setup_tests.py`), with their versions."""
    pinned = dict(line.split("==") for line in CONSTRAINTS[0].read_text("utf-8").splitlines() if "==" in line)
    return {program.wheel: pinned[program.wheel] for program in PROGRAMS if program.wheel}


def resolved(names: list[str]) -> dict[str, str]:
    """Name → version of everything that an installation brings."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    for file in CONSTRAINTS:
        command += ["-c", str(file)]
    report = json.loads(subprocess.run([*command, *names], check=True, capture_output=True, text=True).stdout)
    found = {one["metadata"]["name"]: one["metadata"]["version"] for one in report["install"]}
    return {canonical(name): version for name, version in found.items()}


def canonical(name: str) -> str:
    """A package's name as an index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


class Links(HTMLParser):
    """The files of an index's page with their hashes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link."""
        address = dict(attrs).get("href") or ""
        told = re.search(r"/([^/#]+)#sha256=([0-9a-f]{64})", address)
        if tag == "a" and told:
            self.found.append((told[1], told[2]))


def index() -> str:
    """The package index that pip is set to ask."""
    from pip._internal.models.index import PyPI  # where it asks if nobody says otherwise

    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True).stdout
    named = re.search(r"(?m)^[^ ]*\.index-url='([^']+)'", told)
    return (named[1] if named else PyPI.simple_url).rstrip("/")


def files(name: str) -> Iterator[tuple[str, str]]:
    """Every file of a package and its hash."""
    headers = {"Accept": "application/vnd.pypi.simple.v1+json, text/html;q=0.5"}
    with urlopen(Request(f"{index()}/{name}/", headers=headers), timeout=60) as answer:
        kind, body = answer.headers.get_content_type(), answer.read().decode()
    if kind.endswith("json"):
        for one in json.loads(body)["files"]:
            if "sha256" in one["hashes"]:
                yield one["filename"], one["hashes"]["sha256"]
    else:
        page = Links()
        page.feed(body)
        yield from page.found


def of_version(file: str, version: str) -> bool:
    """Whether a file is a wheel or the source of a version."""
    stem = re.sub(r"\.(tar\.gz|zip)$", "", file)
    told = file.split("-")[1] if file.endswith(".whl") else stem.rpartition("-")[2]
    return told == version


def hashes(name: str, version: str) -> list[str]:
    """The hashes of all files of one version, in order."""
    found = sorted({hash_ for file, hash_ in files(name) if of_version(file, version)})
    if not found:
        sys.exit(f"no index tells the hashes of {name} {version}")
    return found


def main() -> None:
    """Write all locks."""
    known: dict[tuple[str, str], list[str]] = {}
    (ROOT / "locks").mkdir(exist_ok=True)
    locks = {lock: resolved(names) for lock, names in wanted().items()}
    locks |= {wheel: {wheel: version} for wheel, version in programs().items()}
    for lock, packages in locks.items():
        text = HEAD
        for name, version in sorted(packages.items()):
            if (name, version) not in known:
                known[name, version] = hashes(name, version)
            text += (
                f"{name}=={version}" + "".join(f" \\\n    --hash=sha256:{one}" for one in known[name, version]) + "\n"
            )
        (ROOT / "locks" / f"{lock}.txt").write_text(text, "utf-8")
        print(f"locks/{lock}.txt: {len(packages)} packages, {text.count('--hash')} hashes")


if __name__ == "__main__":
    main()
