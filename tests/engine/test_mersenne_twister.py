"""The compiled twister draws what Python's own generator draws."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.engine.mersenne_twister import key_of, keyed, randrange, sample_all, seeded, shuffle, uniform
from tests.cases import each

SEEDS = [0, 1, 7, 2**32 - 1, 2**32, 2**63 - 1]


@each("seed", SEEDS)
def test_a_seed_gives_the_same_words(seed: int) -> None:
    expected = list(random.Random(seed).getstate()[1])
    assert seeded(seed).tolist() == expected
    assert keyed(key_of(seed)).tolist() == expected


@given(st.integers())
@settings(deadline=None, max_examples=50)
def test_so_does_one_of_any_length(seed: int) -> None:
    assert keyed(key_of(seed)).tolist() == list(random.Random(seed).getstate()[1])
    long = seed * 10**7000 + 3  # more words than a twister has
    assert keyed(key_of(long)).tolist() == list(random.Random(long).getstate()[1])


@each("seed", SEEDS)
def test_what_is_drawn_is_the_same_for_long(seed: int) -> None:
    ours, theirs = seeded(seed), random.Random(seed)
    for count in (1, 2, 3, 5, 8, 33, 42) * 20:
        assert uniform(ours) == theirs.random()
        assert [randrange(ours, count) for _ in range(3)] == [theirs.choice(range(count)) for _ in range(3)]
        row, same = np.arange(count), list(range(count))
        shuffle(ours, row, count)
        theirs.shuffle(same)
        assert row.tolist() == same
        sample_all(ours, row, count)
        assert row.tolist() == theirs.sample(same, count)
    assert ours.tolist() == list(theirs.getstate()[1])
