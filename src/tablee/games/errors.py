"""The errors of games. Each has its code of the engine protocol."""


class TableeError(ValueError):
    """A request cannot be fulfilled; nothing has changed. The message is for people, `code` for programs."""

    code = "bad_request"


class UnknownGame(TableeError):
    """There is no game of that id."""

    code = "unknown_game"


class BadOptions(TableeError):
    """The game does not have that number of players, or that option."""

    code = "bad_options"


class BadState(TableeError):
    """A state document does not describe a state of the game."""

    code = "bad_state"


class IllegalAction(TableeError):
    """The action is not legal."""

    code = "illegal_action"


class GameOver(TableeError):
    """The game is over."""

    code = "over"
