"""`sanssouci serve`, `backup`, `restore`, and the table in the browser for `sanssouci play`."""

from __future__ import annotations

import asyncio
import errno
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import typer

from sanssouci.table.settings import Settings

PORT = 1756  # Friedrich II invades Saxony

serve_app = typer.Typer(add_completion=False)
backup_app = typer.Typer(add_completion=False)
restore_app = typer.Typer(add_completion=False)


@serve_app.command()
def serve(
    host: str = typer.Option("127.0.0.1", help="Address to listen on; 0.0.0.0 for everybody."),
    port: int = typer.Option(PORT, help="Port to listen on; 0 for any free one.", min=0, max=65535),
    database: str = typer.Option(
        None,
        envvar="SANSSOUCI_DATABASE",
        help="SQLite file or postgresql:// URL. Default: a file of your own.",
    ),
    proxy_headers: bool = typer.Option(
        False, "--proxy-headers", help="Trust X-Forwarded-For and X-Forwarded-Proto of a proxy in front."
    ),
    proxy: str = typer.Option("127.0.0.1", help="Addresses of trusted proxies, comma-separated, or *."),
    root_path: str = typer.Option("", help="Where the proxy has put the table, for example /friedrich."),
    origin: list[str] = typer.Option(  # noqa: B008
        [], help="A further origin (https://example.org) that pages may come from."
    ),
    secure_cookies: bool = typer.Option(
        False, "--secure-cookies", help="Browsers reach the table by https, whatever the proxy says of it."
    ),
    upgrade: bool = typer.Option(False, "--upgrade", help="Bring an older database to the present revision."),
    bot_workers: int = typer.Option(0, help="Processes in which bots think; 0: a few.", min=0, max=64),
    bot_seconds: float = typer.Option(1.0, help="Seconds a bot may think about one decision.", min=0.01, max=600),
    slot_factor: float = typer.Option(
        1.0,
        help="The time bots take to answer times this; 0: at once, for trials only, since it tells what they hold.",
        min=0,
        max=100,
    ),
    instruction_seconds: float = typer.Option(
        6.0, help="About how long an instruction for combats waits before it plays.", min=0, max=3600
    ),
    redis: str = typer.Option(None, envvar="SANSSOUCI_REDIS", help="redis:// URL, for several server processes."),
    private_webhooks: bool = typer.Option(False, "--private-webhooks", help="Allow webhooks to private addresses."),
    smtp: str = typer.Option(None, envvar="SANSSOUCI_SMTP", help="smtp:// or smtps:// URL for notices by mail."),
    mail_from: str = typer.Option("sanssouci@localhost", help="Sender of mails."),
    rate_factor: float = typer.Option(
        1.0, help="All rate limits times this; more for a club behind one address.", min=1.0, max=1e6
    ),
    metrics: bool = typer.Option(False, "--metrics", help="Show Prometheus metrics at /metrics."),
    log_json: bool = typer.Option(False, "--log-json", help="Write logs as one JSON object per line."),
    public_url: str = typer.Option(None, help="How others reach this table; links in notices begin with it."),
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
        private_webhooks=private_webhooks,
        smtp=smtp,
        mail_from=mail_from,
        rate_factor=rate_factor,
        metrics=metrics,
        public_url=public_url or f"http://localhost:{port}{root}/",
    )
    run(settings, host, port, trusted=proxy if proxy_headers else "", log_json=log_json)


def run(
    settings: Settings, host: str, port: int, trusted: str = "", browser: bool = False, log_json: bool = False
) -> None:
    """Open the database and serve until told to stop; a problem is one sentence and exit status 2."""
    from sanssouci.table.logs import set_up
    from sanssouci.table.serving import serve_until_stopped
    from sanssouci.table.storage.database import DatabaseProblem

    set_up(log_json)

    def started(address: str) -> None:
        typer.echo(f"The table is at {address}")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        asyncio.run(serve_until_stopped(settings, host, port, trusted, started))
    except DatabaseProblem as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None
    except OSError as problem:
        typer.echo(f"Cannot listen on {host}:{port}: {problem.strerror or problem}. {_remedy(problem)}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        pass


def _remedy(problem: OSError) -> str:
    """What to do where nobody can listen."""
    if problem.errno in (errno.EADDRINUSE, errno.EACCES):
        return "Take another port: --port 1757, for example."
    return "Take an address of this machine (--host) and a free port (--port)."


def play_in_browser(port: int = PORT, database: str | None = None, upgrade: bool = False) -> None:
    """The table on this machine, in the user's browser; if it runs already, only the browser is opened."""
    address = f"http://localhost:{port}/"
    if _answers(address):
        typer.echo(f"The table is already at {address}")
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


@backup_app.command()
def backup(
    target: Path = typer.Argument(help="The file to write; it must not exist."),  # noqa: B008
    database: str = typer.Option(None, envvar="SANSSOUCI_DATABASE", help="SQLite file or postgresql:// URL."),
) -> None:
    """Write a backup of all games; the server may run meanwhile."""
    from sanssouci.table.storage.backup import backup as write

    written = _or_sentence(lambda: asyncio.run(write(database, target)))
    typer.echo("\n".join([f"{written.games} games written to {target}", *written.sentences()]))


@restore_app.command()
def restore(
    source: Path = typer.Argument(help="A file that `sanssouci backup` wrote."),  # noqa: B008
    database: str = typer.Option(None, envvar="SANSSOUCI_DATABASE", help="SQLite file or postgresql:// URL."),
    replace: bool = typer.Option(False, "--replace", help="Replace games that are there by the backup's."),
    look: bool = typer.Option(False, "--look", help="Only say what is in the backup."),
) -> None:
    """Put the games of a backup back; games that are there stay as they are."""
    from sanssouci.table.storage.backup import contents
    from sanssouci.table.storage.backup import restore as read

    if look:
        found = _or_sentence(lambda: asyncio.run(contents(source)))
        typer.echo("\n".join([f"{found.games} games in {source}", *found.sentences()]))
        return
    put, left = _or_sentence(lambda: asyncio.run(read(source, database, replace)))
    typer.echo(f"{put} games restored, {left} left as they were")


Outcome = TypeVar("Outcome")


def _or_sentence(work: Callable[[], Outcome]) -> Outcome:
    """Do it, or say in one sentence why not and end with status 2."""
    from sqlalchemy.exc import SQLAlchemyError

    from sanssouci.table.storage.database import DatabaseProblem

    try:
        return work()
    except DatabaseProblem as problem:
        typer.echo(str(problem), err=True)
    except (OSError, SQLAlchemyError) as problem:
        typer.echo(f"That did not work: {str(problem).splitlines()[0]}", err=True)
    raise typer.Exit(2)
