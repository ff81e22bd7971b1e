"""A process that plays games for a match: `python -m sanssouci.lab.worker`.

Jobs come in on standard input, one JSON object a line, results go out on standard output in the same way.
It ends when its input ends, so that a match that is killed leaves nothing running for longer than a game.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from sanssouci.lab.problems import LabProblem


def main() -> None:
    """Answer jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the match, which then closes our input
    # whatever a bot prints goes to standard error, not between the answers
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        answer = work(json.loads(line))
        try:
            sink.write(json.dumps(answer) + "\n")
            sink.flush()
        except BrokenPipeError:
            os._exit(0)  # the match is gone


def work(task: dict[str, Any]) -> dict[str, Any]:
    """Do one task; what went wrong becomes part of the answer."""
    try:
        return TASKS[task["task"]](task)
    except LabProblem as problem:
        return {"problem": str(problem)}
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(last.filename)}, line {last.lineno}"
        return {
            "problem": f"{task.get('what', 'a task')} failed: {type(error).__name__}: {error} ({where})",
            "trace": traceback.format_exc(),
        }


def _game(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.lab.one_game import Job, play

    # the record goes back to the match, which alone writes: a worker may have no disk in common with it
    game, record = play(Job(**task["job"]), task["record"])
    return {"result": {"game": game, "record": record}}


def _position(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.lab.tactics import attempt, load

    puzzle = next(p for p in load() if p.id == task["id"])
    return {"result": attempt(puzzle, task["bot"], task["rollouts"], task["seed"])}


def _chances(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.lab.calibrate import sample_game

    wanted = ("seed", "number", "bot", "scenario", "rollouts", "by", "players")
    return {"result": sample_game(*(task[name] for name in wanted))}


def _rows(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.lab.generate import packed, play_rows

    rows = play_rows(task["seed"], task["number"], task["bot"], task["scenario"], task["rollouts"])
    return {"result": {"rows": packed(rows)}}


def _learn(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.learn import work

    return work.TASKS[task["task"]](task)


def _pair(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.lab.tuning import play_pair

    return {"result": play_pair(task)}


def _trial(task: dict[str, Any]) -> dict[str, Any]:
    from sanssouci.lab.tuning import play_trial

    return {"result": play_trial(task)}


TASKS = {
    "game": _game, "position": _position, "chances": _chances, "rows": _rows, "pair": _pair, "trial": _trial,
    "learn-games": _learn, "learn-rows": _learn, "learn-bench": _learn, "learn-duel": _learn,
}  # fmt: skip


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    half = path.with_name(path.name + ".part")
    half.write_text(text, encoding="utf-8")
    half.replace(path)


if __name__ == "__main__":
    main()
