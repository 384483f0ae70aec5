"""What a seat has been shown as numbers: all of it, and nothing else."""

import random

import numpy as np
import pytest

import tablee
from tablee.engine.observations import size_of
from tablee.games import find_game
from tests.cases import each
from tests.engine.test_action_ids import positions


@each("game_id", tablee.game_ids())
def test_a_row_has_the_numbers_that_the_game_promises(game_id: str) -> None:
    reached = np.zeros(size_of(find_game(game_id).layout), np.bool_)
    for game in positions(game_id):
        for seat in range(game.players):
            row = game.observation(seat)
            assert row.dtype == np.float32
            assert np.isfinite(row).all()
            assert (abs(row) <= 1).all()
            reached |= row != 0
    assert reached.mean() > 0.5


@each("game_id", tablee.game_ids())
def test_what_a_seat_cannot_know_does_not_change_what_it_observes(game_id: str) -> None:
    for number, game in enumerate(positions(game_id)):
        if number % 11 == 0:
            for seat in range(game.players):
                guess = game.resample(seat, seed=number)
                assert (guess.observation(seat) == game.observation(seat)).all()
                assert guess.knowledge(seat) == game.knowledge(seat)


@each("game_id", tablee.game_ids())
def test_whatever_a_step_changes_for_a_seat_it_observes(game_id: str) -> None:
    steps = unseen = 0
    for game in positions(game_id, games=4):
        before, rows = game.copy(), [game.observation(seat) for seat in range(game.players)]
        game = game.copy(seed=1)
        game.step(random.Random(len(game.log)).choice(game.legal_ids()))
        if game.to_act is None:
            continue
        for seat, row in enumerate(rows):
            if game.knowledge(seat) != before.knowledge(seat):
                steps += 1
                unseen += bool((game.observation(seat) == row).all())
    assert steps > 100
    assert unseen == 0


@each("game_id", tablee.game_ids())
def test_what_is_legal_observed_and_won_commutes_with_every_symmetry(game_id: str) -> None:
    definition = find_game(game_id)
    for symmetry in tablee.symmetries(game_id)[1:]:
        for seed in range(4):
            rng = random.Random(seed)
            options = {name: rng.choice(list(values)) for name, values in definition.options.items()}
            game = tablee.new(game_id, rng.choice(definition.players), options, seed)
            image = game.copy(seed=1)
            while game.to_act is not None and len(game.log) < 120:
                moved = symmetry.outcomes if game.to_act == "chance" else symmetry.actions
                assert image.legal_ids() == sorted(moved[one] for one in game.legal_ids()), symmetry.name
                assert sorted(chance for _, chance in image.outcomes()) == sorted(
                    chance for _, chance in game.outcomes()
                )
                if game.to_act != "chance":
                    assert (symmetry.policies(game.mask()) == image.mask()).all()
                for seat in range(game.players):
                    assert (symmetry.rows(game.observation(seat)) == image.observation(seat)).all(), symmetry.name
                chosen = rng.choice(game.legal_ids())
                game.step(chosen)
                image.step(moved[chosen])
            assert game.result() == image.result()


def test_games_on_a_square_board_have_symmetries() -> None:
    assert {game_id: len(tablee.symmetries(game_id)) for game_id in tablee.game_ids()} == {
        "isis": 8, "morfals": 4, "morisi": 1, "morpyam": 1, "netzwerk": 1,
    }  # fmt: skip


def test_seats_are_counted_from_the_one_that_looks() -> None:
    game = tablee.new("isis", 3, seed=1)
    for action in ("pawn a1", "pawn b1", "pawn c1"):
        game.play(action)
    own = [np.argwhere(game.planes(seat)["pawns"][0]).tolist() for seat in range(3)]
    assert own == [[[0, 0]], [[0, 1]], [[0, 2]]]
    assert np.argwhere(game.planes(2)["pawns"][1]).tolist() == [[0, 0]]
    assert game.planes(2)["seats"].tolist() == [[1, 1, 1, 0], [0, 0, 0, 0], [0, 1, 0, 0]]


def test_what_others_predict_in_morisi_is_not_observed() -> None:
    game = tablee.new("morisi", 2, {"predictions": "on"}, seed=1)
    first, second = game.copy(seed=1), game.copy(seed=1)
    for other, action in ((first, 0), (second, 1)):
        other.step(other.legal_ids()[action])
    assert (first.observation(0) != second.observation(0)).any()
    assert (first.observation(1) == second.observation(1)).all()


@pytest.mark.parametrize("seat", [-1, 2, 10**20])
def test_a_seat_that_is_not_there_observes_nothing(seat: int) -> None:
    with pytest.raises(tablee.TableeError, match="there is no seat"):
        tablee.new("isis", 2).observation(seat)
