"""The finished games of Isis & Osiris: one for every way to end."""

from pathlib import Path

from tests.games.finished import Finished, files, read

FILES = files(Path(__file__).parent / "finished")


def test_every_way_to_end_is_among_the_finished_games() -> None:
    games = [read(path) for path in FILES]
    points = [game for game in games if game["result"]["reason"] == "points"]
    left = [game for game in games if game["result"]["reason"] == "left"]
    setups = {(game["players"], *game["options"].values()) for game in points if not _leavings(game)}
    assert len(setups) == 12
    assert any(len(game["result"]["winners"]) > 1 for game in points)
    assert any(max(game["result"]["scores"]) < 0 for game in points)
    assert any(game["log"][-1].startswith("leave") for game in points)
    assert any(_leavings(game) and not game["log"][-1].startswith("leave") for game in points)
    assert {(game["players"], _leavings(game)) for game in left} == {(2, 1), (3, 2), (4, 3)}


def _leavings(game: Finished) -> int:
    return sum(text.startswith("leave") for text in game["log"])
