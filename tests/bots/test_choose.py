"""A bot's decision: always legal, in time, and the same for the same seed."""

import math
import time
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.bots import level_bots as bot
from tablee.bots.level_bots import LevelBot, think
from tablee.bots.parallel_search import CHUNK
from tablee.games.brains.levels import LEVELS
from tablee.games.errors import GameOver, TableeError
from tests.bots.asking import choose, choose_random
from tests.bots.positions import ISIS, ONLY_A1_WINS, OPENING, random_endgame
from tests.cases import each
from tests.games.isis.random_play import SETUPS, Habits, habits, new_game, random_log, replay, seeds


@st.composite
def games(draw: st.DrawFn) -> tablee.Game:
    """Games of every kind with a seat to act, somewhere between their first step and their last."""
    setup = draw(st.sampled_from(SETUPS))
    log = random_log(*setup, draw(seeds()), draw(habits()))
    game = replay(new_game(*setup), log[: draw(st.integers(0, len(log) - 1))])
    while game.to_act == "chance":
        game.chance()
    return game


@settings(max_examples=100)
@given(game=games(), level=st.sampled_from([1, 2, 3]), seed=seeds())
def test_the_action_is_always_legal(game: tablee.Game, level: int, seed: int) -> None:
    assert isinstance(game.to_act, int)
    assert choose(ISIS, game.knowledge(game.to_act), level, seed) in game.legal()


@settings(max_examples=50)
@given(game=games(), seed=seeds())
def test_a_random_action_is_always_legal(game: tablee.Game, seed: int) -> None:
    assert choose_random(ISIS, game.state(), seed) in game.legal()


@pytest.mark.parametrize("players", [3, 4])
def test_it_plays_on_after_others_have_left(players: int) -> None:
    log = random_log(players, "own", "hidden", 3, Habits((0.5,) * 4))
    game = replay(new_game(players), log[:20])
    while game.to_act == "chance":
        game.chance()
    game.leave((int(str(game.to_act)) + 1) % players)
    assert choose(ISIS, game.state(), 3, seed=1) in game.legal()


@each("level", LEVELS)
def test_every_level_takes_the_win_when_it_lies_open(level: int) -> None:
    assert choose(ISIS, ONLY_A1_WINS, level, seed=1) == "pawn a1"


@each("level", [1, 2, 3, 4])
def test_the_same_seed_gives_the_same_action(level: int) -> None:
    assert len({choose(ISIS, OPENING, level, seed=11) for _ in range(3)}) == 1


def test_the_strongest_level_plays_the_same_on_any_number_of_cores() -> None:
    state = random_endgame(1, free=12)
    knowledge = ISIS.knowledge(state, int(state[0].turn))
    assert len({LevelBot(ISIS, 5, cores).choose(knowledge, seed=11).action for cores in (1, 2)}) == 1


def test_other_seeds_give_other_openings() -> None:
    game = tablee.new("isis", players=2)
    game.play("draw")
    game.play("reveal +2")
    assert len({choose(ISIS, game.knowledge(0), 1, seed) for seed in range(10)}) > 3
    assert len({choose_random(ISIS, OPENING, seed) for seed in range(10)}) > 3


def test_a_single_action_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "TreeSearch", None)
    board = {**ONLY_A1_WINS["board"], "a1": "P0"}
    last = {**ONLY_A1_WINS, "board": board, "turn": 1}
    assert choose(ISIS, last, 5, seed=1) == "draw"


@pytest.mark.parametrize("level", [0, 6, -1])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(TableeError, match="there is no level"):
        choose(ISIS, OPENING, level, seed=1)


@pytest.mark.parametrize(
    "decide", [lambda state: choose(ISIS, state, 1, 0), lambda state: choose_random(ISIS, state, 0)]
)
def test_where_no_seat_is_to_act_there_is_nothing_to_choose(decide: Callable[[Any], str]) -> None:
    game = tablee.new("isis", players=2)
    game.play("draw")
    with pytest.raises(TableeError, match="chance is to act"):
        decide(game.state())
    game.leave(0)
    with pytest.raises(GameOver):
        decide(game.state())


def ticking(seconds: float) -> Callable[[], float]:
    """A clock that goes on by so much each time it is read."""
    ticks = count()
    return lambda: next(ticks) * seconds


def simulations_within(seconds: float, tick: float) -> int:
    return think(ISIS, ISIS.new(2, {}, 0), 4 * CHUNK, 1, seconds, ticking(tick)).simulations


def test_thought_ends_when_the_time_is_up() -> None:
    assert simulations_within(1.0, tick=0.4) == 3 * CHUNK
    assert simulations_within(1.0, tick=0.6) == 2 * CHUNK
    assert simulations_within(1.0, tick=60.0) == CHUNK


def test_thought_ends_with_its_simulations_when_there_is_time_enough() -> None:
    assert simulations_within(1000.0, tick=1.0) == 4 * CHUNK
    assert simulations_within(math.inf, tick=1e9) == 4 * CHUNK


def test_an_odd_number_of_simulations_is_kept_to() -> None:
    assert think(ISIS, ISIS.new(2, {}, 0), CHUNK + 7, seed=1).simulations == CHUNK + 7


def test_time_that_is_up_at_once_still_gives_a_legal_action() -> None:
    assert choose(ISIS, OPENING, 5, seed=1, seconds=1e-9) in tablee.new("isis", players=2).legal()


@pytest.mark.parametrize("free", [10, 36])
def test_the_strongest_level_decides_in_time(free: int) -> None:
    """With all its time it would need half a second and a whole one, and try to work the first of them out before."""
    state = random_endgame(1, free)
    knowledge = ISIS.knowledge(state, int(state[0].turn))
    started = time.process_time()  # other processes do not count
    assert choose(ISIS, knowledge, 5, seed=1, seconds=0.02) in ISIS.actions(state)
    assert time.process_time() - started < 0.25
