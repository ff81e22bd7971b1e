"""`sanssouci replay`: a record checked from end to end and told as a story, or held to what was promised of it."""

from __future__ import annotations

from sanssouci.friedrich.files.pledge import verify
from sanssouci.friedrich.files.problems import BadRecord
from sanssouci.friedrich.files.replay import replay
from sanssouci.text.loading import Unreadable, read_bytes
from sanssouci.text.story import everything, story
from sanssouci.text.trouble import Trouble
from sanssouci.text.voice import Voice


class BadLine(Trouble):
    """The first line of a record that does not hold."""


def show(path: str, voice: Voice, quiet: bool = False) -> None:
    """Replay a record. A wrong order raises `BadLine`; a file that is no record `Unreadable`."""
    text = read_bytes(path)
    try:
        played = replay(text)
    except BadRecord as problem:
        raise _trouble(path, problem) from None
    if not quiet:
        for step in played.steps:
            voice.say(step.order)
            for sentence in story(everything(step.events), voice.said):
                voice.news("  " + sentence)
    result, count = played.game.result, len(played.steps)
    if result is not None:
        voice.tell("replayed", count=count, end=voice.said.sentence("event.victory", result._asdict()))
    else:
        voice.tell("goes_on", count=count, turn=int(played.game.state.turn))


def check(path: str, voice: Voice, shown: str | None = None) -> bool:
    """Say whether a record's chance is what was promised before the deal; False if it is not."""
    try:
        found = verify(read_bytes(path), shown)
    except BadRecord as problem:
        raise _trouble(path, problem) from None
    key = found.verdict if found.why is None else f"false_{found.why}"
    told = {"commitment": found.commitment or "", "count": found.parts, "line": found.line}
    voice.say(voice.said.sentence(f"verdict.{key}", told))
    return found.verdict != "false"


def _trouble(path: str, problem: BadRecord) -> Trouble:
    if problem.key in ("record.order", "record.chance", "record.after_end", "record.result"):
        return BadLine("in_file", file=path, why=problem)
    return Unreadable("in_file", file=path, why=problem)
