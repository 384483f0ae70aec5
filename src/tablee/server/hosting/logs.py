"""Logging: lines for people or JSON for programs, with the ids of the request and the table.

Tokens, cookies, names, device links and (unless configured) addresses are never handed to a logger; a test checks it.
"""

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from typing import Any

logger = logging.getLogger("tablee")

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Id of the request being answered."""
table_id: ContextVar[str] = ContextVar("table_id", default="")
"""Id of the table it is about."""

_TABLE = re.compile(r"^table ([\w-]+)")
"""Matches our own messages about a table."""


def set_up_logs(form: str, level: str, *, process: int) -> None:
    """Log to standard error, libraries included."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(process) if form == "json" else PlainLines(process))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logger.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        theirs = logging.getLogger(name)
        theirs.handlers.clear()
        theirs.propagate = True
        theirs.setLevel(logging.ERROR)


def fields_of(record: logging.LogRecord, process: int) -> dict[str, Any]:
    """The fields of a line."""
    message = record.getMessage()
    named = _TABLE.match(message)
    second = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    extra = getattr(record, "about", {})
    fields = {
        "time": f"{second}.{int(record.created % 1 * 1000):03d}Z",
        "level": record.levelname.lower(),
        "process": process,
        "message": message,
        "request": request_id.get(),
        "table": named[1] if named else table_id.get(),
        **extra,
    }
    return {name: value for name, value in fields.items() if value != ""}


class _Lines(logging.Formatter):
    def __init__(self, process: int) -> None:
        super().__init__()
        self._process = process


class JsonLines(_Lines):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = fields_of(record, self._process)
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


class PlainLines(_Lines):
    """A line for people: the message, then its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, followed by a traceback if there is one."""
        fields = fields_of(record, self._process)
        head = [fields.pop(name) for name in ("time", "level", "process", "message")]
        line = " ".join([*(str(part).replace("\n", " ") for part in head), *(f"{a}={b}" for a, b in fields.items())])
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
