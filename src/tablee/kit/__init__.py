"""The kit for makers of games: `new_game` writes one that plays, `check` finds what is missing in one."""

from tablee.kit.new_game import new_game

__all__ = ["check", "new_game"]


def check(game: str, *, quick: bool = False) -> None:
    """Raise `Unfit` with what is missing in a game, for a maker's tests."""
    from tablee.kit import checking  # it imports the server, which a new game does not need

    checking.check(game, quick=quick)
