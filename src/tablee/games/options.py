"""Options of a game as they are typed: `NAME=VALUE`."""

from collections.abc import Iterable
from typing import Any

from tablee.games.errors import TableeError
from tablee.games.folder import GameFolder


def read_options(folder: GameFolder, texts: Iterable[str]) -> dict[str, Any]:
    """The options as the game knows them: `4` is a number where it has numbers; raises `TableeError`.

    >>> from tablee.games import find_game
    >>> read_options(find_game("isis"), ["memory=open"])
    {'memory': 'open'}
    """
    found = {}
    for text in texts:
        name, mark, value = text.partition("=")
        if not mark:
            raise TableeError(f"an option is written NAME=VALUE, not {text!r}")
        known = {str(each): each for each in folder.options.get(name, ())}
        found[name] = known.get(value, value)
    return found
