"""Refusals of the table: a key of the message catalogue with arguments, and an HTTP status."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from sanssouci.friedrich import messages
from sanssouci.table.contract.cards import RefusalJson
from sanssouci.table.contract.notices import BY_OPERATOR, Channels

#: the HTTP status of each refusal of the table; the engine's own refusals are 422
STATUS: dict[str, int] = {
    "table.bad_request": 400,
    "table.origin": 403,
    "table.not_yours": 403,
    "table.no_such_game": 404,
    "table.no_such_page": 404,
    "table.no_such_link": 404,
    "table.no_such_rule": 404,
    "table.no_such_device": 404,
    "table.not_this_device": 409,
    "table.not_your_turn": 409,
    "table.not_your_nation": 409,
    "table.no_hints": 409,
    "table.stale": 409,
    "table.no_undo": 409,
    "table.bot_plays": 409,
    "table.over": 409,
    "table.running": 409,
    "table.key_used": 409,
    "table.conceded": 409,
    "table.curtain": 409,
    "table.dealt": 409,
    "table.no_back": 409,
    **{f"table.no_{channel}": 409 for channel in BY_OPERATOR},
    **{f"table.bad_{channel}": 400 for channel in get_args(Channels)},
    "table.too_many_games": 409,
    "table.too_many_records": 409,
    "table.too_many_browsers": 409,
    "table.full": 503,
    "table.bad_position": 422,
    "table.method": 405,
    "table.too_large": 413,
    "table.record": 422,
    "table.record_running": 422,
    "table.too_fast": 429,
    "table.unavailable": 503,
}


class Refusal(Exception):
    """Something that is not done, and why; nothing was changed."""

    def __init__(self, key: str, rule: str | None = None, **args: object) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.args_ = args

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS.get(self.key, 422)

    def json(self) -> RefusalJson:
        """The shape of docs/protocol.md, section 2."""
        return RefusalJson(self.key, self.args_, self.rule)

    def __str__(self) -> str:
        return sentence(self.key, self.args_)


def bad(field: str, why: str, **args: object) -> Refusal:
    """A request that is not understood: which field, and why (`table.why.*`)."""
    return because(field, f"table.why.{why}", args)


def one_of(field: str, names: Iterable[str]) -> Refusal:
    """A field that is none of the names it may be."""
    return bad(field, "one_of", names=", ".join(names))


def because(field: str, key: str, args: dict[str, object]) -> Refusal:
    """The same for a reason of any kind: in English for programs, and by its key for readers."""
    return Refusal("table.bad_request", field=field, why=sentence(key, args), reason={"key": key, "args": args})


def sentence(key: str, args: dict[str, object]) -> str:
    """The English sentence of a key; the key itself if the catalogue lacks it."""
    return messages.speaker().say(key, args)
