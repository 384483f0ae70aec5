"""The finished games of Morfals: one for every way to end."""

from pathlib import Path

from tests.cases import each
from tests.games.finished import files, read
from tests.games.morfals.corners import CORNERS, transitions
from tests.games.morfals.make_finished import ENDINGS, FOLDER
from tests.games.morfals.random_play import SETUPS
from tests.games.morfals.reference import Reference

FILES = files(FOLDER)


def test_every_way_to_end_is_among_the_finished_games() -> None:
    games = [read(path) for path in FILES]
    ends = {
        (game["result"]["reason"], *game["options"].values(), *game["result"]["winners"])
        for game in games
        if game["result"]["reason"] != "left"
    }
    reasons = {1: "placed", 20: "match"}
    assert ends == {(reasons[setup[0]], *setup, winner) for setup in SETUPS for winner in (0, 1)}
    left = [game for game in games if game["result"]["reason"] == "left"]
    assert {game["log"][-1] for game in left} == {"leave 0", "leave 1"}
    assert {game["options"]["match"] for game in left} == {1, 20}


@each("path", FILES)
def test_a_finished_game_comes_to_the_corners_that_it_is_kept_for(path: Path) -> None:
    finished = read(path)
    missing = set(ENDINGS[finished["ending"]].corners)
    for before, text, after in transitions(Reference(**finished["options"]), finished["log"]):
        missing -= {name for name in missing if CORNERS[name](before, text, after)}
    assert missing == set()
