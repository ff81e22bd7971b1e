"""`sanssouci charts`: the desk on the command line.

The commands of the contract (`inputs`, `resolve`), one comfortable command per table and procedure,
and what belongs to a desk: whole tables, rulings, the data checker, the force file.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from sanssouci.spoken import SpokenCommand, SpokenGroup

from .book import TABLES, everything, table
from .check import check as check_data
from .desk import ask, compare, odds
from .flags import add_command
from .grids import notes, printed
from .need import need
from .options import Options
from .procedures import PROCEDURES
from .roster import Roster, example
from .sheet import DATA, NAMES, Sheet
from .terminal import guarded, open_desk, open_sheet, part, read_stdin, show, show_json
from .words import Refusal, say


class _Charts(SpokenGroup):
    """The commands of the desk."""

    key = "charts"


app = typer.Typer(cls=_Charts, invoke_without_command=True, add_completion=False, rich_markup_mode=None)
forces_app = typer.Typer(cls=SpokenGroup, no_args_is_help=True, rich_markup_mode=None)
app.add_typer(forces_app, name="forces")

Lang = Annotated[str, typer.Option("--lang", "--language", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json")]
Data = Annotated[Path | None, typer.Option("--data")]
OptionsFile = Annotated[Path | None, typer.Option("--options")]
Rulings = Annotated[list[str] | None, typer.Option("--option")]


@app.callback()
def charts(context: typer.Context, lang: Lang = "", as_json: AsJson = False) -> None:
    """The Italian Wars charts desk: results explained, exact odds. An unofficial aid."""
    if context.invoked_subcommand is None:
        guarded(lambda: _list(lang, as_json), lang, as_json)


def _list(lang: str, as_json: bool) -> None:
    open_desk(lang)
    if as_json:
        names = {"tables": list(TABLES), "procedures": list(PROCEDURES)}
        titles = {name: say(f"table.{name}").render(lang) for name in everything()}
        show_json({**names, "titles": titles})
        return
    for key, names_ in (("page.tables", TABLES), ("page.procedures", PROCEDURES)):
        typer.echo(say(key).render(lang))
        for name in names_:
            typer.echo(f"  {name:12} {say(f'table.{name}').render(lang)}")
    typer.echo(say("page.unofficial").render(lang))


@app.command(cls=SpokenCommand)
def inputs(name: Annotated[str, typer.Argument(metavar="TABLE")], lang: Lang = "", as_json: AsJson = False) -> None:
    """Describe a table's inputs: name, type, range or values, default, meaning."""

    def work() -> None:
        open_desk(lang)
        described = [one.describe(name, lang) for one in table(name).fields]
        if as_json:
            show_json(described)
            return
        typer.echo(say(f"table.{name}").render(lang))
        for entry in described:
            many = ", ".join(entry["values"]) if "values" in entry else entry["type"]
            span = f" {entry['min']}-{entry.get('max', '')}" if "min" in entry else ""
            typer.echo(f"  {entry['name']:24} {entry['meaning']} [{many}{span}]{' *' if entry['required'] else ''}")

    guarded(work, lang, as_json, name)


@app.command(cls=SpokenCommand)
def resolve(
    name: Annotated[str, typer.Argument(metavar="TABLE")],
    as_json: AsJson = False,
    show_odds: Annotated[bool, typer.Option("--odds")] = False,
    options: OptionsFile = None,
    option: Rulings = None,
    lang: Lang = "",
    data: Data = None,
) -> None:
    """Read an object of inputs (JSON) from standard input and answer."""

    def work() -> None:
        desk = open_desk(lang, as_json, options, option or (), data)
        given = dict(read_stdin())
        rulings = given.pop("options", None)
        if rulings is not None:
            if not isinstance(rulings, dict):
                raise Refusal("bad.json")
            desk.options |= rulings
        asked = odds if show_odds else ask
        show(desk, asked(name, given, desk.options, desk.sheet))

    guarded(work, lang, as_json, name)


@app.command("compare", cls=SpokenCommand)
def compare_plans(
    name: Annotated[str, typer.Argument(metavar="TABLE")],
    as_json: AsJson = False,
    options: OptionsFile = None,
    option: Rulings = None,
    lang: Lang = "",
    data: Data = None,
) -> None:
    """Read {"first": {...}, "second": {...}} from standard input: two plans side by side."""

    def work() -> None:
        desk = open_desk(lang, as_json, options, option or (), data)
        plans = read_stdin()
        first, second = part(plans, "first"), part(plans, "second")
        show(desk, compare(name, first, second, desk.options, desk.sheet))

    guarded(work, lang, as_json, name)


@app.command("need", cls=SpokenCommand)
def what_is_needed(
    name: Annotated[str, typer.Argument(metavar="TABLE")],
    event: Annotated[str, typer.Option("--event")],
    chance: Annotated[str, typer.Option("--chance")],
    as_json: AsJson = False,
    options: OptionsFile = None,
    option: Rulings = None,
    lang: Lang = "",
    data: Data = None,
) -> None:
    """Read inputs from standard input: the fewest SP or the modifier that gives an event this chance."""

    def work() -> None:
        desk = open_desk(lang, as_json, options, option or (), data)
        show(desk, need(name, read_stdin(), event, chance, desk.options, desk.sheet))

    guarded(work, lang, as_json, name)


