"""Short answers to those who ask for something at a table."""

from typing import Any

from tablee.language import Language
from tablee.show.sentences import refusal, seat_names
from tablee.table.events import Refused
from tablee.table.table import Table

PONG = {"say": "pong"}


def refused_message(refused: Refused, say: Language) -> dict[str, Any]:
    """Why a wish was not granted."""
    return {"say": "refused", "code": refused.code, "message": refused.reason or refusal(refused.code, say)}


def why_message(reason: str) -> dict[str, Any]:
    """Why something that was pointed at offers nothing."""
    return {"say": "why", "message": reason}


def why_not(table: Table, seat: int, what: str, say: Language) -> str:
    """Why a node or an action cannot be chosen now by the seat to act; empty if the game does not say."""
    if table.folder is None or seat != table.to_act:
        return ""
    say = say.in_colours(table.colours)
    names = seat_names(table, say)
    return table.folder.words.why_not(table.view(seat), seat, what, names, say)
