"""What somebody is told who is called over, or looks for company."""

from collections.abc import Sequence

from tablee.games import game_if_here
from tablee.language import Language
from tablee.show.friendly_names import friendly_name


def call_words(host: str, name: str, game: str, say: Language, *, invites: bool) -> str:
    """Who calls, by the name they have taken or a friendly one, and to what."""
    values = {"name": name or friendly_name(host, say), "game": game_name(game)}
    if invites:
        return say("{name} invites you to {game}.", **values)
    return say("Somebody has come: {name} would like to play {game}.", **values)


def seek_words(games: Sequence[str], say: Language) -> str:
    """What somebody looks for."""
    return say("We look for somebody to play with you: {games}.", games=", ".join(map(game_name, games)))


def game_name(game: str) -> str:
    """What a game is called."""
    folder = game_if_here(game)
    return folder.name if folder else game
