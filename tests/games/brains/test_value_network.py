"""The learnt value of a position: compiled as in NumPy, the same for every seat; files that do not fit are refused."""

from typing import Any

import numpy as np
import pytest

from tablee.arena.network_fit import fresh_network, inputs_for_all, shares_of
from tablee.games.brains.value_network import Floats, TrainingData, ValueNetwork, as_network, blank_network, expect

NOBODY = np.zeros(4, np.int8)
OWN, COMMON = ("points", "cubes", "sticks"), ("late", "very late")


def some_network(seed: int = 3) -> ValueNetwork:
    """A network with weights drawn by lot."""
    random = np.random.default_rng(seed)
    fresh = fresh_network(len(OWN), len(COMMON), hidden=5, seed=seed)
    return ValueNetwork(*(random.normal(size=layer.shape).astype(np.float32) for layer in fresh))


def some_position(seats: int, seed: int = 4) -> tuple[Floats, Floats]:
    """Numbers about each seat, and common ones."""
    random = np.random.default_rng(seed)
    return random.random((seats, len(OWN)), np.float32), random.random(len(COMMON), np.float32)


def expected(network: ValueNetwork, own: Floats, common: Floats, left: Any = NOBODY) -> list[float]:
    """What the compiled network expects."""
    shares = np.zeros(4)
    expect(network, len(own), left, own, common, shares)
    return shares[: len(own)].tolist()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_and_in_numpy_it_says_the_same(seats: int) -> None:
    own, common = some_position(seats)
    data = TrainingData(own[None], common[None], np.zeros((1, seats), np.float32))
    wanted = shares_of(some_network(), inputs_for_all(data))[0]
    assert expected(some_network(), own, common) == pytest.approx(wanted.tolist(), abs=1e-5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_swaps_seats_swaps_chances(seats: int) -> None:
    own, common = some_position(seats)
    plain = expected(some_network(), own, common)
    assert sum(plain) == pytest.approx(1)
    assert expected(some_network(), own[::-1].copy(), common) == pytest.approx(plain[::-1])


def test_who_has_left_expects_nothing_and_does_not_count() -> None:
    own, common = some_position(3)
    gone = np.array([0, 1, 0, 0], np.int8)
    found = expected(some_network(), own, common, gone)
    assert found[1] == 0
    assert [found[0], found[2]] == pytest.approx(expected(some_network(), own[::2].copy(), common))


def test_a_blank_network_is_even() -> None:
    own, common = some_position(4)
    assert expected(blank_network(len(OWN), len(COMMON)), own, common) == [0.25] * 4


def layers() -> dict[str, Any]:
    """A network as a file has it."""
    found = some_network()._asdict()
    return {"reads": [*OWN, *COMMON], **{name: layer.tolist() for name, layer in found.items()}}


def test_a_file_gives_the_network_back() -> None:
    read = as_network(layers(), OWN, COMMON)
    for one, other in zip(read, some_network(), strict=True):
        assert np.array_equal(one, other)


def test_a_network_that_reads_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="reads other numbers"):
        as_network(layers(), ("points", "cubes", "houses"), COMMON)


@pytest.mark.parametrize("name", ["inner", "outer", "direct"])
def test_layers_that_do_not_fit_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        as_network({**layers(), name: layers()[name][1:]}, OWN, COMMON)
