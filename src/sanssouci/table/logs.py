"""Logs: one JSON object per line for machines, or one plain line for people. Never a token or a cookie."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from sanssouci.table.storage.database import away

#: the extra fields a record may carry; nothing else is written
EXTRAS = ("game", "path")


class JsonLines(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in EXTRAS:
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(as_json: bool) -> None:
    """Send logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sanssouci").setLevel(logging.INFO)


def failed(log: logging.Logger, what: str, problem: Exception, **extra: object) -> None:
    """Something failed: a database that is away is one line, a fault of ours a traceback."""
    log.error("%s: %s", what, type(problem).__name__, extra=extra, exc_info=not away(problem))
