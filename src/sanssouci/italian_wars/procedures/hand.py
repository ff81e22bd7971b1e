"""The dice and decisions of one procedure: typed in, seeded, or asked for one at a time.

A procedure is run from its start each time with all dice and choices known so far; where one is
missing it stops, and the answer says what it waits for. So a page or a terminal only collects.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..words import Refusal, Text, say


class Waiting(Exception):
    """The procedure needs a die or a decision; `pending` says which."""

    def __init__(self, pending: dict[str, Any]) -> None:
        self.pending = pending
        super().__init__(pending["ask"])


class Hand:
    """What has been thrown and chosen, in order."""

    def __init__(self, dice: Sequence[int], choices: Sequence[str], seed: str | None, auto: bool) -> None:
        self._dice = list(dice)
        self._choices = list(choices)
        self._source = random.Random(f"charts:{seed}") if seed is not None else None
        self._auto = auto
        self.thrown: list[int] = []
        self.log: list[Text] = []
        #: how the last decision was made: `chosen`, by `default`, or the `only` one
        self.made = "only"

    @property
    def spare(self) -> int:
        """Dice and choices given and not needed."""
        return len(self._dice) + len(self._choices)

    def die(self, what: Text) -> int:
        """One die for `what`."""
        if self._dice:
            face = self._dice.pop(0)
        elif self._source:
            face = self._source.randrange(6) + 1
        else:
            raise Waiting({"ask": "die", "text": say("ask.die", what=what), "number": len(self.thrown) + 1})
        self.thrown.append(face)
        self.log.append(say("log.die", what=what, die=face))
        return face

    def choose(self, what: Text, choices: Sequence[tuple[str, Text]], default: str, *, told: bool = True) -> str:
        """One of `choices`; asked for unless there is only one, or `auto` takes the default and says so.

        What is not `told` here is told by the caller, once for many decisions; `made` says how it came about.
        """
        names = [id_ for id_, _ in choices]
        label = dict(choices)
        self.made = "only"
        if len(names) == 1:
            return names[0]
        if self._choices:
            chosen = self._choices.pop(0)
            if chosen not in names:
                raise Refusal("refuse.choice", None, what=what, chosen=chosen[:40], choices=", ".join(names))
            self.made = "chosen"
            if told:
                self.log.append(say("log.chosen", what=what, choice=label[chosen]))
            return chosen
        if self._auto:
            self.made = "default"
            if told:
                self.log.append(say("log.default", what=what, choice=label[default]))
            return default
        pending = {
            "ask": "choice",
            "text": say("ask.choice", what=what),
            "choices": list(choices),
            "default": default,
        }
        raise Waiting(pending)
