"""Logs for programs: one JSON object per line, no secrets. Tables appear by the start of their name only."""

from __future__ import annotations

import json
import logging
import sys
import time

VISITORS = (
    '%s - "WebSocket',
    "connection ",
    "Invalid HTTP",
    "Invalid UTF-8",
    "Unsupported upgrade",
    "No supported WebSocket",
)
_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class AsJson(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {name: str(value) for name, value in record.__dict__.items() if name not in _PLAIN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str = "INFO") -> None:
    """Log everything to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_about_the_server)


def _about_the_server(record: logging.LogRecord) -> bool:
    """Whether uvicorn speaks of itself. Lines about visitors have addresses, and could fill the disk."""
    return not str(record.msg).startswith(VISITORS)
