"""Games of a tournament, played again from their records."""

from tablee.arena.play import GameRecord, set_up
from tablee.arena.schedule import Tournament
from tablee.game import Game, new
from tablee.games.errors import TableeError


def replayed(tournament: Tournament, record: GameRecord) -> Game:
    """The game as it ended, with its whole log: `undo` goes back through it, `steps` says who did what.

    Raises `TableeError` if the record has no log, or the rules would not have it so.
    """
    if not record.log:
        raise TableeError("this record is of a version that did not keep what was played")
    game = new(tournament.game, tournament.players, tournament.options, set_up(tournament, record.deal))
    for text in record.log:
        if text.startswith("leave "):
            game.leave(int(text.removeprefix("leave ")))
        else:
            game.play(text)
    return game
