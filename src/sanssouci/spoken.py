"""The command line in the reader's language: help, headings, errors, and the language that a command is given.

Every text of a command stands in the catalogue (`help/*.json`): `help.KEY` says what a command does, `help.KEY.OPTION`
what one of its options is for, where KEY is `play`, `lab.match`, `charts.forces.new` …; what several commands share
stands beside them (`help.lab.any.seed`, `help.seed`). Whatever Typer would say by itself is said here.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from typing import Any

import typer
import typer.core
import typer.main
from typer._click.core import Command, Context
from typer._click.exceptions import (
    BadOptionUsage,
    BadParameter,
    ClickException,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)
from typer._click.formatting import HelpFormatter
from typer._click.globals import get_current_context
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from sanssouci import voice
from sanssouci.voice import Speaker

_LANGUAGE = "sanssouci.language"
_FLAGS = ("--language", "--lang")
#: what an option takes, by the type of its value
_KINDS = {"int": "number", "float": "number", "Path": "file"}
#: problems of files and addresses that players meet, and their key in the catalogue
_TROUBLES = {
    errno.ENOENT: "missing", errno.EACCES: "forbidden", errno.EPERM: "forbidden", errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder", errno.ENOSPC: "full", errno.EROFS: "read_only", errno.EEXIST: "exists",
    errno.ENAMETOOLONG: "long", errno.EADDRINUSE: "in_use", errno.EADDRNOTAVAIL: "no_address",
}  # fmt: skip


@cache
def helper(language: str) -> Speaker:
    """Who speaks of commands in a language."""
    return Speaker(voice.language(language), voice.catalogue(language, "help"))


def wished(arguments: Sequence[str]) -> str:
    """The language that a command line asks for last, else that of the terminal."""
    found = voice.guessed(os.environ)
    for at, word in enumerate(arguments):
        flag, equals, value = word.partition("=")
        if flag in _FLAGS:
            value = value if equals else next(iter(arguments[at + 1 :]), "")
            found = value if value in voice.languages() else found
    return found


def language_of(context: Context) -> str:
    """The language of the command that is being carried out."""
    return str(context.meta.get(_LANGUAGE, voice.DEFAULT))


def current() -> str:
    """The language of the command under way; of none that of the terminal."""
    context = get_current_context(silent=True)
    return voice.guessed(os.environ) if context is None else language_of(context)


def say(key: str, language: str | None = None, **arguments: object) -> str:
    """A sentence of the command line."""
    return helper(language or current()).say(f"help.{key}", arguments)


def why(problem: OSError, language: str | None = None) -> str:
    """What the system says is wrong, in the reader's words where they are known."""
    key = _TROUBLES.get(problem.errno or 0)
    return say(f"why.{key}", language) if key else str(problem.strerror or problem)


def _typers_own(english: str) -> str:
    """What Typer writes around options: `[default: 5]`, headings."""
    keys = {"default: {default}": "default", "env var: {var}": "variable", "required": "required"}
    keys |= {"Arguments": "arguments", "Options": "options", "Commands": "commands"}
    return helper(current()).words.get(f"help.typer.{keys[english]}", english) if english in keys else english


setattr(typer.core, "_", _typers_own)  # noqa: B010  Typer asks gettext, whose files we have not


class _Formatter(HelpFormatter):
    """Begins the line of usage with our word."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that shows how a command is written."""
        super().write_usage(prog, args, f"{say('typer.usage')} " if prefix is None else prefix)


class _Context(Context):
    """A context whose help is written by our formatter."""

    formatter_class = _Formatter


def tell(command: Command, key: str, said: Speaker) -> None:
    """Put the words of a language on a command and on all that it takes."""
    command.short_help = _found(said, [key]) or command.short_help
    told = [text for text in (command.short_help, _found(said, [f"{key}.ends"])) if text]
    command.help = "\n\n".join(told) or command.help
    command.options_metavar = said.words["help.typer.any_options"]
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = said.words["help.typer.any_command"]
    for one in command.params:
        asked = one.name or ""
        if isinstance(one, TyperOption | TyperArgument):
            one.help = _found(said, places(key, asked)) or one.help
        if isinstance(one, TyperArgument):
            setattr(one, "display_type_rich", lambda ctx: None)  # noqa: B010
            one.metavar = said.words.get(f"help.name.{asked}", one.metavar)
        elif isinstance(one, TyperOption) and not one.is_flag and one.metavar is None:
            kind = _KINDS.get(one.bare_type(), "text")
            one.metavar = said.say(f"help.kind.{kind}")


def places(key: str, option: str) -> list[str]:
    """Where it may stand what an option of a command is for, the nearest place first."""
    return [f"{key}.{option}", f"{key.split('.')[0]}.any.{option}", option]


def _found(said: Speaker, keys: Sequence[str]) -> str | None:
    """The first of these sentences that is there."""
    text = next((said.words[f"help.{key}"] for key in keys if f"help.{key}" in said.words), None)
    return text and said.fill(text, {"names": ", ".join(voice.languages())})


def _known(context: Context, word: str) -> None:
    """Refuse a language that is not there, in one that is."""
    if word and word not in voice.languages():
        names = ", ".join(voice.languages())
        raise Mistake(say("error.no_language", word=repr(word[:40]), names=names), context)


