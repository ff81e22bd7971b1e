"""`sanssouci serve`, `backup`, `restore`, and the table in the browser for `sanssouci play`."""

from __future__ import annotations

import asyncio
import errno
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from sanssouci.spoken import SpokenCommand, current, say, why
from sanssouci.table.settings import Settings

if TYPE_CHECKING:
    from sanssouci.table.storage.backup import Contents

PORT = 1756  # Friedrich II invades Saxony

serve_app = typer.Typer(add_completion=False, rich_markup_mode=None)
think_app = typer.Typer(add_completion=False, rich_markup_mode=None)
backup_app = typer.Typer(add_completion=False, rich_markup_mode=None)
restore_app = typer.Typer(add_completion=False, rich_markup_mode=None)


@serve_app.command(name="serve", cls=SpokenCommand)
def serve(
    host: str = typer.Option("127.0.0.1"),
    port: int = typer.Option(PORT, min=0, max=65535),
    database: str = typer.Option(
        None,
        envvar="SANSSOUCI_DATABASE",
    ),
    proxy_headers: bool = typer.Option(False, "--proxy-headers"),
    proxy: str = typer.Option("127.0.0.1"),
    root_path: str = typer.Option(""),
    origin: list[str] = typer.Option(  # noqa: B008
        []
    ),
    secure_cookies: bool = typer.Option(False, "--secure-cookies"),
    upgrade: bool = typer.Option(False, "--upgrade"),
    bot_workers: int = typer.Option(0, min=0, max=64),
    bot_seconds: float = typer.Option(1.0, min=0.01, max=600),
    slot_factor: float = typer.Option(
        1.0,
        min=0,
        max=100,
    ),
    instruction_seconds: float = typer.Option(6.0, min=0, max=3600),
    redis: str = typer.Option(None, envvar="SANSSOUCI_REDIS"),
    thinkers: str = typer.Option(None, envvar="SANSSOUCI_THINKERS"),
    private_webhooks: bool = typer.Option(False, "--private-webhooks"),
    smtp: str = typer.Option(None, envvar="SANSSOUCI_SMTP"),
    mail_from: str = typer.Option("sanssouci@localhost"),
    rate_factor: float = typer.Option(1.0, min=1.0, max=1e6),
    metrics: bool = typer.Option(False, "--metrics"),
    log_json: bool = typer.Option(False, "--log-json"),
    public_url: str = typer.Option(None),
) -> None:
    """Serve the table to others."""
    root = "/" + root_path.strip("/") if root_path.strip("/") else ""
    settings = Settings(
        database=database,
        upgrade=upgrade,
        origins=frozenset(one.rstrip("/") for one in origin),
        root_path=root,
        secure_cookies=secure_cookies,
        bot_workers=bot_workers,
        bot_seconds=bot_seconds,
        slot_factor=slot_factor,
        instruction_seconds=instruction_seconds,
        redis=redis,
        thinkers=thinkers,
        private_webhooks=private_webhooks,
        smtp=smtp,
        mail_from=mail_from,
        rate_factor=rate_factor,
        metrics=metrics,
        public_url=public_url or f"http://localhost:{port}{root}/",
    )
    run(settings, host, port, trusted=proxy if proxy_headers else "", log_json=log_json)


@think_app.command(name="think", cls=SpokenCommand)
def think(
    redis: str = typer.Option(..., "--redis", envvar="SANSSOUCI_THINKERS"),
    workers: int = typer.Option(0, min=0, max=256),
) -> None:
    """Think for the bots of a table on another machine."""
    from sanssouci.table.logs import set_up
    from sanssouci.table.thinking.remote import Thinker, connect

    set_up(False)
    try:
        connect(redis)
    except ImportError:
        typer.echo("Redis needs one more package: pip install 'sanssouci[postgres]'.", err=True)
        raise typer.Exit(2) from None
    except ValueError as problem:
        typer.echo(say("error.failed", why=str(problem).splitlines()[0].rstrip(".")), err=True)
        raise typer.Exit(2) from None
    typer.echo(say("told.thinking"))
    with suppress(KeyboardInterrupt):
        asyncio.run(Thinker(redis, workers).run())


