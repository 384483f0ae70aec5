"""A network learns by playing: the same each time, broken off or not, and what it says comes nearer to what is so."""

from pathlib import Path

import numpy as np
import pytest

from tablee.games import find_game
from tablee.games.errors import TableeError
from tablee.games.isis.aspects import SHAPE
from tablee.games.network import Shape, read_weights, untaught
from tablee.train import Course, train
from tablee.train.course import learning_of
from tablee.train.fitting import Samples, fit, foretold
from tablee.train.selfplay import EXACT, LEAST_VISITS, play_games

TINY = Course("isis", generations=2, games=2, seed=5)
ISIS = find_game("isis")


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tiny course."""
    path = tmp_path_factory.mktemp("course") / "at once.npz"
    train(TINY, path)
    return path


def test_going_on_from_the_file_is_as_if_nothing_had_been_broken_off(at_once: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken off.npz"
    first = train(Course("isis", generations=1, games=2, seed=5), path)
    assert first.generation == 1
    assert path.read_bytes() != at_once.read_bytes()
    train(TINY, path)
    assert path.read_bytes() == at_once.read_bytes()


def test_the_file_says_how_it_was_made_and_how_far_off_it_is(at_once: Path) -> None:
    made = read_weights(at_once)[1]
    assert made["made_by"] == "tablee train isis --generations 2 --games 2 --seed 5"
    assert (made["generation"], made["games"], made["seed"]) == (2, 2, 5)
    assert all(0 < off < 0.5 for off in made["off"])
    assert len(made["slopes"]) == SHAPE.stages
    assert all(1.0 <= slope <= 2.0 for slope in made["slopes"])


def test_a_file_of_another_course_or_that_is_none_is_left_alone(at_once: Path, tmp_path: Path) -> None:
    with pytest.raises(TableeError, match="another course"):
        train(Course("isis", generations=2, games=3, seed=5), at_once)
    (tmp_path / "network.npz").write_text("no network")
    with pytest.raises(TableeError, match="cannot be read"):
        train(TINY, tmp_path / "network.npz")


def test_positions_are_told_with_what_was_found_and_ends_exactly() -> None:
    (found,) = play_games(ISIS, learning_of(ISIS), None, iter(["some game"]))
    assert (found.states["ended"] == 0).all()
    assert found.visits[found.visits < EXACT].min() >= LEAST_VISITS - 1  # a node's first visit is no try of a child
    exact = found.worths[found.visits == EXACT]
    assert len(exact) > 10
    assert ((exact >= 0) & (exact <= 1)).all()
    told = ~np.isnan(found.ends[:, 0])
    assert 0 < told.sum() < len(told) / 4


def test_who_is_to_act_hears_of_the_end_from_its_own_side() -> None:
    (found,) = play_games(ISIS, learning_of(ISIS), None, iter(["some game"]))
    told = ~np.isnan(found.ends[:, 0])
    by_seat = [set(found.ends[told & (found.states["turn"] == seat), 0].round(5).tolist()) for seat in (0, 1)]
    assert [len(ends) for ends in by_seat] == [1, 1]
    assert sum(map(sum, by_seat)) == pytest.approx(1.0)


def test_what_rows_mean_is_found() -> None:
    shape, random = Shape(rows=6, width=8, stages=2, inner=8, most_notes=3, desk=0), np.random.default_rng(1)
    notes = random.integers(0, 6, (8_000, 3)).astype(np.int16)
    worth = np.array([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])[notes].mean(axis=1)
    stages = random.integers(0, 2, 8_000).astype(np.int8)
    worth = np.where(stages == 0, worth, 1 - worth)  # the same rows mean the opposite in the other stage
    worths = np.stack([worth, worth**2], axis=1).astype(np.float32)
    samples = Samples(notes, np.full(8_000, 3, np.int16), stages, worths, np.ones(8_000, np.float32))
    weights = fit(untaught(shape), samples, rounds=30, rate=5e-3)
    assert np.abs(foretold(weights, samples) - worths).mean() < 0.02