@cache
def _language_option() -> Any:
    """`--language`, for commands that need it for nothing but their help and their mistakes."""
    app = typer.Typer()
    option = typer.Option("", "--language", callback=_known, expose_value=False, show_default=False)

    @app.command()
    def nothing(language: str = option) -> None:
        """Lend an option."""

    return typer.main.get_command(app).params[0]


class _Spoken(Command):
    """What a command and a group of commands have in common."""

    context_class = _Context
    #: what its sentences begin with; the group says it to whomever it hands a command of its own
    key = ""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Find the language first: the help is part of reading the arguments."""
        if _LANGUAGE not in ctx.meta or any(word.partition("=")[0] in _FLAGS for word in args):
            ctx.meta[_LANGUAGE] = wished(args)
        self.told(language_of(ctx))
        option = self.get_help_option(ctx)
        if option is not None:
            option.help = say("help", language_of(ctx))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Context) -> Any:
        """Give the command its language, where none was named; what programs read is English unless they ask."""
        for name in ("language", "lang"):
            if name in ctx.params and not ctx.params[name]:
                ctx.params[name] = voice.DEFAULT if ctx.params.get("as_json") else language_of(ctx)
        return super().invoke(ctx)

    def told(self, language: str) -> None:
        """Put on the words of a language."""
        if not any("--language" in one.opts for one in self.params):
            self.params.append(copy(_language_option()))
        tell(self, self.key or self.name or "sanssouci", helper(language))


class SpokenCommand(_Spoken, TyperCommand):
    """A command that speaks the reader's language."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Carry it out; what is wrong with its arguments is said by us."""
        return _carried_out(super().main, standalone_mode, *args, **extra)


class SpokenGroup(_Spoken, TyperGroup):
    """A group of commands that speak the reader's language."""

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """A command with the words of the language that is spoken."""
        command = super().get_command(ctx, cmd_name)
        return command and self.named(command, cmd_name, language_of(ctx))

    def named(self, command: Command, name: str, language: str) -> Command:
        """Tell a command where its sentences stand."""
        if isinstance(command, _Spoken):
            command.key = ".".join(part for part in (self.key, name) if part)
            command.told(language)
        return command

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """Say which commands there are where one is asked for that is not there."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = ", ".join(self.list_commands(ctx))
            raise Mistake(say("error.unknown_command", word=args[0], names=names), ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Carry it out; what is wrong with its arguments is said by us."""
        return _carried_out(super().main, standalone_mode, *args, **extra)


class Mistake(UsageError):
    """What is wrong with a command line, in a sentence that is the reader's already."""


def _carried_out(main: Callable[..., Any], standalone: bool, *args: Any, **extra: Any) -> Any:
    """Run a command as Typer does, but for the words of its mistakes."""
    arguments = args[0] if args else extra.get("args")
    language = wished(sys.argv[1:] if arguments is None else arguments)
    if not standalone:
        return main(*args, standalone_mode=False, **extra)
    try:
        status = main(*args, standalone_mode=False, **extra)
    except NoArgsIsHelpError as problem:
        typer.echo(problem.format_message(), err=True)
        sys.exit(problem.exit_code)
    except ClickException as problem:
        complain(problem, language)
        sys.exit(problem.exit_code)
    except typer.Abort:
        typer.echo(say("error.aborted", language), err=True)
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def complain(problem: ClickException, language: str) -> None:
    """Say how the command is written, where its help is, and what was wrong; the language is for the last alone."""
    context = getattr(problem, "ctx", None)
    if context is None:
        typer.echo(mistake(problem, language), err=True)
        return
    with context.scope(cleanup=False):
        lines = [context.get_usage(), say("error.try", command=f"{context.command_path} --help")]
        typer.echo("\n".join([*lines, "", mistake(problem, language_of(context))]), err=True)


def mistake(problem: ClickException, language: str) -> str:
    """What was wrong, in one sentence."""
    if isinstance(problem, NoSuchOption):
        names = ", ".join(sorted(problem.possibilities or ()))
        told = {"word": problem.option_name, **({"names": names} if names else {})}
        return helper(language).say("help.error.no_option", told)
    if isinstance(problem, BadOptionUsage):
        key = "too_much_value" if "does not take" in problem.message else "no_value"
        return say(f"error.{key}", language, word=problem.option_name)
    if isinstance(problem, BadParameter) and problem.param is not None:
        return _bad_value(problem, problem.param, language)
    if isinstance(problem, UsageError) and not isinstance(problem, Mistake):
        if problem.message.startswith("Got unexpected extra"):
            return say("error.extra", language, words=problem.message.rpartition(" (")[2].rstrip(")"))
        if problem.message.startswith("Missing command"):
            return say("error.no_command", language)
    return problem.format_message()


def _bad_value(problem: BadParameter, one: Any, language: str) -> str:
    """A value that is missing, no number, or out of range."""
    word = one.metavar if isinstance(one, TyperArgument) else one.opts[0]
    if isinstance(problem, MissingParameter):
        return say("error.missing", language, word=word)
    bounds = {"low": getattr(one, "min", None), "high": getattr(one, "max", None)}
    known = {name: value for name, value in bounds.items() if value is not None}
    if known:
        return helper(language).say("help.error.range", {"word": word, **known})
    return say("error.number" if _KINDS.get(one.bare_type()) == "number" else "error.wrong", language, word=word)
