"""Finished games, one for every way to end, replayed.

If one of them fails after a change of the rules, the same log leads to another state: raise `rules.VERSION`.
"""

from pathlib import Path

import pytest

from tablee.games.morisi import rules

from ..finished import files, path_of, read
from ..routes.finished import assert_comes_to_its_corners, assert_ends_as_it_did
from ..routes.games import setups_of
from .make_finished import ENDINGS, FOLDER

FILES = files(FOLDER)
EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@EACH_FILE
def test_a_finished_game_ends_as_it_did(path: Path) -> None:
    assert_ends_as_it_did(path)


@EACH_FILE
def test_a_finished_game_comes_to_the_corners_that_it_is_kept_for(path: Path) -> None:
    assert_comes_to_its_corners(path, ENDINGS)


def test_every_way_to_end_is_among_the_finished_games() -> None:
    assert set(FILES) == {path_of(FOLDER, name) for name in ENDINGS}
    games = [read(path) for path in FILES]
    assert {(game["players"], game["result"]["reason"]) for game in games} == {
        (players, reason) for players in (2, 3, 4) for reason in ("points", "houses", "left")
    }
    played = {(game["players"], *game["options"].values()) for game in games if game["result"]["reason"] == "points"}
    assert played >= {(setup.players, *dict(setup.options).values()) for setup in setups_of("morisi")}


def test_the_finished_games_are_of_the_present_rules() -> None:
    assert {read(path)["version"] for path in FILES} == {rules.VERSION}
