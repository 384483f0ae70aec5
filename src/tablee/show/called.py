"""What somebody is told who is called over, or looks for company."""

from collections.abc import Sequence
from typing import Any

from tablee.games import game_if_here
from tablee.language import Language
from tablee.people.seeking import INVITATION, Call, Seek
from tablee.show.friendly_names import friendly_name


def called_message(seek: Seek | None, calls: Sequence[Call], say: Language) -> dict[str, Any]:
    """The message to a page: all calls there are, and what the person looks for, in words."""
    return {
        "say": "called",
        "calls": [{"table": call.table, "kind": call.kind, "words": call_words(call, say)} for call in calls],
        "seeking": seek_words(seek, say) if seek else "",
    }


def call_words(call: Call, say: Language) -> str:
    """Who calls, and to what."""
    name, game = call.name or friendly_name(call.host, say), game_name(call.game)
    if call.kind == INVITATION:
        return say("{name} invites you to {game}.", name=name, game=game)
    return say("Somebody has come: {name} would like to play {game}.", name=name, game=game)


def seek_words(seek: Seek, say: Language) -> str:
    """What somebody looks for."""
    games = ", ".join(map(game_name, seek.games))
    return say("We look for somebody to play with you: {games}.", games=games)


def game_name(game: str) -> str:
    """What a game is called."""
    folder = game_if_here(game)
    return folder.name if folder else game
