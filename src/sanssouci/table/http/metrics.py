"""Prometheus metrics at `/metrics`, where the operator wants them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from sanssouci.table.live.house import House
from sanssouci.table.measure import METRICS


def routes(house: House) -> list[BaseRoute]:
    """The route, if wanted."""
    if not house.settings.metrics:
        return []

    async def show(_request: Request) -> Response:
        gauges = {
            "games_live": len(house.rooms),
            "sockets_open": sum(len(room.connections) for room in house.rooms),
        }
        return Response(METRICS.text(gauges), media_type="text/plain; version=0.0.4")

    return [Route("/metrics", show)]
