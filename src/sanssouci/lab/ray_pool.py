"""Work past one machine: the tasks of `pool`, given out by Ray to every node that has the same code.

Each node is asked who it is before it gets anything to do: results of different code, builds or Pythons are not
mixed. Which node plays a game changes nothing in it; everything comes back here, and only here something is written.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sanssouci.friedrich import BUILD
from sanssouci.lab.ledger import code_fingerprint
from sanssouci.lab.pool import AGAIN, cores
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.worker import work

#: `--ray` without an address: a cluster of this machine alone, for as long as the command runs
LOCAL = "local"
#: bytes for what travels on a cluster of this machine: a game is small, and so may be the shared memory of a container
STORE = 100_000_000
#: seconds between two looks for nodes that have joined
LOOK = 2.0


def identity() -> dict[str, str]:
    """What a node must have in common with this one for its results to be those that would come about here."""
    return {"code": code_fingerprint("env", "lab"), "build": BUILD, "Python": platform.python_version()}


def run(
    tasks: Iterable[dict[str, Any]], address: str, workers: int, enough: Callable[[], bool]
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """As `pool.run`, on a cluster; `workers` is the most that are at work at once, 0: all processors."""
    # of its own: Ray's usual folder belongs to whoever of this machine's users came first
    with tempfile.TemporaryDirectory(prefix="lab", dir=_short(), ignore_cleanup_errors=True) as folder:
        ray = _connected(address, workers, folder)
        try:
            yield from _Cluster(ray, workers).run(iter(tasks), enough)
        except (ConnectionError, ray.exceptions.RayError) as gone:
            raise LabProblem(f"the cluster is gone ({_first_line(gone)}); the same command goes on") from None
        finally:
            ray.shutdown()


def _short() -> str | None:
    """A folder whose name leaves room for Ray's sockets, which may have 107 letters with it."""
    return "/tmp" if os.access("/tmp", os.W_OK) else None


def _connected(address: str, workers: int, folder: str) -> Any:
    """Ray, connected; without it one sentence says how to get it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here = address == LOCAL or address.startswith(("127.0.0.1:", "localhost:"))
    if here:
        # Ray's name for "stay on loopback"; else a cluster of one machine listens to the whole network
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
    except ImportError:
        raise LabProblem(
            "Ray is not installed: pip install --require-hashes -r locks/ray.txt (docs/research.md)"
        ) from None
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    # as the workers of `pool`: no order of a set may depend on the process
    settings["runtime_env"] = {"env_vars": {"PYTHONHASHSEED": "0"}}
    if address == LOCAL:
        settings |= {"num_cpus": workers or cores(), "include_dashboard": False, "_temp_dir": folder}
        settings["object_store_memory"] = STORE
    try:
        ray.init(address=address, **settings)
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise LabProblem(f"no cluster can be used at {address}: {_first_line(problem)}") from None
    return ray


def _first_line(problem: BaseException) -> str:
    """What an exception of Ray's begins with; the rest is advice by the page."""
    return (str(problem).strip().splitlines() or [type(problem).__name__])[0].rstrip(".")


@dataclass
class _Node:
    """A machine of the cluster."""

    name: str
    slots: int
    busy: int = 0
    known: bool = False  # has told who it is, and is the same


