"""Searches that an evaluator of one's own leads."""

import os
import signal
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import tablee
from tablee.api.search import Leaves, Search, one_by_one, uniform
from tablee.engine.observations import places_of
from tablee.games.errors import TableeError
from tests.bots.positions import ISIS, ONLY_A1_WINS
from tests.cases import each

pytestmark = pytest.mark.xdist_group("batches")
"""In one worker, for these load the same machine code, which takes longer than what is tested."""


def leaning(leaves: Leaves) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    """Some opinion that follows from what is observed and from nothing else."""
    numbers = np.abs(np.sin(np.arange(leaves.mask.shape[1]) + leaves.observation.sum(axis=1, keepdims=True)))
    return numbers, np.full((len(leaves.seat), 2), 0.5)


def seat_two_wins(leaves: Leaves) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    values = np.zeros((len(leaves.seat), 3))
    values[np.arange(len(values)), (2 - leaves.seat) % 3] = 1
    return leaves.mask, values


def test_every_try_is_counted_and_only_legal_actions_are_tried() -> None:
    batch = tablee.Batch("isis", size=6, players=2, seed=3)
    search = Search(batch, seed=1)
    search.run(uniform, simulations=60)
    assert search.visits().sum(axis=1).tolist() == [60] * 6
    assert not search.visits()[~batch.mask].any()
    assert search.policy().sum(axis=1) == pytest.approx(1, abs=1e-6)
    assert search.values().sum(axis=1) == pytest.approx(1, abs=1e-6)
    batch.step(search.choose(temperature=1.0))


@pytest.mark.parametrize("leaves", [1, 4])
def test_ends_of_games_are_found_out_by_an_evaluator_that_knows_nothing(leaves: int) -> None:
    found = Search([tablee.load(ONLY_A1_WINS)], leaves=leaves, seed=1)
    found.run(uniform, simulations=400)
    game = tablee.load(ONLY_A1_WINS)
    assert game.id_text(int(found.choose()[0])) == "pawn a1"
    assert found.action_values()[0, game.text_id("pawn a1"), 0] > 0.9


def test_chance_falls_as_it_should() -> None:
    """Four thousand games draw one tile each in thought: as often as it lies in the bag."""
    batch = tablee.Batch("isis", size=4000, players=2, seed=3)
    draw, search = tablee.new("isis", players=2).text_id("draw"), Search(batch, seed=1)
    only_draw = np.eye(batch.num_actions)[np.full(batch.size, draw)]
    search.tell(only_draw[: len(search.ask().seat)], np.full(batch.size, 0.5))
    leaves = search.ask()
    place = places_of(ISIS.layout)["drawn"]
    seen = leaves.observation[:, place : place + 9].mean(axis=0)
    game = tablee.new("isis", players=2)
    game.play("draw")
    chances = dict(zip(game.legal_ids(), (chance for _, chance in game.outcomes()), strict=True))
    assert seen == pytest.approx([*chances.values(), 0.0], abs=0.03)


def test_values_are_counted_from_the_seat_that_is_to_act() -> None:
    batch = tablee.Batch("isis", size=2, players=3, seed=3)
    batch.step([0, 1])
    search = Search(batch, seed=1)
    search.run(seat_two_wins, simulations=30)
    assert search.values() == pytest.approx(np.array([[0, 0, 1]] * 2), abs=1e-6)


def test_an_evaluator_that_returns_no_pair_is_told_what_is_meant() -> None:
    search = Search([tablee.new("isis", players=2)])
    with pytest.raises(TableeError, match="an evaluator returns priors and values, and this one returned"):
        search.run(lambda leaves: leaves.mask, simulations=1)


def test_the_same_seed_finds_the_same_on_any_number_of_threads_and_in_single_games() -> None:
    batch = tablee.Batch("isis", size=5, players=2, seed=3)
    searches = [Search(batch, seed=7, noise=0.3), Search(batch, seed=7, noise=0.3, threads=2),
                Search([batch.game(one) for one in range(5)], seed=7, noise=0.3)]  # fmt: skip
    for search in searches:
        search.run(leaning, simulations=40)
        search.close()
    first, second, third = (search.visits() for search in searches)
    assert (first == second).all()
    assert (first == third).all()


