"""The games, one folder each; any installed package may bring more through the entry-point group `tablee.games`."""

from functools import cache

from tablee.games.errors import UnknownGame
from tablee.games.folder import GameFolder, open_folder
from tablee.kernel.cache import game_entry_points


@cache
def _packages() -> dict[str, str]:
    return {point.name: point.module for point in game_entry_points()}


def game_ids() -> list[str]:
    """The ids of all installed games."""
    return list(_packages())


@cache
def find_game(game_id: str) -> GameFolder:
    """The folder of a game; raises `UnknownGame`, or `ContractError` for a folder that is not complete."""
    package = _packages().get(game_id)
    if package is None:
        raise UnknownGame(f"there is no game {game_id!r}")
    return open_folder(game_id, package)


__all__ = ["GameFolder", "find_game", "game_ids"]
