import tablee
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError, UnknownGame
from tests.cases import each

CODES = {
    TableeError: "bad_request",
    UnknownGame: "unknown_game",
    BadOptions: "bad_options",
    BadState: "bad_state",
    IllegalAction: "illegal_action",
    GameOver: "over",
}


@each("error", CODES)
def test_each_error_carries_its_code_and_can_be_caught_as_one_kind(error: type[TableeError]) -> None:
    assert error("a message").code == CODES[error]
    assert issubclass(error, TableeError)
    assert issubclass(error, ValueError)


@each("error", CODES)
def test_each_error_is_part_of_the_library(error: type[TableeError]) -> None:
    assert getattr(tablee, error.__name__) is error
