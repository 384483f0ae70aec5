"""Tablée: board games that never had a digital home, as a fast and honest engine.

>>> import tablee
>>> tablee.games()
['isis', 'morfals', 'morisi', 'morpyam', 'netzwerk']
>>> game = tablee.new("isis", players=2, seed=7)
>>> game.play("pawn c4")
>>> game.to_act
1
"""

from tablee.game import Game, load, new
from tablee.games import game_ids as games
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError, UnknownGame
from tablee.games.folder import Result

__all__ = [
    "BadOptions",
    "BadState",
    "Game",
    "GameOver",
    "IllegalAction",
    "Result",
    "TableeError",
    "UnknownGame",
    "games",
    "load",
    "new",
]
