"""What a worker process is asked: a decision of a bot, a piece of advice, odds of the charts desk.

A job travels as JSON of a shape that is checked field by field. Whoever could write to the way it travels could make a
bot think about nonsense, and nothing else: no name in it is looked up but those of bots, scenarios and options.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sanssouci.friedrich import View
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.pack import Packed
from sanssouci.friedrich.knowledge.view import travelled
from sanssouci.friedrich.rules import fields
from sanssouci.friedrich.rules.options import refuse_options
from sanssouci.friedrich.rules.state import empty_state
from sanssouci.table.contract.menus import MenuJson

#: bytes of one job; a view with its menu takes some ten thousand
JOB_BYTES = 4 * 1024 * 1024
#: the parts of a state that have one length; the others grow and shrink in a battle
_FIXED = tuple(array.name for array in fields.ARRAYS if array.size or array.rows)


class NoJob(ValueError):
    """What came is no job."""


@dataclass(frozen=True, slots=True)
class Job:
    """One question; it holds what a seat may know, and nothing else of a game."""

    what: str  # order, hints, odds, chances
    bot: str
    seed: int
    view: View
    menu: MenuJson
    budget: float
    character: str = ""  # one temperament for the whole game

    @property
    def label(self) -> str:
        """What a failure is reported under."""
        return self.bot


@dataclass(frozen=True, slots=True)
class ChartsJob:
    """A question to the charts desk that takes long; nothing of any game."""

    asked: str  # resolve, odds, compare, need
    name: str
    body: dict[str, Any]
    what: str = "charts"

    @property
    def label(self) -> str:
        """What a failure is reported under."""
        return f"charts {self.asked} {self.name}"


class _View(Struct, forbid_unknown_fields=True):
    """A view as it travels."""

    role: str | None
    eyes: int
    own: int
    known_state: Packed
    chronicle: Chronicle
    hand_counts: list[list[int]]
    known_cards: list[list[int]]
    draw_counts: list[int]
    known_draw: list[int]
    used_counts: list[int]
    fresh_counts: list[int]
    public_cards: list[int]
    totals: list[int]


class _Thought(Struct, tag="thought", forbid_unknown_fields=True):
    """A `Job` as it travels."""

    what: Literal["order", "hints", "odds", "chances"]
    bot: Annotated[str, Meta(max_length=40)]
    seed: Annotated[int, Meta(ge=0)]
    view: _View
    menu: MenuJson
    budget: Annotated[float, Meta(gt=0, le=600)]
    character: Annotated[str, Meta(max_length=100)]


class _Charts(Struct, tag="charts", forbid_unknown_fields=True):
    """A `ChartsJob` as it travels."""

    asked: Literal["resolve", "odds", "compare", "need"]
    name: Annotated[str, Meta(max_length=100)]
    body: dict[str, Any]


_READER = msgspec.json.Decoder(_Thought | _Charts)


def written(job: Job | ChartsJob) -> bytes:
    """A job as it travels."""
    if isinstance(job, ChartsJob):
        asked: Any = job.asked  # the reader checks it
        return msgspec.json.encode(_Charts(asked, job.name, job.body))
    view = _View(**job.view.__getstate__())
    what: Any = job.what  # the reader checks it
    return msgspec.json.encode(_Thought(what, job.bot, job.seed, view, job.menu, job.budget, job.character))


def read(given: bytes) -> Job | ChartsJob:
    """The job again; `NoJob` for whatever is none."""
    if len(given) > JOB_BYTES:
        raise NoJob("This job is too large.")
    try:
        found = _READER.decode(given)
        if isinstance(found, _Charts):
            return ChartsJob(found.asked, found.name, found.body)
        view = travelled({name: getattr(found.view, name) for name in _View.__struct_fields__})
        known = view.known_state
        right = empty_state(known.scenario, known.players, known.options, known.key)
        if known.players not in known.scenario.seats or refuse_options(known.options.chosen) is not None:
            raise ValueError
        if any(len(getattr(known, name)) != len(getattr(right, name)) for name in _FIXED):
            raise ValueError
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
        raise NoJob("This is no job for a thinking process.") from None
    return Job(found.what, found.bot, found.seed, view, found.menu, found.budget, found.character)
