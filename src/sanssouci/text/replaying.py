"""`sanssouci replay`: a record checked from end to end and told as a story."""

from __future__ import annotations

from sanssouci.friedrich.files.problems import BadRecord
from sanssouci.friedrich.files.replay import replay
from sanssouci.friedrich.messages import render
from sanssouci.text.loading import Unreadable, read_bytes
from sanssouci.text.story import everything, story
from sanssouci.text.voice import Voice


class BadLine(Exception):
    """The first line of a record that does not hold; `str()` names it."""


def show(path: str, voice: Voice, quiet: bool = False) -> None:
    """Replay a record. A wrong order raises `BadLine`; a file that is no record `Unreadable`."""
    text = read_bytes(path)
    try:
        played = replay(text)
    except BadRecord as problem:
        if problem.key in ("record.order", "record.chance", "record.after_end", "record.result"):
            raise BadLine(f"{path}: {problem}") from None
        raise Unreadable(f"{path}: {problem}") from None
    if not quiet:
        for step in played.steps:
            voice.say(step.order)
            for sentence in story(everything(step.events)):
                voice.news("  " + sentence)
    result, count = played.game.result, len(played.steps)
    if result is not None:
        voice.say(f"{count} orders. " + render("event.victory", result._asdict()) + ".")
    else:
        voice.say(f"{count} orders; the game goes on in turn {int(played.game.state.turn)}.")
