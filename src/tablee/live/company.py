"""The message that says who sits at a table."""

from typing import Any

from tablee.games.levels import BOT_NAMES
from tablee.language import Language
from tablee.live.hints import are_allowed
from tablee.live.presence import Presence
from tablee.show.sentences import closing, shown_names
from tablee.table.seating import Sitter
from tablee.table.table import Table


def about(table: Table, presence: Presence, person: str, say: Language, here: set[str]) -> dict[str, Any]:
    """All that a person is told of a table besides its frames; `here` is who is connected."""
    own = presence.sitters_of(person)
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
        "you": _you(table, own),
        "sitters": [
            _sitter(sitter, names[sitter.id], presence.away(sitter, here)) | {"left": table.has_left(sitter.seat)}
            for sitter in table.sitters
        ],
        "hints": len(own) == 1 and are_allowed(table, own[0].seat),
        "patience": presence.patience,
        "watching": presence.watching,
        "message": closing(table, say),
        "next": f"/tables/{table.next_table}" if table.next_table else "",
    }


def _you(table: Table, own: list[Sitter]) -> dict[str, Any]:
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
