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
from tablee.games.thoughts import Considered, Limit, Thought

__all__ = [
    "BadOptions",
    "BadState",
    "Considered",
    "Game",
    "GameOver",
    "IllegalAction",
    "Limit",
    "Result",
    "TableeError",
    "Thought",
    "UnknownGame",
    "games",
    "load",
    "new",
]
