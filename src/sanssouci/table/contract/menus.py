"""What a seat may do now: one shape per decision, told apart by `state` (docs/view.md).

The shapes are those of the engine's decisions; here they only become what JSON is read, checked and described with.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct

from sanssouci.friedrich.decisions.registry import ASKED_IN, INNER
from sanssouci.friedrich.rules.state import STATE_NAMES
from sanssouci.friedrich.shapes import Nation


class Described:
    """Marks a dictionary of the engine whose shape is a union of this contract."""

    def __init__(self, name: str) -> None:
        self.name = name


#: the menu as the engine makes it, a plain dictionary: `{}` for a seat that is not to act, else one of `Menu`
MenuJson = Annotated[dict[str, Any], Described("Menu")]

_known: dict[type, type[Struct]] = {}


def _hint(hint: Any) -> Any:
    """A type of the engine, its dataclasses replaced by shapes of the contract."""
    if is_dataclass(hint):
        assert isinstance(hint, type)
        if hint not in _known:
            _known[hint] = _shape(hint.__name__, hint)
        return _known[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (list, dict):
        return origin[tuple(_hint(one) for one in arguments)]
    if origin is not None and origin is not Annotated and any(is_dataclass(one) for one in arguments):
        return Union[tuple(_hint(one) for one in arguments)]  # noqa: UP007  (made at run time)
    return hint


def _shape(name: str, cls: type, **tag: str) -> type[Struct]:
    """A dataclass of the engine as JSON: what has a default is left out where it has that value."""
    hints = get_type_hints(cls, include_extras=True)
    parts: list[Any] = []
    for one in fields(cls):
        if tag and one.name == tag["tag_field"]:
            continue
        hint = _hint(hints[one.name])
        if one.default is MISSING:
            parts.append((one.name, hint))
        else:
            given = [part for part in (get_args(hint) or (hint,)) if part is not type(None)]
            if get_origin(hint) is list:
                given = [hint]
            parts.append((one.name, Union[(*given, UnsetType)], UNSET))
    return defstruct(
        name,
        parts,
        module=__name__,
        namespace={"__doc__": cls.__doc__},
        rename=lambda field: field.rstrip("_"),
        forbid_unknown_fields=True,
        kw_only=True,
        **tag,  # type: ignore[arg-type]
    )


def _menus() -> list[type[Struct]]:
    """One shape per state; in the middle of an order given in small steps, the engine's numbers."""
    found = []
    for state, decision in sorted(ASKED_IN.items()):
        menu = get_type_hints(type(decision).menu)["return"]
        found.append(_shape(f"{type(decision).__name__}Menu", menu, tag_field="state", tag=STATE_NAMES[state]))
    for state in sorted(INNER):
        name = "".join(word.capitalize() for word in STATE_NAMES[state].split("_"))
        about = {"__doc__": "In the middle of an order that is given in small steps: the engine's numbers."}
        step = [("nation", Nation), ("choices", list[int])]
        found.append(
            defstruct(f"{name}Menu", step, module=__name__, namespace=about, forbid_unknown_fields=True,
                      tag_field="state", tag=STATE_NAMES[state])
        )  # fmt: skip
    return found


Menu: Any = Union[tuple(_menus())]  # noqa: UP007  (made at run time)
