"""Past one machine: a cluster of nodes on loopback, one of which is killed, and one that has other code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sanssouci
from sanssouci.lab import actions, plain, pool, ray_pool, tuning
from sanssouci.lab.ledger import Ledger
from sanssouci.lab.match import Settings, run_match
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.seating import equal
from sanssouci.lab.worker import work

# before Ray is imported, which reads them once: loopback alone, nothing told to anybody, no token in one's home
os.environ |= {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled",
}  # fmt: skip
GAMES = 8


def settings(**more: Any) -> Settings:
    """Some short games."""
    return Settings(equal("random"), GAMES, scenario="west", **more)


def listening() -> set[str]:
    """The addresses (in hexadecimal) on which this machine waits for connections, with their ports."""
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    return {line[1] for line in lines if line[3] == "0A"}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head with one processor."""
    from ray.cluster_utils import Cluster

    # a folder of its own with a short name, as `--ray` makes one: /tmp/ray may be somebody else's
    with tempfile.TemporaryDirectory(prefix="lab", dir=ray_pool._short(), ignore_cleanup_errors=True) as folder:
        # a head notes its address beside its folder of the moment and makes no folder for it
        monkeypatch.setenv("RAY_TMPDIR", folder)
        Path(folder, "ray").mkdir()
        head = {"num_cpus": 1, "include_dashboard": False, "temp_dir": folder, "object_store_memory": ray_pool.STORE}
        made = Cluster(initialize_head=True, head_node_args=head)
        try:
            yield made
        finally:
            made.shutdown()


