"""The dice of a turn are solved exactly: compared with a slow and obvious solution, and with what must be so."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tablee.games.morpyam.rules import SQUARE_NAMES
from tablee.games.morpyam.turn import NOTHING, TURN, solve, worth_of
from tests.cases import each
from tests.games.morpyam.positions import position, thrown
from tests.games.morpyam.random_play import HOUSE, seeds
from tests.games.morpyam.reference import FIGURES, SQUARES
from tests.games.morpyam.slow_turn import SlowTurn, Worths

MORPYAM = find_game("morpyam")


@st.composite
def turns(draw: st.DrawFn) -> tuple[Worths, float]:
    """Some free squares and what they are worth: wildly different, much the same, or all one."""
    free = draw(st.lists(st.sampled_from(SQUARES), unique=True))
    worth = draw(st.sampled_from([st.floats(-1, 1), st.sampled_from([0.0, 0.5, 1.0]), st.just(0.25)]))
    return {square: (draw(worth), draw(worth)) for square in free}, draw(worth)


def solved(worths: Worths, passing: float, house: bool = False) -> npt.NDArray[Any]:
    turn = np.zeros(1, TURN)
    turn["five_alike"] = turn["sure_call"] = house
    turn["passing"] = passing
    turn["placing"] = NOTHING
    for square, worth in worths.items():
        turn[0].placing[SQUARE_NAMES.index(square)] = worth
    solve(turn[0])
    return turn


def worth_of_turn(turn: npt.NDArray[Any]) -> float:
    return float(solve(turn[0]))


def random_worths(seed: int, free: int = 36) -> tuple[Worths, float]:
    random = np.random.default_rng(seed)
    names = random.permutation(SQUARES)[:free]
    return {str(name): (random.random(), random.random()) for name in names}, float(random.random())


@settings(max_examples=25)
@given(turn=turns(), house=st.booleans())
def test_a_turn_is_worth_what_the_slow_solution_says(turn: tuple[Worths, float], house: bool) -> None:
    slow = SlowTurn(*turn, house)
    assert worth_of_turn(solved(*turn, house)) == pytest.approx(slow.throwing(0, ()), abs=1e-12)


def worths_of_actions(game: tablee.Game, turn: npt.NDArray[Any]) -> dict[str, float]:
    state = MORPYAM.read(game.state())
    return {text: float(worth_of(state[0], turn[0], code)) for text, code in MORPYAM.codes(state).items()}


@each("free", [36, 20, 6])
@each("throws", [0, 1, 2])
@each("house", [False, True])
def test_every_way_to_throw_is_worth_what_the_slow_solution_says(free: int, throws: int, house: bool) -> None:
    worths, passing = random_worths(seed=free + throws, free=free)
    slow, turn = SlowTurn(worths, passing, house), solved(worths, passing, house)
    for kept in [(), (2,), (1, 6), (4, 4, 4), (3, 3, 4, 4), (2, 3, 4, 5), (4, 4, 4, 4)] if throws else [()]:
        dice = [*kept, 1, 2, 3, 5, 6][:5] if throws else []
        fields = {"throws": throws, "kept": list(kept), "dice": dice, "options": HOUSE if house else {}}
        found = worths_of_actions(position("throw", **fields), turn)
        expected = {f"call {call}" if call else "roll": worth for call, worth in slow.ways(throws, kept).items()}
        assert {text: worth for text, worth in found.items() if worth != NOTHING} == pytest.approx(expected)


@settings(max_examples=20)
@given(
    seed=seeds(),
    dice=st.lists(st.integers(1, 6), min_size=5, max_size=5) | st.integers(1, 6).map(lambda value: [value] * 5),
    throws=st.sampled_from([1, 2]),
    house=st.booleans(),
)
def test_every_choice_is_worth_what_the_slow_solution_says(
    seed: int, dice: list[int], throws: int, house: bool
) -> None:
    worths, passing = random_worths(seed)
    slow = SlowTurn(worths, passing, house)
    game = thrown("".join(map(str, dice)), throws, options=HOUSE if house else {})
    for text, worth in worths_of_actions(game, solved(worths, passing, house)).items():
        verb, _, rest = text.partition(" ")
        kept = () if rest == "-" else tuple(map(int, rest)) if verb == "keep" else ()
        expected = slow.placing(rest, tuple(dice)) if verb == "place" else slow.throwing(throws, kept)
        assert worth == pytest.approx(expected)


def test_without_a_square_that_is_worth_it_nothing_is_called() -> None:
    worths, passing = random_worths(seed=3)
    without = {square: worth for square, worth in worths.items() if FIGURES[square] != "appel"}
    found = worths_of_actions(position("throw"), solved(without, passing))
    assert {text for text, worth in found.items() if worth == NOTHING} == set(found) - {"roll"}
