"""The server put together: routes, start and end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from sanssouci.table.contract import openapi
from sanssouci.table.errors import Refusal
from sanssouci.table.http import api_chances, api_games, api_notices, api_records, api_seats, metrics, rules_page
from sanssouci.table.http.calls import json_response, refused
from sanssouci.table.http.pages import Pages
from sanssouci.table.http.security import RootPath, SecurityHeaders
from sanssouci.table.live.fanout import Fanout
from sanssouci.table.live.house import House
from sanssouci.table.live.instructions import Adjutant
from sanssouci.table.live.pace import Timekeeper
from sanssouci.table.live.socket import Sockets
from sanssouci.table.notices.notifier import Notifier
from sanssouci.table.settings import Settings
from sanssouci.table.storage.database import Database
from sanssouci.table.thinking.bots import BotDesk

log = logging.getLogger("sanssouci.table")

#: a database that takes longer is not ready
READY_SECONDS = 3.0


def build(database: Database, settings: Settings) -> Starlette:
    """The application on an opened database."""
    house = House(database, settings)
    desk = BotDesk(house)
    timekeeper = Timekeeper(house)
    notifier = Notifier(house)
    fanout = Fanout(house)
    adjutant = Adjutant(house)
    sockets = Sockets(house)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.house = house
        app.state.desk = desk
        notifier.start()
        if settings.redis is not None:
            await fanout.start()
        resuming = asyncio.create_task(house.resume())
        upkeep = asyncio.create_task(house.upkeep())
        try:
            yield
        finally:
            house.closing = True
            resuming.cancel()
            upkeep.cancel()
            timekeeper.close()
            adjutant.close()
            await fanout.close()
            await notifier.close()
            await desk.close()
            await house.database.close()

    routes: list[BaseRoute] = [
        *health_routes(house),
        *api_games.routes(house),
        *api_seats.routes(house),
        *api_records.routes(house),
        *api_chances.routes(house),
        *api_notices.routes(house, notifier),
        *rules_page.routes(house),
        *openapi.routes(house),
        WebSocketRoute("/api/games/{game}/socket", sockets.endpoint),
        *metrics.routes(house),
        *chart_routes(),
        *Pages(settings.root_path).routes(),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(RootPath, settings.root_path), Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: _http_problem, Exception: _any_problem},
    )


def health_routes(house: House) -> list[BaseRoute]:
    """Whether the process answers, and whether it can do its work."""

    async def health(_request: Request) -> Response:
        return json_response({"ok": True})

    async def ready(_request: Request) -> Response:
        try:
            async with asyncio.timeout(READY_SECONDS), house.database.reading() as connection:
                await connection.exec_driver_sql("SELECT 1 FROM games LIMIT 1")
        except Exception as problem:
            log.error("the database does not answer: %s", type(problem).__name__)
            return json_response({"ready": False}, 503)
        return json_response({"ready": not house.closing}, 503 if house.closing else 200)

    return [Route("/api/health", health), Route("/api/ready", ready)]


def chart_routes() -> list[BaseRoute]:
    """The Italian Wars desk, where it is installed."""
    try:
        from sanssouci.italian_wars import pages
    except ImportError:
        return []
    return list(pages.routes())


async def _http_problem(_request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    refusal = Refusal("table.method" if status == 405 else "table.no_such_page")
    return refused(refusal)


async def _any_problem(_request: Request, _problem: Exception) -> Response:
    return refused(Refusal("table.unavailable"))
