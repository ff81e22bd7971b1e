"""Write the types of the page from the table's contract: `web/src/lib/types.ts`.

    python tools/page_types.py [--check]

What travels is described once, in `friedrich/shapes.py` and `table/contract/`. The written file is kept in the
repository; a test compares it with what this gives.
"""

from __future__ import annotations

import argparse
import json
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields as struct_fields

from sanssouci.friedrich.shapes import OneOf, Pair, ViewJson
from sanssouci.table.contract import answers, bodies, menus, messages, notices, requests, results

PAGE = Path(__file__).parents[1] / "web/src/lib/types.ts"
HEAD = "/** What travels between table and page. Written by tools/page_types.py: change the contract, not this. */\n"
WIDTH = 120
PLAIN = {
    str: "string", int: "number", float: "number", bool: "boolean",
    types.NoneType: "null", object: "unknown", Any: "unknown",
}  # fmt: skip
#: where a field with a default may be left out: what the page sends, not what it gets
SENT = (requests.__name__, bodies.__name__)
#: unions with a name of their own
UNIONS: dict[str, Any] = {
    "Menu": menus.Menu,
    "ServerMessage": messages.ServerMessage,
    "ClientMessage": requests.ClientMessage,
}


class Writer:
    """Collects every shape that is named, in the order in which they are met."""

    def __init__(self) -> None:
        self.names: dict[str, OneOf] = {}
        self.shapes: dict[str, str] = {}

    def text(self, hint: Any) -> str:
        """A type in the words of TypeScript."""
        origin, arguments = get_origin(hint), get_args(hint)
        if hint in PLAIN:
            return PLAIN[hint]
        if origin is Annotated:
            return self._marked(arguments[0], arguments[1:])
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.text(one) for one in arguments if one is not UnsetType))
        if origin is Literal:
            return " | ".join(_literal(value) for value in arguments)
        if origin is list:
            inside = self.text(arguments[0])
            return f"({inside})[]" if " " in inside and not inside.startswith(("[", "Record<")) else f"{inside}[]"
        if origin is dict:
            key, value = self.text(arguments[0]), self.text(arguments[1])
            return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
        if origin is tuple:
            return f"[{', '.join(self.text(one) for one in arguments)}]"
        return self.shape(hint)

    def _marked(self, base: Any, marks: tuple[Any, ...]) -> str:
        for mark in marks:
            if isinstance(mark, OneOf):
                self.names[mark.name] = mark
                return mark.name
            if mark is Pair:
                inside = self.text(get_args(base)[0])
                return f"[{inside}, {inside}]"
            if isinstance(mark, menus.Described):
                self.text(UNIONS[mark.name])
                return mark.name
        return self.text(base)

    def shape(self, cls: type) -> str:
        """The name of a shape, written down when it is first met."""
        name = cls.__name__.removesuffix("Json")
        if name not in self.shapes:
            self.shapes[name] = ""  # it may hold itself
            lines = [
                _property(_key(field) + ("?" if away else ""), self.text(hint)) for field, hint, away in _fields(cls)
            ]
            about = (cls.__doc__ or "").splitlines()
            comment = f"/** {about[0]} */\n" if about else ""
            body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
            self.shapes[name] = f"{comment}export interface {name} {body}\n"
        return name


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _key(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def _fields(cls: type) -> list[tuple[str, Any, bool]]:
    """Name, type, and whether it may be missing, of every field."""
    hints = get_type_hints(cls, include_extras=True)
    if is_typeddict(cls):
        total = bool(getattr(cls, "__total__", True))
        return [(name, _bare(hint), not total or get_origin(hint) is NotRequired) for name, hint in hints.items()]
    assert issubclass(cls, Struct), cls
    found: list[tuple[str, Any, bool]] = []
    config = cls.__struct_config__
    if config.tag is not None:
        found.append((str(config.tag_field), Literal[config.tag], False))
    for field in struct_fields(cls):
        missing = field.default is UNSET or (not field.required and cls.__module__ in SENT)
        found.append((field.encode_name, hints[field.name], missing))
    return found


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def _property(name: str, hint: str) -> str:
    """A line of a shape; a long choice of words goes over several, as prettier would lay it out."""
    line = f"  {name}: {hint};"
    return line if len(line) <= WIDTH else f"  {name}:\n    | " + hint.replace(" | ", "\n    | ") + ";"


def _union(name: str, parts: list[str]) -> str:
    """As prettier would lay it out."""
    one = " | ".join(parts)
    for written in (f"export type {name} = {one};\n", f"export type {name} =\n  {one};\n"):
        if len(written.splitlines()[-1]) <= WIDTH:
            return written
    return f"export type {name} =\n  | " + "\n  | ".join(parts) + ";\n"


def document() -> str:
    """The whole file."""
    writer = Writer()
    for hint in (ViewJson, *UNIONS.values(), messages.Reply, messages.Refused):
        writer.text(hint)
    keyed: dict[str, tuple[str, Mapping[str, object]]] = {
        "Replies": ("What each message is answered with, where it is carried out.", messages.REPLIES),
        "Answers": ("What each question about the board is answered with.", answers.ANSWERS),
    }
    tables = []
    for name, (about, rows) in keyed.items():
        lines = [f"  {key}: {writer.text(hint)};\n" for key, hint in rows.items()]
        tables.append(f"/** {about} */\nexport interface {name} {{\n{''.join(lines)}}}\n")
    for module in (bodies, results, notices):
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, Struct) and one.__module__ == module.__name__:
                writer.text(one)
    named = [_union(one.name, [_literal(value) for value in one.values]) for one in writer.names.values()]
    unions = [
        _union("Menu", ["NoMenu", *(writer.text(one) for one in get_args(menus.Menu))]),
        _union("ServerMessage", [*(writer.text(one) for one in get_args(messages.ServerMessage)), "Reply", "Refused"]),
        _union("ClientMessage", [writer.text(one) for one in get_args(requests.ClientMessage)]),
    ]
    nothing = "/** The menu of a seat that is not to act. */\nexport interface NoMenu {\n  state?: undefined;\n}\n"
    return "\n".join([HEAD, *named, *writer.shapes.values(), nothing, *unions, *tables])


def main() -> None:
    """Write it, or say whether it is as written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is another")
    found = document()
    if parser.parse_args().check:
        sys.exit(
            0 if PAGE.read_text("utf-8") == found else f"{PAGE.name} is not what the contract gives: run {sys.argv[0]}"
        )
    PAGE.write_text(found, "utf-8")


if __name__ == "__main__":
    main()