def test_a_forked_child_goes_on_with_a_search_that_has_threads() -> None:
    search = Search(tablee.Batch("isis", size=5, players=2, seed=3), seed=7, threads=2)
    search.run(leaning, simulations=10)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        signal.alarm(20)
        search.run(leaning, simulations=20)
        os.write(writer, search.visits().tobytes())
        os._exit(0)
    os.close(writer)
    search.run(leaning, simulations=20)
    with os.fdopen(reader, "rb") as answer:
        assert answer.read() == search.visits().tobytes()
    assert os.waitpid(child, 0)[1] == 0
    search.close()


@each("game_id", ["isis", "morfals", "morisi"])
def test_after_a_step_a_search_keeps_what_it_found_about_the_new_position(game_id: str) -> None:
    batch = tablee.Batch(game_id, size=4, players=2, seed=3)
    search = Search(batch, seed=7, noise=0.25)
    search.run(uniform, simulations=150)
    chosen = search.choose()
    visits = search.visits()[np.arange(4), chosen]
    batch.step(chosen)
    search.advance(batch)
    kept = search._trees.nodes["visits"][:, 0]
    assert (kept <= visits).all()
    assert kept.sum() > 0
    search.run(uniform, simulations=60)
    for game in range(4):
        assert set(np.flatnonzero(search.visits()[game])) <= set(batch.legal_ids(game))
    assert search.values().sum(axis=1) == pytest.approx(1, abs=1e-5)
    batch.reset(seed=99)
    search.advance(batch)
    assert search.simulations <= 0
    search.run(uniform, simulations=5)
    with pytest.raises(TableeError, match="the same 4 games"):
        search.advance([batch.game(0)])


def test_noise_makes_every_action_worth_a_try() -> None:
    game = tablee.new("isis", players=2, seed=1)

    def stubborn(leaves: Leaves) -> tuple[Any, Any]:
        return np.eye(leaves.mask.shape[1])[np.argmax(leaves.mask, axis=1)], np.full((len(leaves.seat), 2), 0.5)

    plain, noisy = Search([game], seed=1), Search([game], seed=1, noise=0.5, alpha=1.0)
    for search in (plain, noisy):
        search.run(stubborn, simulations=100)
    assert (plain.visits() > 0).sum() == 1
    assert (noisy.visits() > 0).sum() > 10


def test_what_others_have_hidden_does_not_change_a_search() -> None:
    """In Morisi predictions are secret: whoever predicted otherwise, the same is found."""
    games = []
    for place in (0, 2):
        game = tablee.new("morisi", players=3, options={"predictions": "on"}, seed=5)
        while game.legal()[0].startswith("predict"):
            game.step(game.legal_ids()[0 if game.to_act == 0 else place])
        games.append(game)
    assert games[0] != games[1]
    assert games[0].to_act == games[1].to_act == 0
    assert (games[0].observation(0) == games[1].observation(0)).all()
    found = []
    for game in games:
        search = Search([game], seed=3)
        search.run(lambda leaves: (leaning(leaves)[0], np.full((len(leaves.seat), 3), 1 / 3)), simulations=30)
        found.append(search.visits())
    assert found[0].sum() == 30
    assert (found[0] == found[1]).all()


def test_asking_and_telling_can_be_left_to_the_caller() -> None:
    batch = tablee.Batch("morfals", size=4, players=2, seed=3)
    search = Search(batch, leaves=3, seed=1)
    for _ in range(5):
        leaves = search.ask()
        assert leaves.observation.shape == (len(leaves.seat), batch.observe().shape[1])
        assert leaves.mask.any(axis=1).all()
        assert (leaves.states["players"] == 2).all()
        search.tell(leaves.mask, np.full(len(leaves.seat), 0.5))  # of two seats one number will do
    assert search.simulations == 12
    assert set(leaves.game.tolist()) == {0, 1, 2, 3}


