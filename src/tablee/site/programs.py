"""What programs ask for over HTTP, and what they are answered: JSON, and no pages."""

import re
from typing import Any

import msgspec
from starlette.responses import JSONResponse, Response

from tablee.table.directory import Entry

ALLOWED = (
    ("GET", re.compile(r"/hall\.json")),
    ("POST", re.compile(r"/hall/tables/[\w-]+")),
    ("POST", re.compile(r"/tables")),
    ("GET", re.compile(r"/tables/[\w-]+/(export|replay)\.json")),
    ("GET", re.compile(r"/openapi\.json")),
)
"""Where a token is of use."""


def for_programs(method: str, path: str) -> bool:
    """May a program ask for that?"""
    return any(method == allowed and where.fullmatch(path) for allowed, where in ALLOWED)


def seated_at(table: str) -> Response:
    """Where a program sits, and where it goes on."""
    return JSONResponse({"table": table, "live": f"/tables/{table}/live"})


def told(entry: Entry) -> dict[str, Any]:
    """A table that waits, as programs are told of it."""
    return {
        "table": entry.table,
        "game": entry.game,
        "rules": entry.rules,
        "players": entry.players,
        "free": entry.players - len(entry.sitters),
        "options": entry.options,
        "clock": msgspec.to_builtins(entry.clock),
        "sitters": [{"name": one.name, "bot": one.level, "program": one.program} for one in entry.sitters],
    }