def run(
    settings: Settings, host: str, port: int, trusted: str = "", browser: bool = False, log_json: bool = False
) -> None:
    """Open the database and serve until told to stop; a problem is one sentence and exit status 2."""
    from sanssouci.table.logs import set_up
    from sanssouci.table.serving import serve_until_stopped
    from sanssouci.table.storage.database import DatabaseProblem

    set_up(log_json)

    def started(address: str) -> None:
        typer.echo(say("told.table_at", address=address))
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        asyncio.run(serve_until_stopped(settings, host, port, trusted, started))
    except DatabaseProblem as problem:
        typer.echo(problem.said(current()), err=True)
        raise typer.Exit(2) from None
    except OSError as problem:
        remedy = "other_port" if problem.errno in (errno.EADDRINUSE, errno.EACCES) else "free_address"
        sentence = say("told.cannot_listen", host=host, port=str(port), why=why(problem))
        typer.echo(f"{sentence} {say(f'told.{remedy}')}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        pass


def play_in_browser(port: int = PORT, database: str | None = None, upgrade: bool = False) -> None:
    """The table on this machine, in the user's browser; if it runs already, only the browser is opened."""
    address = f"http://localhost:{port}/"
    if _answers(address):
        typer.echo(say("told.already_at", address=address))
        webbrowser.open(address)
        return
    run(Settings(database=database, upgrade=upgrade, public_url=address), "127.0.0.1", port, browser=True)


def _answers(address: str) -> bool:
    """Whether a table is being served there."""
    from urllib.request import urlopen

    try:
        with urlopen(f"{address}api/health", timeout=1) as answer:
            return bool(answer.read(100).strip() == b'{"ok":true}')
    except (OSError, ValueError):
        return False


@backup_app.command(name="backup", cls=SpokenCommand)
def backup(
    target: Path = typer.Argument(),  # noqa: B008
    database: str = typer.Option(None, envvar="SANSSOUCI_DATABASE"),
) -> None:
    """Write a backup of all games; the server may run meanwhile."""
    from sanssouci.table.storage.backup import backup as write

    written = _or_sentence(lambda: asyncio.run(write(database, target)))
    typer.echo("\n".join([say("told.written", games=written.games, file=str(target)), *_told(written)]))


@restore_app.command(name="restore", cls=SpokenCommand)
def restore(
    source: Path = typer.Argument(),  # noqa: B008
    database: str = typer.Option(None, envvar="SANSSOUCI_DATABASE"),
    replace: bool = typer.Option(False, "--replace"),
    look: bool = typer.Option(False, "--look"),
) -> None:
    """Put the games of a backup back; games that are there stay as they are."""
    from sanssouci.table.storage.backup import contents
    from sanssouci.table.storage.backup import restore as read

    if look:
        found = _or_sentence(lambda: asyncio.run(contents(source)))
        typer.echo("\n".join([say("told.contains", games=found.games, file=str(source)), *_told(found)]))
        return
    put, left = _or_sentence(lambda: asyncio.run(read(source, database, replace)))
    typer.echo(say("told.restored", put=put, left=left))


def _told(kept: Contents) -> list[str]:
    """For whoever keeps a backup: what it tells a reader, and what a restore makes of it."""
    return [say("told.readable", **kept._asdict()), say("told.hashes", browsers=kept.browsers), say("told.brings")]


Outcome = TypeVar("Outcome")


def _or_sentence(work: Callable[[], Outcome]) -> Outcome:
    """Do it, or say in one sentence why not and end with status 2."""
    from sqlalchemy.exc import SQLAlchemyError

    from sanssouci.table.storage.database import DatabaseProblem

    try:
        return work()
    except DatabaseProblem as problem:
        typer.echo(problem.said(current()), err=True)
    except (OSError, SQLAlchemyError) as problem:
        typer.echo(say("error.failed", why=str(problem).splitlines()[0].rstrip(".")), err=True)
    raise typer.Exit(2)
