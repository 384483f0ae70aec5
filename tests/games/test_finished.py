"""The finished games of every game, replayed.

If one of them fails after a change of the rules, the same log leads to another state: raise `rules.VERSION`.
"""

from pathlib import Path

import pytest

import tablee
from tablee.games import find_game
from tests.cases import each
from tests.games.agreement import replay, step, what_counts
from tests.games.every_game import GAMES
from tests.games.finished import begun, files, read

FINISHED = [path for game_id in GAMES for path in files(Path(__file__).parent / game_id / "finished")]


@each("path", FINISHED)
def test_a_finished_game_ends_as_it_did_and_as_its_reference_does(path: Path) -> None:
    finished = read(path)
    game, shared = begun(finished), GAMES[finished["game"]]
    reference = shared.reference(game.state())
    replay(game, finished["log"][:-1])
    assert game.to_act is not None
    step(game, finished["log"][-1])
    assert game.to_act is None
    assert game.result() == tablee.Result(over=True, **finished["result"])
    assert game.log == finished["log"]
    assert tablee.load(game.state()).result() == game.result()
    for text in finished["log"]:
        reference.step(text)
    meaningless = reference.MEANINGLESS_ONCE_OVER
    ended, expected = shared.ordered(game.state()), reference.state()
    assert what_counts(ended, True, meaningless) == what_counts(expected, True, meaningless)


@each("path", [path for path in FINISHED if "start" in read(path)])
def test_the_first_state_of_a_land_is_read_as_it_was_written(path: Path) -> None:
    start, written = read(path)["start"], begun(read(path)).state()
    definition, ordered = find_game(start["game"]), GAMES[start["game"]].ordered
    options = definition.full_options(start["players"], start["options"])
    derived = dict.fromkeys(GAMES[start["game"]].derived)
    assert ordered(written) | derived == ordered({**start, "options": options}) | derived


@pytest.mark.parametrize("game_id", GAMES)
def test_the_finished_games_are_of_rules_that_are_still_played_and_some_of_the_present(game_id: str) -> None:
    definition = find_game(game_id)
    versions = {read(path)["version"] for path in FINISHED if read(path)["game"] == game_id}
    assert definition.version in versions
    assert all(definition.plays(version) for version in versions)
