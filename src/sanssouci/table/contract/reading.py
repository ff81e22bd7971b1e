"""Reading what a stranger sent: JSON of bounded depth, then one of the contract's shapes or one clear refusal."""

from __future__ import annotations

import re
import types
import unicodedata
from typing import Annotated, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from sanssouci.table import limits
from sanssouci.table.errors import Refusal, bad, one_of

Shape = TypeVar("Shape", bound=msgspec.Struct)

_PATH = re.compile(r" - at `(.+)`\Z")
_MISSING = re.compile(r"missing required field `(.+?)`")


def parse(text: str | bytes) -> dict[str, object]:
    """A JSON object; `Refusal` for anything else."""
    try:
        value = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        raise bad("body", "json") from None
    if not isinstance(value, dict):
        raise bad("body", "object")
    _shallow(value, limits.JSON_DEPTH)
    return value


def _shallow(value: object, depth: int) -> None:
    if depth == 0:
        raise bad("body", "deep")
    if isinstance(value, dict):
        for item in value.values():
            _shallow(item, depth - 1)
    elif isinstance(value, list):
        for item in value:
            _shallow(item, depth - 1)


def read(value: object, shape: type[Shape], strict: bool = True) -> Shape:
    """What was sent as a shape of the contract; what it does not know is passed over.

    Not `strict`: texts may stand for numbers, as in the query of an address.
    """
    try:
        return msgspec.convert(value, shape, strict=strict)
    except msgspec.ValidationError as problem:
        raise _refusal(str(problem), shape) from None


def _refusal(said: str, shape: type) -> Refusal:
    """msgspec's word as ours: which field, and what it should have been."""
    found = _PATH.search(said)
    steps = re.findall(r"[^.$\[\]`]+", found[1]) if found else []
    lacking = _MISSING.search(said)
    if lacking:
        steps.append(lacking[1])
    names = [step for step in steps if step != "..." and not step.isdigit()]
    field = names[-1] if names else "body"
    wanted: object = shape
    for step in steps:
        wanted = _inside(wanted, step)
    limit = _longest(wanted)
    if limit is not None and "length <=" in said:
        return Refusal("table.too_large", limit=limit)
    return _is_not(field, wanted)


def _parts(wanted: object) -> tuple[object, ...]:
    """The alternatives of a type, nothing left out but null and "not given"."""
    if get_origin(wanted) in (Union, types.UnionType):
        return tuple(
            part for one in get_args(wanted) if one not in (types.NoneType, msgspec.UnsetType) for part in _parts(one)
        )
    return (wanted,)


def _inside(wanted: object, step: str) -> object:
    """The type of a field, or of what a list or mapping holds."""
    one = _parts(wanted)[0]
    if get_origin(one) is Annotated:
        one = get_args(one)[0]
    if isinstance(one, type) and issubclass(one, msgspec.Struct):
        hints = get_type_hints(one, include_extras=True)
        names = dict(zip(one.__struct_encode_fields__, one.__struct_fields__, strict=True))
        return hints.get(names.get(step, step), object)
    arguments = get_args(one)
    return arguments[-1] if arguments else object


def _metas(wanted: object) -> list[msgspec.Meta]:
    return [
        meta for one in _parts(wanted) for meta in getattr(one, "__metadata__", ()) if isinstance(meta, msgspec.Meta)
    ]


def _longest(wanted: object) -> int | None:
    """The most characters of a text that is not a pattern of its own."""
    for one in _parts(wanted):
        base = get_args(one)[0] if get_origin(one) is Annotated else one
        for meta in _metas(one):
            if base is str and meta.max_length is not None and meta.pattern is None:
                return meta.max_length
    return None


def _is_not(field: str, wanted: object) -> Refusal:
    """What a value is not that should have been this."""
    one = _parts(wanted)[0]
    meta = next(iter(_metas(one)), None)
    base = get_args(one)[0] if get_origin(one) is Annotated else one
    origin = get_origin(base) or base
    if origin is Literal:
        return one_of(field, map(str, get_args(base)))
    if origin is bool:
        return bad(field, "boolean")
    if origin is int:
        return bad(field, "number") if meta is None else bad(field, "range", low=meta.ge, high=meta.le)
    if origin is str:
        if meta is not None and meta.pattern is not None:
            return bad(field, "letters", low=meta.min_length, high=meta.max_length)
        return bad(field, "text")
    if origin is list:
        return bad(field, "list") if meta is None else bad(field, "list_most", limit=meta.max_length)
    return bad(field, "object")


def clean(value: str) -> str:
    """One line without control or direction-changing characters: fit to be shown beside others'."""
    kept = "".join(" " if c.isspace() else c for c in value if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", kept).split())
