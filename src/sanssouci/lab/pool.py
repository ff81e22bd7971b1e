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


def _send(worker: subprocess.Popen[str], task: dict[str, Any]) -> None:
    assert worker.stdin is not None
    try:
        worker.stdin.write(json.dumps(task) + "\n")
        worker.stdin.flush()
    except BrokenPipeError:
        raise LabProblem("a worker process ended before its time") from None


def run(
    tasks: Iterable[dict[str, Any]], workers: int, enough: Callable[[], bool] = lambda: False
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Hand tasks out in order; yields (task, result) as they come back, in any order.

    No further task is handed out once `enough()` says so. A task that fails ends everything with its sentence.
    """
    waiting = iter(tasks)
    busy: dict[IO[str], tuple[subprocess.Popen[str], dict[str, Any]]] = {}
    started: list[subprocess.Popen[str]] = []
    eyes = selectors.DefaultSelector()
    try:
        for task in waiting:
            worker = _start()
            started.append(worker)
            assert worker.stdout is not None
            _send(worker, task)
            busy[worker.stdout] = (worker, task)
            eyes.register(worker.stdout, selectors.EVENT_READ)
            if len(started) >= workers:
                break
        while busy:
            for key, _ in eyes.select():
                pipe: Any = key.fileobj
                worker, task = busy.pop(pipe)
                line = pipe.readline()
                if not line:
                    raise LabProblem(f"the process at work on {task.get('what', 'a task')} died ({worker.wait()})")
                answer = json.loads(line)
                if "problem" in answer:
                    raise LabProblem(answer["problem"])
                following = None if enough() else next(waiting, None)
                if following is None:
                    eyes.unregister(pipe)
                else:
                    _send(worker, following)
                    busy[pipe] = (worker, following)
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
