"""`sanssouci replay`: a record checked from end to end and told as a story."""

from __future__ import annotations

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
        if problem.key in ("record.order", "record.chance", "record.after_end", "record.result"):
            raise BadLine("in_file", file=path, why=problem) from None
        raise Unreadable("in_file", file=path, why=problem) from None
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
