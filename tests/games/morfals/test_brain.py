"""How bots play Morfals: always by the rules, by what the dice may bring, and as well as their level sees."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit
from tablee.games.morfals import brain, rules
from tablee.games.morfals.outlook import KIND_CHANCES, KINDS, new_buffers, new_slate, weigh, worth
from tests.bots.asking import choose, choose_random
from tests.cases import each
from tests.games.morfals.positions import column, state_of
from tests.games.morfals.random_play import new_game, options_of, random_habits, random_log

MORFALS = find_game("morfals")
SETUPS = [*product((1, 20), ("auto", "claim"), ("auto", "announce"))]


@settings(max_examples=40)
@given(
    setup=st.sampled_from(SETUPS),
    seed=st.integers(0, 10_000),
    part=st.floats(0, 0.99),
    level=st.sampled_from([1, 2, 3, 4, 5]),
)
def test_what_a_bot_plays_is_legal_and_the_same_every_time(
    setup: tuple[int, str, str], seed: int, part: float, level: int
) -> None:
    log = [text for text in random_log(*setup, seed, random_habits(Random(seed))) if not text.startswith("leave")]
    game = new_game(*setup)
    for text in log[: int(part * len(log))]:
        game.play(text)
    while game.to_act == "chance":
        game.chance()
    if game.to_act is None:
        return
    knowledge = game.knowledge(0)
    action = choose(MORFALS, knowledge, level, seed)
    assert action in game.legal()
    assert choose(MORFALS, knowledge, level, seed) == action


def choices(state: dict[str, object], level: int) -> set[str]:
    """What a bot of that level plays, with several seeds."""
    return {choose(MORFALS, state, level, seed) for seed in range(8)}


@pytest.mark.parametrize("level", [3, 4, 5])
def test_higher_levels_eat_a_long_line(level: int) -> None:
    state = state_of("7a", "7b 7c 7d 3a 3c", "223")
    assert choices(state, level) == {"place 7e"}


def test_the_highest_level_does_not_walk_into_a_trap_that_the_next_throw_may_close() -> None:
    # On 7c a cannibal could be sandwiched between 8c and 6c or 7b and 7d; between two enemies it is safe.
    state = state_of("3a 9g", "7b 7d 8e 5e", "223", match_score=[0, 0])
    assert choices(state, 5) == {"place 7c"}


def test_each_level_sees_more_or_misjudges_less_than_the_one_below() -> None:
    levels = [brain.LEVELS[level] for level in range(1, 6)]
    for lower, higher in pairwise(levels):
        assert lower.blur > higher.blur
        assert lower.throws <= higher.throws
        assert np.count_nonzero(lower.weights) <= np.count_nonzero(higher.weights)
        assert lower.overlooks >= higher.overlooks


@pytest.mark.parametrize("level", [3, 4, 5])
def test_higher_levels_eat_all_that_is_trapped_and_then_stop(level: int) -> None:
    game = tablee.load(state_of("9c 7e", "8c 7d 4a 6a", "223", options={"capture": "claim"}))
    game.play("place 7c")
    pointed = []
    while game.state()["phase"] == "claim":
        action = choose(MORFALS, game.state(), level, seed=len(pointed))
        pointed.append(action)
        game.play(action)
    assert sorted(pointed) == ["done", "eat 7d", "eat 8c"]


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), level=st.sampled_from([1, 2, 3]))
def test_no_level_points_at_one_that_is_not_trapped(seed: int, level: int) -> None:
    game = new_game(1, "claim")
    random = Random(seed)
    for _ in range(400):
        if game.to_act is None:
            break
        if game.to_act == "chance":
            game.chance()
            continue
        state = game.state()
        action = choose(MORFALS, state, level, seed) if state["phase"] == "claim" else random.choice(game.legal())
        if action.startswith("eat"):
            assert action.split()[1] in state["trapped"]
        game.play(action)


def test_low_levels_overlook_some_traps_and_high_ones_none() -> None:
    squares = [square for row in "abcdefg" for square in (f"3{row}", f"5{row}")]
    state = MORFALS.read(state_of("9c", "8c", "", options={"capture": "claim"}))
    state[0].phase, state[0].trapped = rules.CLAIM, sum(1 << at for at in range(len(squares)))
    noticed = {level: _noticed(state, level) for level in (1, 2, 3)}
    assert noticed[1] < noticed[2] < noticed[3] == len(squares)


def _noticed(state: np.ndarray, level: int) -> int:  # type: ignore[type-arg]
    left = state.copy()
    count = 0
    while (action := brain.think(left, level, 0, Limit())[0].code) != rules.DONE:
        left[0].trapped &= ~(1 << (action - rules.EAT_ON))
        count += 1
    return count


@pytest.mark.parametrize("level", [3, 4, 5])
def test_higher_levels_announce_their_last_one(level: int) -> None:
    eleven = "3a 3c 3e 3g 4b 4d 4f 5a 5c 5e 5g"
    state = state_of(eleven, "8a", "", phase="announce", options={"last_man": "announce"})
    assert choices(state, level) == {"announce"}
    assert choices({**state, "announced": [True, False]}, level) == {"silent"}


@each("level", [1, 2, 3, 4, 5])
def test_no_level_gives_a_false_alarm(level: int) -> None:
    state = state_of("3a 3c 3e", "8a", "", phase="announce", options={"last_man": "announce"})
    assert choices(state, level) == {"silent"}


def test_low_levels_sometimes_forget_to_announce() -> None:
    eleven = "3a 3c 3e 3g 4b 4d 4f 5a 5c 5e 5g"
    state = state_of(eleven, "8a", "", phase="announce", options={"last_man": "announce"})
    assert choices(state, 1) == {"announce", "silent"}


def test_the_throws_that_are_told_apart_are_all_there_are() -> None:
    chances = {int(rules.COLUMN_OF[kind]): Fraction(0) for kind in KINDS}
    for throw, ways in zip(range(len(rules.THROWS)), rules.WAYS.tolist(), strict=True):
        chances[int(rules.COLUMN_OF[throw])] += Fraction(ways, 27)
    assert sum(KIND_CHANCES) == pytest.approx(1)
    for kind, chance in zip(KINDS, KIND_CHANCES, strict=True):
        same = [k for k in KINDS if rules.COLUMN_OF[k] == rules.COLUMN_OF[kind]]
        total = sum(KIND_CHANCES[list(KINDS).index(k)] for k in same)
        assert total == pytest.approx(float(chances[int(rules.COLUMN_OF[kind])]))
        assert chance > 0


@each(
    ("yours", "enemies", "throw"),
    [("7a", "7b 7c", "223"), ("3a 4b 5c", "8d 9e 6f", "122"), (column(4), "8a 8b", "233"), ("", "", "222")],
)
def test_the_expectation_over_a_throw_is_what_a_plain_reckoning_gives(yours: str, enemies: str, throw: str) -> None:
    state = MORFALS.read(state_of(yours, enemies, throw))
    first = rules.first_square(state[0])
    for square in range(first, first + 7):
        if state[0].board[square] == 0:
            after = state.copy()
            rules.apply(after[0], square)
            assert weigh(state, square, 1, new_buffers(1)) == pytest.approx(_expected(after, int(state[0].turn)))


def _expected(state: np.ndarray, seat: int) -> float:  # type: ignore[type-arg]
    """Every throw by its chance, and after it the square that looks best to whoever has thrown."""
    slate = new_slate()
    if state[0].phase != rules.ROLL:
        return float(worth(state[0], seat, slate))
    thrower = int(state[0].turn)
    total = 0.0
    for throw, ways in enumerate(rules.WAYS.tolist()):
        thrown = state.copy()
        rules.apply(thrown[0], rules.ROLL_OF + throw)
        value = _best_at_a_glance(thrown, thrower)
        total += ways / 27 * (value if thrower == seat else 1 - value)
    return total


def _best_at_a_glance(state: np.ndarray, seat: int) -> float:  # type: ignore[type-arg]
    if state[0].phase != rules.PLACE:
        return float(worth(state[0], seat, new_slate()))
    actions = np.empty(rules.MOST_ACTIONS, np.int32)
    found = []
    for action in actions[: rules.legal(state[0], actions)]:
        after = state.copy()
        rules.apply(after[0], action)
        found.append(float(worth(after[0], seat, new_slate())))
    return max(found)


@pytest.mark.parametrize("setup", [(1, "auto", "auto"), (1, "claim", "announce")])
def test_even_a_short_sighted_bot_beats_random_play(setup: tuple[int, str, str]) -> None:
    won = sum(_wins(seat, options_of(*setup), seed) for seed in range(30) for seat in (0, 1))
    assert won >= 35


def _wins(bot: int, options: dict[str, object], seed: int) -> bool:
    game = tablee.new("morfals", 2, options, seed)
    while game.to_act is not None:
        if game.to_act == "chance":
            game.chance()
        elif game.to_act == bot:
            game.play(choose(MORFALS, game.state(), 3, len(game.log)))
        else:
            game.play(choose_random(MORFALS, game.state(), seed * 1000 + len(game.log)))
    return game.result().winners == [bot]
