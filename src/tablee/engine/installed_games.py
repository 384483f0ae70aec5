"""Which games are installed: no more than their names, so nothing here needs numba."""

from importlib.metadata import EntryPoint, entry_points

GAMES_GROUP = "tablee.games"
"""The entry-point group by which packages announce their games."""


class ContractError(Exception):
    """A game does not fulfil the contract; the message says where."""


def game_entry_points() -> list[EntryPoint]:
    """The games that installed packages provide, sorted by id."""
    return sorted(entry_points(group=GAMES_GROUP), key=lambda point: point.name)
