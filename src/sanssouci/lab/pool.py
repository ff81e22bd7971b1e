"""Work on all cores: worker processes that are handed one task after the other.

Plain pipes instead of `multiprocessing`: a worker sees the end of its input when this process dies, even
by SIGKILL, and nothing has to be importable as `__main__`.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

from sanssouci.lab.problems import LabProblem


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start() -> subprocess.Popen[str]:
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    environment["PYTHONHASHSEED"] = "0"
    return subprocess.Popen(
        [sys.executable, "-m", "sanssouci.lab.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, encoding="utf-8",
    )  # fmt: skip


#: a task whose process dies is given out again so often
AGAIN = 2


def _send(worker: subprocess.Popen[str], task: dict[str, Any]) -> None:
    assert worker.stdin is not None
    # a process that has died is found out when its answer is read
    with contextlib.suppress(BrokenPipeError):
        worker.stdin.write(json.dumps(task) + "\n")
        worker.stdin.flush()


def run(
    tasks: Iterable[dict[str, Any]],
    workers: int = 0,
    enough: Callable[[], bool] = lambda: False,
    ray: str | None = None,
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Hand tasks out in order to so many processes (0: one for every core), with `ray` to a cluster's (`ray_pool`).

    Yields (task, result) as they come back, in any order, whoever does them.

    No further task is handed out once `enough()` says so. A task whose process dies is given to a new one, twice;
    a task that fails, or dies a third time, ends everything with its sentence.
    """
    if ray is not None:
        from sanssouci.lab import ray_pool

        yield from ray_pool.run(tasks, ray, workers, enough)
        return
    workers = workers or cores()
    waiting = iter(tasks)
    busy: dict[IO[str], tuple[subprocess.Popen[str], dict[str, Any], int]] = {}
    started: list[subprocess.Popen[str]] = []
    eyes = selectors.DefaultSelector()

    def begin(task: dict[str, Any], deaths: int = 0) -> None:
        worker = _start()
        started.append(worker)
        assert worker.stdout is not None
        _send(worker, task)
        busy[worker.stdout] = (worker, task, deaths)
        eyes.register(worker.stdout, selectors.EVENT_READ)

    try:
        for task in waiting:
            begin(task)
            if len(started) >= workers:
                break
        while busy:
            for key, _ in eyes.select():
                pipe: Any = key.fileobj
                worker, task, deaths = busy.pop(pipe)
                line = pipe.readline()
                if not line.endswith("\n"):
                    eyes.unregister(pipe)
                    if deaths == AGAIN:
                        what = task.get("what", "a task")
                        raise LabProblem(f"the process at work on {what} died {deaths + 1} times ({worker.wait()})")
                    begin(task, deaths + 1)
                    continue
                answer = json.loads(line)
                if "problem" in answer:
                    raise LabProblem(answer["problem"])
                following = None if enough() else next(waiting, None)
                if following is None:
                    eyes.unregister(pipe)
                else:
                    _send(worker, following)
                    busy[pipe] = (worker, following, 0)
                yield task, answer["result"]
    finally:
        eyes.close()
        for worker in started:
            if worker.stdout in busy:
                worker.kill()
            for end in (worker.stdin, worker.stdout):
                if end is not None:
                    with contextlib.suppress(BrokenPipeError):
                        end.close()
            worker.wait()
