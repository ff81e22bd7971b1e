"""What every command of the desk shares: the desk's settings, refusals on the terminal, JSON from outside."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import typer

from .check import check
from .options import Options, read_options
from .sheet import DATA, Sheet, standard
from .words import LANGUAGES, Refusal, say

#: refusals about files and malformed input: exit status 2, not 1
_UNREADABLE = frozenset(
    ("bad.file", "bad.file_form", "bad.json", "bad.data_file", "bad.data_json", "bad.data_broken",
     "bad.forces_format", "bad.lang", "bad.write", "bad.exists", "bad.stdin")
)  # fmt: skip


@dataclass
class Desk:
    """The settings of one call: language, form of the output, rulings, data folder."""

    lang: str = "en"
    as_json: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    sheet: Sheet = field(default_factory=standard)


def open_desk(
    lang: str = "en",
    as_json: bool = False,
    options_file: Path | None = None,
    rulings: Sequence[str] = (),
    data: Path | None = None,
) -> Desk:
    """The desk as the flags want it; refuses what cannot be read."""
    if lang not in LANGUAGES:
        raise Refusal("bad.lang", word=lang[:20], names=", ".join(LANGUAGES))
    sheet = open_sheet(data)
    chosen = read_options(options_file) if options_file else {}
    for ruling in rulings:
        id_, equals, value = ruling.partition("=")
        if not equals:
            raise Refusal("bad.option", "5", id=ruling)
        chosen[id_.strip()] = value.strip()
    Options(sheet, chosen)
    return Desk(lang, as_json, chosen, sheet)


def open_sheet(data: Path | None = None) -> Sheet:
    """The data folder named on the command line or in SANSSOUCI_CHARTS; errors in it are refused."""
    folder = data or (Path(os.environ["SANSSOUCI_CHARTS"]) if os.environ.get("SANSSOUCI_CHARTS") else None)
    if folder is None or folder == DATA:
        return standard()
    sheet = Sheet(folder)
    for finding in check(sheet):
        if finding.error:
            raise Refusal("bad.data_broken", None, folder=folder.name, problem=finding.text)
    return sheet


def guarded(work: Callable[[], None], lang: str = "en", as_json: bool = False, table: str | None = None) -> None:
    """Run a command; a refusal becomes one sentence (or one JSON object) and an exit status."""
    try:
        work()
    except Refusal as refusal:
        fail(refusal, lang if lang in LANGUAGES else "en", as_json, table)


def fail(refusal: Refusal, lang: str, as_json: bool, table: str | None = None) -> NoReturn:
    """Say the refusal and leave: 1 for what the charts forbid, 2 for what cannot be read."""
    if as_json:
        entry = {
            "ok": False,
            "table": table,
            "error": refusal.render(lang),
            "rule": refusal.rule,
            **refusal.as_json(),
            "field": refusal.field,
        }
        typer.echo(json.dumps(entry, ensure_ascii=False))
    else:
        typer.echo(refusal.render(lang), err=True)
    raise typer.Exit(2 if refusal.key in _UNREADABLE else 1)


def show(desk: Desk, thing: Any) -> None:
    """Print an answer, odds or a comparison in the form wanted."""
    if desk.as_json:
        typer.echo(json.dumps({"ok": True, **thing.as_json(desk.lang)}, ensure_ascii=False))
    else:
        typer.echo(thing.explain(desk.lang))


def show_json(value: Any) -> None:
    """Print any JSON."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def somebody_there() -> bool:
    """Whether a person sits at standard input; nobody does where it is closed."""
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:
        return False


def read_stdin() -> Mapping[str, Any]:
    """The object of inputs on standard input; nothing at all counts as an empty one."""
    if sys.stdin is None or sys.stdin.closed:
        raise Refusal("bad.stdin")
    try:
        written = sys.stdin.read()
    except OSError:
        raise Refusal("bad.stdin") from None
    except UnicodeDecodeError:
        raise Refusal("bad.json") from None
    return json_object(written)


def json_object(written: str) -> Mapping[str, Any]:
    """An object from JSON, or a refusal."""
    if not written.strip():
        return {}
    try:
        found = json.loads(written)
    except (json.JSONDecodeError, RecursionError, ValueError):
        raise Refusal("bad.json") from None
    if not isinstance(found, dict):
        raise Refusal("bad.json")
    return found


def part(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object inside an object, or a refusal that names it."""
    if name not in body:
        raise Refusal("bad.inputs_missing", None, name=name)
    value = body[name]
    if not isinstance(value, dict):
        raise Refusal("bad.json")
    return value


def html_page(title: str, text: str, lang: str) -> str:
    """One printable page with an explained result."""
    import html

    style = (
        "body{font-family:Georgia,serif;background:#f4ecd8;color:#2b2620}"
        "body{max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "h1{color:#1f3a5f;font-size:1.4rem;border-bottom:1px solid #c9b98f}pre{white-space:pre-wrap;font-size:.95rem}"
        "@media print{body{background:none}}"
    )
    note = html.escape(say("page.unofficial").render(lang))
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{style}</style><h1>{html.escape(title)}</h1><pre>{html.escape(text)}</pre><footer>{note}</footer></html>\n"
    )