@app.command("table", cls=SpokenCommand)
def print_table(
    name: Annotated[str, typer.Argument(metavar="TABLE")],
    lang: Lang = "",
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Print a whole table from the data; ~ marks what is reconstructed."""

    def work() -> None:
        desk = open_desk(lang, as_json, data=data)
        if name not in TABLES:
            table(name)
            raise Refusal("bad.table", None, name=name, tables=", ".join(TABLES))
        grids = printed(name, desk.sheet, lang)
        remarks = [one.render(lang) for one in notes(name, desk.sheet)]
        if as_json:
            show_json({"table": name, "grids": [one.as_json(lang) for one in grids], "notes": remarks})
            return
        for one in grids:
            typer.echo(one.as_text(lang))
        for remark in remarks:
            typer.echo(remark)

    guarded(work, lang, as_json, name)


@app.command("options", cls=SpokenCommand)
def list_options(options: OptionsFile = None, lang: Lang = "", as_json: AsJson = False) -> None:
    """List the house rulings (chapter 5): id, value in force, other values, meaning."""

    def work() -> None:
        desk = open_desk(lang, as_json, options)
        register = Options(desk.sheet, desk.options)
        entries: list[dict[str, Any]] = [
            {
                "id": id_,
                "value": register.peek(id_),
                "values": register.offered(id_, "en" if as_json else lang),
                "default": register.default(id_),
                "lost": register.lost(id_),
                "meaning": say(f"option.{id_}").render(lang),
            }
            for id_ in register
        ]
        if as_json:
            show_json(entries)
            return
        for entry in entries:
            mark = f" [{entry['lost']}]" if entry["lost"] else ""
            typer.echo(
                f"{entry['id']} = {entry['value']}{mark}  ({' | '.join(entry['values'])})\n    {entry['meaning']}"
            )

    guarded(work, lang, as_json)


@app.command(cls=SpokenCommand)
def check(data: Data = None, lang: Lang = "", as_json: AsJson = False) -> None:
    """Check the data files against the self-checks of the specification (chapter 7)."""

    def work() -> None:
        open_desk(lang)
        sheet = Sheet(data) if data else open_sheet()
        findings = check_data(sheet)
        if as_json:
            found = [{"table": one.table, "text": one.text.render(lang), "error": one.error} for one in findings]
            show_json({"ok": not findings, "findings": found})
        elif not findings:
            typer.echo(say("check.all_well").render(lang))
        else:
            for one in findings:
                kind = say("check.error" if one.error else "check.difference").render(lang)
                typer.echo(f"{one.table}: {kind}: {one.text.render(lang)}")
        if any(one.error for one in findings):
            raise typer.Exit(2)
        if findings:
            raise typer.Exit(1)

    guarded(work, lang, as_json)


@app.command(cls=SpokenCommand)
def data(folder: Path, lang: Lang = "") -> None:
    """Copy the data files into FOLDER, to correct cells there and use them with --data FOLDER."""

    def work() -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name in NAMES:
                target = folder / f"{name}.json"
                if target.exists():
                    raise Refusal("bad.exists", None, file=target.name)
            for name in NAMES:
                shutil.copyfile(DATA / f"{name}.json", folder / f"{name}.json")
        except OSError:
            raise Refusal("bad.write", None, file=folder.name) from None
        typer.echo(say("page.copied", folder=str(folder)).render(lang))

    guarded(work, lang)


@forces_app.command("new", cls=SpokenCommand)
def forces_new(file: Path, lang: Lang = "") -> None:
    """Write a force file with two example Forces to FILE."""

    def work() -> None:
        desk = open_desk(lang)
        if file.exists():
            raise Refusal("bad.exists", None, file=file.name)
        Roster(example(), desk.sheet, file.name).save(file)
        typer.echo(say("page.written", file=file.name).render(lang))

    guarded(work, lang)


@forces_app.command("show", cls=SpokenCommand)
def forces_show(file: Path, lang: Lang = "", as_json: AsJson = False) -> None:
    """Show the Forces of FILE."""

    def work() -> None:
        roster = Roster.load(file, open_desk(lang).sheet)
        if as_json:
            show_json(roster.forces)
            return
        for name, force in roster.forces.items():
            typer.echo(f"{name}: {force['name']}")
            for unit in force["units"]:
                typer.echo("  " + json.dumps(unit, ensure_ascii=False))
            for captain in force["captains"]:
                typer.echo("  " + json.dumps(captain, ensure_ascii=False))

    guarded(work, lang, as_json)


@forces_app.command("undo", cls=SpokenCommand)
def forces_undo(file: Path, lang: Lang = "") -> None:
    """Take back the last change of FILE."""

    def work() -> None:
        roster = Roster.load(file, open_desk(lang).sheet)
        roster.undo()
        roster.save(file)
        typer.echo(say("page.undone", file=file.name).render(lang))

    guarded(work, lang)


@forces_app.command("log", cls=SpokenCommand)
def forces_log(file: Path, lang: Lang = "", as_json: AsJson = False) -> None:
    """Show what happened to the Forces of FILE."""

    def work() -> None:
        roster = Roster.load(file, open_desk(lang).sheet)
        if as_json:
            show_json(roster.log)
            return
        for entry in roster.log:
            typer.echo(f"{entry.get('entry')}. {entry.get('what')}")
            for line in entry.get("lines", []):
                typer.echo(f"   {line}")

    guarded(work, lang, as_json)


for _table in everything().values():
    add_command(app, _table)
