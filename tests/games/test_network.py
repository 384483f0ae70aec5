"""A network says in compiled code what its formula says, and is the same after a file."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tablee.games.network import (
    ANSWERS,
    Shape,
    Weights,
    answer,
    nobody,
    read_weights,
    ready,
    straightened,
    untaught,
    write_weights,
)

SHAPE = Shape(rows=20, width=12, stages=3, inner=5, most_notes=8, desk=0)


def taught(seed: int) -> Weights:
    """Weights that are not 0 anywhere."""
    random = np.random.default_rng(seed)
    return Weights(*(random.normal(0, 0.5, layer.shape).astype(np.float32) for layer in untaught(SHAPE)))


def by_formula(weights: Weights, notes: list[int], stage: int) -> npt.NDArray[np.float64]:
    sums = np.maximum(weights.rows[notes].sum(axis=0), 0)
    inner = np.maximum(sums @ weights.inner[stage] + weights.inner_bias[stage], 0)
    return 1 / (1 + np.exp(-(weights.outer[stage] @ inner + weights.outer_bias[stage])))


@pytest.mark.parametrize("stage", range(SHAPE.stages))
@pytest.mark.parametrize("notes", [[], [3], [3, 3, 7], [0, 1, 2, 3, 4, 5, 6, 19]])
def test_compiled_it_says_what_its_formula_says(stage: int, notes: list[int]) -> None:
    network = ready(taught(stage), SHAPE)
    network.notes[: len(notes)] = notes
    answer(network, len(notes), stage)
    assert network.answers == pytest.approx(by_formula(network.weights, notes, stage), abs=1e-6)


def test_what_was_said_before_does_not_count() -> None:
    network = ready(taught(1), SHAPE)
    network.notes[:2] = 4, 9
    answer(network, 2, 0)
    said = network.answers.copy()
    network.notes[:3] = 1, 2, 3
    answer(network, 3, 2)
    network.notes[:2] = 4, 9
    answer(network, 2, 0)
    assert network.answers.tolist() == said.tolist()


def test_straightened_its_odds_of_winning_are_multiplied_in_their_logarithms_and_nothing_else_changes() -> None:
    weights, slopes = taught(1), (1.0, 1.5, 2.0)
    for stage, slope in enumerate(slopes):
        (share, lead), (straight, same_lead) = (
            by_formula(one, [3, 7], stage) for one in (weights, straightened(weights, slopes))
        )
        assert np.log(straight / (1 - straight)) == pytest.approx(slope * np.log(share / (1 - share)), rel=1e-4)
        assert same_lead == lead


def test_two_rooms_share_weights_and_nothing_else() -> None:
    weights = taught(1)
    one, other = ready(weights, SHAPE), ready(weights, SHAPE)
    assert one.weights.rows is other.weights.rows
    assert not any(np.shares_memory(mine, theirs) for mine, theirs in zip(one[1:], other[1:], strict=True))


def test_who_says_nothing_has_no_room_for_notes() -> None:
    assert len(nobody().notes) == 0
    assert len(nobody().answers) == ANSWERS


def test_a_file_has_the_weights_to_the_last_bit_and_how_they_were_made(tmp_path: Path) -> None:
    weights = taught(2)
    write_weights(tmp_path / "network.npz", weights, {"made_by": "hand"})
    read, made = read_weights(tmp_path / "network.npz")
    assert [layer.tobytes() for layer in read] == [layer.tobytes() for layer in weights]
    assert made == {"made_by": "hand"}
