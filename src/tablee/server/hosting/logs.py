"""The log: a line for people or for programs, with the request and the table it is about, and nobody's secrets.

What is said where is up to who says it; what must never be in it (tokens, cookies, names, passes, and addresses unless
the host wishes so) is simply never handed to a logger, and a test looks for it.
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
"""The request that is being answered."""
table_id: ContextVar[str] = ContextVar("table_id", default="")
"""The table that it is about."""

_TABLE = re.compile(r"^table ([\w-]+)")
"""How our own messages begin that are about a table."""


def set_up_logs(form: str, level: str, *, process: int) -> None:
    """Write everything to standard error, ours and that of those we use."""
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
    """What a line says."""
    message = record.getMessage()
    named = _TABLE.match(message)
    extra = getattr(record, "about", {})
    fields = {
        "time": _moment(record.created),
        "level": record.levelname.lower(),
        "process": process,
        "message": message,
        "request": request_id.get(),
        "table": named[1] if named else table_id.get(),
        **extra,
    }
    return {name: value for name, value in fields.items() if value != ""}


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03d}Z"


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def __init__(self, process: int) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = fields_of(record, self._process)
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """A line to be read, with what belongs to it behind."""

    def __init__(self, process: int) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """The line, and a trace below it if something has failed."""
        fields = fields_of(record, self._process)
        head = [fields.pop(name) for name in ("time", "level", "process", "message")]
        line = " ".join([*(str(part).replace("\n", " ") for part in head), *(f"{a}={b}" for a, b in fields.items())])
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
