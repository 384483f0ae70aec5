"""The kit for makers of games: a folder that plays (`new_game`), and what is still missing in one (`check`)."""

from tablee.kit.new_game import new_game

__all__ = ["check", "new_game"]


def check(game: str, *, quick: bool = False) -> None:
    """Raise `Unfit`, which says what is missing in a game: for a maker's tests."""
    from tablee.kit import checking  # it needs all that the server does, and a new game does not

    checking.check(game, quick=quick)
