"""The kit for makers of games: a folder that plays (`new_game`), and what is still missing in one (`check`)."""

from tablee.kit.checking import check
from tablee.kit.new_game import new_game

__all__ = ["check", "new_game"]