def test_a_batch_is_searched_to_its_end_though_games_end_at_different_times() -> None:
    positions = [tablee.small("isis", name, seed=1) for name in ("2x2", "3x3")]
    batch = tablee.Batch("isis", 2, 2, at=positions, autoreset="disabled", seed=1)
    ends = []
    while not batch.terminated.all():
        search = Search(batch, seed=1)
        search.run(uniform, simulations=8)
        batch.step(search.choose())
        ends.append(batch.terminated.tolist())
    assert ends[-2] == [True, False]


def test_games_in_which_nobody_is_to_act_are_left_alone() -> None:
    over = tablee.new("isis", players=2, seed=1)
    over.leave(0)
    running = tablee.new("isis", players=2, seed=1)
    search = Search([over, running], seed=1)
    search.run(uniform, simulations=10)
    assert search.visits().sum(axis=1).tolist() == [0, 10]
    assert search.choose()[0] == -1
    nothing = Search([over], seed=1)
    nothing.run(uniform, simulations=10)
    assert not nothing.visits().any()


@each(
    ("priors", "values", "message"),
    [
        (np.ones((2, 72)), np.full((2, 2), 0.5), "priors must be 2 rows of 73 numbers"),
        (np.ones((2, 73)), np.full((2, 3), 0.5), "values must be 2 rows of 2 numbers"),
        (-np.ones((2, 73)), np.full((2, 2), 0.5), "priors must be numbers from 0 on"),
        (np.full((2, 73), np.nan), np.full((2, 2), 0.5), "priors must be numbers from 0 on"),
        (np.ones((2, 73)), np.array([[1.0, -1.0]] * 2), "values must be shares of the win, from 0 to 1"),
        (np.ones((2, 73)), np.full((2, 2), np.nan), "values must be shares of the win"),
        (
            np.ones((2, 73)),
            np.array([[0.5, 0.5], [0.9, 0.3]]),
            r"1 in sum, the seat to act first.*row 1 is \[0.9, 0.3\]",
        ),
        (np.ones((2, 73)), [1.0, -0.2], r"of a return r, from -1 to 1, the share is \(1 \+ r\) / 2; row 1 is \[-0.2"),
        (np.ones((2, 73)), [[1.0], [1.0, 0.0]], "values must be an array of numbers"),
    ],
)
def test_what_an_evaluator_cannot_mean_is_refused_and_can_be_told_anew(priors: Any, values: Any, message: str) -> None:
    search = Search(tablee.Batch("isis", size=2, players=2, seed=1), seed=1)
    with pytest.raises(TableeError, match="nothing was asked"):
        search.tell(priors, values)
    leaves = search.ask()
    with pytest.raises(TableeError, match=message):
        search.tell(priors, values)
    with pytest.raises(TableeError, match="has not been told yet"):
        search.ask()
    search.tell(*uniform(leaves))
    search.run(uniform, simulations=3)
    assert search.visits().sum(axis=1).tolist() == [3, 3]


def test_searches_of_nothing_or_of_different_games_are_refused() -> None:
    for games in ([], [tablee.new("isis", players=2), tablee.new("isis", players=3)]):
        with pytest.raises(TableeError, match="a search needs at least one game"):
            Search(games)
    with pytest.raises(TableeError, match="leaves"):
        Search([tablee.new("isis", players=2)], leaves=0)


def test_an_evaluator_may_judge_one_position_after_the_other() -> None:
    def judge(observation: Any, mask: Any, seat: int) -> tuple[Any, float]:
        assert observation.shape == (507,)
        assert seat in (0, 1)
        return mask.astype(float), 0.5

    thought = tablee.new("isis", players=2, seed=1).analyse(simulations=20, evaluator=one_by_one(judge))
    assert thought.simulations == 20
    assert len(thought.considered) == 37


def test_a_thought_ends_when_its_time_is_up() -> None:
    thought = tablee.new("isis", players=2, seed=1).analyse(seconds=1e-6, simulations=10**6, evaluator=uniform)
    assert 1 <= thought.simulations < 10
