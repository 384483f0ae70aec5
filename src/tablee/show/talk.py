"""The message that tells what was said at a table, in the language of whoever hears it."""

from collections.abc import Sequence
from typing import Any

from tablee.language import Language
from tablee.show.friendly_names import friendly_name
from tablee.show.phrases import gestures, phrases
from tablee.show.sentences import shown_names
from tablee.table.table import Table
from tablee.table.talk import Saying, with_breaks


def talk_message(table: Table, sayings: Sequence[Saying], person: str, say: Language) -> dict[str, Any]:
    """What was said, for somebody who hears it; persons are named as the table knows them, never by their ids."""
    return {
        "say": "talk",
        "lines": [_line(table, saying, say) | {"own": saying.person == person} for saying in sayings],
    }


def _line(table: Table, saying: Saying, say: Language) -> dict[str, Any]:
    return {
        "id": saying.id,
        "at": saying.at,
        "sitter": saying.sitter,
        "name": speaker(table, saying, say),
        "words": words(saying, say),
        "gesture": saying.body if saying.kind == "gesture" else "",
        "aside": saying.room == "onlookers",
    }


def speaker(table: Table, saying: Saying, say: Language) -> str:
    """What somebody is called who said something: as the table calls them, else by their own name or a friendly one."""
    seated = shown_names(table, say).get(saying.sitter, "")
    return seated or saying.name or friendly_name(saying.person, say)


def words(saying: Saying, say: Language) -> str:
    """What was said; a phrase of a newer program is not known here."""
    match saying.kind:
        case "phrase":
            return phrases(say).get(saying.body, "…")
        case "gesture":
            return gestures(say).get(saying.body, "…")
    return with_breaks(saying.body)
