"""The engine stands alone: `import sanssouci.friedrich` needs librt and nothing else that is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import sanssouci

#: `mypyc` asks for it at run time
NEEDED = ("librt", "mypy_extensions")
PLAY = """
import random, sys
assert not [name for name in sys.modules if name.partition(".")[0] in ("msgspec", "starlette", "rich", "typer")]
from sanssouci.friedrich import Game, resample
game = Game.new("west", seed="1" * 32)
for _ in range(60):
    role = game.decision.roles[0]
    view, menu = game.view(role).json(), game.menu(role)
    assert type(view) is dict and type(menu) is dict and menu["state"] == view["decision"]["state"]
    game.choose(random.Random(1).choice(game.choices()))
resample(game.view("friedrich"), random.Random(2))
assert Game.from_record(Game.new("austria", seed="2" * 32).record()).decision
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder with this package and what it needs, and nothing else."""
    (tmp_path / "sanssouci").symlink_to(Path(sanssouci.__file__).parent)
    for name in NEEDED:
        found = importlib.util.find_spec(name)
        assert found is not None
        folders = list(found.submodule_search_locations or [])
        where = Path(folders[0] if folders else str(found.origin))
        (tmp_path / where.name).symlink_to(where)
    # what mypyc compiled shares one library, which lies beside the package
    for library in Path(sanssouci.__file__).parents[1].glob("sanssouci*__mypyc*"):
        (tmp_path / library.name).symlink_to(library)
    return tmp_path


def _run(path: Path, code: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(path)!r})\n{code}"
    return subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=120)


def test_the_engine_plays_with_librt_alone(alone: Path) -> None:
    played = _run(alone, PLAY)
    assert played.returncode == 0, played.stderr


def test_nothing_else_is_at_hand_there(alone: Path) -> None:
    """The table does need msgspec: so the empty environment is empty."""
    played = _run(alone, "import sanssouci.table.contract.cards")
    assert played.returncode == 1 and "No module named 'msgspec'" in played.stderr
