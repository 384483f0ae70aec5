"""The finished games of the route games: one for every way to end."""

from pathlib import Path

from tests.cases import each
from tests.games.finished import files, path_of, read
from tests.games.morisi import make_finished as morisi
from tests.games.netzwerk import make_finished as netzwerk
from tests.games.shared.routes.finished import assert_comes_to_its_corners
from tests.games.shared.routes.games import setups_of

GAMES = {"morisi": morisi, "netzwerk": netzwerk}
BOTH = each("game", list(GAMES))
EACH_FILE = each(
    ("game", "path"),
    [(game, path) for game, made in GAMES.items() for path in files(made.FOLDER)],
)


@EACH_FILE
def test_a_finished_game_comes_to_the_corners_that_it_is_kept_for(game: str, path: Path) -> None:
    assert_comes_to_its_corners(path, GAMES[game].ENDINGS)


@BOTH
def test_every_way_to_end_is_among_the_finished_games(game: str) -> None:
    folder, endings = GAMES[game].FOLDER, GAMES[game].ENDINGS
    assert set(files(folder)) == {path_of(folder, name) for name in endings}
    finished = [read(path) for path in files(folder)]
    assert {(one["players"], one["result"]["reason"]) for one in finished} == {
        (players, reason) for players in (2, 3, 4) for reason in ("points", "houses", "left")
    }
    played = [(one["players"], one["options"].items()) for one in finished if one["result"]["reason"] == "points"]
    for setup in setups_of(game):
        wanted = {(name, value) for name, value in setup.options if name != "gaps"}  # of lands, not of how they end
        assert any(players == setup.players and options >= wanted for players, options in played)
