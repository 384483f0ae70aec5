"""Learning by playing: it can be broken off and repeated, it says how it was done, and it makes a bot better."""

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tablee.arena.training import Course, TrainedWeights, compare, learner_of, learning_of, logistic_regression, train
from tablee.cli import main
from tablee.games import find_game
from tablee.games.errors import TableeError

LEARNERS = ["morfals", "morpyam", "netzwerk"]
SHORT_AND_LONG = ["morfals", pytest.param("morpyam", marks=pytest.mark.long)]
LARGEST_FILE = 300_000
SMALL = Course("morfals", generations=3, games=30, seed=5)


def learnt_by_the_house(game: str) -> TrainedWeights:
    """What the bots of a game know."""
    file = Path(learning_of(find_game(game)).__file__ or "").with_name("weights.json")
    return msgspec.json.decode(file.read_bytes(), type=TrainedWeights)


@pytest.mark.parametrize("game", SHORT_AND_LONG)
def test_going_on_from_the_file_is_as_if_nothing_had_been_broken_off(game: str, tmp_path: Path) -> None:
    train(Course(game, generations=1, games=8, seed=5), tmp_path / "broken off.json")
    whole = Course(game, generations=2, games=8, seed=5)
    gone_on = train(whole, tmp_path / "broken off.json")
    assert gone_on == train(whole, tmp_path / "at once.json")
    assert gone_on.generation == 2


@pytest.mark.parametrize("game", SHORT_AND_LONG)
def test_the_file_says_how_it_was_made_and_what_it_found_for_each_number_of_players(game: str, tmp_path: Path) -> None:
    train(Course(game, generations=2, games=10, seed=5), tmp_path / "weights.json")
    told = json.loads((tmp_path / "weights.json").read_text("utf8"))
    assert told["made_by"] == f"tablee train {game} --generations 2 --games 10 --seed 5"
    assert list(told["weights"]) == [str(players) for players in find_game(game).players]
    for weights in told["weights"].values():
        assert list(weights) == list(learning_of(find_game(game)).FEATURES)


def test_a_file_of_another_course_is_left_alone(tmp_path: Path) -> None:
    train(SMALL, tmp_path / "weights.json")
    with pytest.raises(TableeError, match="another course"):
        train(Course("morfals", generations=3, games=30, seed=6), tmp_path / "weights.json")


def test_a_game_whose_bots_do_not_learn_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "isis", "--measure", "0"]) == 2
    assert "isis do not learn" in capsys.readouterr().err


def test_a_number_of_players_that_a_game_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "netzwerk", "--players", "2", "5", "--measure", "0"]) == 2
    assert "netzwerk is not played by 5" in capsys.readouterr().err


def test_a_network_too_goes_on_from_its_file(tmp_path: Path) -> None:
    train(Course("netzwerk", generations=1, games=1, seed=5, players=(2,)), tmp_path / "broken off.json")
    whole = Course("netzwerk", generations=2, games=1, seed=5, players=(2,))
    gone_on = train(whole, tmp_path / "broken off.json")
    assert gone_on == train(whole, tmp_path / "at once.json")
    assert gone_on.made_by == "tablee train netzwerk --generations 2 --games 1 --seed 5 --players 2"
    assert list(gone_on.weights) == [2]


def test_a_network_is_learnt_for_each_number_of_players(tmp_path: Path) -> None:
    learnt = train(Course("netzwerk", generations=1, games=1, seed=5), tmp_path / "weights.json").weights
    assert list(learnt) == [2, 3, 4]
    assert learnt[2]["inner"] != learnt[3]["inner"] != learnt[4]["inner"]


def test_a_network_that_reads_other_numbers_is_not_gone_on_with(tmp_path: Path) -> None:
    course = Course("netzwerk", 1, 3000, 1, (2,))
    told = msgspec.to_builtins(learnt_by_the_house("netzwerk"))
    told["weights"][2]["reads"][0] = "luck"
    (tmp_path / "weights.json").write_text(json.dumps(told), "utf8")
    with pytest.raises(TableeError, match="reads other numbers"):
        train(msgspec.structs.replace(course, generations=2), tmp_path / "weights.json")


def test_what_decides_is_found() -> None:
    random = np.random.default_rng(1)
    features = random.normal(size=(20_000, 2))
    won = random.random(20_000) < 1 / (1 + np.exp(-(1.5 * features[:, 0] - 0.5 * features[:, 1])))
    assert logistic_regression(features, won, np.zeros(2)) == pytest.approx([1.5, -0.5], abs=0.1)


@pytest.mark.long
def test_the_weights_of_the_house_beat_untrained_ones() -> None:
    result = compare("morfals", learnt_by_the_house("morfals").weights, games=300, options={})
    assert result.bots[0].name == "trained"
    assert result.bots[0].win_rate.low > 0.5


@pytest.mark.parametrize("game", LEARNERS)
def test_the_weights_of_the_house_say_how_they_were_made(game: str) -> None:
    learnt = learnt_by_the_house(game)
    some = tuple(learnt.weights) if "--players" in learnt.made_by else ()
    assert learnt.made_by == Course(game, learnt.generation, learnt.games, learnt.seed, some).command
    assert tuple(learnt.weights) == (some or find_game(game).players)
    learner = learner_of(find_game(game))
    for weights in learnt.weights.values():
        assert learner.named(learner.read(weights)) == weights


@pytest.mark.parametrize("game", LEARNERS)
def test_the_weights_of_the_house_are_small_files(game: str) -> None:
    assert len(msgspec.json.encode(learnt_by_the_house(game))) <= LARGEST_FILE