def test_a_killed_node_costs_time_and_nothing_else(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Games and records are those of the local pool, byte for byte; a node with other code plays none of them."""
    run_match(settings(workers=2), tmp_path / "here")
    other = tmp_path / "other"
    package = Path(sanssouci.__file__).parent
    shutil.copytree(package, other / "sanssouci", ignore=shutil.ignore_patterns("static", "__pycache__"))
    for compiled in package.parent.glob("sanssouci*.so"):  # what all compiled modules share lies beside the package
        shutil.copy(compiled, other)
    with open(other / "sanssouci" / "bots" / "weights.py", "a") as file:
        file.write("# another taste\n")
    before = listening()
    doomed = cluster.add_node(num_cpus=2, object_store_memory=ray_pool.STORE)
    cluster.add_node(num_cpus=2, object_store_memory=ray_pool.STORE, env_vars={"PYTHONPATH": str(other)})
    given: list[str] = []
    begin, refuse, add = ray_pool._Cluster._begin, ray_pool._Cluster._refuse, Ledger.add
    busy, refused, end = tmp_path / "busy", tmp_path / "refused", doomed.node_id

    def working(task: dict[str, Any]) -> dict[str, Any]:
        """The doomed node never comes to an end; the other one waits until it is at work and the third is refused."""
        import ray

        if ray.get_runtime_context().get_node_id() == end:
            busy.touch()
            time.sleep(600)
        while not (busy.exists() and refused.exists()):
            time.sleep(0.02)
        return work(task)

    def beginning(self: Any, node: str, task: dict[str, Any], deaths: int) -> None:
        given.append(node)
        begin(self, node, task, deaths)

    def refusing(self: Any, node: str, why: str) -> None:
        refuse(self, node, why)
        refused.touch()

    def adding(self: Ledger, result: dict[str, Any]) -> None:
        add(self, result)
        if doomed in cluster.worker_nodes:
            assert {at.partition(":")[0] for at in listening() - before} <= LOOPBACK
            cluster.remove_node(doomed, allow_graceful=False)

    monkeypatch.setattr(ray_pool, "work", working)
    monkeypatch.setattr(ray_pool._Cluster, "_begin", beginning)
    monkeypatch.setattr(ray_pool._Cluster, "_refuse", refusing)
    monkeypatch.setattr(Ledger, "add", adding)
    run_match(settings(ray=cluster.address), tmp_path / "there")
    assert doomed not in cluster.worker_nodes and len(given) > GAMES, "it was at work when it was killed"
    assert len(set(given)) == 2
    assert "is refused: its code is" in capfd.readouterr().err
    files = sorted(path.name for path in (tmp_path / "here" / "records").iterdir())
    assert len(files) == GAMES == len(list((tmp_path / "there" / "records").iterdir()))
    for name in ["games.csv", *(f"records/{file}" for file in files)]:
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


#: 127.0.0.1, plain and inside an IPv6 address, and ::1, as the kernel writes them
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}


def test_a_cluster_of_other_code_is_refused_by_name(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """One sentence, and nothing was played."""
    own = ray_pool.identity()
    monkeypatch.setattr(ray_pool._Cluster, "_known", _with(ray_pool._Cluster._known, {**own, "Python": "3.99.1"}))
    with pytest.raises(LabProblem, match=r"every node is refused: .*\(127\.0\.0\.1\)"):
        run_match(settings(ray=cluster.address), tmp_path)
    assert "its Python is 3.99.1, here" in capfd.readouterr().err
    assert (tmp_path / "games.jsonl").read_bytes() == b""


def _with(known: Any, answer: dict[str, str]) -> Any:
    return lambda self, name, _: known(self, name, answer)


def test_a_game_that_kills_three_processes_ends_the_match(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task is given out again twice, not for ever."""

    def die(_: dict[str, Any]) -> None:
        os.kill(os.getpid(), 9)

    monkeypatch.setattr(ray_pool, "work", die)
    with pytest.raises(LabProblem, match="game 1 died 3 times"):
        list(pool.run([{"task": "game", "what": "game 1"}], ray=cluster.address))


def test_ladder_calibration_and_tuning_are_those_of_the_local_pool(cluster: Any, tmp_path: Path) -> None:
    """The other commands that play: the same tables, the same report of chances, the same weights."""
    common = ["--scenario", "west", "--games", "2", "--workers", "1"]
    found = []
    for where, more in (("here", []), ("there", ["--ray", cluster.address])):
        out = tmp_path / where
        assert plain.run(["ladder", "random", "cadet", *common, "--out", str(out / "ladder"), *more]) == 0
        assert plain.run(["calibrate", "--bot", "random", *common, "--out", str(out), *more]) == 0
        table = tuning.Table("west", 2)
        plan = tuning.Plan(table, 600, 1, 0.3, "1", 1, 1, cluster.address if more else None)
        tuning.tune(plan, [tuning.packaged(table)], out / "tuned.json", lambda line: None)
        files = [*sorted(out.rglob("games.csv")), out / "calibration.jsonl", out / "tuned.json"]
        found.append({path.relative_to(out): path.read_bytes() for path in files})
    assert found[0] == found[1] and len(found[0]) > 2


def test_a_cluster_of_this_machine(tmp_path: Path) -> None:
    """`--ray` alone; it is gone afterwards, and never listened to anybody else."""
    words = ["match", "random", "--equal", "--games", "2", "--scenario", "west", "--out", str(tmp_path), "--ray"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    command = [sys.executable, "-m", "sanssouci.lab.plain", *words, "--workers", "1"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 3


def test_ray_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["match", "random", "--equal", "--games", "1", "--scenario", "west", "--out", str(tmp_path), "--ray"]
    assert plain.run(words) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert "locks/ray.txt" in said[-1] and sum("sanssouci lab" in line for line in said) == 1


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("match a b --ray", "match a b --ray local"),
        ("match --ray a b", "match --ray local a b"),
        ("match a b --ray --games 3", "match a b --ray local --games 3"),
        ("match a b --ray 10.0.0.7:6379 --games 3", "match a b --ray 10.0.0.7:6379 --games 3"),
        ("match a b --ray auto", "match a b --ray auto"),
        ("match a b", "match a b"),
    ],
)
def test_an_address_may_follow(words: str, meant: str) -> None:
    assert actions.with_address(words.split()) == meant.split()
