"""The server put together: routes, start and end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute

from sanssouci.italian_wars import pages
from sanssouci.table.errors import Refusal
from sanssouci.table.http import metrics
from sanssouci.table.http.calls import Front, refused
from sanssouci.table.http.charts import ChartsDoor
from sanssouci.table.http.pages import Pages
from sanssouci.table.http.routes import ENDPOINTS
from sanssouci.table.http.security import RootPath, SecurityHeaders
from sanssouci.table.live.fanout import Fanout
from sanssouci.table.live.house import House
from sanssouci.table.live.instructions import Adjutant
from sanssouci.table.live.pace import Timekeeper
from sanssouci.table.live.processes import Processes
from sanssouci.table.live.socket import Sockets
from sanssouci.table.notices.notifier import Notifier
from sanssouci.table.settings import Settings
from sanssouci.table.storage.database import Database
from sanssouci.table.thinking.advice import Adviser
from sanssouci.table.thinking.bots import BotDesk


def build(database: Database, settings: Settings, processes: Processes | None = None) -> Starlette:
    """The application on an opened database; `processes`: where several may serve it."""
    adviser = Adviser(settings)
    fanout = None if processes is None else Fanout(processes)
    house = House(database, settings, adviser.advise, fanout)
    desk = BotDesk(house)
    timekeeper = Timekeeper(house)
    notifier = Notifier(house)
    adjutant = Adjutant(house)
    sockets = Sockets(house)
    charts = ChartsDoor(house.buckets)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.house = house
        app.state.desk = desk
        notifier.start()
        if fanout is not None:
            fanout.start(house)
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
            if fanout is not None:
                await fanout.close()
            await notifier.close()
            await desk.close()
            await adviser.close()
            await charts.close()
            await house.database.close()

    front = Front(house, notifier)
    routes: list[BaseRoute] = [
        *(endpoint.route(front) for endpoint in ENDPOINTS),
        WebSocketRoute("/api/games/{game}/socket", sockets.endpoint),
        *metrics.routes(house),
        *pages.routes(charts),
        *Pages(settings.root_path).routes(),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(RootPath, settings.root_path), Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: _http_problem, Exception: _any_problem},
    )


async def _http_problem(_request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    refusal = Refusal("table.method" if status == 405 else "table.no_such_page")
    return refused(refusal)


async def _any_problem(_request: Request, _problem: Exception) -> Response:
    return refused(Refusal("table.unavailable"))
