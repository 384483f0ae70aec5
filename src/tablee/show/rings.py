"""What somebody is told who is called to a table from elsewhere. Nothing of it depends on what lies there."""

from collections.abc import Sequence
from typing import NamedTuple

from tablee.language import Language
from tablee.show.called import call_words, game_name
from tablee.show.sentences import listed_names
from tablee.table.directory import Entry

AN_HOUR = 3_600_000
MOST_NAMED = 8
"""Tables that are named when several wait."""


class Words(NamedTuple):
    """A line, and a sentence or some."""

    title: str
    body: str


def turn_words(entry: Entry, own: int, say: Language) -> Words:
    """It is one's turn."""
    return Words(say("Your turn – {game}", game=game_name(entry.game)), _company(entry, own, say))


def ending_words(entry: Entry, left: int, own: int, say: Language) -> Words:
    """One's time runs out; `left` in milliseconds."""
    hours = max(1, left // AN_HOUR)
    title = say("Your time runs out – {game}", game=game_name(entry.game))
    time = say.plural("About {count} hour is left for your turn.", "About {count} hours are left for your turn.", hours)
    return Words(title, f"{time} {_company(entry, own, say)}".strip())


def hall_words(host: str, name: str, game: str, say: Language, *, invites: bool) -> Words:
    """Somebody invites one, or has come."""
    title = say("You are invited") if invites else say("Somebody has come")
    return Words(title, call_words(host, name, game, say, invites=invites))


def digest_words(waiting: Sequence[tuple[Entry, int]], say: Language) -> Words:
    """What waits, once a day: tables, each with the sitter that one is there."""
    count = len(waiting)
    title = say.plural("{count} table waits for you", "{count} tables wait for you", count)
    lines = [f"{game_name(entry.game)} – {_company(entry, own, say)}" for entry, own in waiting[:MOST_NAMED]]
    return Words(title, "\n".join([*lines, *(["…"] if count > MOST_NAMED else [])]))


def _company(entry: Entry, own: int, say: Language) -> str:
    names = listed_names(entry.sitters, say)
    others = [names[one.sitter] for one in entry.sitters if one.sitter != own]
    return say("with {names}", names=", ".join(others)) if others else ""
