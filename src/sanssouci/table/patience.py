"""Uvicorn's side of an HTTP connection, with an end to patience: a request that does not come to its end is closed.

Uvicorn waits for ever for the rest of a request's head; three thousand halves of requests stay open (M7). The body
has a time-out of its own where it is read.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sanssouci.table import limits


class PatientHttp(H11Protocol):
    """The protocol of one connection."""

    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A request should come soon."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Part of a request: once its head is complete, there is nothing to wait for until the next begins."""
        if self._alarm is None and self.conn.their_state is h11.IDLE:
            self._wait()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a socket, which has its own time-outs."""
        self._stop()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._alarm = self.loop.call_later(limits.REQUEST_SECONDS, self._give_up)

    def _stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _give_up(self) -> None:
        self._alarm = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
