"""The process in which bots think: `python -m sanssouci.table.thinking.bot_worker NICE`.

Reads jobs from standard input and writes answers to standard output, each as four bytes of length and
then the body in JSON (`job`). What is no job is answered with one sentence. It says with an empty answer that it
is ready, and ends when the server does.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import BinaryIO

from sanssouci.table.thinking.job import ChartsJob, Job, NoJob, read


def main() -> None:
    """Answer jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    os.nice(int(sys.argv[1]))
    source = sys.stdin.buffer
    # whatever a bot prints goes to standard error, not between the answers
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    import_module("sanssouci.bots.general")  # what takes its time is done before the first thought
    _tell(sink, b"")
    while (job := _read(source)) is not None:
        try:
            answer = {"answer": think(read(job))}
        except NoJob as problem:
            answer = {"error": str(problem)}
        except Exception:
            answer = {"error": traceback.format_exc(limit=8)}
        _tell(sink, json.dumps(answer).encode())


def _tell(sink: BinaryIO, body: bytes) -> None:
    try:
        sink.write(len(body).to_bytes(4, "big") + body)
        sink.flush()
    except BrokenPipeError:
        os._exit(0)  # the server was killed; nobody waits for the answer


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(4)
    if len(head) < 4:
        return None
    return source.read(int.from_bytes(head, "big"))


def think(job: Job | ChartsJob) -> object:
    """One decision of one bot, one piece of advice, or one answer of the charts desk."""
    if isinstance(job, ChartsJob):
        from sanssouci.italian_wars.work import answered

        return answered(job.asked, job.name, job.body)
    return WORK[job.what](job, random.Random(job.seed))


def _order(job: Job, rng: random.Random) -> str:
    from sanssouci.bots import registry

    bot = registry.make(job.bot, job.character)
    return bot.decide(job.view, job.menu, rng, job.budget)


def _hints(job: Job, rng: random.Random) -> list[Mapping[str, object]]:
    from sanssouci.bots.hints import hints

    return [hint.json() for hint in hints(job.view, job.menu, rng, job.budget)]


def _odds(job: Job, _rng: random.Random) -> list[Mapping[str, object]]:
    from sanssouci.bots.hints import battle_odds

    return [one._asdict() for one in battle_odds(job.view)]


def _chances(job: Job, _rng: random.Random) -> dict[str, float]:
    from sanssouci.bots.chances import chances

    return chances(job.view)


WORK: dict[str, Callable[[Job, random.Random], object]] = {
    "order": _order,
    "hints": _hints,
    "odds": _odds,
    "chances": _chances,
}


if __name__ == "__main__":
    main()
