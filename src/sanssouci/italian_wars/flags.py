"""A comfortable command for every table and procedure, made from the description of its inputs."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperOption

from sanssouci import spoken
from sanssouci.spoken import SpokenCommand

from .answer import Answer
from .desk import ask, compare, odds
from .fields import HEXES, HEXSIDES, Field
from .forces import Force
from .muster import ROLES, inputs_for
from .procedures.run import apply_check
from .question import Table
from .resolvers.terrain import FEATURES
from .roster import Roster
from .terminal import Desk, guarded, html_page, open_desk, show, somebody_there
from .words import Refusal, say

_UNITS = ("discipline", "recovery")
#: inputs that are lists, and how they and a Force are written
_LISTS = ("choices", "ints", "texts", "extra", "plan", "wishes")
_WRITTEN = {kind: kind if kind in ("extra", "plan", "wishes") else "several" for kind in _LISTS} | {"force": "force"}


def add_command(app: typer.Typer, table: Table) -> None:
    """Add `sanssouci charts TABLE` with a flag for each input."""
    parameters = [_flag(one) for one in table.fields]
    named = {one.name for one in parameters}
    parameters += [one for one in _common(table) if one.name not in named]

    def command(**flags: Any) -> None:
        guarded(lambda: _work(table, flags), flags.get("lang", "en"), bool(flags.get("as_json")), table.name)

    class OfTable(SpokenCommand):
        """The command of this table: what it and its inputs are called stands in the catalogue of the desk."""

        def told(self, language: str) -> None:
            """Put on the words of a language."""
            super().told(language)
            self.help = self.short_help = say(f"table.{table.name}").render(language)
            fields = {one.name: one for one in table.fields}
            for one in self.params:
                told = _told(table, fields.get(one.name or ""), one.name or "", language)
                if told and isinstance(one, TyperOption):
                    one.help = told
                    if one.name in fields and fields[one.name].kind == "int":
                        one.metavar = spoken.say("kind.number", language)

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    app.command(table.name, cls=OfTable)(command)


def _told(table: Table, one: Field | None, name: str, language: str) -> str:
    """What a flag is for: an input in the words of its table, a Force by its part in the matter."""
    if one is None:
        if name not in ROLES.get(table.name, ()):
            return ""
        short = {"spec": "sp=20,quality=2,star"} if table.name in ("assault", "optional") else {}
        return spoken.say(f"charts.role.{name if len(ROLES[table.name]) > 1 else 'only'}", language, **short)
    words = one.meaning(table.name).render(language)
    if one.values:
        words = spoken.say("flag.values", language, what=words, names=", ".join(one.values))
    elif one.low is not None and one.kind in ("int", "ints"):
        words = spoken.say("flag.range", language, what=words, low=one.low, high=one.high)
    if not one.required and one.default not in (None, False, ()):
        value = ", ".join(map(str, one.default)) if isinstance(one.default, tuple) else one.default
        words = spoken.say("flag.default", language, what=words, value=value)
    if one.kind in _WRITTEN:
        words = spoken.say(f"flag.{_WRITTEN[one.kind]}", language, what=words)
    return words


def _parameter(name: str, annotation: Any, option: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option, annotation=annotation)


def _flag(one: Field) -> inspect.Parameter:
    """The flag of one input; the desk itself checks ranges and words, so that refusals are the same everywhere."""
    name = "--" + {"plan": "step", "orders": "order"}.get(one.name, one.name).replace("_", "-")
    if one.kind == "bool":
        return _parameter(one.name, bool | None, typer.Option(None, f"{name}/--no{name[1:]}"))
    # a number is a text here, so that the desk itself says what is wrong with it
    several = one.kind in _LISTS
    return _parameter(one.name, list[str] | None if several else str | None, typer.Option(None, name))


def _common(table: Table) -> list[inspect.Parameter]:
    flags: list[inspect.Parameter] = []

    def add(name: str, annotation: Any, default: Any, *more: str, **option: Any) -> None:
        flags.append(_parameter(name, annotation, typer.Option(default, *more, **option)))

    for role in ROLES.get(table.name, ()):
        add(role, str | None, None, f"--{role}")
    if table.name in _UNITS:
        add("force", str | None, None, "--force")
        add("unit", str | None, None, "--unit")
    if table.name in ROLES or table.name in _UNITS or any(one.kind == "force" for one in table.fields):
        add("forces", Path | None, None, "--forces")
        add("dry_run", bool, False, "--dry-run")
    add("seed", str | None, None, "--seed")
    add("show_odds", bool, False, "--odds")
    add("versus", str | None, None, "--versus")
    add("as_json", bool, False, "--json")
    add("options", Path | None, None, "--options")
    add("option", list[str] | None, None, "--option")
    add("lang", str, "", "--lang", "--language", show_default=False)
    add("data", Path | None, None, "--data")
    add("html", Path | None, None, "--html")
    return flags


def _work(table: Table, flags: dict[str, Any]) -> None:
    desk = open_desk(flags["lang"], flags["as_json"], flags["options"], flags["option"] or (), flags["data"])
    roster = Roster.load(flags["forces"], desk.sheet) if flags.get("forces") else None
    inputs = _inputs(table, flags, desk, roster)
    if flags["versus"]:
        show(
            desk,
            compare(table.name, inputs, {**inputs, **plan_words(table, flags["versus"])}, desk.options, desk.sheet),
        )
        return
    if flags["show_odds"]:
        _show(desk, flags, odds(table.name, inputs, desk.options, desk.sheet), table)
        return
    _seed(table, inputs, flags)
    answer = _ask(desk, table, inputs)
    _show(desk, flags, answer, table)
    if table.dice and answer.natural is None and not desk.as_json:
        typer.echo(odds(table.name, inputs, desk.options, desk.sheet).explain(desk.lang))
    if roster and answer.pending is None and not flags["dry_run"]:
        _update(roster, table, flags, answer, desk)


def _show(desk: Desk, flags: dict[str, Any], thing: Any, table: Table) -> None:
    show(desk, thing)
    if flags["html"]:
        title = say(f"table.{table.name}").render(desk.lang)
        try:
            flags["html"].write_text(html_page(title, thing.explain(desk.lang), desk.lang), encoding="utf-8")
        except OSError:
            raise Refusal("bad.write", None, file=flags["html"].name) from None


def _seed(table: Table, inputs: dict[str, Any], flags: dict[str, Any]) -> None:
    """Seeded dice for a single table; procedures take the seed themselves."""
    if not table.dice or inputs.get("die") is not None or flags["seed"] is None:
        return
    from .procedures.hand import Hand

    hand = Hand((), (), flags["seed"], True)
    count = 2 if table.dice[0][0] == 2 else 1
    inputs["die"] = sum(hand.die(say("what.assault")) for _ in range(count))


def _ask(desk: Desk, table: Table, inputs: dict[str, Any]) -> Answer:
    """Ask; where dice or decisions are missing and somebody sits there, ask them."""
    answer = ask(table.name, inputs, desk.options, desk.sheet)
    while answer.pending and not desk.as_json and somebody_there():
        pending = answer.pending
        typer.echo(pending["text"].render(desk.lang))
        if pending["ask"] == "die":
            given = typer.prompt(say("ask.throw").render(desk.lang)).strip()
            face = str(secrets.randbelow(6) + 1) if given.lower() == "r" else given
            if not face.isdigit() or not 1 <= int(face) <= 6:
                continue
            inputs["dice"] = [*inputs.get("dice", ()), int(face)]
        else:
            names = [id_ for id_, _ in pending["choices"]]
            for number, (_, text) in enumerate(pending["choices"], 1):
                typer.echo(f"  {number}. {text.render(desk.lang)}")
            given = typer.prompt("?", default=str(names.index(pending["default"]) + 1)).strip()
            if not given.isdigit() or not 1 <= int(given) <= len(names):
                continue
            inputs["choices"] = [*inputs.get("choices", ()), names[int(given) - 1]]
        answer = ask(table.name, inputs, desk.options, desk.sheet)
    return answer


# --- from flags to inputs --------------------------------------------------------------------


def _inputs(table: Table, flags: dict[str, Any], desk: Desk, roster: Roster | None) -> dict[str, Any]:
    inputs: dict[str, Any] = {}
    if table.name in ROLES:
        inputs.update(_from_forces(table, flags, desk, roster))
    if table.name in _UNITS and flags.get("unit"):
        inputs.update(_from_unit(flags, roster))
    for one in table.fields:
        value = flags.get(one.name)
        if value is None or value == []:
            continue
        if one.kind == "force":
            inputs[one.name] = _force(value, roster).as_json()
        elif one.kind in _LISTS:
            inputs[one.name] = _listed(one, value)
        elif one.kind == "int":
            inputs[one.name] = _number(one, str(value), table.name)
        else:
            inputs[one.name] = value
    if table.name in _UNITS and flags.get("phase") is None and inputs.get("reliability") and table.name == "discipline":
        if "quality" not in inputs:
            inputs["phase"] = "command"
    return inputs


def _force(name: str, roster: Roster | None) -> Force:
    if roster is None:
        raise Refusal("bad.force_spec", None, spec=name)
    return roster.force(name)


def _from_forces(table: Table, flags: dict[str, Any], desk: Desk, roster: Roster | None) -> dict[str, Any]:
    """What `--attacker` and `--defender` say: two Forces of the file, or short descriptions."""
    given = {role: flags.get(role) for role in ROLES[table.name]}
    if not any(given.values()):
        return {}
    if roster and all(value in roster.forces for value in given.values() if value) and all(given.values()):
        forces = [_force(str(value), roster) for value in given.values()]
        return inputs_for(table.name, forces[0], forces[1] if len(forces) > 1 else None, desk.sheet)
    found: dict[str, Any] = {}
    known = {one.name for one in table.fields}
    for role, spec in given.items():
        if not spec:
            continue
        if roster and spec in roster.forces:
            raise Refusal("bad.two_forces", None, table=table.name)
        words = [word.strip() for word in spec.split(",")]
        for word in words:
            name, equals, value = word.partition("=")
            full = f"{role}_{name.strip()}"
            if full not in known:
                raise Refusal("bad.force_spec", None, spec=spec)
            found.update(plan_words(table, f"{full}={value}" if equals else f"{full}=yes"))
    return found


def _from_unit(flags: dict[str, Any], roster: Roster | None) -> dict[str, Any]:
    if not flags.get("force"):
        raise Refusal("bad.force_spec", None, spec=str(flags["unit"]))
    force = _force(flags["force"], roster)
    unit = force.unit(flags["unit"])
    found: dict[str, Any] = {"star": force.star}
    found |= {k: v for k in ("quality", "reliability") if (v := getattr(unit, k)) is not None}
    return found | ({"sp": unit.sp, "demoralised": unit.demoralised} if "sack_rule" in flags else {})


def _listed(one: Field, values: Sequence[str]) -> list[Any]:
    if one.kind == "plan":
        return [step_words(value) for value in values]
    if one.kind == "wishes":
        return [wish_words(value) for value in values]
    if one.kind == "extra":
        return [extra_words(value) for value in values]
    words = [word.strip() for value in values for word in value.split(",") if word.strip()]
    if one.kind != "ints":
        return words
    return [_number(one, word) for word in words]


def _number(one: Field, word: str, table: str = "") -> int:
    try:
        return int(word)
    except ValueError:
        refusal = Refusal("bad.whole", None, name=one.name, value=word[:40])
        raise refusal.about(one.name, one.meaning(table)) from None


def extra_words(written: str) -> dict[str, Any]:
    """`engineers=+1` as a further modifier."""
    label, _, value = written.rpartition("=")
    try:
        return {"label": label, "value": int(value)}
    except ValueError:
        raise Refusal("bad.extra", "6") from None


def step_words(written: str) -> dict[str, Any]:
    """`hill,river2,road1` as one step of a march."""
    step: dict[str, Any] = {}
    for word in (one.strip() for one in written.split(",")):
        if word in HEXES:
            step["terrain"] = word
        elif word in HEXSIDES:
            step["hexside"] = word
        elif word in ("road1", "road2"):
            step["road"] = word
        elif word in FEATURES:
            step.setdefault("features", []).append(word)
        elif word in ("through_fortress", "starts_in_city"):
            step[word] = True
        else:
            known = ", ".join(
                (*HEXES, *HEXSIDES[1:], "road1", "road2", *FEATURES, "through_fortress", "starts_in_city")
            )
            raise Refusal("bad.choice", None, name="step", value=word[:40], values=known)
    return step


def wish_words(written: str) -> dict[str, Any]:
    """`Army of Milan:major:attack` as an order wanted."""
    parts = [one.strip() for one in written.split(":")]
    if not 3 <= len(parts) <= 4:
        raise Refusal("bad.choice", None, name="order", value=written[:40], values="NAME:major:attack")
    wish = {"name": parts[0], "force": parts[1], "new": parts[2]}
    return wish | ({"current": parts[3], "ap_turn": False} if len(parts) == 4 else {})


def plan_words(table: Table, written: str) -> dict[str, Any]:
    """`weather=fine,attacker_sp=24` as inputs of a table."""
    known = {one.name: one for one in table.fields}
    found: dict[str, Any] = {}
    for part in written.split(","):
        name, _, value = part.partition("=")
        name = name.strip().replace("-", "_")
        one, value = known.get(name), value.strip()
        if one is None:
            raise Refusal("bad.unknown", None, name=name, table=table.name, known=", ".join(known))
        if one.kind == "bool":
            if value.lower() not in ("yes", "true", "1", "no", "false", "0", "sì", "si"):
                raise Refusal("bad.bool", None, name=name)
            found[name] = value.lower() in ("yes", "true", "1", "sì", "si")
        elif one.kind == "int":
            found[name] = _number(one, value, table.name)
        elif one.kind in ("choices", "ints"):
            found[name] = _listed(one, [value.replace("+", ",")])
        else:
            found[name] = value
    return found


# --- the force file --------------------------------------------------------------------------


def _update(roster: Roster, table: Table, flags: dict[str, Any], answer: Answer, desk: Desk) -> None:
    """Take what a procedure or a unit's check changed over into the force file."""
    if answer.after:
        roles = {one.name: flags[one.name] for one in table.fields if one.kind == "force" and flags.get(one.name)}
        roster.apply(answer, roles, desk.lang)
    elif table.name in _UNITS and flags.get("unit") and answer.natural is not None:
        force = roster.force(flags["force"])
        changed = _after_check(force, flags["unit"], answer)
        lines = [f"{flags['unit']}: {one.text.render(desk.lang)}" for one in answer.effects]
        roster.replace(flags["force"], changed, table.name, lines)
    else:
        return
    roster.save(flags["forces"])


def _after_check(force: Force, unit: str, answer: Answer) -> Force:
    if answer.table == "recovery" and "recovers" in answer.events:
        return force.with_unit(unit, demoralised=False)
    return apply_check(force, force.unit(unit), answer)
