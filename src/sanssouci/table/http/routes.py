"""Every address of the API, in one list: what is served and what the OpenAPI document describes."""

from __future__ import annotations

import asyncio
import logging

from sanssouci.table.contract.results import Health, Ready
from sanssouci.table.http import (
    api_chances,
    api_devices,
    api_games,
    api_notices,
    api_records,
    api_seats,
    api_shuffle,
    rules_page,
)
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.http.openapi import document

log = logging.getLogger("sanssouci.table")

#: a database that takes longer is not ready
READY_SECONDS = 3.0


async def health(_call: Call) -> Health:
    """Whether the process answers."""
    return Health(True)


async def ready(call: Call) -> Ready:
    """Whether it can do its work."""
    try:
        async with asyncio.timeout(READY_SECONDS):
            await call.house.database.try_out()
    except Exception as problem:
        log.error("the database does not answer: %s", type(problem).__name__)
        call.status = 503
        return Ready(False)
    call.status = 503 if call.house.closing else 200
    return Ready(not call.house.closing)


async def described(_call: Call) -> dict[str, object]:
    """This list as an OpenAPI document: for programs, and for fuzzing ourselves."""
    return document(ENDPOINTS)


ENDPOINTS: list[Endpoint] = [
    *api_games.ENDPOINTS,
    *api_seats.ENDPOINTS,
    *api_devices.ENDPOINTS,
    *api_records.ENDPOINTS,
    *api_shuffle.ENDPOINTS,
    *api_chances.ENDPOINTS,
    *api_notices.ENDPOINTS,
    *rules_page.ENDPOINTS,
    Endpoint("GET", "openapi.json", described),
    Endpoint("GET", "health", health),
    Endpoint("GET", "ready", ready, also=(503,)),
]
