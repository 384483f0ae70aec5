"""The texts of notifications. They reveal nothing of the state of a game."""

from collections.abc import Sequence
from typing import NamedTuple

from tablee.games.language import Language
from tablee.server.features.lobby.service import invitation_text
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.directory import Entry
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import listed_names

MOST_NAMED = 8
"""Tables that a digest names."""


class NotificationText(NamedTuple):
    """A title, and one or more sentences."""

    title: str
    body: str


def turn_text(entry: Entry, own: int, say: Language) -> NotificationText:
    """It is the person's turn; `own` is their participant number."""
    return NotificationText(say("Your turn – {game}", game=game_name(entry.game)), _company(entry, own, say))


def ending_text(entry: Entry, left: int, own: int, say: Language) -> NotificationText:
    """The person's time ends, in `left` milliseconds."""
    hours = max(1, left // AN_HOUR)
    title = say("Your time runs out – {game}", game=game_name(entry.game))
    time = say.plural("About {count} hour is left for your turn.", "About {count} hours are left for your turn.", hours)
    return NotificationText(title, f"{time} {_company(entry, own, say)}".strip())


def invitation_notice(host: str, name: str, game: str, say: Language, *, invites: bool) -> NotificationText:
    """Somebody invites the person, or was found by matchmaking."""
    title = say("You are invited") if invites else say("Somebody has come")
    return NotificationText(title, invitation_text(host, name, game, say, invites=invites))


def digest_text(waiting: Sequence[tuple[Entry, int]], say: Language) -> NotificationText:
    """All waiting turns: tables, each with the person's participant number."""
    count = len(waiting)
    title = say.plural("{count} table waits for you", "{count} tables wait for you", count)
    lines = [f"{game_name(entry.game)} – {_company(entry, own, say)}" for entry, own in waiting[:MOST_NAMED]]
    return NotificationText(title, "\n".join([*lines, *(["…"] if count > MOST_NAMED else [])]))


def _company(entry: Entry, own: int, say: Language) -> str:
    names = listed_names(entry.participants, say)
    others = [names[one.participant] for one in entry.participants if one.participant != own]
    return say("with {names}", names=", ".join(others)) if others else ""