class _Cluster:
    """The nodes of a cluster and what each has to do."""

    def __init__(self, ray: Any, workers: int) -> None:
        self.ray = ray
        self.most = workers or sys.maxsize
        self.nodes: dict[str, _Node] = {}
        self.left: set[str] = set()  # dead or refused: never asked again
        self.refused: list[str] = []
        self.own = identity()
        self.ask, self.job = (ray.remote(max_retries=0, num_cpus=1)(one) for one in (identity, work))
        #: what is under way → on which node, the task (None: "who are you?"), and how often it has died
        self.running: dict[Any, tuple[str, dict[str, Any] | None, int]] = {}
        self.died: deque[tuple[dict[str, Any], int]] = deque()

    def run(
        self, waiting: Iterator[dict[str, Any]], enough: Callable[[], bool]
    ) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Hand tasks out in order; yields (task, result) as they come back."""
        following = next(waiting, None)
        looked = -LOOK
        while following is not None or self.died or any(task for _, task, _ in self.running.values()):
            if time.monotonic() - looked >= LOOK:
                self._meet()
                looked = time.monotonic()
            while (self.died or following is not None) and (node := self._free()) is not None:
                if self.died:
                    self._begin(node, *self.died.popleft())
                elif following is not None:
                    self._begin(node, following, 0)
                    following = next(waiting, None)
            if not self.running:
                self._meet()  # perhaps somebody has come just now
            if not self.running:
                self._nobody()
            ready, _ = self.ray.wait(list(self.running), timeout=LOOK)
            for ref in ready:
                found = self._heard(ref)
                if found is not None:
                    yield found
            if following is not None and ready and enough():
                following, waiting = None, iter(())

    def _meet(self) -> None:
        """Ask every node that has joined who it is."""
        for node in self.ray.nodes():
            name, slots = node["NodeID"], int(node["Resources"].get("CPU", 0))
            if not node["Alive"] or not slots or name in self.nodes or name in self.left:
                continue
            self.nodes[name] = _Node(f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']})", slots, 1)
            self.running[self._on(name, self.ask)] = (name, None, 0)

    def _free(self) -> str | None:
        """A node that has nothing better to do, the idlest first."""
        if sum(node.busy for node in self.nodes.values() if node.known) >= self.most:
            return None
        free = [(node.busy / node.slots, name) for name, node in self.nodes.items() if node.known]
        share, name = min(free, default=(1.0, ""))
        return name if share < 1 else None

    def _begin(self, name: str, task: dict[str, Any], deaths: int) -> None:
        self.running[self._on(name, self.job, task)] = (name, task, deaths)
        self.nodes[name].busy += 1

    def _on(self, name: str, job: Any, *task: dict[str, Any]) -> Any:
        """Let a node do something; answers what its answer will be known by."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return job.options(scheduling_strategy=NodeAffinitySchedulingStrategy(name, soft=False)).remote(*task)

    def _heard(self, ref: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """An answer, or the news that there will be none."""
        name, task, deaths = self.running.pop(ref)
        node = self.nodes.get(name)
        if node is not None:
            node.busy -= 1
        errors = self.ray.exceptions
        try:
            answer = self.ray.get(ref)
        except (errors.NodeDiedError, errors.TaskUnschedulableError, errors.ObjectLostError):
            self._part(name)
            self._again(task, deaths)
        except (errors.WorkerCrashedError, errors.OutOfMemoryError):
            if task is None:
                self._refuse(name, "it cannot start a process")
            self._again(task, deaths)
        except errors.RayTaskError as problem:  # `work` lets nothing out: the node does not even have it
            self._refuse(name, f"it lacks this laboratory ({_first_line(problem.cause)})")
            self._again(task, deaths)
        else:
            if task is None:
                self._known(name, answer)
            elif "problem" in answer:
                raise LabProblem(answer["problem"])
            else:
                return task, answer["result"]
        return None

    def _known(self, name: str, answer: dict[str, str]) -> None:
        """A node has told who it is."""
        other = [f"its {what} is {answer[what]}, here {own}" for what, own in self.own.items() if answer[what] != own]
        if other:
            self._refuse(name, "; ".join(other))
        elif name in self.nodes:
            self.nodes[name].known = True

    def _again(self, task: dict[str, Any] | None, deaths: int) -> None:
        """Its process or node died: give the task out again, twice."""
        if task is None:
            return
        if deaths == AGAIN:
            raise LabProblem(f"the process at work on {task.get('what', 'a task')} died {deaths + 1} times")
        self.died.append((task, deaths + 1))

    def _refuse(self, name: str, why: str) -> None:
        """Give a node nothing, and say so."""
        node = self.nodes.get(name)
        if node is not None:
            self.refused.append(node.name)
            print(f"sanssouci lab: node {node.name} is refused: {why}", file=sys.stderr, flush=True)
        self._part(name)

    def _part(self, name: str) -> None:
        """A node is no more."""
        self.nodes.pop(name, None)
        self.left.add(name)

    def _nobody(self) -> None:
        """There is work and nobody at it: is there any hope?"""
        if self.refused:
            raise LabProblem(f"every node is refused: {', '.join(self.refused)}")
        raise LabProblem("no node is left to play on; the same command goes on where this one stopped")
