"""What can go wrong when a game is asked for something. Each error carries its code in the engine protocol."""


class TableeError(ValueError):
    """Something asked for cannot be done; nothing has changed. The message is for people, `code` for programs."""

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
    """The action is not among the legal ones."""

    code = "illegal_action"


class GameOver(TableeError):
    """The game is over: nothing more can be played."""

    code = "over"
