"""The message that says who sits at a table. Most of it is the same for everyone; the rest is one's own part."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablee.games.levels import BOT_NAMES
from tablee.language import Language
from tablee.show.hints import are_allowed
from tablee.show.sentences import closing, shown_names
from tablee.table.seating import Sitter
from tablee.table.table import Table


class Company(NamedTuple):
    """Who is here."""

    away: Mapping[int, int | None]
    """For how many seconds each sitter has been away; None, or nothing, for bots and those who are here."""
    watching: int = 0
    """How many look on without sitting at the table."""
    patience: float = 0.0
    """After how many seconds somebody away is absent."""


def about(table: Table, company: Company, say: Language) -> dict[str, Any]:
    """All that everyone is told of a table besides its frames; `own_part` is to be added."""
    names = shown_names(table, say)
    return {
        "say": "table",
        "id": table.id,
        "game": table.opening.game,
        "status": "closed" if table.unserved else table.status,
        "number": table.number,
        "players": table.opening.players,
        "solo": table.opening.solo,
        "commitment": table.opening.commitment,
        "sitters": [
            _sitter(sitter, names[sitter.id], company.away.get(sitter.id)) | {"left": table.has_left(sitter.seat)}
            for sitter in table.sitters
        ],
        "patience": company.patience,
        "watching": company.watching,
        "message": closing(table, say),
        "next": f"/tables/{table.next_table}" if table.next_table else "",
    }


def own_part(table: Table, own: Sequence[Sitter]) -> dict[str, Any]:
    """What is said of oneself: the sitters that a person is; none for who only watches."""
    return {"you": _you(table, own), "hints": len(own) == 1 and are_allowed(table, own[0].seat)}


def _you(table: Table, own: Sequence[Sitter]) -> dict[str, Any]:
    """The one who is told, and those who play on the same device."""
    first = own[0] if own else None
    return {
        "sitter": first.id if first else None,
        "seat": first.seat if first else None,
        "nonce": bool(first and first.nonce),
        "left": bool(own) and all(table.has_left(sitter.seat) for sitter in own),
        "sitters": [sitter.id for sitter in own],
    }


def _sitter(sitter: Sitter, name: str, away: int | None) -> dict[str, Any]:
    return {
        "id": sitter.id,
        "name": name,
        "bot": sitter.level,
        "seat": sitter.seat,
        "here": away is None,
        "away": away,
        "stand_in": sitter.stand_in,
        "stand_in_name": BOT_NAMES[sitter.stand_in - 1] if sitter.stand_in else "",
    }
