"""The games, one folder each; any installed package may bring more through the entry-point group `tablee.games`."""

import logging
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tablee.games.errors import UnknownGame
from tablee.games.folder import GameFolder, open_folder
from tablee.kernel.cache import game_entry_points
from tablee.kernel.contract import ContractError

__all__ = ["GameFolder", "find_game", "game_ids", "game_if_here", "only", "text_folders", "working_games"]

logger = logging.getLogger("tablee")

ONLY = "TABLEE_GAMES"
"""The variable that names the games a house has, with commas, if it is not to have all that are installed."""


@cache
def _packages() -> dict[str, set[str]]:
    packages: dict[str, set[str]] = {}
    wanted = os.environ.get(ONLY, "")
    for point in game_entry_points():
        if not wanted or point.name in wanted.split(","):
            packages.setdefault(point.name, set()).add(point.module)
    return packages


def only(game_ids: Iterable[str]) -> None:
    """Have no other games than these, in this process and in those that it starts."""
    os.environ[ONLY] = ",".join(game_ids)
    for remembered in (_packages, find_game, working_games):
        remembered.cache_clear()


def game_ids() -> list[str]:
    """The ids of all installed games."""
    return list(_packages())


@cache
def find_game(game_id: str) -> GameFolder:
    """The folder of a game; raises `UnknownGame`, or `ContractError` for a folder that is not complete."""
    packages = _packages().get(game_id)
    if packages is None:
        raise UnknownGame(f"there is no game {game_id[:80]!r}")
    if len(packages) > 1:
        raise ContractError(f"{game_id}: announced by more than one package: {', '.join(sorted(packages))}")
    return open_folder(game_id, next(iter(packages)))


def game_if_here(game_id: str) -> GameFolder | None:
    """The folder of a game, or None if this house does not have it, or not complete, at the moment."""
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        return None


@cache
def working_games() -> list[GameFolder]:
    """All games that can be played; one whose folder is broken is left out, with a warning that says why."""
    folders = []
    for game_id in game_ids():
        try:
            folders.append(find_game(game_id))
        except ContractError as error:
            logger.warning("the game %s cannot be played: %s", game_id, error)
    return folders


def text_folders() -> list[Path]:
    """The folders whose catalogues hold what the games say: their own, and those that some of them share."""
    return list(dict.fromkeys(path for folder in working_games() for path in folder.folders))
